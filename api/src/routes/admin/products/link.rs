use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{OfferId, ProductId, UserId},
    transactions::offer_edits::{self, OfferEdit},
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiResult},
        extract::Json,
        session::Admin,
    },
    routes::admin::batch::{self, BatchFailure},
};

/// Offers and the product to join them to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedProducts {
    /// Ids of at most 1,000 offers.
    pub ids: Vec<String>,
    /// The product to join the offers to; null removes each offer from its product.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required, format = Uuid)]
    pub canonical_id: Option<String>,
}

/// Outcome of the changes.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkOutcome {
    pub linked: usize,
    pub failed: Vec<BatchFailure>,
}

/// `POST /api/admin/products/link`: joins several offers to one product, or removes them from their products.
#[utoipa::path(
    post,
    path = "/api/admin/products/link",
    request_body = LinkedProducts,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be changed", body = LinkOutcome),
        (status = 422, description = "There are no ids, too many, or an invalid one"),
    )
)]
pub async fn link_products(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<LinkedProducts>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<OfferId>("ids", &request.ids)?;
    let product = request.canonical_id.as_deref().map(read_product).transpose()?;
    let outcome = batch::run_each(ids, |id| link(db.clone(), session.user_id, id, product)).await?;
    Ok((CachePolicy::Never, Json(LinkOutcome { linked: outcome.done, failed: outcome.failed })))
}

async fn link(db: PgPool, admin: UserId, id: OfferId, product: Option<ProductId>) -> ApiResult<()> {
    let edit = OfferEdit { product: Some(product), ..OfferEdit::default() };
    let mut tx = db.begin().await?;
    offer_edits::edit(&mut tx, admin, id, &edit).await?;
    Ok(tx.commit().await?)
}

fn read_product(id: &str) -> ApiResult<ProductId> {
    id.parse().map_err(|_| AdminError::TargetProductUnknown.into())
}
