//! Words that name a product. Two names of which neither says more than what thousands of products say (`white
//! wireless mouse`) are never joined, however similar they are.
//!
//! A word names a product where it is rare among all texts, or where the catalogue has it almost only in the models of
//! one manufacturer: a product line may have a thousand records. Colours, chips, measures, terms and small numbers do
//! not.

use domain::model::{Category, SpecKey, compared_facts::compared_facts};

use super::{
    Item,
    rarity::TermStatistics,
    tables::{WordKind, word_kind},
    text_features::TextFeatures,
    vocabulary,
    words::{WordComparison, is_colour},
};
use crate::normalise::codes::{is_model_number, is_plain};

/// Minimum length of a number that names a model: `212`; shorter ones count generations.
const MIN_NUMBER: usize = 3;

/// Whether a word of a model names a product.
pub(super) fn names_product(
    category: Category,
    manufacturer: Option<&str>,
    word: &str,
    statistics: &TermStatistics,
) -> bool {
    if !word.is_ascii() || word_kind(category, word) == WordKind::Faint || is_year(word) {
        return false;
    }
    if word.len() == 1 {
        // `B550M K`: a board's chip and one letter are its whole name.
        return category == Category::Motherboard && word.bytes().all(|byte| byte.is_ascii_lowercase());
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let says_nothing = match digits {
        0 => vocabulary::is_term(category, word) || (is_colour(word) && is_sold_by_colour(category)),
        _ if digits == word.len() => digits < MIN_NUMBER,
        _ => is_plain(word) && !is_model_number(word),
    };
    let is_own = |maker: &str| statistics.siblings().is_own_word(category, maker, word);
    !says_nothing && (!statistics.is_common(word) || manufacturer.is_some_and(is_own))
}

/// Whether an offer says what tells it from others: a number, a code, a processor, or a word that names a product.
pub(super) fn says_enough(item: &Item, statistics: &TermStatistics) -> bool {
    let category = item.category.unwrap_or(Category::Other);
    let manufacturer = item.manufacturer.as_deref();
    !item.barcodes.is_empty()
        || !item.part_numbers.is_empty()
        || !item.text.codes.is_empty()
        || item.specs.get(SpecKey::CpuChipset).is_some()
        || item.pieces.iter().any(|word| names_product(category, manufacturer, word, statistics))
}

/// Whether both sides of a pair have the same code, the same processor, or a word in common that names a product.
pub(super) fn shares_identity(
    offer: &Item,
    product: &Item,
    words: &WordComparison,
    text: &TextFeatures,
    statistics: &TermStatistics,
) -> bool {
    let category = product.category.or(offer.category).unwrap_or(Category::Other);
    let manufacturer = product.manufacturer.as_deref().or(offer.manufacturer.as_deref());
    let chip = |item: &Item| item.specs.text(SpecKey::CpuChipset).map(str::to_owned);
    text.code_same > 0.0
        || text.part_number_same
        || (category == Category::Cpu && chip(offer).is_some() && chip(offer) == chip(product))
        || words.same.iter().any(|word| names_product(category, manufacturer, word, statistics))
}

/// Whether products of a category that differ in their colour alone are different products. Elsewhere a colour may be the
/// name of a line: `WD Blue`.
pub(super) fn is_sold_by_colour(category: Category) -> bool {
    compared_facts(category).iter().any(|fact| fact.veto && fact.key == SpecKey::Color)
}

/// Whether a word is a year of this century, which counts generations.
pub(super) fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|year: u32| (2010..2050).contains(&year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::StatedFacts;

    fn item(category: Category, maker: &str, name: &str) -> Item {
        Item::from_product(name, &StatedFacts::named(category, maker, name))
    }

    /// Statistics of a market in which many titles have the words of descriptions.
    fn statistics() -> TermStatistics {
        let mut statistics = TermStatistics::default();
        for number in 0..500 {
            statistics.add_text(&format!("optical office mouse motherboard vengeance text{number}"));
        }
        let kits: Vec<Item> = (0..100)
            .map(|number| item(Category::Ram, "Corsair", &format!("Vengeance word{number}")))
            .collect();
        statistics.learn_siblings(kits.iter());
        statistics
    }

    #[test]
    fn names_of_products_are_told_from_descriptions() {
        let statistics = statistics();
        for (category, maker, name, enough) in [
            (Category::Mouse, "Logitech", "Optical Office Mouse", false),
            (Category::Mouse, "Logitech", "White Wireless Mouse", false),
            (Category::Mouse, "Logitech", "Signature Mouse", true),
            (Category::Motherboard, "Gigabyte", "B550M Motherboard", false),
            (Category::Motherboard, "Gigabyte", "B550M K Motherboard", true),
            (Category::Ram, "Corsair", "Vengeance 16GB DDR4", true),
            (Category::Ram, "Kingston", "Vengeance 16GB DDR4", false),
            (Category::CpuCooler, "Cooler Master", "Hyper 212", true),
        ] {
            assert_eq!(says_enough(&item(category, maker, name), &statistics), enough, "{maker} {name}");
        }
    }

    #[test]
    fn years_and_small_numbers_name_nothing() {
        let statistics = statistics();
        let names = |word| names_product(Category::Mouse, Some("razer"), word, &statistics);
        assert!(!names("2023") && !names("2") && !names("16gb") && names("212") && names("viper"));
    }
}
