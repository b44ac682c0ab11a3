//! Listing pages: a category, all products, a search, and landing pages.

use axum::{
    http::{Method, StatusCode, request::Parts},
    response::Response,
};
use domain::model::{Category, Fils};
use indexer::MAX_DEPTH;
use serde_json::{Value, json};
use tracing::debug;

use super::{
    Site, SiteState,
    address::PageAddress,
    app_routes,
    content::{
        Breadcrumb, RetailerDisplayNames,
        listing::{self, Card, Listing},
    },
    head::{Addresses, Head},
    listing_query::{ListingRequest, PAGE_SIZE},
    listing_subject::Subject,
    page::PageTemplate,
    preload::{self, PreloadedResponse},
    product_data::breadcrumb_data,
};
use crate::{
    http::{extract::Query, limit::ClientAddress},
    routes::{
        catalogue::landing_pages::LandingPageList,
        search::{ProductList, counted::CountedSearch, find_products},
    },
    services::{
        landing::{self, Landing},
        search_index::SearchIndex,
        texts::{Sentence, Texts, category_name, clean, money},
    },
};

/// Maximum number of landing-page links below a listing.
const MAX_LINKS: usize = 24;

/// Answers the listing page at an address; `None` if there is no such listing.
pub async fn answer(
    app: &SiteState,
    page: &PageTemplate,
    address: &PageAddress,
    client: ClientAddress,
    parts: &Parts,
) -> Option<Response> {
    let path = address.path.trim_end_matches('/');
    let Some(subject) = Subject::at(&app.index, path) else {
        // Without an index the landing pages are unknown: 503 makes search engines come again.
        let is_starting = app.index.engine().is_err() && is_below_category(path);
        return is_starting
            .then(|| app_routes::answer_without_content(page, address, StatusCode::SERVICE_UNAVAILABLE));
    };
    let request = ListingRequest::read(parts.uri.query().unwrap_or_default());
    let found = match request.parameters(&subject) {
        Some(parameters) => list(app, &parameters).await.map(|found| (parameters, found)),
        None => None,
    };
    if let (Subject::Search, &Method::GET, Some((parameters, found))) = (&subject, &parts.method, &found) {
        let (log, headers) = (&app.search_log, &parts.headers);
        if let Some(counted) = CountedSearch::read_page(log, client, headers, parameters, address.language) {
            counted.count(found);
        }
    }
    let mut preloaded = Vec::new();
    if let Some((parameters, found)) = &found {
        preloaded
            .extend(PreloadedResponse::product_list(format!("{}?{parameters}", subject.api_path()), found));
        preloaded.extend(preload::retailer_list(&app.retailers).await);
        if let Subject::Landing(landing) = &subject {
            preloaded.extend(LandingPageList::from_index(&app.index, landing.category).ok().and_then(
                |pages| {
                    PreloadedResponse::new(
                        format!("/api/landing-pages?category={}", landing.category.as_str()),
                        &pages,
                    )
                },
            ));
        }
    }
    let listing_page = ListingPage {
        site: &app.site,
        address,
        subject: &subject,
        request: &request,
        found: found.as_ref().map(|(_, found)| found),
    };
    let retailers = RetailerDisplayNames::load(&app.retailers).await;
    let head = Head { preloaded, ..listing_page.head() };
    Some(page.answer(StatusCode::OK, &head, &listing_page.content(&app.index, &retailers)))
}

fn is_below_category(path: &str) -> bool {
    let route = path.rsplit_once('/').map(|(route, _)| route);
    Category::ALL.into_iter().any(|category| category.route().is_some_and(|path| Some(path) == route))
}

/// Searches the products of the page. A failure is only logged: the app requests the same list and shows the error.
async fn list(app: &SiteState, parameters: &str) -> Option<ProductList> {
    match find_products(&app.index, &app.retailers, Query::parse(parameters)).await {
        Ok(found) => Some(found),
        Err(error) => {
            debug!("Sent a listing without its products: {error}");
            None
        }
    }
}

/// A listing page with the data for its head and content.
struct ListingPage<'a> {
    site: &'a Site,
    address: &'a PageAddress,
    subject: &'a Subject,
    request: &'a ListingRequest,
    found: Option<&'a ProductList>,
}

impl ListingPage<'_> {
    fn head(&self) -> Head {
        let texts = Texts(self.address.language);
        let title = texts.fill_plain("app.title", &[("page", self.title().in_language(texts.0))]);
        let mut head = Head::new(self.address, title, self.description(texts));
        let found = self.found.is_some_and(|found| !found.products.is_empty() || found.page == 1);
        // Only one address per content is indexed: the combinations of filters would be thousands of pages.
        if self.request.is_filtered
            || matches!(self.subject, Subject::Search)
            || (self.request.page.is_some() && !found)
        {
            head.hidden = true;
            return head;
        }
        let path = self.address.path.trim_end_matches('/');
        let path = match &self.request.page {
            Some(page) => format!("{path}?page={page}"),
            None => path.to_owned(),
        };
        head.addresses = Some(Addresses { public_url: self.site.public_url.to_string(), path });
        head.data = vec![breadcrumb_data(self.site, self.address, &self.breadcrumbs())];
        let cards = self.cards();
        if !cards.is_empty() {
            head.data.push(self.list_data(&cards));
        }
        head
    }

    /// Returns the page's name without the site's.
    fn title(&self) -> Sentence {
        match self.subject {
            Subject::Category(category) => {
                let category = category_name(*category, "one");
                Sentence::from_fn(|texts| {
                    texts.fill_plain("listing.title", &[("category", category.in_language(texts.0))])
                })
            }
            Subject::Landing(landing) => match self.lowest_price() {
                Some(price) => self.with_name(landing, "landing.titleFrom", &money(price)),
                None => self.with_name(landing, "landing.title", ""),
            },
            Subject::All | Subject::Search => Sentence::at("site.products"),
        }
    }

    fn with_name(&self, landing: &Landing, key: &'static str, price: &str) -> Sentence {
        let name = landing.name();
        Sentence::from_fn(|texts| {
            texts.fill_plain(key, &[("name", name.in_language(texts.0)), ("price", price)])
        })
    }

    fn description(&self, texts: Texts) -> String {
        match (self.subject, self.lowest_price()) {
            (Subject::Landing(landing), Some(price)) => {
                let name = landing.name();
                let values = [("name", name.in_language(texts.0)), ("price", &money(price))];
                texts.fill_plain("site.landingFrom", &values)
            }
            (Subject::Landing(landing), None) => {
                texts.fill_plain("site.listingText", &[("category", landing.name().in_language(texts.0))])
            }
            (Subject::Category(category), _) => {
                let category = category_name(*category, "many");
                texts.fill_plain("site.listingText", &[("category", category.in_language(texts.0))])
            }
            (Subject::All | Subject::Search, _) => texts.get("site.text").to_owned(),
        }
    }

    /// Returns today's lowest price of the landing page, unless further filters apply.
    fn lowest_price(&self) -> Option<Fils> {
        let found = self.found.filter(|found| !self.request.is_filtered && found.total > 0)?;
        found.facets.lowest_price()
    }

    fn breadcrumbs(&self) -> Vec<Breadcrumb> {
        let category = |category: Category| {
            Breadcrumb::to(category.route().unwrap_or("/products"), category_name(category, "many"))
        };
        match self.subject {
            Subject::Category(one) => {
                vec![Breadcrumb::home(), Breadcrumb::current(category_name(*one, "many"))]
            }
            Subject::Landing(landing) => {
                vec![Breadcrumb::home(), category(landing.category), Breadcrumb::current(landing.name())]
            }
            Subject::All => vec![Breadcrumb::home(), Breadcrumb::current(Sentence::at("listing.all"))],
            Subject::Search => Vec::new(),
        }
    }

    fn cards(&self) -> Vec<Card> {
        let cards = self.found.iter().flat_map(|found| &found.products);
        cards.filter_map(|card| serde_json::from_slice(card).ok()).collect()
    }

    fn list_data(&self, cards: &[Card]) -> Value {
        let items: Vec<Value> = cards
            .iter()
            .zip(1..)
            .map(|(card, position)| {
                let url = format!("{}{}", self.site.public_url, self.address.link(&card.path()));
                json!({"@type": "ListItem", "position": position, "url": url, "name": clean(&card.name)})
            })
            .collect();
        let title = self.title();
        let name = title.in_language(self.address.language);
        json!({"@context": "https://schema.org", "@type": "ItemList", "name": name, "itemListElement": items})
    }

    fn content(&self, index: &SearchIndex, retailers: &RetailerDisplayNames) -> String {
        let page = self.request.page_number();
        let pages = self.found.map_or(1, |found| found.total.div_ceil(u64::from(PAGE_SIZE)));
        let pages = pages.min(u64::from(MAX_DEPTH / PAGE_SIZE));
        let heading = match self.subject {
            Subject::Category(category) => Some(category_name(*category, "many")),
            Subject::Landing(landing) => {
                let name = landing.name();
                Some(Sentence::from_fn(|texts| {
                    texts.fill("landing.title", &[("name", name.in_language(texts.0))])
                }))
            }
            Subject::All => Some(Sentence::at("listing.all")),
            Subject::Search => None,
        };
        let lead = match (self.subject, self.lowest_price()) {
            (Subject::Landing(_), Some(price)) => {
                Some(Sentence::filled("landing.from", &[("price", &money(price))]))
            }
            _ => None,
        };
        let query = self.request.pairs.iter().find(|(name, _)| name == "q").map(|(_, words)| words.as_str());
        let listing = Listing {
            title: heading,
            query: query.filter(|words| !words.trim().is_empty()),
            crumbs: &self.breadcrumbs(),
            lead,
            cards: &self.cards(),
            is_one_category: matches!(self.subject, Subject::Category(_)),
            retailers,
            with_evidence: false,
            total: self.found.map(|found| found.total),
            previous: (page > 1 && page <= pages).then(|| self.page_path(page - 1)),
            next: (page < pages).then(|| self.page_path(page + 1)),
            links: &self.links(index),
        };
        listing::write(self.address, &listing)
    }

    fn page_path(&self, page: u64) -> String {
        let mut parameters = form_urlencoded::Serializer::new(String::new());
        parameters.extend_pairs(&self.request.pairs);
        if page > 1 {
            parameters.append_pair("page", &page.to_string());
        }
        let query = parameters.finish();
        let path = &self.address.path;
        if query.is_empty() { path.clone() } else { format!("{path}?{query}") }
    }

    fn links(&self, index: &SearchIndex) -> Vec<(String, Sentence)> {
        let Some(category) = self.subject.category() else { return Vec::new() };
        let landings = index.engine().ok().and_then(|engine| landing::list(engine, category).ok());
        let landings = landings.unwrap_or_default().into_iter();
        let others = landings.filter(|one| !matches!(self.subject, Subject::Landing(shown) if shown == one));
        others.take(MAX_LINKS).map(|landing| (landing.path(), landing.name())).collect()
    }
}
