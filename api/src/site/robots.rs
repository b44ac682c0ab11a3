use std::fmt::Write;

use axum::{extract::State, response::IntoResponse};

use crate::http::{cache::CachePolicy, public_url::PublicUrl};

/// Pages of one user, or without end, in both languages. The calls that pages make stay open, because crawlers need
/// them to render; a header keeps their answers out of search results.
const CLOSED: [&str; 6] = ["/search", "/favorites", "/my-builds", "/settings", "/admin", "/api/admin"];

/// `GET /robots.txt`: keeps crawlers from searches and from users' own pages.
pub async fn robots(State(public_url): State<PublicUrl>) -> impl IntoResponse {
    let mut text = "User-agent: *\n".to_owned();
    for path in CLOSED {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Disallow: {path}");
        if !path.starts_with("/api/") {
            let _ = writeln!(text, "Disallow: /ar{path}");
        }
    }
    let _ = write!(text, "\nSitemap: {public_url}/sitemap.xml\n");
    (CachePolicy::Hour, text)
}
