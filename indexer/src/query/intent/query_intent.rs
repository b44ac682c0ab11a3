//! Intent words of a query while it is read: uses, sentence words, "for", whole PCs and items that no
//! retailer sells.

use domain::model::{Category, SpecKey};

use super::{
    named_measure,
    query_subjects::{QuerySubjects, is_card_number},
};
use crate::{
    config::{
        SearchConfig,
        lexicon::{Lexicon, MAX_PHRASE_WORDS},
    },
    query::parsed_query::{PART_NAMING_SPECS, QuerySpan},
    storage::vocabulary::Vocabulary,
    text::{
        analyzer::Word,
        fold::{has_digit, is_arabic},
        forms::MODEL_DIGITS,
        joined::JoinedWords,
        letters,
        resolution::resolution_at,
    },
};

/// Minimum length of a model; a shorter word with a digit counts something: `3 monitors`.
const MIN_MODEL_LETTERS: usize = 2;
/// The families with SUPER cards.
const SUPER_FAMILIES: [&str; 2] = ["rtx", "gtx"];
/// Variants of models whose letters are called by their Arabic names, the longest first.
const MODEL_SUFFIXES: [&str; 9] = ["x3d", "xtx", "xt", "kf", "ks", "ti", "x", "k", "f"];
/// Variants of models that are words.
const VARIANT_WORDS: [&str; 2] = ["super", "gre"];
/// Maximum number of words that name a variant's letters.
const MAX_SUFFIX_WORDS: usize = 3;

/// Whether punctuation stands between a word and the one before, as in part numbers. `ل4090` is two words with
/// nothing between them.
pub(crate) fn is_punctuated(words: &[Word], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| words.get(before));
    let word = words.get(index).filter(|word| word.is_attached_to_previous);
    before.zip(word).is_some_and(|(before, word)| before.end < word.start)
}

/// Finds what a query asks for (categories, chips, a whole PC), before the query is read: an amount in the words may be
/// its price or its measure. The name of a measure names no category: `4 ram slots`.
pub(crate) fn find_subjects(
    words: &[Word],
    joined: &JoinedWords,
    config: &SearchConfig,
    vocabulary: &Vocabulary,
) -> QuerySubjects {
    let lexicon = &config.lexicon;
    let measure_of_any_category = |index: usize| {
        named_measure::named_measure_at(words, joined, index, lexicon, None).map(|found| found.length)
    };
    if !(0..words.len()).any(|index| measure_of_any_category(index).is_some()) {
        return find_subjects_without(words, joined, config, vocabulary, |_| None);
    }
    let mut subjects = find_subjects_without(words, joined, config, vocabulary, measure_of_any_category);
    if subjects.requested_categories().is_empty() {
        subjects = find_subjects_without(words, joined, config, vocabulary, |_| None);
    }
    let asked = subjects.requested_categories();
    find_subjects_without(words, joined, config, vocabulary, |index| {
        let found = named_measure::named_measure_at(words, joined, index, lexicon, Some(asked))?;
        Some(found.length)
    })
}

/// Finds the subjects without some runs of words; `passed` returns the number of words of the run at an index.
fn find_subjects_without(
    words: &[Word],
    joined: &JoinedWords,
    config: &SearchConfig,
    vocabulary: &Vocabulary,
    passed: impl Fn(usize) -> Option<usize>,
) -> QuerySubjects {
    let lexicon = &config.lexicon;
    let mut subjects = QuerySubjects::default();
    let mut index = 0;
    while index < words.len() {
        if let Some(length) = passed(index) {
            index += length;
            continue;
        }
        let mut taken = 1;
        for length in (1..=MAX_PHRASE_WORDS.min(words.len() - index)).rev() {
            let joined = joined.run(index, length).unwrap_or_default();
            let concept = lexicon.concept_named(joined);
            let category = concept.and_then(|concept| concept.category);
            let facts = vocabulary.fact_phrases.get(joined);
            let is_chip =
                facts.is_some_and(|facts| facts.iter().any(|(key, _)| PART_NAMING_SPECS.contains(key)));
            let stated =
                facts.into_iter().flatten().chain(concept.into_iter().flat_map(|concept| &concept.specs));
            let quantity = words.get(index).filter(|_| length == 1).and_then(|word| word.quantity.as_ref());
            let measured = quantity.and_then(|quantity| lexicon.quantities.get(&quantity.unit));
            let keys = stated.map(|(key, _)| *key).chain(measured.into_iter().flatten().map(|fact| fact.key));
            let is_card = length == 1 && is_card_number(joined, vocabulary);
            let implied = only_category(keys, config).or_else(|| is_card.then_some(Category::Gpu));
            subjects.implied.extend(implied);
            if category.is_none() && !is_chip && !lexicon.intents.names_whole_pc(joined) {
                if implied.is_some() {
                    taken = length;
                    break;
                }
                continue;
            }
            subjects.has_subject = true;
            subjects.asks_for_whole_pc |= lexicon.intents.names_whole_pc(joined);
            subjects.categories.extend(category);
            taken = length;
            break;
        }
        index += taken;
    }
    subjects
}

/// Returns the only category that has any of these facts.
fn only_category(keys: impl Iterator<Item = SpecKey>, config: &SearchConfig) -> Option<Category> {
    let mut categories = keys.flat_map(|key| config.facets.slots_of_spec(key)).map(|(category, _)| category);
    let first = categories.next()?;
    categories.all(|other| other == first).then(|| Category::ALL.get(first).copied())?
}

/// Splits the Arabic preposition ل off the word that it is written onto: `للالعاب` is ل and العاب, `لكرت 4090` is ل
/// and كرت.
pub(crate) fn split_arabic_preposition(words: Vec<Word>, lexicon: &Lexicon) -> Vec<Word> {
    let starts_with_preposition = |word: &Word| word.text.starts_with('ل') && word.quantity.is_none();
    if !words.iter().any(starts_with_preposition) {
        return words;
    }
    let mut out = Vec::with_capacity(words.len() + 1);
    for (index, word) in words.iter().cloned().enumerate() {
        let table = &lexicon.intents;
        let is_whole = lexicon.interpret(&word.text).is_some()
            || table.is_filler(&word.text)
            || !lexicon.markers(&word.text).is_empty();
        let next = words.get(index + 1).map(|word| word.text.as_str());
        let rest = if starts_with_preposition(&word) {
            word_behind_preposition(&word.text, next, is_whole, lexicon)
        } else {
            None
        };
        match rest {
            Some(rest) => {
                let middle = word.start + 1;
                let preposition = Word { text: "ل".to_owned(), end: middle, ..word.clone() };
                out.push(preposition);
                out.push(Word { text: rest, start: middle, is_attached_to_previous: false, ..word });
            }
            None => out.push(word),
        }
    }
    out
}

/// Replaces Arabic names of Latin letters behind a model's number by the letters: `9600 اكس` is `9600 x`. Letters
/// of a variant that are written apart are joined too.
pub(crate) fn join_model_suffixes(words: Vec<Word>) -> Vec<Word> {
    let is_model = |word: &Word| {
        word.quantity.is_none()
            && word.text.len() >= MODEL_DIGITS
            && word.text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !words.iter().any(is_model) {
        return words;
    }
    let mut out: Vec<Word> = Vec::with_capacity(words.len());
    let mut index = 0;
    while let Some(word) = words.get(index) {
        let spelt =
            out.last().filter(|before| is_model(before)).and_then(|_| model_suffix_at(&words[index..]));
        match spelt {
            Some((length, text)) => {
                let end = words.get(index + length - 1).map_or(word.end, |last| last.end);
                out.push(Word { text, end, ..word.clone() });
                index += length;
            }
            None => {
                out.push(word.clone());
                index += 1;
            }
        }
    }
    out
}

/// Joins the sides of a resolution with a star between them: `1920*1080` is `1920x1080`.
pub(crate) fn join_starred_resolutions(words: Vec<Word>, text: &str) -> Vec<Word> {
    if !text.contains('*') {
        return words;
    }
    let characters: Vec<char> = text.chars().collect();
    let mut out: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        let joined = out.last().and_then(|before| {
            let between = characters.get(before.end..word.start)?.iter();
            let mut marks = between.filter(|character| !character.is_whitespace());
            let is_star = marks.next() == Some(&'*') && marks.next().is_none();
            let parts = [before.text.as_str(), "x", word.text.as_str()];
            let (text, _) = resolution_at(|offset| parts.get(offset).copied()).filter(|_| is_star)?;
            Some(Word { text, end: word.end, ..before.clone() })
        });
        match (joined, out.last_mut()) {
            (Some(joined), Some(last)) => *last = joined,
            _ => out.push(word),
        }
    }
    out
}

/// Whether a word is the letters of a model's variant, as they stand behind its number: the `x` of `7600x`.
pub(crate) fn is_model_suffix(word: &str) -> bool {
    MODEL_SUFFIXES.contains(&word)
}

/// Whether a word names a model's variant: `ti`, `super`.
pub(crate) fn is_variant(word: &str) -> bool {
    is_model_suffix(word) || VARIANT_WORDS.contains(&word)
}

/// Writes out the abbreviation of a card's variant: `4080s` is the RTX 4080 SUPER.
pub(crate) fn expand_super_abbreviation(words: Vec<Word>, vocabulary: &Vocabulary) -> Vec<Word> {
    let mut out = Vec::with_capacity(words.len());
    for word in words {
        let short = word.text.strip_suffix('s').filter(|_| word.quantity.is_none());
        let model = short.map(|short| short.strip_suffix("ti").map_or((short, ""), |number| (number, "ti")));
        let card = model.and_then(|(number, ti)| {
            let (family, number) =
                number.split_at(number.bytes().take_while(u8::is_ascii_alphabetic).count());
            let is_card = |family: &&str| {
                let name = format!("{family} {number} {ti} super").replace("  ", " ");
                number.len() > MODEL_DIGITS && vocabulary.fact_phrases.contains_key(&name)
            };
            let is_named = family.is_empty() || SUPER_FAMILIES.contains(&family);
            let exists =
                SUPER_FAMILIES.iter().filter(|other| family.is_empty() || **other == family).any(is_card);
            (is_named && exists).then_some([family, number, ti, "super"])
        });
        let Some(parts) = card else {
            out.push(word);
            continue;
        };
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        out.extend(parts.map(|part| Word { text: part.to_owned(), ..word.clone() }));
    }
    out
}

/// Returns the longest run of names of letters that spells the variant of a model.
fn model_suffix_at(words: &[Word]) -> Option<(usize, String)> {
    (1..=MAX_SUFFIX_WORDS.min(words.len())).rev().find_map(|length| {
        let texts: Vec<&str> = words.iter().take(length).map(|word| word.text.as_str()).collect();
        // `7900 xt x`, `9800 x 3d`: a variant written apart.
        let spelt = match is_arabic(texts.first()?) {
            true => letters::every_spelling(&texts),
            false if length > 1 => vec![texts.concat()],
            false => return None,
        };
        let variant = MODEL_SUFFIXES.iter().find(|variant| spelt.iter().any(|text| text == *variant))?;
        Some((length, (*variant).to_owned()))
    })
}

/// Returns the word behind ل or لل, if something can be for it.
fn word_behind_preposition(
    text: &str,
    next: Option<&str>,
    is_whole: bool,
    lexicon: &Lexicon,
) -> Option<String> {
    let table = &lexicon.intents;
    let stripped = [text.strip_prefix("لل"), text.strip_prefix('ل')];
    stripped.into_iter().flatten().find_map(|rest| {
        let is_named = rest.starts_with(|first: char| first.is_ascii_alphanumeric())
            || lexicon.interpret(rest).is_some();
        // `للفور كي`: the name continues in the next word.
        let is_use = |rest: &str| table.use_of(rest).is_some() || table.names_target_pc(rest);
        let goes_on = next.is_some_and(|next| is_use(&format!("{rest} {next}")));
        let is_thing = (is_named && !is_whole) || is_use(rest) || goes_on;
        (is_thing && !rest.is_empty()).then(|| rest.to_owned())
    })
}

/// Whether the spans behind a word "for" say what the part before it is for: more than the name of a category.
pub(crate) fn names_fit_target(spans: &[QuerySpan], words: &[Word], lexicon: &Lexicon) -> bool {
    let required: Vec<&QuerySpan> = spans.iter().filter(|span| !span.is_optional).collect();
    let names_thing = |span: &&&QuerySpan| {
        let texts = words.get(span.start..span.end).unwrap_or_default();
        let is_model = texts.iter().any(|word| {
            has_digit(&word.text) && word.quantity.is_none() && word.text.len() >= MIN_MODEL_LETTERS
        });
        let is_category = category_of(span, lexicon).is_some();
        is_model || (!is_category && (!span.facts.is_empty() || span.interpretation.is_some()))
    };
    required.iter().any(|span| names_thing(&span))
}

/// Returns the category that a span names.
pub(crate) fn category_of(span: &QuerySpan, lexicon: &Lexicon) -> Option<Category> {
    span.concept(lexicon)?.category
}

/// Returns the category that a span names, or that its chipset is of: `b650` is a board.
pub(crate) fn implied_category_of(span: &QuerySpan, lexicon: &Lexicon) -> Option<Category> {
    let of_chip = || {
        span.facts.iter().find_map(|(key, _)| match key {
            SpecKey::MotherboardChipset => Some(Category::Motherboard),
            SpecKey::GpuChipset => Some(Category::Gpu),
            _ => None,
        })
    };
    category_of(span, lexicon).or_else(of_chip)
}

/// Returns the kind of part that stated facts are of where no word names a kind: the one of whose filters a fact comes
/// first. A memory type is of memory, though boards state it too. `None` where several kinds are alike in that, or a word
/// is of a name.
pub(crate) fn kind_of_facts(
    spans: &[QuerySpan],
    config: &SearchConfig,
    vocabulary: &Vocabulary,
) -> Option<Category> {
    let required = || spans.iter().filter(|span| !span.is_optional);
    if required().any(|span| span.facts.is_empty() && span.brand.is_none()) {
        return None;
    }
    let mut positions: Vec<(usize, usize)> = Vec::new();
    for (key, value) in required().flat_map(|span| &span.facts) {
        let has_value = |category: usize, slot: usize| {
            vocabulary.slot(category, slot).is_some_and(|slot| slot.value(value).is_some())
        };
        let slots = config.facets.slots_of_spec(*key).filter(|(category, slot)| has_value(*category, *slot));
        positions.extend(slots.map(|(category, slot)| (slot, category)));
    }
    let (first, category) = *positions.iter().min()?;
    let is_only = positions.iter().all(|(slot, other)| *slot != first || *other == category);
    Category::ALL.get(category).copied().filter(|_| is_only)
}

/// Whether the spans name a model by a number with letters, or by a long one: `9800x3d`.
pub(crate) fn names_model(spans: &[QuerySpan], words: &[Word]) -> bool {
    let texts = spans.iter().flat_map(|span| words.get(span.start..span.end).unwrap_or_default());
    let mut models = texts.filter(|word| word.quantity.is_none() && word.text.len() > MODEL_DIGITS);
    models.any(|word| has_digit(&word.text))
}

/// Whether a span names a category with a generation: `12th gen`.
pub(crate) fn is_described(span: &QuerySpan, lexicon: &Lexicon) -> bool {
    span.concept(lexicon).is_some_and(|concept| {
        concept.category.is_some() && concept.specs.iter().any(|(key, _)| *key == SpecKey::Generation)
    })
}

/// Whether the words are a word of letters and a number.
pub(crate) fn is_letters_and_number(words: &str) -> bool {
    words.split_once(' ').is_some_and(|(letters, number)| {
        letters.chars().all(char::is_alphabetic) && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}
