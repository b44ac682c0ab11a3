//! Reads any other retailer: listing pages with pagination, and product pages by the CSS selectors
//! of the retailer file.

use std::collections::HashSet;

use domain::model::{Category, RejectReason};
use scraper::Html;
use serde::Deserialize;
use url::Url;

use super::{
    Coverage, Failures, Platform, ResponseSender, RetailerError, RetailerSite, no_product,
    paging::{PageKind, PageList, hidden_after},
    product_pages::MAX_PRODUCT_PAGES,
    rejected_page, visit_product_pages,
};
use crate::{
    extract::{field::Field, page},
    raw_offer::{
        RawOffer, RawPrice, RawStock, RejectedListing, Rejection, RetailerCategory, RetailerResponse,
    },
    retailer_file::{CategoryMap, CategoryMeaning, FieldRule, Problem, StockWordsFile, TitleLanguage},
};

/// Maximum number of listing pages of one start page: stops a "next" link that never ends.
const MAX_LISTING_PAGES: usize = 2_000;

pub(super) const PLATFORM: Platform = Platform {
    name: "selectors",
    key: "selectors",
    needs_section: true,
    has_title_language: true,
    categories: |file| Some(&file.selectors.as_ref()?.categories),
    stock_words: |file| Some(&file.selectors.as_ref()?.stock_words),
    find_problem: |file| find_problem(file.selectors.as_ref()?),
    probes: &[],
    fetch_offers: |site, sender| Box::pin(fetch_offers(site, sender)),
    fetch_page: Some(|site, url, category| Box::pin(fetch_page(site, url, category))),
};

/// `[selectors]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectorOptions {
    pub start: Vec<StartPage>,
    pub product_link: FieldRule,
    pub next_page: Option<FieldRule>,
    #[serde(default)]
    pub title_language: TitleLanguage,
    pub fields: SelectorFields,
    #[serde(default)]
    pub stock_words: StockWordsFile,
    /// Meaning of the field `category`, where the start page declares no category.
    #[serde(default)]
    pub categories: CategoryMap,
}

/// A listing page to start from.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartPage {
    pub path: String,
    #[serde(default)]
    pub category: Option<CategoryMeaning>,
}

/// Returns the first problem of the section that its types cannot express.
fn find_problem(options: &SelectorOptions) -> Option<Problem> {
    if options.start.is_empty() {
        return Some(("selectors.start", "names no page to start from".to_owned()));
    }
    let fields = &options.fields;
    let rules: [(&'static str, Option<&FieldRule>); 15] = [
        ("selectors.product_link", Some(&options.product_link)),
        ("selectors.next_page", options.next_page.as_ref()),
        ("selectors.fields.external_id", fields.external_id.as_ref()),
        ("selectors.fields.title", Some(&fields.title)),
        ("selectors.fields.title_ar", fields.title_ar.as_ref()),
        ("selectors.fields.manufacturer", fields.manufacturer.as_ref()),
        ("selectors.fields.part_number", fields.part_number.as_ref()),
        ("selectors.fields.sku", fields.sku.as_ref()),
        ("selectors.fields.gtin", fields.gtin.as_ref()),
        ("selectors.fields.category", fields.category.as_ref()),
        ("selectors.fields.price", Some(&fields.price)),
        ("selectors.fields.list_price", fields.list_price.as_ref()),
        ("selectors.fields.stock", fields.stock.as_ref()),
        ("selectors.fields.stock_left", fields.stock_left.as_ref()),
        ("selectors.fields.image_url", fields.image_url.as_ref()),
    ];
    rules.into_iter().find_map(|(key, rule)| Some((key, rule?.find_problem()?)))
}

/// `[selectors.fields]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectorFields {
    /// Without it the page's address is the id.
    pub external_id: Option<FieldRule>,
    pub title: FieldRule,
    pub title_ar: Option<FieldRule>,
    pub manufacturer: Option<FieldRule>,
    /// The manufacturer's part number, according to the retailer.
    pub part_number: Option<FieldRule>,
    /// The retailer's own number.
    pub sku: Option<FieldRule>,
    pub gtin: Option<FieldRule>,
    /// Breadcrumb or similar: each element is a name, from the outermost to the innermost.
    pub category: Option<FieldRule>,
    pub price: FieldRule,
    pub list_price: Option<FieldRule>,
    pub stock: Option<FieldRule>,
    pub stock_left: Option<FieldRule>,
    pub image_url: Option<FieldRule>,
}

/// Rules of the retailer file, compiled once per crawl.
struct Rules {
    product_link: Field,
    next_page: Option<Field>,
    external_id: Option<Field>,
    title: Field,
    title_ar: Option<Field>,
    manufacturer: Option<Field>,
    part_number: Option<Field>,
    sku: Option<Field>,
    gtin: Option<Field>,
    category: Option<Field>,
    price: Field,
    list_price: Option<Field>,
    stock: Option<Field>,
    stock_left: Option<Field>,
    image_url: Option<Field>,
    language: TitleLanguage,
}

impl Rules {
    fn new(options: &SelectorOptions) -> Result<Rules, String> {
        let maybe = |rule: &Option<FieldRule>| rule.as_ref().map(Field::new).transpose();
        let fields = &options.fields;
        Ok(Rules {
            product_link: Field::new(&options.product_link)?,
            next_page: maybe(&options.next_page)?,
            external_id: maybe(&fields.external_id)?,
            title: Field::new(&fields.title)?,
            title_ar: maybe(&fields.title_ar)?,
            manufacturer: maybe(&fields.manufacturer)?,
            part_number: maybe(&fields.part_number)?,
            sku: maybe(&fields.sku)?,
            gtin: maybe(&fields.gtin)?,
            category: maybe(&fields.category)?,
            price: Field::amount(&fields.price)?,
            list_price: fields.list_price.as_ref().map(Field::amount).transpose()?,
            stock: maybe(&fields.stock)?,
            stock_left: maybe(&fields.stock_left)?,
            image_url: maybe(&fields.image_url)?,
            language: options.title_language,
        })
    }
}

fn options_of(site: &RetailerSite) -> Result<&SelectorOptions, RetailerError> {
    site.file.selectors.as_ref().ok_or_else(|| RetailerError::Other("the file has no [selectors]".to_owned()))
}

fn rules_of(site: &RetailerSite) -> Result<Rules, RetailerError> {
    Rules::new(options_of(site)?).map_err(RetailerError::Other)
}

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let options = options_of(site)?;
    let rules = rules_of(site)?;
    let mut failures = Failures::default();
    let mut visited: HashSet<Url> = HashSet::new();
    for start in &options.start {
        let links = product_links(site, &rules, &site.file.address(&start.path)?, &mut failures).await?;
        let new: Vec<Url> = links.into_iter().filter(|link| visited.insert(link.clone())).collect();
        let read = |url: &Url, html: &str| parse_page(&rules, url, start.category, html);
        visit_product_pages(site, new, read, sender, &mut failures).await?;
    }
    failures.coverage()
}

async fn fetch_page(
    site: &RetailerSite,
    url: &Url,
    category: Option<Category>,
) -> Result<RetailerResponse, RetailerError> {
    let rules = rules_of(site)?;
    let fetched = site.client.get(url).await?;
    // A product page may not state its category; the listing page that led to it did, so the stored category
    // is passed.
    Ok(parse_page(&rules, url, category.map(CategoryMeaning::of), &fetched.text()))
}

/// Returns the product addresses of a start page and of the listing pages that follow it. A listing page that fails is
/// recorded, and ends the list: the address of the next one stands on it.
///
/// # Errors
/// When the retailer cannot be read any further.
async fn product_links(
    site: &RetailerSite,
    rules: &Rules,
    start: &Url,
    failures: &mut Failures,
) -> Result<Vec<Url>, RetailerError> {
    let mut links = Vec::new();
    let mut seen = HashSet::from([start.clone()]);
    let mut next = Some(start.clone());
    let mut pages = PageList::default();
    while let Some(url) = next {
        let (found, following) = match listing_page(site, rules, &url, url == *start).await {
            Ok(page) => page,
            Err(error) => {
                failures.record_listing(error)?;
                break;
            }
        };
        // Some sites name a next page for ever, each at another address.
        match pages.add(&found, true, false) {
            PageKind::New => {}
            PageKind::PastEnd => break,
            PageKind::Hidden => {
                failures.reach_limit(hidden_after(&url));
                break;
            }
        }
        links.extend(found);
        next = following.filter(|address| seen.insert(address.clone()));
        if seen.len() > MAX_LISTING_PAGES || links.len() > MAX_PRODUCT_PAGES {
            failures.reach_limit(format!("{start}: stopped after {} listing pages", seen.len() - 1));
            break;
        }
    }
    Ok(links)
}

/// Fetches a listing page, and returns its product links and the next page.
async fn listing_page(
    site: &RetailerSite,
    rules: &Rules,
    url: &Url,
    is_first: bool,
) -> Result<(Vec<Url>, Option<Url>), RetailerError> {
    let fetched = site.client.get(url).await?;
    let (links, next) = read_listing_page(rules, url, &fetched.text())
        .map_err(|what| RetailerError::unreadable(url, what))?;
    if links.is_empty() && is_first {
        return Err(RetailerError::unreadable(url, "the listing page shows no product"));
    }
    Ok((links, next))
}

fn read_listing_page(rules: &Rules, url: &Url, html: &str) -> Result<(Vec<Url>, Option<Url>), String> {
    let document = page::parse(html)?;
    let links = rules.product_link.all(&document).filter_map(|link| url.join(&link).ok()).collect();
    let next = rules
        .next_page
        .as_ref()
        .and_then(|field| field.first(&document))
        .and_then(|link| url.join(&link).ok());
    Ok((links, next))
}

fn category_path(field: &Option<Field>, document: &Html) -> Option<RetailerCategory> {
    let names: Vec<String> = field.as_ref()?.all(document).collect();
    let category = match names.as_slice() {
        [one] => RetailerCategory::from_text(one),
        _ => RetailerCategory::from_path(names),
    };
    (!category.path.is_empty()).then_some(category)
}

fn parse_page(
    rules: &Rules,
    url: &Url,
    listing_page_mapping: Option<CategoryMeaning>,
    html: &str,
) -> RetailerResponse {
    let mut read = RetailerResponse::default();
    let document = match page::parse(html) {
        Ok(document) => document,
        Err(reason) => {
            read.rejected.push(rejected_page(url, reason));
            return read;
        }
    };
    let maybe = |field: &Option<Field>| field.as_ref().and_then(|field| field.first(&document));
    let Some(title) = rules.title.first(&document) else {
        read.rejected.push(rejected_page(url, no_product()));
        return read;
    };
    let external_id = match &rules.external_id {
        None => Some(url.to_string()),
        Some(field) => field.first(&document),
    };
    let Some(external_id) = external_id else {
        let rejection =
            Rejection::new(RejectReason::Incomplete, "the page has no product id of the retailer");
        read.rejected.push(RejectedListing { title: Some(title), ..rejected_page(url, rejection) });
        return read;
    };
    let (title_en, title_ar) = match rules.language {
        TitleLanguage::En => (Some(title), maybe(&rules.title_ar)),
        TitleLanguage::Ar => (None, Some(title)),
    };
    read.offers.push(RawOffer {
        external_id,
        title_en,
        title_ar,
        url: url.to_string(),
        page_url: None,
        image_url: maybe(&rules.image_url).and_then(|image| Some(url.join(&image).ok()?.into())),
        categories: category_path(&rules.category, &document).into_iter().collect(),
        description: None,
        listing_page_mapping,
        stated_brand: maybe(&rules.manufacturer),
        part_number: maybe(&rules.part_number),
        sku: maybe(&rules.sku),
        gtins: maybe(&rules.gtin).into_iter().collect(),
        price: RawPrice::text(rules.price.first(&document)),
        list_price: RawPrice::text(maybe(&rules.list_price)),
        price_valid_until: None,
        currency: None,
        stock: maybe(&rules.stock).map_or(RawStock::Absent, RawStock::Words),
        stock_left: maybe(&rules.stock_left),
    });
    read
}
