//! Real names typed in part: measured over the catalogue's own names, so that no name has to be written down here.

use std::collections::BTreeMap;

use super::{
    catalogue::JudgedProduct,
    condition::{Condition, Test},
    grade::{Grade, Level},
    report::{Bench, RelevanceFigures},
};

/// One product in this many is searched for, in each of the forms.
const SAMPLE_STEP: usize = 61;
/// Maximum length of a name, in words.
const MAX_WORDS: usize = 7;
/// Length of the shortest beginning of a word that is typed for it.
const MIN_PREFIX: usize = 4;

/// Returns a name as it is typed.
type TypedForm = fn(&[&str]) -> Vec<String>;

/// The ways in which a name is typed.
const FORMS: [(&str, TypedForm); 6] = [
    ("lower case", |words| owned(words)),
    ("other order", |words| words.iter().rev().map(|word| (*word).to_owned()).collect()),
    ("no manufacturer", |words| owned(words.get(1..).unwrap_or_default())),
    ("words left out", |words| without_every_third(words)),
    ("first and last", |words| {
        [words.first(), words.last()].into_iter().flatten().map(|word| (*word).to_owned()).collect()
    }),
    ("half-typed", |words| half_typed(words)),
];

/// Figures by form and by category.
#[derive(Default)]
pub(crate) struct PartNameReport {
    pub(crate) forms: BTreeMap<&'static str, RelevanceFigures>,
    pub(crate) categories: BTreeMap<&'static str, RelevanceFigures>,
    pub(crate) all: RelevanceFigures,
}

impl PartNameReport {
    /// Measures a sample of a catalogue's products.
    pub(crate) fn of(bench: &Bench) -> Self {
        let mut report = Self::default();
        for product in bench.catalogue.products().iter().step_by(SAMPLE_STEP) {
            let name = product.name.to_lowercase();
            let words: Vec<&str> = name.split_whitespace().take(MAX_WORDS).collect();
            for (form, typed) in FORMS {
                let typed = typed(&words);
                if typed.len() > 1 {
                    report.measure(bench, product, form, &typed);
                }
            }
        }
        report
    }

    fn measure(&mut self, bench: &Bench, product: &JudgedProduct, form: &'static str, typed: &[String]) {
        let query = typed.join(" ");
        let condition = has_all(typed, form == "half-typed");
        let expected = bench.catalogue.fitting(&condition, 10).len().min(10);
        let hits = bench.search(&query).hits;
        let products: Vec<&JudgedProduct> = hits.iter().map(|hit| bench.catalogue.product(hit.id)).collect();
        let right = products.iter().take(expected).filter(|hit| condition.fits(hit)).count();
        let rank = products.iter().position(|hit| condition.fits(hit));
        let precision = right as f64 / expected.max(1) as f64;
        let level = match () {
            () if precision >= 1.0 => Level::Good,
            () if precision >= 0.6 => Level::Acceptable,
            () => Level::Bad,
        };
        let reciprocal_rank = rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64);
        let grade = Grade { level, precision, reciprocal_rank };
        let first = products.first().map_or("nothing", |hit| hit.name.as_str());
        let miss = format!("{query} → {first}  P@10 {precision:.2}");
        self.forms.entry(form).or_default().add(grade, &miss);
        self.categories.entry(product.category).or_default().add(grade, &miss);
        self.all.add(grade, &miss);
    }

    pub(crate) fn print(&self, verbose: bool) {
        println!("\nReal names typed in part: P@10 asks for products whose names have all of the words");
        self.forms.iter().for_each(|(form, figures)| figures.print(form, verbose));
        println!();
        self.categories.iter().for_each(|(category, figures)| figures.print(category, false));
        println!();
        self.all.print("all", false);
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Omits every third word, unless it has a digit: users type the model's number.
fn without_every_third(words: &[&str]) -> Vec<String> {
    let is_left_out =
        |index: usize, word: &str| index % 3 == 1 && !word.contains(|c: char| c.is_ascii_digit());
    let remaining = words.iter().enumerate().filter(|(index, word)| !is_left_out(*index, word));
    remaining.map(|(_, word)| (*word).to_owned()).collect()
}

/// Cuts the last word short.
fn half_typed(words: &[&str]) -> Vec<String> {
    let mut typed = owned(words);
    if let Some(last) = typed.last_mut() {
        let prefix: String = last.chars().take(MIN_PREFIX).collect();
        *last = prefix;
    }
    typed
}

/// Returns the condition that a name has all of the typed words, the last one possibly half-typed.
fn has_all(typed: &[String], is_half_typed: bool) -> Condition {
    let (whole, begun) = if is_half_typed { typed.split_at(typed.len() - 1) } else { (typed, &[][..]) };
    let split = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let words = whole.iter().flat_map(|word| split(word)).map(Test::Word);
    let letters = begun.iter().map(|word| Test::Letters(split(word).concat()));
    Condition { alternatives: vec![words.chain(letters).collect()] }
}
