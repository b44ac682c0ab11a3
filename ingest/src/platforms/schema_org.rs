//! Reads any retailer with schema.org data on its product pages: sitemap → pages → JSON-LD, else microdata.

use domain::model::Category;
use futures::{StreamExt, future::BoxFuture, stream};
use url::Url;

use super::{
    Adapter, Coverage, Failures, ResponseSender, RetailerError, RetailerSite, no_product, rejected_page,
    sitemap,
};
use crate::{
    extract::{breadcrumb, json_ld, microdata, page, product},
    raw_offer::{RejectedListing, RetailerResponse},
    retailer_file::{SchemaOrgOptions, TitleLanguage},
};

/// The adapter for schema.org data.
pub(super) struct SchemaOrg;

impl Adapter for SchemaOrg {
    fn fetch_offers<'a>(
        &'a self,
        site: &'a RetailerSite,
        sender: &'a ResponseSender,
    ) -> BoxFuture<'a, Result<Coverage, RetailerError>> {
        Box::pin(fetch_offers(site, sender))
    }

    fn can_fetch_single_pages(&self) -> bool {
        true
    }

    fn fetch_page<'a>(
        &'a self,
        site: &'a RetailerSite,
        url: &'a Url,
        _category: Option<Category>,
    ) -> BoxFuture<'a, Result<RetailerResponse, RetailerError>> {
        Box::pin(async move {
            let options = site.file.schema_org.clone().unwrap_or_default();
            let fetched = site.client.get(url).await?;
            Ok(parse_page(&options, url, &fetched.text()))
        })
    }
}

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let options = site.file.schema_org.clone().unwrap_or_default();
    let start = site.file.address(&options.sitemap)?;
    let addresses = sitemap::pages(&site.client, &start, &options.product_path).await?;
    if addresses.is_empty() {
        return Err(RetailerError::unreadable(&start, "it names no product page"));
    }
    let mut failures = Failures::default();
    let options = &options;
    let mut visits = stream::iter(addresses)
        .map(|url| async move {
            let fetched = site.client.get(&url).await;
            fetched.map(|fetched| parse_page(options, &url, &fetched.text())).map_err(RetailerError::from)
        })
        .buffer_unordered(site.client.concurrency());
    while let Some(visit) = visits.next().await {
        match visit {
            Ok(page) => {
                failures.read_one();
                sender.send(page).await?;
            }
            Err(error) if Failures::is_gone(&error) => {}
            Err(error) => failures.record_or_fail(error)?,
        }
    }
    failures.coverage()
}

fn parse_page(options: &SchemaOrgOptions, url: &Url, html: &str) -> RetailerResponse {
    let mut read = RetailerResponse::default();
    let document = match page::parse(html) {
        Ok(document) => document,
        Err(reason) => {
            read.rejected.push(rejected_page(url, reason));
            return read;
        }
    };
    let mut products = json_ld::products(&document);
    if products.is_empty() {
        products = microdata::products(&document);
    }
    if products.is_empty() {
        read.rejected.push(rejected_page(url, no_product()));
    }
    let breadcrumb = breadcrumb::category(&document, &products);
    let rules = product::ProductRules {
        page_url: url.as_str(),
        title_ar: options.title_ar.as_deref(),
        arabic: options.title_language == TitleLanguage::Ar,
    };
    for found in &products {
        match product::offers(found, &rules) {
            Ok(mut offers) => {
                for offer in &mut offers {
                    offer.categories.extend(breadcrumb.clone());
                    offer.image_url =
                        offer.image_url.take().and_then(|image| Some(url.join(&image).ok()?.into()));
                    offer.url = url.join(&offer.url).map_or_else(|_| url.to_string(), String::from);
                    offer.page_url = Some(url.to_string());
                }
                read.offers.append(&mut offers);
            }
            Err(rejection) => {
                let title = product::name(found);
                read.rejected.push(RejectedListing { title, ..rejected_page(url, rejection) });
            }
        }
    }
    read
}
