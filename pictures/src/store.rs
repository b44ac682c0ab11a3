//! The store of picture files: a folder, or an S3-compatible store that several machines share. Ingest writes the
//! files, and the api serves them; their rows are in Postgres.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bytes::Bytes;
use domain::{config::Pictures, model::PictureFile};
use object_store::{
    Attribute, Attributes, ObjectStore, ObjectStoreExt, PutOptions, local::LocalFileSystem,
    path::Path as ObjectPath,
};

use crate::s3;

/// The folder's name below `data.directory`.
const FOLDER: &str = "pictures";
/// The folder for the files of pictures, where no other store is set.
pub fn picture_folder(data_directory: &Path) -> PathBuf {
    data_directory.join(FOLDER)
}

/// The store of picture files.
#[derive(Debug, Clone)]
pub struct PictureStore {
    files: Arc<dyn ObjectStore>,
    /// Whether the store supports attributes of files, such as a media type.
    has_attributes: bool,
}

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PictureStoreError {
    #[error("pictures.store {0:?} is neither empty nor s3://bucket/prefix")]
    BadAddress(String),
    #[error("pictures.store is {0:?}, but this program was built without S3 (the feature `s3` of cargo)")]
    WithoutS3(String),
    #[error("cannot use the picture folder {folder}: {source}")]
    Folder { folder: String, source: std::io::Error },
    #[error("the picture store does not answer: {0}")]
    Store(#[from] object_store::Error),
}

impl PictureStore {
    /// Opens the store that the settings name. A missing folder is created.
    ///
    /// # Errors
    /// When the settings are wrong or the folder cannot be created. A remote store is not contacted yet.
    pub fn open(settings: &Pictures, data_directory: &Path) -> Result<Self, PictureStoreError> {
        if settings.store.is_empty() {
            Self::in_folder(&picture_folder(data_directory))
        } else {
            Ok(Self { files: s3::open(settings)?, has_attributes: true })
        }
    }

    /// Opens a store in this folder.
    ///
    /// # Errors
    /// When the folder cannot be created.
    pub fn in_folder(folder: &Path) -> Result<Self, PictureStoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|source| PictureStoreError::Folder { folder: folder.display().to_string(), source })?;
        let files = LocalFileSystem::new_with_prefix(folder)?;
        Ok(Self { files: Arc::new(files), has_attributes: false })
    }

    /// Writes a file. An existing file of the same name has the same content, because the name contains the content's
    /// hash.
    ///
    /// # Errors
    /// When the store refuses the file or does not answer.
    pub async fn put(&self, file: &PictureFile, bytes: Bytes) -> Result<(), PictureStoreError> {
        let mut options = PutOptions::default();
        if self.has_attributes {
            let kind = [(Attribute::ContentType, PictureFile::CONTENT_TYPE)];
            options.attributes = Attributes::from_iter(kind);
        }
        self.files.put_opts(&path(file), bytes.into(), options).await?;
        Ok(())
    }

    /// Reads a file; `None` where there is none.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn get(&self, file: &PictureFile) -> Result<Option<Bytes>, PictureStoreError> {
        match self.files.get(&path(file)).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes a file, if it exists.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn delete(&self, file: &PictureFile) -> Result<(), PictureStoreError> {
        match self.files.delete(&path(file)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns a file's path, in one of 256 folders: file systems are slow with a million files in one folder.
fn path(file: &PictureFile) -> ObjectPath {
    let hash = file.hash.as_str();
    ObjectPath::from_iter([hash.get(..2).unwrap_or_default(), &file.to_string()])
}
