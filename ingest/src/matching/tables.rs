//! The matcher's tables, read once from `config/matching`.

use std::sync::LazyLock;

use domain::model::{Category, SpecKey};
use rustc_hash::FxHashMap;

/// How far two numbers may lie apart and still be the same fact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Slack {
    Share(f64),
    Amount(f64),
}

/// A fact by which the two sides are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ComparedFact {
    pub(super) key: SpecKey,
    /// Another value is another product.
    pub(super) veto: bool,
    pub(super) slack: Slack,
}

/// What a word of a name is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordKind {
    /// A model's code or number.
    Code,
    Name,
    /// Standing on one side alone, it is another product.
    Variant,
    /// Shops add and drop it freely.
    Faint,
}

impl WordKind {
    pub(super) const fn weight(self) -> f64 {
        match self {
            WordKind::Code => 2.0,
            WordKind::Name | WordKind::Variant => 1.0,
            WordKind::Faint => 0.2,
        }
    }
}

struct Tables {
    facts: FxHashMap<Category, Vec<ComparedFact>>,
    words: FxHashMap<(Category, &'static str), WordKind>,
}

fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables { facts: facts(), words: words() });
    &TABLES
}

/// The facts that are compared in a category.
pub(super) fn compared_facts(category: Category) -> &'static [ComparedFact] {
    tables().facts.get(&category).map_or(&[], Vec::as_slice)
}

/// What a word of a name is.
pub(super) fn word_kind(category: Category, word: &str) -> WordKind {
    if let Some(kind) = tables().words.get(&(category, word)) {
        return *kind;
    }
    if word.chars().count() == 1 {
        // `B650M K` is another board than `B650M`.
        return WordKind::Variant;
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if digits > 0 { WordKind::Code } else { WordKind::Name }
}

fn lines(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .skip(1)
        .map(|line| line.split('\t').collect())
}

/// `*` first, so that a category's own line stands over it.
fn categories(name: &str) -> Vec<Category> {
    name.parse().map_or_else(|_| Category::ALL.to_vec(), |category| vec![category])
}

fn facts() -> FxHashMap<Category, Vec<ComparedFact>> {
    let mut facts: FxHashMap<Category, Vec<ComparedFact>> = FxHashMap::default();
    for line in lines(include_str!("../../../config/matching/facts.tsv")) {
        let [category, key, role, ..] = line[..] else { continue };
        let Ok(key) = key.parse() else { continue };
        let slack = line.get(3).copied().unwrap_or_default();
        let fact = ComparedFact { key, veto: role == "veto", slack: read_slack(slack) };
        for category in categories(category) {
            facts.entry(category).or_default().push(fact);
        }
    }
    facts
}

fn read_slack(text: &str) -> Slack {
    match text.strip_suffix('%') {
        Some(share) => Slack::Share(share.parse().unwrap_or(0.0) / 100.0),
        None => Slack::Amount(text.parse().unwrap_or(0.0)),
    }
}

fn words() -> FxHashMap<(Category, &'static str), WordKind> {
    let mut words = FxHashMap::default();
    for line in lines(include_str!("../../../config/matching/words.tsv")) {
        let [category, kind, list] = line[..] else { continue };
        let kind = if kind == "variant" { WordKind::Variant } else { WordKind::Faint };
        for category in categories(category) {
            for word in list.split('|') {
                words.insert((category, word), kind);
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_tables_is_read() {
        for line in lines(include_str!("../../../config/matching/facts.tsv")) {
            assert!(line.len() >= 3 && line[1].parse::<SpecKey>().is_ok(), "{line:?}");
            assert!(line[0] == "*" || line[0].parse::<Category>().is_ok(), "{line:?}");
            assert!(["veto", "tell"].contains(&line[2]), "{line:?}");
        }
        for line in lines(include_str!("../../../config/matching/words.tsv")) {
            assert!(line.len() == 3 && ["variant", "faint"].contains(&line[1]), "{line:?}");
            assert!(line[0] == "*" || line[0].parse::<Category>().is_ok(), "{line:?}");
        }
        let of_memory = compared_facts(Category::Ram);
        assert!(of_memory.iter().any(|fact| fact.key == SpecKey::Modules && fact.veto));
    }

    #[test]
    fn codes_names_and_variants_are_told_apart() {
        assert_eq!(word_kind(Category::Case, "4000d"), WordKind::Code);
        assert_eq!(word_kind(Category::Gpu, "ventus"), WordKind::Name);
        assert_eq!(word_kind(Category::Gpu, "oc"), WordKind::Variant);
        assert_eq!(word_kind(Category::Ram, "rgb"), WordKind::Variant);
        assert_eq!(word_kind(Category::Motherboard, "rgb"), WordKind::Faint);
    }
}
