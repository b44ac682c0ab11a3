//! Product pictures, served from the store that ingest fills: retailers do not learn who views which product.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use domain::model::PictureFile;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Path,
    },
    services::pictures::Pictures,
};

/// `GET /pictures/{hash}-{width}.webp`: returns a picture file; its name changes with its content.
pub async fn get_picture(State(pictures): State<Pictures>, Path(file): Path<String>) -> ApiResult<Response> {
    let file: PictureFile = file.parse().map_err(|_| ApiError::NoRoute)?;
    let found = pictures.store.get(&file).await.map_err(|error| ApiError::Unavailable(error.into()))?;
    let bytes = found.ok_or(ApiError::NoRoute)?;
    Ok((CachePolicy::Forever, [(header::CONTENT_TYPE, PictureFile::CONTENT_TYPE)], bytes).into_response())
}
