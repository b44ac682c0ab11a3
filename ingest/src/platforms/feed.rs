//! Reads a file with all products of the retailer as a stream: memory use stays flat however long the file is.

use std::{
    fs::File,
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::model::RejectReason;
use encoding_rs::Encoding;
use encoding_rs_io::DecodeReaderBytesBuilder;
use futures::future::BoxFuture;

use super::{
    Adapter, Coverage, ResponseSender, RetailerError, RetailerSite,
    feed_row::{Row, RowProblem},
    feed_rows::Rows,
    non_empty, rejected,
};
use crate::{
    extract::text::description_start,
    fetch::{FeedCopy, charset_of},
    import::lines,
    raw_offer::{
        RawOffer, RawPrice, RawStock, RejectedListing, Rejection, RetailerCategory, RetailerResponse,
    },
    retailer_file::{FeedOptions, TitleLanguage},
};

/// Number of rows sent together.
const PAGE: usize = 250;
/// Number of unreadable rows, without a single readable one, past which a feed is refused as a whole.
const UNREADABLE_ROWS: usize = 10_000;

/// Maximum size of one row with all its fields, in bytes; a file whose row or item never ends is no feed.
const MAX_ROW_BYTES: u64 = 8 * 1024 * 1024;

/// The adapter for feeds.
pub(super) struct Feed;

impl Adapter for Feed {
    fn fetch_offers<'a>(
        &'a self,
        site: &'a RetailerSite,
        sender: &'a ResponseSender,
    ) -> BoxFuture<'a, Result<Coverage, RetailerError>> {
        Box::pin(fetch_offers(site, sender))
    }
}

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let Some(options) = site.file.feed.clone() else {
        return Err(RetailerError::Other("the file has no [feed]".to_owned()));
    };
    let Source { place, bytes, charset, copy } = open(site, &options).await?;
    let sender = sender.clone();
    let (base, limit) = (site.file.base_url.clone(), site.client.feed_limit());
    let reading = tokio::task::spawn_blocking(move || {
        let reader = Reader { options: &options, base: &base, place: &place, limit };
        reader.read_all(bytes, charset, &sender)
    });
    let coverage =
        reading.await.map_err(|_| RetailerError::Other("the feed's reading thread failed".to_owned()))??;
    if let Some(copy) = copy {
        site.client.store_copy(copy).await;
    }
    Ok(coverage)
}

/// An opened feed.
struct Source {
    place: String,
    bytes: Box<dyn Read + Send>,
    charset: Option<&'static Encoding>,
    copy: Option<FeedCopy>,
}

async fn open(site: &RetailerSite, options: &FeedOptions) -> Result<Source, RetailerError> {
    let stated = options.encoding.as_deref().and_then(|label| Encoding::for_label(label.as_bytes()));
    if let Some(path) = &options.file {
        let place = path.display().to_string();
        let file = File::open(path)
            .map_err(|error| RetailerError::Unreadable { url: place.clone(), what: error.to_string() })?;
        return Ok(Source { place, bytes: Box::new(file), charset: stated, copy: None });
    }
    let url = site.file.address(options.path.as_deref().unwrap_or_default())?;
    let opened = site.client.open(&url).await?;
    let charset = stated.or_else(|| charset_of(&opened.content_type));
    Ok(Source { place: url.to_string(), bytes: opened.body, charset, copy: opened.copy })
}

/// Reader that fails, rather than ends, past the limits: a truncated feed must not pass as a complete one. The count
/// is of decompressed bytes.
struct Limited<R> {
    source: R,
    left: u64,
    /// Bytes read since the last row was complete.
    of_this_row: Arc<AtomicU64>,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or_else(|| io::Error::other("the feed is larger than allowed"))?;
        if self.of_this_row.fetch_add(read as u64, Ordering::Relaxed) > MAX_ROW_BYTES {
            return Err(io::Error::other(format!("a row is longer than {MAX_ROW_BYTES} bytes")));
        }
        Ok(read)
    }
}

struct Reader<'a> {
    options: &'a FeedOptions,
    base: &'a url::Url,
    place: &'a str,
    /// Maximum size of the whole feed, in decompressed bytes.
    limit: u64,
}

impl Reader<'_> {
    fn read_all(
        &self,
        source: Box<dyn Read + Send>,
        charset: Option<&'static Encoding>,
        sender: &ResponseSender,
    ) -> Result<Coverage, RetailerError> {
        let unreadable = |what: String| RetailerError::Unreadable { url: self.place.to_owned(), what };
        let unpacked = lines::decompress(source).map_err(|error| unreadable(error.to_string()))?;
        let of_this_row = Arc::new(AtomicU64::new(0));
        let limited = Limited { source: unpacked, left: self.limit, of_this_row: of_this_row.clone() };
        let decoded = DecodeReaderBytesBuilder::new().encoding(charset).bom_override(true).build(limited);
        let mut rows = Rows::open(self.options, Box::new(decoded)).map_err(&unreadable)?;
        let mut response = RetailerResponse::default();
        let (mut number, mut good, mut bad) = (0_u64, 0_usize, 0_usize);
        loop {
            let row = rows.next();
            of_this_row.store(0, Ordering::Relaxed);
            number += 1;
            match row {
                Ok(None) => break,
                Ok(Some(row)) => match self.offer(&row) {
                    Ok(offer) => {
                        good += 1;
                        response.offers.push(offer);
                    }
                    Err(rejection) => {
                        bad += 1;
                        response.rejected.push(self.rejected(number, &row, rejection));
                    }
                },
                Err(RowProblem::Row(reason)) => {
                    bad += 1;
                    response.rejected.push(rejected(format!("row {number}"), reason));
                }
                Err(RowProblem::Source(what)) => {
                    sender.send_blocking(response)?;
                    return Err(unreadable(format!("the feed is cut off after {} rows: {what}", number - 1)));
                }
            }
            if good == 0 && bad > UNREADABLE_ROWS {
                return Err(unreadable(format!("not one of its first {bad} rows can be read")));
            }
            if response.offers.len() + response.rejected.len() >= PAGE {
                sender.send_blocking(std::mem::take(&mut response))?;
            }
        }
        if good == 0 && bad == 0 {
            return Err(unreadable("it holds no rows".to_owned()));
        }
        sender.send_blocking(response)?;
        Ok(Coverage::Complete)
    }

    /// Returns a rejected row by its id where the row states one, so that its offer is known to exist.
    fn rejected(&self, number: u64, row: &Row, rejection: Rejection) -> RejectedListing {
        let columns = &self.options.columns;
        let get = |column: &str| non_empty(row.get(column).map(str::to_owned));
        let id_or_row = get(&columns.external_id).unwrap_or_else(|| format!("row {number}"));
        let url = get(&columns.url).and_then(|url| Some(self.base.join(&url).ok()?.into()));
        RejectedListing { title: get(&columns.title), url, ..rejected(id_or_row, rejection) }
    }

    /// Returns the retailer's own category, and the one it states for Google, which is often the only one.
    fn categories(&self, row: &Row) -> Vec<RetailerCategory> {
        let columns = &self.options.columns;
        let texts = [row.get(&columns.category), row.get(&columns.google_category)];
        let stated = texts.into_iter().flatten().map(|text| {
            // Google's categories are ids of Google's own list or paths.
            let code = text.trim().bytes().all(|byte| byte.is_ascii_digit()).then(|| text.trim().to_owned());
            RetailerCategory { code, ..RetailerCategory::from_text(text) }
        });
        stated.filter(|category| !category.path.is_empty()).collect()
    }

    fn offer(&self, row: &Row) -> Result<RawOffer, Rejection> {
        let columns = &self.options.columns;
        let get = |column: &str| non_empty(row.get(column).map(str::to_owned));
        let maybe = |column: &Option<String>| column.as_deref().and_then(get);
        let incomplete = |detail: String| Rejection::new(RejectReason::Incomplete, detail);
        let external_id = get(&columns.external_id)
            .ok_or_else(|| incomplete(format!("{} is empty", columns.external_id)))?;
        let title = get(&columns.title).ok_or_else(|| incomplete(format!("{} is empty", columns.title)))?;
        let url = get(&columns.url)
            .and_then(|url| self.base.join(&url).ok())
            .ok_or_else(|| incomplete(format!("{} is no address", columns.url)))?;
        if let Some(condition) =
            maybe(&columns.condition).filter(|condition| !condition.eq_ignore_ascii_case("new"))
        {
            let detail = format!("the item is not new ({condition})");
            return Err(Rejection::new(RejectReason::NotNew, detail));
        }
        let (title_en, title_ar) = match self.options.title_language {
            TitleLanguage::En => (Some(title), maybe(&columns.title_ar)),
            TitleLanguage::Ar => (None, Some(title)),
        };
        let (price, list_price) = match maybe(&columns.sale_price) {
            Some(sale) => (Some(sale), get(&columns.price)),
            None => (get(&columns.price), maybe(&columns.list_price)),
        };
        Ok(RawOffer {
            external_id,
            title_en,
            title_ar,
            url: url.into(),
            page_url: None,
            image_url: get(&columns.image_url).and_then(|image| Some(self.base.join(&image).ok()?.into())),
            categories: self.categories(row),
            description: row.get(&columns.description).and_then(description_start),
            listing_page_mapping: None,
            stated_brand: get(&columns.manufacturer),
            part_number: get(&columns.part_number),
            sku: maybe(&columns.sku),
            gtins: get(&columns.gtin).into_iter().collect(),
            price: RawPrice::text(price),
            list_price: RawPrice::text(list_price),
            currency: None,
            stock: get(&columns.stock).map_or(RawStock::Absent, RawStock::Words),
            stock_left: maybe(&columns.stock_left),
        })
    }
}
