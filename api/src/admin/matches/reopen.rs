use axum::{extract::State, response::IntoResponse};
use domain::store::matches;

use super::decide::{FlagRequest, commit, read_id, read_note};
use crate::{
    error::{ApiResult, ErrorBody},
    extract::Json,
    session::Admin,
    state::AppState,
};

/// `POST /api/admin/matches/reopen`: makes a decided match pending again, whoever decided and however long ago.
#[utoipa::path(
    post,
    path = "/api/admin/matches/reopen",
    tag = "admin",
    request_body = FlagRequest,
    responses(
        (status = 204, description = "It is pending, with the note"),
        (status = 400, description = "The body is no JSON", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "There is no such match", body = ErrorBody),
        (status = 409, description = "One of the pages was merged into another meanwhile", body = ErrorBody),
        (status = 422, description = "The note is too long", body = ErrorBody),
        (status = 503, description = "The database does not answer just now", body = ErrorBody),
    )
)]
pub async fn reopen_match(
    State(app): State<AppState>,
    Admin(session): Admin,
    Json(asked): Json<FlagRequest>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&asked.id)?;
    let note = read_note(asked.notes.as_deref())?;
    let mut tx = app.db.begin().await?;
    matches::reopen(&mut tx, session.user_id, id, note.as_deref()).await?;
    commit(tx).await
}
