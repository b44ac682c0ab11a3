//! From a request to a response.

pub(crate) mod candidates;
pub(crate) mod chips;
pub(crate) mod completions;
#[cfg(test)]
pub(crate) mod hidden_names;
pub(crate) mod intent_responses;
pub(crate) mod respond;
pub(crate) mod run_query;
pub(crate) mod stage;
pub(crate) mod steps;
pub(crate) mod suggest;

pub use completions::find_typed_ranges;
