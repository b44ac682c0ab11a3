//! Which offer is of which product: what the matcher proposes, and what people decide.

mod proposals;
mod waiting;

pub use proposals::{Finding, Proposal, RunCounters, store_findings};
pub use waiting::{ComparedProduct, WaitingOffer, list_products, list_waiting};
