//! From the text of a query to sets of documents.

mod bits;
pub(crate) mod broad;
mod constraint;
mod correct;
pub(crate) mod expand;
pub(crate) mod frequent;
mod fuzzy;
#[cfg(test)]
mod hidden_names;
pub(crate) mod intent;
mod jumbled;
pub(crate) mod keyboard;
pub(crate) mod matches;
mod meaning;
pub(crate) mod part_number;
mod postings;
pub(crate) mod read;
pub(crate) mod relax;
pub(crate) mod rewrite;
mod runs;
pub(crate) mod sets;
mod split;
pub(crate) mod unit;
mod windows;
