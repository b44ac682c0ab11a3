use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Category, ClassEvidence, Picture, ScaleEvidence, Slug, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        clock, prices,
        quarantine::{self, HeldState},
    },
    transactions::{
        held_prices::{self, HeldPriceError},
        offer_assignments::Assignment,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Ids, assign::OfferAssignment};
use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiError, ApiResult},
        extract::{Json, Query},
        page::Page,
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
    pub last_retailer_price: Option<Kwd>,
    /// Median price of the other retailers, and their number.
    pub market_price: Option<Kwd>,
    pub market_retailers: Option<i64>,
    /// Prices of the same kind of part.
    pub price_class: Option<PriceClass>,
    /// Distance of the retailer's prices as a whole from those of the others, where that is far.
    pub retailer_scale: Option<RetailerScale>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    pub url: String,
    #[schema(value_type = Option<PictureBody>)]
    pub picture: Option<Picture>,
    /// Number of crawls that read this price.
    pub times_seen: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub held_at: OffsetDateTime,
}

/// The prices of a class of parts, such as of the graphics cards with one chip.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceClass {
    /// `null` for all parts together.
    #[schema(value_type = Option<String>, example = "GPU")]
    pub category: Option<Category>,
    /// The facts that the parts have in common.
    #[schema(example = json!(["GeForce RTX 5070", "12 GB"]))]
    pub facts: Vec<String>,
    /// Number of prices.
    pub prices: i64,
    pub lowest: Kwd,
    pub median: Kwd,
    pub highest: Kwd,
}

/// Distance of a retailer's prices from those of the others.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetailerScale {
    /// Number of products and classes of parts compared.
    pub compared: i64,
    /// The median of its price by the others': 1000 where its prices are a thousand times as high.
    pub times: f64,
}

/// Outcome of the releases.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReleaseOutcome {
    pub released: usize,
    pub failed: Vec<BatchFailure>,
}

/// Held prices to publish, and what their offers are.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReleasedPrices {
    /// Ids of at most 1,000 held prices.
    pub ids: Vec<String>,
    #[serde(flatten)]
    pub assignment: OfferAssignment,
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
    params(("retailer" = Option<String>, Query, description = "Slug of a retailer"), Page),
    responses((status = 200, body = Quarantine))
)]
pub async fn list_quarantine(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let page: Page = query.take();
    let retailer = query.parsed::<Slug>("retailer", "must be a retailer's slug");
    query.finish()?;
    let (found, total) = tokio::try_join!(
        quarantine::list_waiting(&db, retailer.as_ref(), page.offset(), page.limit.0.into()),
        quarantine::count_waiting(&db, retailer.as_ref()),
    )?;
    let held = found.into_iter().map(HeldOffer::from).collect();
    Ok((CachePolicy::Never, Json(Quarantine { held, total, page: page.page.0, limit: page.limit.0 })))
}

/// `POST /api/admin/quarantine/release`: publishes held prices as they were read, with a category, a manufacturer or a
/// product where one is given.
#[utoipa::path(
    post,
    path = "/api/admin/quarantine/release",
    request_body = ReleasedPrices,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be released", body = ReleaseOutcome),
        (status = 422, description = "There are no ids, too many, or an invalid one; or a field is invalid"),
    )
)]
pub async fn release_held(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<ReleasedPrices>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<Uuid>("ids", &request.ids)?;
    let now = clock::now(&db).await?;
    prices::ensure_partitions(&db, now, now).await?;
    let assignment = if request.assignment.is_empty() { None } else { Some(request.assignment.read()?) };
    let decide = |id| decide(db.clone(), session.user_id, id, Decision::Release(assignment.clone()));
    let outcome = batch::run_each(ids, decide).await?;
    Ok((CachePolicy::Never, Json(ReleaseOutcome { released: outcome.done, failed: outcome.failed })))
}

/// `POST /api/admin/quarantine/drop`: refuses held prices permanently.
#[utoipa::path(
    post,
    path = "/api/admin/quarantine/drop",
    request_body = Ids,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be dropped", body = DropOutcome),
        (status = 422, description = "There are no ids, too many, or an invalid one"),
    )
)]
pub async fn drop_held(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<Ids>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<Uuid>("ids", &request.ids)?;
    let decide = |id| decide(db.clone(), session.user_id, id, Decision::Drop);
    let outcome = batch::run_each(ids, decide).await?;
    Ok((CachePolicy::Never, Json(DropOutcome { dropped: outcome.done, failed: outcome.failed })))
}

/// A decision about a held price.
enum Decision {
    Release(Option<Assignment>),
    Drop,
}

async fn decide(db: PgPool, admin: UserId, id: Uuid, decision: Decision) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    let action_type = match decision {
        Decision::Release(assignment) => {
            let now = clock::now(&mut *tx).await?;
            match assignment {
                Some(assignment) => {
                    held_prices::release_as(&mut tx, admin, id, &assignment, now).await?;
                }
                None => {
                    held_prices::release(&mut tx, id, now).await?;
                }
            }
            "RELEASE_PRICE"
        }
        Decision::Drop => {
            held_prices::drop_held(&mut tx, id).await?;
            "DROP_PRICE"
        }
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
            HeldPriceError::Edit(error) => error.into(),
            HeldPriceError::Database(error) => error.into(),
        }
    }
}

impl From<quarantine::HeldOffer> for HeldOffer {
    fn from(held: quarantine::HeldOffer) -> Self {
        let draft = held.draft;
        let evidence = held.evidence.unwrap_or_default();
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
            price_class: evidence.class.map(PriceClass::from),
            retailer_scale: evidence.scale.map(RetailerScale::from),
            currency: CURRENCY,
            url: draft.url,
            picture: held.picture,
            times_seen: held.times_seen,
            held_at: held.held_at,
        }
    }
}

impl From<ClassEvidence> for PriceClass {
    fn from(class: ClassEvidence) -> Self {
        let ClassEvidence { category, facts, prices, retailers: _, lowest, median, highest } = class;
        let [lowest, median, highest] = [lowest, median, highest].map(Kwd);
        Self { category, facts, prices, lowest, median, highest }
    }
}

impl From<ScaleEvidence> for RetailerScale {
    fn from(scale: ScaleEvidence) -> Self {
        Self { compared: scale.compared, times: scale.times_permille as f64 / 1000.0 }
    }
}
