use axum::{extract::State, response::IntoResponse};
use domain::{
    model::SpecKey,
    store::{
        audit::Actor,
        learnt_values::{self, LearntState, LearntValue},
    },
    transactions,
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiResult},
        extract::{Json, Query},
        page::Page,
        session::Admin,
    },
    routes::admin::{commit, matches::choice},
};

/// A page of the values that titles name and no table lists.
#[derive(Debug, Serialize, ToSchema)]
pub struct LearntValueList {
    /// The ones that wait for a decision first, then by their offers.
    pub values: Vec<LearntValueBody>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// A chip, socket or kind of memory that titles name and no table lists, and what was decided about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LearntValue)]
pub struct LearntValueBody {
    #[schema(example = "gpuChipset")]
    pub spec: String,
    #[schema(example = "GeForce RTX 6070")]
    pub value: String,
    /// UNCONFIRMED, CONFIRMED or REJECTED.
    #[schema(value_type = String, example = "UNCONFIRMED")]
    pub state: LearntState,
    /// Number of live offers whose titles name it, at the matcher's last run.
    pub offers: i32,
    /// One of these titles.
    pub title: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub first_seen: OffsetDateTime,
    pub decided_by: Option<String>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub decided_at: Option<OffsetDateTime>,
}

impl From<LearntValue> for LearntValueBody {
    fn from(found: LearntValue) -> Self {
        Self {
            spec: found.spec,
            value: found.value,
            state: found.state,
            offers: found.offers,
            title: found.title,
            first_seen: found.first_seen,
            decided_by: found.decided_by,
            decided_at: found.decided_at,
        }
    }
}

/// A decision about a learnt value.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LearntValueDecisionRequest {
    /// `spec` and `value` from the list.
    pub spec: String,
    pub value: String,
    pub decision: LearntValueDecision,
}

/// Whether a learnt value is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LearntValueDecision {
    Confirm,
    /// Crawls leave the value out from now on.
    Reject,
}

/// `GET /api/admin/learnt-values`: lists the chips, sockets and kinds of memory that titles name and no table lists.
#[utoipa::path(
    get,
    path = "/api/admin/learnt-values",
    params(("state" = Option<String>, Query, description = "all, unconfirmed, confirmed or rejected"), Page),
    responses((status = 200, body = LearntValueList))
)]
pub async fn list_learnt_values(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let states = [
        ("unconfirmed", LearntState::Unconfirmed),
        ("confirmed", LearntState::Confirmed),
        ("rejected", LearntState::Rejected),
    ];
    let state = query.single("state");
    let state = choice(&mut query, "state", state, &states);
    let page: Page = query.take();
    query.finish()?;
    let (found, total) = tokio::try_join!(
        learnt_values::list(&db, state, page.offset(), page.limit.0.into()),
        learnt_values::count(&db, state),
    )?;
    let values = found.into_iter().map(LearntValueBody::from).collect();
    let answer = LearntValueList { values, total, page: page.page.0, limit: page.limit.0 };
    Ok((CachePolicy::Never, Json(answer)))
}

/// `POST /api/admin/learnt-values`: confirms or rejects a learnt value.
#[utoipa::path(
    post,
    path = "/api/admin/learnt-values",
    request_body = LearntValueDecisionRequest,
    responses(
        (status = 204, description = "The decision is stored; a rejected value is left out when a retailer is crawled again"),
        (status = 404, description = "The value does not exist"),
    )
)]
pub async fn decide_learnt_value(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<LearntValueDecisionRequest>,
) -> ApiResult<impl IntoResponse> {
    let spec: SpecKey = request.spec.parse().map_err(|_| AdminError::LearntValueNotFound)?;
    // Postgres cannot store zero bytes.
    if request.value.contains('\0') {
        return Err(AdminError::LearntValueNotFound.into());
    }
    let is_confirmed = request.decision == LearntValueDecision::Confirm;
    let mut tx = db.begin().await?;
    let actor = Actor::Admin(session.user_id);
    if !transactions::learnt_values::decide(&mut tx, actor, spec, &request.value, is_confirmed).await? {
        return Err(AdminError::LearntValueNotFound.into());
    }
    commit(tx).await
}
