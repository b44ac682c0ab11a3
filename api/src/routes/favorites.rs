//! Favourite products of a user.

use std::collections::HashMap;

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::ProductId,
    store::{
        favorites,
        snapshots::{self, Snapshot},
    },
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
        responses::{UserReadErrors, UserWriteErrors},
        session::SignedIn,
    },
    wire::card::ProductCard,
};

/// A user's favourites, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct FavoriteList<'a> {
    pub favorites: Vec<Favorite<'a>>,
}

/// A favourite product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Favorite<'a> {
    /// Id of the product.
    #[schema(value_type = uuid::Uuid)]
    pub id: ProductId,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: String,
    pub product: ProductCard<'a>,
}

/// `GET /api/favorites`: lists the favourites of the signed-in user.
#[utoipa::path(
    get,
    path = "/api/favorites",
    tag = "accounts",
    responses((status = 200, body = FavoriteList), UserReadErrors)
)]
pub async fn list_favorites(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let stored = favorites::list(&db, session.user_id).await?;
    let ids: Vec<ProductId> = stored.iter().map(|one| one.product_id).collect();
    let today = OffsetDateTime::now_utc().date();
    let found = snapshots::load(&db, &ids, today).await?;
    let by_id: HashMap<ProductId, &Snapshot> =
        found.iter().map(|snapshot| (snapshot.product.id, snapshot)).collect();
    let favorites = stored.iter().filter_map(|one| {
        let product = ProductCard::from_snapshot(by_id.get(&one.product_id)?, today);
        let created_at = one.created_at.format(&Rfc3339).ok()?;
        Some(Favorite { id: one.product_id, created_at, product })
    });
    Ok((CachePolicy::Never, Json(FavoriteList { favorites: favorites.collect() })).into_response())
}

/// The product to add or remove.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FavoriteOf {
    #[schema(value_type = uuid::Uuid)]
    pub product_id: Option<String>,
}

impl FavoriteOf {
    fn product_id(&self) -> ApiResult<ProductId> {
        let stated = self.product_id.as_deref().ok_or_else(|| ApiError::field("productId", "is required"))?;
        stated.parse().map_err(|_| ApiError::ProductNotFound)
    }
}

/// `POST /api/favorites`: adds a product to the favourites. Repeating the call changes nothing.
#[utoipa::path(
    post,
    path = "/api/favorites",
    tag = "accounts",
    request_body = FavoriteOf,
    responses(
        (status = 204, description = "The product is a favorite"),
        UserWriteErrors,
        (status = 404, description = "The product does not exist"),
        (status = 422, description = "No product is named"),
    )
)]
pub async fn add_favorite(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
    Json(request): Json<FavoriteOf>,
) -> ApiResult<impl IntoResponse> {
    if !favorites::insert(&db, session.user_id, request.product_id()?).await? {
        return Err(ApiError::ProductNotFound);
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

/// `DELETE /api/favorites`: removes a product from the favourites. Removing a product that is not a favourite succeeds
/// as well.
#[utoipa::path(
    delete,
    path = "/api/favorites",
    tag = "accounts",
    request_body = FavoriteOf,
    responses(
        (status = 204, description = "The product is no favorite"),
        UserWriteErrors,
        (status = 404, description = "The product does not exist"),
        (status = 422, description = "No product is named"),
    )
)]
pub async fn remove_favorite(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
    Json(request): Json<FavoriteOf>,
) -> ApiResult<impl IntoResponse> {
    if !favorites::delete(&db, session.user_id, request.product_id()?).await? {
        return Err(ApiError::ProductNotFound);
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}
