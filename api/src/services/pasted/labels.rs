//! Names of kinds of parts, as lists write them before a part: `Video Card`, `SSD`, `المعالج`.

use std::{collections::BTreeMap, sync::LazyLock};

use domain::model::{Category, keys::fold::Folded};
use serde::Deserialize;

/// Maximum number of digits of a label's number.
const MAX_NUMBER_DIGITS: usize = 2;
/// Names that stand in lists alone, where a search would read them as something else (`MB` as megabytes).
const LIST_NAMES: [(&str, Category); 2] = [("mb", Category::Motherboard), ("hsf", Category::CpuCooler)];

/// Part of `config/search/words.toml`: the words that the search understands as a category.
#[derive(Deserialize)]
struct SearchWords {
    interpretations: Vec<Interpretation>,
}

#[derive(Deserialize)]
struct Interpretation {
    words: Vec<String>,
    category: Option<Category>,
}

static LABELS: LazyLock<BTreeMap<String, Category>> = LazyLock::new(|| {
    let words: SearchWords = toml::from_str(include_str!("../../../../config/search/words.toml"))
        .unwrap_or(SearchWords { interpretations: Vec::new() });
    let mut labels = BTreeMap::new();
    for category in Category::ALL.into_iter().filter(|category| *category != Category::Other) {
        for name in [category.label_en(), category.label_ar(), category.as_str()] {
            labels.insert(folded(name), category);
        }
    }
    for (category, words) in words.interpretations.iter().filter_map(|one| Some((one.category?, &one.words)))
    {
        for word in words {
            labels.entry(folded(word)).or_insert(category);
        }
    }
    add_arabic(&mut labels);
    labels.extend(LIST_NAMES.map(|(name, category)| (name.to_owned(), category)));
    labels
});

/// Adds the Arabic words of each English one; the table is `config/search/arabic_terms.tsv`.
fn add_arabic(labels: &mut BTreeMap<String, Category>) {
    for line in include_str!("../../../../config/search/arabic_terms.tsv").lines() {
        let mut columns = line.split('\t');
        let (Some(english), Some("category"), Some(variants)) =
            (columns.next(), columns.next(), columns.next())
        else {
            continue;
        };
        let Some(category) = labels.get(&folded(english)).copied() else { continue };
        for variant in variants.split('|') {
            labels.entry(folded(variant)).or_insert(category);
        }
    }
}

/// Returns the category that a whole text names; a number behind it is left out (`SSD 2`, `Storage #1`).
pub(super) fn label_category(text: &str) -> Option<Category> {
    // A price is no label: `80%` is a kind of keyboard.
    if text.len() > 60 || !text.contains(char::is_alphabetic) {
        return None;
    }
    let is_mark = |letter: char| letter.is_whitespace() || matches!(letter, '#' | ':' | '：');
    let unmarked = text.trim_end_matches(is_mark);
    let unnumbered = unmarked.trim_end_matches(|letter: char| letter.is_ascii_digit());
    // `كرت شاشة 5070` names a card.
    let is_numbered = unmarked.len() - unnumbered.len() <= MAX_NUMBER_DIGITS;
    let name = folded(if is_numbered { unnumbered.trim_end_matches(is_mark) } else { unmarked });
    let of_name = |name: &str| LABELS.get(name).copied();
    of_name(&name).or_else(|| of_name(&folded(text))).or_else(|| {
        // `CPU / Processor`, `Graphics card (GPU)`: each part names the same.
        let mut parts = text.split(['/', '(', ')']).map(str::trim).filter(|part| !part.is_empty());
        let first = of_name(&folded(parts.next()?))?;
        parts.all(|part| of_name(&folded(part)) == Some(first)).then_some(first)
    })
}

/// Whether a whole text names a kind of part.
pub(super) fn is_label(text: &str) -> bool {
    label_category(text).is_some()
}

fn folded(text: &str) -> String {
    Folded::new(text).iter().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_parts_are_known_by_their_names() {
        for (text, category) in [
            ("CPU", Some(Category::Cpu)),
            ("CPU Cooler", Some(Category::CpuCooler)),
            ("Video Card", Some(Category::Gpu)),
            ("Graphics Card (GPU)", Some(Category::Gpu)),
            ("MB", Some(Category::Motherboard)),
            ("Storage #2", Some(Category::Storage)),
            ("SSD", Some(Category::Storage)),
            ("HDD 1", Some(Category::Storage)),
            ("المعالج", Some(Category::Cpu)),
            ("كرت الشاشة", Some(Category::Gpu)),
            ("باور سبلاي", Some(Category::Psu)),
            ("كرت شاشة 5070", None),
            ("Operating System", None),
            ("Sound Card", None),
            ("Total", None),
            ("Type", None),
            ("", None),
        ] {
            assert_eq!(label_category(text), category, "{text}");
        }
    }
}
