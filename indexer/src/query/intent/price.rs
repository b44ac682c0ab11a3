//! Prices and measures in a query: `under 200`, `KWD 250`, `100 - 150`, `ب200`, `psu over 850`.
//!
//! A number with a currency, or behind a word such as "budget", is a price. A bare number behind a bound is a price
//! unless the requested part makes it a measure (watts of a power supply, inches of a monitor) or it is the number
//! of a model.

use domain::model::{Category, Fils};

use super::{
    amount_constraint::{AmountConstraint, is_joined_number, measure_constraint, starts_with_digit},
    number_words,
    query_subjects::is_card_number,
};
use crate::{
    config::intents::{
        price_words::PriceRoles,
        table::{AmountPrefix, Bound, longest_phrase},
    },
    query::query_parser::QueryParser,
    text::analyzer::{Quantity, Word},
};

/// Maximum ratio of the ends of a range of which only the lower one has a unit.
const MAX_RANGE_RATIO: f64 = 10.0;
/// Maximum number of sentence words between a bound and its amount: `budget is the 200`.
const MAX_BETWEEN: usize = 3;
/// A smaller bare number behind an ambiguous prefix is no price: `for 2 monitors`.
const MIN_AMBIGUOUS_AMOUNT: f64 = 10.0;
/// The efficiency mark of power supplies is no amount: `80+ gold`.
const EFFICIENCY_MARK: f64 = 80.0;
/// Maximum number of digits of an amount, without and with a currency; longer numbers are parts of part numbers.
const MAX_DIGITS: usize = 4;
const MAX_DIGITS_WITH_CURRENCY: usize = 6;
/// The letter of thousands behind a number: `1.2k`.
const THOUSANDS: &str = "k";

/// An amount of the query, as the constraint that it states.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ParsedAmount {
    /// Number of words.
    pub(crate) length: usize,
    pub(crate) constraint: AmountConstraint,
}

/// A number of the query.
#[derive(Debug, Clone, Default)]
pub(super) struct Amount {
    pub(super) value: f64,
    fils: Option<Fils>,
    length: usize,
    digits: usize,
    has_currency: bool,
    /// Whether it is written in thousands: `1.2k`.
    is_thousands: bool,
    /// Whether words spell it: `fifteen`.
    is_spelled: bool,
    pub(super) quantity: Option<Quantity>,
}

impl QueryParser<'_> {
    /// Returns the amount that begins at a word.
    pub(crate) fn stated_amount(&self, index: usize) -> Option<ParsedAmount> {
        let named = self.named_bound(index);
        named
            .or_else(|| self.parse_range(index))
            .or_else(|| self.parse_bounded(index))
            .or_else(|| self.parse_plain(index))
    }

    /// Returns the length of the longest phrase at a word for which a condition holds.
    pub(super) fn longest_phrase(&self, start: usize, holds: impl Fn(&str) -> bool) -> Option<usize> {
        longest_phrase(self.intents, self.joined, start, holds)
    }

    /// Returns a bound before its amount, as a phrase, a sign or an Arabic letter written onto the number.
    fn parse_bounded(&self, index: usize) -> Option<ParsedAmount> {
        let (mut prefix, prefix_length) = self.parse_prefix(index)?;
        let at = self.skip_between(index + prefix_length);
        let amount = self.amount_at(at)?;
        let mut length = at + amount.length - index;
        let word_before = index.checked_sub(1).and_then(|before| self.words.get(before));
        if !amount.has_currency
            && word_before.is_some_and(|word| self.intents.price.measure_words.contains(&word.text))
        {
            return None;
        }
        if let Some(range) = self.parse_two_bounds(index, length, prefix.bound(), &amount) {
            return Some(range);
        }
        if let Some((behind, behind_length)) = self.parse_bound_after_amount(index + length) {
            length += behind_length;
            // `for 200 or more`; `over 200 is too much` is a highest price.
            let is_refused = prefix.bound() == Bound::Above && behind.bound() == Bound::Below;
            if is_refused || matches!(prefix, AmountPrefix::Ambiguous(_)) {
                prefix = behind;
            }
        }
        let constraint = self.to_constraint(prefix.bound(), &amount, prefix)?;
        Some(ParsedAmount { length, constraint })
    }

    /// Returns the range of a bounded amount of `length` words and of a second one with the opposite bound behind it:
    /// `more than 100 but less than 200 kd`.
    fn parse_two_bounds(
        &self,
        index: usize,
        length: usize,
        bound: Bound,
        amount: &Amount,
    ) -> Option<ParsedAmount> {
        let (at, is_joined) = self.parse_opposite(index + length, bound)?;
        let other = self.amount_at(at)?;
        let (low, high) = if bound == Bound::Above { (amount, &other) } else { (&other, amount) };
        let length = at + other.length - index;
        match (&low.quantity, &high.quantity) {
            (None, None) => {}
            (Some(_), Some(_)) => {
                return Some(ParsedAmount { length, constraint: self.quantity_range(low, high)? });
            }
            _ => return None,
        }
        // `under 200 kd over 144`: the second number of a monitor is no price.
        let is_measure =
            !is_joined && !low.has_currency && self.bare_measure(Bound::Above, low.value).is_some();
        let is_count = !low.has_currency && low.value < MIN_AMBIGUOUS_AMOUNT;
        if is_measure || is_count {
            return None;
        }
        let is_price = low.has_currency
            || high.has_currency
            || (self.subjects.has_subject && self.may_be_price(low) && self.may_be_price(high));
        if !is_price || low.value >= high.value {
            return None;
        }
        let (min, max) = (Some(low.fils?), Some(high.fils?));
        Some(ParsedAmount { length, constraint: AmountConstraint::Price { min, max, around: None } })
    }

    /// Returns a number with a currency, or with a bound behind it.
    fn parse_plain(&self, index: usize) -> Option<ParsedAmount> {
        if let Some((bound, amount)) = self.parse_signed(index) {
            let constraint = self.to_constraint(bound, &amount, AmountPrefix::Bound(bound))?;
            return Some(ParsedAmount { length: amount.length, constraint });
        }
        let amount = self.amount_at(index)?;
        let behind =
            self.parse_bound_after_amount(index + amount.length).filter(|_| amount.value != EFFICIENCY_MARK);
        let is_joined = self.words.get(index).is_some_and(|word| word.is_attached_to_previous);
        let (prefix, length) = match behind {
            Some((prefix, length)) if !is_joined => (prefix, amount.length + length),
            _ if amount.has_currency => (AmountPrefix::Absent(Bound::Below), amount.length),
            _ => return None,
        };
        let constraint = self.to_constraint(prefix.bound(), &amount, prefix)?;
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
        bound.and_then(|bound| Some((bound, self.amount_at(index)?)))
    }

    pub(super) fn skip_between(&self, mut at: usize) -> usize {
        for _ in 0..MAX_BETWEEN {
            let is_link = |word: &Word| {
                self.intents.price.roles(&word.text).is_some_and(|roles| roles.has(PriceRoles::LINK))
            };
            if !self.words.get(at).is_some_and(is_link) {
                break;
            }
            at += 1;
        }
        at
    }

    /// Returns a range: `100-150`, `100 to 150 kd`, `between 100 and 150`, `من 100 الى 150`, `بين 100 و200`.
    fn parse_range(&self, index: usize) -> Option<ParsedAmount> {
        let is_budget = |phrase: &str| {
            self.intents.price.roles(phrase).is_some_and(|roles| roles.has(PriceRoles::BUDGET))
        };
        let budget = self.longest_phrase(index, is_budget).unwrap_or(0);
        let opener = self
            .longest_phrase(index + budget, |phrase| self.intents.price.range_openers.contains(phrase))
            .unwrap_or(0);
        let low_at = index + budget + opener;
        let low_at = if budget > 0 { self.skip_between(low_at) } else { low_at };
        let low = self.amount_at(low_at)?;
        let middle = low_at + low.length;
        let is_dashed = self.is_dashed(middle);
        let to = self.longest_phrase(middle, |phrase| self.intents.price.range_joiners.contains(phrase));
        let high_at = middle + to.unwrap_or(0);
        let high = self.amount_at(high_at)?;
        let glued_to = self.words.get(high_at).is_some_and(|word| is_joined_number(&word.text, self.intents));
        let length = high_at + high.length - index;
        let is_linked = to.is_some() || glued_to || is_dashed;
        // `240hz and 4k` are two facts.
        let is_far =
            low.quantity.is_some() && high.quantity.is_none() && high.value > low.value * MAX_RANGE_RATIO;
        if !is_linked || low.value >= high.value || is_far {
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
            let is_spelled_count = low.is_spelled && low.value < MIN_AMBIGUOUS_AMOUNT;
            if is_spelled_count
                || (is_dashed && touches)
                || !believable
                || !self.may_be_price(&low)
                || !self.may_be_price(&high)
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
    pub(super) fn amount_at(&self, index: usize) -> Option<Amount> {
        let before =
            self.longest_phrase(index, |phrase| self.intents.price.currency.contains(phrase)).unwrap_or(0);
        let at = index + before;
        let mut amount = self.parse_bare_amount(at)?;
        amount.has_currency |= before > 0;
        amount.length += before;
        if amount.quantity.is_none()
            && let Some(behind) = self
                .longest_phrase(index + amount.length, |phrase| self.intents.price.currency.contains(phrase))
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
            return Some(Amount { value, length: 1, quantity, ..Amount::default() });
        }
        if let Some((value, length)) = number_words::number_at(self.words, index, &self.intents.price) {
            let fils = Some(Fils((value * 1000.0) as i64)).filter(|fils| *fils <= Fils::MAX_PRICE);
            let is_spelled = !starts_with_digit(&word.text);
            return Some(Amount { value, fils, length, is_spelled, ..Amount::default() });
        }
        let text = word.text.as_str();
        let start = text.find(|character: char| character.is_ascii_digit())?;
        let (prefix, rest) = text.split_at(start);
        let end = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let (number, suffix) = rest.split_at(end);
        let is_currency = |part: &str| self.intents.price.currency.contains(part);
        let prefix_fits = prefix.is_empty()
            || is_currency(prefix)
            || matches!(prefix, "ال" | "ب" | "بال" | "و" | "ل" | "لل" | "ف");
        let is_thousands = suffix == THOUSANDS;
        if !prefix_fits || !(suffix.is_empty() || is_thousands || is_currency(suffix)) {
            return None;
        }
        let stated: Fils = number.parse().ok()?;
        let fils = Fils(stated.0.checked_mul(if is_thousands { 1000 } else { 1 })?);
        if fils > Fils::MAX_PRICE || fils <= Fils::ZERO {
            return None;
        }
        let digits =
            if number.starts_with('0') { usize::MAX } else { number.split('.').next().map_or(0, str::len) };
        let has_currency = is_currency(prefix) || is_currency(suffix);
        Some(Amount {
            value: fils.0 as f64 / 1000.0,
            fils: Some(fils),
            length: 1,
            digits,
            has_currency,
            is_thousands,
            ..Amount::default()
        })
    }

    fn to_constraint(&self, bound: Bound, amount: &Amount, prefix: AmountPrefix) -> Option<AmountConstraint> {
        if amount.quantity.is_some() {
            return self.quantity_bound(bound, amount, prefix);
        }
        let is_budget = matches!(prefix, AmountPrefix::Budget(_));
        if !amount.has_currency {
            if !is_budget && let Some(measure) = self.bare_measure(bound, amount.value) {
                return Some(measure_constraint(measure, bound, amount.value));
            }
            let is_model = amount.is_thousands && prefix.is_ambiguous();
            if is_model
                || !self.may_be_price(amount)
                || (prefix.is_ambiguous() && !self.may_be_ambiguous_price(amount))
            {
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
                let part = (fils.0 as f64 * self.intents.price.around_share).round() as i64;
                (Some(Fils(fils.0 - part)), Some(Fils(fils.0 + part)))
            }
        };
        let around = Some(fils).filter(|_| bound == Bound::About);
        Some(AmountConstraint::Price { min, max, around })
    }

    /// Whether a number without a currency may be dinars: it is no model's number, and no more than parts cost.
    fn may_be_price(&self, amount: &Amount) -> bool {
        let is_count = amount.is_spelled && amount.value < MIN_AMBIGUOUS_AMOUNT;
        !is_count
            && amount.digits <= MAX_DIGITS
            && amount.value <= self.intents.price.max_without_currency
            && !self.is_model(amount)
    }

    fn may_be_ambiguous_price(&self, amount: &Amount) -> bool {
        let number = amount.value.to_string();
        self.subjects.has_subject
            && amount.value >= MIN_AMBIGUOUS_AMOUNT
            && self.intents.use_of(&number).is_none()
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
