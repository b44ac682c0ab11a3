use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{Comment, ReviewId, Stars},
    store::{
        audit::{self, Actor, AuditEvent},
        reviews,
        sessions::Session,
        users::Role,
    },
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;

use super::{Review, Stats, list::product};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult, FieldProblems},
    extract::{Json, Path},
    limit::RateLimits,
    responses::UserWriteErrors,
    session::{SessionState, SignedIn, require_confirmed},
};

/// A new review.
#[derive(Deserialize, ToSchema)]
pub struct NewReview {
    /// Stars, 1 to 5.
    #[schema(value_type = i64, minimum = 1, maximum = 5)]
    pub rating: Option<i64>,
    /// At most 2,000 characters. Surrounding whitespace is removed, and whitespace alone is no comment.
    #[schema(max_length = 2000)]
    pub comment: Option<String>,
}

/// The stored review, and the product's statistics including it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedReview {
    pub review: Option<Review>,
    pub stats: Stats,
}

/// `POST /api/products/{id}/reviews`: stores the caller's review of a product and replaces an earlier one.
#[utoipa::path(
    post,
    path = "/api/products/{id}/reviews",
    tag = "reviews",
    params(("id" = String, Path, description = "The product")),
    request_body = NewReview,
    responses(
        (status = 200, body = SavedReview),
        UserWriteErrors,
        (status = 404, description = "The product does not exist"),
        (status = 422, description = "The rating is missing or invalid, or the comment is too long"),
    )
)]
pub async fn submit_review(
    State(db): State<PgPool>,
    State(limits): State<Arc<RateLimits>>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
    Json(written): Json<NewReview>,
) -> ApiResult<impl IntoResponse> {
    limits.reviews.check(&db, session.user_id).await?;
    let id = product(&id)?;
    let (stars, comment) = read(&written)?;
    reviews::upsert(&db, id, session.user_id, stars, comment.as_ref())
        .await?
        .ok_or(ApiError::ProductNotFound)?;
    let review = reviews::find_by_user(&db, id, session.user_id).await?;
    let stats = reviews::find_stats(&db, id).await?.ok_or(ApiError::ProductNotFound)?;
    let answer = SavedReview { review: review.map(Review::from), stats: stats.into() };
    Ok((CachePolicy::Never, Json(answer)))
}

/// `DELETE /api/reviews/{id}`: deletes a review. Only its author and administrators may.
#[utoipa::path(
    delete,
    path = "/api/reviews/{id}",
    tag = "reviews",
    params(("id" = String, Path, description = "The review")),
    responses(
        (status = 204, description = "The review is deleted"),
        UserWriteErrors,
        (status = 403, description = "The request comes from another site's page, or an administrator must confirm the password"),
        (status = 404, description = "The review does not exist, or belongs to another user"),
    )
)]
pub async fn delete_review(
    State(db): State<PgPool>,
    State(sessions): State<SessionState>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let id: ReviewId = id.parse().map_err(|_| ApiError::ReviewNotFound)?;
    let deleted = reviews::delete_own(&db, id, session.user_id).await?
        || session.role == Role::Admin && delete_as_admin(&sessions, &session, id).await?;
    if deleted { Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ())) } else { Err(ApiError::ReviewNotFound) }
}

/// Deletes another user's review and writes the audit entry, in one transaction.
async fn delete_as_admin(sessions: &SessionState, session: &Session, id: ReviewId) -> ApiResult<bool> {
    sessions.require_admin_factor(session)?;
    require_confirmed(session)?;
    let mut tx = sessions.db.begin().await?;
    let deleted = reviews::delete_any(&mut *tx, id).await?;
    if deleted {
        let event = AuditEvent {
            action_type: "DELETE_REVIEW",
            target_type: "REVIEW",
            target_id: id.to_string(),
            before: None,
            after: None,
        };
        audit::record(&mut tx, Actor::Admin(session.user_id), &[event]).await?;
    }
    tx.commit().await?;
    Ok(deleted)
}

fn read(written: &NewReview) -> ApiResult<(Stars, Option<Comment>)> {
    let mut problems = FieldProblems::new();
    let stars = match written.rating {
        None => {
            problems.insert("rating".to_owned(), "Please select a rating".to_owned());
            None
        }
        Some(rating) => {
            Stars::new(rating).map_err(|error| problems.insert("rating".to_owned(), error.to_string())).ok()
        }
    };
    let comment = Comment::read(written.comment.as_deref().unwrap_or_default())
        .map_err(|error| problems.insert("comment".to_owned(), error.to_string()))
        .unwrap_or_default();
    stars.map(|stars| (stars, comment)).filter(|_| problems.is_empty()).ok_or(ApiError::Invalid(problems))
}
