//! Completions of half-typed words: names of categories, brands and attributes in both languages, chipsets and other
//! facts, orders, and words of products.

mod context;
mod prefix_match;
mod sort_phrases;
mod typed_tail;

use crate::{
    config::{SearchConfig, lexicon::Lexicon},
    interface::{Result, SuggestedProduct},
    storage::view::View,
};

pub(crate) use context::categories_in_context;
pub use prefix_match::find_typed_ranges;
pub(crate) use typed_tail::is_letter;
use typed_tail::{Completion, TypedTail};

/// Number of completions that are returned.
const MAX_NAMES: usize = 6;

/// Returns the text as typed up to the word of an index: the part that stands before a completed word.
pub(crate) type PrecedingText<'a> = &'a dyn Fn(usize) -> String;

/// Returns completions of the typed text that products of the catalogue have, the likeliest first. The whole text
/// is completed first; then the longest of its ends that some name continues, to names that products have beside
/// the words before it.
pub(crate) fn complete_names(
    view: &View,
    config: &SearchConfig,
    typed: &[String],
    preceding_text: PrecedingText<'_>,
) -> Result<Vec<String>> {
    let mut found: Vec<Completion> = Vec::new();
    for start in 0..typed.len() {
        let words = &typed[start..];
        let tail = TypedTail { view, config, words, text: words.join(" "), words_before: start };
        let mut names = tail.complete()?;
        if start == 0 {
            found = names;
            if found.len() >= MAX_NAMES {
                break;
            }
            continue;
        }
        // Behind a name that the whole text begins, completing a name's second word would repeat its first.
        names.retain(|name| found.is_empty() || name.prefix.skipped == 0);
        sort_by_likelihood(&mut names);
        names = context::count_in_context(view, config, &preceding_text(start), names)?;
        if !names.is_empty() {
            found.extend(names);
            break;
        }
    }
    sort_by_likelihood(&mut found);
    let mut texts: Vec<String> = Vec::new();
    for name in found.into_iter().take(MAX_NAMES) {
        let text = format!("{}{}", preceding_text(name.words_before), name.text);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    if texts.len() < MAX_NAMES {
        texts.extend(context::continue_whole_words(view, config, &preceding_text(typed.len()))?);
    }
    Ok(texts)
}

/// Sorts the likeliest names first: those that complete most of the text, have few words and belong to many
/// products.
fn sort_by_likelihood(names: &mut [Completion]) {
    names.sort_by(|left, right| {
        (left.words_before, left.prefix, left.is_variant, left.words, right.documents)
            .cmp(&(right.words_before, right.prefix, right.is_variant, right.words, left.documents))
            .then_with(|| left.text.len().cmp(&right.text.len()))
    });
}

/// Returns the typed words completed from the names of products, word by word up to a model's number.
pub(crate) fn complete_from_products(
    products: &[SuggestedProduct],
    typed: &[String],
    preceding_text: PrecedingText<'_>,
    lexicon: &Lexicon,
) -> Vec<String> {
    let Some((last, words_before)) = typed.split_last() else { return Vec::new() };
    let of_product = |product: &SuggestedProduct| {
        let words = lexicon.fold_words(&product.name);
        let at = words.iter().position(|word| word.starts_with(last.as_str()))?;
        let follows = words_before.last().is_some_and(|word| at > 0 && words[at - 1] == *word);
        let mut text = preceding_text(words_before.len()) + &words[at];
        // A finished word, or one behind the same word as in the name, is completed with the word behind it; any
        // other half-typed word only to its own end.
        if words[at] == *last || follows {
            text.extend(words.get(at + 1).map(|next| format!(" {next}")));
        }
        Some(text)
    };
    products.iter().filter_map(of_product).collect()
}
