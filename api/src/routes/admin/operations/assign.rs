//! Assignments of a category, a manufacturer or a product to offers that wait without a product.

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Category, OfferId, ProductId, UserId},
    transactions::offer_assignments::{self, Assignment, AssignmentError},
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;

use super::Ids;
use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiError, ApiResult, FieldProblems},
        extract::Json,
        session::Admin,
    },
    routes::admin::{
        batch::{self, BatchFailure},
        products::edit,
    },
};

/// Assignment of offers by an administrator. Absent and null fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferAssignment {
    /// OTHER says that the offers are not parts.
    pub category: Option<String>,
    pub manufacturer: Option<String>,
    /// The product to join the offers to.
    #[schema(format = Uuid)]
    pub canonical_id: Option<String>,
}

/// Offers without a product, and what they are.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AssignedOffers {
    /// Ids of at most 1,000 offers.
    pub ids: Vec<String>,
    #[serde(flatten)]
    pub assignment: OfferAssignment,
}

/// Outcome of assignments, or of their undo.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssignOutcome {
    pub done: usize,
    pub failed: Vec<BatchFailure>,
}

/// `POST /api/admin/offers/assign`: gives offers without a product a category, a manufacturer or a product, which crawls
/// keep.
#[utoipa::path(
    post,
    path = "/api/admin/offers/assign",
    request_body = AssignedOffers,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be changed", body = AssignOutcome),
        (status = 422, description = "There are no ids, too many, or an invalid one; or a field is invalid, or all are absent"),
    )
)]
pub async fn assign_offers(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<AssignedOffers>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<OfferId>("ids", &request.ids)?;
    let assignment = request.assignment.read()?;
    let outcome =
        batch::run_each(ids, |id| assign(db.clone(), session.user_id, id, assignment.clone())).await?;
    Ok((CachePolicy::Never, Json(AssignOutcome { done: outcome.done, failed: outcome.failed })))
}

/// `POST /api/admin/offers/unassign`: takes the last assignments of the last hour back, so that the offers wait as before.
#[utoipa::path(
    post,
    path = "/api/admin/offers/unassign",
    request_body = Ids,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids whose assignments stay", body = AssignOutcome),
        (status = 422, description = "There are no ids, too many, or an invalid one"),
    )
)]
pub async fn unassign_offers(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<Ids>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<OfferId>("ids", &request.ids)?;
    let outcome = batch::run_each(ids, |id| unassign(db.clone(), session.user_id, id)).await?;
    Ok((CachePolicy::Never, Json(AssignOutcome { done: outcome.done, failed: outcome.failed })))
}

async fn assign(db: PgPool, admin: UserId, id: OfferId, assignment: Assignment) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    offer_assignments::assign(&mut tx, admin, id, &assignment).await?;
    Ok(tx.commit().await?)
}

async fn unassign(db: PgPool, admin: UserId, id: OfferId) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    offer_assignments::undo(&mut tx, admin, id).await?;
    Ok(tx.commit().await?)
}

impl OfferAssignment {
    /// Whether every field is absent.
    pub(super) fn is_empty(&self) -> bool {
        self.category.is_none() && self.manufacturer.is_none() && self.canonical_id.is_none()
    }

    /// Reads the fields, and reports the problems of all together.
    ///
    /// # Errors
    /// 422 for invalid fields, and where all are absent.
    pub(super) fn read(&self) -> ApiResult<Assignment> {
        if self.is_empty() {
            return Err(ApiError::field("body", "assigns nothing"));
        }
        let mut problems = FieldProblems::new();
        let mut assignment = Assignment::default();
        let manufacturer = self.manufacturer.as_deref().map(|name| edit::text(name, edit::MAX_MANUFACTURER));
        match manufacturer.transpose() {
            Ok(name) => assignment.manufacturer = name,
            Err(problem) => {
                problems.insert("manufacturer".to_owned(), problem);
            }
        }
        match self.category.as_deref().map(str::parse::<Category>).transpose() {
            Ok(category) => assignment.category = category,
            Err(_) => {
                problems.insert("category".to_owned(), ApiError::InvalidCategory.to_string());
            }
        }
        match self.canonical_id.as_deref().map(str::parse::<ProductId>).transpose() {
            Ok(product) => assignment.product = product,
            Err(_) => {
                problems.insert("canonicalId".to_owned(), AdminError::TargetProductUnknown.to_string());
            }
        }
        if problems.is_empty() { Ok(assignment) } else { Err(ApiError::Invalid(problems)) }
    }
}

impl From<AssignmentError> for ApiError {
    fn from(error: AssignmentError) -> Self {
        match error {
            AssignmentError::HasProduct => AdminError::OfferMatchedElsewhere.into(),
            AssignmentError::TooLate => AdminError::TooLateToUndo.into(),
            AssignmentError::Edit(error) => error.into(),
            AssignmentError::Database(error) => error.into(),
        }
    }
}
