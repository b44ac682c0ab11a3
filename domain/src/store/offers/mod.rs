//! Offers: stored in batches, ended when complete crawls miss them, listed for pages.

mod batch;
mod edit;
mod ending;
mod listing;
mod managed;
mod market;
mod overlap;
mod pins;
mod refresh;
mod rows;
mod stored;

pub use batch::{
    BatchCounters, HeldDraft, Market, PriceContext, PriceVerdict, store_batch, store_screened_batch,
};
pub use edit::{EditError, OfferEdit, delete, edit};
pub use ending::end_missing;
pub use listing::{ListedOffer, OfferCounts, count_by_retailer, list_live};
pub use managed::{
    ManagedFilter, ManagedOffer, ManagedOrder, ManagedSearch, ManagedSort, list_managed, load_managed,
};
pub use overlap::{CrawlOverlap, OfferObservation, compare_with_live, list_last_prices};
pub use pins::{PinnedField, PinnedPrice, Pins};
pub use refresh::{RefreshPage, list_worth_refreshing, record_refreshed};
