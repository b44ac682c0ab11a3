//! Checks whether a pair that looks like one product may be two siblings. Such a pair is never matched without an
//! administrator, unless both sides state the same part number.
//!
//! Worked example: `MSI B650 Tomahawk` and `MSI B650 Tomahawk WiFi`. Only one side has `wifi`, and in the catalogue
//! many boards with `wifi` have a sibling whose model is the same without it. So the two are not matched, however
//! similar their texts are.

use domain::model::{Category, SpecKey};

use super::{
    identity::names_product,
    item::Item,
    rarity::TermStatistics,
    siblings::{SiblingRole, SiblingWords},
    tables::{WordKind, is_optional, word_kind},
    words::{WordComparison, is_colour},
};
use crate::normalise::codes::{is_measure_or_standard, is_model_number};

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

    /// Whether a word that one side alone has names a sibling: a word that adds to a model (`oc`), or one for which the
    /// catalogue has a replacement in this very model (`2021`).
    pub(super) fn names_sibling(&self, words: &WordComparison) -> bool {
        let (offer, product) = (&words.only_offer, &words.only_product);
        !self.is_named_by_chip()
            && (product.iter().any(|word| self.adds(self.product, word))
                || offer.iter().any(|word| self.adds(self.offer, word))
                || self.has_replaced_word(self.product, product)
                || self.has_replaced_word(self.offer, offer))
    }

    /// Whether each side has a name of its own, and so both are plainly different products:
    ///
    /// 1. a word on each side that names a product line (`eagle`, `tomahawk`),
    /// 2. codes of one series (`k65`, `k70`),
    /// 3. an unknown name at the beginning of each side.
    pub(super) fn differs_in_name(&self, words: &WordComparison) -> bool {
        let (offer, product) = (&words.only_offer, &words.only_product);
        let is_series = |one: &String| product.iter().any(|other| self.are_of_one_series(one, other));
        !self.is_named_by_chip()
            && ((self.has_line(product) && self.has_line(offer))
                || offer.iter().any(is_series)
                || (self.begins_with_name(self.product, product) && self.begins_with_name(self.offer, offer)))
    }

    /// Whether all words of the product that name it are in the offer, which in turn has no name of another product. An
    /// offer that fits only one record so well is that product.
    pub(super) fn fits_record(&self, words: &WordComparison) -> bool {
        let manufacturer = self.product.manufacturer.as_deref();
        let names = |word: &String| {
            !is_fragment(self.category, word)
                && (self.role(word).replaces
                    || names_product(self.category, manufacturer, word, self.statistics))
        };
        let is_own = |word: &String| {
            let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
            self.is_model_word(word) || self.role(word).replaces || (has_digit && names(word))
        };
        // Without a model key a side leaves a fact open of which its models have several values: a capacity, a chip.
        self.offer.model_key.is_some()
            && self.product.model_key.is_some()
            && manufacturer.is_some()
            && manufacturer == self.offer.manufacturer.as_deref()
            && !words.only_product.iter().any(names)
            && !words.only_offer.iter().any(is_own)
    }

    /// Whether both sides name a processor: then the chip is the model, and a differing chip is a veto.
    fn is_named_by_chip(&self) -> bool {
        let has_chip = |item: &Item| item.specs.get(SpecKey::CpuChipset).is_some();
        self.category == Category::Cpu && has_chip(self.offer) && has_chip(self.product)
    }

    /// Whether a word adds to the model of the item that has it. A word that often is description (`gaming`) does not where
    /// the catalogue has this very model and none without the word.
    fn adds(&self, bearer: &Item, word: &str) -> bool {
        let is_mark = is_letter_after_code(bearer, word);
        (is_mark || self.role(word).adds)
            && !(is_optional(self.category, word) && self.siblings.lacks_plain_sibling(bearer, word))
    }

    /// Whether two codes differ only by their number or by the letters after it: `k65` and `k70`, `rm850e` and `rm850x`,
    /// `4000d` and `5000d`.
    fn are_of_one_series(&self, one: &str, other: &str) -> bool {
        let (Some(left), Some(right)) = (SeriesCode::read(one), SeriesCode::read(other)) else {
            return false;
        };
        let is_code = |word| !is_fragment(self.category, word);
        let alike = if left.prefix.is_empty() {
            left.number == right.number || (left.suffix == right.suffix && !left.suffix.is_empty())
        } else {
            true
        };
        one != other && left.prefix == right.prefix && alike && is_code(one) && is_code(other)
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
    /// model: the other side may be any of them. A processor without its box, and a pack of fans, are told from the plain
    /// product in any case.
    pub(super) fn lacks_telling_fact(&self, one_sided: &[SpecKey]) -> bool {
        let varies = |key: &SpecKey| {
            matches!(key, SpecKey::Packaging | SpecKey::FanQuantity)
                || [self.offer, self.product].iter().any(|item| self.siblings.varies(item, *key))
        };
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
                let manufacturer = self.product.manufacturer.as_deref();
                let is_name = || names_product(self.category, manufacturer, word, self.statistics);
                // Two letters that few titles have mark a variant like one letter does: `AI`.
                let is_mark = word.len() == 2
                    && word.bytes().all(|letter| letter.is_ascii_lowercase())
                    && kind != WordKind::Faint
                    && !self.statistics.is_common(word);
                SiblingRole {
                    adds: kind == WordKind::Variant || is_mark,
                    replaces: kind != WordKind::Faint && (has_lines || is_name()),
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

/// A code as letters, a number and further letters.
struct SeriesCode<'a> {
    prefix: &'a str,
    number: &'a str,
    suffix: &'a str,
}

impl<'a> SeriesCode<'a> {
    fn read(word: &'a str) -> Option<SeriesCode<'a>> {
        let is_digit = |letter: char| letter.is_ascii_digit();
        let (prefix, rest) = word.split_at(word.find(is_digit)?);
        let (number, suffix) =
            rest.split_at(rest.find(|letter: char| !is_digit(letter)).unwrap_or(rest.len()));
        let is_code = prefix.len() + suffix.len() > 0 && !suffix.contains(is_digit);
        is_code.then_some(SeriesCode { prefix, number, suffix })
    }
}

/// Whether a word is a single letter after the code of a model, and so part of it: `M27Q P`.
fn is_letter_after_code(item: &Item, word: &str) -> bool {
    let is_letter = word.len() == 1 && word.bytes().all(|letter| letter.is_ascii_lowercase());
    let is_code = |word: &str| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        digits > 0 && digits < word.len() && !is_measure_or_standard(word)
    };
    is_letter
        && item
            .pieces
            .windows(2)
            .any(|pair| matches!(pair, [code, letter] if letter == word && is_code(code)))
}

/// Whether a word is the fragment of a measure or a standard: `x` of `2 x 8 GB`, `s` of `6 Gb/s`.
fn is_fragment(category: Category, word: &str) -> bool {
    const UNITS: [&str; 10] = ["gb", "tb", "mb", "mhz", "ghz", "go", "to", "mo", "gbps", "hz"];
    let single = word.chars().count() == 1;
    let is_digit = word.bytes().all(|byte| byte.is_ascii_digit());
    let described_by_measures = matches!(category, Category::Ram | Category::Storage | Category::Monitor);
    let measured = described_by_measures || matches!(category, Category::Gpu | Category::Motherboard);
    UNITS.contains(&word)
        || (is_measure_or_standard(word)
            && !word.starts_with("wifi")
            && !is_model_number(word)
            && word_kind(category, word) != WordKind::Variant)
        || (single && (described_by_measures || (is_digit && measured)))
}

#[cfg(test)]
mod tests {
    use domain::model::Specs;

    use super::*;
    use crate::matching::StatedFacts;

    fn item(category: Category, model: &str) -> Item {
        Item::new(&StatedFacts {
            category: Some(category),
            manufacturer: Some("Corsair"),
            model: Some(model),
            part_numbers: &[],
            barcodes: &[],
            specs: &Specs::new(),
        })
    }

    fn words(only_offer: &[&str], only_product: &[&str]) -> WordComparison {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        WordComparison {
            only_offer: owned(only_offer),
            only_product: owned(only_product),
            ..WordComparison::default()
        }
    }

    #[test]
    fn codes_of_one_series_differ() {
        let (statistics, nobody) = (TermStatistics::default(), Item::default());
        let check = SiblingCheck::new(&nobody, &nobody, Category::Keyboard, &statistics);
        for (one, other) in
            [("k65", "k70"), ("rm850e", "rm850x"), ("4000d", "5000d"), ("2500x", "3500x"), ("b550", "b550m")]
        {
            assert!(check.are_of_one_series(one, other), "{one} {other}");
        }
        for (one, other) in [("k65", "g915"), ("4000d", "27q"), ("k70", "k70"), ("pro", "k70")] {
            assert!(!check.are_of_one_series(one, other), "{one} {other}");
        }
    }

    /// `Premium` is left out of a title where the catalogue has the premium model alone, and tells siblings apart where it
    /// has both.
    #[test]
    fn word_of_description_tells_siblings_apart_where_the_plain_one_exists() {
        let models = [
            "Dominator",
            "Vengeance Premium",
            "Vengeance",
            "Nautilus Premium",
            "Obsidian Premium",
            "Obsidian",
        ];
        let products = models.map(|model| item(Category::Mouse, model));
        let mut statistics = TermStatistics::default();
        statistics.learn_siblings(products.iter());
        let adds = |model: &str| {
            let product = item(Category::Mouse, model);
            let offer = item(Category::Mouse, model.trim_end_matches(" Premium"));
            let check = SiblingCheck::new(&offer, &product, Category::Mouse, &statistics);
            check.names_sibling(&words(&[], &["premium"]))
        };
        assert!(adds("Vengeance Premium") && adds("Obsidian Premium"));
        assert!(!adds("Nautilus Premium"));
        assert!(adds("Unheard Premium"), "a model that the catalogue does not have");
    }

    #[test]
    fn offer_fits_the_record_whose_names_it_has() {
        let statistics = TermStatistics::default();
        let (offer, product) = (item(Category::Mouse, "Nautilus"), item(Category::Mouse, "Nautilus"));
        let check = SiblingCheck::new(&offer, &product, Category::Mouse, &statistics);
        assert!(check.fits_record(&words(&[], &[])));
        assert!(!check.fits_record(&words(&[], &["sabre"])), "the record has a name that the offer lacks");
        assert!(!check.fits_record(&words(&["m65"], &[])), "the offer has a code of its own");
    }
}
