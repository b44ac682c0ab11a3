use axum::{extract::State, response::IntoResponse};
use domain::store::figures::{self, ProductCount};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
        session::Admin,
    },
    services::read_pool::ReadPool,
};

/// Number of days in the growth charts.
const GROWTH_DAYS: i32 = 30;
const TOP_RETAILERS: i64 = 10;

/// Figures of the whole site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analytics {
    pub totals: Totals,
    pub recent: Recent,
    pub growth: Growth,
    pub distribution: Distribution,
    /// When the counts of products were last rolled up.
    #[serde(with = "time::serde::rfc3339::option")]
    pub counted_at: Option<OffsetDateTime>,
}

/// Total numbers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    pub users: i64,
    pub products: i64,
    pub builds: i64,
    pub reviews: i64,
    pub active_price_alerts: i64,
}

/// Counts of the last seven days.
#[derive(Debug, Serialize, ToSchema)]
pub struct Recent {
    pub reviews: i64,
}

/// Counts of each of the last 30 days (UTC), today last.
#[derive(Debug, Serialize, ToSchema)]
pub struct Growth {
    pub users: Vec<DayCount>,
    pub builds: Vec<DayCount>,
}

/// Number created on one day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayCount {
    #[schema(value_type = String, format = Date, example = "2026-11-21")]
    pub created_at: String,
    pub count: i64,
}

/// Numbers of products by category and by retailer, the largest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Distribution {
    pub products_by_category: Vec<CategoryCount>,
    /// The ten retailers that sell the most products now.
    pub top_retailers: Vec<RetailerCount>,
}

/// Number of products of a category.
#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryCount {
    #[schema(example = "GPU")]
    pub category: String,
    pub count: i64,
}

/// Number of products that a retailer sells.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetailerCount {
    pub retailer: String,
    pub count: i64,
}

/// `GET /api/admin/analytics`: returns the numbers of users, products, builds and reviews.
#[utoipa::path(
    get,
    path = "/api/admin/analytics",
    responses((status = 200, body = Analytics), (status = 422, description = "The operation takes no parameters"))
)]
pub async fn get_analytics(
    State(db): State<PgPool>,
    State(reads): State<ReadPool>,
    _: Admin,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    let reads = roll_up_if_new(&db, reads).await?;
    let (counted_at, totals, days, categories, retailers) = tokio::try_join!(
        reads.read(async |db: PgPool| figures::rolled_up_at(&db).await),
        reads.read(async |db: PgPool| figures::count_totals(&db).await),
        reads.read(async |db: PgPool| figures::count_growth(&db, GROWTH_DAYS).await),
        reads.read(async |db: PgPool| figures::count_by_category(&db).await),
        reads.read(async |db: PgPool| figures::list_top_retailers(&db, TOP_RETAILERS).await),
    )?;
    let day = |day: &figures::DayCount, count: i64| DayCount { created_at: day.day.to_string(), count };
    let answer = Analytics {
        totals: Totals {
            users: totals.users,
            products: totals.products,
            builds: totals.builds,
            reviews: totals.reviews,
            active_price_alerts: totals.active_price_alerts,
        },
        recent: Recent { reviews: totals.recent_reviews },
        growth: Growth {
            users: days.iter().map(|counted| day(counted, counted.users)).collect(),
            builds: days.iter().map(|counted| day(counted, counted.builds)).collect(),
        },
        distribution: Distribution {
            products_by_category: categories.into_iter().map(CategoryCount::from).collect(),
            top_retailers: retailers.into_iter().map(RetailerCount::from).collect(),
        },
        counted_at,
    };
    Ok((CachePolicy::Never, Json(answer)))
}

/// Rolls the figures up on the first request of a new installation, whose charts would be empty until the job runs.
/// Returns the pool that has the figures: a replica lacks what was rolled up a moment ago.
pub(super) async fn roll_up_if_new(db: &PgPool, reads: ReadPool) -> ApiResult<ReadPool> {
    if reads.read(async |db: PgPool| figures::rolled_up_at(&db).await).await?.is_some() {
        return Ok(reads);
    }
    figures::roll_up(db).await?;
    Ok(reads.primary_only())
}

impl From<ProductCount> for CategoryCount {
    fn from(counted: ProductCount) -> Self {
        Self { category: counted.name, count: counted.products }
    }
}

impl From<ProductCount> for RetailerCount {
    fn from(counted: ProductCount) -> Self {
        Self { retailer: counted.name, count: counted.products }
    }
}
