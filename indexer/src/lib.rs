//! The search engine: which products match, in what order, and with which counts.
//!
//! [`Engine`] is the entry point: open a directory, apply changes, search and suggest. `README.md` explains how it
//! works.

mod candidates;
mod cards;
mod chips;
mod collect;
mod columns;
mod completions;
mod config;
mod damage;
mod document;
mod engine;
mod entry;
mod entry_facts;
mod error;
mod facet_plan;
mod facets;
mod fact_columns;
mod fact_order;
mod files;
mod filter;
mod filter_rows;
mod generation;
mod intent_answers;
mod lexicon;
mod parts;
mod patch_log;
mod patches;
mod prices;
mod product_set;
mod query;
mod ranking;
mod rebuild;
mod request;
mod response;
mod retailer_names;
mod rows;
mod schema;
mod score;
mod search;
mod search_steps;
mod stage;
mod stored;
mod suggest;
mod text;
mod view;
mod vocabulary;

#[cfg(test)]
extern crate self as indexer;

pub use completions::typed_of_name;
pub use config::SearchConfig;
pub use document::{Change, Document, RetailerFacet};
pub use engine::{Engine, EngineStats, Opened};
pub use error::{IndexError, Problem, SearchError};
pub use product_set::{Class, ClassRows, Classifier, ProductSet, Reason, id_bits};
pub use rebuild::{Rebuild, Rebuilt};
pub use request::{
    Filters, MAX_DEPTH, MAX_LIMIT, MAX_TEXT_CHARS, SearchRequest, Sort, SpecFilter, SuggestRequest, Tier,
    UnknownName,
};
pub use response::{
    Bucket, ComparisonSide, Facet, FacetKind, GrammarPart, Hit, ScorePart, SearchIntent, SearchResponse,
    SuggestResponse, SuggestedCategory, SuggestedProduct, SuggestedText, Understood, UnderstoodKind,
    ValueCount,
};
pub use retailer_names::RetailerNames;
