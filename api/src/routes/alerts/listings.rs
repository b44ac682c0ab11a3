//! Creation of alerts on listings, and the change of their target.

use std::time::Duration;

use domain::{
    model::{AlertId, ListingAlert, UserId},
    store::price_alerts::{
        ConditionChange,
        listings::{self, ListingTargetError},
    },
};
use sqlx::PgTransaction;
use tokio::time::sleep;

use super::{
    change::{DUPLICATE_TARGET, NO_PERCENTAGE, NO_TARGET, OVER},
    retailers,
};
use crate::{
    http::error::{ApiError, ApiResult},
    services::listing_alerts::{ListingSearch, ListingState, WatchedListing},
};

/// How often the index is given time to catch up with another process that has evaluated later changes, and the pause.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(200);

/// Stores an alert on a listing. What is in the listing now is no news.
///
/// # Errors
/// 422 where the filters are wrong, a product has reached the target, or the user has too many alerts; 503 while the index
/// is not ready.
pub(super) async fn create(
    search: &ListingSearch,
    user_id: UserId,
    listing: &WatchedListing,
    alert: &ListingAlert,
) -> ApiResult<AlertId> {
    let (mut tx, state) = begin(search, listing).await?;
    let id = listings::insert_for_listing(&mut tx, user_id, alert, &state.matches).await?;
    tx.commit().await?;
    Ok(id)
}

/// Changes the condition of an alert on a listing, which is a target alone, in the transaction that is returned. `None` where
/// the alert is about something else.
///
/// # Errors
/// 404 where the user has no such alert; 422 where it has no target, is over, or a product has reached the target.
pub(super) async fn change_target(
    search: &ListingSearch,
    user_id: UserId,
    id: AlertId,
    change: &ConditionChange,
) -> ApiResult<Option<PgTransaction<'static>>> {
    let text = listings::find_listing(&search.db, user_id, id).await?.ok_or(ApiError::AlertNotFound)?;
    let Some(text) = text else { return Ok(None) };
    if change.percentage.is_some() {
        return Err(ApiError::field("percentage", NO_PERCENTAGE));
    }
    if change.retailers.is_some() {
        return Err(ApiError::field(retailers::FIELD, retailers::ANY_RETAILER));
    }
    let target = change.target.ok_or_else(no_target)?;
    let listing = WatchedListing::read(&text)?;
    let (mut tx, state) = begin(search, &listing).await?;
    listings::change_target(&mut tx, user_id, id, target, &state.matches).await?;
    Ok(Some(tx))
}

/// Searches the listing, and begins a transaction in which no change behind the search is evaluated. Another process may
/// have evaluated changes that this one's index does not hold yet: they would be missed.
async fn begin(
    search: &ListingSearch,
    listing: &WatchedListing,
) -> ApiResult<(PgTransaction<'static>, ListingState)> {
    for _ in 0..ATTEMPTS {
        let state = search.find_state(listing).await?;
        let mut tx = search.db.begin().await?;
        if listings::lock_position(&mut tx).await? <= Some(state.read_until) {
            return Ok((tx, state));
        }
        tx.rollback().await?;
        sleep(PAUSE).await;
    }
    Err(ApiError::Starting)
}

fn no_target() -> ApiError {
    ApiError::field("targetPrice", NO_TARGET)
}

impl From<ListingTargetError> for ApiError {
    fn from(error: ListingTargetError) -> Self {
        match error {
            ListingTargetError::NoAlert => Self::AlertNotFound,
            ListingTargetError::Over => Self::field("alertId", OVER),
            ListingTargetError::NoTarget => no_target(),
            ListingTargetError::NotLower(_) => Self::TargetPriceNotLower,
            ListingTargetError::Duplicate => Self::field("targetPrice", DUPLICATE_TARGET),
            ListingTargetError::Database(error) => error.into(),
        }
    }
}
