use axum::{extract::State, response::IntoResponse};
use domain::{
    model::MatchId,
    transactions::match_decisions::{self, MatchDecisionError},
};
use serde::Deserialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    http::{
        error::{AdminError, ApiError, ApiResult},
        extract::Json,
        session::Admin,
    },
    routes::admin::commit,
};

/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 1000;

/// The match to decide on.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MatchDecisionRequest {
    /// Id of the match.
    pub id: String,
}

/// A match and a note on it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FlagRequest {
    /// Id of the match.
    pub id: String,
    /// Optional, at most 1,000 characters.
    pub notes: Option<String>,
}

/// `POST /api/admin/matches/approve`: matches the offer to the product. If the offer is on a provisional product,
/// the two products are merged.
#[utoipa::path(
    post,
    path = "/api/admin/matches/approve",
    request_body = MatchDecisionRequest,
    responses(
        (status = 204, description = "The offer is matched to the product"),
        (status = 404, description = "The match does not exist"),
        (status = 409, description = "The match was decided meanwhile, or the offer was matched to another product"),
        (status = 422, description = "The products, or the waiting offer and the product, are of different categories"),
    )
)]
pub async fn approve_match(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<MatchDecisionRequest>,
) -> ApiResult<impl IntoResponse> {
    let id = parse_match_id(&request.id)?;
    let mut tx = db.begin().await?;
    match_decisions::approve(&mut tx, session.user_id, id).await?;
    commit(tx).await
}

/// `POST /api/admin/matches/reject`: rejects the match. The matcher never proposes this pair again.
#[utoipa::path(
    post,
    path = "/api/admin/matches/reject",
    request_body = MatchDecisionRequest,
    responses(
        (status = 204, description = "The match is rejected"),
        (status = 404, description = "The match does not exist"),
        (status = 409, description = "The match was decided meanwhile"),
    )
)]
pub async fn reject_match(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<MatchDecisionRequest>,
) -> ApiResult<impl IntoResponse> {
    let id = parse_match_id(&request.id)?;
    let mut tx = db.begin().await?;
    match_decisions::reject(&mut tx, session.user_id, id).await?;
    commit(tx).await
}

/// `POST /api/admin/matches/flag`: stores a note; the match stays pending and needs review.
#[utoipa::path(
    post,
    path = "/api/admin/matches/flag",
    request_body = FlagRequest,
    responses(
        (status = 204, description = "The match is flagged"),
        (status = 404, description = "The match does not exist"),
        (status = 409, description = "The match was decided meanwhile"),
        (status = 422, description = "The note is too long"),
    )
)]
pub async fn flag_match(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<FlagRequest>,
) -> ApiResult<impl IntoResponse> {
    let id = parse_match_id(&request.id)?;
    let note = read_note(request.notes.as_deref())?;
    let mut tx = db.begin().await?;
    match_decisions::flag(&mut tx, session.user_id, id, note.as_deref()).await?;
    commit(tx).await
}

/// `POST /api/admin/matches/undo`: undoes the caller's own decision of the last minute.
#[utoipa::path(
    post,
    path = "/api/admin/matches/undo",
    request_body = MatchDecisionRequest,
    responses(
        (status = 204, description = "The match is pending again"),
        (status = 404, description = "The match does not exist"),
        (status = 409, description = "The time to undo is over, another administrator decided, or the products were merged again"),
    )
)]
pub async fn undo_match(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<MatchDecisionRequest>,
) -> ApiResult<impl IntoResponse> {
    let id = parse_match_id(&request.id)?;
    let mut tx = db.begin().await?;
    match_decisions::undo(&mut tx, session.user_id, id).await?;
    commit(tx).await
}

pub(super) fn parse_match_id(text: &str) -> ApiResult<MatchId> {
    text.parse().map_err(|_| AdminError::MatchNotFound.into())
}

pub(super) fn read_note(note: Option<&str>) -> ApiResult<Option<String>> {
    let note = note.unwrap_or_default().trim().replace('\0', "");
    if note.chars().count() > MAX_NOTE {
        return Err(ApiError::field("notes", format!("must have at most {MAX_NOTE} characters")));
    }
    Ok((!note.is_empty()).then_some(note))
}

impl From<MatchDecisionError> for ApiError {
    fn from(error: MatchDecisionError) -> Self {
        match error {
            MatchDecisionError::NoSuchMatch => AdminError::MatchNotFound.into(),
            MatchDecisionError::Decided(_) => AdminError::MatchDecided.into(),
            MatchDecisionError::MatchedElsewhere => AdminError::OfferMatchedElsewhere.into(),
            MatchDecisionError::OtherCategory { offered, product } => {
                AdminError::MatchOtherCategory { product, offered }.into()
            }
            MatchDecisionError::TooLate => AdminError::TooLateToUndo.into(),
            MatchDecisionError::MergedAgain => AdminError::MergedAgain.into(),
            MatchDecisionError::Database(error) => error.into(),
        }
    }
}
