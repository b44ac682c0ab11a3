//! The search engine: which products match, in what order, and with which counts.
//!
//! [`Engine`] is the entry point: open a directory, apply changes, search and suggest. `README.md` explains how it
//! works.

mod collect;
mod config;
mod engine;
mod interface;
mod query;
mod search;
mod storage;
mod text;
mod write;

#[cfg(test)]
extern crate self as indexer;

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
pub use search::completions::find_typed_ranges;
pub use write::rebuild::{PreparedRebuild, Rebuild};
