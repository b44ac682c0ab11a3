//! Which offer is of which product: what the matcher proposes, and what people decide.

mod decisions;
mod page_decisions;
mod pairs;
mod proposals;
mod provisional;
mod queue;
mod waiting;

pub use crate::store::merges::merge_by_machine;
pub use decisions::{DecisionError, approve, flag, reject, undo};
pub use proposals::{Finding, Proposal, RunCounters, store_findings};
pub use provisional::{confirm_answered, list_rejected_pairs, set_provisional};
pub use queue::{
    MatchCounts, MatchDecision, MatchFilter, MatchStatus, Place, QueuedMatch, count, list, list_behind,
    list_sure,
};
pub use waiting::{ComparedProduct, WaitingOffer, list_products, list_waiting};
