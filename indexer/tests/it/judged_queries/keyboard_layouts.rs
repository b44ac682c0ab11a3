//! Queries typed on the wrong keyboard layout, which must be switched: words of the catalogue on an Arabic layout
//! and Arabic names on a Latin one. Words on the right layout must not be switched.

use std::collections::BTreeMap;

use super::{
    corrections::SPELT_RIGHT,
    judgement::{judgements, unseen_sets},
    report::Bench,
};

const ARABIC_TERMS: &str = include_str!("../../../../config/search/arabic_terms.tsv");
/// Keys of an English keyboard, and the letters that they type on an Arabic one.
const LATIN_KEYS: &str = "qwertyuiop[]asdfghjkl;'zxcvnm,./`";
const ARABIC_KEYS: &str = "ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظذ";
/// Number of words of each kind that are sampled.
const SAMPLE: usize = 200;
/// Length of the shortest sampled word, and the fewest products that have it.
const MIN_LETTERS: usize = 3;
const MIN_PRODUCTS: usize = 3;

/// Counts of the queries of one kind.
#[derive(Debug, Default, Clone, Copy)]
struct LayoutFigures {
    asked: usize,
    switched: usize,
    right: usize,
}

/// Figures by kind of query.
#[derive(Default)]
pub(crate) struct KeyboardReport {
    kinds: BTreeMap<&'static str, LayoutFigures>,
    pub(crate) misses: Vec<String>,
}

impl KeyboardReport {
    pub(crate) fn of(bench: &Bench) -> Self {
        let mut report = Self::default();
        for (index, (word, beside)) in latin_words(bench).iter().enumerate() {
            let meant = if index % 2 == 0 { word.clone() } else { format!("{beside} {word}") };
            report.search_wrong_layout(bench, "latin on arabic", &on_arabic_keys(&meant), &meant);
            report.search_right_layout(bench, "latin", &meant);
        }
        for name in arabic_names() {
            if let Some(typed) = on_latin_keys(name) {
                report.search_wrong_layout(bench, "arabic on latin", &typed, name);
            }
            report.search_right_layout(bench, "arabic", name);
        }
        for query in SPELT_RIGHT.lines().filter(|line| !line.starts_with('#')) {
            report.search_right_layout(bench, "ordinary words", query);
        }
        let judged: Vec<_> = judgements().into_iter().chain(unseen_sets().flat_map(|(_, set)| set)).collect();
        let judged: Vec<_> = judged.iter().filter(|judged| judged.family != "layout").collect();
        let step = judged.len().div_ceil(SAMPLE).max(1);
        for judged in judged.into_iter().step_by(step) {
            report.search_right_layout(bench, "judged queries", judged.query);
        }
        report
    }

    /// Searches for a text on the wrong layout.
    fn search_wrong_layout(&mut self, bench: &Bench, kind: &'static str, typed: &str, meant: &str) {
        let figures = self.kinds.entry(kind).or_default();
        figures.asked += 1;
        let corrected = bench.search(typed).corrected;
        let is_right = corrected.as_deref().is_some_and(|corrected| spelling(corrected) == spelling(meant));
        figures.switched += usize::from(corrected.is_some());
        figures.right += usize::from(is_right);
        if !is_right {
            self.misses.push(format!("{typed} → {corrected:?}, not {meant}"));
        }
    }

    /// Searches for a text on the right layout.
    fn search_right_layout(&mut self, bench: &Bench, kind: &'static str, text: &str) {
        let figures = self.kinds.entry(kind).or_default();
        figures.asked += 1;
        let Some(corrected) = bench.search(text).corrected else { return };
        let other_layout = [Some(on_arabic_keys(text)), on_latin_keys(text)];
        let is_turned = other_layout.iter().flatten().any(|other| spelling(other) == spelling(&corrected));
        if is_turned {
            figures.switched += 1;
            self.misses.push(format!("{text} → {corrected}, but is right"));
        }
    }

    /// Returns the share of switched queries that are right.
    pub(crate) fn precision(&self) -> f64 {
        let switched: usize = self.kinds.values().map(|figures| figures.switched).sum();
        let right: usize = self.kinds.values().map(|figures| figures.right).sum();
        if switched == 0 { 1.0 } else { right as f64 / switched as f64 }
    }

    /// Returns the share of queries on the wrong layout that are switched to the meant text.
    pub(crate) fn recall(&self) -> f64 {
        let wrong = ["latin on arabic", "arabic on latin"].iter().filter_map(|kind| self.kinds.get(kind));
        let (asked, right) =
            wrong.fold((0, 0), |(asked, right), figures| (asked + figures.asked, right + figures.right));
        f64::from(right as u32) / f64::from((asked as u32).max(1))
    }

    pub(crate) fn print(&self, verbose: bool) {
        println!("\nKeyboard layouts: words on the wrong one, and words that must not be turned");
        println!("{:<18}{:>6}{:>8}{:>7}", "", "asked", "turned", "right");
        for (kind, LayoutFigures { asked, switched, right }) in &self.kinds {
            println!("{kind:<18}{asked:>6}{switched:>8}{right:>7}");
        }
        println!("precision {:.3}, recall {:.3}", self.precision(), self.recall());
        if verbose {
            self.misses.iter().for_each(|miss| println!("    {miss}"));
        }
    }
}

/// Returns words of letters that several products have, each with the word before it in a name.
fn latin_words(bench: &Bench) -> Vec<(String, String)> {
    let mut counts: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for product in bench.catalogue.products() {
        let words: Vec<&str> = product.words.split_whitespace().collect();
        let is_plain =
            |word: &str| word.len() >= MIN_LETTERS && word.bytes().all(|byte| byte.is_ascii_lowercase());
        for pair in words.windows(2) {
            if let [before, word] = pair
                && is_plain(before)
                && is_plain(word)
            {
                counts.entry(word).or_insert((0, before)).0 += 1;
            }
        }
    }
    let frequent = counts.into_iter().filter(|(_, (count, _))| *count >= MIN_PRODUCTS);
    sampled(frequent.map(|(word, (_, before))| (word.to_owned(), before.to_owned())).collect())
}

/// Returns names of categories and brands of the Arabic dictionary.
fn arabic_names() -> Vec<&'static str> {
    let variants = ARABIC_TERMS.lines().skip(1).filter_map(|line| {
        let mut columns = line.split('\t').skip(1);
        let (kind, variants) = (columns.next()?, columns.next()?);
        (kind != "attribute").then_some(variants)
    });
    let names = variants.flat_map(|variants| variants.split('|')).filter(|name| {
        name.chars().filter(|letter| letter.is_alphabetic()).count() >= MIN_LETTERS
            && name.chars().all(|letter| !letter.is_ascii_alphanumeric())
    });
    sampled(names.collect())
}

fn sampled<T>(words: Vec<T>) -> Vec<T> {
    let step = words.len().div_ceil(SAMPLE).max(1);
    words.into_iter().step_by(step).collect()
}

/// Returns the letters that the keys of a Latin text type on an Arabic layout.
fn on_arabic_keys(text: &str) -> String {
    let mut typed = String::new();
    for character in text.to_lowercase().chars() {
        match LATIN_KEYS.chars().position(|key| key == character) {
            Some(at) => typed.extend(ARABIC_KEYS.chars().nth(at)),
            None if character == 'b' => typed.push_str("لا"),
            None => typed.push(character),
        }
    }
    typed
}

/// Returns the letters that the keys of an Arabic text type on a Latin layout; `None` where a letter has no key of
/// its own.
fn on_latin_keys(text: &str) -> Option<String> {
    let text = text.replace("لا", "b");
    let key = |character: char| {
        if character.is_ascii() {
            return Some(character);
        }
        let at = ARABIC_KEYS.chars().position(|key| key == character)?;
        LATIN_KEYS.chars().nth(at)
    };
    text.chars().map(key).collect()
}

/// Returns a text with one spelling of its letters.
fn spelling(text: &str) -> String {
    let letter = |letter: char| match letter {
        'أ' | 'إ' | 'آ' => 'ا',
        'ة' => 'ه',
        'ى' | 'ئ' => 'ي',
        'ؤ' => 'و',
        other => other,
    };
    text.to_lowercase().chars().map(letter).collect()
}
