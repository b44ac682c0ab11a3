//! Store of the product pictures that ingest fills.

use std::path::Path;

use domain::{config, store::pictures::PlaceholderRule};
use pictures::{PictureStore, PictureStoreError};

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
    pub fn open(settings: &config::Pictures, data_directory: &Path) -> Result<Self, PictureStoreError> {
        let store = PictureStore::open(settings, data_directory)?;
        Ok(Self { store, placeholder_rule: PlaceholderRule::from(settings) })
    }
}
