//! The store against a real Postgres, a database a test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod basket;
mod build_alerts;
mod builds;
mod chores;
mod compat;
mod feed;
mod fixtures;
mod migrations;
mod notifications;
mod offers;
mod price_alerts;
mod prices;
mod quarantine;
mod reference;
mod remembered_pages;
mod reviews;
mod roll_up;
mod schema;
mod work;
