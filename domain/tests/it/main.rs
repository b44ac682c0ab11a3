//! Tests of the store with a real Postgres, one database per test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod admin_roles;
mod basket;
mod build_alerts;
mod builds;
mod cached_responses;
mod compat;
mod edits;
mod feed;
mod figures;
mod fixtures;
mod jobs_and_sessions;
mod later_decisions;
mod maintenance;
mod managed;
mod match_counts;
mod merges;
mod migrations;
mod newly_matched;
mod notifications;
mod offers;
mod pictures;
mod price_alerts;
mod price_averages;
mod prices;
mod product_facts;
mod provisional;
mod quarantine;
mod rate_limits;
mod retailers;
mod reviews;
mod roll_up;
mod schema;
mod undone_merges;
mod unread_offers;
mod waiting_offers;
