use std::fmt::Write;

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use domain::{
    model::Category,
    store::{products, users::Language},
};
use sqlx::PgPool;

use super::{app_routes, budget_query, deals_page, escape::Escaped, head::Addresses, shop_page};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Path,
        public_url::PublicUrl,
    },
    services::{landing, retailer_cache::RetailerCache, search_index::SearchIndex},
};

/// Number of products per file, each in both languages; the format allows 50,000 addresses.
const PER_FILE: i64 = 10_000;
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const LINKS: &str = "http://www.w3.org/1999/xhtml";

/// `GET /sitemap.xml`: returns the index of the sitemap files.
pub async fn sitemap(State(db): State<PgPool>, State(public_url): State<PublicUrl>) -> ApiResult<Response> {
    let products = products::count_listed(&db).await?;
    let files = (products + PER_FILE - 1) / PER_FILE;
    let mut names = vec!["pages".to_owned(), "landing".to_owned()];
    names.extend((1..=files).map(|number| format!("products-{number}")));
    let mut xml = format!("<sitemapindex xmlns=\"{NAMESPACE}\">\n");
    for name in names {
        // Writing to a string cannot fail.
        let _ = writeln!(xml, "<sitemap><loc>{public_url}/sitemaps/{name}.xml</loc></sitemap>");
    }
    xml.push_str("</sitemapindex>\n");
    Ok(answer(&xml))
}

/// `GET /sitemaps/{file}`: returns the listings and the pages of shops, the landing pages, or some of the products that retailers list or
/// listed.
pub async fn sitemap_file(
    State(db): State<PgPool>,
    State(index): State<SearchIndex>,
    State(retailers): State<RetailerCache>,
    State(public_url): State<PublicUrl>,
    Path(file): Path<String>,
) -> ApiResult<Response> {
    let mut urls = Urls::new(public_url.as_str());
    match file.as_str() {
        "pages.xml" => {
            app_routes::open_paths().for_each(|path| urls.add(path, None));
            urls.add(budget_query::PATH, None);
            urls.add(deals_page::PATH, None);
            budget_query::sitemap_paths().for_each(|path| urls.add(&path, None));
            for retailer in retailers.load_or_cached().await?.iter() {
                urls.add(&shop_page::path(&retailer.slug), None);
            }
        }
        "landing.xml" => {
            for category in Category::ALL {
                for landing in landing::list(index.engine()?, category)? {
                    urls.add(&landing.path(), None);
                }
            }
        }
        _ => {
            let number = file_number(&file).ok_or(ApiError::NoRoute)?;
            let found = products::list_listed(&db, (number - 1) * PER_FILE, PER_FILE).await?;
            if found.is_empty() {
                return Err(ApiError::NoRoute);
            }
            for product in found {
                urls.add(&format!("/product/{}", product.id), Some(product.changed_on.to_string()));
            }
        }
    }
    Ok(answer(&urls.finish()))
}

/// Addresses of one file: each page in both languages, which link to each other.
struct Urls<'a> {
    public_url: &'a str,
    xml: String,
}

impl<'a> Urls<'a> {
    fn new(public_url: &'a str) -> Self {
        Self { public_url, xml: format!("<urlset xmlns=\"{NAMESPACE}\" xmlns:xhtml=\"{LINKS}\">\n") }
    }

    fn add(&mut self, path: &str, changed_on: Option<String>) {
        let addresses = Addresses { public_url: self.public_url.to_owned(), path: path.to_owned() };
        let changed = changed_on.map(|day| format!("<lastmod>{day}</lastmod>")).unwrap_or_default();
        let mut links = String::new();
        for (language, address) in addresses.alternates() {
            let address = Escaped(&address);
            // Writing to a string cannot fail, here and below.
            let _ =
                write!(links, "<xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"{address}\"/>");
        }
        for language in [Language::En, Language::Ar] {
            let address = addresses.in_language(language);
            let _ = writeln!(self.xml, "<url><loc>{}</loc>{changed}{links}</url>", Escaped(&address));
        }
    }

    fn finish(mut self) -> String {
        self.xml.push_str("</urlset>\n");
        self.xml
    }
}

fn file_number(file: &str) -> Option<i64> {
    let number = file.strip_prefix("products-")?.strip_suffix(".xml")?.parse().ok()?;
    (1..=10_000).contains(&number).then_some(number)
}

fn answer(xml: &str) -> Response {
    let body = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{xml}");
    (CachePolicy::Hour, [(header::CONTENT_TYPE, "application/xml; charset=utf-8")], body).into_response()
}
