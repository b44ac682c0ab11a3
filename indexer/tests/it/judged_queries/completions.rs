//! Suggestions while a name is typed, at each of its beginnings.

use std::collections::BTreeMap;

use domain::model::Category;
use indexer::{SuggestRequest, SuggestResponse};

use super::{
    condition::{Condition, Test},
    report::Bench,
};

const NAMES: &str = include_str!("../../judged_queries/completions.tsv");
/// Length of the shortest beginning, in letters.
const MIN_LETTERS: usize = 2;
/// Beginnings of this many letters and more are counted together.
const MAX_COUNTED_LETTERS: usize = 4;

/// Figures by script, and by script and number of letters.
#[derive(Default)]
pub(crate) struct CompletionReport {
    pub(crate) scripts: BTreeMap<&'static str, CompletionFigures>,
    lengths: BTreeMap<(&'static str, usize), CompletionFigures>,
    misses: Vec<String>,
}

/// Counts of beginnings.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct CompletionFigures {
    asked: usize,
    /// Beginnings for which a query, a category or a brand is suggested.
    answered: usize,
    /// Beginnings for which the meant name is suggested.
    meant: usize,
}

/// A row of the table.
struct Name {
    text: &'static str,
    condition: Condition,
    others: Vec<&'static str>,
}

impl CompletionReport {
    pub(crate) fn of(bench: &Bench) -> Self {
        let mut report = Self::default();
        for name in NAMES.lines().filter(|line| !line.starts_with('#')).map(Name::parse) {
            if bench.catalogue.fitting(&name.condition, 1).is_empty() {
                continue;
            }
            let letters: Vec<char> = name.text.chars().collect();
            for length in MIN_LETTERS..letters.len() {
                let typed: String = letters[..length].iter().collect();
                if !typed.ends_with(' ') {
                    report.measure(bench, &name, &typed);
                }
            }
        }
        report
    }

    fn measure(&mut self, bench: &Bench, name: &Name, typed: &str) {
        let request = SuggestRequest { text: typed.to_owned(), limit: 6 };
        let response = bench.engine.suggest(&request).unwrap();
        let is_answered =
            !response.queries.is_empty() || !response.categories.is_empty() || !response.brands.is_empty();
        let is_meant = name.is_meant(&response, typed);
        let script = if typed.is_ascii() { "latin" } else { "arabic" };
        let length = typed.chars().count().min(MAX_COUNTED_LETTERS);
        for figures in
            [self.scripts.entry(script).or_default(), self.lengths.entry((script, length)).or_default()]
        {
            figures.asked += 1;
            figures.answered += usize::from(is_answered);
            figures.meant += usize::from(is_meant);
        }
        if !is_meant {
            let queries: Vec<&str> = response.queries.iter().map(|query| query.text.as_str()).collect();
            self.misses.push(format!("{typed} ({}) → {queries:?}", name.text));
        }
    }

    pub(crate) fn print(&self, verbose: bool) {
        println!("\nSuggestions at each beginning of a name, from {MIN_LETTERS} letters on");
        println!("{:<18}{:>6}{:>10}{:>10}", "", "asked", "answered", "as meant");
        for ((script, length), figures) in &self.lengths {
            let more = if *length == MAX_COUNTED_LETTERS { " and more" } else { "" };
            figures.print(&format!("{script} {length}{more}"));
        }
        self.scripts.iter().for_each(|(script, figures)| figures.print(script));
        if verbose {
            self.misses.iter().for_each(|miss| println!("    {miss}"));
        }
    }
}

impl CompletionFigures {
    /// Returns the share of beginnings for which anything but products is suggested.
    pub(crate) fn answered(self) -> f64 {
        self.answered as f64 / self.asked.max(1) as f64
    }

    /// Returns the share of beginnings for which the meant name is suggested.
    pub(crate) fn meant(self) -> f64 {
        self.meant as f64 / self.asked.max(1) as f64
    }

    fn print(self, name: &str) {
        println!("{name:<18}{:>6}{:>10.3}{:>10.3}", self.asked, self.answered(), self.meant());
    }
}

impl Name {
    fn parse(line: &'static str) -> Self {
        let mut columns = line.split('\t');
        let (Some(text), Some(condition)) = (columns.next(), columns.next()) else {
            panic!("a row needs text and condition: {line:?}");
        };
        let others = columns.next().unwrap_or_default();
        let others = others.split('|').filter(|other| !other.is_empty()).collect();
        Self { text, condition: Condition::parse(condition), others }
    }

    /// Whether a query that continues to the name, its category or its brand is suggested.
    fn is_meant(&self, response: &SuggestResponse, typed: &str) -> bool {
        let goes_on = |query: &str| {
            let query = folded(query);
            let mut texts = std::iter::once(&self.text).chain(&self.others).map(|text| folded(text));
            query != folded(typed) && texts.any(|text| text.starts_with(&query) || query.starts_with(&text))
        };
        let has_category =
            |category: Category| response.categories.iter().any(|other| other.category == category);
        let has_brand = |brand: &str| response.brands.iter().any(|other| letters(&other.text) == brand);
        let is_named = match self.condition.alternatives.first().map(Vec::as_slice) {
            Some([Test::Category(category)]) => category.parse().is_ok_and(has_category),
            Some([Test::Brand(brand)]) => has_brand(brand),
            _ => false,
        };
        is_named || response.queries.iter().any(|query| goes_on(&query.text))
    }
}

/// Returns a text in lower case, with one spelling of its Arabic letters.
fn folded(text: &str) -> String {
    let letter = |letter: char| match letter {
        'أ' | 'إ' | 'آ' => 'ا',
        'ة' => 'ه',
        'ى' => 'ي',
        other => other,
    };
    text.to_lowercase().chars().map(letter).collect()
}

/// Returns the letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    text.to_lowercase().chars().filter(|character| character.is_alphanumeric()).collect()
}
