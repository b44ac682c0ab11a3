use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{OfferId, ProductId},
    store::splits::{self as split_rows, SplitPreview},
    transactions::{
        merges::{self, MergeError},
        splits,
    },
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;

use super::batch::read_ids;
use crate::http::{
    cache::CachePolicy,
    error::{AdminError, ApiError, ApiResult},
    extract::{Json, Path},
    session::Admin,
};

/// Target of a merge: the product that stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MergeRequest {
    #[schema(format = Uuid)]
    pub into: String,
}

/// Offers that belong to another product.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SplitRequest {
    pub offer_ids: Vec<String>,
}

/// The product that results from a merge or a split.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergeResponse {
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
}

/// `POST /api/admin/catalogue/{id}/merge`: merges a product into another. Offers with their history, favourites,
/// alerts, saved builds and reviews move to the other product, and the old address redirects to it.
#[utoipa::path(
    post,
    path = "/api/admin/catalogue/{id}/merge",
    params(("id" = uuid::Uuid, Path, description = "The product that goes")),
    request_body = MergeRequest,
    responses(
        (status = 200, description = "The product that remains", body = MergeResponse),
        (status = 404, description = "The product does not exist, or was merged already"),
        (status = 422, description = "The other product is the same one, unknown or of another category"),
    )
)]
pub async fn merge_product(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(id): Path<String>,
    Json(request): Json<MergeRequest>,
) -> ApiResult<impl IntoResponse> {
    let from = read_id(&id)?;
    let into = request.into.parse().map_err(|_| ApiError::field("into", NO_SUCH_PRODUCT))?;
    let mut tx = db.begin().await?;
    match merges::merge(&mut tx, session.user_id, from, into).await {
        Err(MergeError::NoProduct(id)) if id == into => return Err(ApiError::field("into", NO_SUCH_PRODUCT)),
        merged => merged?,
    }
    tx.commit().await?;
    Ok((CachePolicy::Never, Json(MergeResponse { product_id: into })))
}

/// `POST /api/admin/catalogue/{id}/split`: moves some offers of a product, with their price history, to a new product.
/// The matcher never joins the two products again.
#[utoipa::path(
    post,
    path = "/api/admin/catalogue/{id}/split",
    params(("id" = uuid::Uuid, Path)),
    request_body = SplitRequest,
    responses(
        (status = 200, description = "The new product", body = MergeResponse),
        (status = 404, description = "The product does not exist"),
        (status = 422, description = "An offer does not belong to the product, or none would remain"),
    )
)]
pub async fn split_product(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(id): Path<String>,
    Json(request): Json<SplitRequest>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    let offers = read_ids::<OfferId>("offerIds", &request.offer_ids)?;
    let mut tx = db.begin().await?;
    let product_id = splits::split(&mut tx, session.user_id, id, &offers).await?;
    tx.commit().await?;
    Ok((CachePolicy::Never, Json(MergeResponse { product_id })))
}

/// Numbers of what a split moves to the new product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SplitMoves {
    pub offers: i64,
    /// Points of the price history.
    pub prices: i64,
}

/// Numbers of what stays with the original at a split.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SplitStays {
    pub offers: i64,
    /// Points of the price history.
    pub prices: i64,
    pub favorites: i64,
    /// Price alerts on the product that are on, and how many users have them.
    pub alerts: i64,
    pub alert_users: i64,
    /// Saved builds with the product, and how many users have them.
    pub builds: i64,
    pub build_users: i64,
    pub reviews: i64,
}

/// Effects of a split: what it would move, and what it would leave.
#[derive(Debug, Serialize, ToSchema)]
pub struct SplitPreviewResponse {
    pub moves: SplitMoves,
    pub stays: SplitStays,
}

/// `POST /api/admin/catalogue/{id}/split/preview`: counts what a split of these offers would move and what it would leave.
/// Changes nothing.
#[utoipa::path(
    post,
    path = "/api/admin/catalogue/{id}/split/preview",
    params(("id" = uuid::Uuid, Path)),
    request_body = SplitRequest,
    responses(
        (status = 200, body = SplitPreviewResponse),
        (status = 404, description = "The product does not exist"),
        (status = 422, description = "An offer does not belong to the product"),
    )
)]
pub async fn preview_split(
    State(db): State<PgPool>,
    _: Admin,
    Path(id): Path<String>,
    Json(request): Json<SplitRequest>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    let offers = read_ids::<OfferId>("offerIds", &request.offer_ids)?;
    let counts = split_rows::preview(&db, id, &offers).await?.ok_or(ApiError::ProductNotFound)?;
    if usize::try_from(counts.moved_offers) != Ok(offers.len()) {
        return Err(ApiError::field("offerIds", "hold an offer of another product"));
    }
    Ok((CachePolicy::Never, Json(SplitPreviewResponse::from(counts))))
}

/// `POST /api/admin/catalogue/{id}/split/undo`: undoes a split of the last hour, whoever made it. The new product's offers
/// belong to the original again, and its address redirects there.
#[utoipa::path(
    post,
    path = "/api/admin/catalogue/{id}/split/undo",
    params(("id" = uuid::Uuid, Path, description = "The product that the split made")),
    responses(
        (status = 200, description = "The original product", body = MergeResponse),
        (status = 404, description = "The product does not exist"),
        (status = 409, description = "The product was not split off in the last hour, or one of the two was merged or removed since"),
    )
)]
pub async fn undo_split(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    let mut tx = db.begin().await?;
    let product_id = splits::undo(&mut tx, session.user_id, id).await?;
    tx.commit().await?;
    Ok((CachePolicy::Never, Json(MergeResponse { product_id })))
}

const NO_SUCH_PRODUCT: &str = "there is no such product";

fn read_id(text: &str) -> ApiResult<ProductId> {
    text.parse().map_err(|_| ApiError::ProductNotFound)
}

impl From<SplitPreview> for SplitPreviewResponse {
    fn from(counts: SplitPreview) -> Self {
        Self {
            moves: SplitMoves { offers: counts.moved_offers, prices: counts.moved_prices },
            stays: SplitStays {
                offers: counts.kept_offers,
                prices: counts.kept_prices,
                favorites: counts.favorites,
                alerts: counts.alerts,
                alert_users: counts.alert_users,
                builds: counts.builds,
                build_users: counts.build_users,
                reviews: counts.reviews,
            },
        }
    }
}

impl From<MergeError> for ApiError {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::NoProduct(_) => Self::ProductNotFound,
            MergeError::Itself | MergeError::OtherCategory { .. } | MergeError::RejectedPair => {
                Self::field("into", error.to_string())
            }
            MergeError::OtherOffer(_) | MergeError::SplitsNoneOrAll => {
                Self::field("offerIds", error.to_string())
            }
            MergeError::TooLateToUndo => AdminError::TooLateToUndo.into(),
            MergeError::MergedAgain => AdminError::MergedAgain.into(),
            MergeError::Database(error) => error.into(),
        }
    }
}
