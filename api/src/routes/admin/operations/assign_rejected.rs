//! Assignments of a category, a manufacturer or a product to rejected listings, for the crawl that can read them.

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::UserId,
    transactions::{listing_assignments, offer_assignments::Assignment},
};
use serde::Deserialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::{
    assign::{AssignOutcome, OfferAssignment},
    dismiss::{Listing, Listings},
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiResult},
        extract::Json,
        session::Admin,
    },
    routes::admin::batch,
};

/// Rejected listings, and what they are.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AssignedListings {
    #[serde(flatten)]
    pub rejected: Listings,
    #[serde(flatten)]
    pub assignment: OfferAssignment,
}

/// `POST /api/admin/offers/rejected/assign`: says what rejected listings are. The next crawl that can read a listing takes
/// it in as such.
#[utoipa::path(
    post,
    path = "/api/admin/offers/rejected/assign",
    request_body = AssignedListings,
    responses(
        (status = 200, description = "Each listing was tried; `failed` lists, by their positions in the request, those that could not be changed", body = AssignOutcome),
        (status = 422, description = "There are no listings, or too many; or a field is invalid, or all are absent"),
    )
)]
pub async fn assign_rejected(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<AssignedListings>,
) -> ApiResult<impl IntoResponse> {
    let positions = request.rejected.positions()?;
    let assignment = request.assignment.read()?;
    let listings = &request.rejected.listings;
    let work = |at: usize| assign(db.clone(), session.user_id, listings[at].clone(), assignment.clone());
    let outcome = batch::run_each(positions, work).await?;
    Ok((CachePolicy::Never, Json(AssignOutcome { done: outcome.done, failed: outcome.failed })))
}

/// `POST /api/admin/offers/rejected/unassign`: takes back what was said about listings that no crawl has taken in yet.
#[utoipa::path(
    post,
    path = "/api/admin/offers/rejected/unassign",
    request_body = Listings,
    responses(
        (status = 200, description = "Each listing was tried; `failed` lists, by their positions in the request, those to which nothing is assigned any more", body = AssignOutcome),
        (status = 422, description = "There are no listings, or too many"),
    )
)]
pub async fn unassign_rejected(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<Listings>,
) -> ApiResult<impl IntoResponse> {
    let positions = request.positions()?;
    let work = |at: usize| unassign(db.clone(), session.user_id, request.listings[at].clone());
    let outcome = batch::run_each(positions, work).await?;
    Ok((CachePolicy::Never, Json(AssignOutcome { done: outcome.done, failed: outcome.failed })))
}

async fn assign(db: PgPool, admin: UserId, listing: Listing, assignment: Assignment) -> ApiResult<()> {
    listing.check()?;
    let Listing { retailer_slug, external_id } = &listing;
    let mut tx = db.begin().await?;
    if !listing_assignments::assign(&mut tx, admin, retailer_slug, external_id, &assignment).await? {
        return Err(AdminError::ListingNotFound.into());
    }
    Ok(tx.commit().await?)
}

async fn unassign(db: PgPool, admin: UserId, listing: Listing) -> ApiResult<()> {
    listing.check()?;
    let mut tx = db.begin().await?;
    listing_assignments::undo(&mut tx, admin, &listing.retailer_slug, &listing.external_id).await?;
    Ok(tx.commit().await?)
}
