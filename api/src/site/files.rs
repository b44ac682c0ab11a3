use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{Html, IntoResponse, Response},
    routing::get_service,
};
use tower::ServiceExt;
use tower_http::services::ServeDir;

use super::Site;
use crate::{cache::CachePolicy, error::ApiError, state::AppState};

/// The files of the front end; every other address gets the page that the screens start from.
pub fn routes(site: &Site) -> Router<AppState> {
    let assets = get_service(ServeDir::new(site.root.join("assets")).precompressed_br().precompressed_gzip())
        .layer(middleware::from_fn(keep_forever));
    Router::new().nest_service("/assets", assets).fallback(answer_page)
}

/// The build names these files after their content.
async fn keep_forever(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if response.status().is_client_error() {
        return ApiError::NoRoute.into_response();
    }
    (CachePolicy::Forever, response).into_response()
}

/// A file of the front end's top folder (icons), or the page.
async fn answer_page(State(app): State<AppState>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::MethodNotAllowed.into_response();
    }
    let path = request.uri().path();
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.')) && path != "/index.html";
    if is_file { answer_file(&app.site, request).await } else { page(&app.site, StatusCode::OK) }
}

async fn answer_file(site: &Site, request: Request) -> Response {
    match ServeDir::new(&site.root).append_index_html_on_directories(false).oneshot(request).await {
        Ok(response) if response.status() == StatusCode::NOT_FOUND => ApiError::NoRoute.into_response(),
        Ok(response) => (CachePolicy::Hour, response.map(axum::body::Body::new)).into_response(),
    }
}

/// The page with its content security policy.
fn page(site: &Site, status: StatusCode) -> Response {
    let Some(page) = &site.page else {
        let error = anyhow::anyhow!("there is no front end in {}: build it first", site.root.display());
        return ApiError::Unavailable(error).into_response();
    };
    let mut response = (status, CachePolicy::Revalidate, Html(page.html.clone())).into_response();
    if let Ok(policy) = HeaderValue::from_str(&page.policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
