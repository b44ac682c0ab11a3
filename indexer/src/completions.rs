//! Completions of half-typed words: names of categories, brands and attributes in both languages, chips and
//! other facts, and words of products.

use std::ops::Range;

use crate::{
    SearchConfig, SearchError, SuggestedProduct,
    entry::filter_term,
    lexicon::{Lexicon, Meaning},
    query::unit::Group,
    text::{fold::is_arabic, token::tokenize},
    view::View,
};

/// So many completions are looked up in the catalogue.
const MAX_LOOKED_UP: usize = 48;
/// So many are handed on.
const MAX_NAMES: usize = 6;

/// A name that goes on as the typed words begin.
struct Completion {
    /// Typed words before those that it completes.
    before: usize,
    /// Of the name's words, those before the first typed one.
    skipped: usize,
    /// Number of products that the name is true of.
    documents: u64,
    text: String,
}

impl Completion {
    fn words(&self) -> usize {
        self.text.split(' ').count()
    }
}

/// Gives the text as it was typed, up to the word of an index: the part that stands before a completed word.
pub(crate) type Before<'a> = &'a dyn Fn(usize) -> String;

/// The typed text completed to names that products of the catalogue have, the likeliest first.
pub(crate) fn names(
    view: &View,
    config: &SearchConfig,
    typed: &[String],
    before: Before<'_>,
) -> Result<Vec<String>, SearchError> {
    let mut found = Vec::new();
    for start in 0..typed.len() {
        let tail = &typed[start..];
        if tail.iter().all(|word| is_arabic(word)) {
            arabic_names(view, config, tail, start, &mut found)?;
        } else {
            english_names(view, config, tail, start, &mut found)?;
            chips(view, tail, start, &mut found)?;
        }
        if !found.is_empty() {
            break;
        }
    }
    found.sort_by(|left, right| {
        (left.before, left.skipped, left.words(), right.documents)
            .cmp(&(right.before, right.skipped, right.words(), left.documents))
            .then_with(|| left.text.len().cmp(&right.text.len()))
    });
    let texts = found.into_iter().map(|name| format!("{}{}", before(name.before), name.text));
    Ok(texts.take(MAX_NAMES).collect())
}

/// Ranges of the name's characters that were typed; `None` where the typed text is not in the name. Every
/// typed word but the last must be a word of the name, in a row; the last may be half-typed.
pub fn typed_of_name(typed: &str, name: &str) -> Option<Vec<Range<usize>>> {
    let typed = tokenize(typed);
    let words = tokenize(name);
    let (last, whole) = typed.split_last()?;
    let start = (0..words.len()).find(|start| {
        let rest = &words[*start..];
        rest.len() > whole.len()
            && rest.iter().zip(whole).all(|(word, typed)| word.text == typed.text)
            && rest[whole.len()].text.starts_with(&last.text)
    })?;
    let of_whole = words[start..start + whole.len()].iter().map(|word| word.start..word.end);
    let begun = &words[start + whole.len()];
    // Folding may change how many characters a word has; then all of it is marked.
    let is_plain = begun.text.chars().count() == begun.end - begun.start;
    let end = if is_plain { begun.start + last.text.chars().count() } else { begun.end };
    Some(of_whole.chain(std::iter::once(begun.start..end)).collect())
}

/// The words before the first typed one where a name's words go on as those typed: all but the last as they are, the last begun.
fn skipped(name: &str, tail: &[String]) -> Option<usize> {
    let words: Vec<&str> = name.split(' ').collect();
    let (last, whole) = tail.split_last()?;
    (0..words.len()).find(|start| {
        let rest = &words[*start..];
        rest.len() > whole.len()
            && rest.iter().zip(whole).all(|(word, typed)| word == typed)
            && rest[whole.len()].starts_with(last.as_str())
    })
}

fn arabic_names(
    view: &View,
    config: &SearchConfig,
    tail: &[String],
    before: usize,
    found: &mut Vec<Completion>,
) -> Result<(), SearchError> {
    let mut senses: Vec<&Meaning> = Vec::new();
    let text = tail.join(" ");
    for name in &config.lexicon.proper {
        if !name.window.starts_with(&text) {
            continue;
        }
        let words: Vec<&str> = name.window.split(' ').collect();
        let Some(meaning) = config.lexicon.meaning(&words) else { continue };
        // One spelling of each thing: that which stands first in the dictionary.
        if senses.contains(&meaning) || senses.len() == MAX_LOOKED_UP {
            continue;
        }
        senses.push(meaning);
        let documents = documents(view, config, meaning)?;
        if documents > 0 {
            found.push(Completion { before, skipped: 0, documents, text: name.text.clone() });
        }
    }
    Ok(())
}

fn english_names(
    view: &View,
    config: &SearchConfig,
    tail: &[String],
    before: usize,
    found: &mut Vec<Completion>,
) -> Result<(), SearchError> {
    let mut readings = Vec::new();
    for (window, meaning) in config.lexicon.beginning_with(&tail.join(" ")).take(MAX_LOOKED_UP) {
        if meaning.reading.is_none() || readings.contains(&meaning.reading) {
            continue;
        }
        readings.push(meaning.reading);
        let documents = documents(view, config, meaning)?;
        if documents > 0 {
            let reading = meaning.reading.and_then(|reading| config.lexicon.readings.get(reading));
            let name = reading.map_or("", |reading| &reading.name);
            let text = if name.starts_with(&tail.join(" ")) { name } else { window };
            found.push(Completion { before, skipped: 0, documents, text: text.to_owned() });
        }
    }
    Ok(())
}

/// Values of facts that are read from queries: chips, sockets, kinds of memory.
fn chips(
    view: &View,
    tail: &[String],
    before: usize,
    found: &mut Vec<Completion>,
) -> Result<(), SearchError> {
    let windows = view.vocabulary.fact_windows.iter();
    let mut matching: Vec<_> = windows
        .filter_map(|(window, facts)| Some((skipped(window, tail)?, window, facts)))
        .filter(|(skipped, window, _)| {
            // The same without its maker's name is another window.
            *skipped == 0 || !view.vocabulary.fact_windows.contains_key(&without_first(window, *skipped))
        })
        .collect();
    matching.sort_unstable_by_key(|(skipped, window, _)| (*skipped, window.len(), *window));
    for (skipped, window, facts) in matching.into_iter().take(MAX_LOOKED_UP) {
        let mut group = Group::new(view);
        for (key, value) in facts {
            group.add(view, view.fields.filter, &filter_term(key.as_str(), value))?;
        }
        if group.documents() > 0 {
            found.push(Completion { before, skipped, documents: group.documents(), text: window.clone() });
        }
    }
    Ok(())
}

fn without_first(window: &str, count: usize) -> String {
    window.split(' ').skip(count).collect::<Vec<_>>().join(" ")
}

/// Counts the products that a meaning is true of, by its category, brand, fact or words.
fn documents(view: &View, config: &SearchConfig, meaning: &Meaning) -> Result<u64, SearchError> {
    let mut group = Group::new(view);
    let reading = meaning.reading.and_then(|reading| config.lexicon.readings.get(reading));
    if let Some(category) = reading.and_then(|reading| reading.category) {
        return group.add(view, view.fields.filter, &filter_term("category", category.as_str()));
    }
    for (key, value) in reading.iter().flat_map(|reading| &reading.specs) {
        group.add(view, view.fields.filter, &filter_term(key.as_str(), value))?;
    }
    for words in &meaning.english {
        if let [word] = words.as_slice() {
            group.add(view, view.fields.word, word)?;
        }
        let name = view.vocabulary.brand_windows.get(&words.join(" "));
        if let Some(name) = name.and_then(|number| view.vocabulary.brands.get(usize::from(*number))) {
            group.add(view, view.fields.filter, &filter_term("brand", name))?;
        }
    }
    Ok(group.documents())
}

/// The typed words completed from the names of products, word by word up to a model's number.
pub(crate) fn product_words(
    products: &[SuggestedProduct],
    typed: &[String],
    before: Before<'_>,
    lexicon: &Lexicon,
) -> Vec<String> {
    let Some((last, words_before)) = typed.split_last() else { return Vec::new() };
    let of_product = |product: &SuggestedProduct| {
        let words = lexicon.split(&product.name);
        let at = words.iter().position(|word| word.starts_with(last.as_str()))?;
        let follows = words_before.last().is_some_and(|before| at > 0 && words[at - 1] == *before);
        let mut text = before(words_before.len()) + &words[at];
        // A finished word is worth completing with what comes next; a half-typed one stands for itself.
        if words[at] == *last || follows {
            text.extend(words.get(at + 1).map(|next| format!(" {next}")));
        }
        Some(text)
    };
    products.iter().filter_map(of_product).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_on_as_they_are_typed() {
        for (typed, name, expected) in [
            ("saf", "Safat Tech", Some(vec![(0, 3)])),
            ("safat te", "Safat Tech", Some(vec![(0, 5), (6, 8)])),
            ("tech", "Safat Tech", Some(vec![(6, 10)])),
            ("متجر سد", "متجر سدرة", Some(vec![(0, 4), (5, 7)])),
            ("سدره", "متجر سدرة", Some(vec![(5, 9)])),
            ("tech saf", "Safat Tech", None),
            ("", "Safat Tech", None),
        ] {
            let spans = typed_of_name(typed, name)
                .map(|spans| spans.into_iter().map(|span| (span.start, span.end)).collect::<Vec<_>>());
            assert_eq!(spans, expected, "{typed}");
        }
    }
}
