use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{AlertId, Fils},
    store::price_alerts::{self, AlertChange, AlertChangeError},
};
use serde::Deserialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::{
    listings::{self, ListingSearch},
    write::{AlertParams, parse_price},
};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult, ErrorBody},
    extract::{Json, Query},
    responses::{BodyErrors, RateErrors, UserWriteErrors},
    session::SignedIn,
};

/// The field that says how often an alert fires.
pub(super) const REPEATS: &str = "repeats";
/// The problem of that field where the kind of an alert says it.
pub(super) const REPEATS_FIXED: &str =
    "must be left out: ANY_DROP, TARGET_PRICE, PERCENTAGE_DROP, BUILD_TOTAL and BUDGET_BUILD cannot repeat";
/// The problem of an alert that has fired and does not repeat.
pub(super) const OVER: &str = "must name an alert that is not over";
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
    /// For a `LISTING_AT_OR_BELOW`: dinars above 0 and below the price of every product of the listing.
    #[schema(value_type = Option<f64>)]
    pub target_price: Option<serde_json::Value>,
}

/// `PATCH /api/user/price-alerts?alertId=`: pauses or resumes a price alert, or sets its target or how often it fires.
#[utoipa::path(
    patch,
    path = "/api/user/price-alerts",
    tag = "alerts",
    params(AlertParams),
    request_body = AlertPatch,
    responses(
        (status = 204, description = "The alert is changed"),
        UserWriteErrors,
        BodyErrors,
        RateErrors,
        (status = 404, description = "The user has no such alert", body = ErrorBody),
        (status = 422, description = "A field is wrong, the alert is over, or an equal alert is active", body = ErrorBody),
    )
)]
pub async fn change_alert(
    State(db): State<PgPool>,
    State(search): State<ListingSearch>,
    SignedIn(session): SignedIn,
    mut query: Query,
    Json(patch): Json<AlertPatch>,
) -> ApiResult<impl IntoResponse> {
    let alert_id = query.single("alertId");
    query.finish()?;
    let id: AlertId = alert_id.unwrap_or_default().parse().map_err(|_| ApiError::AlertNotFound)?;
    if let Some(target) = &patch.target_price {
        let target: Fils = parse_price(target).ok_or(ApiError::InvalidTargetPrice)?;
        listings::change_target(&search, session.user_id, id, target).await?;
    }
    let change = AlertChange { paused: patch.paused, repeats: patch.repeats };
    let mut tx = db.begin().await?;
    price_alerts::change(&mut tx, session.user_id, id, change).await?;
    tx.commit().await?;
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
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
