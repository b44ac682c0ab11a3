//! The files of `config/search/`, ready to be looked up.
//!
//! May import `interface` and `text`.
//!
//! | file | contents |
//! |---|---|
//! | `search_config` | all files together, embedded or from a directory |
//! | `lexicon`, `lexicon/` | `words.toml`, `arabic_terms.tsv`, `spelt_right.txt`: phrases and their interpretations |
//! | `intents/` | `intents.toml`: words of intent |
//! | `facet_plan` | `facets.toml`: facts that are filtered and counted, price buckets, tiers |
//! | `compiled_rules` | rules of administrators, applied to the files |
//! | `ranking` | `ranking.toml`: points and limits |

pub(crate) mod compiled_rules;
pub(crate) mod facet_plan;
pub(crate) mod intents;
pub(crate) mod lexicon;
pub(crate) mod ranking;
pub(crate) mod search_config;

pub use compiled_rules::CompiledRules;
pub use search_config::SearchConfig;
