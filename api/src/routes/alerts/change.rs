use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{AlertId, UserId},
    store::price_alerts::{self, AlertChange, AlertChangeError, ConditionChange, ConditionChangeError},
};
use serde::Deserialize;
use sqlx::{PgPool, PgTransaction};
use utoipa::ToSchema;

use super::{
    listings,
    retailers::{self, check_number, find_retailers},
    write::{AlertParams, parse_price},
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Query},
        limit::RateLimits,
        session::SignedIn,
    },
    routes::budget::BudgetService,
    services::listing_alerts::ListingSearch,
};

/// A version that no catalogue has.
const NEVER_SEARCHED: u64 = u64::MAX;
/// The field that says how often an alert fires.
pub(super) const REPEATS: &str = "repeats";
/// The problem of that field where the kind of an alert says it.
pub(super) const REPEATS_FIXED: &str =
    "must be left out: ANY_DROP, TARGET_PRICE, PERCENTAGE_DROP, BUILD_TOTAL and BUDGET_BUILD cannot repeat";
/// The problem of an alert that has fired and does not repeat.
pub(super) const OVER: &str = "must name an alert that is not over";
/// The problem of a target where the alert has none that can be changed.
pub(super) const NO_TARGET: &str =
    "must be left out: only TARGET_PRICE, BUILD_TOTAL and LISTING_AT_OR_BELOW can change it";
/// The problem of a percentage where the alert has none.
pub(super) const NO_PERCENTAGE: &str =
    "must be left out: only PERCENTAGE_DROP, PRICE_FALL, NEAR_LOW and PRICE_RISE have one";
/// The problem of a target that an equal alert has.
pub(super) const DUPLICATE_TARGET: &str = "must differ from that of an equal alert that is active";

/// A change of a price alert. What is absent stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AlertPatch {
    /// Whether the alert is paused: it fires nothing until it is resumed.
    pub paused: Option<bool>,
    /// Whether the alert fires again and again, at most once a day. Not for an `ANY_DROP`, `TARGET_PRICE`, `PERCENTAGE_DROP`,
    /// `BUILD_TOTAL` or `BUDGET_BUILD`.
    pub repeats: Option<bool>,
    /// For a `TARGET_PRICE`, `BUILD_TOTAL` or `LISTING_AT_OR_BELOW`: dinars above 0 and below the current price, the total, or
    /// the price of every product of the listing.
    #[schema(value_type = Option<f64>)]
    pub target_price: Option<serde_json::Value>,
    /// For a `PERCENTAGE_DROP` or `PRICE_FALL`: 5, 10, 15, 20 or 25. For a `NEAR_LOW` or `PRICE_RISE`: a whole number from 1
    /// to 50. It is measured from today's price.
    pub percentage: Option<i64>,
    /// For a `BACK_IN_STOCK`: the only retailers that count, by slug, at most 20. Empty means all of them.
    pub retailers: Option<Vec<String>>,
}

/// `PATCH /api/user/price-alerts?alertId=`: pauses or resumes a price alert, or sets its condition or how often it fires.
#[utoipa::path(
    patch,
    path = "/api/user/price-alerts",
    tag = "alerts",
    params(AlertParams),
    request_body = AlertPatch,
    responses(
        (status = 204, description = "The alert is changed"),
        (status = 404, description = "The user has no such alert"),
        (status = 422, description = "A field is wrong, the alert is over, or an equal alert is active"),
    )
)]
pub async fn change_alert(
    State(db): State<PgPool>,
    State(limits): State<Arc<RateLimits>>,
    State(service): State<BudgetService>,
    State(search): State<ListingSearch>,
    SignedIn(session): SignedIn,
    query: Query,
    Json(patch): Json<AlertPatch>,
) -> ApiResult<impl IntoResponse> {
    let id = AlertParams::read(query)?;
    let mut tx = match read_condition(&db, &patch).await? {
        Some(condition) => {
            // As a new alert: prices are compared, and a listing is searched.
            limits.alerts.check(&db, session.user_id).await?;
            change_condition(&db, &search, session.user_id, id, &condition).await?
        }
        None => db.begin().await?,
    };
    let change = AlertChange { paused: patch.paused, repeats: patch.repeats };
    price_alerts::change(&mut tx, session.user_id, id, change).await?;
    tx.commit().await?;
    if patch.paused == Some(false)
        && let Some(watched) = price_alerts::find_watched_budget(&db, id).await?
    {
        // Prices may have changed while it was paused.
        service.alerts.evaluate_later(&db, id, watched, NEVER_SEARCHED);
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

/// Changes the condition in the transaction that is returned.
async fn change_condition(
    db: &PgPool,
    search: &ListingSearch,
    user_id: UserId,
    id: AlertId,
    condition: &ConditionChange,
) -> ApiResult<PgTransaction<'static>> {
    if let Some(tx) = listings::change_target(search, user_id, id, condition).await? {
        return Ok(tx);
    }
    let mut tx = db.begin().await?;
    price_alerts::change_condition(&mut tx, user_id, id, condition).await?;
    Ok(tx)
}

/// Reads what changes about the condition; `None` where all of it stays.
async fn read_condition(db: &PgPool, patch: &AlertPatch) -> ApiResult<Option<ConditionChange>> {
    let target = match &patch.target_price {
        Some(target) => Some(parse_price(target).ok_or(ApiError::InvalidTargetPrice)?),
        None => None,
    };
    let retailers = match &patch.retailers {
        Some(slugs) => {
            check_number(slugs)?;
            Some(find_retailers(db, slugs).await?)
        }
        None => None,
    };
    let change = ConditionChange { target, percentage: patch.percentage, retailers };
    Ok((change != ConditionChange::default()).then_some(change))
}

impl From<ConditionChangeError> for ApiError {
    fn from(error: ConditionChangeError) -> Self {
        match error {
            ConditionChangeError::NoAlert => Self::AlertNotFound,
            ConditionChangeError::Over => Self::field("alertId", OVER),
            ConditionChangeError::NoTarget => Self::field("targetPrice", NO_TARGET),
            ConditionChangeError::NoPercentage => Self::field("percentage", NO_PERCENTAGE),
            ConditionChangeError::AnyRetailer => Self::field(retailers::FIELD, retailers::ANY_RETAILER),
            ConditionChangeError::Condition(error) => error.into(),
            ConditionChangeError::Refused(error) => error.into(),
            ConditionChangeError::Duplicate => {
                Self::field("alertId", "must differ from an equal alert that is active")
            }
            ConditionChangeError::Database(error) => error.into(),
        }
    }
}

impl From<AlertChangeError> for ApiError {
    fn from(error: AlertChangeError) -> Self {
        match error {
            AlertChangeError::NoAlert => Self::AlertNotFound,
            AlertChangeError::Over => Self::field("alertId", OVER),
            AlertChangeError::Duplicate => {
                Self::field("paused", "must be true while an equal alert is active")
            }
            AlertChangeError::FixedRepetition => Self::field(REPEATS, REPEATS_FIXED),
            AlertChangeError::Database(error) => error.into(),
        }
    }
}
