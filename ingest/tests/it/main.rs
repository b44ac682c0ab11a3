//! Integration tests of the ingest worker with test servers on loopback and a real Postgres, with
//! one database per test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod after_crawl;
mod backups;
mod bad_answers;
mod bad_retailers;
mod clocks;
mod command_line;
mod concurrent_runs;
mod conditional;
mod crawl_demo;
mod crawl_orders;
mod demo_retailers;
mod demo_server;
mod demo_titles;
mod detect;
mod doctor;
mod fetching;
mod fit;
mod garbage;
mod imports;
mod killed;
mod labelled;
mod manufacturers;
mod matching;
mod metrics;
mod normalise;
mod operators;
mod pages;
mod picture_files;
mod pictures;
mod platforms;
mod price_screen;
mod refused;
mod retailer_files;
mod sample_offers;
mod stored;
mod test_retailer;
mod untidy_titles;
mod users;
mod work;
