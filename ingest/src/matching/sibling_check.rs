//! Checks whether a pair that looks like one product may be two siblings. Such a pair is never matched without an
//! administrator, unless both sides state the same part number.
//!
//! Worked example: `MSI B650 Tomahawk` and `MSI B650 Tomahawk WiFi`. Only one side has `wifi`, and in the catalogue
//! many boards with `wifi` have a sibling whose model is the same without it. So the two are not matched, however
//! similar their texts are.

use domain::model::{Category, SpecKey, compared_facts::compared_facts};

use super::{
    identity::names_product,
    item::Item,
    rarity::TermStatistics,
    siblings::{SiblingRole, SiblingWords},
    tables::{WordKind, is_describing, is_optional, word_kind},
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

    /// Returns a word that one side alone has and that names a sibling, on its side, the offer's first: a word that adds to
    /// a model (`oc`), or one for which the catalogue has a replacement in this very model (`2021`).
    pub(super) fn sibling_word<'w>(
        &self,
        words: &'w WordComparison,
    ) -> Option<(Option<&'w str>, Option<&'w str>)> {
        if self.is_named_by_chip() {
            return None;
        }
        let (offer, product) = (&words.only_offer, &words.only_product);
        let adding =
            |item, other, words: &'w [String]| words.iter().find(|word| self.adds(item, other, word));
        let of_product = |word: &'w String| (None, Some(word.as_str()));
        let of_offer = |word: &'w String| (Some(word.as_str()), None);
        (adding(self.product, self.offer, product).map(of_product))
            .or_else(|| adding(self.offer, self.product, offer).map(of_offer))
            .or_else(|| self.replaced_word(self.product, product).map(of_product))
            .or_else(|| self.replaced_word(self.offer, offer).map(of_offer))
    }

    /// Returns the names of both sides where each has one of its own, and so both are plainly different products:
    ///
    /// 1. a word on each side that names a product line (`eagle`, `tomahawk`),
    /// 2. codes of one series (`k65`, `k70`),
    /// 3. an unknown name at the beginning of each side.
    pub(super) fn differing_names<'w>(&self, words: &'w WordComparison) -> Option<(&'w str, &'w str)> {
        if self.is_named_by_chip() {
            return None;
        }
        let (offer, product) = (&words.only_offer, &words.only_product);
        let of_series =
            |one: &'w String| Some((one, product.iter().find(|other| self.are_of_one_series(one, other))?));
        (self.line(product).and_then(|line| Some((self.line(offer)?, line))))
            .or_else(|| offer.iter().find_map(of_series))
            .or_else(|| {
                let of_product = self.first_name(self.product, product)?;
                Some((self.first_name(self.offer, offer)?, of_product))
            })
            .map(|(one, other)| (one.as_str(), other.as_str()))
    }

    /// Whether all words of the product that name it are in the offer, which in turn has no name of another product. An
    /// offer that fits only one record so well is that product.
    pub(super) fn fits_record(&self, words: &WordComparison) -> bool {
        let manufacturer = self.product.manufacturer.as_deref();
        let names = |word: &String| {
            !self.is_beside_names(word)
                && !self.product.part_numbers.contains(word)
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
            && !words
                .only_product
                .iter()
                .any(|word| names(word) && !self.may_be_left_out(self.product, self.offer, word))
            && !words
                .only_offer
                .iter()
                .any(|word| is_own(word) && !self.may_be_left_out(self.offer, self.product, word))
    }

    /// Whether the facts alone name the record: its model is a number of its own, or says nothing but facts
    /// (`Crucial CT16G56C46S5 DDR5-5600 16GB`), the offer states all of them, and neither side has a name. Cases, boards and
    /// the like always have one.
    pub(super) fn is_named_by_facts(&self, words: &WordComparison) -> bool {
        let least = match self.category {
            Category::Ram | Category::Gpu | Category::Storage => 2,
            Category::Monitor => 3,
            _ => return false,
        };
        let mut telling = compared_facts(self.category)
            .iter()
            .filter(|fact| fact.veto && fact.key != SpecKey::Color)
            .filter(|fact| self.product.specs.get(fact.key).is_some())
            .map(|fact| self.offer.specs.get(fact.key).is_some());
        self.product.manufacturer.is_some()
            && self.product.manufacturer == self.offer.manufacturer
            && words.only_offer.iter().all(|word| self.is_beside_names(word))
            && words.only_product.iter().all(|word| self.product.part_numbers.contains(word))
            && telling.clone().count() >= least
            && telling.all(|is_stated| is_stated)
    }

    /// Whether both sides name a processor: then the chip is the model, and a differing chip is a veto.
    fn is_named_by_chip(&self) -> bool {
        let has_chip = |item: &Item| item.specs.get(SpecKey::CpuChipset).is_some();
        self.category == Category::Cpu && has_chip(self.offer) && has_chip(self.product)
    }

    /// Whether a word adds to the model of the item that has it. A word that often is description (`gaming`) does not where
    /// the catalogue has this very model and none without the word, or the other side's and none with it.
    fn adds(&self, bearer: &Item, other: &Item, word: &str) -> bool {
        (is_letter_after_code(bearer, word) || self.role(word).adds)
            && !self.may_be_left_out(bearer, other, word)
    }

    /// Whether a word of one side often is description, and no record tells the side without it from the one with it.
    fn may_be_left_out(&self, bearer: &Item, other: &Item, word: &str) -> bool {
        (is_optional(self.category, word) && self.siblings.lacks_plain_sibling(bearer, word))
            || (is_describing(self.category, word) && self.siblings.lacks_richer_sibling(other, word))
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

    /// Returns the word with which the model begins where only this side has it and hardly any title has it: an unknown name.
    fn first_name<'w>(&self, item: &Item, alone: &'w [String]) -> Option<&'w String> {
        let is_name = |word: &&String| {
            word.len() >= MIN_NAME
                && word.bytes().all(|letter| letter.is_ascii_lowercase())
                && self.statistics.max_rarity() - self.statistics.rarity(word) <= FEW_TITLES.ln()
        };
        let first = item.pieces.first().filter(is_name)?;
        alone.iter().find(|word| *word == first)
    }

    /// Returns the first of these facts, stated by one side only, that has several values in the catalogue's records of the
    /// model: the other side may be any of them. A processor without its box, and a pack of fans, are told from the plain
    /// product in any case.
    pub(super) fn missing_telling_fact(&self, one_sided: &[SpecKey]) -> Option<SpecKey> {
        let varies = |key: &SpecKey| {
            matches!(key, SpecKey::Packaging | SpecKey::FanQuantity)
                || [self.offer, self.product].iter().any(|item| self.siblings.varies(item, *key))
        };
        one_sided.iter().find(|key| varies(key)).copied()
    }

    /// Returns the role of a word among siblings, as learnt from the catalogue. `config/matching/words.tsv` adds
    /// variant words of several letters, and decides alone where the catalogue has too few products of the category.
    fn role(&self, word: &str) -> SiblingRole {
        if self.is_beside_names(word) {
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

    /// Whether a word is no part of a name: a fragment of a measure, or description.
    fn is_beside_names(&self, word: &str) -> bool {
        is_fragment(self.category, word) || self.statistics.is_description(self.category, word)
    }

    /// Returns the first word that names a product line: the catalogue has replacements for it, or the manufacturer's
    /// models contain it.
    fn line<'w>(&self, words: &'w [String]) -> Option<&'w String> {
        words.iter().find(|word| self.role(word).replaces || self.is_model_word(word))
    }

    fn replaced_word<'w>(&self, item: &Item, words: &'w [String]) -> Option<&'w String> {
        words.iter().find(|word| self.is_model_word(word) && self.siblings.has_replacement(item, word))
    }

    fn is_model_word(&self, word: &str) -> bool {
        let manufacturer =
            self.product.manufacturer.as_deref().or(self.offer.manufacturer.as_deref()).unwrap_or_default();
        !self.is_beside_names(word)
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
    let words = if item.text.words.is_empty() { &item.pieces } else { &item.text.words };
    is_letter
        && words.windows(2).any(|pair| matches!(pair, [code, letter] if letter == word && is_code(code)))
}

/// Whether a word is the fragment of a measure or a standard: `x` of `2 x 8 GB`, `s` of `6 Gb/s`, `4.0` of `PCI-E 4.0`.
fn is_fragment(category: Category, word: &str) -> bool {
    const UNITS: [&str; 10] = ["gb", "tb", "mb", "mhz", "ghz", "go", "to", "mo", "gbps", "hz"];
    let single = word.chars().count() == 1;
    let is_digit = word.bytes().all(|byte| byte.is_ascii_digit());
    let described_by_measures = matches!(category, Category::Ram | Category::Storage | Category::Monitor);
    let measured = described_by_measures || matches!(category, Category::Gpu | Category::Motherboard);
    let is_version = word.split_once('.').is_some_and(|(whole, rest)| {
        [whole, rest].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    });
    UNITS.contains(&word)
        || is_version
        || (is_measure_or_standard(word)
            && !word.starts_with("wifi")
            && !is_model_number(word)
            && word_kind(category, word) != WordKind::Variant)
        || (single && (described_by_measures || (is_digit && measured)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::StatedFacts;

    fn item(category: Category, model: &str) -> Item {
        Item::new(&StatedFacts::named(category, "Corsair", model))
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
            check.sibling_word(&words(&[], &["premium"])).is_some()
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
