use std::collections::{BTreeMap, BTreeSet, HashMap};

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use domain::{
    model::{ProductId, ProvenanceMap},
    price_rating::HISTORY_DAYS,
    store::{
        history::{self, OfferSpan},
        offers::ListedOffer,
        products,
        snapshots::{self, Snapshot},
        sources::{self, DataSource},
    },
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::{Date, Duration, OffsetDateTime};
use utoipa::{IntoParams, ToSchema};

use super::{
    offer::Offer,
    verdict::{PriceVerdict, group_by_offer},
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Query},
        responses::DatabaseErrors,
    },
    routes::catalogue::{landing_pages::LandingPage, sources::Source},
    services::{landing, read_pool::ReadPool, search_index::SearchIndex},
    wire::{
        card::ProductCard,
        kwd::{CURRENCY, Kwd},
    },
};

/// Id of one product, or ids of several.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ProductParams {
    /// One product: the answer is a `ProductDetail`.
    id: Option<String>,
    /// Several products, comma-separated or repeated, at most 100: the answer is a `ProductsById`, in the requested
    /// order and without unknown ids.
    ids: Vec<String>,
}

/// One product or several, depending on the parameter.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ProductAnswer<'a> {
    One(Box<ProductDetail<'a>>),
    Several(ProductsById<'a>),
}

/// A product with its offers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductDetail<'a> {
    pub product: ProductCard<'a>,
    /// Live offers, cheapest first.
    #[serde(rename = "retailers")]
    pub offers: Vec<Offer<'a>>,
    /// Lowest and highest price now; null when nobody sells the product.
    pub price_range: Option<PriceRange>,
    pub verdict: PriceVerdict<'a>,
    /// Number of live offers of this product. The specification calls an offer a matched product.
    #[serde(rename = "matchedProductsCount")]
    pub offer_count: usize,
    /// Source of each known fact, by its key in `specs`.
    #[schema(value_type = BTreeMap<String, SpecSource>)]
    pub spec_sources: BTreeMap<&'static str, SpecSource<'a>>,
    /// Sources named in `specSources`, with the notices to show beside their facts.
    pub sources: Vec<Source>,
    /// Landing pages that list the product: chip or capacity before manufacturer.
    pub landing_pages: Vec<LandingPage>,
}

/// Several products, in the requested order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductsById<'a> {
    pub products: Vec<ProductCard<'a>>,
    /// For each requested id of a merged product, the id of the product that it was merged into: `products` has that one.
    #[schema(value_type = BTreeMap<uuid::Uuid, uuid::Uuid>)]
    pub merged_into: HashMap<ProductId, ProductId>,
}

/// Lowest and highest price.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceRange {
    pub min: Kwd,
    pub max: Kwd,
    #[schema(example = "KWD")]
    pub currency: &'static str,
}

/// Source of a fact.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpecSource<'a> {
    /// Slug of the source.
    pub source: &'a str,
    /// Date on which the source stated the fact.
    #[schema(value_type = String, format = Date)]
    pub date: String,
}

/// `GET /api/products?id=`: returns a product with its offers; for a merged product, the product it was merged into.
/// `?ids=a,b` returns several products in the requested order.
#[utoipa::path(
    get,
    path = "/api/products",
    tag = "catalogue",
    params(ProductParams),
    responses(
        (status = 200, body = ProductAnswer),
        DatabaseErrors,
        (status = 404, description = "The product does not exist"),
        (status = 422, description = "A parameter is missing, unknown or invalid: `fields` says which one and why"),
    )
)]
pub async fn get_product(
    reads: ReadPool,
    State(index): State<SearchIndex>,
    mut query: Query,
) -> ApiResult<Response> {
    let ProductParams { id, ids } = query.take();
    let ids: Vec<ProductId> = query.parse_all("ids", &ids, "must be product ids");
    if id.is_some() != ids.is_empty() {
        query.problem("id", "must be given, or else ids");
    }
    query.finish()?;
    match id {
        // A malformed id is treated as an unknown product: 404.
        Some(id) => answer_one(&reads, &index, id.parse().map_err(|_| ApiError::ProductNotFound)?).await,
        None => answer_several(&reads, &ids).await,
    }
}

async fn answer_one(reads: &ReadPool, index: &SearchIndex, id: ProductId) -> ApiResult<Response> {
    let found = reads.read_again_if_incomplete(Option::is_some, |db| load_or_merged_into(db, id)).await?;
    let snapshot = found.ok_or(ApiError::ProductNotFound)?;
    Ok((CachePolicy::Revalidate, Json(describe(reads, index, &snapshot).await?)).into_response())
}

/// Loads the product, or the product it was merged into.
async fn load_or_merged_into(db: PgPool, id: ProductId) -> sqlx::Result<Option<Snapshot>> {
    if let Some(snapshot) = snapshots::load(&db, &[id], today()).await?.pop() {
        return Ok(Some(snapshot));
    }
    let Some(into) = products::resolve_merged(&db, &[id]).await?.remove(&id) else { return Ok(None) };
    Ok(snapshots::load(&db, &[into], today()).await?.pop())
}

/// Builds the full answer about a product from today's snapshot.
///
/// # Errors
/// When the database does not answer.
pub async fn describe<'a>(
    reads: &ReadPool,
    index: &SearchIndex,
    snapshot: &'a Snapshot,
) -> ApiResult<ProductDetail<'a>> {
    // Landing pages are only links: they are left out while the index is unavailable.
    let landings =
        index.engine().ok().and_then(|engine| landing::list_for_product(engine, &snapshot.product).ok());
    let landing_pages = landings.unwrap_or_default().iter().map(LandingPage::from_landing).collect();
    let now = OffsetDateTime::now_utc();
    let (id, since) = (snapshot.product.id, now - Duration::days(HISTORY_DAYS.into()));
    let (sources, spans) = tokio::try_join!(
        reads.read(|db| async move { sources::list(&db).await }),
        reads.read(|db| async move { history::list_spans(&db, &[id], since).await }),
    )?;
    Ok(ProductDetail { landing_pages, ..ProductDetail::from_snapshot(snapshot, sources, &spans, now) })
}

async fn answer_several(reads: &ReadPool, ids: &[ProductId]) -> ApiResult<Response> {
    let today = today();
    let is_complete = |(_, found): &(HashMap<ProductId, ProductId>, Vec<Snapshot>)| found.len() >= ids.len();
    let (merged_into, found) =
        reads.read_again_if_incomplete(is_complete, |db| load_several(db, ids)).await?;
    let by_id: HashMap<ProductId, &Snapshot> =
        found.iter().map(|snapshot| (snapshot.product.id, snapshot)).collect();
    let products = ids
        .iter()
        .filter_map(|id| by_id.get(merged_into.get(id).unwrap_or(id)))
        .map(|snapshot| ProductCard::from_snapshot(snapshot, today))
        .collect();
    Ok((CachePolicy::Revalidate, Json(ProductsById { products, merged_into })).into_response())
}

/// Loads the products, or those that they were merged into; the map says which ones were merged.
async fn load_several(
    db: PgPool,
    ids: &[ProductId],
) -> sqlx::Result<(HashMap<ProductId, ProductId>, Vec<Snapshot>)> {
    let merged_into = products::resolve_merged(&db, ids).await?;
    let ids: Vec<ProductId> = ids.iter().map(|id| *merged_into.get(id).unwrap_or(id)).collect();
    let found = snapshots::load(&db, &ids, today()).await?;
    Ok((merged_into, found))
}

impl<'a> ProductDetail<'a> {
    fn from_snapshot(
        snapshot: &'a Snapshot,
        sources: Vec<DataSource>,
        spans: &[OfferSpan],
        now: OffsetDateTime,
    ) -> Self {
        let provenance = &snapshot.product.provenance;
        let spans_of = group_by_offer(spans, now);
        let own = |listed: &ListedOffer| spans_of.get(&listed.offer.id).map_or(&[][..], Vec::as_slice);
        let offers =
            snapshot.offers.iter().map(|listed| Offer::from_listed(listed, own(listed), now)).collect();
        Self {
            product: ProductCard::from_snapshot(snapshot, now.date()),
            offers,
            price_range: snapshot.price_range().map(|(min, max)| PriceRange {
                min: Kwd(min),
                max: Kwd(max),
                currency: CURRENCY,
            }),
            verdict: PriceVerdict::new(snapshot, spans, now),
            offer_count: snapshot.offers.len(),
            spec_sources: spec_sources(provenance),
            sources: sources_of(sources, provenance),
            landing_pages: Vec::new(),
        }
    }
}

fn spec_sources(provenance: &ProvenanceMap) -> BTreeMap<&'static str, SpecSource<'_>> {
    provenance
        .iter()
        .map(|(key, origin)| {
            (key.as_str(), SpecSource { source: &origin.source, date: origin.date.to_string() })
        })
        .collect()
}

fn sources_of(sources: Vec<DataSource>, provenance: &ProvenanceMap) -> Vec<Source> {
    let named: BTreeSet<&str> = provenance.values().map(|origin| origin.source.as_str()).collect();
    sources.into_iter().filter(|source| named.contains(source.slug.as_str())).map(Source::from).collect()
}

fn today() -> Date {
    OffsetDateTime::now_utc().date()
}
