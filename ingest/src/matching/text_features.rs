//! Numeric features of two names' texts, for and against a match.
//!
//! Each word counts by its rarity ([`TermStatistics`]): `tweakers`, which a thousand titles have, carries no
//! information; `ct1000p3ssd8` names one product. A word counts in one role only: a measure is a fact and never a
//! code. A code that both sides have outweighs any description that only one side has.

use crate::normalise::codes::{is_measure_or_standard, is_server_number};

use super::{name_text::NameText, rarity::TermStatistics};

/// Minimum length of a code that names one product; shorter codes may name a series.
const STRONG_CODE: usize = 6;
/// Long codes on both sides, none of them shared, name two different products; the minimum length of such a code.
const LONG_CODE: usize = 7;
/// Minimum length, and minimum count of digits, of a part number that no product of the catalogue carries.
const NUMBER_LENGTH: usize = 8;
const NUMBER_DIGITS: usize = 5;
/// Number of leading letters that two codes of one series share.
const SERIES_PREFIX: usize = 4;
/// Number of first words that count as the name; the words after them are description.
const HEAD_WORDS: usize = 8;

/// Text features of a pair. All numbers lie between 0 and 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct TextFeatures {
    pub(super) code_same: f64,
    pub(super) code_same_length: f64,
    pub(super) code_same_known: f64,
    /// Both sides name a code that can only be a part number. A model's code (`b650mplus`) does not count: its
    /// siblings have it too.
    pub(super) part_number_same: bool,
    /// Whether one side's code is the other's with a suffix: `mz75e1t0b` and `mz75e1t0beu`.
    pub(super) code_prefix: f64,
    /// Both sides have long codes and none in common.
    pub(super) code_conflict: f64,
    /// Length of the longest common beginning of two codes that differ, as a share of the longer code.
    pub(super) code_sibling: f64,
    pub(super) code_one_side: f64,
    /// Long codes that only one side has, where both also share a code.
    pub(super) code_more: f64,
    /// Share of a side's total rarity that the other side also has: of the better covered side, and of the worse
    /// covered one.
    pub(super) coverage_max: f64,
    pub(super) coverage_min: f64,
    pub(super) jaccard: f64,
    pub(super) rarity_shared: f64,
    pub(super) rarest_shared: f64,
    /// Like coverage, for words with digits only.
    pub(super) numbers_max: f64,
    pub(super) numbers_min: f64,
    pub(super) numbers_missing: f64,
    /// Rarity of model words (letters and digits, no measure) that the other side lacks: of the side with less, and
    /// of the side with more.
    pub(super) model_words_alone_min: f64,
    pub(super) model_words_alone_max: f64,
    pub(super) model_words_shared: f64,
    pub(super) short_words_alone: f64,
    pub(super) trigrams: f64,
    pub(super) trigrams_smaller: f64,
    pub(super) head: f64,
}

impl TextFeatures {
    /// Number of text features among the features of a pair.
    pub(super) const COUNT: usize = 20;

    /// Returns the features in the order of the last names of `FEATURE_NAMES`.
    pub(super) fn numbers(&self) -> [f64; Self::COUNT] {
        [
            self.code_same,
            self.code_same_length,
            self.code_same_known,
            self.code_prefix,
            self.code_conflict,
            self.code_sibling,
            self.code_one_side,
            self.code_more,
            self.coverage_max,
            self.coverage_min,
            self.rarity_shared,
            self.rarest_shared,
            self.numbers_max,
            self.numbers_min,
            self.numbers_missing,
            self.model_words_alone_min,
            self.model_words_alone_max,
            self.short_words_alone,
            self.trigrams,
            self.head,
        ]
    }
}

/// Compares the texts of two names. The comparison is symmetric.
pub(super) fn compare_texts(left: &NameText, right: &NameText, statistics: &TermStatistics) -> TextFeatures {
    let mut features = TextFeatures::default();
    compare_codes(left, right, statistics, &mut features);
    let sides = [Side::new(left, right, statistics), Side::new(right, left, statistics)];
    compare_words(&sides, statistics, &mut features);
    (features.trigrams, features.trigrams_smaller) = left.trigrams.shares(&right.trigrams);
    features
}

fn compare_codes(
    left: &NameText,
    right: &NameText,
    statistics: &TermStatistics,
    features: &mut TextFeatures,
) {
    let known = |code: &str| statistics.is_known_part_number(code);
    let shared: Vec<&String> = left.codes.iter().filter(|code| right.codes.contains(code)).collect();
    let strong = shared.iter().any(|code| code.len() >= STRONG_CODE || known(code));
    let long = |text: &NameText| text.codes.iter().filter(|code| code.len() >= LONG_CODE).count();
    let (long_left, long_right) = (long(left), long(right));
    features.code_same = f64::from(strong);
    features.code_same_length =
        shared.iter().map(|code| code.len().min(14)).max().unwrap_or_default() as f64 / 14.0;
    features.code_same_known = f64::from(shared.iter().any(|code| known(code)));
    let digits = |code: &str| code.bytes().filter(u8::is_ascii_digit).count();
    let is_number =
        |code: &&String| known(code) || (code.len() >= NUMBER_LENGTH && digits(code) >= NUMBER_DIGITS);
    features.part_number_same = shared.iter().any(is_number);
    features.code_one_side = f64::from((long_left > 0) != (long_right > 0));
    if strong {
        let long_shared = shared.iter().filter(|code| code.len() >= LONG_CODE).count();
        let alone = long_left + long_right - 2 * long_shared;
        features.code_more = alone.min(2) as f64 / 2.0;
        return;
    }
    let pairs = || left.codes.iter().flat_map(|one| right.codes.iter().map(move |other| (one, other)));
    let is_prefix = |(one, other): (&String, &String)| {
        let rest = one.strip_prefix(other.as_str()).or_else(|| other.strip_prefix(one.as_str()));
        // A suffix of letters is a market's; a suffix of digits is another size.
        one.len().min(other.len()) >= LONG_CODE
            && rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()))
    };
    features.code_prefix = f64::from(pairs().any(is_prefix));
    if features.code_prefix == 0.0 && long_left > 0 && long_right > 0 {
        features.code_conflict = 1.0;
        let likeness = |(one, other): (&String, &String)| {
            let common = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
            let long = one.len().min(other.len()) >= LONG_CODE && common >= SERIES_PREFIX;
            if long { common as f64 / one.len().max(other.len()) as f64 } else { 0.0 }
        };
        features.code_sibling = pairs().map(likeness).fold(0.0, f64::max);
    }
}

/// Returns the first part number of each side where both sides carry some of a server manufacturer and none in common: the
/// kits for several servers have the same name.
pub(super) fn differing_server_numbers<'a>(
    left: &'a NameText,
    right: &'a NameText,
) -> Option<(&'a str, &'a str)> {
    let mut numbers = left.codes.iter().filter(|code| is_server_number(code));
    let first = numbers.clone().next()?;
    let other = right.codes.iter().find(|code| is_server_number(code))?;
    (!numbers.any(|number| right.codes.contains(number))).then_some((first, other))
}

/// Rarity sums of one side's words, by whether the other side has them.
#[derive(Default)]
struct Side {
    all: f64,
    shared: f64,
    numbers: f64,
    numbers_shared: f64,
    model_words_alone: f64,
    model_words_shared: f64,
    head: f64,
    head_shared: f64,
    short_alone: usize,
    rarest_shared: f64,
}

impl Side {
    fn new(name: &NameText, other: &NameText, statistics: &TermStatistics) -> Side {
        let mut side = Side::default();
        for (index, word) in name.words.iter().enumerate() {
            let rarity = statistics.rarity(word);
            let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
            let is_shared = other.has_word(word);
            let shared = if is_shared { rarity } else { 0.0 };
            side.all += rarity;
            side.shared += shared;
            side.rarest_shared = side.rarest_shared.max(shared);
            if index < HEAD_WORDS {
                side.head += rarity;
                side.head_shared += shared;
            }
            if has_digit {
                side.numbers += rarity;
                side.numbers_shared += shared;
                if word.len() >= 2 && !is_measure_or_standard(word) {
                    side.model_words_shared += shared;
                    side.model_words_alone += rarity - shared;
                }
            } else if !is_shared && word.len() <= 2 {
                side.short_alone += 1;
            }
        }
        side
    }
}

fn compare_words(sides: &[Side; 2], statistics: &TermStatistics, features: &mut TextFeatures) {
    let [left, right] = sides;
    let share = |part: f64, all: f64| if all > 0.0 { part / all } else { 0.0 };
    // Absolute sums are divided by the greatest rarity, so that they mean the same in a small and a large catalogue.
    let greatest = statistics.max_rarity();
    let in_words = |sum: f64, most: f64| (share(sum, greatest) / most).min(1.0);
    let (of_left, of_right) = (share(left.shared, left.all), share(right.shared, right.all));
    features.coverage_max = of_left.max(of_right);
    features.coverage_min = of_left.min(of_right);
    features.jaccard = share(left.shared + right.shared, left.all + right.all);
    features.rarity_shared = in_words(left.shared.max(right.shared), 6.0);
    features.rarest_shared = in_words(left.rarest_shared.max(right.rarest_shared), 1.0);
    if left.numbers > 0.0 && right.numbers > 0.0 {
        let (of_left, of_right) =
            (share(left.numbers_shared, left.numbers), share(right.numbers_shared, right.numbers));
        features.numbers_max = of_left.max(of_right);
        features.numbers_min = of_left.min(of_right);
    } else {
        features.numbers_missing = 1.0;
    }
    features.model_words_alone_min = in_words(left.model_words_alone.min(right.model_words_alone), 2.0);
    features.model_words_alone_max = in_words(left.model_words_alone.max(right.model_words_alone), 3.0);
    features.model_words_shared = in_words(left.model_words_shared, 2.0);
    features.short_words_alone = (left.short_alone + right.short_alone).min(4) as f64 / 4.0;
    features.head = share(left.head_shared, left.head).max(share(right.head_shared, right.head));
}
