//! From a request to a response: parse, match as typed, collect, rank, load; widen and repeat where nothing is found.
//!
//! May import every module but `write`.
//!
//! | file | contents |
//! |---|---|
//! | `respond` | one search: check the request, parse its text, choose the kind of query |
//! | `steps` | a query for products, step by step until something is found |
//! | `run_query`, `candidates` | one query that was read: collect, rank, load the hits |
//! | `intent_responses` | comparisons, whole PCs, items that no retailer carries |
//! | `understood` | the parts of a query that were understood, for a page to show |
//! | `suggest`, `completions`, `completions/` | suggestions while a user types |
//! | `stage` | the time that each stage takes, for operators |

mod candidates;
mod completions;
mod intent_responses;
pub(crate) mod respond;
mod run_query;
mod stage;
mod steps;
pub(crate) mod suggest;
mod understood;
#[cfg(test)]
mod unlisted_names;

pub use completions::find_typed_ranges;
