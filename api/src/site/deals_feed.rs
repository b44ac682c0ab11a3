//! Feeds of the deals, for feed readers: RSS 2.0 and JSON Feed 1.1, in both languages and with the page's filters.

use std::fmt::Write;

use axum::{
    extract::State,
    http::{HeaderValue, Uri, header},
    response::{IntoResponse, Response},
};
use domain::store::{snapshots::Snapshot, users::Language};
use serde_json::{Value, json};

use super::{Site, SiteState, address::PageAddress, deals_page::PATH, escape::Escaped, head::FeedLink};
use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
    },
    routes::deals::{DealRequest, FoundDeals},
    services::{
        read_pool::ReadPool,
        texts::{Texts, clean, money},
        verdicts::say_evidence,
    },
    wire::card_verdict::CardVerdict,
};

/// Maximum number of deals in a feed.
const MAX_ITEMS: u32 = 50;
const RSS: &str = "application/rss+xml";
const JSON_FEED: &str = "application/feed+json";
/// Namespace of the link from a feed to itself.
const ATOM: &str = "http://www.w3.org/2005/Atom";

/// Returns the links from the page to its feeds.
pub fn feed_links(site: &Site, address: &PageAddress) -> Vec<FeedLink> {
    let title = Texts(address.language).get("deals.title");
    let link = |kind, ending: &str| FeedLink {
        kind,
        title: title.to_owned(),
        url: format!("{}{}", site.public_url, address.link(&format!("{PATH}{ending}"))),
    };
    vec![link(RSS, ".rss"), link(JSON_FEED, ".json")]
}

/// A deal as feeds tell it.
struct Item {
    /// Changes with the price, so that readers show a lower one as news.
    id: String,
    url: String,
    title: String,
    text: String,
}

/// `GET /deals.rss`: returns the deals as RSS.
///
/// # Errors
/// 422 naming every wrong parameter; 503 while the database does not answer.
pub async fn rss_feed(
    State(app): State<SiteState>,
    reads: ReadPool,
    address: PageAddress,
    uri: Uri,
    query: Query,
) -> ApiResult<Response> {
    let texts = Texts(address.language);
    let items = load(&app.site, &reads, &address, query).await?;
    let (page, own) = (page_url(&app.site, &address), own_url(&app.site, &uri));
    let (title, text) = (texts.get("deals.title"), texts.get("deals.description"));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"{ATOM}\"><channel>\n\
         <title>{}</title><link>{}</link><description>{}</description><language>{}</language><ttl>60</ttl>\n\
         <atom:link rel=\"self\" type=\"{RSS}\" href=\"{}\"/>\n",
        Escaped(title),
        Escaped(&page),
        Escaped(text),
        code(address.language),
        Escaped(&own),
    );
    for Item { id, url, title, text } in &items {
        let (title, url, text) = (Escaped(title), Escaped(url), Escaped(text));
        // Writing to a string cannot fail.
        let _ = writeln!(
            xml,
            "<item><title>{title}</title><link>{url}</link><guid isPermaLink=\"false\">{}</guid>\
             <description>{text}</description></item>",
            Escaped(id),
        );
    }
    xml.push_str("</channel></rss>\n");
    let kind = [(header::CONTENT_TYPE, "application/rss+xml; charset=utf-8")];
    Ok((CachePolicy::Minute, kind, xml).into_response())
}

/// `GET /deals.json`: returns the deals as JSON Feed.
///
/// # Errors
/// 422 naming every wrong parameter; 503 while the database does not answer.
pub async fn json_feed(
    State(app): State<SiteState>,
    reads: ReadPool,
    address: PageAddress,
    uri: Uri,
    query: Query,
) -> ApiResult<Response> {
    let texts = Texts(address.language);
    let items = load(&app.site, &reads, &address, query).await?;
    let items: Vec<Value> = items
        .into_iter()
        .map(|item| json!({"id": item.id, "url": item.url, "title": item.title, "content_text": item.text}))
        .collect();
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": texts.get("deals.title"),
        "description": texts.get("deals.description"),
        "home_page_url": page_url(&app.site, &address),
        "feed_url": own_url(&app.site, &uri),
        "language": code(address.language),
        "items": items,
    });
    let mut response = (CachePolicy::Minute, Json(feed)).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON_FEED));
    Ok(response)
}

async fn load(
    site: &Site,
    reads: &ReadPool,
    address: &PageAddress,
    mut query: Query,
) -> ApiResult<Vec<Item>> {
    let request = DealRequest::read(&mut query);
    query.finish()?;
    // A feed has one page.
    let request = DealRequest { page: 1, limit: MAX_ITEMS, ..request };
    let found = FoundDeals::load(reads, &request).await?;
    Ok(found.snapshots.iter().filter_map(|snapshot| item(site, address, snapshot)).collect())
}

fn item(site: &Site, address: &PageAddress, snapshot: &Snapshot) -> Option<Item> {
    let texts = Texts(address.language);
    let product = &snapshot.product;
    let (cheapest, notable) = (snapshot.cheapest_offer()?, snapshot.notable_price()?);
    let price = cheapest.offer.price;
    let name = match (address.language, snapshot.name_ar()) {
        (Language::Ar, Some(name)) => clean(name),
        _ => clean(&product.name),
    };
    let shop = match address.language {
        Language::Ar => &cheapest.retailer_name_ar,
        Language::En => &cheapest.retailer_name_en,
    };
    let amount = money(price);
    let title = texts.fill_plain("deals.item", &[("name", &name), ("price", &amount), ("shop", shop)]);
    let why = say_evidence(&CardVerdict::new(price, notable));
    let path = format!("/product/{}", product.id);
    Some(Item {
        id: format!("{}-{}", product.id, price.0),
        url: format!("{}{}", site.public_url, address.link(&path)),
        title,
        text: clean(why.in_language(address.language)),
    })
}

/// Returns the address of the page that the feed belongs to.
fn page_url(site: &Site, address: &PageAddress) -> String {
    format!("{}{}", site.public_url, address.link(PATH))
}

fn own_url(site: &Site, uri: &Uri) -> String {
    format!("{}{}", site.public_url, uri.path_and_query().map_or(uri.path(), |whole| whole.as_str()))
}

fn code(language: Language) -> &'static str {
    match language {
        Language::En => "en",
        Language::Ar => "ar",
    }
}
