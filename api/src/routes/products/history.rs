use std::collections::BTreeMap;

use axum::response::IntoResponse;
use domain::{
    model::{Fils, ProductId, Stock},
    store::{
        history::{self, HistoryStep, PriceStatistics},
        products,
    },
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use utoipa::{IntoParams, ToSchema};

use super::offer::StockName;
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Path, Query},
        responses::DatabaseErrors,
    },
    services::read_pool::ReadPool,
    wire::kwd::Kwd,
};

/// Parameters of the price history.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct HistoryParams {
    /// `90d` by default.
    range: HistoryRange,
}

/// Range of a price history, up to today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
pub enum HistoryRange {
    #[serde(rename = "30d")]
    Days30,
    #[serde(rename = "60d")]
    Days60,
    #[default]
    #[serde(rename = "90d")]
    Days90,
    #[serde(rename = "180d")]
    Days180,
    #[serde(rename = "1y")]
    Year,
    #[serde(rename = "all")]
    All,
}

/// Price history of a product.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceHistory {
    /// A series per retailer, in the retailers' order. A price holds until the next point.
    pub datasets: Vec<HistoryDataset>,
    pub statistics: HistoryStatistics,
    /// The same changes as a flat list by retailer and date, with the stock.
    pub history: Vec<HistoryEntry>,
}

/// Price series of one retailer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryDataset {
    /// English name of the retailer.
    pub label: String,
    pub retailer_slug: String,
    /// Oldest first.
    pub data: Vec<HistoryPoint>,
}

/// A price from a date on.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryPoint {
    /// Date (UTC).
    #[schema(value_type = String, format = Date)]
    pub x: String,
    pub y: Kwd,
}

/// Price statistics of the range; times at which an offer was out of stock do not count.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryStatistics {
    pub lowest_price: Option<Kwd>,
    pub highest_price: Option<Kwd>,
    /// Mean over time: all retailers' prices, each weighted by how long it held within the range. A price holds until the
    /// retailer's next one, or until the offer ended.
    pub average_price: Option<Kwd>,
    /// Current lowest price in stock.
    pub current_lowest_price: Option<Kwd>,
    /// Percentage by which the current lowest price is below the highest price of the range, with one decimal.
    pub price_drop_percentage: Option<f64>,
}

/// Change of a retailer's price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    pub retailer: String,
    pub retailer_slug: String,
    #[schema(value_type = String, format = Date)]
    pub date: String,
    pub price: Kwd,
    #[schema(value_type = StockName)]
    pub stock: Stock,
}

/// `GET /api/products/{id}/price-history`: returns the price history of a product by retailer. Never cached.
#[utoipa::path(
    get,
    path = "/api/products/{id}/price-history",
    tag = "catalogue",
    params(("id" = String, Path, description = "The product"), HistoryParams),
    responses(
        (status = 200, body = PriceHistory),
        DatabaseErrors,
        (status = 400, description = "The address cannot be read"),
        (status = 404, description = "The product does not exist, or has no recorded price"),
    )
)]
pub async fn get_price_history(
    reads: ReadPool,
    Path(id): Path<String>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    let HistoryParams { range } = query.read()?;
    let id: ProductId = id.parse().map_err(|_| ApiError::ProductNotFound)?;
    let since = range.since(OffsetDateTime::now_utc());
    let load_steps = async |db: PgPool| history::list(&db, id, since).await;
    let steps = reads.read_again_if_incomplete(|steps| !steps.is_empty(), load_steps).await?;
    if steps.is_empty() {
        let found = reads
            .read_again_if_incomplete(Option::is_some, async |db: PgPool| products::find(&db, id).await)
            .await?;
        return Err(if found.is_some() { ApiError::NoPriceHistory } else { ApiError::ProductNotFound });
    }
    let statistics = reads.read(async |db: PgPool| history::compute_statistics(&db, id, since).await).await?;
    Ok((CachePolicy::Never, Json(PriceHistory::from_steps(steps, &statistics))))
}

impl HistoryRange {
    /// Returns midnight (UTC) of the range's first day.
    fn since(self, now: OffsetDateTime) -> OffsetDateTime {
        let days = match self {
            Self::Days30 => 30,
            Self::Days60 => 60,
            Self::Days90 => 90,
            Self::Days180 => 180,
            Self::Year => 365,
            Self::All => return OffsetDateTime::UNIX_EPOCH,
        };
        (now - Duration::days(days)).replace_time(time::Time::MIDNIGHT)
    }
}

impl PriceHistory {
    fn from_steps(steps: Vec<HistoryStep>, statistics: &PriceStatistics) -> Self {
        let mut datasets: Vec<HistoryDataset> = Vec::new();
        let mut index_of: BTreeMap<String, usize> = BTreeMap::new();
        let mut history = Vec::with_capacity(steps.len());
        for step in steps {
            let slug = step.retailer_slug.to_string();
            let index = *index_of.entry(slug.clone()).or_insert_with(|| {
                datasets.push(HistoryDataset {
                    label: step.retailer_name_en.clone(),
                    retailer_slug: slug.clone(),
                    data: Vec::new(),
                });
                datasets.len() - 1
            });
            let date = step.day.to_string();
            if let Some(dataset) = datasets.get_mut(index) {
                dataset.data.push(HistoryPoint { x: date.clone(), y: Kwd(step.price) });
            }
            history.push(HistoryEntry {
                retailer: step.retailer_name_en,
                retailer_slug: slug,
                date,
                price: Kwd(step.price),
                stock: step.stock,
            });
        }
        Self { datasets, statistics: HistoryStatistics::from_statistics(statistics), history }
    }
}

impl HistoryStatistics {
    fn from_statistics(found: &PriceStatistics) -> Self {
        Self {
            lowest_price: found.lowest.map(Kwd),
            highest_price: found.highest.map(Kwd),
            average_price: found.average.map(Kwd),
            current_lowest_price: found.current_lowest.map(Kwd),
            price_drop_percentage: found
                .highest
                .zip(found.current_lowest)
                .and_then(|(highest, now)| drop_percent(highest, now)),
        }
    }
}

/// Returns the drop in percent with one decimal; 0 for a price that did not drop.
fn drop_percent(highest: Fils, now: Fils) -> Option<f64> {
    let tenths = (highest.0 - now.0).max(0).checked_mul(1000)?.checked_div(highest.0)?;
    Some(tenths as f64 / 10.0)
}
