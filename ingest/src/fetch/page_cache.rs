//! What a shop's pages said last time, kept whole: a page that has not changed is read again from here, by the rules of
//! today, exactly as if it had been sent. Nothing that was made of it is kept, so nothing can be out of date.

use std::{
    io::{Read, Write},
    sync::atomic::{AtomicI64, AtomicU64, Ordering},
};

use domain::{
    model::RetailerId,
    store::remembered_pages::{self, RememberedPage, Validator},
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use sqlx::PgPool;
use url::Url;

use super::{FetchError, Fetched};

/// Packed bytes of one page; a larger one is asked for whole each time.
const MAX_PAGE_BYTES: usize = 2 * 1024 * 1024;
/// Headers that adapters read begin like this.
const KEPT_HEADERS: &str = "x-wp-";

/// The memory of one shop's pages. Where the database fails it only remembers nothing: the crawl itself will say so.
pub struct PageCache {
    db: PgPool,
    retailer_id: RetailerId,
    /// Whether pages are asked for by what is remembered; they are remembered either way.
    asks: bool,
    room: AtomicI64,
    not_modified: AtomicU64,
}

impl PageCache {
    /// Opens a shop's memory of at most `limit` packed bytes. A `fresh` one asks for every page whole.
    ///
    /// # Errors
    /// On database errors.
    pub async fn open(db: &PgPool, retailer_id: RetailerId, limit: u64, fresh: bool) -> sqlx::Result<Self> {
        let taken = remembered_pages::total_bytes(db, retailer_id).await?;
        let room = i64::try_from(limit).unwrap_or(i64::MAX).saturating_sub(taken);
        Ok(Self {
            db: db.clone(),
            retailer_id,
            asks: !fresh && limit > 0,
            room: AtomicI64::new(room),
            not_modified: AtomicU64::new(0),
        })
    }

    /// How many pages the shop did not have to send.
    pub fn not_modified(&self) -> u64 {
        self.not_modified.load(Ordering::Relaxed)
    }

    /// What to ask by.
    pub(super) async fn validator(&self, url: &Url) -> Option<Validator> {
        if !self.asks {
            return None;
        }
        let found = remembered_pages::find_validator(&self.db, self.retailer_id, url.as_str()).await;
        found.unwrap_or_else(|error| forgotten(url, &error))
    }

    /// The page that `asked` named, for a shop that says it stands.
    pub(super) async fn load(&self, url: &Url, asked: &Validator) -> Option<RememberedPage> {
        let found = remembered_pages::find(&self.db, self.retailer_id, url.as_str()).await;
        let page =
            found.unwrap_or_else(|error| forgotten(url, &error)).filter(|page| page.validator == *asked)?;
        self.not_modified.fetch_add(1, Ordering::Relaxed);
        Some(page)
    }

    /// Keeps a page that came whole; where it cannot be kept, what stood there goes.
    pub(super) async fn store(&self, url: &Url, page: Option<RememberedPage>, was_known: bool) {
        let stored = match page {
            Some(page) if self.takes(page.body.len()) => {
                remembered_pages::upsert(&self.db, self.retailer_id, url.as_str(), &page).await
            }
            None if self.asks && !was_known => return,
            // A validator that is no longer the page's must not be asked by.
            _ => remembered_pages::delete(&self.db, self.retailer_id, url.as_str()).await,
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
    tracing::warn!(%url, %error, "A page could not be remembered");
    None
}

/// The remembered page as it was sent.
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

/// A page to be kept, unless it is too large.
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
