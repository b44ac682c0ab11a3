//! Cache of a retailer's responses as they were sent. A page that has not changed is read from here, by the current
//! rules, exactly as if the retailer had sent it. The cache holds nothing derived from a response, so nothing in it
//! can be out of date.

use std::{
    io::{Read, Write},
    sync::atomic::{AtomicI64, AtomicU64, Ordering},
};

use domain::{
    model::RetailerId,
    store::cached_responses::{self, CachedResponse, Validator},
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use sqlx::PgPool;
use url::Url;

use super::{FetchError, Fetched};

/// Maximum size of one response, in compressed bytes; a larger one is requested in full each time.
const MAX_RESPONSE_BYTES: usize = 2 * 1024 * 1024;
/// Prefix of the headers that adapters read and that the cache stores.
const CACHED_HEADERS: &str = "x-wp-";

/// Cache of one retailer's responses. A database error only makes the cache miss: the crawl itself reports the error.
pub struct ResponseCache {
    db: PgPool,
    retailer_id: RetailerId,
    /// Whether requests are conditional on cached responses; responses are cached either way.
    is_conditional: bool,
    /// Compressed bytes that may still be cached.
    free_bytes: AtomicI64,
    not_modified: AtomicU64,
}

impl ResponseCache {
    /// Opens a retailer's cache of at most `limit` compressed bytes. With `fresh`, every page is requested in full.
    ///
    /// # Errors
    /// On database errors.
    pub async fn open(db: &PgPool, retailer_id: RetailerId, limit: u64, fresh: bool) -> sqlx::Result<Self> {
        let used = cached_responses::total_bytes(db, retailer_id).await?;
        let free_bytes = i64::try_from(limit).unwrap_or(i64::MAX).saturating_sub(used);
        Ok(Self {
            db: db.clone(),
            retailer_id,
            is_conditional: !fresh && limit > 0,
            free_bytes: AtomicI64::new(free_bytes),
            not_modified: AtomicU64::new(0),
        })
    }

    /// Returns the number of pages that the retailer did not have to send.
    pub fn not_modified(&self) -> u64 {
        self.not_modified.load(Ordering::Relaxed)
    }

    /// Returns the validator for a conditional request.
    pub(super) async fn validator(&self, url: &Url) -> Option<Validator> {
        if !self.is_conditional {
            return None;
        }
        let found = cached_responses::find_validator(&self.db, self.retailer_id, url.as_str()).await;
        found.unwrap_or_else(|error| warn_and_miss(url, &error))
    }

    /// Returns the response with this validator, after the retailer confirmed that the page is unchanged.
    pub(super) async fn load(&self, url: &Url, validator: &Validator) -> Option<CachedResponse> {
        let found = cached_responses::find(&self.db, self.retailer_id, url.as_str()).await;
        let cached = found
            .unwrap_or_else(|error| warn_and_miss(url, &error))
            .filter(|cached| cached.validator == *validator)?;
        self.not_modified.fetch_add(1, Ordering::Relaxed);
        Some(cached)
    }

    /// Caches a response that was sent in full; where it cannot be cached, the old entry is deleted.
    /// `had_validator`: the request named a validator, so an old entry exists.
    pub(super) async fn store(&self, url: &Url, response: Option<CachedResponse>, had_validator: bool) {
        let stored = match response {
            Some(response) if self.reserve(response.body.len()) => {
                cached_responses::upsert(&self.db, self.retailer_id, url.as_str(), &response).await
            }
            None if self.is_conditional && !had_validator => return,
            // A validator that no longer belongs to the page must not be sent again.
            _ => cached_responses::delete(&self.db, self.retailer_id, url.as_str()).await,
        };
        if let Err(error) = stored {
            warn_and_miss::<()>(url, &error);
        }
    }

    /// Reserves room for a response. Returns `false` where the cache is full.
    fn reserve(&self, bytes: usize) -> bool {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        let take = |free: i64| (free >= bytes).then_some(free - bytes);
        self.free_bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }
}

fn warn_and_miss<T>(url: &Url, error: &sqlx::Error) -> Option<T> {
    tracing::warn!(%url, %error, "Cannot use the response cache");
    None
}

/// Restores the cached response as it was sent.
pub(super) fn unpack(cached: CachedResponse, url: Url, limit: u64) -> Result<Fetched, FetchError> {
    let mut body = Vec::new();
    let broken = |error: std::io::Error| FetchError::Unreachable { url: url.clone(), why: error.to_string() };
    GzDecoder::new(cached.body.as_slice()).take(limit + 1).read_to_end(&mut body).map_err(broken)?;
    if body.len() as u64 > limit {
        return Err(FetchError::TooLarge { url, limit });
    }
    let headers = cached.headers.iter().filter_map(|(name, value)| {
        Some((name.parse::<HeaderName>().ok()?, HeaderValue::from_str(value).ok()?))
    });
    Ok(Fetched { headers: headers.collect(), content_type: cached.content_type, body, url })
}

/// Compresses a response for the cache; `None` where it is too large.
pub(super) fn pack(fetched: &Fetched, validator: Validator) -> Option<CachedResponse> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing into memory does not fail.
    packer.write_all(&fetched.body).ok()?;
    let body = packer.finish().ok().filter(|packed| packed.len() <= MAX_RESPONSE_BYTES)?;
    let content_type = fetched.content_type.clone();
    Some(CachedResponse { validator, content_type, headers: cacheable_headers(&fetched.headers), body })
}

pub(super) fn cacheable_headers(headers: &HeaderMap) -> std::collections::BTreeMap<String, String> {
    let kept = headers.iter().filter(|(name, _)| name.as_str().starts_with(CACHED_HEADERS));
    kept.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned()))).collect()
}
