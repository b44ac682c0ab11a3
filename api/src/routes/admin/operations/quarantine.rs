use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Picture, Slug, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        clock,
        operations::{self, HeldPrice},
        prices,
        quarantine::{self, HeldState},
    },
    transactions::held_prices::{self, HeldPriceError},
};
use serde::Serialize;
use serde_json::json;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Ids;
use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiError, ApiResult, ErrorBody},
        extract::{Json, Query},
        page::Page,
        responses::{AdminReadErrors, AdminWriteErrors, BodyErrors},
        session::Admin,
    },
    routes::admin::batch::{self, BatchFailure},
    wire::{
        kwd::{CURRENCY, Kwd},
        picture::PictureBody,
    },
};

/// A page of held prices.
#[derive(Debug, Serialize, ToSchema)]
pub struct Quarantine {
    /// Oldest first.
    pub held: Vec<HeldOffer>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// An offer whose new price is implausible and therefore held back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldOffer {
    pub id: Uuid,
    pub name: String,
    pub retailer: String,
    #[schema(value_type = String)]
    pub retailer_slug: Slug,
    /// Rule that held the price.
    #[schema(example = "PRICE_FAR_FROM_OWN")]
    pub reason: String,
    pub price: Kwd,
    /// Price of the offer before.
    #[schema(required)]
    pub last_retailer_price: Option<Kwd>,
    /// Median price of the other retailers, and their number.
    #[schema(required)]
    pub market_price: Option<Kwd>,
    #[schema(required)]
    pub market_retailers: Option<i64>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    pub url: String,
    #[schema(required, value_type = Option<PictureBody>)]
    pub picture: Option<Picture>,
    /// Number of crawls that read this price.
    pub times_seen: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub held_at: OffsetDateTime,
}

/// Outcome of the releases.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReleaseOutcome {
    pub released: usize,
    pub failed: Vec<BatchFailure>,
}

/// Outcome of the refusals.
#[derive(Debug, Serialize, ToSchema)]
pub struct DropOutcome {
    pub dropped: usize,
    pub failed: Vec<BatchFailure>,
}

/// `GET /api/admin/quarantine`: lists held prices that wait for a decision.
#[utoipa::path(
    get,
    path = "/api/admin/quarantine",
    tag = "admin",
    params(
        ("page" = Option<u32>, Query, minimum = 1, maximum = 10_000),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100),
    ),
    responses(
        (status = 200, body = Quarantine),
        AdminReadErrors,
        (status = 422, description = "A parameter is unknown or invalid: `fields` says which one and why", body = ErrorBody),
    )
)]
pub async fn list_quarantine(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let page = Page::read(&mut query);
    query.finish()?;
    let offset = i64::from(page.page - 1) * i64::from(page.limit);
    let (found, total) = tokio::try_join!(
        operations::list_held(&db, offset, page.limit.into()),
        operations::count_held(&db),
    )?;
    let held = found.into_iter().map(HeldOffer::from).collect();
    Ok((CachePolicy::Never, Json(Quarantine { held, total, page: page.page, limit: page.limit })))
}

/// `POST /api/admin/quarantine/release`: publishes held prices as they were read.
#[utoipa::path(
    post,
    path = "/api/admin/quarantine/release",
    tag = "admin",
    request_body = Ids,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be released", body = ReleaseOutcome),
        AdminWriteErrors,
        BodyErrors,
        (status = 422, description = "There are no ids, too many, or an invalid one", body = ErrorBody),
    )
)]
pub async fn release_held(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<Ids>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<Uuid>("ids", &request.ids)?;
    let now = clock::now(&db).await?;
    prices::ensure_partitions(&db, now, now).await?;
    let decide = |id| decide(db.clone(), session.user_id, id, HeldState::Released);
    let outcome = batch::run_each(ids, decide).await?;
    Ok((CachePolicy::Never, Json(ReleaseOutcome { released: outcome.done, failed: outcome.failed })))
}

/// `POST /api/admin/quarantine/drop`: refuses held prices permanently.
#[utoipa::path(
    post,
    path = "/api/admin/quarantine/drop",
    tag = "admin",
    request_body = Ids,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be dropped", body = DropOutcome),
        AdminWriteErrors,
        BodyErrors,
        (status = 422, description = "There are no ids, too many, or an invalid one", body = ErrorBody),
    )
)]
pub async fn drop_held(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<Ids>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<Uuid>("ids", &request.ids)?;
    let decide = |id| decide(db.clone(), session.user_id, id, HeldState::Dropped);
    let outcome = batch::run_each(ids, decide).await?;
    Ok((CachePolicy::Never, Json(DropOutcome { dropped: outcome.done, failed: outcome.failed })))
}

async fn decide(db: PgPool, admin: UserId, id: Uuid, state: HeldState) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    let action_type = if state == HeldState::Released {
        let now = clock::now(&mut *tx).await?;
        held_prices::release(&mut tx, id, now).await?;
        "RELEASE_PRICE"
    } else {
        held_prices::drop_held(&mut tx, id).await?;
        "DROP_PRICE"
    };
    let audited = quarantine::find(&mut *tx, id).await?.map(|held| {
        json!({
            "state": held.state,
            "retailer": held.retailer_slug,
            "name": held.draft.title_en.or(held.draft.title_ar),
            "priceFils": held.price,
            "reason": held.reason,
        })
    });
    let event = AuditEvent {
        action_type,
        target_type: "HELD_PRICE",
        target_id: id.to_string(),
        before: Some(json!({ "state": HeldState::Held })),
        after: audited,
    };
    audit::record(&mut tx, Actor::Admin(admin), &[event]).await?;
    Ok(tx.commit().await?)
}

impl From<HeldPriceError> for ApiError {
    fn from(error: HeldPriceError) -> Self {
        match error {
            HeldPriceError::NoHeldOffer(_) => AdminError::HeldPriceNotFound.into(),
            HeldPriceError::Decided(_) => AdminError::HeldPriceDecided.into(),
            HeldPriceError::Database(error) => error.into(),
        }
    }
}

impl From<HeldPrice> for HeldOffer {
    fn from(held: HeldPrice) -> Self {
        let draft = held.draft.0;
        Self {
            id: held.id,
            name: draft.title_en.or(draft.title_ar).unwrap_or_default(),
            retailer: held.retailer,
            retailer_slug: held.retailer_slug,
            reason: held.reason,
            price: Kwd(held.price),
            last_retailer_price: held.last_retailer_price.map(Kwd),
            market_price: held.market_median.map(Kwd),
            market_retailers: held.market_retailers,
            currency: CURRENCY,
            url: draft.url,
            picture: held.picture.map(|picture| picture.0),
            times_seen: held.times_seen,
            held_at: held.held_at,
        }
    }
}
