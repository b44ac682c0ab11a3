//! Comparisons: `rtx 4070 vs 5070`, `7800x3d او 9800x3d`, `الفرق بين 4070 و5070`. Only the words are split here; a
//! search finds the products of each side.

use crate::{
    config::intents::table::{IntentTable, longest_phrase},
    text::{
        analyzer::Word,
        fold::{fold, has_digit},
        joined::JoinedWords,
    },
};

/// Maximum number of sides; a page cannot show more.
const MAX_SIDES: usize = 4;
/// Minimum length of a model's number that may follow another one.
const MIN_MODEL_NUMBER: usize = 3;

/// Range of the query's words that are one side.
type WordRange = (usize, usize);

/// Returns the texts of the sides that a query compares; none when it compares nothing.
pub(crate) fn sides(table: &IntentTable, words: &[Word], text: &str, literal: &[String]) -> Vec<String> {
    let (sides, separators) = side_ranges(table, words, &JoinedWords::of(words));
    if sides.len() < 2 && literal.is_empty() {
        return split_at_slashes(words, text);
    }
    let is_literal = separators.iter().any(|separator| literal.contains(separator));
    if sides.len() < 2 || sides.len() > MAX_SIDES || is_literal {
        return Vec::new();
    }
    let characters: Vec<char> = text.chars().collect();
    let side = |(from, to): &WordRange| {
        let (first, last) = (words.get(*from)?, words.get(to.checked_sub(1)?)?);
        // `و5070`: the letter belongs to the separator.
        let skipped = usize::from(glued_and(&first.text).is_some() && *from > 0);
        let part = characters.get(first.start + skipped..last.end)?;
        Some(part.iter().collect::<String>().trim().to_owned()).filter(|side| !side.is_empty())
    };
    sides.iter().map(side).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Returns the models that a slash between spaces separates: `x870 / b850`.
fn split_at_slashes(words: &[Word], text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split(" / ").map(str::trim).filter(|part| !part.is_empty()).collect();
    let has_model = |part: &&str| {
        words.iter().any(|word| {
            is_model(word) && word.text.len() >= MIN_MODEL_NUMBER && fold(part).contains(&word.text)
        })
    };
    let are_sides = (2..=MAX_SIDES).contains(&parts.len()) && parts.iter().all(has_model);
    if are_sides { parts.into_iter().map(str::to_owned).collect() } else { Vec::new() }
}

/// Returns the sides, and the words that separate them.
fn side_ranges(table: &IntentTable, words: &[Word], joined: &JoinedWords) -> (Vec<WordRange>, Vec<String>) {
    let lead = (0..words.len()).find_map(|index| {
        let length = longest_phrase(table, joined, index, |phrase| table.is_comparison_lead(phrase))?;
        Some((index, length))
    });
    let (sides, separators) = split_at_separators(words, joined, lead, |index| {
        longest_phrase(table, joined, index, |phrase| table.is_versus(phrase))
    });
    if sides.len() > 1 {
        return (sides, separators);
    }
    let weak = |index: usize| {
        let length = longest_phrase(table, joined, index, |phrase| table.is_weak_versus(phrase));
        let glued = words.get(index).filter(|word| lead.is_some() && glued_and(&word.text).is_some());
        length.or(glued.map(|_| 0))
    };
    let (mut sides, separators) = split_at_separators(words, joined, lead, weak);
    if let [side] = sides.as_slice()
        && lead.is_some()
    {
        sides = split_models(words, *side);
    }
    let alternatives = separators.iter().all(|separator| is_or(separator));
    let names_model = |(from, to): &WordRange| words.get(*from..*to).unwrap_or_default().iter().any(is_model);
    if sides.iter().all(names_model) && (lead.is_some() || alternatives) {
        return (sides, separators);
    }
    (Vec::new(), Vec::new())
}

/// Splits the words at separators, without the words of the lead.
fn split_at_separators(
    words: &[Word],
    joined: &JoinedWords,
    lead: Option<(usize, usize)>,
    separator: impl Fn(usize) -> Option<usize>,
) -> (Vec<WordRange>, Vec<String>) {
    let (mut sides, mut separators) = (Vec::new(), Vec::new());
    let mut start = 0;
    let mut index = 0;
    let mut close = |start: usize, end: usize| {
        if end > start {
            sides.push((start, end));
        }
    };
    while index < words.len() {
        if let Some((_, length)) = lead.filter(|(at, _)| *at == index) {
            close(start, index);
            index += length;
            start = index;
            continue;
        }
        let length = if index > start { separator(index) } else { None };
        let Some(length) = length else {
            index += 1;
            continue;
        };
        close(start, index);
        separators.push(joined.run(index, length.max(1)).unwrap_or_default().to_owned());
        start = index + length;
        index = start + usize::from(length == 0);
    }
    close(start, words.len());
    (sides, separators)
}

/// Cuts a span that names several models in a row before each of them: `rtx 5070 5070 ti`.
fn split_models(words: &[Word], (from, to): WordRange) -> Vec<WordRange> {
    let is_number =
        |at: &usize| words.get(*at).is_some_and(|word| is_model(word) && word.text.len() >= MIN_MODEL_NUMBER);
    let numbers: Vec<usize> = (from..to).filter(is_number).collect();
    let first = words.get(from).map(|word| word.text.as_str());
    let begins = |pair: &[usize]| {
        let between = pair[0] + 1..pair[1];
        // `ryzen 5 7600 ryzen 7 7700`: the second model begins where the family is named again.
        between.clone().find(|at| words.get(*at).map(|word| word.text.as_str()) == first).unwrap_or(pair[1])
    };
    let starts: Vec<usize> = std::iter::once(from).chain(numbers.windows(2).map(begins)).collect();
    let ends = starts.iter().skip(1).copied().chain([to]);
    starts.iter().copied().zip(ends).collect()
}

/// Whether words offer a choice between the two sides, or ask which is better, so that no lead is needed.
fn is_or(separator: &str) -> bool {
    matches!(
        separator,
        "or" | "او"
            | "ولا"
            | "والا"
            | "لو"
            | "beat"
            | "beats"
            | "better than"
            | "faster than"
            | "stronger than"
            | "احسن من"
            | "افضل من"
            | "اقوى من"
            | "اسرع من"
    )
}

fn is_model(word: &Word) -> bool {
    has_digit(&word.text) && word.quantity.is_none()
}

/// Returns the rest of a word that begins with "and", where the rest is a model.
fn glued_and(text: &str) -> Option<&str> {
    text.strip_prefix('و').filter(|rest| rest.starts_with(|first: char| first.is_ascii_alphanumeric()))
}
