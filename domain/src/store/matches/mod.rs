//! Matches of offers and products: the matcher's proposals, and the rows of administrators' decisions.

pub(crate) mod decide;
pub(crate) mod pairs;
mod product_offers;
mod products;
mod proposals;
mod provisional;
mod queue;
mod reassignable_offers;
mod review_priority;

pub use product_offers::{PageOffer, list_page_offers};
pub use products::{ComparedProduct, list_products, list_reference_names};
pub(crate) use proposals::link_proposed;
pub use proposals::{Proposal, RunCounters, mark_matched, replace_questions};
pub use provisional::{confirm_answered, list_rejected_pairs, set_provisional};
pub use queue::{
    MatchCounts, MatchDecision, MatchFilter, MatchOrder, MatchStatus, QueuePosition, QueuedMatch, count,
    list, list_after, list_confident,
};
pub use reassignable_offers::{
    FixedProductName, FreeOffer, has_unmatched, list_fixed, list_fixed_names, list_fixed_products, list_free,
    list_titles,
};
pub use review_priority::update_question_worth;
