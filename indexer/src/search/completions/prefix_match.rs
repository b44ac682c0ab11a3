//! Names that continue typed words.

use std::ops::Range;

use crate::text::token::tokenize;

/// A word before the last may be abbreviated to this many letters.
const MIN_ABBREVIATED_LETTERS: usize = 2;

/// The way in which a name continues typed words; nearer ways sort first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PrefixMatch {
    /// Whether the words before the last are only begun too: `coo mas`.
    pub(super) is_abbreviated: bool,
    /// Number of the name's words before the first typed one.
    pub(super) skipped: usize,
}

/// Returns the way in which a name continues typed words. Either, from some word of the name on, all typed words
/// but the last stand as they are and the last is begun; or every typed word begins a word of the name, from its
/// first word on.
pub(super) fn match_prefix(name: &str, typed: &[String]) -> Option<PrefixMatch> {
    let (last, whole) = typed.split_last()?;
    // Fast path: most names contain nothing of what was typed.
    if !name.contains(last.as_str()) {
        return None;
    }
    let words: Vec<&str> = name.split(' ').collect();
    let run_start = (0..words.len()).find(|start| {
        let rest = &words[*start..];
        rest.len() > whole.len()
            && rest.iter().zip(whole).all(|(word, typed)| word == typed)
            && rest[whole.len()].starts_with(last.as_str())
    });
    if let Some(skipped) = run_start {
        return Some(PrefixMatch { is_abbreviated: false, skipped });
    }
    let is_abbreviated = !whole.is_empty()
        && typed.len() <= words.len()
        && whole.iter().all(|typed| typed.chars().count() >= MIN_ABBREVIATED_LETTERS)
        && words.iter().zip(typed).all(|(word, typed)| word.starts_with(typed.as_str()));
    is_abbreviated.then_some(PrefixMatch { is_abbreviated, skipped: 0 })
}

/// Returns the ranges of the name's characters that were typed; `None` where the typed text is not in the name.
/// Every typed word but the last must be a word of the name, in a row; the last may be half-typed.
pub fn find_typed_ranges(typed: &str, name: &str) -> Option<Vec<Range<usize>>> {
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
    // Folding may change the number of characters of a word; then the whole word is marked.
    let is_plain = begun.text.chars().count() == begun.end - begun.start;
    let end = if is_plain { begun.start + last.text.chars().count() } else { begun.end };
    Some(of_whole.chain(std::iter::once(begun.start..end)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_continue_typed_words() {
        for (typed, name, expected) in [
            ("grap", "graphics card", Some((false, 0))),
            ("graphics c", "graphics card", Some((false, 0))),
            ("40", "rtx 4070", Some((false, 1))),
            ("coo mas", "cooler master", Some((true, 0))),
            ("كول ما", "كولر ماستر", Some((true, 0))),
            ("c m", "cooler master", None),
            ("mas coo", "cooler master", None),
            ("graphics card x", "graphics card", None),
        ] {
            let words: Vec<String> = typed.split(' ').map(str::to_owned).collect();
            let found = match_prefix(name, &words).map(|begun| (begun.is_abbreviated, begun.skipped));
            assert_eq!(found, expected, "{typed}");
        }
    }

    #[test]
    fn typed_ranges_of_a_name_are_found() {
        for (typed, name, expected) in [
            ("saf", "Safat Tech", Some(vec![(0, 3)])),
            ("safat te", "Safat Tech", Some(vec![(0, 5), (6, 8)])),
            ("tech", "Safat Tech", Some(vec![(6, 10)])),
            ("متجر سد", "متجر سدرة", Some(vec![(0, 4), (5, 7)])),
            ("سدره", "متجر سدرة", Some(vec![(5, 9)])),
            ("tech saf", "Safat Tech", None),
            ("", "Safat Tech", None),
        ] {
            let spans = find_typed_ranges(typed, name)
                .map(|spans| spans.into_iter().map(|span| (span.start, span.end)).collect::<Vec<_>>());
            assert_eq!(spans, expected, "{typed}");
        }
    }
}
