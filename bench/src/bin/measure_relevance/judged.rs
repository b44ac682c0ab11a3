//! The judged sets of before, as regression; and judged queries of others, for a person to read.

use std::fs;

use crate::{
    fresh::read_shared,
    judged_queries::{
        brands::BrandReport,
        completions::CompletionReport,
        corrections::CorrectionReport,
        judgement::{parse_table, unseen_sets},
        keyboard_layouts::KeyboardReport,
        part_names::PartNameReport,
        report::Bench,
    },
    parts::Parts,
    report::first_names,
};

/// Number of hits that are listed of a query.
const SHOWN: usize = 5;

/// Parts of the report.
pub(crate) struct JudgedOptions {
    pub(crate) verbose: bool,
    pub(crate) large: bool,
    pub(crate) unseen: bool,
    pub(crate) typing: bool,
    /// File with rows in the format of the sets.
    pub(crate) rows: Option<String>,
}

/// Prints the report on the judged sets, or on the part of it that the options name. Returns a message where the file
/// of rows cannot be read.
pub(crate) fn report(bench: &Bench, options: &JudgedOptions) -> Result<(), String> {
    let verbose = options.verbose;
    if let Some(path) = &options.rows {
        let table = fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))?;
        let judgements: Vec<_> = parse_table(table.leak()).collect();
        bench.report_of(&judgements).print(verbose);
        return Ok(());
    }
    if options.typing {
        report_typing(bench, verbose);
        return Ok(());
    }
    if !options.unseen {
        bench.report().print(verbose);
    }
    for (name, judgements) in unseen_sets() {
        println!("\nThe {name} unseen set:");
        bench.report_of(&judgements).print(verbose);
    }
    if !options.unseen {
        CorrectionReport::of(bench).print(verbose);
        report_typing(bench, verbose);
    }
    if options.large && !options.unseen {
        PartNameReport::of(bench).print(verbose);
    }
    Ok(())
}

fn report_typing(bench: &Bench, verbose: bool) {
    CompletionReport::of(bench).print(verbose);
    KeyboardReport::of(bench).print(verbose);
    BrandReport::of(bench).print(verbose);
}

/// Lists the first hits of the queries of `queries_judged.tsv` that were judged on a catalogue (`demo` or `large`). Their
/// wishes are sentences, so that a person judges them.
pub(crate) fn list_judged_elsewhere(bench: &Bench, parts: &Parts, catalogue: &str) {
    let Some(table) = read_shared("queries_judged.tsv") else {
        println!("\nqueries judged elsewhere are left out: ../shared/data/queries_judged.tsv is not there");
        return;
    };
    println!("\nQueries judged elsewhere, with what was wanted and how an earlier build was judged");
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, of, _, query, wanted, judgement, ..] = columns[..] else { continue };
        if of != catalogue {
            continue;
        }
        println!("{query}   (wanted: {wanted}; was {judgement})");
        let response = bench.search(query);
        first_names(&response, parts, SHOWN).iter().for_each(|name| println!("    {name}"));
    }
}
