//! Matches of offers and products: the matcher's proposals, and the rows of administrators' decisions.

pub mod bulk_decisions;
pub mod claims;
mod decision_locks;
mod joins;
pub(crate) mod match_rows;
mod product_offers;
mod products;
mod proposals;
mod provisional;
mod question_counts;
mod queue;
mod reassignable_offers;
mod review_priority;
pub(crate) mod undo_state;

pub(crate) use decision_locks::lock_product_and_offers;
pub use joins::{JoinedOffer, JoinedProduct, find_joined_products, list_joined_offers};
pub use product_offers::{ProductOffer, list_product_offers};
pub use products::{ComparedProduct, list_names, list_products, list_reference_names};
pub(crate) use proposals::{MovedOffer, assign, release};
pub use proposals::{Proposal, RunCounters, mark_compared, replace_pending_matches};
pub(crate) use provisional::list_rejected_pairs_of;
pub use provisional::{clear_provisional_without_pending_matches, list_rejected_pairs, set_provisional};
pub use question_counts::{MatchCounts, count, fold_question_changes};
pub use queue::{
    MatchAssessment, MatchFilter, MatchOrder, MatchStatus, QueuePosition, QueuedMatch, list, list_after,
    list_confident,
};
pub use reassignable_offers::{
    FixedProductName, ReassignableOffer, has_uncompared, list_fixed_names, list_fixed_offers,
    list_fixed_products, list_reassignable, list_titles,
};
pub use review_priority::update_review_priorities;
