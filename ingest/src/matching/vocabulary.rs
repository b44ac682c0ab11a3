//! Words of our tables: kinds of parts, terms, colours, product lines. None of them is a manufacturer's name.

use std::sync::LazyLock;

use domain::model::{Category, keys::fold::Folded};
use rustc_hash::FxHashSet;

/// Whether a folded word occurs in any of the word tables.
pub(super) fn is_ordinary(word: &str) -> bool {
    static WORDS: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
        [
            include_str!("../../../config/specs/category_words.tsv"),
            include_str!("../../../config/specs/terms.tsv"),
            include_str!("../../../config/specs/model_words.tsv"),
            include_str!("../../../config/specs/lines.tsv"),
            include_str!("../../../config/specs/stock_words.tsv"),
            include_str!("../../../config/specs/arabic_names.tsv"),
            include_str!("../../../config/specs/gpu_chipsets.tsv"),
            include_str!("../../../config/specs/cpu_families.tsv"),
            include_str!("../../../config/specs/board_chipsets.tsv"),
            include_str!("../../../config/matching/words.tsv"),
        ]
        .into_iter()
        .flat_map(words_of)
        .collect()
    });
    WORDS.contains(word)
}

/// Whether a folded word is a term that states a fact of a category: `wireless`, `argb`. The kinds of drives and coolers are left out:
/// the names of product lines state them too (`ironwolf`).
pub(super) fn is_term(category: Category, word: &str) -> bool {
    const STATED_BY_LINES: [&str; 3] = ["type", "storageFormFactor", "coolerType"];
    static WORDS: LazyLock<FxHashSet<(&'static str, &'static str)>> = LazyLock::new(|| {
        let rows =
            include_str!("../../../config/specs/terms.tsv").lines().filter(|line| !line.starts_with('#'));
        rows.filter_map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [categories, key, value, phrases] if value != "-" && !STATED_BY_LINES.contains(&key) => {
                Some((categories, phrases))
            }
            _ => None,
        })
        .flat_map(|(categories, phrases)| {
            let words = || phrases.split('|').filter(|phrase| !phrase.contains(' '));
            categories
                .split(',')
                .flat_map(|category| words().map(move |word| (category, word)))
                .collect::<Vec<_>>()
        })
        .collect()
    });
    ["*", category.as_str()].into_iter().any(|category| WORDS.contains(&(category, word)))
}

/// Whether a folded word belongs to a name of a colour: `snow` and `matte` of white, `gunmetal` of grey.
pub(super) fn is_shade(colour: &str, word: &str) -> bool {
    static SHADES: LazyLock<FxHashSet<(String, String)>> = LazyLock::new(|| {
        let rows =
            include_str!("../../../config/specs/terms.tsv").lines().filter(|line| !line.starts_with('#'));
        rows.filter_map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [_, "color", colour, phrases] if colour != "-" => Some((colour.to_lowercase(), phrases)),
            _ => None,
        })
        .flat_map(|(colour, phrases)| {
            let folded = Folded::new(&phrases.replace('|', " "));
            folded.iter().map(|word| (colour.clone(), word.to_owned())).collect::<Vec<_>>()
        })
        .collect()
    });
    SHADES.contains(&(colour.to_lowercase(), word.to_owned()))
}

/// Returns the words of a table's last columns.
fn words_of(table: &'static str) -> impl Iterator<Item = String> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(|line| line.split(['\t', '|']))
        .flat_map(|cell| Folded::new(cell).iter().map(str::to_owned).collect::<Vec<_>>())
}

/// Whether a brand field states that there is no brand.
pub(super) fn states_no_brand(brand: &Folded) -> bool {
    static NONE: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
        include_str!("../../../config/matching/no_brands.txt")
            .lines()
            .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
            .map(|line| joined(&Folded::new(line)))
            .collect()
    });
    NONE.contains(&joined(brand))
}

fn joined(text: &Folded) -> String {
    text.iter().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_belong_to_their_colour() {
        assert!(is_shade("White", "snow") && is_shade("White", "white") && is_shade("Black", "matte"));
        assert!(!is_shade("Black", "snow") && !is_shade("White", "airflow"));
    }

    #[test]
    fn terms_are_told_from_product_lines() {
        assert!(is_term(Category::Mouse, "wireless") && is_term(Category::Ram, "argb"));
        assert!(!is_term(Category::Storage, "ironwolf") && !is_term(Category::CpuCooler, "kraken"));
        assert!(is_term(Category::Psu, "platinum") && !is_term(Category::Ram, "platinum"));
    }
}
