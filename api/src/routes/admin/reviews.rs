use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{ProductId, ReviewId, UserId},
    store::reviews::{self, ListedReview, ReviewFilter},
    transactions::review_deletions,
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use super::{MAX_SEARCH, commit};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::{Json, Path},
    page::Page,
    query::Query,
    session::Admin,
    whole::Whole,
};

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 500;

/// A page of the reviews of all products.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminReviewList {
    /// Newest first.
    pub reviews: Vec<AdminReview>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// A review with its product and its author.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminReview {
    #[schema(value_type = uuid::Uuid)]
    pub id: ReviewId,
    /// Stars, 1 to 5.
    pub rating: i16,
    /// Plain text, never markup.
    pub comment: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    #[schema(value_type = uuid::Uuid)]
    pub user_id: UserId,
    pub user_name: String,
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
    pub product_name: String,
}

/// Filters of the list of reviews.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AdminReviewParams {
    /// Only with so many stars
    #[param(inline)]
    rating: Option<Whole<1, 5>>,
    /// Only with a comment (true), or only without
    comment: Option<bool>,
    /// A part of the comment, or of the name of the product or the author
    search: Option<String>,
}

/// `GET /api/admin/reviews`: lists the reviews of all products.
#[utoipa::path(
    get,
    path = "/api/admin/reviews",
    params(AdminReviewParams, Page),
    responses((status = 200, body = AdminReviewList))
)]
pub async fn list_all_reviews(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let AdminReviewParams { rating, comment, search } = query.take();
    query.check_length("search", search.as_deref(), MAX_SEARCH);
    let page: Page = query.take();
    query.finish()?;
    let rating = rating.and_then(|Whole(stars)| i16::try_from(stars).ok());
    let filter = ReviewFilter { rating, has_comment: comment, search };
    let (found, total) = tokio::try_join!(
        reviews::list_all(&db, &filter, page.offset(), page.limit.0.into()),
        reviews::count_all(&db, &filter),
    )?;
    let reviews = found.into_iter().map(AdminReview::from).collect();
    Ok((CachePolicy::Never, Json(AdminReviewList { reviews, total, page: page.page.0, limit: page.limit.0 })))
}

/// Why a review is deleted.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteReviewRequest {
    /// 1 to 500 characters, for the audit log.
    pub reason: String,
}

/// `POST /api/admin/reviews/{id}/delete`: deletes a review, with a reason for the audit log.
#[utoipa::path(
    post,
    path = "/api/admin/reviews/{id}/delete",
    params(("id" = String, Path, description = "The review")),
    request_body = DeleteReviewRequest,
    responses(
        (status = 204, description = "The review is deleted"),
        (status = 404, description = "The review does not exist"),
        (status = 422, description = "The reason is missing or too long"),
    )
)]
pub async fn delete_any_review(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(id): Path<String>,
    Json(request): Json<DeleteReviewRequest>,
) -> ApiResult<impl IntoResponse> {
    let id: ReviewId = id.parse().map_err(|_| ApiError::ReviewNotFound)?;
    // Postgres cannot store zero bytes.
    let reason = request.reason.replace('\0', "");
    let reason = reason.trim();
    if !(1..=MAX_REASON).contains(&reason.chars().count()) {
        return Err(ApiError::field("reason", format!("must have 1 to {MAX_REASON} characters")));
    }
    let mut tx = db.begin().await?;
    if !review_deletions::delete(&mut tx, session.user_id, id, reason).await? {
        return Err(ApiError::ReviewNotFound);
    }
    commit(tx).await
}

impl From<ListedReview> for AdminReview {
    fn from(review: ListedReview) -> Self {
        Self {
            id: review.id,
            rating: review.rating,
            comment: review.comment,
            updated_at: review.updated_at,
            user_id: review.user_id,
            user_name: review.user_name,
            product_id: review.product_id,
            product_name: review.product_name,
        }
    }
}
