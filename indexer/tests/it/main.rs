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
mod judged_queries;
mod large_catalogue;
mod mrr_and_ndcg;
mod part_numbers;
mod patches;
mod query_understanding;
mod ranking;
mod robustness;
mod spelling;
mod suggest;
mod test_index;
mod windowed_scoring;
