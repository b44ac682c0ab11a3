//! Which offer is of which product: what the matcher proposes, and what people decide.

mod decisions;
mod page_decisions;
mod page_offers;
mod pairs;
mod proposals;
mod provisional;
mod queue;
mod waiting;
mod worth;

pub use crate::store::merges::merge_by_machine;
pub use decisions::{DecisionError, approve, flag, reject, undo};
pub use page_offers::{PageOffer, list_page_offers};
pub use proposals::{Finding, Proposal, RunCounters, store_findings};
pub use provisional::{confirm_answered, list_rejected_pairs, set_provisional};
pub use queue::{
    MatchCounts, MatchDecision, MatchFilter, MatchOrder, MatchStatus, Place, QueuedMatch, count, list,
    list_behind, list_sure,
};
pub use waiting::{ComparedProduct, WaitingOffer, list_products, list_reference_names, list_waiting};
pub use worth::update_worth;
