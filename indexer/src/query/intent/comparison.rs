//! Comparisons: `rtx 4070 vs 5070`, `7800x3d او 9800x3d`, `الفرق بين 4070 و5070`. Only the words are split here; a
//! search finds the products of each side.
//!
//! Facts before the first name and behind the last one describe every side that states no other value: `5070 vs 9070 xt
//! white`.

use domain::model::SpecKey;

use super::{exclusion::MAX_LINKS, query_intent::category_of};
use crate::{
    config::{
        intents::table::{IntentTable, MAX_INTENT_WORDS, longest_phrase},
        lexicon::Lexicon,
    },
    query::parsed_query::{PART_NAMING_SPECS, ParsedQuery, QuerySpan},
    storage::vocabulary::Vocabulary,
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
pub(crate) fn sides(table: &IntentTable, parsed: &ParsedQuery, literal: &[String]) -> Vec<String> {
    let ParsedQuery { words, text, exclusions, .. } = parsed;
    let (sides, separators) = side_ranges(table, words, &JoinedWords::of(words), exclusions);
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

/// Words of one side that describe the others too.
pub(crate) struct SharedWords {
    /// Index of the side that has them.
    side: usize,
    text: String,
    /// The facts that they state; none for a manufacturer.
    keys: Vec<SpecKey>,
}

/// Returns the facts before the name of the first side, and the facts and the manufacturer behind the name of the last.
pub(crate) fn shared_words(
    sides: &[ParsedQuery],
    lexicon: &Lexicon,
    vocabulary: &Vocabulary,
) -> Vec<SharedWords> {
    let of_side = |side: usize, from_end: bool| {
        let parsed = sides.get(side)?;
        let mut spans: Vec<&QuerySpan> = parsed.spans.iter().filter(|span| !span.is_optional).collect();
        if from_end {
            spans.reverse();
        }
        let describing = |span: &&&QuerySpan| {
            let keys = stated_keys(span, lexicon, vocabulary);
            let is_name = category_of(span, lexicon).is_some()
                || keys.iter().any(|key| PART_NAMING_SPECS.contains(key));
            !is_name && (!keys.is_empty() || (from_end && span.brand.is_some()))
        };
        let described: Vec<&QuerySpan> = spans.iter().take_while(describing).copied().collect();
        // `ips vs va`: what is compared are facts.
        let has_name = described.len() < spans.len();
        let words = described.into_iter().map(|span| SharedWords {
            side,
            text: parsed.typed_text(span.start, span.end),
            keys: stated_keys(span, lexicon, vocabulary),
        });
        Some(words.filter(|_| has_name).collect::<Vec<_>>())
    };
    let found = [of_side(0, false), sides.len().checked_sub(1).and_then(|last| of_side(last, true))];
    found.into_iter().flatten().flatten().collect()
}

/// Returns the text of a side with the words of the others that describe it too; `None` where there are none.
pub(crate) fn described_text(
    (index, side): (usize, &ParsedQuery),
    shared: &[SharedWords],
    lexicon: &Lexicon,
    vocabulary: &Vocabulary,
) -> Option<String> {
    let own: Vec<SpecKey> =
        side.spans.iter().flat_map(|span| stated_keys(span, lexicon, vocabulary)).collect();
    let has_brand = side.spans.iter().any(|span| span.brand.is_some());
    let is_other = |words: &&SharedWords| {
        let states_other = match words.keys.as_slice() {
            [] => has_brand,
            keys => keys.iter().any(|key| own.contains(key)),
        };
        words.side != index && !states_other
    };
    let added: Vec<&str> = shared.iter().filter(is_other).map(|words| words.text.as_str()).collect();
    (!added.is_empty()).then(|| format!("{} {}", side.text, added.join(" ")))
}

/// Returns the facts that a span states, in any language.
fn stated_keys(span: &QuerySpan, lexicon: &Lexicon, vocabulary: &Vocabulary) -> Vec<SpecKey> {
    let found = span.interpretation.as_ref();
    let concept = span.concept(lexicon);
    let translated = found.into_iter().flat_map(|found| &found.english);
    let translated = translated.filter_map(|words| vocabulary.fact_phrases.get(&words.join(" "))).flatten();
    let facts = span.facts.iter().chain(concept.into_iter().flat_map(|concept| &concept.specs));
    facts.chain(translated).map(|(key, _)| *key).collect()
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

/// Whether the word at the index belongs to words that ask for an order: `اداء مقابل سعر`.
fn is_in_value_phrase(table: &IntentTable, joined: &JoinedWords, index: usize) -> bool {
    (index.saturating_sub(MAX_INTENT_WORDS)..=index).any(|start| {
        let phrase = table.value_orders.phrase_at(joined, start);
        phrase.is_some_and(|phrase| start + phrase.length > index)
    })
}

/// Returns the sides, and the words that separate them.
fn side_ranges(
    table: &IntentTable,
    words: &[Word],
    joined: &JoinedWords,
    exclusions: &[WordRange],
) -> (Vec<WordRange>, Vec<String>) {
    let lead = (0..words.len()).find_map(|index| {
        let length = longest_phrase(table, joined, index, |phrase| table.comparison_leads.contains(phrase))?;
        Some((index, length))
    });
    let (sides, separators) = split_at_separators(words, joined, lead, |index| {
        let length = longest_phrase(table, joined, index, |phrase| table.versus.contains(phrase))?;
        (!is_in_value_phrase(table, joined, index)).then_some(length)
    });
    if sides.len() > 1 {
        return (sides, separators);
    }
    let weak = |index: usize| {
        if is_between_exclusions(exclusions, index) {
            return None;
        }
        let length = longest_phrase(table, joined, index, |phrase| table.weak_versus.contains(phrase));
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

/// Whether a word joins two things that are not wanted: `5070 not 5080 or 5090`.
fn is_between_exclusions(exclusions: &[WordRange], index: usize) -> bool {
    exclusions.windows(2).any(|pair| match pair {
        [(_, end), (start, _)] => *end == index && *start <= index + 1 + MAX_LINKS,
        _ => false,
    })
}

fn is_model(word: &Word) -> bool {
    has_digit(&word.text) && word.quantity.is_none()
}

/// Returns the rest of a word that begins with "and", where the rest is a model.
fn glued_and(text: &str) -> Option<&str> {
    text.strip_prefix('و').filter(|rest| rest.starts_with(|first: char| first.is_ascii_alphanumeric()))
}
