use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Category, Evidence, MatchId, OfferId, ProductId, Specs, Stock},
    store::matches::{self, MatchDecision, MatchStatus, QueuedMatch},
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::read_filter;
use crate::{
    cache::CachePolicy,
    error::{ApiResult, ErrorBody},
    extract::Json,
    kwd::{CURRENCY, Kwd},
    page::Page,
    query::Query,
    session::Admin,
    state::AppState,
};

/// From this confidence on pairs may be approved together.
pub(super) const SURE_FROM: f32 = 0.95;

/// A page of the review queue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchList {
    /// The surest first.
    pub matches: Vec<Match>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
    /// How many pending pairs have a confidence of 0.95 or higher.
    pub sure: i64,
}

/// An offer and a product that may be one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Match {
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    #[schema(value_type = String, example = "PENDING")]
    pub status: MatchStatus,
    #[schema(value_type = String, example = "NEEDS_REVIEW")]
    pub decision: MatchDecision,
    /// 0 to 1.
    pub confidence: f32,
    /// What speaks for and against it, by codes of `config/matching/messages.toml`.
    #[schema(value_type = Vec<EvidenceBody>)]
    pub rationale: Vec<Evidence>,
    #[schema(required)]
    pub flag_note: Option<String>,
    /// Who decided, and when.
    #[schema(required)]
    pub decided_by: Option<String>,
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub decided_at: Option<OffsetDateTime>,
    /// What is in the catalogue.
    pub reference_product: Side,
    /// What a shop lists.
    pub candidate_product: Side,
}

/// A piece of a rationale.
#[derive(ToSchema)]
pub struct EvidenceBody {
    #[schema(example = "FACT_DIFFERS")]
    pub code: String,
    /// The fact it is about.
    pub key: Option<String>,
    pub offer: Option<String>,
    pub product: Option<String>,
}

/// One side of a pair.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Side {
    /// The product's, or the offer's.
    pub id: uuid::Uuid,
    pub name: String,
    #[schema(required)]
    pub name_ar: Option<String>,
    #[schema(required, value_type = Option<String>)]
    pub category: Option<Category>,
    #[schema(required)]
    pub manufacturer: Option<String>,
    #[schema(required)]
    pub model: Option<String>,
    #[schema(required)]
    pub image_url: Option<String>,
    /// Of a product: the shop that has it for the least.
    #[schema(required)]
    pub retailer: Option<String>,
    #[schema(required)]
    pub price: Option<Kwd>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    #[schema(required)]
    pub url: Option<String>,
    #[schema(required, value_type = Option<String>)]
    pub stock: Option<Stock>,
    pub part_numbers: Vec<String>,
    #[schema(value_type = Object)]
    pub specs: Specs,
}

/// `GET /api/admin/matches`: the review queue, the surest pairs first.
#[utoipa::path(
    get,
    path = "/api/admin/matches",
    tag = "admin",
    params(
        ("status" = Option<String>, Query, description = "all, pending, approved or rejected"),
        ("decision" = Option<String>, Query, description = "all, match, no_match or needs_review"),
        ("page" = Option<u32>, Query, description = "From 1"),
        ("limit" = Option<u32>, Query, description = "1 to 100"),
    ),
    responses(
        (status = 200, body = MatchList),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 422, description = "A parameter is wrong", body = ErrorBody),
        (status = 503, description = "The database does not answer just now", body = ErrorBody),
    )
)]
pub async fn list_matches(
    State(app): State<AppState>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let filter = read_filter(&mut query);
    let page = Page::read(&mut query);
    query.finish()?;
    let offset = i64::from(page.page - 1) * i64::from(page.limit);
    let (found, counts) = tokio::try_join!(
        matches::list(&app.db, filter, offset, i64::from(page.limit)),
        matches::count(&app.db, filter, SURE_FROM),
    )?;
    let answer = MatchList {
        matches: found.into_iter().map(Match::from).collect(),
        total: counts.total,
        page: page.page,
        limit: page.limit,
        sure: counts.sure,
    };
    Ok((CachePolicy::Never, Json(answer)))
}

impl From<QueuedMatch> for Match {
    fn from(found: QueuedMatch) -> Self {
        let ProductId(product_id) = found.product_id;
        let OfferId(offer_id) = found.offer_id;
        let title = found.offer_title_en.clone().or(found.offer_title_ar.clone()).unwrap_or_default();
        Match {
            id: found.id,
            status: found.status,
            decision: found.decision,
            confidence: found.confidence,
            rationale: found.rationale.0,
            flag_note: found.flag_note,
            decided_by: found.decided_by,
            decided_at: found.decided_at,
            reference_product: Side {
                id: product_id,
                name: found.product_name,
                name_ar: None,
                category: Some(found.product_category),
                manufacturer: Some(found.product_manufacturer),
                model: Some(found.product_model),
                image_url: found.product_image_url,
                retailer: found.product_retailer,
                price: found.product_price.map(Kwd),
                currency: CURRENCY,
                url: found.product_url,
                stock: None,
                part_numbers: found.product_part_numbers,
                specs: found.product_specs.0,
            },
            candidate_product: Side {
                id: offer_id,
                name: title,
                name_ar: found.offer_title_ar,
                category: found.offer_category,
                manufacturer: found.offer_manufacturer,
                model: found.offer_model,
                image_url: found.offer_image_url,
                retailer: Some(found.offer_retailer),
                price: Some(Kwd(found.offer_price)),
                currency: CURRENCY,
                url: Some(found.offer_url),
                stock: Some(found.offer_stock),
                part_numbers: found.offer_part_numbers,
                specs: found.offer_specs.0,
            },
        }
    }
}
