//! Tests of the search engine's behaviour; each test name is one promise.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

mod catalogue;
mod compaction;
mod exhaustive;
mod facets;
mod families;
mod freshness;
mod intent;
mod judged;
mod large_catalogue;
mod part_numbers;
mod patches;
mod query_understanding;
mod ranking;
mod relevance;
mod robustness;
mod spelling;
mod suggest;
mod test_index;
