//! From clauses and filters to documents, counts and scores.
//!
//! May import `storage`, `config`, `interface` and `text`. No text is parsed here: `query` makes the clauses.
//!
//! | file | contents |
//! |---|---|
//! | `clause` | a query as boolean logic over terms and facts |
//! | `matches`, `evaluate`, `doc_id_windows`, `segment_context` | clauses → documents, segment by segment |
//! | `weighted_matches` | clauses with weights → documents that satisfy the most of them |
//! | `doc_id_set`, `postings` | sets of documents, and posting lists |
//! | `filter`, `filter_rows`, `rows` | filters in numbers; rows split by the filter groups that they fail |
//! | `facets`, `facet_groups` | facet counts |
//! | `collector`, `fact_order`, `value_order` | total, counts and top k of one search |
//! | `score`, `clause_sequence`, `query_terms`, `model_variants`, `preference` | exact scores by `ranking.toml` |

pub(crate) mod clause;
mod clause_sequence;
pub(crate) mod collector;
mod doc_id_set;
mod doc_id_windows;
mod evaluate;
mod facet_groups;
pub(crate) mod facets;
mod fact_order;
pub(crate) mod filter;
mod filter_rows;
pub(crate) mod matches;
mod model_variants;
mod postings;
pub(crate) mod preference;
mod query_terms;
mod rows;
pub(crate) mod score;
mod segment_context;
mod value_order;
pub(crate) mod weighted_matches;
