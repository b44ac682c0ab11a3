//! Splitting of names into lower-case words, and lookup of runs of words in a table.

use std::collections::HashMap;

/// The most words of a table's key.
const MAX_RUN: usize = 5;

/// Returns a name's words in lower case: runs of letters, digits and `+`.
pub(crate) fn split_words(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '+'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Returns the words joined by one space, the form of the tables' keys.
pub(crate) fn table_key(text: &str) -> String {
    split_words(text).join(" ")
}

/// Returns the entry whose key is the longest run of words in `text`; the first one of equal length.
pub(crate) fn find_longest_run<'t, T>(table: &'t HashMap<String, T>, text: &str) -> Option<&'t T> {
    let words = split_words(text);
    let mut best: Option<(usize, &T)> = None;
    let mut run = String::new();
    for start in 0..words.len() {
        run.clear();
        for word in words.iter().skip(start).take(MAX_RUN) {
            if !run.is_empty() {
                run.push(' ');
            }
            run.push_str(word);
            if let Some(found) = table.get(run.as_str())
                && best.is_none_or(|(length, _)| run.len() > length)
            {
                best = Some((run.len(), found));
            }
        }
    }
    best.map(|(_, found)| found)
}
