//! Terms that state a fact by themselves: `fully modular`, `80+ Gold`, `mini ITX`, `أبيض`.

use std::sync::LazyLock;

use domain::model::{Category, SpecKey, SpecKind, SpecValue, keys::fold::Folded};
use rustc_hash::FxHashMap;

use super::builder::SpecsBuilder;
use crate::normalise::{
    phrases::{Phrases, rows},
    transliterate::is_denial,
};

/// Facts that a phrase states; empty where the phrase only covers words that would be misread.
type StatedFacts = Vec<(SpecKey, &'static str)>;

static TERMS: LazyLock<FxHashMap<Category, Phrases<StatedFacts>>> = LazyLock::new(|| {
    let mut gathered: FxHashMap<(Category, &'static str), StatedFacts> = FxHashMap::default();
    for row in rows(include_str!("../../../../config/specs/terms.tsv")) {
        let [categories, key, value, phrases] = row[..] else { continue };
        let Ok(key) = key.parse::<SpecKey>() else { continue };
        let named = |category: &Category| {
            categories == "*" || categories.split(',').any(|name| name == category.as_str())
        };
        for category in Category::ALL.iter().filter(|category| named(category)) {
            for phrase in phrases.split('|') {
                let stated = gathered.entry((*category, phrase)).or_default();
                if value != "-" {
                    stated.push((key, value));
                }
            }
        }
    }
    let mut terms: FxHashMap<Category, Phrases<StatedFacts>> = FxHashMap::default();
    for ((category, phrase), stated) in gathered {
        terms.entry(category).or_insert_with(Phrases::new).insert(phrase, stated);
    }
    terms
});

/// Whether some phrase of the table states this value of a fact.
pub(crate) fn is_listed_term(key: SpecKey, value: &str) -> bool {
    rows(include_str!("../../../../config/specs/terms.tsv"))
        .any(|row| row.get(1) == Some(&key.as_str()) && row.get(2) == Some(&value))
}

/// Reads every term of the title; the first value of a key stays, colours are collected.
pub(super) fn read(category: Category, text: &Folded, facts: &mut SpecsBuilder) {
    let Some(terms) = TERMS.get(&category) else { return };
    let mut colours: Vec<String> = Vec::new();
    let mut index = 0;
    while index < text.len() {
        let Some((stated, count)) = terms.at(text, index) else {
            index += 1;
            continue;
        };
        let denied = index > 0 && is_denial(text.word(index - 1));
        for (key, value) in stated {
            match key.kind() {
                SpecKind::Flag if denied => facts.flag(*key, *value != "true"),
                _ if denied => {}
                SpecKind::List if *key == SpecKey::Color => {
                    if !colours.iter().any(|colour| colour == value) {
                        colours.push((*value).to_owned());
                    }
                }
                SpecKind::Flag => facts.flag(*key, *value == "true"),
                SpecKind::Integer(..) | SpecKind::Number(..) => {
                    facts.number(*key, value.parse().unwrap_or(-1.0))
                }
                SpecKind::List => facts.put(*key, SpecValue::List(vec![(*value).to_owned()])),
                SpecKind::Text => facts.text(*key, value),
            }
        }
        index += count;
    }
    // Three or more colours are a list of options, not the colours of this product.
    if (1..=2).contains(&colours.len()) {
        facts.put(SpecKey::Color, SpecValue::List(colours));
    }
}
