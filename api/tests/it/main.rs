//! The api through its router, on a real Postgres (a database a test) and a real index.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod accounts;
mod admin_catalogue;
mod admin_figures;
mod admin_matches;
mod admin_operations;
mod admin_people;
mod admin_products;
mod admin_routes;
mod alerts;
mod app;
mod authorisation;
mod bad_input;
mod basket;
mod builds;
mod caching;
mod catalogue;
mod document;
mod fit;
mod fixtures;
mod following;
mod history;
mod logs;
mod mailbox;
mod operations;
mod people;
mod products;
mod reviews;
mod robots;
mod search;
mod sessions;
mod shared_builds;
mod site;
mod smtp;
mod starting;
mod timing;
