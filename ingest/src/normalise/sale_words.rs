//! Finds what a text says of the goods and the price beside naming them: used, opened, a deposit, a pre-order. The words
//! are in `config/specs/sale_words.tsv`, with the neighbours that they need or that take their meaning away.
//!
//! Memory: a statement for each phrase found, in a text that its reader has cut.

use std::{ops::Range, sync::LazyLock};

use domain::model::keys::fold::{Break, Folded};

use super::{
    condition::Condition,
    phrases::{Phrases, rows},
};

/// Meaning of a phrase in a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// New goods, or their package only.
    New,
    NotNew(Condition),
    /// The price is a deposit or a reservation.
    Deposit,
    /// The price is one of several payments.
    Instalment,
    PreOrder,
    /// On back-order, sold out or announced.
    NotNow,
}

/// A phrase found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) meaning: Meaning,
    /// The words of the phrase.
    pub(crate) words: Range<usize>,
}

/// Where in its clause a phrase must stand.
#[derive(Debug, Clone, Copy)]
enum Place {
    Any,
    Edge,
    End,
    Alone,
}

#[derive(Debug)]
struct Rule {
    meaning: Meaning,
    place: Place,
    not_after: Vec<&'static str>,
    not_before: Vec<&'static str>,
}

/// The rules, and the index of a rule by its phrases.
static RULES: LazyLock<(Vec<Rule>, Phrases<usize>)> = LazyLock::new(|| {
    let (mut rules, mut phrases) = (Vec::new(), Phrases::new());
    for row in rows(include_str!("../../../config/specs/sale_words.tsv")) {
        let [meaning, place, words, not_after, not_before] = row[..] else { continue };
        let (Some(meaning), Some(place)) = (meaning_of(meaning), place_of(place)) else { continue };
        words.split('|').for_each(|phrase| phrases.insert(phrase, rules.len()));
        let list = |words: &'static str| words.split('|').filter(|word| !word.is_empty()).collect();
        rules.push(Rule { meaning, place, not_after: list(not_after), not_before: list(not_before) });
    }
    (rules, phrases)
});

fn meaning_of(name: &str) -> Option<Meaning> {
    Some(match name {
        "NEW" => Meaning::New,
        "USED" => Meaning::NotNew(Condition::Used),
        "OPEN_BOX" => Meaning::NotNew(Condition::OpenBox),
        "REFURBISHED" => Meaning::NotNew(Condition::Refurbished),
        "DISPLAY" => Meaning::NotNew(Condition::Display),
        "RETURNED" => Meaning::NotNew(Condition::Returned),
        "DAMAGED" => Meaning::NotNew(Condition::Damaged),
        "DEPOSIT" => Meaning::Deposit,
        "INSTALMENT" => Meaning::Instalment,
        "PRE_ORDER" => Meaning::PreOrder,
        "NOT_NOW" => Meaning::NotNow,
        _ => return None,
    })
}

fn place_of(name: &str) -> Option<Place> {
    Some(match name {
        "ANY" => Place::Any,
        "EDGE" => Place::Edge,
        "END" => Place::End,
        "ALONE" => Place::Alone,
        _ => return None,
    })
}

/// Words that deny what follows, and words that may stand between.
const NEGATIONS: [&str; 16] = [
    "no", "not", "never", "non", "without", "neither", "nor", "غير", "بدون", "ليس", "ليست", "مو", "مب", "لا",
    "لم", "بلا",
];
const BETWEEN: [&str; 10] = ["a", "an", "any", "the", "been", "be", "even", "need", "اي", "يوجد"];
/// Words for a package: damage beside them is the package's.
const PACKAGES: [&str; 27] = [
    "box",
    "boxes",
    "package",
    "packages",
    "packaging",
    "packing",
    "carton",
    "cartons",
    "sleeve",
    "wrap",
    "wrapping",
    "seal",
    "outer",
    "كرتون",
    "الكرتون",
    "كرتونه",
    "الكرتونه",
    "بوكس",
    "البوكس",
    "كارتون",
    "الكارتون",
    "علبه",
    "العلبه",
    "صندوق",
    "الصندوق",
    "تغليف",
    "التغليف",
];
/// Distance from a package's word to the damage, in words: `box slightly damaged`, `damaged outer box`.
const PACKAGE_DISTANCE: usize = 2;
/// Distance from an amount to the words `per month`, in words: `12.5 د ك شهريا`.
const AMOUNT_DISTANCE: usize = 5;

/// Returns what a text says, in the order of its words.
pub(crate) fn find_statements(text: &Folded) -> Vec<Statement> {
    let (rules, phrases) = &*RULES;
    let mut found = Vec::new();
    let mut index = 0;
    while index < text.len() {
        let statement = match phrases.at(text, index) {
            Some((rule, count)) => rules
                .get(*rule)
                .filter(|rule| rule.holds(text, index, index + count))
                .map(|rule| Statement { meaning: rule.meaning, words: index..index + count }),
            None => (is_monthly(text, index) || is_times_amount(text, index))
                .then(|| Statement { meaning: Meaning::Instalment, words: index..index + 1 }),
        };
        index = statement.as_ref().map_or(index + 1, |statement| statement.words.end);
        found.extend(statement);
    }
    found
}

impl Rule {
    /// Whether the phrase of these words means what its row says, by its place and its neighbours.
    fn holds(&self, text: &Folded, start: usize, end: usize) -> bool {
        let (begins, ends) = (begins_clause(text, start), begins_clause(text, end));
        let stands = match self.place {
            Place::Any => true,
            // `monthly instalments 20 KD` ends with the amount.
            Place::Edge => {
                begins || ends || self.meaning == Meaning::Instalment && starts_with_digit(text, end)
            }
            Place::End => ends,
            Place::Alone => begins && ends,
        };
        let before = if begins { "" } else { text.word(start - 1) };
        let after = if ends { "" } else { text.word(end) };
        let is_package =
            self.meaning == Meaning::NotNew(Condition::Damaged) && is_of_package(text, start, end);
        let is_new = self.meaning == Meaning::New;
        stands
            && !self.not_after.contains(&before)
            && !self.not_before.contains(&after)
            && !is_package
            && (is_new || !is_denied(text, start))
            && !is_of_other_thing(self.meaning, text, start)
    }
}

/// Whether a clause begins at a word, or ends before it.
pub(crate) fn begins_clause(text: &Folded, index: usize) -> bool {
    index == 0
        || index >= text.len()
        || matches!(text.before(index), Break::Clause | Break::Bracket | Break::Slash | Break::Plus)
}

/// Whether a negation stands before a word of the same clause.
fn is_denied(text: &Folded, start: usize) -> bool {
    let mut index = start;
    // A negation directly before, or with one word between.
    for _ in 0..2 {
        if begins_clause(text, index) {
            return false;
        }
        index -= 1;
        let word = text.word(index);
        if NEGATIONS.contains(&word) {
            return true;
        }
        if !BETWEEN.contains(&word) {
            return false;
        }
    }
    false
}

fn is_of_package(text: &Folded, start: usize, end: usize) -> bool {
    let near = start.saturating_sub(PACKAGE_DISTANCE)..(end + PACKAGE_DISTANCE).min(text.len());
    near.filter(|index| !(start..end).contains(index)).any(|index| PACKAGES.contains(&text.word(index)))
}

/// Whether the article makes the Arabic word mean something else: `المستخدم` is the user, `الشعر التالف` what a thing is for.
fn is_of_other_thing(meaning: Meaning, text: &Folded, start: usize) -> bool {
    let word = text.word(start);
    match meaning {
        Meaning::NotNew(Condition::Damaged) => word.starts_with("ال") || word.starts_with("لل"),
        _ => word.ends_with("المستخدم") || word.ends_with("للمستخدم"),
    }
}

/// Whether the currency after several times an amount stands here: `12 x 18.250 KD`.
fn is_times_amount(text: &Folded, index: usize) -> bool {
    let is_currency = matches!(text.word(index), "kd" | "kwd" | "دينار" | "د");
    let times = |word: &str| {
        word.split_once('x').is_some_and(|(count, amount)| {
            count.parse::<u8>().is_ok() && amount.starts_with(|letter: char| letter.is_ascii_digit())
        })
    };
    let apart = index > 2
        && starts_with_digit(text, index - 1)
        && text.word(index - 2) == "x"
        && text.word(index - 3).parse::<u8>().is_ok();
    is_currency && (apart || index > 0 && times(text.word(index - 1)))
}

fn starts_with_digit(text: &Folded, index: usize) -> bool {
    text.word(index).starts_with(|letter: char| letter.is_ascii_digit())
}

/// Whether an amount per month ends here: `14.5 KD/month`, `12 د.ك شهرياً`.
fn is_monthly(text: &Folded, index: usize) -> bool {
    let is_month = match text.word(index) {
        "month" | "mo" | "mth" | "شهر" | "الشهر" => {
            index > 0
                && (text.before(index) == Break::Slash
                    || matches!(text.word(index - 1), "per" | "a" | "each" | "every" | "كل" | "في" | "لكل"))
        }
        "monthly" | "شهريا" | "بالشهر" => true,
        _ => false,
    };
    is_month && (index.saturating_sub(AMOUNT_DISTANCE)..index).any(|at| starts_with_digit(text, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_read() {
        let table = include_str!("../../../config/specs/sale_words.tsv");
        assert_eq!(RULES.0.len(), rows(table).count());
    }

    #[test]
    fn statements_of_any_words_lie_in_the_text_one_behind_the_other() {
        let words: Vec<&str> = include_str!("../../../config/specs/sale_words.tsv")
            .split(['|', '\t', '\n', ' '])
            .chain(["-", "(", ")", ",", "/", "12.5", "د.ك", "month", "no", "غير", "\u{61c}", "", "RTX"])
            .collect();
        let mut seed = 39_u64;
        let mut below = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % limit
        };
        for _ in 0..20_000 {
            let text: Vec<&str> = (0..below(12)).map(|_| words[below(words.len())]).collect();
            let text = Folded::new(&text.join([" ", "-", " - ", ""][below(4)]));
            let mut end = 0;
            for Statement { words, .. } in find_statements(&text) {
                assert!(words.start >= end && words.start < words.end && words.end <= text.len());
                end = words.end;
            }
        }
    }
}
