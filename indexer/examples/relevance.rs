//! Reports relevance by family: `cargo run -p indexer --example relevance -- [--verbose] [--large] [--unseen]`.
//!
//! `--verbose` lists every answer that is not good, `--large` judges the large catalogue instead of the demo shops',
//! `--unseen` reports on the set of queries alone that was written last.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "the report is its output, and it reads its own tables"
)]
#![allow(dead_code, reason = "it shares modules with the tests, which use more of them")]

#[path = "../tests/it/catalogue.rs"]
mod catalogue;
#[path = "../tests/it/judged/mod.rs"]
mod judged;

use std::{env, process::ExitCode};

use judged::{
    corrections::CorrectionReport, judgement::unseen_judgements, part_names::PartNameReport, report::Bench,
};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let Some(other) =
        arguments.iter().find(|argument| !["--verbose", "--large", "--unseen"].contains(&argument.as_str()))
    {
        eprintln!("{other:?} is not an option; there are --verbose, --large and --unseen");
        return ExitCode::FAILURE;
    }
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let bench = if has("--large") {
        let Some(bench) = Bench::large() else {
            eprintln!(
                "the large catalogue is not at ../shared/data/parts.jsonl.gz; TAJMEEA_PARTS says where else"
            );
            return ExitCode::FAILURE;
        };
        bench
    } else {
        Bench::demo()
    };
    if !has("--unseen") {
        bench.report().print(has("--verbose"));
        println!("\nQueries that were written last:");
    }
    bench.report_of(&unseen_judgements()).print(has("--verbose"));
    if !has("--unseen") {
        CorrectionReport::of(&bench).print(has("--verbose"));
    }
    if has("--large") && !has("--unseen") {
        PartNameReport::of(&bench).print(has("--verbose"));
    }
    ExitCode::SUCCESS
}
