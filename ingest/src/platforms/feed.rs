//! Reads a file with all products of the retailer as a stream: memory use stays flat however long the file is.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
};

use domain::model::{Fils, RejectReason};
use encoding_rs::Encoding;
use time::OffsetDateTime;

use super::{
    Coverage, FeedOptions, Platform, ResponseSender, RetailerError, RetailerSite, charset, feed_options,
    feed_probe,
    feed_row::{Row, RowProblem},
    feed_rows::{Rows, StatedCharset},
    feed_sale::{SaleDates, SaleState},
    non_empty, rejected,
};
use crate::{
    extract::text::description_start,
    fetch::{FeedCopy, belongs_to, charset_of},
    import::lines,
    normalise::{
        Condition, condition,
        price::{self, PriceError, PriceFormat},
    },
    raw_offer::{
        RawOffer, RawPrice, RawStock, RejectedListing, Rejection, RetailerCategory, RetailerResponse,
        is_storable_id,
    },
    retailer_file::TitleLanguage,
};

/// Number of rows sent together.
const PAGE: usize = 250;
/// Number of unreadable rows, without a single readable one, past which a feed is refused as a whole.
const UNREADABLE_ROWS: usize = 10_000;
/// Letter in the place of those that no encoding explains.
const BROKEN_LETTER: char = '\u{fffd}';

/// Column of a handed-in list that marks an offer as deleted.
const DELETED: &str = "deleted";

pub(super) const PLATFORM: Platform = Platform {
    name: "a feed",
    key: "feed",
    needs_section: true,
    has_title_language: true,
    categories: |file| Some(&file.feed.as_ref()?.categories),
    stock_words: |file| Some(&file.feed.as_ref()?.stock_words),
    find_problem: feed_options::find_problem,
    probes: &[
        // Feeds are tried before pages: a feed is one request, pages are thousands.
        (50, |asking| Box::pin(feed_probe::find_linked(asking))),
        (70, |asking| Box::pin(feed_probe::find_at_usual_paths(asking))),
    ],
    fetch_offers: |site, sender| Box::pin(fetch_offers(site, sender)),
    fetch_page: None,
};

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let Some(options) = site.file.feed.clone() else {
        return Err(RetailerError::Other("the file has no [feed]".to_owned()));
    };
    if options.handed_in {
        return Err(RetailerError::Other("it hands its offers in: there is nothing to crawl".to_owned()));
    }
    let Source { place, bytes, charset, copy } = open(site, &options).await?;
    let sender = sender.clone();
    let (base, limit) = (site.file.base_url.clone(), site.client.feed_limit());
    let (price_format, now) = (site.file.price_format(), site.now);
    let reading = tokio::task::spawn_blocking(move || {
        let reader = Reader {
            options: &options,
            base: &base,
            place: &place,
            limit,
            max_rows: None,
            own_domains: &[],
            price_format,
            now,
        };
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
    charset: StatedCharset,
    copy: Option<FeedCopy>,
}

async fn open(site: &RetailerSite, options: &FeedOptions) -> Result<Source, RetailerError> {
    let by_file = options.encoding.as_deref().and_then(|label| Encoding::for_label(label.as_bytes()));
    if let Some(path) = &options.file {
        let place = path.display().to_string();
        let file = File::open(path)
            .map_err(|error| RetailerError::Unreadable { url: place.clone(), what: error.to_string() })?;
        let charset = StatedCharset { by_file, by_header: None };
        return Ok(Source { place, bytes: Box::new(file), charset, copy: None });
    }
    let url = site.file.address(options.path.as_deref().unwrap_or_default())?;
    let opened = site.client.open(&url).await?;
    let charset = StatedCharset { by_file, by_header: charset_of(&opened.content_type) };
    Ok(Source { place: url.to_string(), bytes: opened.body, charset, copy: opened.copy })
}

/// Reader that fails, rather than ends, past the limit: a truncated feed must not pass as a complete one. The count
/// is of decompressed bytes.
struct Limited<R> {
    source: R,
    left: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or_else(|| io::Error::other("the feed is larger than allowed"))?;
        Ok(read)
    }
}

/// Reader of one feed, or of a list that the retailer handed in.
pub(super) struct Reader<'a> {
    pub(super) options: &'a FeedOptions,
    pub(super) base: &'a url::Url,
    pub(super) place: &'a str,
    /// Maximum size of the whole feed, in decompressed bytes.
    pub(super) limit: u64,
    /// Maximum number of rows of a handed-in list, whose rows may also be marked as deleted; `None` for a feed.
    pub(super) max_rows: Option<u64>,
    /// Domains of which the address of each offer must be; none for a feed, whose addresses its host answers for.
    pub(super) own_domains: &'a [&'a str],
    pub(super) price_format: PriceFormat,
    /// The moment for which prices are read.
    pub(super) now: OffsetDateTime,
}

/// The prices of a row that are valid now.
struct ValidPrices {
    price: Option<String>,
    list_price: Option<String>,
    /// When the price changes, where the row says so.
    until: Option<OffsetDateTime>,
}

impl Reader<'_> {
    pub(super) fn read_all(
        &self,
        source: Box<dyn Read + Send>,
        stated: StatedCharset,
        sender: &ResponseSender,
    ) -> Result<Coverage, RetailerError> {
        let unreadable = |what: String| RetailerError::Unreadable { url: self.place.to_owned(), what };
        let mut rows = self.open_rows(source, stated).map_err(&unreadable)?;
        let mut response = RetailerResponse::default();
        let (mut number, mut good, mut bad) = (0_u64, 0_usize, 0_usize);
        loop {
            let row = rows.next();
            number += 1;
            let is_row = matches!(&row, Ok(Some(_)) | Err(RowProblem::Row(..)));
            if let Some(max_rows) = self.max_rows.filter(|max_rows| is_row && number > *max_rows) {
                sender.send_blocking(response)?;
                return Err(unreadable(format!("it has more than {max_rows} rows")));
            }
            if let (Ok(Some(row)), Some(_)) = (&row, self.max_rows)
                && self.note_handed_in(number, row, &mut response)
            {
                good += 1;
                continue;
            }
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
                Err(RowProblem::Row(reason, row)) => {
                    bad += 1;
                    response.rejected.push(self.rejected(number, &row, reason.into()));
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

    fn open_rows(&self, source: Box<dyn Read + Send>, stated: StatedCharset) -> Result<Rows, String> {
        let unpacked = lines::decompress(source).map_err(|error| error.to_string())?;
        let limited: Box<dyn BufRead> =
            Box::new(BufReader::new(Limited { source: unpacked, left: self.limit }));
        let text = charset::open(limited, stated.any()).map_err(|error| error.to_string())?;
        Rows::open(self.options, text, stated)
    }

    /// Notes the number of a row of a handed-in list. Returns whether the row says that its offer is deleted.
    fn note_handed_in(&self, number: u64, row: &Row, response: &mut RetailerResponse) -> bool {
        let id = non_empty(row.get(&self.options.columns.external_id).map(str::to_owned));
        let Some(id) = id.filter(|id| is_storable_id(id)) else { return false };
        let mark = row.get(DELETED).unwrap_or_default().trim();
        let is_deleted = ["1", "true", "yes"].iter().any(|yes| mark.eq_ignore_ascii_case(yes));
        if is_deleted {
            response.deleted.push(id.clone());
        }
        response.rows.push((id, number));
        is_deleted
    }

    /// Returns a rejected row by its id where the row states one, so that its offer is known to exist.
    fn rejected(&self, number: u64, row: &Row, rejection: Rejection) -> RejectedListing {
        let columns = &self.options.columns;
        let get = |column: &str| non_empty(row.get(column).map(str::to_owned));
        let id = get(&columns.external_id).filter(|id| is_storable_id(id));
        let id_or_row = id.unwrap_or_else(|| format!("row {number}"));
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

    fn parse_price(&self, text: &str) -> Result<Fils, PriceError> {
        price::parse(text, self.price_format)
    }

    /// Returns the text of an amount; refuses two that differ, of which one may belong to something else.
    fn amount(&self, row: &Row, column: &str) -> Result<Option<String>, Rejection> {
        let first = non_empty(row.get(column).map(str::to_owned));
        let (Some(one), Some(other)) = (&first, row.other(column)) else { return Ok(first) };
        match (self.parse_price(one), self.parse_price(other)) {
            (Ok(one_amount), Ok(other_amount)) if one_amount != other_amount => {
                let detail = format!("{column} stands twice, as {one:?} and as {other:?}");
                Err(Rejection::new(RejectReason::SeveralPrices, detail))
            }
            _ => Ok(first),
        }
    }

    /// Returns the price that is valid now. A promotional price counts within its dates, where it is above zero and not
    /// above the price; one whose dates are unreadable does not count.
    fn prices(&self, row: &Row) -> Result<ValidPrices, Rejection> {
        let columns = &self.options.columns;
        let maybe = |column: &Option<String>| {
            non_empty(column.as_deref().and_then(|column| row.get(column)).map(str::to_owned))
        };
        let price = self.amount(row, &columns.price)?;
        let sale = columns.sale_price.as_deref().map_or(Ok(None), |column| self.amount(row, column))?;
        let regular = |until: Option<OffsetDateTime>| ValidPrices {
            price: price.clone(),
            list_price: maybe(&columns.list_price),
            until,
        };
        let Some(sale) = sale else { return Ok(regular(None)) };
        let state = match maybe(&columns.sale_price_dates) {
            None => Some(SaleState::Running(None)),
            Some(dates) => SaleDates::parse(&dates).map(|dates| dates.state(self.now)),
        };
        let amount = self.parse_price(&sale);
        let regular_amount = price.as_deref().and_then(|price| self.parse_price(price).ok());
        let is_below = matches!((&amount, regular_amount), (Ok(sale), Some(price)) if *sale < price);
        let until = match state {
            Some(SaleState::Running(until)) => until,
            Some(SaleState::Until(start)) => return Ok(regular(Some(start).filter(|_| is_below))),
            Some(SaleState::Over) | None => return Ok(regular(None)),
        };
        let says_nothing = match &amount {
            Ok(amount) => regular_amount.is_some_and(|price| *amount >= price),
            Err(PriceError::Zero | PriceError::Empty) => true,
            Err(_) => !sale.contains(char::is_numeric),
        };
        if says_nothing {
            return Ok(regular(None));
        }
        Ok(ValidPrices { price: Some(sale), list_price: price, until })
    }

    fn check_host(&self, url: &url::Url) -> Result<(), Rejection> {
        let host = url.host_str().unwrap_or_default();
        let is_own = |domain: &&str| belongs_to(host, domain);
        if self.own_domains.is_empty() || self.own_domains.iter().any(is_own) {
            return Ok(());
        }
        let detail = format!("{} is on {host:?}, which is no domain of the shop", self.options.columns.url);
        Err(Rejection::new(RejectReason::Incomplete, detail))
    }

    fn offer(&self, row: &Row) -> Result<RawOffer, Rejection> {
        let columns = &self.options.columns;
        // A program that cuts a text after so many bytes leaves half a letter at its end.
        let text = |text: &str| text.trim_end_matches(BROKEN_LETTER).to_owned();
        let get = |column: &str| non_empty(row.get(column).map(text));
        let maybe = |column: &Option<String>| column.as_deref().and_then(get);
        let incomplete = |detail: String| Rejection::new(RejectReason::Incomplete, detail);
        let external_id = get(&columns.external_id)
            .ok_or_else(|| incomplete(format!("{} is empty", columns.external_id)))?;
        if !is_storable_id(&external_id) {
            return Err(incomplete(format!("{} is too long, or holds a zero byte", columns.external_id)));
        }
        let title = get(&columns.title).ok_or_else(|| incomplete(format!("{} is empty", columns.title)))?;
        let is_broken = |text: &String| text.contains(BROKEN_LETTER);
        if is_broken(&external_id) || is_broken(&title) {
            return Err(format!("{title:?} has letters that are broken: state the feed's encoding").into());
        }
        let url = get(&columns.url)
            .and_then(|url| self.base.join(&url).ok())
            .ok_or_else(|| incomplete(format!("{} is no address", columns.url)))?;
        self.check_host(&url)?;
        if let Some(condition) =
            maybe(&columns.condition).filter(|condition| condition::of_field(condition) != Condition::New)
        {
            let detail = format!("the item is not new ({condition})");
            return Err(Rejection::new(RejectReason::NotNew, detail));
        }
        let (title_en, title_ar) = match self.options.title_language {
            TitleLanguage::En => (Some(title), maybe(&columns.title_ar)),
            TitleLanguage::Ar => (None, Some(title)),
        };
        let prices = self.prices(row)?;
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
            price: RawPrice::text(prices.price),
            list_price: RawPrice::text(prices.list_price),
            price_valid_until: prices.until,
            currency: None,
            stock: get(&columns.stock).map_or(RawStock::Absent, RawStock::Words),
            stock_left: maybe(&columns.stock_left),
        })
    }
}
