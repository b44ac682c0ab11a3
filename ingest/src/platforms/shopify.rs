//! Shopify: `/products.json` in pages, each variant an offer; what lies beyond its limit, by collections.

use std::collections::HashSet;

use domain::model::PlatformKind;
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::{
    Coverage, Failures, Platform, ResponseSender, RetailerError, RetailerSite,
    paging::{PageKind, PageList, hidden_after, identities},
    scalar,
    shopify_products::parse_products,
};
use crate::{
    detect::{DetectError, DetectedPlatform, Probe, text_at},
    retailer_file::{CategoryMap, TitleLanguage},
};

/// Number of products past which Shopify answers 400, in each list.
const MAX_PRODUCTS: usize = 25_000;
/// Maximum number of pages, of all collections and their lists together: at 250 products a page, the ids of the products
/// that were met take up to 20 MB.
const MAX_COLLECTION_PAGES: usize = 5_000;

pub(super) const PLATFORM: Platform = Platform {
    name: "Shopify",
    key: "shopify",
    needs_section: false,
    has_title_language: true,
    categories: |file| Some(&file.shopify.as_ref()?.categories),
    stock_words: |_| None,
    find_problem: |_| None,
    probes: &[(10, |asking| Box::pin(probe(asking)))],
    fetch_offers: |site, sender| Box::pin(fetch_offers(site, sender)),
    fetch_page: None,
};

/// `[shopify]`
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ShopifyOptions {
    /// Products per page; Shopify returns at most 250.
    pub page_size: usize,
    pub title_language: TitleLanguage,
    /// Whether `vendor` is the manufacturer; some retailers put their own name there.
    pub vendor_is_manufacturer: bool,
    /// Meaning of the retailer's `product_type` values.
    pub categories: CategoryMap,
}

impl Default for ShopifyOptions {
    fn default() -> Self {
        Self {
            page_size: 250,
            title_language: TitleLanguage::En,
            vendor_is_manufacturer: true,
            categories: CategoryMap::default(),
        }
    }
}

#[derive(Deserialize)]
struct Answer {
    products: Vec<Value>,
}

#[derive(Deserialize)]
struct Collections {
    collections: Vec<Value>,
}

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let options = site.file.shopify.clone().unwrap_or_default();
    let (currency, products) = fetch_facts(site).await;
    let mut reading = Reading {
        site,
        options,
        currency,
        sender,
        failures: Failures::default(),
        met: HashSet::new(),
        pages_left: usize::MAX,
    };
    let list = site.file.address("/products.json")?;
    if reading.read_list(&list, true).await? == ListEnd::Limit {
        reading.pages_left = MAX_COLLECTION_PAGES;
        reading.read_collections().await?;
        // A product may be in no collection, so only the retailer's own count tells that none is missing.
        if products.is_none_or(|count| reading.met.len() < count) {
            let met = reading.met.len();
            let limit = format!(
                "Shopify lists at most {MAX_PRODUCTS} products this way; by collections {met} were found"
            );
            reading.failures.reach_limit(limit);
        }
    }
    reading.failures.coverage()
}

/// Fetches the currency from the retailer's own description, because products state none, and the number of its
/// products. Without it, the currency of the retailer file counts.
async fn fetch_facts(site: &RetailerSite) -> (Option<String>, Option<usize>) {
    let Ok(url) = site.file.address("/meta.json") else { return (None, None) };
    let Ok(fetched) = site.client.get(&url).await else { return (None, None) };
    let Ok(meta) = fetched.json::<Value>() else { return (None, None) };
    let count = meta.get("published_products_count").and_then(scalar).and_then(|count| count.parse().ok());
    (meta.get("currency").and_then(scalar), count)
}

/// How a list of products ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ListEnd {
    End,
    /// At the number of products past which Shopify lists no more.
    Limit,
}

/// A crawl of a Shopify retailer.
struct Reading<'a> {
    site: &'a RetailerSite,
    options: ShopifyOptions,
    currency: Option<String>,
    sender: &'a ResponseSender,
    failures: Failures,
    /// Ids of the products that were sent: collections overlap.
    met: HashSet<u64>,
    /// Number of further pages that may be asked for.
    pages_left: usize,
}

impl Reading<'_> {
    /// Reads a list of products to its end. `is_main` says whether it is the list of all products, without whose pages
    /// nothing is known; a collection that fails is recorded.
    async fn read_list(&mut self, list: &Url, is_main: bool) -> Result<ListEnd, RetailerError> {
        let size = self.options.page_size.clamp(1, 250);
        let mut pages = PageList::default();
        let mut previous_page_was_full = true;
        for page in 1..=(MAX_PRODUCTS / size) {
            if self.pages_left == 0 {
                return Ok(ListEnd::Limit);
            }
            self.pages_left -= 1;
            let url = page_of_list(list, size, page);
            match fetch_products(self.site, &url).await {
                Ok(products) if products.is_empty() => return Ok(ListEnd::End),
                Ok(products) => {
                    self.failures.read_one();
                    previous_page_was_full = products.len() >= size;
                    match pages.add(identities(&products, "id"), previous_page_was_full, false) {
                        PageKind::New => self.send(products).await?,
                        PageKind::PastEnd => return Ok(ListEnd::End),
                        PageKind::Hidden => {
                            self.failures.reach_limit(hidden_after(&url));
                            return Ok(ListEnd::End);
                        }
                    }
                }
                Err(error) if is_main => {
                    // Shopify does not say how many pages there are.
                    self.failures.record_numbered_page(error, false)?;
                    previous_page_was_full = true;
                }
                Err(error) => {
                    self.failures.record_listing(error)?;
                    return Ok(ListEnd::End);
                }
            }
        }
        // A page that is not full is the last one.
        Ok(if previous_page_was_full { ListEnd::Limit } else { ListEnd::End })
    }

    /// Reads the products of each collection that the list of all products did not reach.
    async fn read_collections(&mut self) -> Result<(), RetailerError> {
        let list = self.site.file.address("/collections.json")?;
        let mut pages = PageList::default();
        for page in 1.. {
            if self.pages_left == 0 {
                return Ok(());
            }
            self.pages_left -= 1;
            let url = page_of_list(&list, 250, page);
            // Without collections the list of all products was read to its limit, which is said anyway.
            let collections: Collections = match self.site.client.get(&url).await {
                Ok(fetched) => fetched.json().unwrap_or(Collections { collections: Vec::new() }),
                Err(error) if error.is_fatal() => return Err(error.into()),
                Err(_) => return Ok(()),
            };
            let collections = collections.collections;
            if collections.is_empty()
                || pages.add(identities(&collections, "id"), true, false) != PageKind::New
            {
                return Ok(());
            }
            for handle in
                collections.iter().filter_map(|collection| collection.get("handle").and_then(scalar))
            {
                // The collection of all products is the list that was read.
                if handle != "all" {
                    let list = self.address(&["collections", &handle, "products.json"]);
                    self.read_list(&list, false).await?;
                }
            }
        }
        Ok(())
    }

    /// Sends those products that were not sent before.
    async fn send(&mut self, mut products: Vec<Value>) -> Result<(), RetailerError> {
        let id_of = |product: &Value| product.get("id").and_then(scalar)?.parse::<u64>().ok();
        products.retain(|product| id_of(product).is_none_or(|id| self.met.insert(id)));
        if products.is_empty() {
            return Ok(());
        }
        self.sender.send(parse_products(self.site, &self.options, self.currency.as_deref(), products)).await
    }

    fn address(&self, segments: &[&str]) -> Url {
        let mut url = self.site.file.base_url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        url
    }
}

fn page_of_list(list: &Url, size: usize, page: usize) -> Url {
    let mut url = list.clone();
    url.query_pairs_mut().append_pair("limit", &size.to_string()).append_pair("page", &page.to_string());
    url
}

async fn fetch_products(site: &RetailerSite, url: &Url) -> Result<Vec<Value>, RetailerError> {
    let answer: Answer =
        site.client.get(url).await?.json().map_err(|what| RetailerError::unreadable(url, what))?;
    Ok(answer.products)
}

async fn probe(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
    let Some(url) = asking.at("/products.json?limit=1") else { return Ok(None) };
    let Some(answer) = asking.get(&url).await? else { return Ok(None) };
    let products = answer.json::<Value>().ok().filter(|value| value["products"].is_array());
    if products.is_none() {
        asking.note(&url, "not Shopify's list");
        return Ok(None);
    }
    let mut found =
        DetectedPlatform::new(PlatformKind::Shopify, "/products.json lists products as Shopify does");
    if let Some(url) = asking.at("/meta.json")
        && let Some(meta) = asking.get(&url).await?.and_then(|answer| answer.json::<Value>().ok())
    {
        found.currency = text_at(&meta, "/currency");
        found.name = text_at(&meta, "/name");
        found.evidence.extend(
            found.currency.iter().map(|currency| format!("/meta.json names the currency {currency}")),
        );
    }
    Ok(Some(found))
}
