//! Every route of the server, the layers that every request passes, and the OpenAPI document.

pub mod api;
pub mod document;
pub mod openapi;

use std::time::Duration;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};

use self::api::api_routes;
use crate::{
    http::{cache, error::ApiError, observe, same_origin, security_headers},
    routes::pictures,
    site,
    state::AppState,
};

/// Time limit for a handler.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum size of a request body, in bytes.
const MAX_BODY: usize = 256 * 1024;

/// All routes of this server: the API, and the pages and files of the web app.
pub fn router(app: AppState) -> Router {
    let (api, document) = api_routes().split_for_parts();
    api.merge(openapi::routes(document))
        .route("/api", get(no_route))
        .route("/api/", get(no_route))
        .route("/api/{*rest}", axum::routing::any(no_route))
        .route("/pictures/{file}", get(pictures::get_picture))
        .route("/robots.txt", get(site::robots::robots))
        .route("/sitemap.xml", get(site::sitemap::sitemap))
        .route("/sitemaps/{file}", get(site::sitemap::sitemap_file))
        .merge(site::files::routes(&app.site))
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .layer(middleware::from_fn(cache::answer_unchanged))
        .layer(middleware::from_fn_with_state(app.public_url.clone(), same_origin::refuse_foreign_changes))
        .layer(middleware::from_fn(limit_handler_time))
        .layer(CatchPanicLayer::custom(observe::answer_panic))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(app.public_url.clone(), security_headers::add_headers))
        .layer(middleware::from_fn(observe::observe))
        .with_state(app)
}

async fn no_route() -> ApiError {
    ApiError::NoRoute
}

async fn limit_handler_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::Timeout.into_response(),
    }
}
