use std::collections::BTreeMap;

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Category, Evidence, MatchId, OfferId, Picture, ProductId, Specs, Stock},
    store::matches::{self, MatchAssessment, MatchStatus, ProductOffer, QueuedMatch},
};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::{MatchFilterParams, read_filter};
use crate::{
    http::{cache::CachePolicy, error::ApiResult, extract::Json, page::Page, query::Query, session::Admin},
    wire::{
        kwd::{CURRENCY, Kwd},
        picture::PictureBody,
    },
};

/// Confidence from which matches may be approved together.
pub(super) const CONFIDENT_FROM: f32 = 0.95;

/// Maximum number of offers shown for each side of a match.
const OFFERS_SHOWN: i64 = 6;

/// A page of the review queue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchList {
    /// In the requested order.
    pub matches: Vec<Match>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
    /// Number of pending matches with a confidence of 0.95 or higher.
    pub confident_count: i64,
}

/// An offer and a product that may be the same part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Match {
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    #[schema(value_type = String, example = "PENDING")]
    pub status: MatchStatus,
    #[schema(value_type = String, example = "NEEDS_REVIEW")]
    #[serde(rename = "decision")]
    pub assessment: MatchAssessment,
    /// 0 to 1.
    pub confidence: f32,
    /// Value of a decision to shoppers: views, offers and price difference, weighted as configured.
    pub worth: f32,
    /// Evidence for and against the match, by codes of `config/matching/messages.toml`.
    #[schema(value_type = Vec<EvidenceBody>)]
    pub rationale: Vec<Evidence>,
    pub flag_note: Option<String>,
    /// Administrator who decided, and the time of the decision.
    pub decided_by: Option<String>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub decided_at: Option<OffsetDateTime>,
    /// The product side: the product in the catalogue.
    pub reference_product: Side,
    /// The offer side: the offer of a retailer (its id is the offer's), with the offers of its own product, if any.
    pub candidate_product: Side,
}

/// One piece of evidence of a match.
#[derive(ToSchema)]
pub struct EvidenceBody {
    #[schema(example = "FACT_DIFFERS")]
    pub code: String,
    /// Name of the fact that it is about.
    #[schema(nullable = false)]
    pub key: Option<String>,
    #[schema(nullable = false)]
    pub offer: Option<String>,
    #[schema(nullable = false)]
    pub product: Option<String>,
}

/// One side of a match: a product or an offer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Side {
    /// Id of the product, or of the offer.
    pub id: uuid::Uuid,
    pub name: String,
    pub name_ar: Option<String>,
    #[schema(value_type = Option<String>)]
    pub category: Option<Category>,
    pub manufacturer: Option<String>,
    pub model: Option<String>,
    #[schema(value_type = Option<PictureBody>)]
    pub picture: Option<Picture>,
    /// Of a product: the retailer with the lowest price in stock, else with the lowest of all; without the offer of
    /// this match.
    pub retailer: Option<String>,
    pub price: Option<Kwd>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    pub url: Option<String>,
    #[schema(value_type = Option<String>)]
    pub stock: Option<Stock>,
    pub part_numbers: Vec<String>,
    #[schema(value_type = Object)]
    pub specs: Specs,
    /// Id of the product of this side, which has a page: the product itself, or the product of the offer. Null when the
    /// offer waits for a product, or is on the page of the other side.
    pub product_id: Option<uuid::Uuid>,
    /// Some live offers of the product of `productId`, in-stock offers first, then by price; the offer itself when
    /// `productId` is null.
    pub offers: Vec<SideOffer>,
    /// Number of live offers of the product of `productId`; 1 when it is null.
    pub offer_count: i64,
}

/// An offer of one side.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SideOffer {
    pub title: String,
    pub retailer: String,
    pub price: Kwd,
    #[schema(value_type = String)]
    pub stock: Stock,
    pub url: String,
}

/// `GET /api/admin/matches`: lists the review queue: matches of an offer and a product for an administrator to decide.
#[utoipa::path(
    get,
    path = "/api/admin/matches",
    params(MatchFilterParams, Page),
    responses((status = 200, body = MatchList))
)]
pub async fn list_matches(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let (filter, order) = read_filter(&mut query)?;
    let page: Page = query.take();
    query.finish()?;
    let (found, counts) = tokio::try_join!(
        matches::list(&db, &filter, order, page.offset(), page.limit.0.into()),
        matches::count(&db, &filter, CONFIDENT_FROM),
    )?;
    let products: Vec<ProductId> =
        found.iter().flat_map(|pair| [Some(pair.product_id), pair.offer_product_id]).flatten().collect();
    let offers = OffersByProduct::group(matches::list_product_offers(&db, &products, OFFERS_SHOWN).await?);
    let answer = MatchList {
        matches: found.into_iter().map(|pair| Match::new(pair, &offers)).collect(),
        total: counts.total,
        page: page.page.0,
        limit: page.limit.0,
        confident_count: counts.confident,
    };
    Ok((CachePolicy::Never, Json(answer)))
}

/// Offers by product, with the product's total number of live offers.
struct OffersByProduct(BTreeMap<ProductId, (Vec<SideOffer>, i64)>);

impl OffersByProduct {
    fn group(listed: Vec<ProductOffer>) -> Self {
        let mut by_product = BTreeMap::<ProductId, (Vec<SideOffer>, i64)>::new();
        for offer in listed {
            let (offers, count) = by_product.entry(offer.product_id).or_default();
            *count = offer.total_on_product;
            offers.push(SideOffer {
                title: offer.title_en.or(offer.title_ar).unwrap_or_default(),
                retailer: offer.retailer,
                price: Kwd(offer.price),
                stock: offer.stock,
                url: offer.url,
            });
        }
        Self(by_product)
    }

    fn of_product(&self, product: ProductId) -> (Vec<SideOffer>, i64) {
        self.0.get(&product).cloned().unwrap_or_default()
    }
}

impl Match {
    fn new(found: QueuedMatch, offers: &OffersByProduct) -> Self {
        Match {
            id: found.id,
            status: found.status,
            assessment: found.assessment,
            confidence: found.confidence,
            worth: found.worth,
            rationale: found.rationale.0.clone(),
            flag_note: found.flag_note.clone(),
            decided_by: found.decided_by.clone(),
            decided_at: found.decided_at,
            candidate_product: candidate(&found, offers),
            reference_product: reference(found, offers),
        }
    }
}

fn reference(found: QueuedMatch, offers: &OffersByProduct) -> Side {
    let ProductId(id) = found.product_id;
    let (offers, offer_count) = offers.of_product(found.product_id);
    Side {
        id,
        name: found.product_name,
        name_ar: None,
        category: Some(found.product_category),
        manufacturer: Some(found.product_manufacturer),
        model: Some(found.product_model),
        picture: found.product_picture.map(|picture| picture.0),
        retailer: found.product_retailer,
        price: found.product_price.map(Kwd),
        currency: CURRENCY,
        url: found.product_url,
        stock: None,
        part_numbers: found.product_part_numbers,
        specs: found.product_specs.0,
        product_id: Some(id),
        offers,
        offer_count,
    }
}

fn candidate(found: &QueuedMatch, offers: &OffersByProduct) -> Side {
    let OfferId(id) = found.offer_id;
    let title = found.offer_title_en.clone().or(found.offer_title_ar.clone()).unwrap_or_default();
    // The offer of an approved match is already on the product's page, which is the other side.
    let own_product = found.offer_product_id.filter(|product| *product != found.product_id);
    let (offers, offer_count) = own_product.map_or_else(
        || {
            let itself = SideOffer {
                title: title.clone(),
                retailer: found.offer_retailer.clone(),
                price: Kwd(found.offer_price),
                stock: found.offer_stock,
                url: found.offer_url.clone(),
            };
            (vec![itself], 1)
        },
        |product| offers.of_product(product),
    );
    Side {
        id,
        name: title,
        name_ar: found.offer_title_ar.clone(),
        category: found.offer_category,
        manufacturer: found.offer_manufacturer.clone(),
        model: found.offer_model.clone(),
        picture: found.offer_picture.as_ref().map(|picture| picture.0.clone()),
        retailer: Some(found.offer_retailer.clone()),
        price: Some(Kwd(found.offer_price)),
        currency: CURRENCY,
        url: Some(found.offer_url.clone()),
        stock: Some(found.offer_stock),
        part_numbers: found.offer_part_numbers.clone(),
        specs: found.offer_specs.0.clone(),
        product_id: own_product.map(|ProductId(id)| id),
        offers,
        offer_count,
    }
}
