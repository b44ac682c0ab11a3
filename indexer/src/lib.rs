//! The search engine: which products match, in what order, and with which counts.
//!
//! [`Engine`] is the entry point: open a directory, apply changes, search and suggest. `README.md` explains how it
//! works.

mod candidates;
mod chips;
mod collect;
mod completions;
mod config;
mod engine;
mod intent_responses;
mod interface;
mod query;
mod search;
mod search_steps;
mod stage;
mod storage;
mod suggest;
mod text;
mod write;

#[cfg(test)]
extern crate self as indexer;

pub use completions::find_typed_ranges;
pub use config::SearchConfig;
pub use engine::{Engine, EngineStats, OpenOutcome};
pub use interface::RetailerNames;
pub use interface::{
    Bucket, ComparisonSide, Facet, FacetKind, GrammarPart, Hit, ScorePart, SearchIntent, SearchResponse,
    SuggestResponse, SuggestedCategory, SuggestedProduct, SuggestedText, Understood, UnderstoodKind,
    ValueCount,
};
pub use interface::{Change, Document, RetailerFacet};
pub use interface::{Class, ClassRows, Classifier, ProductSet, Reason, id_bits};
pub use interface::{
    Filters, MAX_DEPTH, MAX_LIMIT, MAX_TEXT_CHARS, SearchRequest, Sort, SpecFilter, SuggestRequest, Tier,
    UnknownName,
};
pub use interface::{IndexError, Problem, SearchError};
pub use write::rebuild::{PreparedRebuild, Rebuild};
