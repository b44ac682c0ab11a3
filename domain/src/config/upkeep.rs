//! Settings of the jobs that keep the database: when they run, and which rows they thin out, weigh or delete.

use std::num::NonZeroU16;

use serde::Deserialize;

/// The times at which jobs that belong to no single retailer are queued: cron expressions (UTC, seconds first); empty
/// means never.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    pub refresh: String,
    /// The matcher's runs.
    pub r#match: String,
    pub history: String,
    /// The rating of prices by their history.
    pub verdicts: String,
    pub popularity: String,
    pub figures: String,
    pub upkeep: String,
    pub expiry: String,
    pub pictures: String,
}

/// The thinning of old price points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    /// Months that ended more than this many days ago keep only their price changes.
    pub thin_after_days: u16,
}

/// Weights of user actions in a product's popularity.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Popularity {
    pub view: f64,
    pub favourite: f64,
    pub build: f64,
    pub review: f64,
    /// Days after which an action counts half.
    pub half_life_days: f64,
    /// A popularity that moved by less than this many percent is not written.
    pub noticeable_percent: f64,
}

/// Days after which rows that are no longer needed are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expiry {
    pub finished_jobs_days: NonZeroU16,
    /// Jobs that failed at every attempt.
    pub parked_jobs_days: NonZeroU16,
    pub crawl_reports_days: i32,
    pub decided_offers_days: i32,
    pub feed_days: i32,
    pub interest_days: u16,
    pub searches_days: u16,
    pub click_outs_days: u16,
    /// Days without a reader.
    pub guest_builds_days: u16,
    pub build_suggestions_days: u16,
    /// Dismissals of rejected listings, and assignments to listings that are gone.
    pub listing_decisions_days: u16,
}
