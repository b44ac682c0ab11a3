//! From the text of a query to sets of documents.

mod anagram;
mod candidate_windows;
pub(crate) mod clause;
mod constraints;
mod correction;
pub(crate) mod doc_id_set;
mod drop_words;
mod evaluate;
pub(crate) mod expand;
mod fuzzy;
mod glued_words;
mod half_typed;
#[cfg(test)]
mod hidden_names;
pub(crate) mod intent;
mod interpretation;
pub(crate) mod keyboard;
pub(crate) mod matches;
pub(crate) mod parser;
pub(crate) mod part_number;
mod postings;
pub(crate) mod relax;
pub(crate) mod rewrite;
mod word_split;
