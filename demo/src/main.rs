//! The command line of the demo retailers: its arguments and exit codes.

mod commands;
mod output;

use std::{net::SocketAddr, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};
use domain::config::Config;
use time::Date;

use output::Output;

/// Serves the demo retailers, which need no network, and writes what is true of them.
///
/// Exit codes: 0 done; 1 failed; 2 wrong usage.
#[derive(Debug, Parser)]
#[command(name = "demo", version, max_term_width = 110)]
struct Cli {
    /// Answer as JSON on standard output.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

/// Commands of `demo`.
#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the six demo retailers on loopback.
    Serve {
        /// Address to listen on; default: demo.listen of the configuration.
        #[arg(long)]
        listen: Option<SocketAddr>,
        /// The current date of the demo retailers, such as 2026-11-21; default: today.
        #[arg(long, value_parser = demo::parse_date)]
        clock: Option<Date>,
    },
    /// Write the demo's product facts as JSON lines for `ingest import-specs`.
    Reference {
        /// The file, or `-` for standard output.
        file: PathBuf,
    },
    /// Write the correct product of every listing of the demo retailers, as tab-separated values.
    Truth {
        /// The file, or `-` for standard output.
        file: PathBuf,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    telemetry::start_logs(None);
    let output = Output { json: cli.json };
    match run(output, cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output.print_error(&error);
            ExitCode::from(1)
        }
    }
}

fn run(output: Output, command: Command) -> anyhow::Result<()> {
    let config = Config::load().map_err(|error| anyhow::anyhow!("the configuration is invalid: {error}"))?;
    match command {
        Command::Serve { listen, clock } => {
            let options = demo::Options { listen: listen.unwrap_or(config.demo.listen), clock };
            commands::serve(output, options)
        }
        Command::Reference { file } => commands::write_reference(output, &file),
        Command::Truth { file } => commands::write_truth(output, &file),
    }
}
