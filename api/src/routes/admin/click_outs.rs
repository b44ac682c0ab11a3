use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Category, Slug},
    store::click_outs::{self, ClickOuts},
};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::searches::list::{first_day, read_day};
use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
        page::Page,
        session::Admin,
    },
    wire::category::CategoryName,
};

/// A page of the click-outs to retailers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClickOutList {
    /// The newest day first, then the most frequent.
    pub click_outs: Vec<ClickOutCount>,
    pub total: i64,
    /// Click-outs of all pages.
    pub total_times: i64,
    pub page: u32,
    pub limit: u32,
}

/// How often shoppers left for a retailer from a category on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClickOutCount {
    /// UTC.
    #[schema(example = "2026-11-29")]
    pub day: String,
    #[schema(value_type = String)]
    pub retailer_slug: Slug,
    #[schema(value_type = CategoryName)]
    pub category: Category,
    pub times: i64,
}

/// `GET /api/admin/click-outs`: lists how often shoppers left for retailers, by day, retailer and category.
#[utoipa::path(
    get,
    path = "/api/admin/click-outs",
    params(
        ("retailer" = Option<String>, Query, description = "Slug of a retailer"),
        ("from" = Option<String>, Query, description = "First day (UTC), such as 2026-11-01; 29 days before the last by default"),
        ("until" = Option<String>, Query, description = "Last day (UTC); today by default"),
        Page,
    ),
    responses((status = 200, body = ClickOutList))
)]
pub async fn list_click_outs(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let retailer = query.parsed::<Slug>("retailer", "must be a retailer's slug");
    let until = read_day(&mut query, "until").unwrap_or_else(|| OffsetDateTime::now_utc().date());
    let from = read_day(&mut query, "from").unwrap_or_else(|| first_day(until));
    let page: Page = query.take();
    query.finish()?;
    let found =
        click_outs::list(&db, retailer.as_ref(), from, until, page.offset(), page.limit.0.into()).await?;
    let answer = ClickOutList {
        total: found.first().map_or(0, |first| first.total),
        total_times: found.first().map_or(0, |first| first.total_times),
        click_outs: found.into_iter().map(ClickOutCount::from).collect(),
        page: page.page.0,
        limit: page.limit.0,
    };
    Ok((CachePolicy::Never, Json(answer)))
}

impl From<ClickOuts> for ClickOutCount {
    fn from(found: ClickOuts) -> Self {
        Self {
            day: found.day.to_string(),
            retailer_slug: found.retailer,
            category: found.category,
            times: found.times,
        }
    }
}
