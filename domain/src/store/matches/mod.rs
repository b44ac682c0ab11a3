//! Which offer is of which product: what the matcher proposes, and what people decide.

mod decisions;
mod proposals;
mod queue;
mod waiting;

pub use decisions::{DecisionError, approve, flag, reject, undo};
pub use proposals::{Finding, Proposal, RunCounters, store_findings};
pub use queue::{
    MatchCounts, MatchDecision, MatchFilter, MatchStatus, Place, QueuedMatch, count, list, list_behind,
    list_sure,
};
pub use waiting::{ComparedProduct, WaitingOffer, list_products, list_waiting};
