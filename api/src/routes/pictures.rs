//! Product pictures, served from the store that ingest fills: retailers do not learn who views which product.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use domain::{
    model::{Picture, PictureFile, ProductId},
    store::pictures::{self, ShownPicture},
};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Path},
    },
    services::{pictures::Pictures, read_pool::ReadPool},
    wire::picture::PictureBody,
};

/// Maximum number of pictures of one product that a page shows.
const MAX_PICTURES: usize = 6;

/// Pictures of a product that shoppers may see.
#[derive(Debug, Serialize, ToSchema)]
pub struct PictureList {
    /// The product's picture first, then the others, best first; at most 6.
    #[schema(value_type = Vec<PictureBody>)]
    pub pictures: Vec<Picture>,
}

/// `GET /pictures/{hash}-{width}.webp`: returns a picture file; its name changes with its content.
pub async fn get_picture(State(pictures): State<Pictures>, Path(file): Path<String>) -> ApiResult<Response> {
    let file: PictureFile = file.parse().map_err(|_| ApiError::NoRoute)?;
    let found = pictures.store.get(&file).await.map_err(|error| ApiError::Unavailable(error.into()))?;
    let bytes = found.ok_or(ApiError::NoRoute)?;
    Ok((CachePolicy::Forever, [(header::CONTENT_TYPE, PictureFile::CONTENT_TYPE)], bytes).into_response())
}

/// `GET /api/products/{id}/pictures`: lists the pictures of a product.
#[utoipa::path(
    get,
    path = "/api/products/{id}/pictures",
    tag = "catalogue",
    params(("id" = String, Path, description = "The product")),
    responses((status = 200, body = PictureList), (status = 404, description = "The product does not exist"))
)]
pub async fn list_pictures(
    State(stored): State<Pictures>,
    reads: ReadPool,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let id: ProductId = id.parse().map_err(|_| ApiError::ProductNotFound)?;
    let load = async |db: PgPool| pictures::list_shown(&db, id).await;
    let shown =
        reads.read_again_if_incomplete(Option::is_some, load).await?.ok_or(ApiError::ProductNotFound)?;
    let max_products = stored.placeholder_rule.max_products;
    let is_visible =
        |shown: &ShownPicture| shown.chosen || (!shown.refused && shown.products <= max_products);
    let mut visible: Vec<ShownPicture> = shown.into_iter().filter(is_visible).collect();
    // The sort is stable: the others stay in the order of their quality.
    visible.sort_by_key(|shown| !shown.chosen);
    let pictures = visible.into_iter().take(MAX_PICTURES).map(|shown| shown.picture).collect();
    Ok((CachePolicy::Minute, Json(PictureList { pictures })))
}
