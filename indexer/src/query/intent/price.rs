//! Prices and measures in a query: `under 200`, `KWD 250`, `100 - 150`, `ب200`, `psu over 850`.
//!
//! A number with a currency, or behind a word such as "budget", is a price. A bare number behind a bound is a price
//! unless the requested part makes it a measure (watts of a power supply, inches of a monitor) or it is the number
//! of a model.

use domain::model::{Category, Fils};

pub(crate) use super::amount_constraint::AmountConstraint;
use super::{
    amount_constraint::{glued_number, measure_constraint, starts_with_digit},
    query_subjects::{QuerySubjects, is_card_number},
};
use crate::{
    config::intents::table::{AmountPrefix, Bound, IntentTable, longest_phrase},
    storage::vocabulary::Vocabulary,
    text::{
        analyzer::{Quantity, Word},
        joined::JoinedWords,
    },
};

/// Maximum number of sentence words between a bound and its amount: `budget is the 200`.
const MAX_BETWEEN: usize = 3;
/// A smaller bare number behind an ambiguous prefix is no price: `for 2 monitors`.
const MIN_AMBIGUOUS_AMOUNT: f64 = 10.0;
/// The efficiency mark of power supplies is no amount: `80+ gold`.
const EFFICIENCY_MARK: f64 = 80.0;
/// Maximum number of digits of an amount, without and with a currency; longer numbers are parts of part numbers.
const MAX_DIGITS: usize = 4;
const MAX_DIGITS_WITH_CURRENCY: usize = 6;

/// An amount of the query, as the constraint that it states.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ParsedAmount {
    /// Number of words.
    pub(crate) length: usize,
    pub(crate) constraint: AmountConstraint,
}

/// Reads amounts of one query.
pub(crate) struct AmountParser<'a> {
    pub(crate) table: &'a IntentTable,
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) words: &'a [Word],
    pub(crate) joined: &'a JoinedWords,
    /// The query's characters, for the signs between words.
    pub(crate) characters: &'a [char],
    pub(crate) subjects: &'a QuerySubjects,
}

/// A number of the query.
#[derive(Debug, Clone)]
pub(super) struct Amount {
    pub(super) value: f64,
    fils: Option<Fils>,
    length: usize,
    digits: usize,
    has_currency: bool,
    pub(super) quantity: Option<Quantity>,
}

impl AmountParser<'_> {
    /// Returns the amount that begins at a word.
    pub(crate) fn parse(&self, index: usize) -> Option<ParsedAmount> {
        let named = self.named_bound(index);
        named
            .or_else(|| self.parse_range(index))
            .or_else(|| self.parse_bounded(index))
            .or_else(|| self.parse_plain(index))
    }

    pub(super) fn phrase(&self, start: usize, length: usize) -> Option<&str> {
        self.joined.run(start, length)
    }

    /// Returns the length of the longest phrase at a word for which a condition holds.
    pub(super) fn longest_phrase(&self, start: usize, holds: impl Fn(&str) -> bool) -> Option<usize> {
        longest_phrase(self.table, self.joined, start, holds)
    }

    /// Returns a bound before its amount, as a phrase, a sign or an Arabic letter written onto the number.
    fn parse_bounded(&self, index: usize) -> Option<ParsedAmount> {
        let (prefix, prefix_length) = self.parse_prefix(index)?;
        let is_budget = prefix == AmountPrefix::Budget;
        let mut at = self.skip_between(index + prefix_length);
        let mut bound = prefix.bound().unwrap_or(Bound::Below);
        if is_budget
            && let Some((inner, length)) = self.parse_prefix(at)
            && let Some(inner_bound) = inner.bound()
        {
            bound = inner_bound;
            at = self.skip_between(at + length);
        }
        let amount = self.parse_amount(at)?;
        let mut length = at + amount.length - index;
        if let Some(behind) = self.parse_bound_after_amount(index + length) {
            length += behind.1;
        }
        let word_before = index.checked_sub(1).and_then(|before| self.words.get(before));
        if !amount.has_currency && word_before.is_some_and(|word| self.table.is_measure_word(&word.text)) {
            return None;
        }
        let constraint = self.to_constraint(bound, &amount, prefix)?;
        Some(ParsedAmount { length, constraint })
    }

    /// Returns a number with a currency, or with a bound behind it.
    fn parse_plain(&self, index: usize) -> Option<ParsedAmount> {
        if let Some((bound, amount)) = self.parse_signed(index) {
            let constraint = self.to_constraint(bound, &amount, AmountPrefix::Bound(bound))?;
            return Some(ParsedAmount { length: amount.length, constraint });
        }
        let amount = self.parse_amount(index)?;
        let behind =
            self.parse_bound_after_amount(index + amount.length).filter(|_| amount.value != EFFICIENCY_MARK);
        let is_joined = self.words.get(index).is_some_and(|word| word.is_attached_to_previous);
        let (prefix, length) = match behind {
            Some((prefix, length)) if !is_joined => (prefix, amount.length + length),
            _ if amount.has_currency => (AmountPrefix::Absent(Bound::Below), amount.length),
            _ => return None,
        };
        let constraint = self.to_constraint(prefix.bound()?, &amount, prefix)?;
        Some(ParsedAmount { length, constraint })
    }

    /// Returns the bound of `<`, `>` or `~` right before the number, and the amount.
    fn parse_signed(&self, index: usize) -> Option<(Bound, Amount)> {
        let word = self.words.get(index)?;
        let before = self.characters.get(..word.start)?.iter().rev();
        let mut signs = before.filter(|character| !character.is_whitespace() && **character != '=');
        let bound = match signs.next() {
            Some('<' | '≤') => Some(Bound::Below),
            Some('>' | '≥') => Some(Bound::Above),
            Some('~' | '≈') => Some(Bound::About),
            _ => None,
        };
        bound.and_then(|bound| Some((bound, self.parse_amount(index)?)))
    }

    /// Returns the phrase before an amount that begins at a word, and its number of words: none for `ب200`, whose prefix is
    /// a letter of the amount's word.
    pub(super) fn parse_prefix(&self, index: usize) -> Option<(AmountPrefix, usize)> {
        if let Some(length) = self.longest_phrase(index, |phrase| !self.table.prefixes(phrase).is_empty()) {
            let phrase = self.phrase(index, length)?;
            let prefixes = self.table.prefixes(phrase);
            // A word that is both counts as ambiguous, unless a currency decides.
            let prefix = prefixes.iter().find(|prefix| prefix.is_ambiguous()).or(prefixes.first())?;
            return Some((*prefix, length));
        }
        // `ب200`: the amount is the rest of the same word.
        let glued = self.words.get(index).and_then(|word| word.text.strip_prefix('ب'));
        glued.filter(|rest| starts_with_digit(rest)).map(|_| (AmountPrefix::Ambiguous(Bound::Below), 0))
    }

    pub(super) fn skip_between(&self, mut at: usize) -> usize {
        for _ in 0..MAX_BETWEEN {
            let word = self.words.get(at).filter(|word| self.table.may_stand_before_amount(&word.text));
            if word.is_none() {
                break;
            }
            at += 1;
        }
        at
    }

    fn parse_bound_after_amount(&self, index: usize) -> Option<(AmountPrefix, usize)> {
        let length = self.longest_phrase(index, |phrase| self.table.bound_after_amount(phrase).is_some())?;
        let phrase = self.phrase(index, length)?;
        let bound = self.table.bound_after_amount(phrase)?;
        let is_weak = self.table.prefixes(phrase).iter().any(|prefix| prefix.is_ambiguous());
        Some((if is_weak { AmountPrefix::Ambiguous(bound) } else { AmountPrefix::Absent(bound) }, length))
    }

    /// Returns a range: `100-150`, `100 to 150 kd`, `between 100 and 150`, `من 100 الى 150`, `بين 100 و200`.
    fn parse_range(&self, index: usize) -> Option<ParsedAmount> {
        let budget = self
            .longest_phrase(index, |phrase| self.table.prefixes(phrase).contains(&AmountPrefix::Budget))
            .unwrap_or(0);
        let opener =
            self.longest_phrase(index + budget, |phrase| self.table.opens_range(phrase)).unwrap_or(0);
        let low = self.parse_amount(index + budget + opener)?;
        let middle = index + budget + opener + low.length;
        let is_dashed = self.is_dashed(middle);
        let to = self.longest_phrase(middle, |phrase| self.table.joins_range(phrase));
        let high_at = middle + to.unwrap_or(0);
        let high = self.parse_amount(high_at)?;
        let glued_to = self
            .words
            .get(high_at)
            .is_some_and(|word| glued_number(&word.text).is_some_and(|(letter, _)| "ول".contains(letter)));
        let length = high_at + high.length - index;
        let is_linked = to.is_some() || glued_to || is_dashed;
        if !is_linked || low.value >= high.value {
            return None;
        }
        if low.quantity.is_some() || high.quantity.is_some() {
            let constraint = self.quantity_range(&low, &high)?;
            return Some(ParsedAmount { length, constraint });
        }
        let is_price = low.has_currency || high.has_currency || budget > 0;
        if !is_price {
            let touches = self.words.get(index).is_some_and(|word| word.is_attached_to_previous)
                || self.words.get(high_at + high.length).is_some_and(|word| word.is_attached_to_previous);
            let believable = (opener > 0 && (to.is_some() || glued_to)) || self.subjects.has_subject;
            if (is_dashed && touches) || !believable || !self.may_be_price(&low) || !self.may_be_price(&high)
            {
                return self.bare_range(&low, &high).map(|constraint| ParsedAmount { length, constraint });
            }
            if let Some(constraint) = self.bare_range(&low, &high) {
                return Some(ParsedAmount { length, constraint });
            }
        }
        Some(ParsedAmount {
            length,
            constraint: AmountConstraint::Price { min: Some(low.fils?), max: Some(high.fils?), around: None },
        })
    }

    /// Whether only a dash or another sign of a range (`~`, `&`) stands between a word and the one before.
    pub(super) fn is_dashed(&self, index: usize) -> bool {
        let (Some(before), Some(word)) =
            (index.checked_sub(1).and_then(|before| self.words.get(before)), self.words.get(index))
        else {
            return false;
        };
        let between = self.characters.get(before.end..word.start).unwrap_or_default();
        let mut signs = between.iter().filter(|character| !character.is_whitespace());
        matches!(signs.next(), Some('-' | '&' | '–' | '—' | '~' | '‐' | '‑' | '−')) && signs.next().is_none()
    }

    /// Returns the amount at a word: digits with a currency before or behind, or spelled out.
    fn parse_amount(&self, index: usize) -> Option<Amount> {
        let before = self.longest_phrase(index, |phrase| self.table.is_currency(phrase)).unwrap_or(0);
        let at = index + before;
        let mut amount = self.parse_bare_amount(at)?;
        amount.has_currency |= before > 0;
        amount.length += before;
        if amount.quantity.is_none()
            && let Some(behind) =
                self.longest_phrase(index + amount.length, |phrase| self.table.is_currency(phrase))
        {
            amount.length += behind;
            amount.has_currency = true;
        }
        Some(amount)
    }

    fn parse_bare_amount(&self, index: usize) -> Option<Amount> {
        let word = self.words.get(index)?;
        if let Some(quantity) = &word.quantity {
            let quantity = Some(quantity.clone());
            let value = quantity.as_ref().map_or(0.0, |quantity| quantity.amount);
            return Some(Amount { value, fils: None, length: 1, digits: 0, has_currency: false, quantity });
        }
        if let Some(length) = self.longest_phrase(index, |phrase| self.table.number(phrase).is_some()) {
            let value = self.table.number(self.phrase(index, length)?)?;
            let fils = Some(Fils((value * 1000.0) as i64));
            return Some(Amount { value, fils, length, digits: 0, has_currency: false, quantity: None });
        }
        let text = word.text.as_str();
        let start = text.find(|character: char| character.is_ascii_digit())?;
        let (prefix, rest) = text.split_at(start);
        let end = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let (number, suffix) = rest.split_at(end);
        let is_currency = |part: &str| self.table.is_currency(part);
        let prefix_fits = prefix.is_empty()
            || is_currency(prefix)
            || matches!(prefix, "ال" | "ب" | "بال" | "و" | "ل" | "لل" | "ف");
        if !prefix_fits || !(suffix.is_empty() || is_currency(suffix)) {
            return None;
        }
        let fils: Fils = number.parse().ok().filter(|fils| *fils <= Fils::MAX_PRICE && *fils > Fils::ZERO)?;
        let digits =
            if number.starts_with('0') { usize::MAX } else { number.split('.').next().map_or(0, str::len) };
        let has_currency = is_currency(prefix) || is_currency(suffix);
        Some(Amount {
            value: fils.0 as f64 / 1000.0,
            fils: Some(fils),
            length: 1,
            digits,
            has_currency,
            quantity: None,
        })
    }

    fn to_constraint(&self, bound: Bound, amount: &Amount, prefix: AmountPrefix) -> Option<AmountConstraint> {
        if amount.quantity.is_some() {
            return self.quantity_bound(bound, amount, prefix);
        }
        let is_budget = prefix == AmountPrefix::Budget;
        if !amount.has_currency {
            if !is_budget && let Some(measure) = self.bare_measure(bound, amount.value) {
                return Some(measure_constraint(measure, bound, amount.value));
            }
            if !self.may_be_price(amount) || (prefix.is_ambiguous() && !self.may_be_ambiguous_price(amount)) {
                return None;
            }
        } else if amount.digits > MAX_DIGITS_WITH_CURRENCY {
            return None;
        }
        let fils = amount.fils?;
        let (min, max) = match bound {
            Bound::Below => (None, Some(fils)),
            Bound::Above => (Some(fils), None),
            Bound::About => {
                let part = (fils.0 as f64 * self.table.around_share).round() as i64;
                (Some(Fils(fils.0 - part)), Some(Fils(fils.0 + part)))
            }
        };
        let around = Some(fils).filter(|_| bound == Bound::About);
        Some(AmountConstraint::Price { min, max, around })
    }

    /// Whether a number without a currency may be dinars: it is no model's number, and no more than parts cost.
    fn may_be_price(&self, amount: &Amount) -> bool {
        amount.digits <= MAX_DIGITS
            && amount.value <= self.table.max_price_without_currency
            && !self.is_model(amount)
    }

    fn may_be_ambiguous_price(&self, amount: &Amount) -> bool {
        let number = amount.value.to_string();
        self.subjects.has_subject
            && amount.value >= MIN_AMBIGUOUS_AMOUNT
            && self.table.use_of(&number).is_none()
            && (self.subjects.asks_for_whole_pc || !self.is_chipset(&number))
    }

    /// Whether the amount is a card of the catalogue, such as `4070` of an RTX 4070.
    fn is_model(&self, amount: &Amount) -> bool {
        let is_of_cards =
            self.subjects.categories.is_empty() || self.subjects.categories.contains(&Category::Gpu);
        let number = amount.value.to_string();
        is_of_cards && amount.digits == MAX_DIGITS && is_card_number(&number, self.vocabulary)
    }

    /// Whether the number is a chipset of boards: `ب650` is the B650.
    fn is_chipset(&self, number: &str) -> bool {
        let categories = &self.subjects.categories;
        (categories.is_empty() || categories.contains(&Category::Motherboard))
            && self.vocabulary.fact_phrases.contains_key(&format!("b{number}"))
    }
}
