//! Reads any retailer with schema.org data on its product pages: sitemap → pages → JSON-LD, else microdata.

use domain::model::Category;
use futures::future::BoxFuture;
use url::Url;

use super::{
    Adapter, Coverage, Failures, ResponseSender, RetailerError, RetailerSite, no_product, rejected_page,
    sitemap, visit_product_pages,
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
    let mut failures = Failures::default();
    let addresses = sitemap::pages(&site.client, &start, &options.product_path, &mut failures).await?;
    if addresses.is_empty() {
        failures.coverage()?;
        return Err(RetailerError::unreadable(&start, "it names no product page"));
    }
    let read = |url: &Url, html: &str| parse_page(&options, url, html);
    visit_product_pages(site, addresses, read, sender, &mut failures).await?;
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
