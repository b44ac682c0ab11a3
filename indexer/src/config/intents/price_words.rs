//! Words of the wording of prices, by their roles. `query/intent/price_wording.rs` composes them: `not` + `going` + `over`
//! is a highest price although no phrase of the file says so.

use std::ops::{BitOr, BitOrAssign};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    intents_file::PriceSection,
    names::{config_error, phrase_key},
};
use crate::{
    interface::IndexError,
    text::{analyzer::Analyzer, fold::is_arabic},
};

/// Letters that Arabic writes onto the next word: "and", "with", "like", "to" and the article. The longest first.
const CLITICS: [&str; 9] = ["وال", "بال", "لل", "ال", "و", "ب", "ك", "ل", "ف"];
/// Arabic "not" that is written onto its verb: `مايتعدى`.
const GLUED_NOT: &str = "ما";
/// Letters that begin an Arabic verb by its person; the file has the verbs of the last one.
const PERSONS: [char; 4] = ['ت', 'ا', 'ن', 'ي'];
/// "It" and "them", written onto a verb: `ابيه`.
const OBJECTS: [&str; 3] = ["ها", "هم", "ه"];
/// Minimum letters of a word without the letters that are written onto it.
const MIN_LETTERS: usize = 2;

/// Roles of a word in the wording of a price, as a set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PriceRoles(u16);

impl PriceRoles {
    /// Turns round a comparison behind it: `not`.
    pub(crate) const NOT: Self = Self(1);
    /// Compares downwards: `less`, `under`.
    pub(crate) const LESS: Self = Self(1 << 1);
    /// Compares upwards: `more`, `exceeding`.
    pub(crate) const MORE: Self = Self(1 << 2);
    /// Names the highest price, whatever is negated: `limit`, `up to`.
    pub(crate) const CAP: Self = Self(1 << 3);
    /// Names the lowest price: `starting at`.
    pub(crate) const FLOOR: Self = Self(1 << 4);
    pub(crate) const ABOUT: Self = Self(1 << 5);
    /// Says that the number is a price: `budget`.
    pub(crate) const BUDGET: Self = Self(1 << 6);
    /// A highest price in a query that names a part: the word is also one of names and sentences.
    pub(crate) const WEAK_CAP: Self = Self(1 << 7);
    pub(crate) const WEAK_FLOOR: Self = Self(1 << 8);
    /// Stands between the others and says nothing: `going`.
    pub(crate) const LINK: Self = Self(1 << 9);
    /// Joins an amount and what is behind it: `or` in `200 or less`.
    pub(crate) const JOINER: Self = Self(1 << 10);
    /// Behind an amount only: `tops`, `and up`, `give or take`.
    pub(crate) const AFTER_CAP: Self = Self(1 << 11);
    pub(crate) const AFTER_FLOOR: Self = Self(1 << 12);
    pub(crate) const AFTER_ABOUT: Self = Self(1 << 13);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for PriceRoles {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for PriceRoles {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The section `[price]` of `intents.toml`.
#[derive(Debug, Clone, Default)]
pub(crate) struct PriceWords {
    roles: FxHashMap<String, PriceRoles>,
    /// Words that open a range: `between`, `from`.
    pub(crate) range_openers: FxHashSet<String>,
    /// Words between the two amounts of a range: `to`, `and`.
    pub(crate) range_joiners: FxHashSet<String>,
    /// Names of the dinar.
    pub(crate) currency: FxHashSet<String>,
    /// Names of other currencies; prices in them are no condition.
    pub(crate) foreign_currency: FxHashSet<String>,
    /// Words of a measure (`refresh rate`): the number of a bound behind them is no price.
    pub(crate) measure_words: FxHashSet<String>,
    /// Values of the words that spell numbers: `fifty`, `خمسين`.
    numbers: FxHashMap<String, f64>,
    /// `around 200` is from 200 minus this share to 200 plus this share.
    pub(crate) around_share: f64,
    /// Highest price in dinars that a number without a currency can mean.
    pub(crate) max_without_currency: f64,
}

impl PriceWords {
    pub(super) fn build(section: &PriceSection, analyzer: &Analyzer) -> Result<Self, IndexError> {
        let key = |spelling: &String| phrase_key(analyzer, spelling);
        let set = |list: &[String]| list.iter().map(key).filter(|key| !key.is_empty()).collect();
        let mut words = Self {
            range_openers: set(&section.between),
            range_joiners: set(&section.to),
            currency: set(&section.currency),
            foreign_currency: set(&section.foreign_currency),
            measure_words: set(&section.measured),
            around_share: f64::from(section.band) / 100.0,
            max_without_currency: f64::from(section.max_bare),
            ..Self::default()
        };
        for (spellings, role) in [
            (&section.not, PriceRoles::NOT),
            (&section.less, PriceRoles::LESS),
            (&section.more, PriceRoles::MORE),
            (&section.cap, PriceRoles::CAP),
            (&section.floor, PriceRoles::FLOOR),
            (&section.about, PriceRoles::ABOUT),
            (&section.budget, PriceRoles::BUDGET),
            (&section.weak_cap, PriceRoles::WEAK_CAP),
            (&section.weak_floor, PriceRoles::WEAK_FLOOR),
            (&section.links, PriceRoles::LINK),
            (&section.joiners, PriceRoles::JOINER),
            (&section.after_cap, PriceRoles::AFTER_CAP),
            (&section.after_floor, PriceRoles::AFTER_FLOOR),
            (&section.after_about, PriceRoles::AFTER_ABOUT),
        ] {
            spellings.iter().map(key).for_each(|key| *words.roles.entry(key).or_default() |= role);
        }
        for line in &section.numbers {
            let (number, spellings) = line.split_once(' ').unwrap_or((line.as_str(), ""));
            let value: f64 = number.parse().map_err(|_| config_error(format!("{number} is no number")))?;
            let spellings = spellings.split(' ').map(|spelling| phrase_key(analyzer, spelling));
            words.numbers.extend(spellings.filter(|key| !key.is_empty()).map(|key| (key, value)));
        }
        Ok(words)
    }

    /// Returns every phrase.
    pub(super) fn phrases(&self) -> impl Iterator<Item = &String> {
        let sets = [&self.range_openers, &self.range_joiners, &self.currency, &self.foreign_currency];
        sets.into_iter().flatten().chain(self.roles.keys()).chain(self.numbers.keys())
    }

    /// Returns the roles of a phrase as it stands.
    pub(crate) fn roles(&self, phrase: &str) -> Option<PriceRoles> {
        self.roles.get(phrase).copied()
    }

    /// Returns the roles of an Arabic word that the file has in another form: of another person (`تتعدى`), or with letters
    /// written onto it (`وتحت`, `مايزيد`).
    pub(crate) fn inflected_roles(&self, word: &str) -> Option<PriceRoles> {
        if !is_arabic(word) {
            return None;
        }
        let joined =
            |clitic: &&str| if clitic.starts_with('و') { PriceRoles::JOINER } else { PriceRoles(0) };
        let without_clitic = || {
            CLITICS.iter().find_map(|clitic| {
                let rest = long_enough(word.strip_prefix(clitic)?)?;
                let roles = self.roles(rest).or_else(|| self.verb_roles(rest))?;
                Some(roles | joined(clitic))
            })
        };
        let negated = || {
            let rest = long_enough(word.strip_prefix(GLUED_NOT)?)?;
            let roles = self.roles(rest).or_else(|| self.verb_roles(rest));
            Some(roles.or_else(|| self.verb_roles(&format!("ا{rest}")))? | PriceRoles::NOT)
        };
        self.verb_roles(word).or_else(without_clitic).or_else(negated)
    }

    fn verb_roles(&self, word: &str) -> Option<PriceRoles> {
        let rest = word.strip_prefix(PERSONS)?;
        let roles = |rest: &str| self.roles.get(&format!("ي{rest}")).copied();
        roles(rest).or_else(|| OBJECTS.iter().find_map(|object| roles(rest.strip_suffix(object)?)))
    }

    /// Returns the number that a word spells, and whether "and" is written onto it; the first word of a number may have
    /// other letters before it (`بخمسين`).
    pub(crate) fn number(&self, word: &str) -> Option<(f64, bool)> {
        if let Some(value) = self.plain_number(word) {
            return Some((value, false));
        }
        if !is_arabic(word) {
            return None;
        }
        CLITICS.iter().find_map(|clitic| {
            let rest = long_enough(word.strip_prefix(clitic)?)?;
            Some((self.plain_number(rest)?, clitic.starts_with('و')))
        })
    }

    /// Returns the number of a word, or of a count that is written onto the hundred: `خمسميه`.
    fn plain_number(&self, word: &str) -> Option<f64> {
        if let Some(value) = self.numbers.get(word) {
            return Some(*value);
        }
        if !is_arabic(word) {
            return None;
        }
        word.char_indices().skip(MIN_LETTERS).find_map(|(border, _)| {
            let (count, hundred) = word.split_at(border);
            let count = self.numbers.get(count).filter(|count| (3.0..10.0).contains(*count))?;
            self.numbers.get(hundred).filter(|value| **value == 100.0).map(|hundred| count * hundred)
        })
    }
}

fn long_enough(rest: &str) -> Option<&str> {
    (rest.chars().nth(MIN_LETTERS - 1).is_some()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SearchConfig;

    #[test]
    fn arabic_words_are_known_with_the_letters_written_onto_them() {
        let config = SearchConfig::embedded().expect("config");
        let words = &config.lexicon.intents.price;
        for (word, role) in [
            ("تتعدي", PriceRoles::MORE),
            ("مايزيد", PriceRoles::MORE),
            ("مايزيد", PriceRoles::NOT),
            ("وتحت", PriceRoles::LESS),
            ("وتحت", PriceRoles::JOINER),
            ("كحد", PriceRoles::CAP),
            ("باقل", PriceRoles::LESS),
        ] {
            assert!(words.inflected_roles(word).is_some_and(|roles| roles.has(role)), "{word}");
        }
        assert_eq!(words.inflected_roles("شاشه"), None);
        assert_eq!(words.number("بخمسميه"), Some((500.0, false)));
        assert_eq!(words.number("وخمسين"), Some((50.0, true)));
        assert_eq!(words.number("كرت"), None);
    }
}
