//! Reads any retailer with structured data on its product pages: sitemap → pages → JSON-LD, else microdata, RDFa or
//! `<meta>` tags; and single fields by the selectors and paths of the retailer file.

use domain::model::{Category, RejectReason};
use serde::Deserialize;
use serde_json::Value;
use time::OffsetDateTime;
use url::Url;

use super::{
    Coverage, Failures, Platform, ResponseSender, RetailerError, RetailerSite, no_product, rejected_page,
    schema_org_probe, sitemap, visit_product_pages,
};
use crate::{
    extract::{
        breadcrumb, page,
        page_fields::{self, FieldRules},
        page_product, product,
    },
    raw_offer::{RawOffer, RawPrice, RejectedListing, Rejection, RetailerResponse},
    retailer_file::{CategoryMap, FieldRule, PageFields, Problem, TitleLanguage},
};

pub(super) const PLATFORM: Platform = Platform {
    name: "a sitemap with schema.org data",
    key: "schema_org",
    needs_section: false,
    has_title_language: true,
    categories: |file| Some(&file.schema_org.as_ref()?.categories),
    stock_words: |_| None,
    find_problem: |file| find_problem(file.schema_org.as_ref()?),
    probes: &[(60, |asking| Box::pin(schema_org_probe::probe(asking)))],
    fetch_offers: |site, sender| Box::pin(fetch_offers(site, sender)),
    fetch_page: Some(|site, url, category| Box::pin(fetch_page(site, url, category))),
};

/// `[schema_org]`
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SchemaOrgOptions {
    pub sitemap: String,
    /// Text that the addresses of product pages contain; empty takes all addresses.
    pub product_path: String,
    pub title_language: TitleLanguage,
    /// Property of the Product with the Arabic title.
    pub title_ar: Option<String>,
    /// Fields that a selector reads better than the structured data, which gives the rest.
    pub fields: Option<PageFields<FieldRule>>,
    /// JSON of the page's scripts, read beside or without structured data.
    pub embedded: Option<EmbeddedOptions>,
    /// Meaning of the values of the `category` property.
    pub categories: CategoryMap,
}

impl Default for SchemaOrgOptions {
    fn default() -> Self {
        Self {
            sitemap: "/sitemap.xml".to_owned(),
            product_path: String::new(),
            title_language: TitleLanguage::En,
            title_ar: None,
            fields: None,
            embedded: None,
            categories: CategoryMap::default(),
        }
    }
}

/// Returns the first problem of the section that its types cannot express.
fn find_problem(options: &SchemaOrgOptions) -> Option<Problem> {
    let fields = options.fields.as_ref().and_then(|fields| {
        let mut named = fields.named();
        let problem = named.find_map(|(name, rule)| Some(format!("{name} {}", rule.find_problem()?)))?;
        Some(("schema_org.fields", format!("is wrong: {problem}")))
    });
    fields.or_else(|| {
        let embedded = options.embedded.as_ref()?;
        if let Some(problem) = embedded.script.find_problem() {
            return Some(("schema_org.embedded.script", problem));
        }
        let is_bad = |path: &str| !path.starts_with('/') && path.split('.').any(str::is_empty);
        let (name, _) = embedded.fields.named().find(|(_, path)| is_bad(path))?;
        Some(("schema_org.embedded.fields", format!("has a path with an empty part: {name}")))
    })
}

/// `[schema_org.embedded]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbeddedOptions {
    /// The text that holds the JSON: a script, or an attribute.
    #[serde(default = "next_data")]
    pub script: FieldRule,
    /// Path of the product in the JSON: `props.pageProps.product`, with numbers for places in lists. Empty takes the
    /// whole JSON.
    #[serde(default)]
    pub product: String,
    /// Decimals of prices in whole minor units: with 3, `8900` is 8.900. Without it prices are decimals.
    pub minor_units: Option<u32>,
    /// Path of each field in the product.
    pub fields: PageFields<String>,
}

fn next_data() -> FieldRule {
    FieldRule { select: "script#__NEXT_DATA__".to_owned(), attribute: None, pattern: None }
}

/// Rules of the retailer file for one page.
struct Rules {
    options: SchemaOrgOptions,
    fields: FieldRules,
}

fn rules_of(site: &RetailerSite) -> Result<Rules, RetailerError> {
    let options = site.file.schema_org.clone().unwrap_or_default();
    let fields = FieldRules::new(&options).map_err(RetailerError::Other)?;
    Ok(Rules { options, fields })
}

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let rules = rules_of(site)?;
    let start = site.file.address(&rules.options.sitemap)?;
    let mut failures = Failures::default();
    let addresses = sitemap::pages(&site.client, &start, &rules.options.product_path, &mut failures).await?;
    if addresses.is_empty() {
        failures.coverage()?;
        return Err(RetailerError::unreadable(&start, "it names no product page"));
    }
    let now = site.now;
    let read = move |url: &Url, html: &str| parse_page(&rules, url, html, now);
    visit_product_pages(site, addresses, read, sender, &mut failures).await?;
    failures.coverage()
}

async fn fetch_page(
    site: &RetailerSite,
    url: &Url,
    _category: Option<Category>,
) -> Result<RetailerResponse, RetailerError> {
    let rules = rules_of(site)?;
    let fetched = site.client.get(url).await?;
    Ok(parse_page(&rules, url, &fetched.text(), site.now))
}

/// Reads a page as it is at this time.
fn parse_page(rules: &Rules, url: &Url, html: &str, now: OffsetDateTime) -> RetailerResponse {
    let mut read = RetailerResponse::default();
    let document = match page::parse(html) {
        Ok(document) => document,
        Err(reason) => {
            read.rejected.push(rejected_page(url, reason));
            return read;
        }
    };
    let found = page_product::find(&document, url);
    // A block that cannot be read is the reason why a product or its offer is missing.
    let broken = found.broken.map(|broken| Rejection::new(RejectReason::Unreadable, broken.to_string()));
    if found.products.is_empty() {
        read.rejected.push(rejected_page(url, broken.clone().unwrap_or_else(no_product)));
    }
    let product_rules = product::ProductRules {
        page_url: url.as_str(),
        title_ar: rules.options.title_ar.as_deref(),
        arabic: rules.options.title_language == TitleLanguage::Ar,
        now,
    };
    for stated in &found.products {
        match product::offers(stated, &product_rules) {
            Ok(mut offers) => read.offers.append(&mut offers),
            Err(rejection) => {
                let is_missing = rejection.reason == RejectReason::Price && stated.get("offers").is_none();
                let rejection = broken.clone().filter(|_| is_missing).unwrap_or(rejection);
                let title = product::name(stated);
                read.rejected.push(RejectedListing { title, ..rejected_page(url, rejection) });
            }
        }
    }
    if !rules.fields.is_empty() {
        match rules.fields.read(&document, url) {
            Ok(own) => apply_fields(&mut read, own, &found.products, &product_rules),
            Err(rejection) if read.offers.is_empty() => read.rejected = vec![rejected_page(url, rejection)],
            Err(_) => {}
        }
    }
    let breadcrumb = breadcrumb::category(&document, &found.products);
    for offer in &mut read.offers {
        offer.categories.extend(breadcrumb.clone());
        offer.image_url = offer.image_url.take().and_then(|image| Some(url.join(&image).ok()?.into()));
        offer.url = url.join(&offer.url).map_or_else(|_| url.to_string(), String::from);
        offer.page_url = Some(url.to_string());
    }
    read
}

/// Completes the one offer of a page by the fields that the retailer file reads singly. Where the structured data has no
/// usable offer, those make one, if they hold a price and there is a title; of variants, none is the page's own.
fn apply_fields(
    read: &mut RetailerResponse,
    own: RawOffer,
    products: &[Value],
    rules: &product::ProductRules<'_>,
) {
    if let [offer] = read.offers.as_mut_slice() {
        return page_fields::apply(offer, own);
    }
    let is_unclear = |rejected: &RejectedListing| {
        use RejectReason::{NoProduct, Price, SeveralPrices, Unreadable};
        matches!(rejected.rejection.reason, NoProduct | Price | SeveralPrices | Unreadable)
    };
    if !read.offers.is_empty() || own.price == RawPrice::Absent || !read.rejected.iter().all(is_unclear) {
        return;
    }
    let base = products.first().and_then(|product| product::base_offer(product, rules).ok());
    let mut offer = base.unwrap_or_else(|| RawOffer {
        external_id: rules.page_url.to_owned(),
        url: rules.page_url.to_owned(),
        ..RawOffer::default()
    });
    page_fields::apply(&mut offer, own);
    if offer.title_en.is_some() || offer.title_ar.is_some() {
        read.rejected.clear();
        read.offers.push(offer);
    }
}

#[cfg(test)]
mod tests;
