//! Pictures of products, from the store that ingest fills. No shop learns who looks at what.

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
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::Path,
    state::AppState,
};

/// A product's picture, kept in widths of 192, 384 and 640 pixels: `/pictures/{hash}-{width}.webp`. Of a picture narrower
/// than one of them the next one holds it whole, and wider ones do not exist.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Picture)]
pub struct PictureBody {
    #[schema(example = "0123456789abcdef0123456789abcdef")]
    pub hash: String,
    /// Pixels of the widest that there is.
    pub width: u32,
    pub height: u32,
}

/// What the handlers need of pictures.
#[derive(Debug, Clone)]
pub struct Pictures {
    pub store: PictureStore,
    /// Which pictures stand for "no picture".
    pub placeholder_rule: PlaceholderRule,
}

impl Pictures {
    /// Opens the store that the settings name.
    ///
    /// # Errors
    /// As [`PictureStore::open`].
    pub fn open(settings: &config::Pictures, data_directory: &FilePath) -> Result<Self, PictureStoreError> {
        let store = PictureStore::open(settings, data_directory)?;
        Ok(Self { store, placeholder_rule: PlaceholderRule::from(settings) })
    }
}

/// `GET /pictures/{hash}-{width}.webp`: a file whose name changes with what it shows.
pub async fn get_picture(State(app): State<AppState>, Path(file): Path<String>) -> ApiResult<Response> {
    let file: PictureFile = file.parse().map_err(|_| ApiError::NoRoute)?;
    let found = app.pictures.store.get(&file).await.map_err(|error| ApiError::Unavailable(error.into()))?;
    let bytes = found.ok_or(ApiError::NoRoute)?;
    Ok((CachePolicy::Forever, [(header::CONTENT_TYPE, PictureFile::CONTENT_TYPE)], bytes).into_response())
}
