//! Offers: their rows as crawls and administrators change them, and their lists for pages.

mod address;
mod category_shares;
pub(crate) mod edit;
mod ending;
mod explained;
mod gtin;
mod listing;
mod live_comparison;
mod managed;
mod market;
mod pins;
mod refresh;
pub(crate) mod rows;
mod stored;
mod unread;

pub use address::find_product_at;
pub use category_shares::{CategoryShare, list_category_shares};
pub(crate) use ending::{
    MissedOffer, MissesBefore, end_held, end_missed, mark_crawled, mark_read, mark_unconfirmed,
};
pub use explained::{ConsideredProduct, ExplainedOffer, find_explained, list_considered};
pub use gtin::find_product_with_gtin;
pub use listing::{ListedOffer, OfferCounts, count_by_retailer, list_live};
pub use live_comparison::{
    LiveComparison, LiveOffer, OfferObservation, compare_with_live, count_live, list_last_prices,
    list_live_ids,
};
pub use managed::{
    ManagedFilter, ManagedOffer, ManagedSearch, ManagedSort, SortColumn, list_managed, load_managed,
};
pub use market::Market;
pub(crate) use market::{list_markets, list_newly_matched};
pub(crate) use pins::set_category;
pub use pins::{PinnedField, PinnedPrice, Pins};
pub use refresh::{RefreshPage, list_due_for_refresh, record_refreshed};
pub(crate) use rows::unpin_prices;
pub(crate) use stored::EditableOffer;
pub(crate) use unread::{take_out_of_stock, try_lock_taking_out_of_stock};
