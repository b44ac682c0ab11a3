//! Every route of the server, the layers that every request passes, and the OpenAPI document.

mod admit;
pub mod api;
pub mod document;
pub mod openapi;

use std::time::Duration;

use axum::{
    BoxError, Router,
    error_handling::HandleErrorLayer,
    extract::{DefaultBodyLimit, FromRef},
    middleware,
    routing::get,
};
use tower::{ServiceBuilder, timeout::TimeoutLayer};
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::CompressionLayer,
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
};

use self::api::api_routes;
use crate::{
    http::{cache, error::ApiError, observe, same_origin, security_headers},
    routes::{
        accounts::unsubscribe::unsubscribe_by_mail_program,
        hand_in::receive::{self, ReceiveState},
        pictures,
    },
    site,
    state::AppState,
};

/// Time limit for a handler.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum size of a request body, in bytes.
const MAX_BODY: usize = 256 * 1024;

/// All routes of this server: the API, and the pages and files of the web app.
pub fn router(app: AppState) -> Router {
    let search = app.index.clone();
    let (api, document) = api_routes().split_for_parts();
    api.merge(openapi::routes(document))
        .route("/api", get(no_route))
        .route("/api/", get(no_route))
        .route("/api/{*rest}", axum::routing::any(no_route))
        .route("/pictures/{file}", get(pictures::get_picture))
        .route("/robots.txt", get(site::robots::robots))
        .route("/sitemap.xml", get(site::sitemap::sitemap))
        .route("/sitemaps/{file}", get(site::sitemap::sitemap_file))
        .merge(unsubscribe_routes())
        .merge(site::files::routes(&app.site))
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .layer(middleware::from_fn(cache::answer_unchanged))
        .layer(middleware::from_fn_with_state(app.public_url.clone(), same_origin::refuse_foreign_changes))
        .layer(
            ServiceBuilder::new()
                // Handlers do not fail: the only error is that of the time limit.
                .layer(HandleErrorLayer::new(async |_: BoxError| ApiError::Timeout))
                .layer(TimeoutLayer::new(TIMEOUT)),
        )
        // Outside of the time limit: a list takes longer to arrive than a handler may run.
        .layer(middleware::from_fn_with_state(ReceiveState::from_ref(&app), receive::receive))
        .layer(middleware::from_fn_with_state((app.admission.clone(), app.site.clone()), admit::admit))
        .layer(CatchPanicLayer::custom(move |panic| {
            observe::answer_panic(search.unready_engine().is_suspect(), panic)
        }))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(app.public_url.clone(), security_headers::add_headers))
        .layer(middleware::from_fn_with_state(app.request_log.clone(), observe::observe))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(middleware::map_request(observe::drop_malformed_id))
        .with_state(app)
}

/// The address in mails: people get the page, which changes nothing, and mail programs post to it.
fn unsubscribe_routes() -> Router<AppState> {
    same_origin::UNSUBSCRIBE_PATHS.into_iter().fold(Router::new(), |routes, path| {
        routes.route(path, get(site::files::answer_page).post(unsubscribe_by_mail_program))
    })
}

async fn no_route() -> ApiError {
    ApiError::NoRoute
}
