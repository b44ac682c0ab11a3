//! A program that was built without previews: it has no image of a build.

use axum::body::Bytes;

use super::Picture;
use crate::http::error::{ApiError, ApiResult};

pub(super) fn to_png(_picture: &Picture) -> ApiResult<Bytes> {
    Err(ApiError::NoRoute)
}
