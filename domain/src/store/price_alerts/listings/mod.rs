//! Alerts on listings. Only the search index knows which products pass the filters of a listing, so the api asks it, and
//! [`record`] compares the answer with what each alert saw before. What is new becomes due, and [`fire_due_listings`]
//! tells of it.
//!
//! The table `listing_match` holds the products that each alert saw. Whoever changes its rows locks their alert first, in
//! the order of the ids.

mod edit;
mod fire;
mod insert;
mod position;
mod record;

use sqlx::PgExecutor;

pub(super) use edit::pause_or_resume;
pub use edit::{ListingTargetError, change_target};
pub use fire::{MAX_TOLD_AT_ONCE, fire_due_listings};
pub use insert::{MAX_LISTING_ALERTS, insert_for_listing};
pub use position::{advance_position, find_position, lock_position};
pub use record::{FoundMatch, Recorded, record};

use crate::model::{AlertId, Fils, ProductId, UserId};

/// A product of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedMatch {
    pub product_id: ProductId,
    /// The lowest price in stock at a retailer that the filters allow.
    pub price: Fils,
}

/// Returns the filters of all listings that alerts watch, each once. Those of paused alerts are among them: what comes while
/// an alert is paused is no news afterwards.
pub async fn list_watched_listings(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select distinct listing as "listing!" from price_alert
           where listing is not null and (enabled or paused_at is not null) order by 1"#
    )
    .fetch_all(db)
    .await
}

/// Returns the filters of the listing that one of a user's alerts watches: `None` when the user has no such alert, and
/// `Some(None)` when it watches something else.
pub async fn find_listing(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    id: AlertId,
) -> sqlx::Result<Option<Option<String>>> {
    sqlx::query_scalar!(
        "select listing from price_alert where id = $1 and user_id = $2",
        id as AlertId,
        user_id as UserId,
    )
    .fetch_optional(db)
    .await
}
