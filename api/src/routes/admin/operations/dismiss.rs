//! Dismissals of rejected listings, which administrators know and need not see again.

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Slug, UserId},
    transactions::dismissals,
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiError, ApiResult},
        extract::Json,
        session::Admin,
    },
    routes::admin::batch::{self, BatchFailure},
};

/// Maximum number of listings per call.
const MAX_LISTINGS: usize = 1_000;

/// A rejected listing.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    #[schema(value_type = String)]
    pub retailer_slug: Slug,
    /// The retailer's id of the listing, or its address.
    pub external_id: String,
}

/// Rejected listings.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Listings {
    /// At most 1,000.
    pub listings: Vec<Listing>,
}

/// Outcome of dismissals, or of their undo.
#[derive(Debug, Serialize, ToSchema)]
pub struct DismissOutcome {
    pub done: usize,
    /// By the positions of the listings in the request, from 0.
    pub failed: Vec<BatchFailure>,
}

/// `POST /api/admin/offers/rejected/dismiss`: no longer lists rejected listings, unless they are rejected for another
/// reason or with another title.
#[utoipa::path(
    post,
    path = "/api/admin/offers/rejected/dismiss",
    request_body = Listings,
    responses(
        (status = 200, description = "Each listing was tried; `failed` lists those that are no longer rejected", body = DismissOutcome),
        (status = 422, description = "There are no listings, or too many"),
    )
)]
pub async fn dismiss_rejected(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<Listings>,
) -> ApiResult<impl IntoResponse> {
    let positions = request.positions()?;
    let work = |at: usize| dismiss(db.clone(), session.user_id, request.listings[at].clone());
    let outcome = batch::run_each(positions, work).await?;
    Ok((CachePolicy::Never, Json(DismissOutcome { done: outcome.done, failed: outcome.failed })))
}

/// `POST /api/admin/offers/rejected/restore`: lists dismissed listings again.
#[utoipa::path(
    post,
    path = "/api/admin/offers/rejected/restore",
    request_body = Listings,
    responses(
        (status = 200, description = "Each listing was tried; `failed` lists those that are no longer rejected", body = DismissOutcome),
        (status = 422, description = "There are no listings, or too many"),
    )
)]
pub async fn restore_rejected(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<Listings>,
) -> ApiResult<impl IntoResponse> {
    let positions = request.positions()?;
    let work = |at: usize| restore(db.clone(), session.user_id, request.listings[at].clone());
    let outcome = batch::run_each(positions, work).await?;
    Ok((CachePolicy::Never, Json(DismissOutcome { done: outcome.done, failed: outcome.failed })))
}

async fn dismiss(db: PgPool, admin: UserId, listing: Listing) -> ApiResult<()> {
    listing.check()?;
    let mut tx = db.begin().await?;
    if !dismissals::dismiss(&mut tx, admin, &listing.retailer_slug, &listing.external_id).await? {
        return Err(AdminError::ListingNotFound.into());
    }
    Ok(tx.commit().await?)
}

async fn restore(db: PgPool, admin: UserId, listing: Listing) -> ApiResult<()> {
    listing.check()?;
    let mut tx = db.begin().await?;
    if !dismissals::restore(&mut tx, admin, &listing.retailer_slug, &listing.external_id).await? {
        return Err(AdminError::ListingNotFound.into());
    }
    Ok(tx.commit().await?)
}

impl Listing {
    /// Refuses an id that Postgres cannot hold, and that is therefore none of a stored listing.
    pub(super) fn check(&self) -> Result<(), AdminError> {
        if self.external_id.contains('\0') { Err(AdminError::ListingNotFound) } else { Ok(()) }
    }
}

impl Listings {
    /// Returns the positions of the listings.
    ///
    /// # Errors
    /// 422 for no listings or too many.
    pub(super) fn positions(&self) -> ApiResult<Vec<usize>> {
        if self.listings.is_empty() || self.listings.len() > MAX_LISTINGS {
            return Err(ApiError::field("listings", format!("must hold 1 to {MAX_LISTINGS} listings")));
        }
        Ok((0..self.listings.len()).collect())
    }
}
