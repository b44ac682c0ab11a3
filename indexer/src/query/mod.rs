//! From the text of a query to sets of documents.

pub(crate) mod expand;
mod fuzzy;
mod keyboard;
mod meaning;
pub(crate) mod read;
pub(crate) mod relax;
pub(crate) mod sets;
mod split;
pub(crate) mod unit;
