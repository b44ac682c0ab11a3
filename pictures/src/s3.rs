//! Opens an S3-compatible store.

use std::{sync::Arc, time::Duration};

use domain::config::Pictures;
use object_store::{
    ClientOptions, ObjectStore, RetryConfig, aws::AmazonS3Builder, path::Path, prefix::PrefixStore,
};

use crate::PictureStoreError;

/// Timeout of one call to a remote store. The api gives up after ten seconds in total.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const MAX_RETRIES: usize = 2;

/// Opens the store that the settings name. It is not contacted yet.
///
/// # Errors
/// When the settings are wrong.
pub(crate) fn open(settings: &Pictures) -> Result<Arc<dyn ObjectStore>, PictureStoreError> {
    let bad = || PictureStoreError::BadAddress(settings.store.clone());
    let place = settings.store.strip_prefix("s3://").ok_or_else(bad)?;
    let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
    if bucket.is_empty() {
        return Err(bad());
    }
    let is_plain = settings.endpoint.starts_with("http://");
    let options = ClientOptions::new()
        .with_allow_http(is_plain)
        .with_timeout(REQUEST_TIMEOUT)
        .with_connect_timeout(CONNECT_TIMEOUT);
    let retry =
        RetryConfig { max_retries: MAX_RETRIES, retry_timeout: REQUEST_TIMEOUT, ..RetryConfig::default() };
    let mut builder = AmazonS3Builder::from_env()
        .with_bucket_name(bucket)
        .with_region(&settings.region)
        .with_client_options(options)
        .with_retry(retry);
    if !settings.endpoint.is_empty() {
        builder = builder.with_endpoint(&settings.endpoint);
    }
    if !settings.access_key_id.is_empty() {
        builder = builder
            .with_access_key_id(&settings.access_key_id)
            .with_secret_access_key(&settings.secret_access_key);
    }
    let prefix = Path::parse(prefix.trim_end_matches('/')).map_err(|_| bad())?;
    Ok(Arc::new(PrefixStore::new(builder.build()?, prefix)))
}
