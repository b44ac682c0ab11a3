//! From changes to index documents.

pub(crate) mod changes;
pub(crate) mod fact_cache;
pub(crate) mod index_document;
pub(crate) mod part_builders;
pub(crate) mod rebuild;

pub use rebuild::{PreparedRebuild, Rebuild};
