use axum::{extract::State, response::IntoResponse};
use domain::{
    store::{
        audit::Actor,
        manufacturers::{self, Manufacturer, ManufacturerState},
    },
    transactions::manufacturer_decisions::{self, ManufacturerDecisionError},
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiError, ApiResult},
        extract::{Json, Query},
        page::Page,
        session::Admin,
    },
    routes::admin::{commit, matches::choice},
};

/// Maximum length of a manufacturer's name, in characters.
const MAX_NAME: usize = 100;

/// A page of the manufacturers that are not in the built-in table.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManufacturerList {
    /// The ones with the most offers first.
    pub manufacturers: Vec<ManufacturerBody>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
    /// Number of manufacturers that wait for a decision.
    pub unconfirmed: i64,
}

/// A manufacturer's name as retailers state it, and what was decided about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Manufacturer)]
pub struct ManufacturerBody {
    /// Normalised name; decisions refer to the manufacturer by this key.
    pub key: String,
    pub name: String,
    #[schema(value_type = String, example = "UNCONFIRMED")]
    pub state: ManufacturerState,
    /// Manufacturer that this name is an alias of.
    pub alias_of: Option<String>,
    /// Number of live offers under this name.
    pub offers: i32,
    pub shops: i32,
    /// Some titles of these offers.
    pub titles: Vec<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub first_seen: OffsetDateTime,
    /// Administrator who decided, and the time of the decision. `decidedBy` is null for decisions on the command line.
    pub decided_by: Option<String>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub decided_at: Option<OffsetDateTime>,
}

impl From<Manufacturer> for ManufacturerBody {
    fn from(found: Manufacturer) -> Self {
        Self {
            key: found.key,
            name: found.name,
            state: found.state,
            alias_of: found.alias_of,
            offers: found.offers,
            shops: found.shops,
            titles: found.titles,
            first_seen: found.first_seen,
            decided_by: found.decided_by,
            decided_at: found.decided_at,
        }
    }
}

/// The manufacturer to decide on.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ManufacturerDecisionRequest {
    /// `key` from the list.
    pub key: String,
}

/// The name that is an alias.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ManufacturerAliasRequest {
    /// `key` from the list.
    pub key: String,
    /// Name of the manufacturer, in any spelling.
    pub of: String,
}

/// `GET /api/admin/manufacturers`: lists the manufacturers that are not in the built-in table.
#[utoipa::path(
    get,
    path = "/api/admin/manufacturers",
    params(("state" = Option<String>, Query, description = "all, unconfirmed, confirmed, alias or refused"), Page),
    responses((status = 200, body = ManufacturerList))
)]
pub async fn list_manufacturers(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let states = [
        ("unconfirmed", ManufacturerState::Unconfirmed),
        ("confirmed", ManufacturerState::Confirmed),
        ("alias", ManufacturerState::Alias),
        ("refused", ManufacturerState::Refused),
    ];
    let state = query.single("state");
    let state = choice(&mut query, "state", state, &states);
    let page: Page = query.take();
    query.finish()?;
    let (found, counts) = tokio::try_join!(
        manufacturers::list(&db, state, page.offset(), page.limit.0.into()),
        manufacturers::count(&db, state),
    )?;
    let answer = ManufacturerList {
        manufacturers: found.into_iter().map(ManufacturerBody::from).collect(),
        total: counts.total,
        page: page.page.0,
        limit: page.limit.0,
        unconfirmed: counts.unconfirmed,
    };
    Ok((CachePolicy::Never, Json(answer)))
}

/// `POST /api/admin/manufacturers/confirm`: confirms that the name is a manufacturer.
#[utoipa::path(
    post,
    path = "/api/admin/manufacturers/confirm",
    request_body = ManufacturerDecisionRequest,
    responses(
        (status = 204, description = "The name is confirmed"),
        (status = 404, description = "The name does not exist"),
    )
)]
pub async fn confirm_manufacturer(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<ManufacturerDecisionRequest>,
) -> ApiResult<impl IntoResponse> {
    let key = read_key(request.key)?;
    let mut tx = db.begin().await?;
    manufacturer_decisions::confirm(&mut tx, Actor::Admin(session.user_id), &key).await?;
    commit(tx).await
}

/// `POST /api/admin/manufacturers/alias`: records the name as an alias of a manufacturer.
#[utoipa::path(
    post,
    path = "/api/admin/manufacturers/alias",
    request_body = ManufacturerAliasRequest,
    responses(
        (status = 204, description = "Offers and products of the name now belong to the other name"),
        (status = 404, description = "The name does not exist"),
        (status = 422, description = "The other name is no manufacturer, or is the same name"),
    )
)]
pub async fn alias_manufacturer(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<ManufacturerAliasRequest>,
) -> ApiResult<impl IntoResponse> {
    let key = read_key(request.key)?;
    let target = request.of.trim();
    let length = target.chars().count();
    if length == 0 || length > MAX_NAME || target.contains('\0') {
        return Err(ApiError::field("of", format!("must have 1 to {MAX_NAME} characters")));
    }
    let mut tx = db.begin().await?;
    manufacturer_decisions::alias(&mut tx, Actor::Admin(session.user_id), &key, target).await?;
    commit(tx).await
}

/// `POST /api/admin/manufacturers/refuse`: records that the name is not a manufacturer, such as a retailer's own name.
#[utoipa::path(
    post,
    path = "/api/admin/manufacturers/refuse",
    request_body = ManufacturerDecisionRequest,
    responses(
        (status = 204, description = "The name is refused and never used again"),
        (status = 404, description = "The name does not exist"),
    )
)]
pub async fn refuse_manufacturer(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<ManufacturerDecisionRequest>,
) -> ApiResult<impl IntoResponse> {
    let key = read_key(request.key)?;
    let mut tx = db.begin().await?;
    manufacturer_decisions::refuse(&mut tx, Actor::Admin(session.user_id), &key).await?;
    commit(tx).await
}

/// A key with a zero byte is treated as an unknown manufacturer: 404. Postgres cannot store zero bytes.
fn read_key(key: String) -> ApiResult<String> {
    if key.contains('\0') { Err(AdminError::ManufacturerNotFound.into()) } else { Ok(key) }
}

impl From<ManufacturerDecisionError> for ApiError {
    fn from(error: ManufacturerDecisionError) -> Self {
        match error {
            ManufacturerDecisionError::NoManufacturer(_) => AdminError::ManufacturerNotFound.into(),
            ManufacturerDecisionError::UnknownTarget(_) | ManufacturerDecisionError::Itself => {
                Self::field("of", error.to_string())
            }
            ManufacturerDecisionError::Database(error) => error.into(),
        }
    }
}
