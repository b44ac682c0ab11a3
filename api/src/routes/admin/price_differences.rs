use std::collections::BTreeMap;

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Category, Fils, ProductId, RetailerId, Stock},
    store::{
        figures::{self, PriceSpread, SpreadFilter},
        offers::{self, ListedOffer},
    },
};
use indexer::{MAX_DEPTH, MAX_LIMIT};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::{IntoParams, ToSchema};

use super::{analytics::roll_up_if_new, read_category};
use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
        session::Admin,
        whole::Whole,
    },
    services::read_pool::ReadPool,
    wire::{
        category::CategoryName,
        kwd::{CURRENCY, Kwd},
    },
};

/// Filters of the price-difference report.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PriceDifferenceParams {
    #[param(value_type = Option<CategoryName>)]
    category: Option<String>,
    /// Percent of the lowest price.
    #[param(inline)]
    min_difference: Whole<0, 10_000, 10>,
    /// Whether only prices of offers in stock count; false by default.
    in_stock: bool,
    #[param(inline)]
    page: Whole<1, { MAX_DEPTH }, 1>,
    #[param(inline)]
    limit: Whole<1, { MAX_LIMIT }, 100>,
}

/// Products whose prices differ between retailers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceDifferences {
    /// The largest difference first.
    pub price_differences: Vec<PriceDifference>,
    /// Number of products that pass the filter.
    pub total_count: i64,
    pub page: u32,
    pub limit: u32,
    /// Average and maximum over all these products, in percent.
    pub average_difference: f64,
    pub highest_difference: f64,
}

/// A product with different prices at different retailers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceDifference {
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
    pub product_name: String,
    #[schema(value_type = CategoryName)]
    pub category: Category,
    pub retailer_count: usize,
    pub min_price: Kwd,
    pub max_price: Kwd,
    /// Percent of the lowest price, with two decimals.
    pub percentage_difference: f64,
    pub price_difference: Kwd,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    /// Cheapest first.
    pub retailers: Vec<RetailerPrice>,
}

/// Price of one retailer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetailerPrice {
    pub retailer: String,
    pub price: Kwd,
    pub in_stock: bool,
    pub url: String,
}

/// `GET /api/admin/price-differences`: lists products whose prices differ much between retailers.
#[utoipa::path(
    get,
    path = "/api/admin/price-differences",
    params(PriceDifferenceParams),
    responses(
        (status = 200, body = PriceDifferences),
    )
)]
pub async fn list_price_differences(
    State(db): State<PgPool>,
    State(reads): State<ReadPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let params: PriceDifferenceParams = query.take();
    let filter = SpreadFilter {
        category: read_category(params.category)?,
        min_difference: i64::from(params.min_difference.0) * 100,
        in_stock: params.in_stock,
    };
    query.finish()?;
    let (Whole(page), Whole(limit)) = (params.page, params.limit);
    let reads = roll_up_if_new(&db, reads).await?;
    let offset = i64::from(page - 1) * i64::from(limit);
    let (spreads, summary) = tokio::try_join!(
        reads.read(async |db: PgPool| figures::list_spreads(&db, filter, offset, limit.into()).await),
        reads.read(async |db: PgPool| figures::summarise_spreads(&db, filter).await),
    )?;
    let ids: Vec<ProductId> = spreads.iter().map(|spread| spread.product_id).collect();
    let mut offers_by_product: BTreeMap<ProductId, Vec<ListedOffer>> = BTreeMap::new();
    for listed in reads.read(async |db: PgPool| offers::list_live(&db, &ids).await).await? {
        if let Some(product) = listed.offer.product_id
            && (!filter.in_stock || listed.offer.stock == Stock::In)
        {
            offers_by_product.entry(product).or_default().push(listed);
        }
    }
    let differences = spreads.into_iter().filter_map(|spread| {
        let offers = offers_by_product.remove(&spread.product_id)?;
        PriceDifference::from_spread(spread, &offers, filter.min_difference)
    });
    let answer = PriceDifferences {
        price_differences: differences.collect(),
        total_count: summary.products,
        page,
        limit,
        average_difference: percent(summary.average),
        highest_difference: percent(summary.highest),
    };
    Ok((CachePolicy::Never, Json(answer)))
}

/// Converts hundredths of a percent to percent.
fn percent(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

impl PriceDifference {
    /// Computes the difference from current offers, because prices may have changed since the roll-up. `None` when
    /// fewer than two retailers sell the product, or when the difference is now below `least` (hundredths of a
    /// percent).
    fn from_spread(spread: PriceSpread, offers: &[ListedOffer], least: i64) -> Option<Self> {
        let mut retailer_ids: Vec<RetailerId> = Vec::new();
        let mut retailers = Vec::new();
        // Offers are sorted by price: the first of several offers of one retailer is that retailer's price.
        for listed in offers {
            if !retailer_ids.contains(&listed.offer.retailer_id) {
                retailer_ids.push(listed.offer.retailer_id);
                retailers.push(RetailerPrice::from_listed(listed));
            }
        }
        let (Kwd(Fils(lowest)), Kwd(Fils(highest))) = (retailers.first()?.price, retailers.last()?.price);
        let difference = ((highest - lowest) * 10_000).checked_div(lowest)?;
        if retailers.len() < 2 || difference < least {
            return None;
        }
        Some(Self {
            product_id: spread.product_id,
            product_name: spread.name,
            category: spread.category,
            retailer_count: retailers.len(),
            min_price: Kwd(Fils(lowest)),
            max_price: Kwd(Fils(highest)),
            percentage_difference: percent(difference),
            price_difference: Kwd(Fils(highest - lowest)),
            currency: CURRENCY,
            retailers,
        })
    }
}

impl RetailerPrice {
    fn from_listed(listed: &ListedOffer) -> Self {
        Self {
            retailer: listed.retailer_name_en.clone(),
            price: Kwd(listed.offer.price),
            in_stock: listed.offer.stock == Stock::In,
            url: listed.offer.url.clone(),
        }
    }
}
