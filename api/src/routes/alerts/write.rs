use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    budget::WatchedBudget,
    model::{
        AlertCondition, AlertId, AlertKind, BuildId, ConditionError, Fils, ListingAlert, ListingCondition,
        ProductId, Repetition, RetailerId, UserId,
    },
    store::price_alerts::{self, AlertError, MAX_ALERTS},
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::{IntoParams, ToSchema};

use super::{
    AlertType,
    budgets::{self, NewBudgetAlert},
    change::{REPEATS, REPEATS_FIXED},
    listings,
    retailers::{check_retailers, find_retailers},
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Query},
        limit::{ClientAddress, RateLimits},
        responses::{BodyErrors, RateErrors, UserWriteErrors},
        session::SignedIn,
    },
    routes::budget::BudgetService,
    services::listing_alerts::{ListingSearch, WatchedListing},
};

/// A new price alert.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAlert {
    /// The product to watch; absent for a `BUILD_TOTAL`, a `BUDGET_BUILD` and alerts on a listing.
    #[schema(format = Uuid)]
    pub product_id: Option<String>,
    /// The build to watch with a `BUILD_TOTAL`: one of the user's own saved builds.
    #[schema(format = Uuid)]
    pub build_id: Option<String>,
    #[serde(rename = "alertType")]
    #[schema(value_type = AlertType)]
    pub kind: AlertKind,
    /// The builds to wait for with a `BUDGET_BUILD`.
    pub budget_build: Option<NewBudgetAlert>,
    /// The listing to watch with a `LISTING_AT_OR_BELOW` or `LISTING_NEW_MATCH`: its words and filters, as parameters of
    /// `GET /api/products/list` without order, page and build. Only products in stock count.
    #[schema(max_length = 2000, example = "q=rtx+5070&category=GPU&maxPrice=250&tabby=true")]
    pub listing: Option<String>,
    /// For a `TARGET_PRICE`, `BUILD_TOTAL`, `BUDGET_BUILD` or `LISTING_AT_OR_BELOW`: dinars above 0 and below the current
    /// price or total, if all parts of the build have a live offer, or such a build was found.
    #[schema(value_type = Option<f64>)]
    pub target_price: Option<serde_json::Value>,
    /// For a `PERCENTAGE_DROP` or `PRICE_FALL`: 5, 10, 15, 20 or 25. For a `NEAR_LOW` or `PRICE_RISE`: a whole number from 1
    /// to 50.
    pub percentage: Option<i64>,
    /// Whether the alert fires again and again, at most once a day. Absent means once. Not for an `ANY_DROP`,
    /// `TARGET_PRICE`, `PERCENTAGE_DROP`, `BUILD_TOTAL` or `BUDGET_BUILD`.
    #[serde(default)]
    pub repeats: bool,
    /// For a `BACK_IN_STOCK`: the only retailers that count, by slug, at most 20. Absent or empty means all of them.
    #[serde(default)]
    pub retailers: Vec<String>,
}

/// The created alert.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedAlert {
    #[schema(value_type = uuid::Uuid)]
    pub id: AlertId,
}

/// The alert to delete.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AlertParams {
    #[param(required, value_type = uuid::Uuid)]
    alert_id: String,
}

impl AlertParams {
    /// Reads which alert a query string names. A malformed id is treated as an unknown alert: 404.
    pub(super) fn read(query: Query) -> ApiResult<AlertId> {
        let Self { alert_id } = query.read()?;
        alert_id.parse().map_err(|_| ApiError::AlertNotFound)
    }
}

/// `POST /api/user/price-alerts`: creates a price alert. A repeated request updates the same alert, measured from
/// today's price.
#[utoipa::path(
    post,
    path = "/api/user/price-alerts",
    tag = "alerts",
    request_body = NewAlert,
    responses(
        (status = 201, body = CreatedAlert),
        UserWriteErrors,
        BodyErrors,
        RateErrors,
        (status = 404, description = "The product does not exist, or the user has no such build"),
        (status = 422, description = "A field is wrong, the target price is reached already, the constraints contradict each other, or the user has too many alerts"),
    )
)]
pub async fn create_alert(
    State(db): State<PgPool>,
    State(limits): State<Arc<RateLimits>>,
    State(service): State<BudgetService>,
    State(search): State<ListingSearch>,
    address: ClientAddress,
    SignedIn(session): SignedIn,
    Json(request): Json<NewAlert>,
) -> ApiResult<impl IntoResponse> {
    limits.alerts.check(&db, session.user_id).await?;
    let user_id = session.user_id;
    let id = match parse_subject(&request, &service)? {
        NewAlertSubject::Product(id, condition) => {
            let retailers: Vec<RetailerId> = find_retailers(&db, &request.retailers).await?;
            let mut tx = db.begin().await?;
            let id = price_alerts::insert_at_retailers(&mut tx, user_id, id, condition, &retailers).await?;
            tx.commit().await?;
            id
        }
        NewAlertSubject::Build(id, total) => {
            let mut tx = db.begin().await?;
            let id = price_alerts::insert_for_build(&mut tx, user_id, id, total).await?;
            tx.commit().await?;
            id
        }
        NewAlertSubject::Budget(watched) => {
            create_budget_alert(&db, &service, address, user_id, &watched).await?
        }
        NewAlertSubject::Listing(watched, alert) => {
            listings::create(&search, user_id, &watched, &alert).await?
        }
    };
    Ok((StatusCode::CREATED, CachePolicy::Never, Json(CreatedAlert { id })))
}

async fn create_budget_alert(
    db: &PgPool,
    service: &BudgetService,
    address: ClientAddress,
    user_id: UserId,
    watched: &WatchedBudget,
) -> ApiResult<AlertId> {
    let found = service.alerts.find_cheapest_total_for(db, watched, address).await;
    let found = found.map_err(|error| budgets::prefix_fields(error.into()))?;
    let mut tx = db.begin().await?;
    let id = price_alerts::insert_for_budget(&mut tx, user_id, watched, found.total).await?;
    tx.commit().await?;
    service.alerts.evaluate_later(db, id, watched.clone(), found.version);
    Ok(id)
}

/// `DELETE /api/user/price-alerts?alertId=`: deletes a price alert.
#[utoipa::path(
    delete,
    path = "/api/user/price-alerts",
    tag = "alerts",
    params(AlertParams),
    responses(
        (status = 204, description = "The alert is deleted"),
        UserWriteErrors,
        RateErrors,
        (status = 404, description = "The user has no such alert"),
        (status = 422, description = "A parameter is unknown or given twice"),
    )
)]
pub async fn delete_alert(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    let id = AlertParams::read(query)?;
    if !price_alerts::delete(&db, session.user_id, id).await? {
        return Err(ApiError::AlertNotFound);
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

/// The subject of a new alert: a product with its condition, a build with its target total, the builds to wait for, or
/// a listing with its condition.
enum NewAlertSubject {
    Product(ProductId, AlertCondition),
    Build(BuildId, Fils),
    Budget(Box<WatchedBudget>),
    Listing(Box<WatchedListing>, ListingAlert),
}

/// Also checks fields that this kind of alert does not use: a malformed id or invalid constraints in them are refused too.
fn check_unused_fields(request: &NewAlert, service: &BudgetService) -> ApiResult<()> {
    if request.product_id.as_deref().is_some_and(|id| id.parse::<ProductId>().is_err()) {
        return Err(ApiError::ProductNotFound);
    }
    if request.build_id.as_deref().is_some_and(|id| id.parse::<BuildId>().is_err()) {
        return Err(ApiError::BuildNotFound);
    }
    if request.budget_build.is_some() && request.kind != AlertKind::BudgetBuild {
        budgets::read_watched_budget(request.budget_build.as_ref(), Fils::MAX_PRICE, service)?;
    }
    let is_on_listing = matches!(request.kind, AlertKind::ListingAtOrBelow | AlertKind::ListingNewMatch);
    if let Some(listing) = request.listing.as_deref().filter(|_| !is_on_listing) {
        WatchedListing::read(listing)?;
    }
    Ok(())
}

/// Reads what the alert is about, and the condition under which it fires.
fn parse_subject(request: &NewAlert, service: &BudgetService) -> ApiResult<NewAlertSubject> {
    // An alert of a kind without a target price may state one, but it must be a number.
    if request.target_price.as_ref().is_some_and(|price| !price.is_number()) {
        return Err(ApiError::InvalidTargetPrice);
    }
    check_unused_fields(request, service)?;
    if request.repeats && !request.kind.may_repeat() {
        return Err(ApiError::field(REPEATS, REPEATS_FIXED));
    }
    check_retailers(&request.retailers, request.kind)?;
    match request.kind {
        AlertKind::ListingAtOrBelow => {
            read_listing(request, ListingCondition::AtOrBelow(request.read_target_price()?))
        }
        AlertKind::ListingNewMatch => read_listing(request, ListingCondition::NewMatch),
        AlertKind::BudgetBuild => {
            let budget = request.read_target_price()?;
            let watched = budgets::read_watched_budget(request.budget_build.as_ref(), budget, service)?;
            Ok(NewAlertSubject::Budget(Box::new(watched)))
        }
        AlertKind::BuildTotal => {
            let id = request.build_id.as_deref().unwrap_or_default();
            let id = id.parse().map_err(|_| ApiError::BuildNotFound)?;
            Ok(NewAlertSubject::Build(id, request.read_target_price()?))
        }
        _ => {
            let condition = request.read_condition()?;
            let id = request.product_id.as_deref().unwrap_or_default();
            Ok(NewAlertSubject::Product(id.parse().map_err(|_| ApiError::ProductNotFound)?, condition))
        }
    }
}

impl NewAlert {
    /// Reads the condition of an alert on a product.
    fn read_condition(&self) -> ApiResult<AlertCondition> {
        let target = self.target_price.as_ref().and_then(parse_price);
        Ok(AlertCondition::new(self.kind, target, self.percentage, self.repetition())?)
    }

    fn repetition(&self) -> Repetition {
        if self.repeats { Repetition::Repeated } else { Repetition::Once }
    }

    fn read_target_price(&self) -> ApiResult<Fils> {
        self.target_price.as_ref().and_then(parse_price).ok_or(ApiError::InvalidTargetPrice)
    }
}

fn read_listing(request: &NewAlert, condition: ListingCondition) -> ApiResult<NewAlertSubject> {
    let watched = WatchedListing::read(request.listing.as_deref().unwrap_or_default())?;
    let alert = ListingAlert { listing: watched.text.clone(), condition, repetition: request.repetition() };
    Ok(NewAlertSubject::Listing(Box::new(watched), alert))
}

/// Reads a JSON number of dinars above 0 from its digits, without rounding through a float.
pub(super) fn parse_price(value: &serde_json::Value) -> Option<Fils> {
    let fils: Fils = value.as_number()?.to_string().parse().ok()?;
    (Fils::ZERO < fils && fils <= Fils::MAX_PRICE).then_some(fils)
}

impl From<ConditionError> for ApiError {
    fn from(error: ConditionError) -> Self {
        match error {
            ConditionError::NoTarget => Self::InvalidTargetPrice,
            ConditionError::UnknownPercentage(_) | ConditionError::PercentageOutOfRange(_) => {
                Self::field("percentage", error.to_string())
            }
        }
    }
}

impl From<AlertError> for ApiError {
    fn from(error: AlertError) -> Self {
        match error {
            AlertError::NoProduct => Self::ProductNotFound,
            AlertError::NoBuild => Self::BuildNotFound,
            AlertError::NoPrice => Self::NoPrice,
            AlertError::NoPartSold => Self::NoPartSold,
            AlertError::NotLower(_) => Self::TargetPriceNotLower,
            AlertError::TooMany => Self::TooManyAlerts { max: MAX_ALERTS },
            AlertError::Database(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn target_price_must_be_a_positive_number_of_dinars() {
        for (value, fils) in [
            (json!(129.9), 129_900),
            (json!(0.001), 1),
            (json!(40), 40_000),
            (json!(1_000_000), 1_000_000_000),
        ] {
            assert_eq!(parse_price(&value), Some(Fils(fils)), "{value}");
        }
        for wrong in [
            json!(0),
            json!(-5),
            json!(1.2345),
            json!(1e300),
            json!(1e-9),
            json!(1_000_000.001),
            json!("129.9"),
            json!(null),
            json!([1]),
        ] {
            assert_eq!(parse_price(&wrong), None, "{wrong}");
        }
    }
}
