//! From clauses and filters to hits and counts.

pub(crate) mod candidate_windows;
pub(crate) mod clause;
pub(crate) mod collector;
pub(crate) mod doc_id_set;
pub(crate) mod evaluate;
pub(crate) mod facet_groups;
pub(crate) mod facets;
pub(crate) mod fact_order;
pub(crate) mod filter;
pub(crate) mod filter_rows;
pub(crate) mod matches;
pub(crate) mod postings;
pub(crate) mod preference;
pub(crate) mod query_terms;
pub(crate) mod rows;
pub(crate) mod score;
pub(crate) mod segment_context;
