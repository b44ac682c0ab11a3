//! Reads the product pages of a retailer, whose addresses a sitemap or listing pages gave.

use futures::{StreamExt, stream};
use url::Url;

use super::{Failures, ResponseSender, RetailerError, RetailerSite};
use crate::raw_offer::RetailerResponse;

/// Maximum number of product pages of one retailer.
pub(super) const MAX_PRODUCT_PAGES: usize = 500_000;

/// Visits these pages, those of canaries first, some at once, and sends what `parse` reads on each. A page that fails is recorded, and the others
/// are read.
///
/// # Errors
/// When the retailer cannot be read any further.
pub(super) async fn visit_product_pages(
    site: &RetailerSite,
    addresses: Vec<Url>,
    parse: impl Fn(&Url, &str) -> RetailerResponse,
    sender: &ResponseSender,
    failures: &mut Failures,
) -> Result<(), RetailerError> {
    let watch = site.watch.as_deref();
    let addresses = match watch {
        Some(watch) => watch.sort_pages(addresses),
        None => addresses,
    };
    let rules = site.file.selectors.as_ref().map(|options| &options.fields);
    let read = |url: &Url, html: &str| {
        let response = parse(url, html);
        if let Some(watch) = watch {
            watch.look_at_page(url, html, &response, rules);
        }
        response
    };
    let read = &read;
    let mut visits = stream::iter(addresses)
        .map(|url| async move {
            let fetched = site.client.get(&url).await.map_err(RetailerError::from);
            (fetched.map(|fetched| read(&url, &fetched.text())), url)
        })
        .buffer_unordered(site.client.concurrency());
    while let Some((visit, url)) = visits.next().await {
        let page = match visit {
            Ok(page) => page,
            Err(error) if error.is_gone() => RetailerResponse::default(),
            Err(error) => {
                failures.record_product_page(url, error)?;
                continue;
            }
        };
        failures.read_one();
        sender.send(RetailerResponse { product_pages: vec![url.into()], ..page }).await?;
    }
    Ok(())
}
