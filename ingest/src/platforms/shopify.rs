//! Shopify: `/products.json` in pages, each variant an offer.

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
    raw_offer::{RawOffer, RawPrice, RawStock, RetailerCategory, RetailerResponse},
    retailer_file::{ShopifyOptions, TitleLanguage},
};

/// Number of products past which Shopify answers 400.
const MAX_PRODUCTS: usize = 25_000;
/// Title of the only variant of a product without options.
const NO_OPTIONS: &str = "Default Title";

/// The adapter for Shopify.
pub(super) struct Shopify;

#[derive(Deserialize)]
struct Answer {
    products: Vec<Value>,
}

#[derive(Deserialize)]
struct Product {
    id: u64,
    title: String,
    handle: String,
    #[serde(default)]
    vendor: Option<String>,
    #[serde(default)]
    product_type: Option<String>,
    #[serde(default)]
    tags: Value,
    #[serde(default)]
    body_html: Value,
    #[serde(default)]
    variants: Vec<Value>,
    #[serde(default)]
    images: Vec<Image>,
}

#[derive(Deserialize)]
struct Image {
    src: String,
}

#[derive(Deserialize)]
struct Variant {
    id: u64,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    sku: Option<String>,
    /// Retailers may leave the barcode out of this interface.
    #[serde(default)]
    barcode: Value,
    #[serde(default)]
    price: Value,
    #[serde(default)]
    compare_at_price: Value,
    #[serde(default)]
    available: Option<bool>,
    #[serde(default)]
    featured_image: Option<Image>,
}

impl Adapter for Shopify {
    fn fetch_offers<'a>(
        &'a self,
        site: &'a RetailerSite,
        sender: &'a ResponseSender,
    ) -> BoxFuture<'a, Result<Coverage, RetailerError>> {
        Box::pin(fetch_offers(site, sender))
    }
}

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let options = site.file.shopify.clone().unwrap_or_default();
    let size = options.page_size.clamp(1, 250);
    let currency = fetch_currency(site).await;
    let mut failures = Failures::default();
    let mut previous_page_was_full = true;
    for page in 1.. {
        if page * size > MAX_PRODUCTS {
            // A page that is not full is the last one.
            if previous_page_was_full {
                failures.reach_limit(format!("Shopify lists at most {MAX_PRODUCTS} products this way"));
            }
            break;
        }
        let url = site.file.address(&format!("/products.json?limit={size}&page={page}"))?;
        match fetch_products(site, &url).await {
            Ok(products) if products.is_empty() => break,
            Ok(products) => {
                failures.read_one();
                previous_page_was_full = products.len() >= size;
                sender.send(parse_products(site, &options, currency.as_deref(), products)).await?;
            }
            Err(error) => {
                // Shopify does not say how many pages there are.
                failures.record_numbered_page(error, false)?;
                previous_page_was_full = true;
            }
        }
    }
    failures.coverage()
}

async fn fetch_products(site: &RetailerSite, url: &Url) -> Result<Vec<Value>, RetailerError> {
    let answer: Answer =
        site.client.get(url).await?.json().map_err(|what| RetailerError::unreadable(url, what))?;
    Ok(answer.products)
}

/// Fetches the currency from the retailer's own description, because products state none. Without it, the currency of
/// the retailer file counts.
async fn fetch_currency(site: &RetailerSite) -> Option<String> {
    let url = site.file.address("/meta.json").ok()?;
    let meta: Value = site.client.get(&url).await.ok()?.json().ok()?;
    meta.get("currency").and_then(scalar)
}

fn parse_products(
    site: &RetailerSite,
    options: &ShopifyOptions,
    currency: Option<&str>,
    products: Vec<Value>,
) -> RetailerResponse {
    let mut response = RetailerResponse::default();
    for value in products {
        let product: Product = match Product::deserialize(&value) {
            Ok(product) => product,
            Err(error) => {
                let detail = format!("the product is not as Shopify writes it: {error}");
                let ids = listed_ids(&value).into_iter();
                response.rejected.extend(ids.map(|id| rejected(id, detail.clone())));
                continue;
            }
        };
        response.product_pages.push(page_of(site, &product.handle, None));
        for variant in &product.variants {
            match Variant::deserialize(variant) {
                Ok(variant) => response.offers.push(offer(site, options, currency, &product, variant)),
                Err(error) => response.rejected.push(
                    rejected(
                        variant.get("id").and_then(scalar).unwrap_or_else(|| product.id.to_string()),
                        format!("a variant is not as Shopify writes it: {error}"),
                    )
                    .with_listing(&product.title, page_of(site, &product.handle, None)),
                ),
            }
        }
    }
    response
}

/// Returns the ids of a product's variants, which are the ids of its offers: a rejected offer is not missed. Without them
/// returns the product's id.
fn listed_ids(product: &Value) -> Vec<String> {
    let variants = product.get("variants").and_then(Value::as_array).into_iter().flatten();
    let ids: Vec<String> = variants.filter_map(|variant| variant.get("id").and_then(scalar)).collect();
    if !ids.is_empty() {
        return ids;
    }
    vec![product.get("id").and_then(scalar).unwrap_or_else(|| "a product without an id".to_owned())]
}

fn offer(
    site: &RetailerSite,
    options: &ShopifyOptions,
    currency: Option<&str>,
    product: &Product,
    variant: Variant,
) -> RawOffer {
    let option = variant.title.as_deref().filter(|title| *title != NO_OPTIONS && !title.trim().is_empty());
    let title = match option {
        Some(option) => format!("{} {option}", html_to_text(&product.title)),
        None => html_to_text(&product.title),
    };
    let several = product.variants.len() > 1;
    let image = variant.featured_image.as_ref().or(product.images.first());
    let mut raw = RawOffer {
        external_id: variant.id.to_string(),
        url: page_of(site, &product.handle, several.then_some(variant.id)),
        page_url: Some(page_of(site, &product.handle, None)),
        image_url: image.map(|image| image.src.clone()),
        categories: categories(product),
        description: scalar(&product.body_html).and_then(|markup| description_start(&markup)),
        stated_brand: stated_brand(site, options, product.vendor.as_deref()),
        sku: non_empty(variant.sku),
        gtins: scalar(&variant.barcode).into_iter().collect(),
        price: RawPrice::decimal(scalar(&variant.price)),
        list_price: RawPrice::decimal(scalar(&variant.compare_at_price)),
        currency: currency.map(str::to_owned),
        stock: variant.available.map_or(RawStock::Absent, RawStock::Flag),
        ..RawOffer::default()
    };
    match options.title_language {
        TitleLanguage::En => raw.title_en = Some(title),
        TitleLanguage::Ar => raw.title_ar = Some(title),
    }
    raw
}

/// Returns the product's type, then its tags: many retailers use no types.
fn categories(product: &Product) -> Vec<RetailerCategory> {
    let kind = non_empty(product.product_type.clone()).map(|kind| RetailerCategory::from_text(&kind));
    let tags: Vec<&str> = match &product.tags {
        Value::Array(tags) => tags.iter().filter_map(Value::as_str).collect(),
        Value::String(tags) => tags.split(',').collect(),
        _ => Vec::new(),
    };
    let tags = tags
        .into_iter()
        .map(|tag| RetailerCategory { tag: true, ..RetailerCategory::from_path([tag.to_owned()]) });
    kind.into_iter().chain(tags).filter(|category| !category.path.is_empty()).collect()
}

/// Returns the vendor as the brand, unless it is the retailer's own name or the retailer file says that vendors are no
/// manufacturers.
fn stated_brand(site: &RetailerSite, options: &ShopifyOptions, vendor: Option<&str>) -> Option<String> {
    let vendor = non_empty(vendor.map(str::to_owned)).filter(|_| options.vendor_is_manufacturer)?;
    let retailer_names = [&site.file.names.en, &site.file.names.ar];
    let is_retailer_name = retailer_names.iter().any(|name| name.eq_ignore_ascii_case(&vendor));
    (!is_retailer_name).then_some(vendor)
}

fn page_of(site: &RetailerSite, handle: &str, variant: Option<u64>) -> String {
    let Ok(mut url) = site.file.address("/products/") else {
        return site.file.base_url.to_string();
    };
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().push(handle);
    }
    if let Some(id) = variant {
        Url::query_pairs_mut(&mut url).append_pair("variant", &id.to_string());
    }
    url.into()
}
