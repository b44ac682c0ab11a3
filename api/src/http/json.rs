use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// JSON body of a request or an answer. A request body that cannot be read is refused with an
/// [`ErrorBody`](super::error::ErrorBody).
#[derive(Debug, Clone, Copy)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}
