//! From the text of a query to sets of documents.

mod bits;
pub(crate) mod broad;
pub(crate) mod expand;
mod fuzzy;
pub(crate) mod intent;
mod keyboard;
pub(crate) mod matches;
mod meaning;
mod postings;
pub(crate) mod read;
pub(crate) mod relax;
pub(crate) mod sets;
mod split;
pub(crate) mod unit;
mod windows;
