#![expect(clippy::disallowed_types, reason = "this is where the originals are wrapped")]

use std::error::Error;

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{
        FromRequest, FromRequestParts, Request,
        rejection::{JsonRejection, PathRejection},
    },
    http::{StatusCode, request::Parts},
};
use serde::de::DeserializeOwned;
use tower_http::timeout::TimeoutError;

use super::error::ApiError;

pub use super::{json::Json, query::Query};

/// Variables of the path.
#[derive(Debug, Clone, Copy)]
pub struct Path<T>(pub T);

impl<T, S> FromRequest<S> for Json<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        axum::Json::from_request(request, state)
            .await
            .map(|axum::Json(value)| Self(value))
            .map_err(refuse_json)
    }
}

impl<T, S> FromRequestParts<S> for Path<T>
where
    T: DeserializeOwned + Send,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(rejection) => Err(refuse_path(&rejection)),
        }
    }
}

/// Reads the body of a request into memory.
///
/// # Errors
/// 408 for a body that arrives too slowly, 413 for one that is too large.
pub async fn buffer_body(request: Request) -> Result<Request, ApiError> {
    if request.body().is_end_stream() {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    // The limit on the size is in the extensions, where `DefaultBodyLimit` has put it.
    let head = Request::from_parts(parts.clone(), body);
    match Bytes::from_request(head, &()).await {
        Ok(body) => Ok(Request::from_parts(parts, Body::from(body))),
        Err(rejection) if is_slow(&rejection) => Err(ApiError::SlowBody),
        Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(ApiError::TooLarge),
        Err(_) => Err(ApiError::Malformed("the body cannot be read".to_owned())),
    }
}

fn refuse_json(rejection: JsonRejection) -> ApiError {
    match rejection {
        JsonRejection::JsonDataError(error) => describe_wrong_shape(&error),
        JsonRejection::JsonSyntaxError(error) => ApiError::Malformed(describe_syntax(&error)),
        JsonRejection::MissingJsonContentType(_) => ApiError::NotJson,
        other if is_slow(&other) => ApiError::SlowBody,
        other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
        _ => ApiError::Malformed("the body cannot be read".to_owned()),
    }
}

/// Names the field that has the wrong shape, in our own words: serde's name Rust types.
fn describe_wrong_shape(error: &(dyn Error + 'static)) -> ApiError {
    let Some(found) = find_source::<serde_path_to_error::Error<serde_json::Error>>(error) else {
        return ApiError::field("body", "has the wrong shape");
    };
    let serde_says = found.inner().to_string();
    let named = |prefix: &str| serde_says.strip_prefix(prefix)?.split('`').next().map(str::to_owned);
    let parent = Some(found.path().to_string()).filter(|path| path != ".");
    let inside = |field: String| match &parent {
        Some(parent) => format!("{parent}.{field}"),
        None => field,
    };
    if let Some(field) = named("missing field `") {
        return ApiError::field(inside(field), "is missing");
    }
    if let Some(field) = named("unknown field `") {
        // The path ends with the unknown field itself.
        return ApiError::field(parent.unwrap_or(field), "is not a field of this request");
    }
    let problem = match serde_says.starts_with("unknown variant") {
        true => "is not one of the documented values",
        false => "has the wrong type",
    };
    ApiError::field(parent.unwrap_or_else(|| "body".to_owned()), problem)
}

/// Says where the body stops being JSON.
fn describe_syntax(error: &(dyn Error + 'static)) -> String {
    match find_source::<serde_json::Error>(error) {
        Some(found) => {
            format!("the body is not valid JSON at line {}, column {}", found.line(), found.column())
        }
        None => "the body is not valid JSON".to_owned(),
    }
}

/// Finds an error of a type among an error and its sources.
fn find_source<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        next = error.source();
    }
    None
}

/// Returns whether the body arrived too slowly. Each body reader wraps the error, so all its sources are checked.
fn is_slow(rejection: &(dyn Error + 'static)) -> bool {
    find_source::<TimeoutError>(rejection).is_some()
}

fn refuse_path(rejection: &PathRejection) -> ApiError {
    match rejection {
        // A fault of the server: the handler expects variables that its route does not have.
        PathRejection::MissingPathParams(error) => ApiError::Internal(anyhow::anyhow!(error.body_text())),
        _ => ApiError::Malformed("the address cannot be decoded".to_owned()),
    }
}
