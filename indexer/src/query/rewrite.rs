//! Rewrites unknown words as known names: unlisted Arabic spellings, Latin letters called by their Arabic names,
//! Arabizi. The query is then parsed again, so that they mean all that the name means.

use super::{
    expander::{Expander, MatchRules},
    parsed_query::{ParsedQuery, QuerySpan},
    parser::{self, ParseContext},
};
use crate::{
    config::{SearchConfig, lexicon::MAX_PHRASE_WORDS},
    interface::Result,
    storage::view::View,
    text::{
        arabizi,
        fold::{has_digit, is_arabic},
        letters, sound,
    },
};

/// A text of more unknown words is nonsense, and comparing each with the dictionary takes long.
const MAX_UNKNOWN: usize = 6;
/// Maximum number of words that spell letters.
const MAX_SPELT_WORDS: usize = 5;
/// Number of letters of a category's name in Latin letters: shorter words begin other words, longer ones are no
/// names.
const LATIN_CATEGORY_LETTERS: std::ops::RangeInclusive<usize> = 5..=12;
/// Minimum number of letters whose names are written together.
const MIN_SPELT_LETTERS: usize = 3;

/// Minimum length of a misspelt brand of several words, and the maximum number of edits.
const MIN_BRAND_LETTERS: usize = 9;
const BRAND_EDITS: usize = 2;
/// Minimum length of such a brand where its first word is spelt right.
const MIN_BEGUN_BRAND: usize = 7;
/// Minimum letters of a word of `intents.toml` that is no name of a letter.
const MIN_GRAMMAR_WORD: usize = 4;

/// Script of the words that are rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    Arabic,
    /// Arabic in Latin letters: only where nothing is found as it stands.
    Latin,
}

/// Rewrites Arabic words that the catalogue lacks as listed names; also the Latin spelling of a category (`shasha`).
pub(crate) fn rewrite_unknown_arabic(
    view: &View,
    config: &SearchConfig,
    parsed: ParsedQuery,
) -> Result<ParsedQuery> {
    let has_arabic = |span: &QuerySpan| {
        span.is_plain()
            && !span.is_optional
            && parsed.words.get(span.start).is_some_and(|word| is_arabic(&word.text))
    };
    let expander = Expander { view, config, rules: MatchRules::default() };
    if parsed.spans.iter().any(has_arabic) {
        return Ok(rewrite(&expander, &parsed, Script::Arabic)?.unwrap_or(parsed));
    }
    if names_category_in_latin(&expander, &parsed)? {
        return Ok(rewrite(&expander, &parsed, Script::Latin)?.unwrap_or(parsed));
    }
    Ok(parsed)
}

/// Whether a word is the name of a category in Latin letters (`shasha`), and no word of the catalogue begins so.
fn names_category_in_latin(expander: &Expander<'_>, parsed: &ParsedQuery) -> Result<bool> {
    let lexicon = &expander.config.lexicon;
    for span in parsed.spans.iter().filter(|span| span.is_plain() && !span.is_optional) {
        let Some(word) = parsed.words.get(span.start).map(|word| word.text.as_str()) else { continue };
        let may_be_name = LATIN_CATEGORY_LETTERS.contains(&word.len()) && arabizi::may_be_arabizi(word);
        if !may_be_name || lexicon.is_spelt_right(word) || expander.prefix_clause(word)?.doc_freq() > 0 {
            continue;
        }
        let Some(name) = lexicon.spelt_in_latin(&[word]) else { continue };
        if lexicon.concept_named(name).is_some_and(|concept| concept.category.is_some()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Completes the last words of a query to a category's name of several words: `graphics c`.
pub(crate) fn complete_category(view: &View, config: &SearchConfig, parsed: ParsedQuery) -> ParsedQuery {
    let Some(last) = parsed.spans.last().filter(|span| span.is_plain() && !span.is_optional) else {
        return parsed;
    };
    let words: Vec<&str> = parsed.words.iter().map(|word| word.text.as_str()).collect();
    if last.end != words.len() || words.last().is_none_or(|word| has_digit(word)) {
        return parsed;
    }
    let lexicon = &config.lexicon;
    let completed = (2..=MAX_PHRASE_WORDS.min(words.len())).rev().find_map(|length| {
        let start = words.len() - length;
        let begun = words[start..].join(" ");
        let mut names = lexicon
            .phrases_with_prefix(&begun)
            .filter(|(phrase, _)| phrase.split(' ').count() == length)
            .map(|(phrase, interpretation)| (phrase, interpretation.concept));
        let (phrase, first) = names.next()?;
        let category = lexicon.concepts[first?].category;
        (category.is_some() && names.all(|(_, other)| other == first)).then(|| (start, phrase.to_owned()))
    });
    let Some((start, name)) = completed else { return parsed };
    let expander = Expander { view, config, rules: MatchRules::default() };
    parse_again(&expander, &parsed.replace_words(&[((start, words.len()), name)]), &parsed)
}

/// Returns the query with other spellings of unknown words; `None` where there are none.
pub(crate) fn rewrite(
    expander: &Expander<'_>,
    parsed: &ParsedQuery,
    script: Script,
) -> Result<Option<ParsedQuery>> {
    if script == Script::Latin
        && let Some(replacement) = find_brand_with_misspelt_second_word(expander, parsed)
    {
        return Ok(Some(parse_again(expander, &parsed.replace_words(&[replacement]), parsed)));
    }
    let unknown = unknown_words(expander, parsed, script)?;
    let count = unknown.iter().filter(|unknown| **unknown).count();
    if !(1..=MAX_UNKNOWN).contains(&count) {
        return Ok(None);
    }
    let words: Vec<&str> = parsed.words.iter().map(|word| word.text.as_str()).collect();
    let mut replacements = Vec::new();
    let mut index = 0;
    while index < words.len() {
        match find_replacement(expander, &words[index..], &unknown[index..], script)? {
            Some((length, text)) => {
                replacements.push(((index, index + length), text));
                index += length;
            }
            None => index += 1,
        }
    }
    Ok((!replacements.is_empty())
        .then(|| parse_again(expander, &parsed.replace_words(&replacements), parsed)))
}

/// Parses another text with the same context as a query.
pub(crate) fn parse_again(expander: &Expander<'_>, text: &str, parsed: &ParsedQuery) -> ParsedQuery {
    let (config, vocabulary) = (expander.config, &expander.view.vocabulary);
    let (literal, retailers) = (&parsed.literal, &parsed.retailers);
    parser::parse(text, ParseContext { literal, retailers, config, vocabulary })
}

/// Returns, by word, whether it is of the script and in no form in the catalogue.
fn unknown_words(expander: &Expander<'_>, parsed: &ParsedQuery, script: Script) -> Result<Vec<bool>> {
    let mut unknown = vec![false; parsed.words.len()];
    let intents = &expander.config.lexicon.intents;
    for span in parsed.spans.iter().filter(|span| span.is_plain() && !span.is_optional) {
        let Some(word) = parsed.words.get(span.start) else { continue };
        // A word of `intents.toml` is spelt right. Shorter ones are names of letters too.
        let is_long = word.text.chars().count() >= MIN_GRAMMAR_WORD;
        let is_versus_word = intents.weak_versus.contains(&word.text) || intents.versus.contains(&word.text);
        if intents.find_not_carried_item(&word.text).is_some()
            || is_versus_word
            || (is_long && intents.begins_phrase(&word.text))
        {
            continue;
        }
        let is_of_script = match script {
            Script::Arabic => is_arabic(&word.text) && !expander.config.lexicon.is_spelt_right(&word.text),
            Script::Latin => {
                arabizi::may_be_arabizi(&word.text) && !expander.config.lexicon.is_spelt_right(&word.text)
            }
        };
        if is_of_script && expander.word_group(&word.text)?.doc_freq() == 0 {
            unknown[span.start] = true;
        }
    }
    Ok(unknown)
}

/// Returns the longest run of words from the first on that is another spelling of something and has an unknown
/// word: its number of words, and the text to read instead.
fn find_replacement(
    expander: &Expander<'_>,
    words: &[&str],
    unknown: &[bool],
    script: Script,
) -> Result<Option<(usize, String)>> {
    // `لوجيتك جي 502`: the letter belongs to the number behind it, not to the name before it.
    if script == Script::Arabic && !unknown[0] && begins_with_model(expander, &words[1..])? {
        return Ok(None);
    }
    for length in (1..=MAX_SPELT_WORDS.min(words.len())).rev() {
        if !unknown[..length].contains(&true) {
            continue;
        }
        let phrase = &words[..length];
        let found = match script {
            Script::Arabic => arabic_replacement(expander, phrase)?,
            Script::Latin => latin_replacement(expander, phrase),
        };
        if let Some(text) = found {
            return Ok(Some((length, text)));
        }
    }
    Ok(None)
}

/// Whether the words begin with names of letters and a number that spell a model.
fn begins_with_model(expander: &Expander<'_>, words: &[&str]) -> Result<bool> {
    let Some(number) =
        words.iter().take(MAX_SPELT_WORDS).position(|word| has_digit(word)).filter(|at| *at > 0)
    else {
        return Ok(false);
    };
    Ok(letters_replacement(expander, &words[..=number])?.is_some())
}

/// Returns a brand of two words whose first word is spelt right and whose second is not, though other names have
/// it: `lian lee`.
fn find_brand_with_misspelt_second_word(
    expander: &Expander<'_>,
    parsed: &ParsedQuery,
) -> Option<((usize, usize), String)> {
    let vocabulary = &expander.view.vocabulary;
    (1..parsed.words.len()).find_map(|second| {
        let [first, last] = [&parsed.words[second - 1].text, &parsed.words[second].text];
        let text = format!("{first} {last}");
        if text.len() < MIN_BEGUN_BRAND || has_digit(&text) || vocabulary.brand_phrases.contains_key(&text) {
            return None;
        }
        let brand = vocabulary.brand_of_words(&text, BRAND_EDITS)?;
        let is_begun = expander.config.lexicon.fold_words(brand).first() == Some(first);
        is_begun.then(|| ((second - 1, second + 1), brand.to_owned()))
    })
}

/// Returns a misspelt brand or category of several words, or an Arabic name in Latin letters.
fn latin_replacement(expander: &Expander<'_>, phrase: &[&str]) -> Option<String> {
    let text = phrase.join(" ");
    let vocabulary = &expander.view.vocabulary;
    let brand = Some(&text).filter(|text| phrase.len() > 1 && text.len() >= MIN_BRAND_LETTERS);
    let brand = brand.and_then(|text| vocabulary.brand_of_words(text, BRAND_EDITS));
    let lexicon = &expander.config.lexicon;
    let category =
        || Some(&text).filter(|_| phrase.len() > 1).and_then(|text| lexicon.category_spelt_like(text));
    brand.or_else(category).or_else(|| lexicon.spelt_in_latin(phrase)).map(str::to_owned)
}

fn arabic_replacement(expander: &Expander<'_>, phrase: &[&str]) -> Result<Option<String>> {
    let lexicon = &expander.config.lexicon;
    if let Some(spelt) = letters_replacement(expander, phrase)? {
        return Ok(Some(spelt));
    }
    if phrase.len() > MAX_PHRASE_WORDS || phrase.iter().any(|word| has_digit(word)) {
        return Ok(None);
    }
    // A half-typed name is not misspelt.
    if let [word] = phrase
        && lexicon.phrases_with_prefix(word).next().is_some()
    {
        return Ok(None);
    }
    if let Some(spelling) = lexicon.nearest_arabic(phrase) {
        return Ok(Some(spelling.to_owned()));
    }
    let [word] = phrase else { return Ok(None) };
    if let Some(english) = lexicon.sounds_english(word) {
        return Ok(Some(english.to_owned()));
    }
    let key = sound::sound_key(word);
    Ok(key.and_then(|key| expander.view.vocabulary.brand_by_sound(&key)).map(str::to_owned))
}

/// Returns the Latin word that Arabic names of letters spell, if the catalogue knows it; of several, the one with
/// most products.
fn letters_replacement(expander: &Expander<'_>, phrase: &[&str]) -> Result<Option<String>> {
    // Numbers alone are no letters, and a number before letters belongs to the word before it.
    if phrase.first().is_none_or(|first| has_digit(first)) {
        return Ok(None);
    }
    let mut best: Option<(u64, String)> = None;
    for spelt in letters::spelt_out(phrase) {
        // One word that could be two letters is more often an ordinary word.
        if phrase.len() == 1 && spelt.len() < MIN_SPELT_LETTERS {
            continue;
        }
        let vocabulary = &expander.view.vocabulary;
        let is_name =
            expander.config.lexicon.is_known_phrase(&spelt) || vocabulary.brand_phrases.contains_key(&spelt);
        let documents = expander.word_group(&spelt)?.doc_freq() + if is_name { NAME_PRIORITY } else { 0 };
        if documents > best.as_ref().map_or(0, |(most, _)| *most) {
            best = Some((documents, spelt));
        }
    }
    Ok(best.map(|(_, spelt)| spelt))
}

/// Puts a brand or a word of the dictionary before any word of a name.
const NAME_PRIORITY: u64 = 1 << 40;
