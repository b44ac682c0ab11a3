use axum::{extract::State, response::IntoResponse};
use domain::transactions::match_decisions;
use sqlx::PgPool;

use super::decide::{FlagRequest, parse_match_id, read_note};
use crate::{
    http::{error::ApiResult, extract::Json, session::Admin},
    routes::admin::commit,
};

/// `POST /api/admin/matches/reopen`: makes a decided match pending again, whoever decided and however long ago.
#[utoipa::path(
    post,
    path = "/api/admin/matches/reopen",
    request_body = FlagRequest,
    responses(
        (status = 204, description = "The match is pending again, with the note; one that was pending stays as it is"),
        (status = 404, description = "The match does not exist"),
        (status = 422, description = "The note is too long"),
    )
)]
pub async fn reopen_match(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<FlagRequest>,
) -> ApiResult<impl IntoResponse> {
    let id = parse_match_id(&request.id)?;
    let note = read_note(request.notes.as_deref())?;
    let mut tx = db.begin().await?;
    match_decisions::reopen(&mut tx, session.user_id, id, note.as_deref()).await?;
    commit(tx).await
}
