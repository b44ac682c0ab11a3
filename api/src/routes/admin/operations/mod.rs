//! State of operations: crawls, held prices, rejected offers, jobs, the index and the outbox.

pub mod assign;
pub mod assign_rejected;
pub mod crawl;
pub mod dismiss;
pub mod jobs;
pub mod offers;
pub mod quarantine;
pub mod state;

use serde::Deserialize;
use utoipa::ToSchema;

/// Ids of a batch action.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Ids {
    /// At most 1,000.
    pub ids: Vec<String>,
}
