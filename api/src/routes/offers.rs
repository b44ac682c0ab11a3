//! Products by the web addresses at which retailers sell them: for links that shoppers share or paste.

use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use domain::{model::ProductId, store::offers};
use reqwest::Url;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Query},
        limit::{ClientAddress, RateLimits},
        responses::{DatabaseErrors, RateErrors},
    },
    services::read_pool::ReadPool,
};

/// Maximum length of an address, in bytes.
const MAX_ADDRESS: usize = 2000;
/// First segments of a path that are a language. The same offer is at the same path in the other language.
const LANGUAGES: [&str; 2] = ["en", "ar"];

/// Address of a retailer's page.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct OfferAddressParams {
    /// Web address of a retailer's page, at most 2000 bytes. Parameters that count advertisements, the language and a missing
    /// `www.` make no difference.
    #[param(required, example = "https://shop.example/products/rtx-5070")]
    url: String,
}

/// The product that is sold at an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SoldProduct {
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
}

/// `GET /api/offers/by-url?url=`: returns the product that a retailer sells at a web address, now or before.
#[utoipa::path(
    get,
    path = "/api/offers/by-url",
    tag = "catalogue",
    params(OfferAddressParams),
    responses(
        (status = 200, body = SoldProduct),
        DatabaseErrors,
        RateErrors,
        (status = 404, description = "No retailer sells a product at this address, or several products"),
        (status = 422, description = "The address is missing or is no web address"),
    )
)]
pub async fn find_product_by_url(
    reads: ReadPool,
    State(limits): State<Arc<RateLimits>>,
    client: ClientAddress,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    let OfferAddressParams { url } = query.read()?;
    let address = read_address(&url).ok_or_else(|| {
        ApiError::field("url", format!("must be a web address of at most {MAX_ADDRESS} bytes"))
    })?;
    limits.offer_addresses.check(client.key())?;
    let addresses = list_variants(&address);
    let found = reads.read_again_if_incomplete(Option::is_some, |db| find_product(db, &addresses)).await?;
    let product_id = found.ok_or(ApiError::OfferAddressNotFound)?;
    Ok((CachePolicy::Revalidate, Json(SoldProduct { product_id })))
}

async fn find_product(db: PgPool, addresses: &[String]) -> sqlx::Result<Option<ProductId>> {
    offers::find_product_at(&db, addresses).await
}

fn read_address(text: &str) -> Option<Url> {
    let address = Url::parse(text).ok().filter(|_| text.len() <= MAX_ADDRESS)?;
    (matches!(address.scheme(), "http" | "https") && address.has_host()).then_some(address)
}

/// Returns the addresses under which the offer may be stored, likeliest first: the path with and without its language and
/// the collection through which the shopper came, each with its parameters and then without. Feeds write letters of other
/// scripts as they are, browsers percent-encoded.
fn list_variants(address: &Url) -> Vec<String> {
    let mut paths = vec![address.path().to_owned()];
    paths.extend(without_collection(address.path()));
    for path in paths.clone() {
        paths.extend(in_other_languages(&path));
    }
    let mut variants = Vec::new();
    for query in [address.query(), None] {
        for path in &paths {
            let mut variant = address.clone();
            variant.set_path(path);
            variant.set_query(query);
            let encoded = String::from(variant);
            let decoded = percent_decoded(&encoded);
            for text in [Some(encoded), decoded].into_iter().flatten() {
                if !variants.contains(&text) {
                    variants.push(text);
                }
            }
        }
    }
    variants
}

/// Returns `/products/x` for `/collections/y/products/x`, as shops on Shopify have both.
fn without_collection(path: &str) -> Option<String> {
    let (before, rest) = path.split_once("/collections/")?;
    let (_, handle) = rest.split_once("/products/")?;
    Some(format!("{before}/products/{handle}"))
}

/// Returns the path without a language segment, and in the languages.
fn in_other_languages(path: &str) -> Vec<String> {
    let path = path.trim_start_matches('/');
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let plain = if LANGUAGES.contains(&first) { rest } else { path };
    let mut paths = vec![format!("/{plain}")];
    paths.extend(LANGUAGES.map(|language| format!("/{language}/{plain}")));
    paths
}

/// Decodes percent-encoded bytes; `None` when the text has none, or they are no UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let encoded = digits.filter(|_| first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(encoded.unwrap_or(first));
        rest = if encoded.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    // Zero bytes are no text to Postgres.
    let decoded = String::from_utf8(bytes).ok().filter(|decoded| !decoded.contains('\0'))?;
    (decoded != text).then_some(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variants(address: &str) -> Vec<String> {
        list_variants(&read_address(address).unwrap())
    }

    #[test]
    fn only_web_addresses_are_read() {
        for text in ["", "rtx 5070", "/product/1", "mailto:a@b.example", "javascript:alert(1)", "https://"] {
            assert_eq!(read_address(text), None, "{text}");
        }
        assert_eq!(read_address(&format!("https://shop.example/{}", "a".repeat(MAX_ADDRESS))), None);
        assert!(read_address("HTTP://Shop.example/p/1").is_some());
    }

    #[test]
    fn address_is_looked_up_as_it_is_first() {
        let found = variants("https://shop.example/ar/collections/gpu/products/x?variant=1");
        assert_eq!(found[0], "https://shop.example/ar/collections/gpu/products/x?variant=1");
        for expected in [
            "https://shop.example/ar/products/x?variant=1",
            "https://shop.example/products/x?variant=1",
            "https://shop.example/en/products/x",
            "https://shop.example/products/x",
        ] {
            assert!(found.iter().any(|one| one == expected), "{expected} is not in {found:?}");
        }
    }

    #[test]
    fn letters_are_looked_up_encoded_and_as_they_are() {
        let found = variants("https://shop.example/p/كرت");
        assert_eq!(&found[..2], ["https://shop.example/p/%D9%83%D8%B1%D8%AA", "https://shop.example/p/كرت"]);
        // Bytes that are no text stay as they are.
        assert!(variants("https://shop.example/p/%ff%00").iter().all(|one| one.contains("%ff%00")));
    }
}
