use axum::{
    Router,
    extract::{FromRef, Request, State},
    http::{Method, StatusCode, header, request::Parts},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, get_service},
};
use tower::ServiceExt;
use tower_http::services::ServeDir;

use super::{
    Site, SiteState,
    address::PageAddress,
    app_routes,
    budget_image::budget_image,
    budget_page, budget_query,
    build_page::{build_image, build_page},
    deals_feed::{json_feed, rss_feed},
    deals_page::deals_page,
    guest_page::{guest_image, guest_page},
    home_page, listing_page,
    product_page::product_page,
    shop_page::shop_page,
};
use crate::{
    http::{
        cache::CachePolicy,
        error::ApiError,
        limit::{ClientAddress, Proxies},
        public_url::PublicUrl,
        session::SessionState,
    },
    services::read_pool::ReadPool,
};

/// Script that keeps pages in the browser for moments without a connection.
const SERVICE_WORKER: &str = "/service-worker.js";
/// What that script may do: browsers apply the policy of its own answer, not that of a page.
const SERVICE_WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'";
/// Start of the names of scripts that compile WebAssembly. They run as workers, which do what the policy of their own file
/// allows, so that no page need allow it.
const COMPILING_WORKERS: &str = "compilingWorker-";
const COMPILING_WORKER_POLICY: &str =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'";

/// Routes of the front end's files; every other address gets the page from which the web app starts.
pub fn routes<S>(site: &Site) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    SiteState: FromRef<S>,
    SessionState: FromRef<S>,
    Proxies: FromRef<S>,
    ReadPool: FromRef<S>,
    PublicUrl: FromRef<S>,
{
    let assets = get_service(ServeDir::new(site.root.join("assets")).precompressed_br().precompressed_gzip())
        .layer(middleware::from_fn(cache_immutable));
    Router::new()
        .nest_service("/assets", assets)
        .route("/product/{id}", get(product_page))
        .route("/ar/product/{id}", get(product_page))
        .route("/shop/{slug}", get(shop_page))
        .route("/ar/shop/{slug}", get(shop_page))
        .route("/deals", get(deals_page))
        .route("/ar/deals", get(deals_page))
        .route("/deals.rss", get(rss_feed))
        .route("/ar/deals.rss", get(rss_feed))
        .route("/deals.json", get(json_feed))
        .route("/ar/deals.json", get(json_feed))
        .route("/build/{shareToken}", get(build_page))
        .route("/ar/build/{shareToken}", get(build_page))
        .route("/build/{shareToken}/image.png", get(build_image))
        .route("/b/{code}", get(guest_page))
        .route("/ar/b/{code}", get(guest_page))
        .route("/b/{code}/image.png", get(guest_image))
        .route("/build-for/image.png", get(budget_image))
        .fallback(answer_page)
}

/// Lets clients keep these files forever: the build names them after their content.
async fn cache_immutable(request: Request, next: Next) -> Response {
    let name = request.uri().path().rsplit('/').next().unwrap_or_default();
    let compiles = name.starts_with(COMPILING_WORKERS);
    let response = next.run(request).await;
    if response.status().is_client_error() {
        return ApiError::NoRoute.into_response();
    }
    if compiles {
        let policy = [(header::CONTENT_SECURITY_POLICY, COMPILING_WORKER_POLICY)];
        return (CachePolicy::Forever, policy, response).into_response();
    }
    (CachePolicy::Forever, response).into_response()
}

/// Answers a file of the front end's top folder (icons), or the page.
pub async fn answer_page(State(app): State<SiteState>, client: ClientAddress, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::MethodNotAllowed.into_response();
    }
    let (parts, body) = request.into_parts();
    let path = parts.uri.path();
    let path = if path == "/index.html" { "/" } else { path };
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file {
        answer_file(&app.site, Request::from_parts(parts, body)).await
    } else {
        answer_screen(&app, client, path, &parts).await
    }
}

async fn answer_file(site: &Site, request: Request) -> Response {
    // Hidden files are the build's own, such as the list of its sources. No file has a name with escaped characters.
    let path = request.uri().path();
    let is_worker = path == SERVICE_WORKER;
    if path.contains('%') || path.split('/').any(|segment| segment.starts_with('.')) {
        return ApiError::NoRoute.into_response();
    }
    match ServeDir::new(&site.root).append_index_html_on_directories(false).oneshot(request).await {
        Ok(response) if response.status() == StatusCode::NOT_FOUND => ApiError::NoRoute.into_response(),
        // Each check for an update reaches the server, so that a new release replaces the script at once.
        Ok(response) if is_worker => {
            let policy = [(header::CONTENT_SECURITY_POLICY, SERVICE_WORKER_POLICY)];
            (CachePolicy::Revalidate, policy, response.map(axum::body::Body::new)).into_response()
        }
        Ok(response) => (CachePolicy::Hour, response.map(axum::body::Body::new)).into_response(),
    }
}

/// Answers the page of one of the web app's paths; an unknown address gets it with status 404.
async fn answer_screen(app: &SiteState, client: ClientAddress, path: &str, parts: &Parts) -> Response {
    let Some(page) = &app.site.page else { return app.site.not_built().into_response() };
    let address = PageAddress::from_path(path);
    if address.path.trim_end_matches('/') == budget_query::PATH {
        return budget_page::answer(app, page, &address, client, parts.uri.query()).await;
    }
    if address.path == "/" {
        return home_page::answer(app, page, &address).await;
    }
    if let Some(response) = app_routes::answer(&app.site, page, &address) {
        return response;
    }
    let listing = listing_page::answer(app, page, &address, client, parts).await;
    listing.unwrap_or_else(|| app_routes::answer_without_content(page, &address, StatusCode::NOT_FOUND))
}
