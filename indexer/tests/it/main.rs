//! Tests of the search engine's behaviour; each test name is one promise.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

mod answer_grades;
mod catalogue;
mod compaction;
mod facets;
mod index_lifecycle;
mod intent;
mod intent_table;
mod judged_queries;
mod large_catalogue;
mod mrr_and_ndcg;
mod new_generation;
mod part_numbers;
mod partial_match;
mod patches;
mod price_wordings;
mod query_prior;
mod query_understanding;
mod ranking;
mod robustness;
mod search_rules;
mod sibling_queries;
mod specified_numbers;
mod spelling;
mod suggest;
mod test_index;
mod titles;
mod value_orders;
mod windowed_scoring;
