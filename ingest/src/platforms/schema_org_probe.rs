//! Retailers whose only machine-readable data is on their product pages.

use std::collections::BTreeMap;

use domain::model::PlatformKind;
use serde_json::Value;
use url::Url;

use super::sitemap_pages;
use crate::{
    detect::{DetectError, DetectedPlatform, OptionLine, Probe},
    extract::{page, page_product},
};

/// Maximum number of sitemaps to read in search of product pages.
const SITEMAPS: usize = 6;
/// Maximum number of address kinds to try, and of pages of each kind.
const KINDS: usize = 6;
const PAGES_OF_A_KIND: usize = 2;

pub(super) async fn probe(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
    let mut starts: Vec<Url> =
        ["/sitemap.xml", "/sitemap_index.xml"].iter().filter_map(|path| asking.at(path)).collect();
    for stated in asking.client.sitemaps(asking.base).await {
        // A sitemap outside the base may belong to another retailer on the same host.
        if stated.as_str().starts_with(asking.base.as_str()) && !starts.contains(&stated) {
            starts.push(stated);
        }
    }
    for start in starts {
        let addresses = match sitemap_pages(asking.client, &start, SITEMAPS).await {
            Ok(addresses) => addresses,
            Err(super::RetailerError::Fetch(error)) => {
                asking.take::<()>(&start, Err(error))?;
                continue;
            }
            Err(error) => {
                asking.tried.push(error.to_string());
                continue;
            }
        };
        if let Some(found) = product_pages(asking, &start, &addresses).await? {
            return Ok(Some(found));
        }
        asking.note(&start, "a sitemap of pages without schema.org products");
    }
    Ok(None)
}

/// Reads a few pages of each kind of address; the kind whose pages hold products is that of the products.
async fn product_pages(
    asking: &mut Probe<'_>,
    start: &Url,
    addresses: &[Url],
) -> Result<Option<DetectedPlatform>, DetectError> {
    let mut kinds: BTreeMap<String, Vec<&Url>> = BTreeMap::new();
    for address in addresses {
        kinds.entry(kind_of(asking.base, address)).or_default().push(address);
    }
    let mut kinds: Vec<(String, Vec<&Url>)> = kinds.into_iter().collect();
    // Most pages of a retailer are products, so the most frequent kind comes first; of equally frequent ones, the
    // English one.
    kinds.sort_by_key(|(kind, pages)| (std::cmp::Reverse(pages.len()), kind.contains("ar")));
    for (kind, pages) in kinds.into_iter().take(KINDS) {
        let step = (pages.len() / PAGES_OF_A_KIND).max(1);
        for url in pages.iter().step_by(step).take(PAGES_OF_A_KIND) {
            let Some(fetched) = asking.get(url).await? else { continue };
            let Some(product) = product_of(url, &fetched.text()) else { continue };
            return Ok(Some(found(asking, start, &kind, pages.len(), &product)));
        }
    }
    Ok(None)
}

fn product_of(url: &Url, html: &str) -> Option<Value> {
    let document = page::parse(html).ok()?;
    page_product::find(&document, url).products.into_iter().find(|product| product.get("offers").is_some())
}

fn found(asking: &Probe<'_>, start: &Url, kind: &str, pages: usize, product: &Value) -> DetectedPlatform {
    let evidence = format!("{start} names {pages} pages such as {kind}…, and they hold schema.org products");
    let mut found = DetectedPlatform::new(PlatformKind::SchemaOrg, evidence);
    let base = asking.base.as_str().trim_end_matches('/');
    let place =
        start.as_str().strip_prefix(base).filter(|rest| rest.starts_with('/')).unwrap_or(start.as_str());
    found.options.push(OptionLine::text("sitemap", place));
    if kind != "/" {
        found.options.push(OptionLine::text("product_path", kind).because("part of every product's address"));
    }
    let is_arabic = |text: &str| text.chars().any(|letter| matches!(letter, '\u{600}'..='\u{6ff}'));
    let name = product.get("name").and_then(Value::as_str).unwrap_or_default();
    let other = product.get("alternateName").and_then(Value::as_str).unwrap_or_default();
    if is_arabic(other) && !is_arabic(name) {
        let line = OptionLine::text("title_ar", "alternateName");
        found.options.push(line.because("the property with the Arabic title"));
    }
    found
}

/// Returns the beginning that addresses of one kind share: `/product/`, `/en/item/`.
fn kind_of(base: &Url, address: &Url) -> String {
    let outer = base.path().trim_end_matches('/');
    let path = address.path().strip_prefix(outer).unwrap_or(address.path());
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let language = parts.first().is_some_and(|part| {
        matches!(part.split(['-', '_']).next(), Some("en" | "ar" | "kw")) && part.len() <= 5
    });
    let kept = usize::from(language) + 1;
    let kept = parts.get(..kept.min(parts.len().saturating_sub(1))).unwrap_or_default();
    if kept.is_empty() { "/".to_owned() } else { format!("/{}/", kept.join("/")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_kind_share_a_prefix() {
        let kind = |address: &str| {
            kind_of(
                &"https://shop.example/s".parse().expect("an address"),
                &address.parse().expect("an address"),
            )
        };
        assert_eq!(kind("https://shop.example/s/en/item/12/rtx"), "/en/item/");
        assert_eq!(kind("https://shop.example/s/product/rtx-5070"), "/product/");
        assert_eq!(kind("https://shop.example/s/rtx-5070.html"), "/");
        assert_eq!(kind("https://shop.example/s/en-kw/rtx-5070.html"), "/en-kw/");
    }
}
