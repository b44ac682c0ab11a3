//! Tables of the matcher, read once from `config/matching`.

use std::sync::LazyLock;

use domain::model::Category;
use rustc_hash::{FxHashMap, FxHashSet};

/// Kind of a word in a name, which decides its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordKind {
    /// Code or number of a model.
    Code,
    Name,
    /// On one side alone, a variant word makes another product.
    Variant,
    /// Retailers add and drop such words freely.
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

type Words = FxHashMap<(Category, &'static str), WordKind>;

fn table() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(words);
    &WORDS
}

/// Whether two manufacturers (normal forms) are the same, or sell under each other's name.
pub(super) fn is_same_manufacturer(one: &str, other: &str) -> bool {
    static ROWS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
        let rows = lines(include_str!("../../../config/matching/one_manufacturer.tsv"));
        rows.filter_map(|line| Some(line.first()?.split('|').collect())).collect()
    });
    one == other || ROWS.iter().any(|row| row.contains(&one) && row.contains(&other))
}

/// Whether a variant word often is description, which retailers and references leave out where no sibling lacks it.
pub(super) fn is_optional(category: Category, word: &str) -> bool {
    static OPTIONAL: LazyLock<WordSet> = LazyLock::new(|| words_of_kinds(&["optional", "describing"]));
    OPTIONAL.contains(&(category, word))
}

/// Whether such a word is also added to the names of models where no sibling has it.
pub(super) fn is_describing(category: Category, word: &str) -> bool {
    static DESCRIBING: LazyLock<WordSet> = LazyLock::new(|| words_of_kinds(&["describing"]));
    DESCRIBING.contains(&(category, word))
}

type WordSet = FxHashSet<(Category, &'static str)>;

fn words_of_kinds(kinds: &[&str]) -> WordSet {
    let rows = lines(include_str!("../../../config/matching/words.tsv"));
    let of_kind = rows.filter_map(|line| match line[..] {
        [category, kind, list] if kinds.contains(&kind) => Some((category, list)),
        _ => None,
    });
    of_kind
        .flat_map(|(category, list)| {
            let of_category = |category| list.split('|').map(move |word| (category, word));
            categories(category).into_iter().flat_map(of_category).collect::<Vec<_>>()
        })
        .collect()
}

/// Returns the kind of a word in a name.
pub(super) fn word_kind(category: Category, word: &str) -> WordKind {
    if let Some(kind) = table().get(&(category, word)) {
        return *kind;
    }
    if word.chars().count() == 1 {
        // A single letter is a variant: `B650M K` is another board than `B650M`.
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

/// Parses the category column. The rows for `*` (all categories) come first, so that a category's
/// own row overrides them.
fn categories(name: &str) -> Vec<Category> {
    name.parse().map_or_else(|_| Category::ALL.to_vec(), |category| vec![category])
}

fn words() -> Words {
    let mut words = FxHashMap::default();
    for line in lines(include_str!("../../../config/matching/words.tsv")) {
        let [category, kind, list] = line[..] else { continue };
        let kind = match kind {
            "variant" => WordKind::Variant,
            "faint" => WordKind::Faint,
            _ => continue,
        };
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
    fn every_line_of_the_tables_parses() {
        for line in lines(include_str!("../../../config/matching/words.tsv")) {
            assert!(
                line.len() == 3 && ["variant", "faint", "optional", "describing"].contains(&line[1]),
                "{line:?}"
            );
            assert!(line[0] == "*" || line[0].parse::<Category>().is_ok(), "{line:?}");
        }
    }

    #[test]
    fn words_are_classified_as_codes_names_or_variants() {
        assert_eq!(word_kind(Category::Case, "4000d"), WordKind::Code);
        assert_eq!(word_kind(Category::Gpu, "ventus"), WordKind::Name);
        assert_eq!(word_kind(Category::Gpu, "oc"), WordKind::Variant);
        assert_eq!(word_kind(Category::Ram, "rgb"), WordKind::Variant);
        assert_eq!(word_kind(Category::Motherboard, "rgb"), WordKind::Faint);
        assert!(is_optional(Category::Ram, "rgb") && !is_optional(Category::Ram, "vengeance"));
    }
}
