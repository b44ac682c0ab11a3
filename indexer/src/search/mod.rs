//! From a request to a response: parse, match as typed, collect, rank, load; widen and repeat where nothing is found.
//!
//! May import every module but `write`.
//!
//! | file | contents |
//! |---|---|
//! | `respond` | one search: check the request, parse its text, choose the kind of query |
//! | `search_rules` | pinned and buried products around one search |
//! | `steps` | a query for products, step by step until something is found |
//! | `excluded_words` | words that no hit may have in its name |
//! | `run_query`, `candidates` | one query that was read: collect, rank, load the hits |
//! | `intent_responses` | whole PCs, things that no retailer carries |
//! | `comparison_responses` | several things side by side |
//! | `fit_responses` | questions whether things fit, two things side by side |
//! | `understood` | the parts of a query that were understood, for a page to show |
//! | `suggest`, `completions`, `completions/` | suggestions while a user types |
//! | `hit_check` | whether a text brings products, before it is suggested |
//! | `stage` | the time that each stage takes, for operators |

mod candidates;
mod comparison_responses;
mod completions;
mod excluded_words;
mod fit_responses;
mod hit_check;
mod intent_responses;
pub(crate) mod respond;
mod run_query;
pub(crate) mod search_rules;
mod stage;
mod steps;
pub(crate) mod suggest;
mod understood;
#[cfg(test)]
mod unlisted_names;

pub use completions::find_typed_ranges;
