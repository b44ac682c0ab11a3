//! Corrections: words of the catalogue with a typing slip, which may only become the meant word, and words that are
//! spelt right, which stay as they are.

use std::collections::BTreeMap;

use super::report::Bench;

/// Queries that need no correction.
pub(crate) const SPELT_RIGHT: &str = include_str!("../../judged_queries/spelt_right.tsv");
/// A word is meant if at least this many products have it.
const MIN_PRODUCTS: usize = 3;
/// Length of the shortest word with a slip, in letters.
const MIN_LETTERS: usize = 5;
/// Number of words of the catalogue that are sampled.
const SAMPLE: usize = 150;
/// The rows of keys, for slips to a neighbouring key.
const KEYS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Returns a word with a slip at a position.
type Slip = fn(&[char], usize) -> Vec<char>;

const SLIPS: [(&str, Slip); 4] =
    [("left out", left_out), ("doubled", doubled), ("swapped", swapped), ("next key", next_key)];

/// Corrections made and right, by kind of slip.
#[derive(Default)]
pub(crate) struct CorrectionReport {
    pub(crate) slips: BTreeMap<&'static str, CorrectionFigures>,
    /// Corrections of words that are spelt right: all of them are wrong.
    pub(crate) spelt_right: CorrectionFigures,
    pub(crate) misses: Vec<String>,
}

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct CorrectionFigures {
    pub(crate) asked: usize,
    pub(crate) made: usize,
    pub(crate) right: usize,
}

impl CorrectionReport {
    pub(crate) fn of(bench: &Bench) -> Self {
        let mut report = Self::default();
        let words = sampled_words(bench);
        for (index, (word, beside)) in words.iter().enumerate() {
            let letters: Vec<char> = word.chars().collect();
            for (slip_index, (kind, slip)) in SLIPS.into_iter().enumerate() {
                // Not the first letter, which people look at.
                let place = 1 + (index + 3 * slip_index) % (letters.len() - 2);
                let typed: String = slip(&letters, place).into_iter().collect();
                if typed == *word || bench.catalogue.has_word(&typed) {
                    continue;
                }
                report.measure(bench, kind, &typed, word);
                report.measure(bench, kind, &format!("{beside} {typed}"), &format!("{beside} {word}"));
            }
        }
        for query in SPELT_RIGHT.lines().filter(|line| !line.starts_with('#')) {
            report.spelt_right.asked += 1;
            if let Some(corrected) = bench.search(query).corrected {
                report.spelt_right.made += 1;
                report.misses.push(format!("{query} → {corrected}"));
            }
        }
        report
    }

    fn measure(&mut self, bench: &Bench, kind: &'static str, typed: &str, meant: &str) {
        let figures = self.slips.entry(kind).or_default();
        figures.asked += 1;
        let Some(corrected) = bench.search(typed).corrected else { return };
        figures.made += 1;
        if corrected == meant {
            figures.right += 1;
        } else {
            self.misses.push(format!("{typed} → {corrected}, not {meant}"));
        }
    }

    /// Returns the figures of all corrections.
    pub(crate) fn all(&self) -> CorrectionFigures {
        let every = self.slips.values().chain([&self.spelt_right]);
        every.fold(CorrectionFigures::default(), |sum, figures| CorrectionFigures {
            asked: sum.asked + figures.asked,
            made: sum.made + figures.made,
            right: sum.right + figures.right,
        })
    }

    pub(crate) fn print(&self, verbose: bool) {
        println!(
            "\nCorrections: words with a slip, alone and beside another word; and words that are spelt right"
        );
        println!("{:<18}{:>6}{:>6}{:>7}{:>11}", "", "asked", "made", "right", "precision");
        let all = self.all();
        let rows = self.slips.iter().map(|(kind, figures)| (*kind, figures));
        for (kind, figures) in rows.chain([("spelt right", &self.spelt_right), ("all", &all)]) {
            let CorrectionFigures { asked, made, right } = figures;
            println!("{kind:<18}{asked:>6}{made:>6}{right:>7}{:>11.3}", figures.precision());
        }
        if verbose {
            self.misses.iter().for_each(|miss| println!("    {miss}"));
        }
    }
}

impl CorrectionFigures {
    /// Returns the share of corrections that are right.
    pub(crate) fn precision(&self) -> f64 {
        if self.made == 0 { 1.0 } else { self.right as f64 / self.made as f64 }
    }
}

/// Returns words of letters that several products have, each with the word before it in a name.
fn sampled_words(bench: &Bench) -> Vec<(String, String)> {
    let mut counts: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for product in bench.catalogue.products() {
        let words: Vec<&str> = product.words.split_whitespace().collect();
        for pair in words.windows(2) {
            let [before, word] = pair else { continue };
            let is_plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
            if word.len() >= MIN_LETTERS && before.len() >= MIN_LETTERS && is_plain(word) && is_plain(before)
            {
                counts.entry(word).or_insert((0, before)).0 += 1;
            }
        }
    }
    let frequent: Vec<(String, String)> = counts
        .into_iter()
        .filter(|(_, (count, _))| *count >= MIN_PRODUCTS)
        .map(|(word, (_, before))| (word.to_owned(), before.to_owned()))
        .collect();
    let step = frequent.len().div_ceil(SAMPLE).max(1);
    frequent.into_iter().step_by(step).collect()
}

fn left_out(letters: &[char], place: usize) -> Vec<char> {
    [&letters[..place], &letters[place + 1..]].concat()
}

fn doubled(letters: &[char], place: usize) -> Vec<char> {
    [&letters[..=place], &letters[place..]].concat()
}

fn swapped(letters: &[char], place: usize) -> Vec<char> {
    let mut letters = letters.to_vec();
    letters.swap(place, place + 1);
    letters
}

fn next_key(letters: &[char], place: usize) -> Vec<char> {
    let mut letters = letters.to_vec();
    let row = KEYS.iter().find(|row| row.contains(letters[place]));
    let keys: Vec<char> = row.map(|row| row.chars().collect()).unwrap_or_default();
    if let Some(at) = keys.iter().position(|key| *key == letters[place]) {
        letters[place] = keys.get(at + 1).or_else(|| keys.get(at.wrapping_sub(1))).copied().unwrap_or('x');
    }
    letters
}
