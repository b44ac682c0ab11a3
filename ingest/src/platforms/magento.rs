//! Magento 2: POST `/graphql`, page by page, each variant an offer.

use std::collections::HashMap;

use domain::model::RejectReason;
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use super::{
    Coverage, Failures, Platform, ResponseSender, RetailerError, RetailerSite, html_to_text,
    lenient::{self, LeftOut},
    magento_probe,
    paging::{PageKind, PageList, hidden_after, identities},
    rejected, scalar,
};
use crate::{
    raw_offer::{
        RawOffer, RawPrice, RawStock, RejectedListing, Rejection, RetailerCategory, RetailerResponse,
    },
    retailer_file::{CategoryMap, CategoryMeaning, Mapped},
};

/// Maximum number of pages; no retailer has more.
const MAX_PAGES: u64 = 5_000;
/// Query with only those fields that every Magento 2.4 has: one unknown field fails the whole query.
const QUERY: &str = "query Offers($filter: ProductAttributeFilterInput!, $size: Int!, $page: Int!) {
  products(filter: $filter, pageSize: $size, currentPage: $page) {
    page_info { total_pages }
    items {
      __typename
      sku name url_key url_suffix stock_status only_x_left_in_stock small_image { url } categories { id name breadcrumbs { category_name } }
      price_range { minimum_price { final_price { value currency } regular_price { value } } maximum_price { final_price { value } } }
      ... on ConfigurableProduct {
        variants { product {
          sku name stock_status only_x_left_in_stock small_image { url }
          price_range { minimum_price { final_price { value currency } regular_price { value } } maximum_price { final_price { value } } }
        } }
      }
    }
  }
}";
/// Query for the same pages in the other language, names only.
const NAMES: &str = "query Names($filter: ProductAttributeFilterInput!, $size: Int!, $page: Int!) {
  products(filter: $filter, pageSize: $size, currentPage: $page) {
    items { sku name ... on ConfigurableProduct { variants { product { sku name } } } }
  }
}";

pub(super) const PLATFORM: Platform = Platform {
    name: "Magento",
    key: "magento",
    needs_section: false,
    has_title_language: false,
    categories: |file| Some(&file.magento.as_ref()?.categories),
    stock_words: |_| None,
    find_problem: |_| None,
    probes: &[(30, |asking| Box::pin(magento_probe::probe(asking)))],
    fetch_offers: |site, sender| Box::pin(fetch_offers(site, sender)),
    fetch_page: None,
};

/// `[magento]`
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MagentoOptions {
    /// Store view for English titles, sent as the `Store` header.
    pub store: Option<String>,
    /// Store view for Arabic titles; read as well when given.
    pub store_ar: Option<String>,
    pub page_size: usize,
    pub graphql: String,
    /// If all keys are category ids, only these categories are read; otherwise an empty search reads all products.
    pub categories: CategoryMap,
}

impl Default for MagentoOptions {
    fn default() -> Self {
        Self {
            store: None,
            store_ar: None,
            page_size: 100,
            graphql: "/graphql".to_owned(),
            categories: CategoryMap::default(),
        }
    }
}

#[derive(Deserialize)]
struct Products {
    #[serde(default)]
    items: Vec<Value>,
    #[serde(default)]
    page_info: PageInfo,
}

#[derive(Deserialize, Default)]
struct PageInfo {
    total_pages: u64,
}

/// Fields of a product beside those of an [`Item`].
#[derive(Deserialize)]
struct Product {
    #[serde(default, rename = "__typename", deserialize_with = "lenient::text")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    url_key: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    url_suffix: Option<String>,
    #[serde(default)]
    categories: Vec<Group>,
    #[serde(default)]
    variants: Vec<Variant>,
}

#[derive(Deserialize)]
struct Variant {
    #[serde(default)]
    product: Value,
}

/// Fields that products and variants have in common.
#[derive(Deserialize)]
struct Item {
    #[serde(deserialize_with = "lenient::required_text")]
    sku: String,
    #[serde(deserialize_with = "lenient::required_text")]
    name: String,
    #[serde(default, deserialize_with = "lenient::text")]
    stock_status: Option<String>,
    #[serde(default)]
    only_x_left_in_stock: Value,
    #[serde(default)]
    small_image: Option<Image>,
    #[serde(default)]
    price_range: Value,
}

#[derive(Deserialize)]
struct Image {
    #[serde(default, deserialize_with = "lenient::text")]
    url: Option<String>,
}

#[derive(Deserialize)]
struct Group {
    #[serde(default)]
    id: Value,
    #[serde(default, deserialize_with = "lenient::text")]
    name: Option<String>,
    #[serde(default)]
    breadcrumbs: Vec<Breadcrumb>,
}

#[derive(Deserialize)]
struct Breadcrumb {
    #[serde(default, deserialize_with = "lenient::text")]
    category_name: Option<String>,
}

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let options = site.file.magento.clone().unwrap_or_default();
    let by_id = options.categories.entries().all(|entry| entry.key.bytes().all(|byte| byte.is_ascii_digit()));
    let mut failures = Failures::default();
    if options.categories.is_empty() || !by_id {
        // Magento demands a filter; every price is at least 0.
        let filter = json!({ "price": { "from": "0" } });
        fetch_filter(site, &options, &filter, None, sender, &mut failures).await?;
        return failures.coverage();
    }
    for Mapped { key: id, meaning } in options.categories.entries() {
        let filter = json!({ "category_id": { "eq": id } });
        fetch_filter(site, &options, &filter, Some(meaning), sender, &mut failures).await?;
    }
    failures.coverage()
}

async fn fetch_filter(
    site: &RetailerSite,
    options: &MagentoOptions,
    filter: &Value,
    listing_page_mapping: Option<CategoryMeaning>,
    sender: &ResponseSender,
    failures: &mut Failures,
) -> Result<(), RetailerError> {
    let endpoint = site.file.address(&options.graphql)?;
    let mut last_page = 1;
    let mut list = PageList::default();
    for page in 1..=MAX_PAGES {
        let variables = json!({ "filter": filter, "size": options.page_size.clamp(1, 300), "page": page });
        match fetch_page(site, &endpoint, options, &variables).await {
            Ok((products, arabic)) => {
                failures.read_one();
                last_page = products.page_info.total_pages;
                if list.add(identities(&products.items, "sku"), true, page < last_page) != PageKind::New {
                    failures.reach_limit(hidden_after(format!("page {page} of {endpoint}")));
                    return Ok(());
                }
                // Disabled products are counted but not returned, so a short page is not the end; only the last page is.
                sender.send(parse_products(site, listing_page_mapping, &arabic, products.items)).await?;
            }
            Err(error) => failures.record_numbered_page(error, page <= last_page)?,
        }
        if page >= last_page {
            return Ok(());
        }
    }
    failures.reach_limit(format!("stopped after {MAX_PAGES} pages"));
    Ok(())
}

/// Fetches a page of products, and their Arabic names.
async fn fetch_page(
    site: &RetailerSite,
    endpoint: &Url,
    options: &MagentoOptions,
    variables: &Value,
) -> Result<(Products, HashMap<String, String>), RetailerError> {
    let products = ask(site, endpoint, QUERY, options.store.as_deref(), variables).await?;
    let arabic = match &options.store_ar {
        Some(store) => names(ask(site, endpoint, NAMES, Some(store), variables).await?),
        None => HashMap::new(),
    };
    Ok((products, arabic))
}

async fn ask(
    site: &RetailerSite,
    endpoint: &Url,
    query: &str,
    store: Option<&str>,
    variables: &Value,
) -> Result<Products, RetailerError> {
    let headers: Vec<(&str, &str)> = store.map(|store| ("Store", store)).into_iter().collect();
    let body = json!({ "query": query, "variables": variables });
    let fetched = site.client.post_json(endpoint, &headers, &body).await?;
    let mut answer: Value = fetched.json().map_err(|what| RetailerError::unreadable(endpoint, what))?;
    let products = answer.pointer_mut("/data/products").map(Value::take).filter(Value::is_object);
    let Some(products) = products else {
        let problem = answer
            .pointer("/errors/0/message")
            .and_then(Value::as_str)
            .unwrap_or("the response has no products");
        return Err(RetailerError::unreadable(endpoint, problem));
    };
    Products::deserialize(products).map_err(|error| RetailerError::unreadable(endpoint, error.to_string()))
}

fn names(products: Products) -> HashMap<String, String> {
    let mut names = HashMap::new();
    let mut left_out = LeftOut::new();
    for value in &products.items {
        let variants = lenient::read(value, &mut left_out).map(|product: Product| product.variants);
        let variants = variants.into_iter().flatten().map(|variant| variant.product);
        for value in variants.chain([value.clone()]) {
            if let Ok(item) = lenient::read::<Item>(&value, &mut left_out) {
                names.insert(item.sku, html_to_text(&item.name));
            }
        }
    }
    names
}

fn parse_products(
    site: &RetailerSite,
    listing_page_mapping: Option<CategoryMeaning>,
    arabic: &HashMap<String, String>,
    items: Vec<Value>,
) -> RetailerResponse {
    let mut response = RetailerResponse::default();
    for value in items {
        let left_out = &mut response.left_out;
        let read = lenient::read::<Item>(&value, left_out)
            .and_then(|item| Ok((item, lenient::read::<Product>(&value, left_out)?)));
        let (main, product) = match read {
            Ok(read) => read,
            Err(error) => {
                response.rejected.push(unreadable(&value, &error));
                continue;
            }
        };
        let url = page_of(site, &product);
        let categories: Vec<RetailerCategory> = product.categories.iter().map(category).collect();
        let (mut variants, mut has_variants) = (Vec::new(), false);
        for record in product.variants.iter().map(|variant| &variant.product).filter(|item| !item.is_null()) {
            has_variants = true;
            match lenient::read::<Item>(record, &mut response.left_out) {
                Ok(variant) => variants.push(variant),
                Err(error) => response
                    .rejected
                    .push(unreadable(record, &error).with_listing(&html_to_text(&main.name), url.clone())),
            }
        }
        // The price of a product with variants is not usable: its range may come from a disabled variant.
        let (items, kind) = match has_variants {
            true => (variants.iter().collect(), None),
            false => (vec![&main], product.kind.as_deref()),
        };
        for item in items {
            match why_not_one_price(item, kind) {
                Some(why) => {
                    let rejection = Rejection::new(RejectReason::SeveralPrices, why);
                    let name = html_to_text(&item.name);
                    response.rejected.push(rejected(&item.sku, rejection).with_listing(&name, url.clone()));
                }
                None => {
                    let raw = offer(item, &main, &url, arabic);
                    let categories = categories.clone();
                    response.offers.push(RawOffer { categories, listing_page_mapping, ..raw });
                }
            }
        }
    }
    response
}

fn unreadable(record: &Value, error: &str) -> RejectedListing {
    let sku = record.get("sku").and_then(scalar).unwrap_or_else(|| "a product without a sku".to_owned());
    rejected(sku, format!("not in the format of Magento: {error}"))
}

/// Returns why the price of an item is not that of one thing that can be bought; `kind` is its type unless it is a
/// variant. A price of 0 is refused as that, whatever it is the price of.
fn why_not_one_price(item: &Item, kind: Option<&str>) -> Option<String> {
    let amount = |path: &str| item.price_range.pointer(path).and_then(scalar)?.parse::<f64>().ok();
    let low = amount("/minimum_price/final_price/value").filter(|low| *low > 0.0)?;
    match kind {
        Some("GroupedProduct") => {
            return Some("a grouped product: its price is that of its cheapest part".to_owned());
        }
        Some("BundleProduct") => {
            return Some("a bundle: its price is that of its cheapest choice".to_owned());
        }
        Some("ConfigurableProduct") => {
            return Some(
                "a configurable product without variants: its price is that of its cheapest variant"
                    .to_owned(),
            );
        }
        _ => {}
    }
    // Half a fils: amounts are floats here.
    let high = amount("/maximum_price/final_price/value").filter(|high| (high - low).abs() > 0.000_5)?;
    Some(format!("it states a range of prices, {low} to {high}"))
}

fn offer(item: &Item, product: &Item, url: &str, arabic: &HashMap<String, String>) -> RawOffer {
    let at = |path: &str| item.price_range.pointer(path).and_then(scalar);
    let image = item.small_image.as_ref().or(product.small_image.as_ref());
    RawOffer {
        external_id: item.sku.clone(),
        title_en: Some(html_to_text(&item.name)),
        title_ar: arabic.get(&item.sku).cloned(),
        url: url.to_owned(),
        image_url: image.and_then(|image| image.url.clone()),
        sku: Some(item.sku.clone()),
        price: RawPrice::decimal(at("/minimum_price/final_price/value")),
        list_price: RawPrice::decimal(at("/minimum_price/regular_price/value")),
        currency: at("/minimum_price/final_price/currency"),
        stock: match item.stock_status.as_deref() {
            Some("IN_STOCK") => RawStock::Flag(true),
            Some("OUT_OF_STOCK") => RawStock::Flag(false),
            _ => RawStock::Absent,
        },
        stock_left: scalar(&item.only_x_left_in_stock),
        ..RawOffer::default()
    }
}

fn category(group: &Group) -> RetailerCategory {
    let outer = group.breadcrumbs.iter().filter_map(|crumb| crumb.category_name.as_deref());
    let names = outer.chain(group.name.as_deref()).map(html_to_text);
    RetailerCategory { code: scalar(&group.id), ..RetailerCategory::from_path(names) }
}

fn page_of(site: &RetailerSite, product: &Product) -> String {
    let suffix = product.url_suffix.as_deref().unwrap_or(".html");
    let path = product.url_key.as_deref().map(|key| format!("{key}{suffix}"));
    path.and_then(|path| site.file.address(&path).ok()).unwrap_or_else(|| site.file.base_url.clone()).into()
}
