//! Figures of the generated queries, by family.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use bench::percentiles;
use indexer::SearchResponse;

use crate::{
    grade::{Grade, grade},
    judged_queries::report::Bench,
    parts::Parts,
    query::FreshQuery,
};

/// Figures of all families.
#[derive(Default)]
pub(crate) struct FreshReport {
    families: BTreeMap<&'static str, FamilyFigures>,
    all: FamilyFigures,
}

/// Sums over the queries of a family.
#[derive(Default)]
struct FamilyFigures {
    asked: usize,
    first: usize,
    of_five: f64,
    of_ten: f64,
    bad: usize,
    reversed: usize,
    false_claims: usize,
    /// Prices that are stated, that are read, and that are stated and read right.
    prices: [usize; 3],
    times: Vec<Duration>,
    slowest: (Duration, String),
    /// Each response that is not all right.
    misses: Vec<String>,
}

impl FreshReport {
    /// Searches for every query, one after the other.
    pub(crate) fn of(bench: &Bench, parts: &Parts, queries: &[FreshQuery]) -> Self {
        let mut report = Self::default();
        for query in queries {
            let started = Instant::now();
            let response = bench.search(&query.text);
            let time = started.elapsed();
            let Some(grade) = grade(query, &response, parts) else { continue };
            let miss = describe(query, &grade, &response, parts);
            report.families.entry(query.family).or_default().add(query, &grade, time, miss.as_deref());
            report.all.add(query, &grade, time, None);
        }
        report
    }

    /// Prints the figures; with `verbose`, also every response that is not all right.
    pub(crate) fn print(&self, verbose: bool) {
        println!(
            "{:<24}{:>6}{:>8}{:>8}{:>8}{:>8}{:>10}{:>8}{:>9}{:>9}",
            "", "asked", "first", "P@5", "P@10", "bad", "reversed", "claims", "p50 ms", "p99 ms"
        );
        for (family, figures) in &self.families {
            figures.print(family);
            if verbose {
                figures.misses.iter().for_each(|miss| println!("    {miss}"));
            }
        }
        self.all.print("all");
        let [stated, read, right] = self.all.prices;
        let share = |of: usize| right as f64 / of.max(1) as f64;
        println!("prices: precision {:.3}, recall {:.3} of {stated} stated", share(read), share(stated));
        let (time, text) = &self.all.slowest;
        let text: String = text.chars().take(80).collect();
        println!("slowest: {:.1} ms for {text:?}", time.as_secs_f64() * 1000.0);
    }
}

impl FamilyFigures {
    fn add(&mut self, query: &FreshQuery, grade: &Grade, time: Duration, miss: Option<&str>) {
        self.asked += 1;
        self.first += usize::from(grade.is_first_right);
        self.of_five += grade.of_five;
        self.of_ten += grade.of_ten;
        self.bad += usize::from(grade.is_bad);
        self.reversed += usize::from(grade.is_reversed);
        self.false_claims += usize::from(grade.is_false_claim);
        if let Some(price) = grade.price {
            let counted = [price.is_stated, price.is_read, price.is_stated && price.is_right];
            self.prices.iter_mut().zip(counted).for_each(|(count, holds)| *count += usize::from(holds));
        }
        self.times.push(time);
        if time > self.slowest.0 {
            self.slowest = (time, query.text.clone());
        }
        self.misses.extend(miss.map(str::to_owned));
    }

    fn print(&self, name: &str) {
        let share = |sum: f64| sum / self.asked.max(1) as f64;
        let [p50, _, p99] = percentiles(&self.times);
        println!(
            "{name:<24}{:>6}{:>8.3}{:>8.3}{:>8.3}{:>8.3}{:>10}{:>8}{p50:>9.2}{p99:>9.2}",
            self.asked,
            share(self.first as f64),
            share(self.of_five),
            share(self.of_ten),
            share(self.bad as f64),
            self.reversed,
            self.false_claims
        );
    }
}

/// Returns a line on a response that is not all right: what is wrong, and the first hit.
fn describe(query: &FreshQuery, grade: &Grade, response: &SearchResponse, parts: &Parts) -> Option<String> {
    let faults = [
        (grade.is_bad, "bad"),
        (grade.is_reversed, "reversed"),
        (grade.is_false_claim, "false claim"),
        (!grade.is_first_right, "first"),
        (grade.of_five < 1.0, "P@5"),
    ];
    let faults: Vec<&str> = faults.iter().filter(|(holds, _)| *holds).map(|(_, fault)| *fault).collect();
    let names = first_names(response, parts, 1);
    (!faults.is_empty()).then(|| {
        let first = names.first().copied().unwrap_or("nothing");
        let (dropped, corrected) = (&response.dropped, response.corrected.as_deref().unwrap_or_default());
        format!("{}: {} → {first} {corrected} {dropped:?}", faults.join(", "), query.text)
    })
}

/// Returns the names of the first hits.
pub(crate) fn first_names<'p>(response: &SearchResponse, parts: &'p Parts, count: usize) -> Vec<&'p str> {
    let positions = response.hits.iter().take(count).filter_map(|hit| parts.position(hit.id));
    positions.map(|index| parts.documents[index].name.as_str()).collect()
}
