//! The variations of WooCommerce products whose prices differ: each an offer, with its attributes in the title.

use std::sync::atomic::{AtomicUsize, Ordering};

use domain::model::RejectReason;
use futures::{StreamExt, stream};
use serde_json::Value;
use url::Url;

use super::{
    Failures, ResponseSender, RetailerError, RetailerSite, WoocommerceOptions, html_to_text, lenient,
    paging::{PageKind, PageList, identities},
    scalar,
    woocommerce::{PriceKind, Product, fetch_page, offer, price_kind, refused, unreadable},
    woocommerce_categories::CategoryTree,
};
use crate::{
    fetch::FetchError,
    raw_offer::{RawOffer, RejectedListing, Rejection, RetailerResponse},
};

/// Maximum number of requests for variations in one crawl.
const MAX_REQUESTS: usize = 5_000;
/// Number of variations of a page, and maximum number of pages of one product's variations.
const PAGE_SIZE: usize = 100;
const MAX_PAGES: usize = 10;
/// Number of products in a row whose variations the retailer refuses, after which no others are asked for.
const MAX_REFUSALS: usize = 3;

/// Reads variations during one crawl; a page of products at a time, so that at most 100 products and the variations of
/// as many as are read at once are in memory.
pub(super) struct Variations {
    requests_left: AtomicUsize,
    /// Number of products whose variations were refused since some were read.
    refusals: usize,
    has_read: bool,
}

impl Default for Variations {
    fn default() -> Self {
        Self { requests_left: AtomicUsize::new(MAX_REQUESTS), refusals: 0, has_read: false }
    }
}

/// Response of the retailer about a product's variations.
enum Answer {
    /// Its variations, none where the interface does not know the parameters.
    Records(Vec<Value>),
    /// The interface does not give them, and why, as a sentence part.
    Refused(String),
    Failed(RetailerError),
    NoRequestsLeft,
}

impl Variations {
    /// Reads the variations of these products, some products at once, and sends those of each product.
    ///
    /// # Errors
    /// When the retailer cannot be read any further.
    pub(super) async fn read(
        &mut self,
        site: &RetailerSite,
        options: &WoocommerceOptions,
        tree: &CategoryTree,
        products: Vec<Product>,
        sender: &ResponseSender,
        failures: &mut Failures,
    ) -> Result<(), RetailerError> {
        let mut products = products.into_iter();
        loop {
            // A retailer that gives no variations is not asked for those of each product.
            let is_refusing = !self.has_read && self.refusals >= MAX_REFUSALS;
            let count = if self.has_read { site.client.concurrency() } else { 1 };
            let some: Vec<Product> = products.by_ref().take(count).collect();
            if some.is_empty() {
                return Ok(());
            }
            let requests_left = &self.requests_left;
            let answers: Vec<(Answer, Product)> = stream::iter(some)
                .map(|product| async move {
                    let answer = match is_refusing {
                        true => Answer::Refused("refused those of other products".to_owned()),
                        false => fetch(site, &product, requests_left).await,
                    };
                    (answer, product)
                })
                .buffered(count)
                .collect()
                .await;
            for (answer, product) in answers {
                if let Some(response) = self.take(options, tree, answer, product, failures)? {
                    sender.send(response).await?;
                }
            }
        }
    }

    /// Returns the offers or rejections of an answer; records a failure.
    fn take(
        &mut self,
        options: &WoocommerceOptions,
        tree: &CategoryTree,
        answer: Answer,
        product: Product,
        failures: &mut Failures,
    ) -> Result<Option<RetailerResponse>, RetailerError> {
        let why = match answer {
            Answer::Records(records) => {
                failures.read_one();
                if !records.is_empty() {
                    (self.has_read, self.refusals) = (true, 0);
                    return Ok(Some(parse(options, tree, &product, records)));
                }
                self.refusals += 1;
                "lists none of them".to_owned()
            }
            Answer::Refused(why) => {
                self.refusals += 1;
                why
            }
            Answer::NoRequestsLeft => {
                let limit =
                    format!("the variations of products were read with at most {MAX_REQUESTS} requests");
                failures.reach_limit(limit);
                format!("was not asked after {MAX_REQUESTS} requests")
            }
            Answer::Failed(error) => {
                match product.permalink.parse::<Url>() {
                    Ok(page) => failures.record_product_page(page, error)?,
                    Err(_) => failures.record_listing(error)?,
                }
                return Ok(None);
            }
        };
        Ok(Some(RetailerResponse { rejected: refuse(&product, &why), ..RetailerResponse::default() }))
    }
}

/// Refuses a product with a range of prices, and each of its variations, so that none that is stored counts as missed.
fn refuse(product: &Product, why: &str) -> Vec<RejectedListing> {
    let why =
        format!("the product has a range of prices, and the interface, asked for its variations, {why}");
    let ids = [product.id].into_iter().chain(product.variations.iter().map(|listed| listed.id));
    ids.map(|id| refused(product, id, Rejection::new(RejectReason::SeveralPrices, why.clone()))).collect()
}

async fn fetch(site: &RetailerSite, product: &Product, requests_left: &AtomicUsize) -> Answer {
    let mut records = Vec::new();
    let mut pages = PageList::default();
    for page in 1..=MAX_PAGES {
        let take_one = |left: usize| left.checked_sub(1);
        if requests_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take_one).is_err() {
            return Answer::NoRequestsLeft;
        }
        let id = product.id;
        let path = format!(
            "/wp-json/wc/store/v1/products?type=variation&parent={id}&per_page={PAGE_SIZE}&page={page}"
        );
        let answer = match site.file.address(&path) {
            Ok(url) => fetch_page(site, &url).await,
            Err(error) => Err(error.into()),
        };
        let (found, last_page) = match answer {
            Ok(answer) => answer,
            // Responses that may be so for a moment only are failures.
            Err(RetailerError::Fetch(FetchError::Status { status, .. }))
                if (400..500).contains(&status) && !matches!(status, 408 | 425 | 429) =>
            {
                return Answer::Refused(format!("answered {status}"));
            }
            Err(RetailerError::Fetch(error @ FetchError::Disallowed { .. })) => {
                return Answer::Refused(format!("may not be read: {error}"));
            }
            Err(error) => return Answer::Failed(error),
        };
        let is_full = found.len() >= PAGE_SIZE;
        let kind = pages.add(identities(&found, "id"), is_full, false);
        let own: Vec<Value> = found.into_iter().filter(|record| belongs_to(record, product)).collect();
        // An interface that does not know the parameters lists any products, page after page.
        let is_last = own.is_empty() || !is_full || last_page.is_some_and(|last| page >= last);
        records.extend(own);
        if is_last || kind != PageKind::New {
            break;
        }
    }
    Answer::Records(records)
}

/// Whether a record is a variation of the product.
fn belongs_to(record: &Value, product: &Product) -> bool {
    let number = |key: &str| record.get(key).and_then(scalar).and_then(|text| text.parse::<u64>().ok());
    let is_variation = record.get("type").and_then(Value::as_str).is_none_or(|kind| kind == "variation");
    let Some(id) = number("id").filter(|id| is_variation && *id != product.id) else { return false };
    match number("parent").filter(|parent| *parent != 0) {
        Some(parent) => parent == product.id,
        None => product.variations.iter().any(|listed| listed.id == id) || record.get("variation").is_some(),
    }
}

fn parse(
    options: &WoocommerceOptions,
    tree: &CategoryTree,
    product: &Product,
    records: Vec<Value>,
) -> RetailerResponse {
    let page = product.permalink.parse::<Url>().map_or_else(|_| product.permalink.clone(), String::from);
    let mut response = RetailerResponse { product_pages: vec![page.clone()], ..RetailerResponse::default() };
    for mut record in records {
        inherit(&mut record, product);
        let variation = match lenient::read::<Product>(&record, &mut response.left_out) {
            Ok(variation) => complete(variation, product),
            Err(error) => {
                response.rejected.push(unreadable(&record, &error));
                continue;
            }
        };
        match price_kind(&variation) {
            PriceKind::Own => {
                let raw = offer(options, tree, variation);
                response.offers.push(RawOffer { page_url: Some(page.clone()), ..raw });
            }
            PriceKind::OfVariations => response.rejected.extend(refuse(&variation, "gives a range again")),
            PriceKind::None(why) => response.rejected.push(refused(&variation, variation.id, why)),
        }
    }
    response
}

/// Gives a variation's record the name and the address of its product where it has none.
fn inherit(record: &mut Value, product: &Product) {
    let Some(fields) = record.as_object_mut() else { return };
    for (key, value) in [("name", &product.name), ("permalink", &product.permalink)] {
        if fields.get(key).and_then(scalar).is_none() {
            fields.insert(key.to_owned(), Value::from(value.as_str()));
        }
    }
}

/// Completes a variation with what only its product states, and its name with its attributes.
fn complete(mut variation: Product, product: &Product) -> Product {
    let name = html_to_text(&variation.name);
    let words = words_of(&variation, product).into_iter().map(|word| html_to_text(&word));
    let words = words.filter(|word| !word.is_empty() && !holds(&name, word));
    variation.name = [name.clone()].into_iter().chain(words).collect::<Vec<_>>().join(" ");
    // WooCommerce gives a variation without a SKU that of its product, which other variations have too.
    variation.sku = variation.sku.filter(|sku| Some(sku) != product.sku.as_ref());
    if variation.images.iter().all(|image| image.src.is_none()) {
        variation.images = product.images.clone();
    }
    if variation.categories.is_empty() {
        variation.categories = product.categories.clone();
    }
    if variation.brands.is_empty() {
        variation.brands = product.brands.clone();
    }
    if [&variation.short_description, &variation.description].iter().all(|text| scalar(text).is_none()) {
        variation.short_description = product.short_description.clone();
        variation.description = product.description.clone();
    }
    variation
}

/// Whether a name has these words already, as words of their own.
fn holds(name: &str, words: &str) -> bool {
    let plain = |text: &str| {
        let parts = text.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty());
        format!(" {} ", parts.collect::<Vec<_>>().join(" ").to_lowercase())
    };
    plain(name).contains(&plain(words))
}

/// Returns the values of a variation's attributes, as shown to customers where the interface gives them.
fn words_of(variation: &Product, product: &Product) -> Vec<String> {
    if let Some(text) = &variation.variation {
        return values_in(text);
    }
    let stated: Vec<String> = variation
        .attributes
        .iter()
        .filter_map(|attribute| match attribute.terms.as_slice() {
            [term] => Some(term.name.clone()),
            _ => None,
        })
        .collect();
    if !stated.is_empty() {
        return stated;
    }
    let listed = product.variations.iter().find(|listed| listed.id == variation.id);
    let values =
        listed.into_iter().flat_map(|listed| &listed.attributes).filter_map(|value| value.value.as_ref());
    let terms = || product.attributes.iter().flat_map(|attribute| &attribute.terms);
    let word = |value: &String| {
        terms().find(|term| term.slug == *value).map_or_else(|| value.clone(), |term| term.name.clone())
    };
    values.map(word).collect()
}

/// Returns the values in a text such as `Capacity: 16GB, Colour: Black, matte`.
fn values_in(text: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for part in text.split(", ") {
        match (part.split_once(':'), values.last_mut()) {
            (Some((_, value)), _) => values.push(value.trim().to_owned()),
            (None, Some(value)) => *value = format!("{value}, {part}"),
            (None, None) => values.push(part.trim().to_owned()),
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attribute_values_are_read_from_the_text_shown_to_customers() {
        assert_eq!(values_in("Capacity: 16GB, Colour: Black, matte"), ["16GB", "Black, matte"]);
        assert_eq!(values_in("اللون: أسود"), ["أسود"]);
        assert_eq!(values_in("Black"), ["Black"]);
        assert_eq!(values_in(""), [""]);
    }

    #[test]
    fn words_are_in_a_name_only_as_words_of_their_own() {
        assert!(holds("Kingston FURY 16GB (2x8GB)", "2x8gb"));
        assert!(!holds("Kingston FURY 116GB", "16GB"));
        assert!(!holds("Kingston FURY", "Black"));
    }
}
