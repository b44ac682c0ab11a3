//! The grammar of intent.

pub(crate) mod intents_file;
pub(crate) mod measure;
pub(crate) mod names;
pub(crate) mod preference;
pub(crate) mod table;
