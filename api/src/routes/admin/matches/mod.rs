//! The review queue: matches of an offer and a product that an administrator decides.

pub mod bulk_decisions;
pub mod claim;
pub mod decide;
pub mod decide_many;
pub mod export;
mod filter;
pub mod list;
pub mod reopen;

pub use bulk_decisions::{
    __path_list_bulk_decisions, __path_undo_bulk_decision, list_bulk_decisions, undo_bulk_decision,
};
pub use claim::{__path_claim_match, claim_match};
pub use decide::{
    __path_approve_match, __path_flag_match, __path_reject_match, __path_undo_match, approve_match,
    flag_match, reject_match, undo_match,
};
pub use decide_many::{
    __path_approve_many_matches, __path_reject_many_matches, approve_many_matches, reject_many_matches,
};
pub use export::{__path_export_matches, export_matches};
pub use list::{__path_list_matches, list_matches};
pub use reopen::{__path_reopen_match, reopen_match};

use filter::{MatchFilterParams, read_filter};

pub(super) use filter::choice;
