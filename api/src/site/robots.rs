use axum::{extract::State, response::IntoResponse};

use crate::{cache::CachePolicy, state::AppState};

/// `GET /robots.txt`: the api, searches and a person's own pages are not for crawlers.
pub async fn robots(State(app): State<AppState>) -> impl IntoResponse {
    let text = format!(
        "User-agent: *\nDisallow: /api/\nDisallow: /search\nDisallow: /favorites\nDisallow: /my-builds\n\
         Disallow: /settings\nDisallow: /admin\n\nSitemap: {}/sitemap.xml\n",
        app.site.public_url
    );
    (CachePolicy::Hour, text)
}
