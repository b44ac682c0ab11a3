//! WooCommerce: the Store API in pages; prices are in minor units, of a scale that each product states.

use std::collections::BTreeMap;

use domain::model::RejectReason;
use futures::future::BoxFuture;
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::{
    Adapter, Coverage, Failures, ResponseSender, RetailerError, RetailerSite, html_to_text, non_empty,
    rejected, scalar,
};
use crate::{
    extract::text::description_start,
    raw_offer::{RawOffer, RawPrice, RawStock, Rejection, RetailerCategory, RetailerResponse},
    retailer_file::{TitleLanguage, WoocommerceOptions},
};

/// Maximum number of pages; no retailer has more. Ends the crawl of a retailer that always names a next page.
const MAX_PAGES: usize = 5_000;
/// Maximum number of category pages, and maximum nesting depth of categories.
const MAX_CATEGORY_PAGES: usize = 20;
const MAX_CATEGORY_DEPTH: usize = 8;

/// Attributes in which retailers state the manufacturer's part number, and those for barcodes.
const MPN_NAMES: [&str; 4] = ["mpn", "part number", "manufacturer part number", "رقم القطعة"];
const GTIN_NAMES: [&str; 5] = ["gtin", "ean", "upc", "barcode", "باركود"];

/// The adapter for WooCommerce.
pub(super) struct Woocommerce;

#[derive(Deserialize)]
struct Product {
    id: u64,
    name: String,
    permalink: String,
    #[serde(default)]
    sku: Option<String>,
    /// GTIN, UPC, EAN or ISBN, in WooCommerce's own field.
    #[serde(default)]
    global_unique_id: Value,
    prices: Prices,
    #[serde(default)]
    is_in_stock: Option<bool>,
    #[serde(default)]
    is_purchasable: Option<bool>,
    #[serde(default)]
    is_on_backorder: Option<bool>,
    #[serde(default)]
    has_options: bool,
    #[serde(default)]
    low_stock_remaining: Value,
    #[serde(default)]
    images: Vec<Image>,
    #[serde(default)]
    categories: Vec<Group>,
    #[serde(default)]
    short_description: Value,
    #[serde(default)]
    description: Value,
    #[serde(default)]
    brands: Vec<Named>,
    #[serde(default)]
    attributes: Vec<Attribute>,
}

#[derive(Deserialize)]
struct Prices {
    #[serde(default)]
    price: Value,
    #[serde(default)]
    regular_price: Value,
    #[serde(default)]
    price_range: Option<Value>,
    currency_code: String,
    currency_minor_unit: u32,
}

#[derive(Deserialize)]
struct Image {
    src: String,
}

#[derive(Deserialize)]
struct Attribute {
    #[serde(default)]
    name: String,
    #[serde(default)]
    terms: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
struct Group {
    #[serde(default)]
    id: u64,
    name: String,
    #[serde(default)]
    parent: u64,
}

/// Parents of the categories: a product states only its categories, without their parents.
struct CategoryTree(BTreeMap<u64, Group>);

impl CategoryTree {
    /// Tree of a retailer that does not publish its categories.
    const FLAT: &'static CategoryTree = &CategoryTree(BTreeMap::new());

    /// Fetches the tree; where the retailer does not publish it, the tree stays empty.
    async fn fetch(site: &RetailerSite) -> CategoryTree {
        let mut groups = BTreeMap::new();
        for page in 1..=MAX_CATEGORY_PAGES {
            let path = format!("/wp-json/wc/store/v1/products/categories?per_page=100&page={page}");
            let Ok(url) = site.file.address(&path) else { break };
            let Ok(fetched) = site.client.get(&url).await else { break };
            let Ok(found) = fetched.json::<Vec<Value>>() else { break };
            let full = found.len() >= 100;
            groups.extend(
                found
                    .iter()
                    .filter_map(|value| Group::deserialize(value).ok())
                    .map(|group| (group.id, group)),
            );
            if !full {
                break;
            }
        }
        CategoryTree(groups)
    }

    /// Returns the innermost categories, each with its path from the outermost one.
    fn categories(&self, groups: &[Group]) -> Vec<RetailerCategory> {
        let all: Vec<RetailerCategory> = groups.iter().map(|group| self.category(group)).collect();
        let holds = |outer: &RetailerCategory, inner: &RetailerCategory| {
            outer.path.len() < inner.path.len() && inner.path.starts_with(&outer.path)
        };
        all.iter().filter(|one| !all.iter().any(|other| holds(one, other))).cloned().collect()
    }

    fn category(&self, group: &Group) -> RetailerCategory {
        let mut names = vec![html_to_text(&group.name)];
        let mut parent = self.0.get(&group.id).map_or(group.parent, |known| known.parent);
        // The limit ends the loop where a category contains itself.
        while let Some(outer) = self.0.get(&parent).filter(|_| names.len() < MAX_CATEGORY_DEPTH) {
            names.push(html_to_text(&outer.name));
            parent = outer.parent;
        }
        names.reverse();
        RetailerCategory {
            code: (group.id != 0).then(|| group.id.to_string()),
            ..RetailerCategory::from_path(names)
        }
    }
}

impl Adapter for Woocommerce {
    fn fetch_offers<'a>(
        &'a self,
        site: &'a RetailerSite,
        sender: &'a ResponseSender,
    ) -> BoxFuture<'a, Result<Coverage, RetailerError>> {
        Box::pin(fetch_offers(site, sender))
    }
}

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let options = site.file.woocommerce.clone().unwrap_or_default();
    let size = options.per_page.clamp(1, 100);
    let mut tree = None;
    let mut failures = Failures::default();
    let mut last_page = None;
    for page in 1..=MAX_PAGES {
        let url = site.file.address(&format!("/wp-json/wc/store/v1/products?per_page={size}&page={page}"))?;
        match fetch_page(site, &url).await {
            Ok((products, total)) => {
                last_page = total.or(last_page);
                if products.is_empty() {
                    if last_page.is_none_or(|last| page > last) {
                        return failures.coverage();
                    }
                    let what = format!("page {page} of {} came back empty", last_page.unwrap_or_default());
                    failures.record_numbered_page(RetailerError::unreadable(&url, what), true)?;
                } else {
                    failures.read_one();
                    if tree.is_none() && products.iter().any(names_categories) {
                        tree = Some(CategoryTree::fetch(site).await);
                    }
                    let tree = tree.as_ref().unwrap_or(CategoryTree::FLAT);
                    sender.send(parse_products(&options, tree, products)).await?;
                }
            }
            Err(error) => {
                let is_listed = last_page.is_some_and(|last| page <= last);
                failures.record_numbered_page(error, is_listed)?;
            }
        }
        if last_page.is_some_and(|last| page >= last) {
            return failures.coverage();
        }
    }
    failures.reach_limit(format!("stopped after {MAX_PAGES} pages"));
    failures.coverage()
}

/// Fetches a page of products, and the number of pages where the retailer states it.
async fn fetch_page(site: &RetailerSite, url: &Url) -> Result<(Vec<Value>, Option<usize>), RetailerError> {
    let fetched = site.client.get(url).await?;
    let products = fetched.json().map_err(|what| RetailerError::unreadable(url, what))?;
    let stated = fetched.headers.get("x-wp-totalpages").and_then(|value| value.to_str().ok());
    Ok((products, stated.and_then(|text| text.parse().ok())))
}

fn names_categories(product: &Value) -> bool {
    product.get("categories").and_then(Value::as_array).is_some_and(|groups| !groups.is_empty())
}

fn parse_products(
    options: &WoocommerceOptions,
    tree: &CategoryTree,
    products: Vec<Value>,
) -> RetailerResponse {
    let mut response = RetailerResponse::default();
    for value in products {
        let id = || value.get("id").and_then(scalar).unwrap_or_else(|| "a product without an id".to_owned());
        match Product::deserialize(&value) {
            // A price range belongs to the variations of the product; the one price the product could show is that of
            // another variation.
            Ok(product) if product.prices.price_range.as_ref().is_some_and(|range| !range.is_null()) => {
                let why = "the product has a price range without a price for each variation";
                let rejection = Rejection::new(RejectReason::SeveralPrices, why);
                let title = html_to_text(&product.name);
                response.rejected.push(rejected(id(), rejection).with_listing(&title, product.permalink));
            }
            Ok(product) => response.offers.push(offer(options, tree, product)),
            Err(error) => {
                response
                    .rejected
                    .push(rejected(id(), format!("not in the format of the Store API: {error}")));
            }
        }
    }
    response
}

fn offer(options: &WoocommerceOptions, tree: &CategoryTree, product: Product) -> RawOffer {
    let scale = product.prices.currency_minor_unit;
    let minor =
        |value: &Value| scalar(value).map_or(RawPrice::Absent, |amount| RawPrice::Minor { amount, scale });
    let title = html_to_text(&product.name);
    let mut raw = RawOffer {
        external_id: product.id.to_string(),
        url: product.permalink.clone(),
        image_url: product.images.first().map(|image| image.src.clone()),
        categories: tree.categories(&product.categories),
        description: description(&product),
        stated_brand: product.brands.first().map(|brand| html_to_text(&brand.name)),
        part_number: attribute(&product, &MPN_NAMES),
        sku: non_empty(product.sku.clone()),
        gtins: scalar(&product.global_unique_id)
            .or_else(|| attribute(&product, &GTIN_NAMES))
            .into_iter()
            .collect(),
        price: minor(&product.prices.price),
        list_price: minor(&product.prices.regular_price),
        currency: Some(product.prices.currency_code.clone()),
        stock: stock(&product),
        stock_left: scalar(&product.low_stock_remaining),
        ..RawOffer::default()
    };
    match options.title_language {
        TitleLanguage::En => raw.title_en = Some(title),
        TitleLanguage::Ar => raw.title_ar = Some(title),
    }
    raw
}

/// Returns the beginning of the short description, which says what the product is, else of the long one.
fn description(product: &Product) -> Option<String> {
    let texts = [&product.short_description, &product.description];
    texts.into_iter().find_map(|text| description_start(&scalar(text)?))
}

/// Returns the single value of the attribute with one of these names.
fn attribute(product: &Product, names: &[&str]) -> Option<String> {
    let named = |attribute: &&Attribute| names.contains(&attribute.name.trim().to_lowercase().as_str());
    match product.attributes.iter().find(named)?.terms.as_slice() {
        [term] => non_empty(Some(html_to_text(&term.name))),
        _ => None,
    }
}

/// Reads the stock. A product on back-order can be paid for but is not in stock. A product that is in stock but not
/// purchasable is out, unless it has options.
fn stock(product: &Product) -> RawStock {
    if product.is_on_backorder == Some(true) {
        return RawStock::Flag(false);
    }
    match (product.is_in_stock, product.is_purchasable) {
        (Some(true), Some(false)) if !product.has_options => RawStock::Flag(false),
        (Some(in_stock), _) => RawStock::Flag(in_stock),
        (None, _) => RawStock::Absent,
    }
}
