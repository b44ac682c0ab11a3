//! State of operations: crawls, held prices, rejected offers, jobs, the index and the outbox.

pub mod assign;
pub mod assign_rejected;
pub mod crawl;
pub mod dismiss;
pub mod jobs;
pub mod offers;
pub mod quarantine;
pub mod state;

pub use assign::{__path_assign_offers, __path_unassign_offers, assign_offers, unassign_offers};
pub use assign_rejected::{
    __path_assign_rejected, __path_unassign_rejected, assign_rejected, unassign_rejected,
};
pub use crawl::{
    __path_crawl_retailer, __path_list_crawls, __path_switch_off_retailer, __path_switch_on_retailer,
    crawl_retailer, list_crawls, switch_off_retailer, switch_on_retailer,
};
pub use dismiss::{__path_dismiss_rejected, __path_restore_rejected, dismiss_rejected, restore_rejected};
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
