//! A program that was built without S3.

use std::sync::Arc;

use domain::config::Pictures;
use object_store::ObjectStore;

use crate::PictureStoreError;

/// # Errors
/// Always: this program knows folders only.
pub(crate) fn open(settings: &Pictures) -> Result<Arc<dyn ObjectStore>, PictureStoreError> {
    Err(PictureStoreError::WithoutS3(settings.store.clone()))
}
