//! Tests of the store with a real Postgres, one database per test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod basket;
mod build_alerts;
mod builds;
mod chores;
mod compat;
mod edits;
mod feed;
mod figures;
mod fixtures;
mod managed;
mod merges;
mod migrations;
mod notifications;
mod offers;
mod people;
mod pictures;
mod price_alerts;
mod prices;
mod provisional;
mod quarantine;
mod reference;
mod remembered_pages;
mod retailers;
mod reviews;
mod roll_up;
mod schema;
mod work;
