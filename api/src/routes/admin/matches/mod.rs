//! The review queue: matches of an offer and a product that an administrator decides.

pub mod bulk_decisions;
pub mod claim;
pub mod decide;
pub mod decide_many;
pub mod export;
mod filter;
pub mod list;
pub mod reopen;

use filter::{MatchFilterParams, read_filter};

pub(super) use filter::choice;
