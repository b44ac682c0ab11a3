use axum::{
    Router,
    http::{HeaderValue, header},
    middleware,
    response::{IntoResponse, Response},
};
use utoipa::{
    Modify, OpenApi,
    openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme},
};
use utoipa_swagger_ui::SwaggerUi;

use crate::{http::{cache::CachePolicy, error::ErrorBody, session::cookie}, router, routes::{catalogue::categories::CategoryName, products::history::HistoryRange, search::params::TierName}, state::AppState};

/// Content security policy of the viewer: scripts from this site only. The viewer writes inline styles and shows
/// images from `data:` addresses.
const VIEWER_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
);

/// Parts of the OpenAPI document besides the routes, which the router adds.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tajmeea",
        description = "PC parts and their prices in Kuwait. Money is a number of dinars (KWD) with at most three \
                       decimals; days and times are UTC. Every error has the shape of `ErrorBody`, and every answer \
                       an `x-request-id`."
    ),
    // Besides errors, schemas that only query parameters use: the routes do not collect them.
    modifiers(&SessionCookie),
    components(schemas(ErrorBody, CategoryName, HistoryRange, TierName)),
    tags(
        (name = "catalogue", description = "Products, retailers, offers and prices"),
        (name = "search", description = "Full-text search and suggestions"),
        (name = "reviews", description = "Reviews of products by users"),
        (name = "builder", description = "Builds: compatibility checks, saved builds and the cheapest basket"),
        (name = "accounts", description = "Accounts, settings and sessions of users. The session is a cookie"),
        (name = "alerts", description = "Price alerts, and the notifications about alerts that fired"),
        (name = "admin", description = "Operations for administrators only"),
        (name = "operations", description = "Health of the process"),
    )
)]
pub struct Document;

/// Returns the OpenAPI document of this API as JSON with a final newline, ready to be written to `web/openapi.json`.
///
/// # Errors
/// When the document cannot be serialised.
pub fn document() -> Result<String, serde_json::Error> {
    let (_, document) = router::api_routes().split_for_parts();
    with_security(document).to_pretty_json().map(|text| text + "\n")
}

/// Documents the cookie that authenticates a user.
struct SessionCookie;

impl Modify for SessionCookie {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(
            cookie::PLAIN_NAME,
            "The session of a signed-in user, set by `POST /api/auth/login`. Over TLS its name is `__Host-tajmeea`",
        )));
        document.components.get_or_insert_default().add_security_scheme("session", scheme);
    }
}

/// Marks the operations that answer 401 without a session as needing one. `POST /api/auth/login` answers 401 to wrong
/// credentials.
fn with_security(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            let is_login = operation.operation_id.as_deref() == Some("login");
            if operation.responses.responses.contains_key("401") && !is_login {
                operation.security = Some(vec![SecurityRequirement::new("session", Vec::<String>::new())]);
            }
        }
    }
    document
}

/// Routes of the document (`/api/openapi.json`) and of a page that shows it (`/api/docs`).
pub fn routes(document: utoipa::openapi::OpenApi) -> Router<AppState> {
    let viewer = SwaggerUi::new("/api/docs").url("/api/openapi.json", with_security(document));
    Router::from(viewer).layer(middleware::map_response(add_viewer_headers))
}

async fn add_viewer_headers(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, VIEWER_POLICY);
    (CachePolicy::Minute, response).into_response()
}
