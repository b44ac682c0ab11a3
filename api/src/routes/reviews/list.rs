use axum::{extract::State, response::IntoResponse};
use domain::{model::ProductId, store::reviews};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::{Review, Stats};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::{Json, Path, Query},
    page::Page,
    responses::UserReadErrors,
    session::SignedIn,
};

/// A page of a product's reviews, newest first, with the statistics of all reviews.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewList {
    pub reviews: Vec<Review>,
    pub stats: Stats,
    /// Equal to `stats.total`.
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// The caller's own review of a product; null if there is none.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnReview {
    pub review: Option<Review>,
}

/// `GET /api/products/{id}/reviews`: lists the reviews of a product.
#[utoipa::path(
    get,
    path = "/api/products/{id}/reviews",
    tag = "reviews",
    params(("id" = String, Path, description = "The product"), Page),
    responses((status = 200, body = ReviewList), (status = 404, description = "The product does not exist"))
)]
pub async fn list_reviews(
    State(db): State<PgPool>,
    Path(id): Path<String>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    let page: Page = query.read()?;
    let id = product(&id)?;
    let stats = reviews::find_stats(&db, id).await?.ok_or(ApiError::ProductNotFound)?;
    let found = reviews::list(&db, id, page.offset(), page.limit.0.into()).await?;
    let answer = ReviewList {
        reviews: found.into_iter().map(Review::from).collect(),
        total: stats.total(),
        stats: stats.into(),
        page: page.page.0,
        limit: page.limit.0,
    };
    Ok((CachePolicy::Revalidate, Json(answer)))
}

/// `GET /api/products/{id}/reviews/mine`: returns the caller's own review of a product.
#[utoipa::path(
    get,
    path = "/api/products/{id}/reviews/mine",
    tag = "reviews",
    params(("id" = String, Path, description = "The product")),
    responses(
        (status = 200, body = OwnReview),
        UserReadErrors,
        (status = 404, description = "The product does not exist"),
    )
)]
pub async fn get_own_review(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let review = reviews::find_by_user(&db, product(&id)?, session.user_id).await?;
    Ok((CachePolicy::Never, Json(OwnReview { review: review.map(Review::from) })))
}

/// A malformed id is treated as an unknown product: 404.
pub(super) fn product(id: &str) -> ApiResult<ProductId> {
    id.parse().map_err(|_| ApiError::ProductNotFound)
}
