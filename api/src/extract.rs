#![expect(clippy::disallowed_types, reason = "this is where the originals are wrapped")]

use axum::{
    extract::{
        FromRequest, FromRequestParts, Request,
        rejection::{JsonRejection, PathRejection},
    },
    http::{StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{connections::SlowBody, error::ApiError};

pub use crate::query::Query;

/// JSON body of a request or an answer. A request body that cannot be read is refused with an
/// [`ErrorBody`](crate::error::ErrorBody).
#[derive(Debug, Clone, Copy)]
pub struct Json<T>(pub T);

/// Variables of the path.
#[derive(Debug, Clone, Copy)]
pub struct Path<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

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

fn refuse_json(rejection: JsonRejection) -> ApiError {
    match rejection {
        JsonRejection::JsonDataError(error) => ApiError::field("body", error.body_text()),
        JsonRejection::MissingJsonContentType(_) => ApiError::NotJson,
        other if is_slow(&other) => ApiError::SlowBody,
        other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
        other => ApiError::Malformed(other.body_text()),
    }
}

/// Returns whether the body arrived too slowly. Each body reader wraps the error, so all its sources are checked.
fn is_slow(rejection: &JsonRejection) -> bool {
    let first: &(dyn std::error::Error + 'static) = rejection;
    std::iter::successors(Some(first), |error| error.source()).any(|error| error.is::<SlowBody>())
}

fn refuse_path(rejection: &PathRejection) -> ApiError {
    match rejection {
        // A fault of the server: the handler expects variables that its route does not have.
        PathRejection::MissingPathParams(error) => ApiError::Internal(anyhow::anyhow!(error.body_text())),
        other => ApiError::Malformed(other.body_text()),
    }
}
