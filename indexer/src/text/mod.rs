//! From text to words: one chain for indexing and for queries. Pure functions, no index.

pub(crate) mod analysis_cache;
pub(crate) mod analyzer;
pub(crate) mod arabic;
pub(crate) mod arabizi;
pub(crate) mod edits;
pub(crate) mod english;
pub(crate) mod fold;
pub(crate) mod forms;
pub(crate) mod joined;
pub(crate) mod letters;
pub(crate) mod sound;
pub(crate) mod token;
pub(crate) mod word_hash;
