//! From text to words: one chain for indexing and for queries. Pure functions, no index.
//!
//! May import no other module.
//!
//! | file | contents |
//! |---|---|
//! | `fold` | one spelling for letters that people write in several ways: case, accents, Arabic letter forms, digits |
//! | `token`, `analyzer`, `joined` | words with their positions; numbers with their units; runs of words as one string |
//! | `resolution` | the resolution of a screen that is written in parts |
//! | `forms`, `arabic`, `english` | glued words, parts of a word, stems, singulars |
//! | `sound`, `arabizi`, `letters`, `edits` | how alike two words sound or are spelt, across both scripts |
//! | `query_key` | the form in which texts of searches are compared |
//! | `word_hash` | the number of a word in the `tokens` column |
//! | `analysis_cache` | the words of names for indexing, each analysed once |

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
pub(crate) mod query_key;
pub(crate) mod resolution;
pub(crate) mod sound;
pub(crate) mod token;
pub(crate) mod word_hash;
