//! SAP Commerce: the OCC search, page by page.

use std::collections::HashMap;

use domain::model::{PlatformKind, RejectReason};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::{
    Coverage, Failures, Platform, ResponseSender, RetailerError, RetailerSite, html_to_text,
    lenient::{self, LeftOut},
    non_empty,
    paging::{PageKind, PageList, hidden_after, identities},
    rejected, scalar,
};
use crate::{
    detect::{DetectError, DetectedPlatform, OptionLine, Probe, text_at},
    raw_offer::{RawOffer, RawPrice, RawStock, Rejection, RetailerCategory, RetailerResponse},
    retailer_file::CategoryMap,
};

/// Maximum number of pages; no retailer has more.
const MAX_PAGES: u64 = 5_000;
/// Requested fields; the default set leaves stock out.
const FIELDS: &str = "products(code,name,url,manufacturer,price(FULL),stock(FULL),images(FULL),categories(FULL)),pagination(FULL)";

pub(super) const PLATFORM: Platform = Platform {
    name: "SAP Commerce",
    key: "occ",
    needs_section: true,
    has_title_language: false,
    categories: |file| Some(&file.occ.as_ref()?.categories),
    stock_words: |_| None,
    find_problem: |_| None,
    probes: &[(40, |asking| Box::pin(probe(asking)))],
    fetch_offers: |site, sender| Box::pin(fetch_offers(site, sender)),
    fetch_page: None,
};

/// `[occ]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OccOptions {
    /// Name of the site in `/occ/v2/<site>/…`.
    pub site: String,
    /// Address of the interface; a full address where it has a host of its own (named in extra_domains).
    #[serde(default = "occ_path")]
    pub api: String,
    /// Address of the storefront; base_url when not given.
    pub storefront: Option<url::Url>,
    #[serde(default = "hundred")]
    pub page_size: usize,
    #[serde(default = "everything")]
    pub query: String,
    /// Whether the Arabic titles (`lang=ar`) are read as well.
    #[serde(default)]
    pub arabic: bool,
    /// Meaning of a product's category code or name.
    #[serde(default)]
    pub categories: CategoryMap,
}

fn occ_path() -> String {
    "/occ/v2".to_owned()
}

fn hundred() -> usize {
    100
}

fn everything() -> String {
    ":relevance".to_owned()
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    products: Vec<Value>,
    pagination: Pagination,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Pagination {
    total_pages: u64,
}

#[derive(Deserialize)]
struct Product {
    #[serde(deserialize_with = "lenient::required_text")]
    code: String,
    #[serde(deserialize_with = "lenient::required_text")]
    name: String,
    #[serde(default, deserialize_with = "lenient::text")]
    url: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    manufacturer: Option<String>,
    #[serde(default)]
    price: Value,
    #[serde(default, rename = "priceRange")]
    price_range: Value,
    #[serde(default)]
    stock: Value,
    #[serde(default)]
    images: Vec<Image>,
    #[serde(default)]
    categories: Vec<Group>,
}

#[derive(Deserialize)]
struct Image {
    #[serde(default, deserialize_with = "lenient::text")]
    url: Option<String>,
}

#[derive(Deserialize)]
struct Group {
    #[serde(default, deserialize_with = "lenient::text")]
    code: Option<String>,
    #[serde(default, deserialize_with = "lenient::text")]
    name: Option<String>,
}

async fn fetch_offers(site: &RetailerSite, sender: &ResponseSender) -> Result<Coverage, RetailerError> {
    let Some(options) = &site.file.occ else {
        return Err(RetailerError::Other("the file has no [occ]".to_owned()));
    };
    let mut failures = Failures::default();
    let mut pages = 1;
    let mut list = PageList::default();
    for page in 0..MAX_PAGES {
        match fetch_page(site, options, page).await {
            Ok((answer, arabic)) => {
                failures.read_one();
                pages = answer.pagination.total_pages;
                if list.add(identities(&answer.products, "code"), true, page + 1 < pages) != PageKind::New {
                    failures.reach_limit(hidden_after(format!("page {page}")));
                    return failures.coverage();
                }
                sender.send(parse_products(site, options, &arabic, answer.products)).await?;
            }
            Err(error) => failures.record_numbered_page(error, page < pages)?,
        }
        if page + 1 >= pages {
            return failures.coverage();
        }
    }
    failures.reach_limit(format!("stopped after {MAX_PAGES} pages"));
    failures.coverage()
}

/// Fetches a page of products, and their Arabic names.
async fn fetch_page(
    site: &RetailerSite,
    options: &OccOptions,
    page: u64,
) -> Result<(Answer, HashMap<String, String>), RetailerError> {
    let (url, answer) = ask(site, options, page, "en").await?;
    let total = answer.pagination.total_pages;
    if answer.products.is_empty() && page < total {
        let what = format!("page {} of {total} came back empty", page + 1);
        return Err(RetailerError::unreadable(&url, what));
    }
    let arabic = if options.arabic { names(ask(site, options, page, "ar").await?.1) } else { HashMap::new() };
    Ok((answer, arabic))
}

async fn ask(
    site: &RetailerSite,
    options: &OccOptions,
    page: u64,
    language: &str,
) -> Result<(Url, Answer), RetailerError> {
    let mut url: Url = site.file.address(&format!("{}/{}/products/search", options.api, options.site))?;
    url.query_pairs_mut()
        .append_pair("query", &options.query)
        .append_pair("pageSize", &options.page_size.clamp(1, 100).to_string())
        .append_pair("currentPage", &page.to_string())
        .append_pair("curr", &site.file.currency)
        .append_pair("lang", language)
        .append_pair("fields", FIELDS);
    let fetched = site.client.get(&url).await?;
    let answer = fetched.json().map_err(|what| RetailerError::unreadable(&url, what))?;
    Ok((url, answer))
}

fn names(answer: Answer) -> HashMap<String, String> {
    let products =
        answer.products.iter().filter_map(|value| lenient::read::<Product>(value, &mut LeftOut::new()).ok());
    products.map(|product| (product.code, html_to_text(&product.name))).collect()
}

fn parse_products(
    site: &RetailerSite,
    options: &OccOptions,
    arabic: &HashMap<String, String>,
    products: Vec<Value>,
) -> RetailerResponse {
    let mut response = RetailerResponse::default();
    for value in products {
        match lenient::read::<Product>(&value, &mut response.left_out) {
            Ok(product) if is_from_price(&product) => {
                let why = "it states the price of its cheapest variant only";
                let rejection = Rejection::new(RejectReason::SeveralPrices, why);
                let (name, url) = (html_to_text(&product.name), page_of(site, options, &product));
                response.rejected.push(rejected(product.code, rejection).with_listing(&name, url));
            }
            Ok(product) => response.offers.push(offer(site, options, arabic, product)),
            Err(error) => {
                let code = value
                    .get("code")
                    .and_then(scalar)
                    .unwrap_or_else(|| "a product without a code".to_owned());
                response.rejected.push(rejected(code, format!("not in the format of OCC: {error}")));
            }
        }
    }
    response
}

fn offer(
    site: &RetailerSite,
    options: &OccOptions,
    arabic: &HashMap<String, String>,
    product: Product,
) -> RawOffer {
    let url = page_of(site, options, &product);
    let image = product.images.iter().find_map(|image| image.url.as_deref());
    RawOffer {
        title_en: Some(html_to_text(&product.name)),
        title_ar: arabic.get(&product.code).cloned(),
        url,
        image_url: image.and_then(|image| Some(site.file.base_url.join(image).ok()?.into())),
        categories: product.categories.iter().map(category).collect(),
        stated_brand: non_empty(product.manufacturer),
        price: RawPrice::decimal(product.price.get("value").and_then(scalar)),
        currency: product.price.get("currencyIso").and_then(scalar),
        stock: match product.stock.get("stockLevelStatus").and_then(status).as_deref() {
            Some("inStock" | "lowStock") => RawStock::Flag(true),
            Some("outOfStock") => RawStock::Flag(false),
            _ => RawStock::Absent,
        },
        stock_left: product.stock.get("stockLevel").and_then(scalar),
        sku: Some(product.code.clone()),
        external_id: product.code,
        ..RawOffer::default()
    }
}

/// Whether the price is the lowest of several variants.
fn is_from_price(product: &Product) -> bool {
    let end =
        |name: &str| product.price_range.get(name).and_then(|price| price.get("value")).and_then(scalar);
    product.price.get("priceType").and_then(Value::as_str) == Some("FROM")
        || end("minPrice") != end("maxPrice")
}

fn page_of(site: &RetailerSite, options: &OccOptions, product: &Product) -> String {
    let storefront = options.storefront.as_ref().unwrap_or(&site.file.base_url);
    let url = product.url.as_deref().and_then(|path| storefront.join(path).ok());
    url.unwrap_or_else(|| storefront.clone()).into()
}

fn category(group: &Group) -> RetailerCategory {
    let name = group.name.as_deref().or(group.code.as_deref()).map(html_to_text);
    RetailerCategory { code: group.code.clone(), ..RetailerCategory::from_path(name) }
}

/// Returns the stock status. Older versions wrap it: `{"code": "inStock"}`.
fn status(value: &Value) -> Option<String> {
    scalar(value).or_else(|| value.get("code").and_then(scalar))
}

/// Probes SAP Commerce. The site's name is requested from the interface, else read from the front page.
async fn probe(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
    let shop_url = asking.base.clone();
    let backend =
        asking.front.occ.clone().filter(|url| url.host_str() == shop_url.host_str()).unwrap_or(shop_url);
    let at = |path: &str| -> Option<Url> {
        format!("{}/{path}", backend.as_str().trim_end_matches('/')).parse().ok()
    };
    let mut sites: Vec<String> = Vec::new();
    if let Some(url) = at("occ/v2/basesites?fields=DEFAULT")
        && let Some(answer) = asking.get(&url).await?.and_then(|answer| answer.json::<Value>().ok())
    {
        let listed = answer.pointer("/baseSites").and_then(Value::as_array).into_iter().flatten();
        sites.extend(listed.filter_map(|site| text_at(site, "/uid")));
    }
    if let Some(site) = asking.front.html.split("occ/v2/").nth(1) {
        let site: String = site
            .chars()
            .take_while(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
            .collect();
        if !site.is_empty() && !sites.contains(&site) {
            sites.push(site);
        }
    }
    for site in sites.into_iter().take(5) {
        let search = |language: &str| {
            at(&format!("occ/v2/{site}/products/search?query=:relevance&pageSize=1&curr=KWD&lang={language}"))
        };
        let mut names = Vec::new();
        for url in ["en", "ar"].into_iter().filter_map(search) {
            let answer = asking.get(&url).await?.and_then(|answer| answer.json::<Value>().ok());
            names.extend(answer.and_then(|answer| text_at(&answer, "/products/0/name")));
        }
        let [english, rest @ ..] = names.as_slice() else { continue };
        let mut found = DetectedPlatform::new(
            PlatformKind::Occ,
            format!("/occ/v2/{site}/products/search answers as SAP Commerce"),
        );
        found.options.push(OptionLine::text("site", &site));
        if rest.first().is_some_and(|arabic| arabic != english) {
            let line = OptionLine { key: "arabic", value: "true".to_owned(), comment: None };
            found.options.push(line.because("its titles in Arabic differ from those in English"));
        }
        return Ok(Some(found));
    }
    Ok(None)
}
