//! Queries that exclude something: a value, a brand, a feature.

use bench::Rng;
use domain::model::{Category, SpecKey};

use crate::{
    arabic::Terms,
    kinds::Kind,
    parts::{Parts, Requirement, has_fact, letters},
    query::{FreshQuery, Truth},
};

/// Wordings that state one value and exclude another; `{yes}`, `{no}` and `{kind}` are filled in.
const VALUES: [&str; 6] = [
    "{kind} {yes} not {no}",
    "{yes} {kind} but not {no}",
    "{kind} {yes} instead of {no}",
    "{yes} not {no} {kind}",
    "{kind} {yes} مو {no}",
    "{kind} {yes} وليس {no}",
];
/// Wordings that exclude a brand.
const BRANDS: [&str; 11] = [
    "{kind} not {no}",
    "{kind} but not {no}",
    "{kind} except {no}",
    "{kind} other than {no}",
    "any {kind} but no {no}",
    "{kind} anything except {no}",
    "non {no} {kind}",
    "{kind} غير {no}",
    "{kind} مو {no}",
    "{kind} ما ابي {no}",
    "{kind} ما عدا {no}",
];
/// Wordings that exclude a feature.
const FEATURES: [&str; 6] = [
    "{kind} without {no}",
    "{kind} no {no}",
    "{kind} with no {no}",
    "non {no} {kind}",
    "{kind} بدون {no}",
    "{kind} من غير {no}",
];
/// Features that products of a kind have or lack, with the spec that says so.
const FLAGS: [(Category, SpecKey, &str); 3] = [
    (Category::Ram, SpecKey::Rgb, "rgb"),
    (Category::Motherboard, SpecKey::Wifi, "wifi"),
    (Category::Cpu, SpecKey::IntegratedGraphics, "integrated graphics"),
];

/// Returns a query that excludes something that the catalogue has.
pub(crate) fn negation(parts: &Parts, terms: &Terms, rng: &mut Rng) -> Option<FreshQuery> {
    match rng.below(3) {
        0 => other_value(parts, terms, rng),
        1 => brand(parts, terms, rng),
        _ => feature(terms, rng),
    }
}

fn other_value(parts: &Parts, terms: &Terms, rng: &mut Rng) -> Option<FreshQuery> {
    let document = &parts.documents[rng.below(parts.documents.len() as u64) as usize];
    let kind = Kind::of(document.category)?;
    let other = &parts.documents[rng.pick(parts.of_category(document.category))];
    let (yes, no) = (kind.fact_of(document)?, kind.fact_of(other)?);
    if yes.value == no.value {
        return None;
    }
    let wording = rng.pick(&VALUES);
    let text = fill(wording, kind, terms, rng)?.replace("{yes}", &yes.english).replace("{no}", &no.english);
    let wanted = vec![Requirement::Category(document.category), has_fact(&yes)];
    Some(excluding(text, wanted, Requirement::Fact(no.key, no.value)))
}

fn brand(parts: &Parts, terms: &Terms, rng: &mut Rng) -> Option<FreshQuery> {
    let document = &parts.documents[rng.below(parts.documents.len() as u64) as usize];
    let kind = Kind::of(document.category)?;
    let wording = rng.pick(&BRANDS);
    let text = fill(wording, kind, terms, rng)?.replace("{no}", &document.manufacturer.to_lowercase());
    let excluded = Requirement::Brand(letters(&document.manufacturer));
    Some(excluding(text, vec![Requirement::Category(document.category)], excluded))
}

fn feature(terms: &Terms, rng: &mut Rng) -> Option<FreshQuery> {
    let (category, key, name) = rng.pick(&FLAGS);
    let wording = rng.pick(&FEATURES);
    let text = fill(wording, Kind::of(category)?, terms, rng)?.replace("{no}", name);
    Some(excluding(text, vec![Requirement::Category(category)], Requirement::Fact(key, "true".to_owned())))
}

fn excluding(text: String, wanted: Vec<Requirement>, excluded: Requirement) -> FreshQuery {
    FreshQuery::new("negation", text, Truth::Excluding { wanted, excluded })
}

/// Fills the kind into a wording, in the language of the wording.
pub(crate) fn fill(wording: &str, kind: &Kind, terms: &Terms, rng: &mut Rng) -> Option<String> {
    let noun = if wording.is_ascii() {
        rng.pick(kind.nouns)
    } else {
        let english = kind.terms.first()?;
        terms.pick("category", english, rng)?
    };
    Some(wording.replace("{kind}", noun))
}
