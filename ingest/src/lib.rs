//! Turns retailers' pages into offers, prices and matches.

pub mod backup;
pub mod canary;
pub mod cli;
pub mod commands;
pub mod crawl;
pub mod database;
pub mod detect;
pub mod extract;
pub mod fetch;
pub mod import;
pub mod jobs;
pub mod matching;
mod metrics_listener;
pub mod normalise;
pub mod output;
pub mod pictures;
pub mod platforms;
pub mod progress;
pub mod raw_offer;
pub mod retailer_category;
pub mod retailer_file;
