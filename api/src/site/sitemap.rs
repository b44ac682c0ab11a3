use std::fmt::Write;

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use domain::store::products;

use super::screens;
use crate::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::Path,
    state::AppState,
};

/// Products in one file; the format allows 50,000.
const PER_FILE: i64 = 10_000;
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// `GET /sitemap.xml`: the files that list our pages.
pub async fn sitemap(State(app): State<AppState>) -> ApiResult<Response> {
    let products = products::count_listed(&app.db).await?;
    let files = (products + PER_FILE - 1) / PER_FILE;
    let mut names = vec!["pages".to_owned()];
    names.extend((1..=files).map(|number| format!("products-{number}")));
    let mut xml = format!("<sitemapindex xmlns=\"{NAMESPACE}\">\n");
    for name in names {
        // Writing to a string cannot fail.
        let _ = writeln!(xml, "<sitemap><loc>{}/sitemaps/{name}.xml</loc></sitemap>", app.site.public_url);
    }
    xml.push_str("</sitemapindex>\n");
    Ok(answer(&xml))
}

/// `GET /sitemaps/{file}`: the listings, or some of the products that shops list or listed.
pub async fn sitemap_file(State(app): State<AppState>, Path(file): Path<String>) -> ApiResult<Response> {
    let url = &app.site.public_url;
    let mut xml = format!("<urlset xmlns=\"{NAMESPACE}\">\n");
    if file == "pages.xml" {
        for path in screens::open_paths() {
            let _ = writeln!(xml, "<url><loc>{url}{path}</loc></url>");
        }
    } else {
        let number = file_number(&file).ok_or(ApiError::NoRoute)?;
        let found = products::list_listed(&app.db, (number - 1) * PER_FILE, PER_FILE).await?;
        if found.is_empty() {
            return Err(ApiError::NoRoute);
        }
        for product in found {
            let (id, day) = (product.id, product.changed_on);
            let _ = writeln!(xml, "<url><loc>{url}/product/{id}</loc><lastmod>{day}</lastmod></url>");
        }
    }
    xml.push_str("</urlset>\n");
    Ok(answer(&xml))
}

fn file_number(file: &str) -> Option<i64> {
    let number = file.strip_prefix("products-")?.strip_suffix(".xml")?.parse().ok()?;
    (1..=10_000).contains(&number).then_some(number)
}

fn answer(xml: &str) -> Response {
    let body = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{xml}");
    (CachePolicy::Hour, [(header::CONTENT_TYPE, "application/xml; charset=utf-8")], body).into_response()
}
