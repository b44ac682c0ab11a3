//! Tests of the search engine's behaviour; each test name is one promise.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

mod catalogue;
mod exhaustive;
mod facets;
mod families;
mod folding;
mod freshness;
mod intent;
mod judged;
mod large;
mod part_numbers;
mod patches;
mod ranking;
mod relevance;
mod robust;
mod shelf;
mod spelling;
mod suggest;
mod understanding;
