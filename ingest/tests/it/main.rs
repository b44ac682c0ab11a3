//! Integration tests of the ingest worker with test servers on loopback and a real Postgres, with
//! one database per test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod after_crawl;
mod backups;
mod bad_answers;
mod bad_shops;
mod clocks;
mod command_line;
mod conditional;
mod crawl_demo;
mod demo_shops;
mod demo_titles;
mod detect;
mod fetching;
mod fit;
mod garbage;
mod guarded;
mod imports;
mod killed;
mod labelled;
mod manufacturers;
mod matching;
mod metrics;
mod normalise;
mod operators;
mod own_shop;
mod pages;
mod picture_files;
mod pictures;
mod platforms;
mod refused;
mod retailer_files;
mod sample_offers;
mod shop_orders;
mod stored;
mod street;
mod together;
mod untidy_titles;
mod work;
