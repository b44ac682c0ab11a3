//! The products of a Shopify retailer's list, as offers.

use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::{RetailerSite, ShopifyOptions, html_to_text, lenient, non_empty, rejected, scalar};
use crate::{
    extract::text::description_start,
    raw_offer::{RawOffer, RawPrice, RawStock, RetailerCategory, RetailerResponse},
    retailer_file::TitleLanguage,
};

#[derive(Deserialize)]
struct Product {
    #[serde(deserialize_with = "lenient::whole")]
    id: u64,
    #[serde(deserialize_with = "lenient::required_text")]
    title: String,
    #[serde(deserialize_with = "lenient::required_text")]
    handle: String,
    #[serde(default, deserialize_with = "lenient::text")]
    vendor: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    product_type: Option<String>,
    #[serde(default)]
    tags: Value,
    #[serde(default)]
    body_html: Value,
    variants: Vec<Value>,
    #[serde(default)]
    images: Vec<Image>,
    #[serde(default)]
    options: Vec<ProductOption>,
}

#[derive(Deserialize)]
struct Image {
    #[serde(default, deserialize_with = "lenient::text")]
    src: Option<String>,
}

/// A property in which the variants of a product differ; `Title` for a product without variants.
#[derive(Deserialize)]
struct ProductOption {
    name: String,
}

#[derive(Deserialize)]
struct Variant {
    #[serde(deserialize_with = "lenient::whole")]
    id: u64,
    #[serde(default, deserialize_with = "lenient::text")]
    title: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    sku: Option<String>,
    /// Retailers may leave the barcode out of this interface.
    #[serde(default)]
    barcode: Value,
    #[serde(default)]
    price: Value,
    #[serde(default)]
    compare_at_price: Value,
    #[serde(default, deserialize_with = "lenient::flag")]
    available: Option<bool>,
    #[serde(default)]
    featured_image: Option<Image>,
}

/// Parses the products of a page, each variant an offer.
pub(super) fn parse_products(
    site: &RetailerSite,
    options: &ShopifyOptions,
    currency: Option<&str>,
    products: Vec<Value>,
) -> RetailerResponse {
    let mut response = RetailerResponse::default();
    for value in products {
        let product: Product = match lenient::read(&value, &mut response.left_out) {
            Ok(product) => product,
            Err(error) => {
                let detail = format!("the product is not as Shopify writes it: {error}");
                let ids = listed_ids(&value).into_iter();
                response.rejected.extend(ids.map(|id| rejected(id, detail.clone())));
                continue;
            }
        };
        let page = page_of(site, &product.handle, None);
        for variant in &product.variants {
            match lenient::read(variant, &mut response.left_out) {
                Ok(variant) => response.offers.push(offer(site, options, currency, &product, variant)),
                Err(error) => response.rejected.push(
                    rejected(
                        variant.get("id").and_then(scalar).unwrap_or_else(|| product.id.to_string()),
                        format!("a variant is not as Shopify writes it: {error}"),
                    )
                    .with_listing(&product.title, page.clone()),
                ),
            }
        }
        response.product_pages.push(page);
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

/// Whether these words only name the one variant of a product without options, in whatever language the site is:
/// `Default Title` of the option `Title`, `Titre par défaut` of `Titre`. Where no option is stated, words without a number
/// count as that name, as a size or a capacity has one; they stand among the tags, which may say that the goods are used.
fn is_default_name(product: &Product, words: &str) -> bool {
    let differs = |variant: &Value| variant.get("title").and_then(scalar).is_none_or(|title| title != words);
    if product.variants.len() > 1 && product.variants.iter().any(differs) {
        return false;
    }
    match product.options.as_slice() {
        [] => !words.chars().any(char::is_numeric),
        [option] => {
            let name = option.name.trim().to_lowercase();
            !name.is_empty() && name != words.to_lowercase() && words.to_lowercase().contains(&name)
        }
        _ => false,
    }
}

fn offer(
    site: &RetailerSite,
    options: &ShopifyOptions,
    currency: Option<&str>,
    product: &Product,
    variant: Variant,
) -> RawOffer {
    let words = variant.title.as_deref().map(html_to_text).filter(|words| !words.is_empty());
    let (unnamed, words): (Option<String>, Option<String>) = match words {
        Some(words) if is_default_name(product, &words) => (Some(words), None),
        words => (None, words),
    };
    let title = match words {
        Some(words) => format!("{} {words}", html_to_text(&product.title)),
        None => html_to_text(&product.title),
    };
    let several = product.variants.len() > 1;
    let image = variant.featured_image.iter().chain(&product.images).find_map(|image| image.src.clone());
    let mut raw = RawOffer {
        external_id: variant.id.to_string(),
        url: page_of(site, &product.handle, several.then_some(variant.id)),
        page_url: Some(page_of(site, &product.handle, None)),
        image_url: image,
        categories: categories(product, unnamed.filter(|_| product.options.is_empty())),
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

/// Returns the product's type, then its tags: many retailers use no types. `words` are those of a variant that are no
/// part of the title.
fn categories(product: &Product, words: Option<String>) -> Vec<RetailerCategory> {
    let kind = non_empty(product.product_type.clone()).map(|kind| RetailerCategory::from_text(&kind));
    let tags: Vec<&str> = match &product.tags {
        Value::Array(tags) => tags.iter().filter_map(Value::as_str).collect(),
        Value::String(tags) => tags.split(',').collect(),
        _ => Vec::new(),
    };
    let tags = tags.into_iter().map(str::to_owned).chain(words);
    let tags = tags.map(|tag| RetailerCategory { tag: true, ..RetailerCategory::from_path([tag]) });
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
