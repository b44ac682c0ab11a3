//! Queries in the words of the Arabic dictionary: kind, brand and a fact.

use bench::Rng;
use domain::model::{Category, SpecKey};

use crate::{
    kinds::{KINDS, Kind},
    parts::{Parts, Requirement, has_fact, letters, words},
    query::{FreshQuery, Truth},
};

/// Rows of a dictionary in the form of `config/search/arabic_terms.tsv`.
pub(crate) struct Terms(Vec<Term>);

struct Term {
    english: String,
    kind: String,
    variants: Vec<String>,
}

/// Kinds of products whose Arabic name says more than the category, with what it says.
const NARROWER: [(&str, Category, SpecKey, &str); 3] = [
    ("liquid cooler", Category::CpuCooler, SpecKey::CoolerType, "AIO"),
    ("ssd", Category::Storage, SpecKey::StorageKind, "SSD"),
    ("m.2", Category::Storage, SpecKey::StorageFormFactor, "M.2-NVMe"),
];

impl Terms {
    pub(crate) fn parse(table: &str) -> Self {
        let rows = table.lines().skip(1).filter_map(|line| {
            let mut columns = line.split('\t').map(str::to_owned);
            let (english, kind) = (columns.next()?, columns.next()?);
            let variants = columns.next()?.split('|').map(str::to_owned).collect();
            Some(Term { english, kind, variants })
        });
        Self(rows.collect())
    }

    /// Returns one of the names of a kind or brand; `None` where the dictionary lacks it.
    pub(crate) fn pick(&self, kind: &str, english: &str, rng: &mut Rng) -> Option<&str> {
        let english = letters(english);
        let is_meant = |term: &&Term| term.kind == kind && letters(&term.english) == english;
        let variants: Vec<&String> = self.0.iter().filter(is_meant).flat_map(|term| &term.variants).collect();
        variants.get(rng.below(variants.len().max(1) as u64) as usize).map(|variant| variant.as_str())
    }

    /// Whether a text has all words of a name of a kind of part.
    pub(crate) fn names_kind(&self, text: &str) -> bool {
        let said = words(text);
        let has_all = |name: &[String]| !name.is_empty() && name.iter().all(|word| said.contains(word));
        let kinds = self.0.iter().filter(|term| term.kind == "category");
        kinds.flat_map(|term| &term.variants).any(|name| has_all(&words(name)))
    }
}

/// Returns a query for a random product's kind with its brand, its fact, or both.
pub(crate) fn arabic(parts: &Parts, terms: &Terms, rng: &mut Rng) -> Option<FreshQuery> {
    let document = &parts.documents[rng.below(parts.documents.len() as u64) as usize];
    let (noun, mut wanted) = noun(document.category, terms, rng)?;
    let mut said = vec![noun.to_owned()];
    let brand = terms.pick("brand", &document.manufacturer, rng).filter(|_| rng.percent(60));
    if let Some(brand) = brand {
        said.push(brand.to_owned());
        wanted.push(Requirement::Brand(letters(&document.manufacturer)));
    }
    let fact = Kind::of(document.category).and_then(|kind| kind.fact_of(document));
    if let Some(fact) = fact.filter(|_| brand.is_none() || rng.percent(50)) {
        wanted.push(has_fact(&fact));
        said.push(if rng.percent(40) { arabic_digits(&fact.arabic) } else { fact.arabic });
    }
    Some(FreshQuery::new("arabic", said.join(" "), Truth::Listing(wanted)))
}

/// Returns an Arabic name of a category, and what it says.
fn noun<'t>(category: Category, terms: &'t Terms, rng: &mut Rng) -> Option<(&'t str, Vec<Requirement>)> {
    let plain = KINDS.iter().filter(|kind| kind.category == category).flat_map(|kind| kind.terms);
    let mut names: Vec<(&str, Option<Requirement>)> = plain.map(|english| (*english, None)).collect();
    let narrower = NARROWER.iter().filter(|(_, of, ..)| *of == category);
    names.extend(
        narrower
            .map(|(english, _, key, value)| (*english, Some(Requirement::Fact(*key, (*value).to_owned())))),
    );
    if names.is_empty() {
        return None;
    }
    let (english, narrower) = names.swap_remove(rng.below(names.len() as u64) as usize);
    let noun = terms.pick("category", english, rng)?;
    Some((noun, [Requirement::Category(category)].into_iter().chain(narrower).collect()))
}

/// Returns a text with Arabic digits.
pub(crate) fn arabic_digits(text: &str) -> String {
    let digit = |character: char| match character.to_digit(10) {
        Some(digit) => char::from_u32(0x0660 + digit).unwrap_or(character),
        None => character,
    };
    text.chars().map(digit).collect()
}
