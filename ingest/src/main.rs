//! The operators' command line and the ingest worker.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingest::commands::run()
}
