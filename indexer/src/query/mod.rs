//! From the text of a query to sets of documents.

mod anagram;
mod constraints;
mod correction;
mod drop_words;
pub(crate) mod expand;
pub(crate) mod expander;
mod fuzzy;
mod glued_words;
mod half_typed;
pub(crate) mod intent;
mod interpretation;
pub(crate) mod keyboard;
pub(crate) mod parsed_query;
pub(crate) mod parser;
pub(crate) mod part_number;
pub(crate) mod query_parser;
pub(crate) mod relax;
pub(crate) mod rewrite;
mod word_split;
