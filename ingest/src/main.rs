//! The operators' command line and the ingest worker.

fn main() {}
