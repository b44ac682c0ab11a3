//! Product pictures, served from the store that ingest fills: retailers do not learn who views which product.

use std::path::Path as FilePath;

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use domain::{config, model::PictureFile, store::pictures::PlaceholderRule};
use pictures::{PictureStore, PictureStoreError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Path,
    },
    state::AppState,
};

/// A product's picture, stored in widths of 192, 384 and 640 pixels: `/pictures/{hash}-{width}.webp`. When the original
/// is narrower than one of these widths, the file of that width holds it in original size, and no wider file exists.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Picture)]
pub struct PictureBody {
    #[schema(example = "0123456789abcdef0123456789abcdef")]
    pub hash: String,
    /// Width of the widest file, in pixels.
    pub width: u32,
    pub height: u32,
}

/// Picture store and settings that the handlers need.
#[derive(Debug, Clone)]
pub struct Pictures {
    pub store: PictureStore,
    /// Rule that detects pictures standing for "no picture".
    pub placeholder_rule: PlaceholderRule,
}

impl Pictures {
    /// Opens the configured store.
    ///
    /// # Errors
    /// The errors of [`PictureStore::open`].
    pub fn open(settings: &config::Pictures, data_directory: &FilePath) -> Result<Self, PictureStoreError> {
        let store = PictureStore::open(settings, data_directory)?;
        Ok(Self { store, placeholder_rule: PlaceholderRule::from(settings) })
    }
}

/// `GET /pictures/{hash}-{width}.webp`: returns a picture file; its name changes with its content.
pub async fn get_picture(State(app): State<AppState>, Path(file): Path<String>) -> ApiResult<Response> {
    let file: PictureFile = file.parse().map_err(|_| ApiError::NoRoute)?;
    let found = app.pictures.store.get(&file).await.map_err(|error| ApiError::Unavailable(error.into()))?;
    let bytes = found.ok_or(ApiError::NoRoute)?;
    Ok((CachePolicy::Forever, [(header::CONTENT_TYPE, PictureFile::CONTENT_TYPE)], bytes).into_response())
}
