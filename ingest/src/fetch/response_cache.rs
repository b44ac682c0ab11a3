//! Cache of a retailer's pages as they were sent. A page that has not changed is read from here, by the current
//! rules, exactly as if the retailer had sent it. The cache holds nothing derived from a page, so nothing in it can
//! be out of date.

use std::{
    io::{Read, Write},
    sync::atomic::{AtomicI64, AtomicU64, Ordering},
};

use domain::{
    model::RetailerId,
    store::cached_responses::{self, RememberedPage, Validator},
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use sqlx::PgPool;
use url::Url;

use super::{FetchError, Fetched};

/// Maximum size of one page, in compressed bytes; a larger page is requested in full each time.
const MAX_PAGE_BYTES: usize = 2 * 1024 * 1024;
/// Prefix of the headers that adapters read and that the cache stores.
const KEPT_HEADERS: &str = "x-wp-";

/// Cache of one retailer's pages. A database error only makes the cache miss: the crawl itself reports the error.
pub struct PageCache {
    db: PgPool,
    retailer_id: RetailerId,
    /// Whether requests are conditional on cached pages; pages are cached either way.
    asks: bool,
    room: AtomicI64,
    not_modified: AtomicU64,
}

impl PageCache {
    /// Opens a retailer's cache of at most `limit` compressed bytes. With `fresh`, every page is requested in full.
    ///
    /// # Errors
    /// On database errors.
    pub async fn open(db: &PgPool, retailer_id: RetailerId, limit: u64, fresh: bool) -> sqlx::Result<Self> {
        let taken = cached_responses::total_bytes(db, retailer_id).await?;
        let room = i64::try_from(limit).unwrap_or(i64::MAX).saturating_sub(taken);
        Ok(Self {
            db: db.clone(),
            retailer_id,
            asks: !fresh && limit > 0,
            room: AtomicI64::new(room),
            not_modified: AtomicU64::new(0),
        })
    }

    /// Returns the number of pages that the retailer did not have to send.
    pub fn not_modified(&self) -> u64 {
        self.not_modified.load(Ordering::Relaxed)
    }

    /// Returns the validator for a conditional request.
    pub(super) async fn validator(&self, url: &Url) -> Option<Validator> {
        if !self.asks {
            return None;
        }
        let found = cached_responses::find_validator(&self.db, self.retailer_id, url.as_str()).await;
        found.unwrap_or_else(|error| forgotten(url, &error))
    }

    /// Returns the page with the validator `asked`, after the retailer confirmed that the page is unchanged.
    pub(super) async fn load(&self, url: &Url, asked: &Validator) -> Option<RememberedPage> {
        let found = cached_responses::find(&self.db, self.retailer_id, url.as_str()).await;
        let page =
            found.unwrap_or_else(|error| forgotten(url, &error)).filter(|page| page.validator == *asked)?;
        self.not_modified.fetch_add(1, Ordering::Relaxed);
        Some(page)
    }

    /// Caches a page that was sent in full; where the page cannot be cached, the old entry is deleted.
    pub(super) async fn store(&self, url: &Url, page: Option<RememberedPage>, was_known: bool) {
        let stored = match page {
            Some(page) if self.takes(page.body.len()) => {
                cached_responses::upsert(&self.db, self.retailer_id, url.as_str(), &page).await
            }
            None if self.asks && !was_known => return,
            // A validator that no longer belongs to the page must not be sent again.
            _ => cached_responses::delete(&self.db, self.retailer_id, url.as_str()).await,
        };
        if let Err(error) = stored {
            forgotten::<()>(url, &error);
        }
    }

    fn takes(&self, bytes: usize) -> bool {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        let takes = |room: i64| (room >= bytes).then_some(room - bytes);
        self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, takes).is_ok()
    }
}

fn forgotten<T>(url: &Url, error: &sqlx::Error) -> Option<T> {
    tracing::warn!(%url, %error, "Cannot store a page in the page cache");
    None
}

/// Restores the cached page as it was sent.
pub(super) fn unpack(page: RememberedPage, url: Url, limit: u64) -> Result<Fetched, FetchError> {
    let mut body = Vec::new();
    let broken = |error: std::io::Error| FetchError::Unreachable { url: url.clone(), why: error.to_string() };
    GzDecoder::new(page.body.as_slice()).take(limit + 1).read_to_end(&mut body).map_err(broken)?;
    if body.len() as u64 > limit {
        return Err(FetchError::TooLarge { url, limit });
    }
    let headers = page.headers.iter().filter_map(|(name, value)| {
        Some((name.parse::<HeaderName>().ok()?, HeaderValue::from_str(value).ok()?))
    });
    Ok(Fetched { headers: headers.collect(), content_type: page.content_type, body, url })
}

/// Compresses a page for the cache; `None` where it is too large.
pub(super) fn pack(fetched: &Fetched, validator: Validator) -> Option<RememberedPage> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing into memory does not fail.
    packer.write_all(&fetched.body).ok()?;
    let body = packer.finish().ok().filter(|packed| packed.len() <= MAX_PAGE_BYTES)?;
    let content_type = fetched.content_type.clone();
    Some(RememberedPage { validator, content_type, headers: cacheable_headers(&fetched.headers), body })
}

pub(super) fn cacheable_headers(headers: &HeaderMap) -> std::collections::BTreeMap<String, String> {
    let kept = headers.iter().filter(|(name, _)| name.as_str().starts_with(KEPT_HEADERS));
    kept.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned()))).collect()
}
