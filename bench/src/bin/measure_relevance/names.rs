//! Names of products typed from memory: words left out, in another order, misspelt.

use bench::Rng;

use crate::{
    kinds::Kind,
    parts::{Parts, Requirement, has_fact, has_words, letters},
    query::{FreshQuery, Truth},
    typing::{is_slip, slip},
};

/// Maximum number of words that are typed of a name.
const MAX_WORDS: usize = 7;
/// Share of words left out, in percent.
const LEFT_OUT: u64 = 35;
/// Length of the shortest word that is misspelt, and the least number of products that have it.
const MIN_LETTERS: usize = 5;
const MIN_PRODUCTS: usize = 3;

/// Returns names without some of their words. Words with digits stay: shoppers type the model.
pub(crate) fn with_words_dropped(parts: &Parts, rng: &mut Rng) -> Option<FreshQuery> {
    let name = typed_name(parts, rng);
    let kept: Vec<String> = name
        .into_iter()
        .filter(|word| word.contains(|character: char| character.is_ascii_digit()) || !rng.percent(LEFT_OUT))
        .collect();
    (kept.len() > 1).then(|| listing("words dropped", &kept.join(" ")))
}

/// Returns names whose words stand in another order.
pub(crate) fn reordered(parts: &Parts, rng: &mut Rng) -> Option<FreshQuery> {
    let mut name = typed_name(parts, rng);
    name.truncate(5);
    let sorted = name.clone();
    for end in (1..name.len()).rev() {
        name.swap(end, rng.below(end as u64 + 1) as usize);
    }
    (name != sorted).then(|| listing("reordered", &name.join(" ")))
}

/// Returns beginnings of names with one misspelt word that is no word of the catalogue.
pub(crate) fn misspelt(parts: &Parts, rng: &mut Rng) -> Option<FreshQuery> {
    let mut name = typed_name(parts, rng);
    name.truncate(4);
    let truth = Truth::Listing(has_words(&name.join(" ")));
    let is_plain = |word: &String| {
        word.len() >= MIN_LETTERS
            && word.bytes().all(|byte| byte.is_ascii_lowercase())
            && parts.count_with(word) >= MIN_PRODUCTS
    };
    let plain: Vec<usize> = (0..name.len()).filter(|index| is_plain(&name[*index])).collect();
    let at = (!plain.is_empty()).then(|| rng.pick(&plain))?;
    let typed = slip(&name[at], rng);
    if typed == name[at] || parts.count_with(&typed) > 0 {
        return None;
    }
    // Another word of products may be meant as well: then nobody knows which.
    let rest: Vec<String> =
        name.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, word)| word.clone()).collect();
    let is_meant = |other: &str| {
        let named: Vec<&str> = rest.iter().map(String::as_str).chain([other]).collect();
        !parts.find(&has_words(&named.join(" ")), 1).is_empty()
    };
    if parts.words().any(|word| *word != name[at] && is_slip(&typed, word) && is_meant(word)) {
        return None;
    }
    name[at] = typed;
    Some(FreshQuery::new("typos", name.join(" "), truth))
}

/// Returns a listing's facts in English words: `corsair 750w psu`.
pub(crate) fn facts(parts: &Parts, rng: &mut Rng) -> Option<FreshQuery> {
    let document = &parts.documents[rng.below(parts.documents.len() as u64) as usize];
    let kind = Kind::of(document.category)?;
    let fact = kind.fact_of(document)?;
    let brand = letters(&document.manufacturer);
    let mut said =
        vec![document.manufacturer.to_lowercase(), fact.english.clone(), rng.pick(kind.nouns).to_owned()];
    let mut wanted = vec![Requirement::Category(document.category), has_fact(&fact)];
    if rng.percent(50) {
        said.remove(0);
    } else {
        wanted.push(Requirement::Brand(brand));
    }
    if rng.percent(50) {
        said.reverse();
    }
    Some(FreshQuery::new("facts", said.join(" "), Truth::Listing(wanted)))
}

fn listing(family: &'static str, text: &str) -> FreshQuery {
    FreshQuery::new(family, text, Truth::Listing(has_words(text)))
}

/// Returns the first words of a random product's name, each once, without the punctuation around them.
fn typed_name(parts: &Parts, rng: &mut Rng) -> Vec<String> {
    let document = &parts.documents[rng.below(parts.documents.len() as u64) as usize];
    let mut typed: Vec<String> = Vec::new();
    for word in document.name.to_lowercase().split_whitespace().take(MAX_WORDS) {
        let word = word.trim_matches(|character: char| !character.is_alphanumeric() && character != '+');
        if !word.is_empty() && typed.iter().all(|other| other != word) {
            typed.push(word.to_owned());
        }
    }
    typed
}
