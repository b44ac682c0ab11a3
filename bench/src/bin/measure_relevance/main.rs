//! Reports relevance by family: `cargo run -p bench --bin measure_relevance -- [--seed N] [--verbose]`, or `--judged
//! [--verbose] [--hits] [--large] [--unseen | --typing | --rows FILE]`.
//!
//! 1. The fresh set: queries made from products and real titles, each with its truth by construction (`fresh.rs`), over
//!    the large catalogue where it lies beside the project, else over the demo retailers'. Each seed makes others; it is
//!    from the clock unless `--seed` states it. `--verbose` lists every response that is not all right, and the first
//!    hits of queries that others judged.
//! 2. `--judged`: the judged sets of before, as regression. `--verbose` lists every response that is not good, `--hits`
//!    also its first ten hits. `--large` measures the large catalogue instead of the demo retailers'. `--unseen` reports
//!    only on the unseen sets, `--rows FILE` on the rows of a file in the format of the sets, and `--typing` only on
//!    suggestions, keyboard layouts and brands alone.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "the report is its output, and it reads its own tables"
)]
#![allow(dead_code, reason = "it shares modules with the tests, which use more of them")]

mod arabic;
#[path = "../../../../indexer/tests/it/catalogue.rs"]
mod catalogue;
mod clicks;
mod fits;
mod fresh;
mod grade;
mod judged;
#[path = "../../../../indexer/tests/it/judged_queries/mod.rs"]
mod judged_queries;
mod kinds;
mod names;
mod negations;
mod nonsense;
mod part_list_names;
mod parts;
mod prices;
mod query;
mod report;
mod sides;
mod titles;
mod typing;

use std::{
    env,
    process::ExitCode,
    time::{SystemTime, UNIX_EPOCH},
};

use bench::Rng;
use judged::JudgedOptions;
use judged_queries::report::Bench;
use parts::Parts;
use report::FreshReport;

const OPTIONS: [&str; 8] =
    ["--seed", "--verbose", "--judged", "--hits", "--large", "--unseen", "--typing", "--rows"];

fn main() -> ExitCode {
    match run(env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: Vec<String>) -> Result<(), String> {
    let seed = remove_value(&mut arguments, "--seed")?;
    let rows = remove_value(&mut arguments, "--rows")?;
    if let Some(other) = arguments.iter().find(|argument| !OPTIONS.contains(&argument.as_str())) {
        return Err(format!("{other:?} is not an option; there are {}", OPTIONS.join(", ")));
    }
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let verbose = has("--verbose") || has("--hits");
    let options = JudgedOptions {
        verbose,
        large: has("--large"),
        unseen: has("--unseen"),
        typing: has("--typing"),
        rows,
    };
    if !has("--judged") {
        let seed = seed.map(|seed| seed.parse().map_err(|_| format!("{seed:?} is no seed: a whole number")));
        report_fresh(seed.transpose()?.unwrap_or_else(clock_seed), verbose);
        return Ok(());
    }
    let bench = if options.large { Bench::large() } else { Some(Bench::demo()) };
    let Some(mut bench) = bench else {
        return Err(
            "the large catalogue is not at ../shared/data/parts.jsonl.gz; TAJMEEA_PARTS says where else"
                .to_owned(),
        );
    };
    bench.lists_hits = has("--hits");
    judged::report(&bench, &options)
}

/// Reports on the fresh set of a seed.
fn report_fresh(seed: u64, verbose: bool) {
    let large = fresh::read_large_catalogue().and_then(|lines| Some((Bench::large()?, lines)));
    let name = if large.is_some() { "large" } else { "demo" };
    let (bench, lines) = large.unwrap_or_else(|| {
        println!("the large catalogue is left out: ../shared/data/parts.jsonl.gz is not there");
        let mut lines = Vec::new();
        demo::write_reference(&mut lines).unwrap();
        (Bench::demo(), String::from_utf8(lines).unwrap())
    });
    let parts = Parts::of(catalogue::read(lines.as_bytes()));
    let mut rng = Rng::new(seed);
    let queries = fresh::queries(&parts, &mut rng);
    println!("{} queries over {} products, seed {seed}", queries.len(), parts.documents.len());
    FreshReport::of(&bench, &parts, &queries).print(verbose);
    clicks::report(&mut rng);
    if verbose {
        judged::list_judged_elsewhere(&bench, &parts, name);
    }
}

/// Removes an option and its value, and returns the value.
fn remove_value(arguments: &mut Vec<String>, option: &str) -> Result<Option<String>, String> {
    let Some(at) = arguments.iter().position(|argument| argument == option) else { return Ok(None) };
    arguments.remove(at);
    if at < arguments.len() { Ok(Some(arguments.remove(at))) } else { Err(format!("{option} needs a value")) }
}

/// Returns the milliseconds of the clock.
fn clock_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default()
}
