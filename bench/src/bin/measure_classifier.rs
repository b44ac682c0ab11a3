//! Measures how well listings are told apart: parts of each category from each other and from everything else that shops
//! sell. Listings on which the classifier was never fitted (`ingest/tests/it/labelled_titles.rs` says which).
//!
//! ```text
//! make bench-classify
//! ```
//!
//! `--calibrate` measures the titles on which the limits of the verdict are chosen instead.
//!
//! Figures: for each source and each category, the share of what is shown as a part that is one, and the share of the parts
//! that is shown; by the title alone, with the shop's category, and with what an earlier crawl found in that category. Then
//! the titles that one core reads in a second. Exit code 1 where a promise is missed.
#![allow(clippy::print_stdout, reason = "the figures are its output")]

#[path = "../../../ingest/tests/it/classifier_score.rs"]
mod classifier_score;
#[allow(dead_code, reason = "the file belongs to the tests of ingest and to the fit too")]
#[path = "../../../ingest/tests/it/labelled_titles.rs"]
mod labelled_titles;

use std::{
    collections::BTreeSet,
    hint::black_box,
    io,
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use classifier_score::{Inputs, Score, score};
use ingest::normalise::{RawTitle, normalise_title};
use labelled_titles::{LabelledTitle, Use};

/// Minimum precision and recall by the title alone, and with the shop's category.
const BY_TITLE: (f64, f64) = (0.97, 0.90);
const BY_CATEGORY: (f64, f64) = (0.99, 0.95);
/// Minimum number of titles that one core reads in a second.
const MIN_SPEED: f64 = 20_000.0;
const MEASURED_FOR: Duration = Duration::from_secs(3);
/// Number of wrong listings that are shown of each kind of measurement.
const EXAMPLES: usize = 25;

fn main() -> io::Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let mut titles = labelled_titles::load(root)?;
    let calibrates = std::env::args().any(|argument| argument == "--calibrate");
    let wanted = if calibrates { Use::Calibrate } else { Use::Measure };
    titles.retain(|title| title.used_for == wanted);
    let sources: BTreeSet<&str> = titles.iter().map(|title| title.source.as_str()).collect();
    if !sources.contains("shop c") {
        println!("{} is absent: only our own titles are measured", labelled_titles::SHARED);
    }
    let mut kept = true;
    for inputs in Inputs::ALL {
        kept &= measure(&titles, &sources, inputs);
    }
    kept &= measure_speed(&titles);
    Ok(if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn measure(titles: &[LabelledTitle], sources: &BTreeSet<&str>, inputs: Inputs) -> bool {
    let (what, wanted) = match inputs {
        Inputs::TitleOnly => ("By the title alone", BY_TITLE),
        Inputs::Category => ("With the shop's category", BY_CATEGORY),
        Inputs::EarlierCrawl => {
            ("With the shop's category and what an earlier crawl found in it", BY_CATEGORY)
        }
    };
    println!("\n{what}");
    for source in sources {
        let score = score(titles.iter().filter(|title| title.source == *source), inputs);
        println!("  {source:20} {}", score.total());
    }
    let all = score(titles, inputs);
    let real = score(titles.iter().filter(|title| !title.source.starts_with("own ")), inputs);
    for (category, counts) in &all.by_category {
        println!("  {:20} {counts}", category.as_str());
    }
    print_wrong(&all);
    println!("  {:20} {}", "with our own", all.total());
    let total = real.total();
    let kept = total.precision() >= wanted.0 && total.recall() >= wanted.1;
    let promise = format!("precision {:.2}, recall {:.2}", wanted.0, wanted.1);
    println!("{} real shops {total} (promised: {promise})", if kept { "ok    " } else { "MISSED" });
    kept
}

fn print_wrong(score: &Score) {
    for (shown, title, truth) in score.wrong.iter().take(EXAMPLES) {
        let truth = truth.map_or("none", |category| category.as_str());
        println!("    shown as {shown}, is {truth}: {title}");
    }
}

fn measure_speed(titles: &[LabelledTitle]) -> bool {
    let began = Instant::now();
    let mut read = 0_u32;
    while began.elapsed() < MEASURED_FOR {
        for title in titles.iter().take(10_000) {
            black_box(normalise_title(&RawTitle { en: Some(&title.title), ..RawTitle::default() }));
            read += 1;
        }
    }
    let speed = f64::from(read) / began.elapsed().as_secs_f64();
    let kept = speed >= MIN_SPEED;
    println!("\n{} {speed:.0} titles a second on one core", if kept { "ok    " } else { "MISSED" });
    kept
}
