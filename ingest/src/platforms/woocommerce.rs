//! WooCommerce: the Store API in pages; prices are in minor units, of a scale that each product states. A product with a
//! range of prices is read by its variations.

use domain::model::RejectReason;
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::{
    Coverage, Failures, Platform, ResponseSender, RetailerError, RetailerSite, html_to_text, lenient,
    non_empty,
    paging::{PageKind, PageList, hidden_after, identities},
    rejected, scalar,
    woocommerce_categories::{CategoryTree, Group},
    woocommerce_probe,
    woocommerce_variations::Variations,
};
use crate::{
    extract::text::description_start,
    raw_offer::{RawOffer, RawPrice, RawStock, RejectedListing, Rejection, RetailerResponse},
    retailer_file::{CategoryMap, TitleLanguage},
};

/// Maximum number of pages; no retailer has more. Ends the crawl of a retailer that always names a next page.
const MAX_PAGES: usize = 5_000;
/// Attributes in which retailers state the manufacturer's part number, and those for barcodes.
const MPN_NAMES: [&str; 4] = ["mpn", "part number", "manufacturer part number", "رقم القطعة"];
const GTIN_NAMES: [&str; 5] = ["gtin", "ean", "upc", "barcode", "باركود"];

pub(super) const PLATFORM: Platform = Platform {
    name: "WooCommerce",
    key: "woocommerce",
    needs_section: false,
    has_title_language: true,
    categories: |file| Some(&file.woocommerce.as_ref()?.categories),
    stock_words: |_| None,
    find_problem: |_| None,
    probes: &[(20, |asking| Box::pin(woocommerce_probe::probe(asking)))],
    fetch_offers: |site, sender| Box::pin(fetch_offers(site, sender)),
    fetch_page: None,
};

/// `[woocommerce]`
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WoocommerceOptions {
    /// Products per page; the Store API returns at most 100.
    pub per_page: usize,
    pub title_language: TitleLanguage,
    /// Meaning of the retailer's category names.
    pub categories: CategoryMap,
}

impl Default for WoocommerceOptions {
    fn default() -> Self {
        Self { per_page: 100, title_language: TitleLanguage::En, categories: CategoryMap::default() }
    }
}

#[derive(Deserialize)]
pub(super) struct Product {
    #[serde(deserialize_with = "lenient::whole")]
    pub(super) id: u64,
    #[serde(deserialize_with = "lenient::required_text")]
    pub(super) name: String,
    #[serde(deserialize_with = "lenient::required_text")]
    pub(super) permalink: String,
    /// `simple`, `variable`, `grouped`, `external`, `variation`, or a plugin's.
    #[serde(default, rename = "type", deserialize_with = "lenient::text")]
    pub(super) kind: Option<String>,
    /// A variation's attributes: `Capacity: 16GB, Colour: Black`.
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) variation: Option<String>,
    #[serde(default)]
    pub(super) variations: Vec<ListedVariation>,
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) sku: Option<String>,
    /// GTIN, UPC, EAN or ISBN, in WooCommerce's own field.
    #[serde(default)]
    global_unique_id: Value,
    prices: Prices,
    #[serde(default, deserialize_with = "lenient::flag")]
    is_in_stock: Option<bool>,
    #[serde(default, deserialize_with = "lenient::flag")]
    is_purchasable: Option<bool>,
    #[serde(default, deserialize_with = "lenient::flag")]
    is_on_backorder: Option<bool>,
    #[serde(default, deserialize_with = "lenient::flag")]
    has_options: Option<bool>,
    #[serde(default)]
    low_stock_remaining: Value,
    #[serde(default)]
    pub(super) images: Vec<Image>,
    #[serde(default)]
    pub(super) categories: Vec<Group>,
    #[serde(default)]
    pub(super) short_description: Value,
    #[serde(default)]
    pub(super) description: Value,
    #[serde(default)]
    pub(super) brands: Vec<Named>,
    #[serde(default)]
    pub(super) attributes: Vec<Attribute>,
    #[serde(default)]
    add_to_cart: Option<AddToCart>,
}

#[derive(Deserialize)]
struct Prices {
    #[serde(default)]
    price: Value,
    #[serde(default)]
    regular_price: Value,
    #[serde(default)]
    price_range: Value,
    #[serde(deserialize_with = "lenient::required_text")]
    currency_code: String,
    #[serde(deserialize_with = "lenient::whole")]
    currency_minor_unit: u32,
}

#[derive(Clone, Deserialize)]
pub(super) struct Image {
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) src: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Attribute {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) terms: Vec<Named>,
}

#[derive(Clone, Deserialize)]
pub(super) struct Named {
    #[serde(deserialize_with = "lenient::required_text")]
    pub(super) name: String,
    #[serde(default)]
    pub(super) slug: String,
}

/// A variation as its product lists it: without a price.
#[derive(Deserialize)]
pub(super) struct ListedVariation {
    #[serde(deserialize_with = "lenient::whole")]
    pub(super) id: u64,
    #[serde(default)]
    pub(super) attributes: Vec<ListedValue>,
}

#[derive(Deserialize)]
pub(super) struct ListedValue {
    /// The slug of a term, or a text; absent where the variation stands for any value.
    #[serde(default, deserialize_with = "lenient::text")]
    pub(super) value: Option<String>,
}

/// Numbers of pieces in which a product is sold.
#[derive(Deserialize)]
struct AddToCart {
    #[serde(default, deserialize_with = "lenient::optional_whole")]
    minimum: Option<u32>,
    #[serde(default, deserialize_with = "lenient::optional_whole")]
    multiple_of: Option<u32>,
}

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let options = site.file.woocommerce.clone().unwrap_or_default();
    let size = options.per_page.clamp(1, 100);
    let mut tree = None;
    let mut failures = Failures::default();
    let mut last_page = None;
    let mut list = PageList::default();
    let mut variations = Variations::default();
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
                    let goes_on = last_page.is_some_and(|last| page < last);
                    match list.add(identities(&products, "id"), products.len() >= size, goes_on) {
                        PageKind::New => {}
                        PageKind::PastEnd => return failures.coverage(),
                        PageKind::Hidden => {
                            failures.reach_limit(hidden_after(&url));
                            return failures.coverage();
                        }
                    }
                    if tree.is_none() && products.iter().any(names_categories) {
                        tree = Some(CategoryTree::fetch(site).await);
                    }
                    let tree = tree.as_ref().unwrap_or(CategoryTree::FLAT);
                    let (response, variable) = parse_products(&options, tree, products);
                    sender.send(response).await?;
                    variations.read(site, &options, tree, variable, sender, &mut failures).await?;
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
pub(super) async fn fetch_page(
    site: &RetailerSite,
    url: &Url,
) -> Result<(Vec<Value>, Option<usize>), RetailerError> {
    let fetched = site.client.get(url).await?;
    let products = fetched.json().map_err(|what| RetailerError::unreadable(url, what))?;
    let stated = fetched.headers.get("x-wp-totalpages").and_then(|value| value.to_str().ok());
    Ok((products, stated.and_then(|text| text.parse().ok())))
}

fn names_categories(product: &Value) -> bool {
    product.get("categories").and_then(Value::as_array).is_some_and(|groups| !groups.is_empty())
}

/// Parses the products of a page; those with a range of prices are returned beside the response.
fn parse_products(
    options: &WoocommerceOptions,
    tree: &CategoryTree,
    products: Vec<Value>,
) -> (RetailerResponse, Vec<Product>) {
    let mut response = RetailerResponse::default();
    let mut variable = Vec::new();
    for value in products {
        match lenient::read::<Product>(&value, &mut response.left_out) {
            Ok(product) => match price_kind(&product) {
                PriceKind::OfVariations => variable.push(product),
                PriceKind::Own => response.offers.push(offer(options, tree, product)),
                PriceKind::None(why) => response.rejected.push(refused(&product, product.id, why)),
            },
            Err(error) => response.rejected.push(unreadable(&value, &error)),
        }
    }
    (response, variable)
}

/// Returns the rejection of a record that is not in the format of the Store API.
pub(super) fn unreadable(record: &Value, error: &str) -> RejectedListing {
    let id = record.get("id").and_then(scalar).unwrap_or_else(|| "a product without an id".to_owned());
    rejected(id, format!("not in the format of the Store API: {error}"))
}

/// Returns the rejection of an offer of a product, whose id is the product's or a variation's.
pub(super) fn refused(product: &Product, id: u64, why: Rejection) -> RejectedListing {
    rejected(id.to_string(), why).with_listing(&html_to_text(&product.name), product.permalink.clone())
}

/// Subject of a product's price.
pub(super) enum PriceKind {
    /// A piece of the product.
    Own,
    /// Its cheapest variation.
    OfVariations,
    /// Something that nobody can buy as one piece, and why.
    None(Rejection),
}

/// Tells whether the price of a product can be paid for one piece of it.
pub(super) fn price_kind(product: &Product) -> PriceKind {
    let kind = product.kind.as_deref().unwrap_or_default();
    let several = |why| PriceKind::None(Rejection::new(RejectReason::SeveralPrices, why));
    if kind == "grouped" {
        return several("a grouped product: its price is that of its cheapest part");
    }
    let (low, high) =
        (product.prices.price_range.get("min_amount"), product.prices.price_range.get("max_amount"));
    let is_one_price = low.is_some() && low.and_then(scalar) == high.and_then(scalar);
    if !product.prices.price_range.is_null() && !is_one_price {
        let has_variations = matches!(kind, "" | "variable") || !product.variations.is_empty();
        return if has_variations { PriceKind::OfVariations } else { several("it states a range of prices") };
    }
    let pieces = product.add_to_cart.as_ref().and_then(|cart| cart.minimum.max(cart.multiple_of));
    match pieces.filter(|pieces| *pieces > 1) {
        Some(pieces) => {
            let why = format!("price: it is sold from {pieces} pieces, and the price is that of one");
            PriceKind::None(Rejection::new(RejectReason::Price, why))
        }
        None => PriceKind::Own,
    }
}

pub(super) fn offer(options: &WoocommerceOptions, tree: &CategoryTree, product: Product) -> RawOffer {
    let scale = product.prices.currency_minor_unit;
    let minor =
        |value: &Value| scalar(value).map_or(RawPrice::Absent, |amount| RawPrice::Minor { amount, scale });
    let title = html_to_text(&product.name);
    let mut raw = RawOffer {
        external_id: product.id.to_string(),
        url: product.permalink.clone(),
        image_url: product.images.iter().find_map(|image| image.src.clone()),
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
        (Some(true), Some(false)) if product.has_options != Some(true) => RawStock::Flag(false),
        (Some(in_stock), _) => RawStock::Flag(in_stock),
        (None, _) => RawStock::Absent,
    }
}
