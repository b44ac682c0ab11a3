//! Reports relevance by family: `cargo run -p bench --bin measure_relevance -- [--verbose] [--hits] [--large]
//! [--unseen | --typing | --rows FILE]`.
//!
//! `--verbose` lists every response that is not good, `--hits` also its first ten hits. `--large` measures the
//! large catalogue instead of the demo retailers'. `--unseen` reports only on the unseen sets, `--rows FILE` on the
//! rows of a file in the format of the sets, and `--typing` only on suggestions, keyboard layouts and brands alone.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "the report is its output, and it reads its own tables"
)]
#![allow(dead_code, reason = "it shares modules with the tests, which use more of them")]

#[path = "../../../indexer/tests/it/catalogue.rs"]
mod catalogue;
#[path = "../../../indexer/tests/it/judged_queries/mod.rs"]
mod judged_queries;

use std::{env, fs, process::ExitCode};

use judged_queries::{
    brands::BrandReport,
    completions::CompletionReport,
    corrections::CorrectionReport,
    judgement::{parse_table, unseen_sets},
    keyboard_layouts::KeyboardReport,
    part_names::PartNameReport,
    report::Bench,
};

const OPTIONS: [&str; 6] = ["--verbose", "--hits", "--large", "--unseen", "--typing", "--rows"];

fn main() -> ExitCode {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    let rows = arguments.iter().position(|argument| argument == "--rows").map(|at| at + 1);
    let rows = rows.filter(|at| *at < arguments.len()).map(|at| arguments.remove(at));
    if let Some(other) = arguments.iter().find(|argument| !OPTIONS.contains(&argument.as_str())) {
        eprintln!("{other:?} is not an option; there are {}", OPTIONS.join(", "));
        return ExitCode::FAILURE;
    }
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let bench = if has("--large") { Bench::large() } else { Some(Bench::demo()) };
    let Some(mut bench) = bench else {
        eprintln!(
            "the large catalogue is not at ../shared/data/parts.jsonl.gz; TAJMEEA_PARTS says where else"
        );
        return ExitCode::FAILURE;
    };
    bench.lists_hits = has("--hits");
    let verbose = has("--verbose") || bench.lists_hits;
    if let Some(path) = rows {
        let Ok(table) = fs::read_to_string(&path) else {
            eprintln!("cannot read {path}");
            return ExitCode::FAILURE;
        };
        let judgements: Vec<_> = parse_table(table.leak()).collect();
        bench.report_of(&judgements).print(verbose);
        return ExitCode::SUCCESS;
    }
    if has("--typing") {
        report_typing(&bench, verbose);
        return ExitCode::SUCCESS;
    }
    if !has("--unseen") {
        bench.report().print(verbose);
    }
    for (name, judgements) in unseen_sets() {
        println!("\nThe {name} unseen set:");
        bench.report_of(&judgements).print(verbose);
    }
    if !has("--unseen") {
        CorrectionReport::of(&bench).print(verbose);
        report_typing(&bench, verbose);
    }
    if has("--large") && !has("--unseen") {
        PartNameReport::of(&bench).print(verbose);
    }
    ExitCode::SUCCESS
}

fn report_typing(bench: &Bench, verbose: bool) {
    CompletionReport::of(bench).print(verbose);
    KeyboardReport::of(bench).print(verbose);
    BrandReport::of(bench).print(verbose);
}
