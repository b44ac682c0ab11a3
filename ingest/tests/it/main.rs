//! Integration tests of the ingest worker with test servers on loopback and a real Postgres, with
//! one database per test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod after_crawl;
mod backups;
mod bad_answers;
mod bad_retailers;
mod clocks;
mod command_line;
mod compatibility_filter;
mod concurrent_runs;
mod conditional_requests;
mod crawl_demo;
mod crawl_orders;
mod demo_retailers;
mod demo_server;
mod demo_titles;
mod detect;
mod doctor;
mod failing_pages;
mod fetching;
mod garbage;
mod hard_siblings;
mod imports;
mod interrupted_workers;
mod job_queue;
mod labelled;
mod manufacturers;
mod matching;
mod metrics;
mod normalise;
mod operator_commands;
mod pages;
mod picture_files;
mod pictures;
mod platforms;
mod price_screen;
mod refreshes;
mod rejected_listings;
mod retailer_files;
mod sample_offers;
mod schedules;
mod stored_data;
mod test_retailer;
mod untidy_titles;
mod user_commands;
