//! The wording around an amount, composed from the roles of its words: `not` + `going` + `over` before 200, `or` + `less`
//! behind it.
//!
//! A comparison (`less`, `more`) is turned round by a negation before it. Links between them say nothing. Of several
//! comparisons the first counts ("more expensive"), and any of them counts before a weak word ("for less than").

use super::number_words;
use crate::{
    config::intents::{
        price_words::PriceRoles,
        table::{AmountPrefix, Bound},
    },
    query::query_parser::QueryParser,
    text::{analyzer::Word, fold::has_digit},
};

/// Maximum number of phrases before or behind an amount.
const MAX_PHRASES: usize = 9;
/// Minimum letters of a link that begins the wording; shorter ones are letters of models and words of sentences.
const MIN_LEADING_LINK: usize = 3;

/// Maximum number of unknown words between a negation and its comparison.
const MAX_UNKNOWN: usize = 2;
/// Maximum number of words between them where some are known.
const MAX_NEGATED_BEFORE: usize = 4;

/// The wording as read so far.
#[derive(Debug, Default)]
struct Wording {
    is_negated: bool,
    is_budget: bool,
    strong: Option<Bound>,
    about: bool,
    weak: Option<Bound>,
}

impl Wording {
    /// Adds the roles of the next phrase; returns `false` where they end the wording.
    fn add(&mut self, roles: PriceRoles) -> bool {
        if roles.has(PriceRoles::NOT) {
            if self.strong.is_some() {
                return false;
            }
            self.is_negated = true;
        }
        self.is_budget |= roles.has(PriceRoles::BUDGET);
        let bound = if roles.has(PriceRoles::CAP) {
            Some(Bound::Below)
        } else if roles.has(PriceRoles::FLOOR) {
            Some(Bound::Above)
        } else if roles.has(PriceRoles::LESS) {
            Some(if self.is_negated { Bound::Above } else { Bound::Below })
        } else if roles.has(PriceRoles::MORE) {
            Some(if self.is_negated { Bound::Below } else { Bound::Above })
        } else {
            None
        };
        self.strong = self.strong.or(bound);
        self.about |= roles.has(PriceRoles::ABOUT);
        if roles.has(PriceRoles::WEAK_CAP) {
            self.weak = self.weak.or(Some(Bound::Below));
        } else if roles.has(PriceRoles::WEAK_FLOOR) {
            self.weak = self.weak.or(Some(Bound::Above));
        }
        let is_known = PriceRoles::NOT
            | PriceRoles::BUDGET
            | PriceRoles::ABOUT
            | PriceRoles::WEAK_CAP
            | PriceRoles::WEAK_FLOOR
            | PriceRoles::LINK;
        bound.is_some() || roles.has(is_known)
    }

    /// Returns the prefix that the phrases make; a negation without a comparison makes none.
    fn prefix(&self) -> Option<AmountPrefix> {
        let about = Some(Bound::About).filter(|_| self.about);
        let bound = self.strong.or_else(|| about.or(self.weak).filter(|_| !self.is_negated));
        if self.is_budget {
            let is_stated = self.strong.is_some() || !self.is_negated;
            return is_stated.then(|| AmountPrefix::Budget(bound.unwrap_or(Bound::Below)));
        }
        let is_weak = self.strong.is_none() && !self.about;
        bound.map(|bound| if is_weak { AmountPrefix::Ambiguous(bound) } else { AmountPrefix::Bound(bound) })
    }
}

impl QueryParser<'_> {
    /// Returns the wording before an amount that begins at a word, and its number of words: none for `ب200`, whose wording
    /// is a letter of the amount's word.
    pub(super) fn parse_prefix(&self, index: usize) -> Option<(AmountPrefix, usize)> {
        let mut wording = Wording { is_negated: self.is_negated_before(index), ..Wording::default() };
        let (mut at, mut unknown) = (index, 0);
        for _ in 0..MAX_PHRASES {
            let Some((roles, length)) = self.roles_at(at) else {
                // `don't recommend any over 200`: a comparison behind a negation is never read without it.
                unknown += 1;
                let is_open = wording.is_negated && wording.strong.is_none();
                let is_skipped = is_open && unknown <= MAX_UNKNOWN && self.is_unknown(at);
                if at == index || !is_skipped {
                    break;
                }
                at += 1;
                continue;
            };
            if at == index && roles == PriceRoles::LINK && self.is_short(index, length) {
                break;
            }
            if !wording.add(roles) {
                break;
            }
            at += length;
        }
        let begins_with_link = self.roles_at(index).is_some_and(|(roles, _)| roles == PriceRoles::LINK);
        if let Some(prefix) = wording.prefix()
            && !(begins_with_link && prefix.is_ambiguous())
        {
            return Some((prefix, at - index));
        }
        // `ب200`, `بخمسين`: the amount is the rest of the same word.
        let glued = self.words.get(index).and_then(|word| word.text.strip_prefix('ب'));
        let is_amount = |rest: &&str| {
            let is_number = self.intents.price.number(rest).is_some_and(|(_, has_and)| !has_and);
            super::amount_constraint::starts_with_digit(rest) || is_number
        };
        glued.filter(is_amount).map(|_| (AmountPrefix::Ambiguous(Bound::Below), 0))
    }

    /// Whether a word says nothing that products have: no number, name or fact.
    fn is_unknown(&self, index: usize) -> bool {
        self.words.get(index).is_some_and(|word| {
            let text = word.text.as_str();
            !has_digit(text)
                && self.lexicon.interpret(text).is_none()
                && !self.vocabulary.brand_phrases.contains_key(text)
                && !self.vocabulary.fact_phrases.contains_key(text)
        })
    }

    /// Whether a comparison stands shortly behind the negation of its bound (`no cards` `under 200`); or upwards, behind a
    /// negation of something else than what the query excludes: `don't show cards` `over 200`. Downwards it is more often
    /// a question: `isn't there a card under 200`.
    fn is_negated_before(&self, index: usize) -> bool {
        let is_upwards = self.roles_at(index).is_some_and(|(roles, _)| roles.has(PriceRoles::MORE));
        if !is_upwards && self.negated_bound.is_none() {
            return false;
        }
        let is_excluded = |at: usize| self.exclusions.iter().any(|(start, end)| (*start..*end).contains(&at));
        let is_not = |at: usize| self.roles_at(at).is_some_and(|(roles, _)| roles.has(PriceRoles::NOT));
        let is_open = |at: &usize| self.words.get(*at).is_some_and(|word| !has_digit(&word.text));
        let mut before = (index.saturating_sub(MAX_NEGATED_BEFORE)..index).rev().take_while(is_open);
        let is_negation =
            |at: usize| self.negated_bound == Some(at) || (is_upwards && is_not(at) && !is_excluded(at));
        before.any(is_negation)
    }

    fn is_short(&self, index: usize, length: usize) -> bool {
        self.joined.run(index, length).is_none_or(|phrase| phrase.chars().count() < MIN_LEADING_LINK)
    }

    /// Returns the roles of the longest phrase at a word, and its number of words.
    pub(super) fn roles_at(&self, index: usize) -> Option<(PriceRoles, usize)> {
        if is_contraction(self.words, index) {
            return Some((PriceRoles::NOT, 2));
        }
        let words = &self.intents.price;
        if let Some(length) = self.longest_phrase(index, |phrase| words.roles(phrase).is_some()) {
            return Some((words.roles(self.joined.run(index, length)?)?, length));
        }
        let word = self.words.get(index).filter(|word| word.quantity.is_none())?;
        Some((words.inflected_roles(&word.text)?, 1))
    }

    /// Returns the bound behind an amount and its number of words: `or less`, `is my limit`, `وتحت`. Words before a further
    /// amount are of that one.
    pub(super) fn parse_bound_after_amount(&self, index: usize) -> Option<(AmountPrefix, usize)> {
        let mut at = index;
        let (mut is_joined, mut is_negated) = (false, false);
        let mut found: Option<(AmountPrefix, usize)> = None;
        for _ in 0..MAX_PHRASES {
            let Some((roles, length)) = self.roles_at(at) else { break };
            at += length;
            let joined = is_joined || roles.has(PriceRoles::JOINER);
            if let Some(bound) = bound_behind(roles, joined, is_negated) {
                let first = found.map_or(bound, |(first, _)| first);
                if first.bound() != bound.bound() {
                    break;
                }
                found = Some((first, at - index));
            } else if found.is_none() && roles.has(PriceRoles::JOINER | PriceRoles::NOT) {
                is_joined |= roles.has(PriceRoles::JOINER);
                is_negated |= roles.has(PriceRoles::NOT);
            } else if !roles.has(PriceRoles::LINK) {
                break;
            }
        }
        let (_, length) = found?;
        let next = self.skip_between(index + length);
        let is_of_next = self.amount_at(next).is_some_and(|amount| amount.quantity.is_none());
        // `200+ kd`
        let is_currency = |phrase: &str| self.intents.price.currency.contains(phrase);
        let currency = self.longest_phrase(index + length, is_currency).unwrap_or(0);
        found.filter(|_| !is_of_next).map(|(bound, _)| (bound, length + currency))
    }

    /// Returns the index of a second amount whose bound is opposite to the first one's, and whether a word joins the two:
    /// `more than 100` `but less than` 200.
    pub(super) fn parse_opposite(&self, index: usize, first: Bound) -> Option<(usize, bool)> {
        let joiner = self.roles_at(index).filter(|(roles, _)| roles.has(PriceRoles::JOINER));
        let is_apart = |roles: PriceRoles| !roles.has(PriceRoles::LESS | PriceRoles::MORE | PriceRoles::NOT);
        let at = index + joiner.filter(|(roles, _)| is_apart(*roles)).map_or(0, |(_, length)| length);
        let (prefix, length) = self.parse_prefix(at)?;
        let are_opposite =
            matches!((first, prefix.bound()), (Bound::Above, Bound::Below) | (Bound::Below, Bound::Above));
        let is_stated = matches!(prefix, AmountPrefix::Bound(_) | AmountPrefix::Budget(_));
        (are_opposite && is_stated).then(|| (self.skip_between(at + length), joiner.is_some()))
    }

    /// Whether the wording of an amount may begin at a word that begins no phrase.
    pub(crate) fn may_begin(&self, index: usize) -> bool {
        is_contraction(self.words, index)
            || self.is_country_before_sign(index)
            || self
                .words
                .get(index)
                .is_some_and(|word| number_words::is_inflected(&word.text, &self.intents.price))
    }
}

/// Returns the bound of a phrase behind an amount. A comparison must be joined to the amount, or negated: `200 or less`,
/// `200 not more`.
fn bound_behind(roles: PriceRoles, is_joined: bool, is_negated: bool) -> Option<AmountPrefix> {
    let compares = is_joined || is_negated;
    let (down, up) =
        if is_negated { (PriceRoles::MORE, PriceRoles::LESS) } else { (PriceRoles::LESS, PriceRoles::MORE) };
    let bound = if roles.has(PriceRoles::CAP | PriceRoles::AFTER_CAP) || (compares && roles.has(down)) {
        Bound::Below
    } else if roles.has(PriceRoles::FLOOR | PriceRoles::AFTER_FLOOR) || (compares && roles.has(up)) {
        Bound::Above
    } else if roles.has(PriceRoles::AFTER_ABOUT) {
        Bound::About
    } else {
        return None;
    };
    let is_weak = roles.has(PriceRoles::WEAK_CAP | PriceRoles::WEAK_FLOOR);
    Some(if is_weak { AmountPrefix::Ambiguous(bound) } else { AmountPrefix::Absent(bound) })
}

/// Whether a word and the one behind are a negated verb with an apostrophe: `won't`, `can't`.
fn is_contraction(words: &[Word], index: usize) -> bool {
    let is_tail = |word: &Word| word.text == "t" && word.is_attached_to_previous;
    words.get(index).is_some_and(|word| word.text.ends_with('n')) && words.get(index + 1).is_some_and(is_tail)
}
