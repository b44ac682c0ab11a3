//! Reads a feed as a stream. Where the retailer sends a validator, the stream also makes a compressed copy for the
//! next crawl.

use std::{
    io::{self, Cursor, Read, Write},
    sync::{Arc, Mutex, PoisonError},
};

use domain::store::cached_responses::{CachedResponse, Validator};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use futures::TryStreamExt;
use reqwest::header::CONTENT_TYPE;
use tokio_util::io::{StreamReader, SyncIoBridge};
use url::Url;

use super::response_cache;

/// Maximum size of a copy, in compressed bytes; a larger feed is requested in full each time.
const MAX_COPY_BYTES: usize = 16 * 1024 * 1024;

/// A response to be read on a blocking thread.
pub struct BodyStream {
    /// In lower case; empty when not stated.
    pub content_type: String,
    pub body: Box<dyn Read + Send>,
    /// Copy for [`super::RetailerClient::store_copy`], to be passed after reading.
    pub copy: Option<FeedCopy>,
}

/// Copy of a feed, complete once the feed was read to its end.
pub struct FeedCopy {
    url: Url,
    response: CachedResponse,
    packing: Arc<Mutex<Packing>>,
}

struct Packing {
    packer: Option<GzEncoder<Vec<u8>>>,
    ended: bool,
}

impl BodyStream {
    /// Opens the response of a retailer, with a copy where `validator` allows a conditional request next time.
    pub(super) fn from_response(
        response: reqwest::Response,
        url: Url,
        validator: Option<Validator>,
    ) -> BodyStream {
        let stated = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let content_type = stated.map(str::to_ascii_lowercase).unwrap_or_default();
        let headers = response_cache::cacheable_headers(response.headers());
        let stream = response.bytes_stream().map_err(io::Error::other);
        let body: Box<dyn Read + Send> = Box::new(SyncIoBridge::new(StreamReader::new(Box::pin(stream))));
        let Some(validator) = validator else { return BodyStream { content_type, body, copy: None } };
        let packer = Some(GzEncoder::new(Vec::new(), Compression::fast()));
        let packing = Arc::new(Mutex::new(Packing { packer, ended: false }));
        let response =
            CachedResponse { validator, content_type: content_type.clone(), headers, body: Vec::new() };
        let body = Box::new(Copied { source: body, packing: packing.clone() });
        BodyStream { content_type, body, copy: Some(FeedCopy { url, response, packing }) }
    }

    /// Opens the feed from the cache.
    pub(super) fn from_cache(cached: CachedResponse) -> BodyStream {
        let body = Box::new(GzDecoder::new(Cursor::new(cached.body)));
        BodyStream { content_type: cached.content_type, body, copy: None }
    }
}

impl FeedCopy {
    /// Returns the address, and the response to store where the copy is complete and small enough.
    pub(super) fn finish(self) -> (Url, Option<CachedResponse>) {
        let mut packing = self.packing.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = packing.ended;
        let body = packing.packer.take().filter(|_| ended).and_then(|packer| packer.finish().ok());
        let response = body.map(|body| CachedResponse { body, ..self.response });
        (self.url, response)
    }
}

/// Reader that copies everything read through it.
struct Copied {
    source: Box<dyn Read + Send>,
    packing: Arc<Mutex<Packing>>,
}

impl Read for Copied {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        let mut packing = self.packing.lock().unwrap_or_else(PoisonError::into_inner);
        packing.ended |= read == 0 && !buffer.is_empty();
        if let Some(packer) = &mut packing.packer {
            let packed = packer.write_all(&buffer[..read]);
            if packed.is_err() || packer.get_ref().len() > MAX_COPY_BYTES {
                packing.packer = None;
            }
        }
        Ok(read)
    }
}
