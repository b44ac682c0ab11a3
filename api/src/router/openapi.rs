use axum::{
    Router,
    http::{HeaderValue, header},
    middleware,
    response::{IntoResponse, Response},
};
use utoipa::openapi::{OpenApi, security::SecurityRequirement};
use utoipa_swagger_ui::SwaggerUi;

use super::api::api_routes;
use crate::http::cache::CachePolicy;

/// Content security policy of the viewer: scripts from this site only. The viewer writes inline styles and shows
/// images from `data:` addresses.
const VIEWER_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
);

/// Returns the OpenAPI document of this API as JSON with a final newline, ready to be written to `web/openapi.json`.
///
/// # Errors
/// When the document cannot be serialised.
pub fn document() -> Result<String, serde_json::Error> {
    let (_, document) = api_routes().split_for_parts();
    with_security(document).to_pretty_json().map(|text| text + "\n")
}

/// Marks the operations that answer 401 without a session as needing one. `POST /api/auth/login` answers 401 to wrong
/// credentials.
fn with_security(mut document: OpenApi) -> OpenApi {
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
pub fn routes<S: Clone + Send + Sync + 'static>(document: OpenApi) -> Router<S> {
    let viewer = SwaggerUi::new("/api/docs").url("/api/openapi.json", with_security(document));
    Router::from(viewer).layer(middleware::map_response(add_viewer_headers))
}

async fn add_viewer_headers(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, VIEWER_POLICY);
    (CachePolicy::Minute, response).into_response()
}
