//! A sample of a retailer's offers, read by the adapter that will read all of them.

use std::collections::BTreeMap;

use domain::model::PlatformKind;
use time::OffsetDateTime;

use super::price_format::{self, FormatGuess};
use crate::{
    crawl::{ReadingNotes, parse_draft_with_notes},
    fetch::RetailerClient,
    normalise::LearntCategories,
    platforms::{self, Coverage, ResponseSender, RetailerError, RetailerSite, sitemap_pages},
    raw_offer::{RawOffer, RawPrice, RawStock, RejectedListing, RetailerResponse},
    retailer_file::RetailerFile,
};

/// Maximum number of sitemaps to read for the sample's pages.
const SITEMAPS: usize = 6;
/// Number of offers to read where one response holds a hundred of them, or all: twenty requests at most.
const MANY: usize = 2_000;
/// Maximum number of responses to read in sequence: the variations of a product are one, of few offers.
const RESPONSES: usize = 60;

/// A sample of a retailer's offers.
pub struct Sample {
    pub offers: Vec<RawOffer>,
    pub rejected: Vec<RejectedListing>,
    /// Findings about the retailer's categories, read without any mapping.
    pub notes: ReadingNotes,
    /// Number of offers that could be stored.
    pub readable: usize,
    /// Why the sample is not all that the retailer lists, where one response would hold all: as a sentence.
    pub partial: Option<String>,
}

/// Reads about `limit` offers.
pub(super) async fn read(
    client: RetailerClient,
    file: &RetailerFile,
    limit: usize,
) -> Result<Sample, RetailerError> {
    let site = RetailerSite { file: file.clone(), client, now: OffsetDateTime::now_utc(), watch: None };
    let limit = match file.platform {
        PlatformKind::SchemaOrg => limit,
        // A request holds many offers, and retailers list category after category: a few pages would show one or
        // two categories.
        _ => limit.max(MANY),
    };
    let (pages, partial) = match file.platform {
        PlatformKind::SchemaOrg => (read_spread(&site, limit).await?, None),
        _ => first(site, limit).await?,
    };
    let mut sample = Sample {
        offers: Vec::new(),
        rejected: Vec::new(),
        notes: ReadingNotes::default(),
        readable: 0,
        partial,
    };
    for page in pages {
        sample.rejected.extend(page.rejected);
        sample.notes.add_left_out(page.left_out);
        for raw in page.offers.into_iter().take(limit.saturating_sub(sample.offers.len())) {
            sample.offers.push(raw.clone());
            // Without its price format a feed's prices may be unreadable until the retailer's file is written.
            if parse_draft_with_notes(file, raw, &LearntCategories::default(), &mut sample.notes).is_ok() {
                sample.readable += 1;
            }
        }
    }
    Ok(sample)
}

/// Returns the first pages that the adapter sends, until `limit` offers are reached, and why they are not all.
async fn first(
    site: RetailerSite,
    limit: usize,
) -> Result<(Vec<RetailerResponse>, Option<String>), RetailerError> {
    let kind = site.file.platform;
    let (sender, mut incoming) = ResponseSender::channel(1);
    let reading = tokio::spawn(async move { platforms::for_kind(kind).fetch_offers(&site, &sender).await });
    let (mut pages, mut offers) = (Vec::new(), 0);
    while let Some(page) = incoming.recv().await {
        offers += page.offers.len();
        pages.push(page);
        if offers >= limit || pages.len() >= RESPONSES {
            reading.abort();
            return Ok((pages, Some(format!("Only the first {limit} offers were read."))));
        }
    }
    let unread = match reading.await {
        Ok(Err(error)) if offers == 0 => return Err(error),
        Ok(Err(error)) => Some(error.to_string()),
        Ok(Ok(Coverage::Except(unread))) => Some(unread.to_string()),
        Ok(Ok(Coverage::Complete)) => None,
        Err(error) => Some(error.to_string()),
    };
    Ok((pages, unread.map(|why| format!("Only {offers} offers could be read: {why}"))))
}

/// Reads product pages spread over the whole sitemap: retailers list category by category.
async fn read_spread(site: &RetailerSite, limit: usize) -> Result<Vec<RetailerResponse>, RetailerError> {
    let options = site.file.schema_org.clone().unwrap_or_default();
    let start = site.file.address(&options.sitemap)?;
    let mut addresses = sitemap_pages(&site.client, &start, SITEMAPS).await?;
    addresses.retain(|address| address.as_str().contains(&options.product_path));
    let step = addresses.len().div_ceil(limit.max(1)).max(1);
    let mut pages = Vec::new();
    for url in addresses.iter().step_by(step) {
        match platforms::for_kind(PlatformKind::SchemaOrg).fetch_page(site, url, None).await {
            Ok(page) => pages.push(page),
            Err(RetailerError::Fetch(error)) if error.is_fatal() && pages.is_empty() => {
                return Err(error.into());
            }
            Err(RetailerError::Fetch(error)) if error.is_fatal() => break,
            Err(error) => tracing::debug!(%url, %error, "Cannot read a page of the sample"),
        }
    }
    Ok(pages)
}

impl Sample {
    /// Returns the number of listings that could not be read, with an example.
    pub(super) fn refused(&self) -> Option<(usize, String)> {
        let first = self.rejected.first()?;
        Some((self.rejected.len(), format!("{}: {}", first.id_or_url, first.rejection)))
    }

    /// Returns a currency other than the dinar, where no offer is in dinars.
    pub(super) fn other_currency(&self) -> Option<String> {
        let mut stated: BTreeMap<String, usize> = BTreeMap::new();
        for currency in
            self.offers.iter().filter_map(|offer| offer.currency.clone().or_else(|| named_in(&offer.price)))
        {
            *stated.entry(currency.trim().to_uppercase()).or_default() += 1;
        }
        let is_dinar = |currency: &String| ["KWD", "KD", "K.D.", "د.ك", "د.ك."].contains(&currency.as_str());
        if stated.keys().any(is_dinar) {
            return None;
        }
        stated.into_iter().max_by_key(|(_, count)| *count).map(|(currency, _)| currency)
    }

    /// Returns the first stated currency.
    pub(super) fn currency(&self) -> Option<&str> {
        self.offers.iter().find_map(|offer| offer.currency.as_deref())
    }

    /// Returns the format of amounts, where they are texts of the retailer.
    pub(super) fn price_format(&self) -> Option<FormatGuess> {
        let texts: Vec<String> = self
            .offers
            .iter()
            .flat_map(|offer| [&offer.price, &offer.list_price])
            .filter_map(|price| match price {
                RawPrice::Text(text) => Some(text.clone()),
                _ => None,
            })
            .collect();
        (!texts.is_empty()).then(|| price_format::guess(&texts))
    }

    /// Returns an example of an amount as the interface writes it.
    pub(super) fn plain_amount(&self) -> Option<String> {
        self.offers.iter().find_map(|offer| match &offer.price {
            RawPrice::Decimal(text) => Some(text.clone()),
            RawPrice::Minor { amount, scale } => Some(format!("{amount} with {scale} decimals")),
            RawPrice::Text(_) | RawPrice::Absent => None,
        })
    }

    /// Whether most titles are Arabic.
    pub(super) fn is_arabic(&self) -> bool {
        let is_arabic = |offer: &&RawOffer| {
            let title = offer.title_en.as_deref().unwrap_or_default();
            title.chars().any(|letter| matches!(letter, '\u{600}'..='\u{6ff}'))
        };
        self.offers.iter().filter(is_arabic).count() * 2 > self.offers.len()
    }

    /// Returns the "manufacturer" that more than 60 % of at least 20 offers name: the retailer itself.
    pub(super) fn own_vendor(&self) -> Option<&str> {
        const FEW: usize = 20;
        let mut vendors: BTreeMap<&str, usize> = BTreeMap::new();
        for vendor in self.offers.iter().filter_map(|offer| offer.stated_brand.as_deref()) {
            *vendors.entry(vendor).or_default() += 1;
        }
        let (vendor, count) = vendors.into_iter().max_by_key(|(_, count)| *count)?;
        (self.offers.len() >= FEW && count * 10 > self.offers.len() * 6).then_some(vendor)
    }

    /// Returns the number of SKUs, and the number of those that occur in their own titles.
    pub(super) fn skus_in_titles(&self) -> (usize, usize) {
        let plain =
            |text: &str| text.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect::<String>();
        let skus: Vec<(String, String)> = self
            .offers
            .iter()
            .filter_map(|offer| {
                let title = offer.title_en.as_deref().or(offer.title_ar.as_deref())?;
                Some((plain(offer.sku.as_deref()?), plain(title)))
            })
            .filter(|(sku, _)| sku.len() >= 5)
            .collect();
        (skus.len(), skus.iter().filter(|(sku, title)| title.contains(sku.as_str())).count())
    }

    /// Returns stock words whose meaning our table of common words does not tell.
    pub(super) fn unknown_stock_words(&self) -> Vec<String> {
        let words = self.offers.iter().filter_map(|offer| match &offer.stock {
            RawStock::Words(words) => Some(words.trim().to_owned()),
            _ => None,
        });
        let unknown = words.filter(|words| {
            crate::normalise::stock::from_text(words) == domain::model::Stock::Unknown && words.len() < 60
        });
        let mut unknown: Vec<String> = unknown.collect();
        unknown.sort();
        unknown.dedup();
        unknown.truncate(10);
        unknown
    }
}

/// Returns the currency that a price text names: `12.500 USD`.
fn named_in(price: &RawPrice) -> Option<String> {
    let RawPrice::Text(text) = price else { return None };
    let word: String = text.chars().filter(|letter| letter.is_alphabetic()).collect();
    let known = ["USD", "EUR", "GBP", "AED", "SAR", "QAR", "BHD", "OMR", "INR", "KWD", "KD"];
    known.iter().find(|name| word.eq_ignore_ascii_case(name)).map(|name| (*name).to_owned())
}
