//! Alerts on a listing: "an RTX 5070 of any make under 250, in stock, at a Tabby shop".

pub mod evaluate;
mod filters;
mod matches;
mod write;

pub use filters::{FIELD, WatchedListing};
pub use matches::ListingSearch;
pub(super) use write::{change_target, create};
