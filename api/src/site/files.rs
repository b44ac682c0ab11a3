use axum::{
    Router,
    extract::{FromRef, Request, State},
    http::{Method, StatusCode},
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
    listing_page,
    product_page::product_page,
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
        .route("/build/{shareToken}", get(build_page))
        .route("/ar/build/{shareToken}", get(build_page))
        .route("/build/{shareToken}/image.png", get(build_image))
        .route("/build-for/image.png", get(budget_image))
        .fallback(answer_page)
}

/// Lets clients keep these files forever: the build names them after their content.
async fn cache_immutable(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if response.status().is_client_error() {
        return ApiError::NoRoute.into_response();
    }
    (CachePolicy::Forever, response).into_response()
}

/// Answers a file of the front end's top folder (icons), or the page.
async fn answer_page(State(app): State<SiteState>, client: ClientAddress, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::MethodNotAllowed.into_response();
    }
    let path = request.uri().path();
    let path = if path == "/index.html" { "/" } else { path };
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file {
        answer_file(&app.site, request).await
    } else {
        answer_screen(&app, client, path, request.uri().query()).await
    }
}

async fn answer_file(site: &Site, request: Request) -> Response {
    // Hidden files are the build's own, such as the list of its sources. No file has a name with escaped characters.
    let path = request.uri().path();
    if path.contains('%') || path.split('/').any(|segment| segment.starts_with('.')) {
        return ApiError::NoRoute.into_response();
    }
    match ServeDir::new(&site.root).append_index_html_on_directories(false).oneshot(request).await {
        Ok(response) if response.status() == StatusCode::NOT_FOUND => ApiError::NoRoute.into_response(),
        Ok(response) => (CachePolicy::Hour, response.map(axum::body::Body::new)).into_response(),
    }
}

/// Answers the page of one of the web app's paths; an unknown address gets it with status 404.
async fn answer_screen(app: &SiteState, client: ClientAddress, path: &str, query: Option<&str>) -> Response {
    let Some(page) = &app.site.page else { return app.site.not_built().into_response() };
    let address = PageAddress::from_path(path);
    if address.path.trim_end_matches('/') == budget_query::PATH {
        return budget_page::answer(app, page, &address, client, query).await;
    }
    if let Some(response) = app_routes::answer(&app.site, page, &address) {
        return response;
    }
    let listing = listing_page::answer(app, page, &address, query).await;
    listing.unwrap_or_else(|| app_routes::answer_without_content(page, &address, StatusCode::NOT_FOUND))
}
