//! State of operations: crawls, held prices, rejected offers, jobs, the index and the outbox.

pub mod crawl;
pub mod jobs;
pub mod offers;
pub mod quarantine;
pub mod state;

pub use crawl::{__path_crawl_retailer, crawl_retailer};
pub use jobs::{__path_cancel_jobs, __path_list_jobs, __path_retry_jobs, cancel_jobs, list_jobs, retry_jobs};
pub use offers::{
    __path_list_rejected_offers, __path_list_waiting_offers, list_rejected_offers, list_waiting_offers,
};
pub use quarantine::{
    __path_drop_held, __path_list_quarantine, __path_release_held, drop_held, list_quarantine, release_held,
};
pub use state::{__path_get_operations, get_operations};

use serde::Deserialize;
use utoipa::ToSchema;

/// Ids of a batch action.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Ids {
    /// At most 1,000.
    pub ids: Vec<String>,
}
