use axum::response::IntoResponse;

use crate::cache::CachePolicy;

const TEXT: &str = "\
User-agent: *
Disallow: /api/
Disallow: /search
Disallow: /settings
Disallow: /admin
";

/// `GET /robots.txt`: the api and a person's own pages are not for crawlers.
pub async fn robots() -> impl IntoResponse {
    (CachePolicy::Hour, TEXT)
}
