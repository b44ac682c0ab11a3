//! The files of `config/search/`, ready to be looked up.

pub(crate) mod facet_plan;
pub(crate) mod intents;
pub(crate) mod lexicon;
pub(crate) mod ranking;
pub(crate) mod search_config;

pub use search_config::SearchConfig;
