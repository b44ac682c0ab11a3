//! The page of deals: products in stock below their usual price.

use axum::{
    extract::State,
    http::{StatusCode, Uri},
    response::{IntoResponse, Response},
};
use domain::model::Category;
use serde_json::{Value, json};
use tracing::warn;

use super::{
    SiteState,
    address::PageAddress,
    app_routes,
    content::{
        self, Breadcrumb, RetailerDisplayNames,
        deals::{FilterLink, FilterLinks},
        listing::{Card, Listing},
    },
    deals_feed::feed_links,
    head::{Addresses, Head},
    preload::{self, PreloadedResponse},
    product_data::breadcrumb_data,
};
use crate::{
    http::extract::Query,
    routes::deals::{DealRequest, FoundDeals},
    services::{
        read_pool::ReadPool,
        texts::{Sentence, Texts, category_name},
    },
};

/// Path of the page, without language.
pub const PATH: &str = "/deals";

/// `GET /deals`: returns the page of deals.
pub async fn deals_page(
    State(app): State<SiteState>,
    reads: ReadPool,
    address: PageAddress,
    uri: Uri,
) -> Response {
    let Some(page) = &app.site.page else { return app.site.not_built().into_response() };
    let request = DealsAddress::read(uri.query().unwrap_or_default());
    let found = match FoundDeals::load(&reads, &request.deals).await {
        Ok(found) => found,
        // The page still works: the app requests the same list and shows the error.
        Err(error) => {
            warn!("Cannot render the deals: {error}");
            return app_routes::answer_without_content(page, &address, StatusCode::OK);
        }
    };
    let answer = found.answer();
    let preloaded = PreloadedResponse::new(format!("/api/deals?{}", request.call()), &answer);
    let preloaded = preloaded.into_iter().chain(preload::retailer_list(&app.retailers).await).collect();
    let names = RetailerDisplayNames::load(&app.retailers).await;
    let cards: Vec<Card> = answer
        .products
        .iter()
        .filter_map(|card| serde_json::from_value(serde_json::to_value(card).ok()?).ok())
        .collect();
    let head = Head { preloaded, ..head(&app, &address, &request, &cards) };
    let listing = listing(&request, &found, &cards, &names);
    let filters = filters(&request, &found, &names);
    let feed =
        format!("{PATH}.rss{}", request.query_of(&request.deals.categories, &request.deals.retailers, 1));
    page.answer(StatusCode::OK, &head, &content::deals::write(&address, &listing, &filters, &feed))
}

/// Query string of the page. What is wrong with it is ignored here: the app says so.
pub struct DealsAddress {
    pub deals: DealRequest,
}

impl DealsAddress {
    /// Reads the query string.
    pub fn read(query: &str) -> Self {
        Self { deals: DealRequest::read(&mut Query::parse(query)) }
    }

    fn is_filtered(&self) -> bool {
        !(self.deals.categories.is_empty() && self.deals.retailers.is_empty())
    }

    /// Returns the query string of the call that the app makes, as `dealsQuery` in `web/src/features/deals/query.ts`.
    fn call(&self) -> String {
        let mut parameters = form_urlencoded::Serializer::new(String::new());
        for category in &self.deals.categories {
            parameters.append_pair("category", category.as_str());
        }
        for retailer in &self.deals.retailers {
            parameters.append_pair("retailer", retailer);
        }
        parameters.append_pair("page", &self.deals.page.to_string());
        parameters.append_pair("limit", &self.deals.limit.to_string());
        parameters.finish()
    }

    /// Returns the query string of the page with other filters and another page; empty without any.
    fn query_of(&self, categories: &[Category], retailers: &[String], page: u32) -> String {
        let mut parameters = form_urlencoded::Serializer::new(String::new());
        for category in categories {
            parameters.append_pair("category", category.as_str());
        }
        for retailer in retailers {
            parameters.append_pair("retailer", retailer);
        }
        if page > 1 {
            parameters.append_pair("page", &page.to_string());
        }
        let query = parameters.finish();
        if query.is_empty() { query } else { format!("?{query}") }
    }

    fn page_path(&self, page: u32) -> String {
        format!("{PATH}{}", self.query_of(&self.deals.categories, &self.deals.retailers, page))
    }
}

fn head(app: &SiteState, address: &PageAddress, request: &DealsAddress, cards: &[Card]) -> Head {
    let texts = Texts(address.language);
    let title = texts.fill_plain("app.title", &[("page", texts.get("deals.title"))]);
    let mut head = Head::new(address, title, texts.get("deals.description").to_owned());
    head.feeds = feed_links(&app.site, address);
    // Only one address per content is indexed.
    if request.is_filtered() || (request.deals.page > 1 && cards.is_empty()) {
        head.hidden = true;
        return head;
    }
    head.addresses = Some(Addresses {
        public_url: app.site.public_url.to_string(),
        path: request.page_path(request.deals.page),
    });
    head.data = vec![breadcrumb_data(&app.site, address, &crumbs())];
    if !cards.is_empty() {
        head.data.push(list_data(app, address, cards));
    }
    head
}

fn crumbs() -> [Breadcrumb; 2] {
    [Breadcrumb::home(), Breadcrumb::current(Sentence::at("deals.heading"))]
}

fn list_data(app: &SiteState, address: &PageAddress, cards: &[Card]) -> Value {
    let items: Vec<Value> = cards
        .iter()
        .zip(1..)
        .map(|(card, position)| {
            let url = format!("{}{}", app.site.public_url, address.link(&card.path()));
            json!({"@type": "ListItem", "position": position, "url": url})
        })
        .collect();
    let name = Texts(address.language).get("deals.heading");
    json!({"@context": "https://schema.org", "@type": "ItemList", "name": name, "itemListElement": items})
}

fn listing<'a>(
    request: &DealsAddress,
    found: &FoundDeals,
    cards: &'a [Card],
    retailers: &'a RetailerDisplayNames,
) -> Listing<'a> {
    let page = request.deals.page;
    let pages = u32::try_from(found.total.div_ceil(found.limit.max(1) as usize)).unwrap_or(u32::MAX);
    Listing {
        title: Some(Sentence::at("deals.heading")),
        query: None,
        crumbs: &[],
        lead: Some(Sentence::at("deals.lead")),
        cards,
        is_one_category: false,
        retailers,
        with_evidence: true,
        total: Some(found.total as u64),
        previous: (page > 1 && page <= pages).then(|| request.page_path(page - 1)),
        next: (page < pages).then(|| request.page_path(page + 1)),
        links: &[],
    }
}

/// Returns the filters; a link of one in force leads to the page without it.
fn filters(request: &DealsAddress, found: &FoundDeals, names: &RetailerDisplayNames) -> FilterLinks {
    let deals = &request.deals;
    let categories = found.categories.iter().map(|entry| {
        let is_chosen = deals.categories.contains(&entry.category);
        let wanted: &[Category] = if is_chosen { &[] } else { &[entry.category] };
        FilterLink {
            path: format!("{PATH}{}", request.query_of(wanted, &deals.retailers, 1)),
            name: category_name(entry.category, "many"),
            deals: entry.deals,
            is_chosen,
        }
    });
    let retailers = found.retailers.iter().map(|entry| {
        let is_chosen = deals.retailers.contains(&entry.retailer);
        let wanted: &[String] = if is_chosen { &[] } else { std::slice::from_ref(&entry.retailer) };
        FilterLink {
            path: format!("{PATH}{}", request.query_of(&deals.categories, wanted, 1)),
            name: names.name(Some(&entry.retailer), &entry.retailer),
            deals: entry.deals,
            is_chosen,
        }
    });
    FilterLinks { categories: categories.collect(), retailers: retailers.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_becomes_the_call_of_the_app() {
        let call = |query| DealsAddress::read(query).call();
        assert_eq!(call(""), "page=1&limit=20");
        assert_eq!(call("category=GPU&retailer=north&page=2"), "category=GPU&retailer=north&page=2&limit=20");
        // What is wrong is left out, and the page stays readable.
        assert_eq!(call("category=nonsense&page=x&utm_source=y"), "page=1&limit=20");
    }

    #[test]
    fn pages_keep_the_filters() {
        let address = DealsAddress::read("category=GPU");
        assert_eq!(address.page_path(2), "/deals?category=GPU&page=2");
        assert_eq!(address.page_path(1), "/deals?category=GPU");
    }
}
