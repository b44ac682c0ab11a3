use axum::{
    Router,
    http::{HeaderValue, header},
    middleware,
    response::{IntoResponse, Response},
};
use utoipa::openapi::{
    OpenApi, PathItem, RefOr, Required,
    extensions::Extensions,
    path::{Operation, ParameterIn},
    security::SecurityRequirement,
};
#[cfg(feature = "viewer")]
use utoipa_swagger_ui::SwaggerUi;

use super::api::api_routes;
use crate::http::{
    cache::CachePolicy,
    responses::{OTHER_SITE, OTHER_USER, OVERLOADED, error_response},
};

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
    complete(document).to_json().map(|text| text + "\n")
}

/// Adds what holds for all operations of a kind, and which their handlers do not state.
fn complete(document: OpenApi) -> OpenApi {
    with_common_errors(with_other_user(with_security(with_empty_parameters(document))))
}

/// States that a parameter without a value counts as absent (`Query::parse`). utoipa has no field for it.
fn with_empty_parameters(mut document: OpenApi) -> OpenApi {
    for item in document.paths.paths.values_mut() {
        let operations = operations_of(item).into_iter().flatten();
        for parameter in operations.flat_map(|operation| operation.parameters.iter_mut().flatten()) {
            if let RefOr::T(parameter) = parameter
                && parameter.parameter_in == ParameterIn::Query
                && parameter.required != Required::True
            {
                parameter.extensions = Some(Extensions::from_iter([("allowEmptyValue", true)]));
            }
        }
    }
    document
}

/// Documents the errors of the layers and of the extractor of paths: a handler may not even run.
fn with_common_errors(mut document: OpenApi) -> OpenApi {
    for (path, item) in &mut document.paths.paths {
        if !path.starts_with("/api/health") {
            for operation in operations_of(item).into_iter().flatten() {
                // The request is refused while too many of its class are answered.
                add_reason(operation, "503", OVERLOADED);
            }
        }
        let add = |operation: &mut Option<Operation>, status: &str, description: &str| {
            if let Some(operation) = operation {
                let responses = &mut operation.responses.responses;
                responses.entry(status.to_owned()).or_insert_with(|| error_response(description));
            }
        };
        for operation in [&mut item.post, &mut item.put, &mut item.patch, &mut item.delete] {
            add(operation, "403", OTHER_SITE);
        }
        if path.contains('{') {
            for operation in operations_of(item) {
                add(operation, "400", "The address cannot be decoded");
            }
        }
    }
    document
}

/// Documents a reason for an error, after the operation's own reasons for the same status.
fn add_reason(operation: &mut Operation, status: &str, reason: &str) {
    let response = operation.responses.responses.entry(status.to_owned());
    let response = response.or_insert_with(|| error_response(""));
    if let RefOr::T(response) = response {
        let others = if response.description.is_empty() { "" } else { "; or: " };
        response.description = format!("{}{others}{reason}", response.description);
    }
}

/// Whether an operation is called by retailers, with their tokens.
fn is_of_retailers(operation: &Operation) -> bool {
    operation.tags.as_ref().is_some_and(|tags| tags.iter().any(|tag| tag == "retailers"))
}

fn operations_of(item: &mut PathItem) -> [&mut Option<Operation>; 5] {
    [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete]
}

/// Marks the operations that answer 401 without a session as needing one, or a retailer's token. `POST /api/auth/login` answers 401 to wrong
/// credentials; a search needs a session with `explain` alone.
fn with_security(mut document: OpenApi) -> OpenApi {
    for item in document.paths.paths.values_mut() {
        for operation in operations_of(item).into_iter().flatten() {
            let id = operation.operation_id.as_deref();
            if !operation.responses.responses.contains_key("401") || id == Some("login") {
                continue;
            }
            let scheme = if is_of_retailers(operation) { "retailerToken" } else { "session" };
            let session = SecurityRequirement::new(scheme, Vec::<String>::new());
            let without = (id == Some("search")).then(SecurityRequirement::default);
            operation.security = Some(without.into_iter().chain([session]).collect());
        }
    }
    document
}

/// Documents the refusal of requests made for another user: by the operations that need a session, and by the sign-out.
fn with_other_user(mut document: OpenApi) -> OpenApi {
    for item in document.paths.paths.values_mut() {
        for operation in operations_of(item).into_iter().flatten() {
            let id = operation.operation_id.as_deref();
            let needs_session = operation.security.is_some() && !is_of_retailers(operation);
            if id == Some("logout") || (needs_session && id != Some("search")) {
                add_reason(operation, "409", OTHER_USER);
            }
        }
    }
    document
}

/// Routes of the document (`/api/openapi.json`) and of a page that shows it (`/api/docs`).
#[cfg(feature = "viewer")]
pub fn routes<S: Clone + Send + Sync + 'static>(document: OpenApi) -> Router<S> {
    let viewer = SwaggerUi::new("/api/docs").url("/api/openapi.json", complete(document));
    Router::from(viewer).layer(middleware::map_response(add_viewer_headers))
}

/// The route of the document; this program was built without the page that shows it.
#[cfg(not(feature = "viewer"))]
pub fn routes<S: Clone + Send + Sync + 'static>(document: OpenApi) -> Router<S> {
    let document = complete(document);
    let answer = move || std::future::ready(crate::http::extract::Json(document.clone()));
    Router::new()
        .route("/api/openapi.json", axum::routing::get(answer))
        .layer(middleware::map_response(add_viewer_headers))
}

async fn add_viewer_headers(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, VIEWER_POLICY);
    (CachePolicy::Minute, response).into_response()
}
