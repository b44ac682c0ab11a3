//! Checks whether a pair that looks like one product may be two siblings. Such a pair is never matched without an
//! administrator, unless both sides state the same part number.
//!
//! Worked example: `MSI B650 Tomahawk` and `MSI B650 Tomahawk WiFi`. Only one side has `wifi`, and in the catalogue
//! many boards with `wifi` have a sibling whose model is the same without it. So the two are not matched, however
//! similar their texts are.

use domain::model::{Category, SpecKey};

use super::{
    item::Item,
    rarity::TermStatistics,
    siblings::{SiblingRole, SiblingWords},
    tables::{WordKind, word_kind},
    words::{WordComparison, is_colour},
};
use crate::normalise::codes::is_measure_or_standard;

/// Minimum length of a name, in letters; shorter words are seldom names.
const MIN_NAME: usize = 4;
/// A word in at most this many titles is an unknown name.
const FEW_TITLES: f64 = 4.0;

/// A pair, and the catalogue's data about siblings.
pub(super) struct SiblingCheck<'a> {
    offer: &'a Item,
    product: &'a Item,
    category: Category,
    siblings: &'a SiblingWords,
    statistics: &'a TermStatistics,
}

impl<'a> SiblingCheck<'a> {
    pub(super) fn new(
        offer: &'a Item,
        product: &'a Item,
        category: Category,
        statistics: &'a TermStatistics,
    ) -> Self {
        SiblingCheck { offer, product, category, siblings: statistics.siblings(), statistics }
    }

    /// Whether the words that only one side has name a sibling:
    ///
    /// 1. a word that adds to a model (`oc`),
    /// 2. a word for which the catalogue has a replacement in this very model (`2021`),
    /// 3. a word on each side that names a product line (`eagle`, `tomahawk`),
    /// 4. an unknown name at the beginning of each side.
    pub(super) fn names_sibling(&self, words: &WordComparison) -> bool {
        let has_chip = |item: &Item| item.specs.get(SpecKey::CpuChipset).is_some();
        if self.category == Category::Cpu && has_chip(self.offer) && has_chip(self.product) {
            // For processors the chip is the model, and a differing chip is a veto.
            return false;
        }
        let (offer, product) = (&words.only_offer, &words.only_product);
        product.iter().chain(offer).any(|word| self.role(word).adds)
            || self.has_replaced_word(self.product, product)
            || self.has_replaced_word(self.offer, offer)
            || (self.has_line(product) && self.has_line(offer))
            || (self.begins_with_name(self.product, product) && self.begins_with_name(self.offer, offer))
    }

    /// Whether the model begins with a word that only this side has and that hardly any title has: an unknown name.
    fn begins_with_name(&self, item: &Item, alone: &[String]) -> bool {
        let is_name = |word: &&String| {
            word.len() >= MIN_NAME
                && word.bytes().all(|letter| letter.is_ascii_lowercase())
                && self.statistics.max_rarity() - self.statistics.rarity(word) <= FEW_TITLES.ln()
        };
        item.pieces.first().filter(is_name).is_some_and(|word| alone.contains(word))
    }

    /// Whether one of these facts, stated by one side only, has several values in the catalogue's records of the
    /// model: the other side may be any of them.
    pub(super) fn lacks_telling_fact(&self, one_sided: &[SpecKey]) -> bool {
        let varies =
            |key: &SpecKey| [self.offer, self.product].iter().any(|item| self.siblings.varies(item, *key));
        one_sided.iter().any(varies)
    }

    /// Returns the role of a word among siblings, as learnt from the catalogue. `config/matching/words.tsv` adds
    /// variant words of several letters, and decides alone where the catalogue has too few products of the category.
    fn role(&self, word: &str) -> SiblingRole {
        if is_fragment(self.category, word) {
            return SiblingRole::default();
        }
        let kind = word_kind(self.category, word);
        match self.siblings.role(self.category, word) {
            Some(learnt) => {
                let is_variant = kind == WordKind::Variant && word.len() > 1 && !is_colour(word);
                SiblingRole { adds: learnt.adds || is_variant, ..learnt }
            }
            None => {
                let has_lines = matches!(self.category, Category::Gpu | Category::Motherboard);
                SiblingRole {
                    adds: kind == WordKind::Variant,
                    replaces: has_lines && kind != WordKind::Faint,
                }
            }
        }
    }

    /// Whether one of the words names a product line: the catalogue has replacements for it, or the manufacturer's
    /// models contain it.
    fn has_line(&self, words: &[String]) -> bool {
        words.iter().any(|word| self.role(word).replaces || self.is_model_word(word))
    }

    fn has_replaced_word(&self, item: &Item, words: &[String]) -> bool {
        words.iter().any(|word| self.is_model_word(word) && self.siblings.has_replacement(item, word))
    }

    fn is_model_word(&self, word: &str) -> bool {
        let manufacturer =
            self.product.manufacturer.as_deref().or(self.offer.manufacturer.as_deref()).unwrap_or_default();
        !is_fragment(self.category, word)
            && !is_colour(word)
            && self.siblings.is_of_manufacturer(self.category, manufacturer, word)
    }
}

/// Whether a word is the fragment of a measure or a standard: `x` of `2 x 8 GB`, `s` of `6 Gb/s`.
fn is_fragment(category: Category, word: &str) -> bool {
    const UNITS: [&str; 10] = ["gb", "tb", "mb", "mhz", "ghz", "go", "to", "mo", "gbps", "hz"];
    let single = word.chars().count() == 1;
    let is_digit = word.bytes().all(|byte| byte.is_ascii_digit());
    let described_by_measures = matches!(category, Category::Ram | Category::Storage | Category::Monitor);
    let measured = described_by_measures || matches!(category, Category::Gpu | Category::Motherboard);
    UNITS.contains(&word)
        || (is_measure_or_standard(word) && !word.starts_with("wifi"))
        || (single && (described_by_measures || (is_digit && measured)))
}
