//! The search engine: which products match, in what order, and with which counts.
//!
//! [`Engine`] is the entry point: open a directory, apply changes, search and suggest. `README.md` explains how it
//! works.
//!
//! The files lie in modules, one stage each; the first lines of a module's `mod.rs` say what it holds. A module imports
//! only modules below it:
//!
//! ```text
//!         engine
//!         /    \
//!     search    \
//!       |        \
//!     query      write
//!       |        /
//!     collect   /
//!         \    /
//!         storage
//!            |
//!         config
//!            |
//!        interface
//!            |
//!          text
//! ```
//!
//! A search walks down the left side, a change down the right, and both meet in storage's snapshot (`storage::view`).

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

pub use config::{CompiledRules, SearchConfig};
pub use engine::{Engine, EngineStats, OpenOutcome};
pub use interface::{
    Bucket, Change, ComparisonSide, Document, ExcludedValues, Facet, FacetKind, Filters, FitAnswer,
    FitVerdict, GroupLookup, HideGroup, HideReasonNumber, Hit, IndexError, MAX_DEPTH, MAX_LIMIT,
    MAX_TEXT_CHARS, Problem, ProductSet, QueryChoice, QueryPrior, RetailerFacet, RetailerNames, RowGroups,
    ScorePart, SearchError, SearchIntent, SearchRequest, SearchResponse, SearchRules, Sort, SpecFilter,
    SuggestRequest, SuggestResponse, SuggestedCategory, SuggestedProduct, SuggestedText, SynonymRule,
    TextRules, Tier, UnderstoodKind, UnderstoodPart, UnknownName, ValueCount, ValueMeasure, WordRole,
    id_bits,
};
pub use search::find_typed_ranges;
pub use text::query_key::normalize_query;
pub use write::{PreparedRebuild, Rebuild};
