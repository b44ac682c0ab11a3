use std::collections::{BTreeMap, BTreeSet};

use axum::{
    Router,
    http::{HeaderValue, header},
    middleware,
    response::{IntoResponse, Response},
};
use utoipa::{
    IntoResponses as _,
    openapi::{
        AllOf, Components, Object, OneOf, OpenApi, RefOr, Required, Schema,
        extensions::Extensions,
        path::{Operation, Parameter, ParameterIn},
        request_body::RequestBody,
        schema::{AdditionalProperties, AnyOf, ArrayItems, SchemaType, Type},
        security::SecurityRequirement,
    },
};
#[cfg(feature = "viewer")]
use utoipa_swagger_ui::SwaggerUi;

use super::api::api_routes;
use crate::http::{
    cache::CachePolicy,
    responses::{
        AdminReadErrors, AdminWriteErrors, BodyErrors, DatabaseErrors, OTHER_SITE, OTHER_USER, OVERLOADED,
        QueryErrors, UserReadErrors, UserWriteErrors, error_response,
    },
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
fn complete(mut document: OpenApi) -> OpenApi {
    for (path, item) in &mut document.paths.paths {
        let read = item.get.iter_mut().map(|operation| (operation, false));
        let writes = [&mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        let writes = writes.into_iter().flatten().map(|operation| (operation, true));
        for (operation, is_write) in read.chain(writes) {
            allow_empty_parameters(operation);
            add_errors_of_kind(path, operation, is_write);
            add_security(operation);
            add_other_user(operation);
            add_common_errors(path, operation, is_write);
        }
    }
    require_nullable_fields(&mut document);
    document
}

/// Requires every field of an answer that may be null: it is always there, and a field that may be absent is never null.
/// Requests may leave the fields out of which their types are made.
fn require_nullable_fields(document: &mut OpenApi) {
    let Some(Components { schemas, .. }) = &mut document.components else { return };
    let operations =
        document.paths.paths.values().flat_map(|item| [&item.post, &item.put, &item.patch, &item.delete]);
    let bodies = operations.flatten().filter_map(|operation| operation.request_body.as_ref());
    let mut open: Vec<RefOr<Schema>> = bodies.flat_map(body_schemas).cloned().collect();
    let mut of_requests = BTreeSet::new();
    while let Some(mut schema) = open.pop() {
        visit(&mut schema, &mut |part| {
            if let RefOr::Ref(reference) = part
                && let Some((_, name)) = reference.ref_location.rsplit_once('/')
                && of_requests.insert(name.to_owned())
            {
                open.extend(schemas.get(name).cloned());
            }
        });
    }
    for (_, schema) in schemas.iter_mut().filter(|(name, _)| !of_requests.contains(*name)) {
        visit(schema, &mut |part| {
            if let RefOr::T(Schema::Object(Object { properties, required, .. })) = part {
                let fields =
                    properties.iter().filter(|(name, field)| is_nullable(field) && !required.contains(name));
                let fields: Vec<String> = fields.map(|(name, _)| name.clone()).collect();
                required.extend(fields);
            }
        });
    }
}

fn body_schemas(body: &RefOr<RequestBody>) -> impl Iterator<Item = &RefOr<Schema>> {
    let contents = if let RefOr::T(body) = body { Some(body.content.values()) } else { None };
    contents.into_iter().flatten().filter_map(|content| match content {
        RefOr::T(content) => content.schema.as_ref(),
        RefOr::Ref(_) => None,
    })
}

/// Calls `see` with a schema and with all that stand in it.
fn visit(schema: &mut RefOr<Schema>, see: &mut dyn FnMut(&mut RefOr<Schema>)) {
    see(schema);
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            object.properties.values_mut().for_each(|field| visit(field, see));
            if let Some(AdditionalProperties::RefOr(value)) = object.additional_properties.as_deref_mut() {
                visit(value, see);
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(item) = &mut array.items {
                visit(item, see);
            }
        }
        Schema::OneOf(OneOf { items, .. })
        | Schema::AllOf(AllOf { items, .. })
        | Schema::AnyOf(AnyOf { items, .. }) => items.iter_mut().for_each(|item| visit(item, see)),
        _ => {}
    }
}

fn is_nullable(schema: &RefOr<Schema>) -> bool {
    let kind = match schema {
        RefOr::T(Schema::Object(object)) => &object.schema_type,
        RefOr::T(Schema::Array(array)) => &array.schema_type,
        RefOr::T(Schema::OneOf(one_of)) => return one_of.items.iter().any(is_nullable),
        _ => return false,
    };
    match kind {
        SchemaType::Type(kind) => *kind == Type::Null,
        SchemaType::Array(kinds) => kinds.contains(&Type::Null),
        SchemaType::AnyValue => false,
    }
}

/// States that a parameter without a value counts as absent (`Query::parse`). utoipa has no field for it.
fn allow_empty_parameters(operation: &mut Operation) {
    for parameter in query_parameters(operation).filter(|parameter| parameter.required != Required::True) {
        parameter.extensions = Some(Extensions::from_iter([("allowEmptyValue", true)]));
    }
}

fn query_parameters(operation: &mut Operation) -> impl Iterator<Item = &mut Parameter> {
    operation.parameters.iter_mut().flatten().filter_map(|parameter| match parameter {
        RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query => Some(parameter),
        _ => None,
    })
}

/// Documents the errors that follow from an operation's path (whose session it needs; all but those of health read the
/// database, unless they state another 503) and from its request (its query string, its JSON body); what the operation
/// states about the same status remains. Errors have the common body.
fn add_errors_of_kind(path: &str, operation: &mut Operation, is_write: bool) {
    let mut errors = if path.starts_with("/api/admin/") {
        operation.tags = Some(vec!["admin".to_owned()]);
        if is_write { AdminWriteErrors::responses() } else { AdminReadErrors::responses() }
    } else if path.starts_with("/api/user/") {
        if is_write { UserWriteErrors::responses() } else { UserReadErrors::responses() }
    } else if path.starts_with("/api/health") {
        BTreeMap::new()
    } else {
        DatabaseErrors::responses()
    };
    if query_parameters(operation).next().is_some() {
        errors.append(&mut QueryErrors::responses());
    }
    if let Some(RefOr::T(body)) = &operation.request_body
        && body.content.contains_key("application/json")
    {
        errors.append(&mut BodyErrors::responses());
    }
    let responses = &mut operation.responses.responses;
    for (status, response) in errors {
        responses.entry(status).or_insert(response);
    }
    for (_, response) in responses.iter_mut().filter(|(status, _)| status.as_str() >= "400") {
        if let RefOr::T(stated) = response
            && stated.content.is_empty()
        {
            *response = error_response(&stated.description);
        }
    }
}

/// Documents the errors of the layers and of the extractor of paths: a handler may not even run.
fn add_common_errors(path: &str, operation: &mut Operation, is_write: bool) {
    if !path.starts_with("/api/health") {
        // The request is refused while too many of its class are answered.
        add_reason(operation, "503", OVERLOADED);
    }
    let responses = &mut operation.responses.responses;
    if is_write {
        responses.entry("403".to_owned()).or_insert_with(|| error_response(OTHER_SITE));
    }
    if path.contains('{') {
        let undecodable = || error_response("The address cannot be decoded");
        responses.entry("400".to_owned()).or_insert_with(undecodable);
    }
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

/// Marks the operations that answer 401 without a session as needing one, or a retailer's token. `POST /api/auth/login` answers 401 to wrong
/// credentials; a search needs a session with `explain` alone.
fn add_security(operation: &mut Operation) {
    let id = operation.operation_id.as_deref();
    if !operation.responses.responses.contains_key("401") || id == Some("login") {
        return;
    }
    let scheme = if is_of_retailers(operation) { "retailerToken" } else { "session" };
    let session = SecurityRequirement::new(scheme, Vec::<String>::new());
    let without = (id == Some("search")).then(SecurityRequirement::default);
    operation.security = Some(without.into_iter().chain([session]).collect());
}

/// Documents the refusal of requests made for another user: by the operations that need a session, and by the sign-out.
fn add_other_user(operation: &mut Operation) {
    let id = operation.operation_id.as_deref();
    let needs_session = operation.security.is_some() && !is_of_retailers(operation);
    if id == Some("logout") || (needs_session && id != Some("search")) {
        add_reason(operation, "409", OTHER_USER);
    }
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
