//! Lists of offers that retailers hand in. The api stores a list and its job; `ingest work` reads it and stores the result,
//! for which the answer waits a moment.

pub mod receive;
mod turns;

use std::time::Duration;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{
    model::{HandedListId, RetailerId, Slug},
    store::handed_lists::{self, Arrival, HandedList, ListMode, ListResult, ListState, NewList, RefusedRow},
};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::time::Instant;
use utoipa::ToSchema;

use self::receive::{ListBodies, ReceivedList, authorise};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult, HandInError},
    extract::{Json, Path, Query},
};

/// Time for which the answer waits for the result. An idle worker begins within a second.
const MAX_WAIT: Duration = Duration::from_secs(7);
const POLL_INTERVAL: Duration = Duration::from_millis(150);

/// A list of offers that a retailer handed in, with what became of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandedOffers {
    #[schema(value_type = uuid::Uuid)]
    pub id: HandedListId,
    /// Address of this answer, for lists that wait.
    #[schema(example = "/api/retailers/corner-shop/offers/6f1c2d9e-3f9a-4f0e-9d4c-0d5a4c1b7a11")]
    pub url: String,
    /// whole or changes.
    #[schema(value_type = String, example = "whole")]
    pub mode: ListMode,
    /// waiting, stored, held (stored, but nothing that is missing was ended), partial (stored up to a fault) or failed.
    #[schema(value_type = String, example = "stored")]
    pub state: ListState,
    #[serde(with = "time::serde::rfc3339")]
    pub received_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    /// Null while the list waits.
    pub counts: Option<HandedCounts>,
    /// Why the list was not stored as a whole, as a sentence part.
    pub problem: Option<String>,
    /// The first 100 rows that were refused.
    pub refused: Vec<RefusedOffer>,
}

/// Numbers of offers of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandedCounts {
    /// Offers that are stored as the list says: new, changed and unchanged ones.
    pub stored: i32,
    pub new: i32,
    pub changed: i32,
    pub unchanged: i32,
    /// Offers that ended: marked as deleted, or missing from a whole list.
    pub ended: i32,
    pub rejected: i32,
    /// Offers whose price waits for a person, because it is far from what was expected.
    pub held: i32,
}

/// A row of a list that was refused.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefusedOffer {
    /// Number of the row, from 1; a heading line does not count.
    pub row: Option<u64>,
    /// Id of the offer, where the row states one.
    pub id: Option<String>,
    /// Field that is wrong, where it is one field.
    #[schema(example = "price")]
    pub field: Option<String>,
    /// Code of the reason.
    #[schema(example = "PRICE")]
    pub reason: String,
    /// The reason in words.
    pub detail: String,
}

/// `PUT /api/retailers/{slug}/offers`: a retailer hands its offers in.
///
/// The body is CSV, TSV, JSON (an array, or an object per line) or XML (Google Merchant), plain or gzipped, at most 8 MB. The
/// content type names the format; without one, the first bytes tell. A whole list ends what is missing from it, unless that is
/// too much at once; changes end only what they mark as deleted.
#[utoipa::path(
    put,
    path = "/api/retailers/{slug}/offers",
    tag = "retailers",
    params(
        ("slug" = String, Path),
        ("mode" = String, Query, description = "whole or changes"),
    ),
    request_body(content = String, content_type = "text/csv"),
    responses(
        (status = 200, description = "The list was read: the counts say what became of it", body = HandedOffers),
        (status = 202, description = "The list waits to be read: `url` will say what became of it", body = HandedOffers),
        (status = 401, description = "The token is missing, wrong or revoked"),
        (status = 408, description = "The body arrives too slowly"),
        (status = 409, description = "The retailer is switched off, or too many of its lists wait"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "The content type is none of a list"),
        (status = 422, description = "`mode` is missing or wrong, or nothing of the list could be stored: the header `Location` is the address of the details"),
        (status = 429, description = "Too many requests: the header `Retry-After` says in how many seconds the next one is accepted"),
    )
)]
pub async fn hand_in_offers(
    State(db): State<PgPool>,
    State(bodies): State<ListBodies>,
    Path(_slug): Path<String>,
    list: ReceivedList,
    mut query: Query,
) -> ApiResult<Response> {
    let mode = read_mode(&mut query);
    query.finish()?;
    let (slug, retailer_id) = (list.slug.clone(), list.holder.retailer_id);
    let id = store(&db, list, mode).await?;
    // One answer of a retailer waits; those of further lists say at once where the result will be.
    let turn = bodies.answers.take(retailer_id);
    let max_wait = if turn.is_some() { MAX_WAIT } else { Duration::ZERO };
    let (found, url) = (wait_for_result(&db, retailer_id, id, max_wait).await?, address(&slug, id));
    drop(turn);
    let location = [(header::LOCATION, url.clone())];
    if found.state == ListState::Failed {
        let problem = found.result.and_then(|result| result.problem).unwrap_or_default();
        let error = ApiError::from(HandInError::Unreadable { problem });
        return Ok((location, error).into_response());
    }
    let status = if found.state == ListState::Waiting { StatusCode::ACCEPTED } else { StatusCode::OK };
    Ok((status, location, CachePolicy::Never, Json(HandedOffers::new(found, url))).into_response())
}

/// `GET /api/retailers/{slug}/offers/{id}`: what became of a list that the retailer handed in.
#[utoipa::path(
    get,
    path = "/api/retailers/{slug}/offers/{id}",
    tag = "retailers",
    params(("slug" = String, Path), ("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = HandedOffers),
        (status = 401, description = "The token is missing, wrong or revoked"),
        (status = 404, description = "The retailer has handed in no such list in the last weeks"),
    )
)]
pub async fn get_handed_offers(
    State(db): State<PgPool>,
    Path((slug, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    let (slug, holder) = authorise(&db, &slug, &headers).await?;
    let id: HandedListId = id.parse().map_err(|_| HandInError::NotFound)?;
    let found = handed_lists::find(&db, holder.retailer_id, id).await?.ok_or(HandInError::NotFound)?;
    Ok((CachePolicy::Never, Json(HandedOffers::new(found, address(&slug, id)))))
}

/// Reads what the list holds. It is never guessed: to take changes for everything would end all other offers.
fn read_mode(query: &mut Query) -> ListMode {
    match query.single("mode").as_deref() {
        Some("whole") => ListMode::Whole,
        Some("changes") => ListMode::Changes,
        _ => {
            query.problem("mode", "must be whole or changes");
            ListMode::Changes
        }
    }
}

/// Stores a list; its memory is free when this returns.
async fn store(db: &PgPool, list: ReceivedList, mode: ListMode) -> ApiResult<HandedListId> {
    let new = NewList {
        retailer_id: list.holder.retailer_id,
        token_id: list.holder.token_id,
        mode,
        format: list.format,
        charset: list.charset.as_deref(),
        body: &list.body,
    };
    let mut tx = db.begin().await?;
    let id = match handed_lists::insert(&mut tx, &list.slug, new).await? {
        Arrival::Queued(id) => id,
        Arrival::TooManyWait => {
            return Err(HandInError::TooManyWaiting { most: handed_lists::MAX_WAITING }.into());
        }
        Arrival::TokenRevoked => return Err(HandInError::WrongToken.into()),
    };
    tx.commit().await?;
    Ok(id)
}

async fn wait_for_result(
    db: &PgPool,
    retailer: RetailerId,
    id: HandedListId,
    max_wait: Duration,
) -> ApiResult<HandedList> {
    let deadline = Instant::now() + max_wait;
    loop {
        let found = handed_lists::find(db, retailer, id).await?.ok_or(HandInError::NotFound)?;
        if found.state != ListState::Waiting || Instant::now() >= deadline {
            return Ok(found);
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

fn address(slug: &Slug, id: HandedListId) -> String {
    format!("/api/retailers/{slug}/offers/{id}")
}

impl HandedOffers {
    fn new(list: HandedList, url: String) -> Self {
        let HandedList { id, mode, state, received_at, finished_at, result } = list;
        let counts = result.as_ref().map(HandedCounts::from);
        let ListResult { problem, refused, .. } = result.unwrap_or_default();
        let refused = refused.into_iter().map(RefusedOffer::from).collect();
        Self { id, url, mode, state, received_at, finished_at, counts, problem, refused }
    }
}

impl From<&ListResult> for HandedCounts {
    fn from(result: &ListResult) -> Self {
        let ListResult { stored, new, changed, unchanged, ended, rejected, held, .. } = result;
        Self {
            stored: *stored,
            new: *new,
            changed: *changed,
            unchanged: *unchanged,
            ended: *ended,
            rejected: *rejected,
            held: *held,
        }
    }
}

impl From<RefusedRow> for RefusedOffer {
    fn from(RefusedRow { row, id, field, reason, detail }: RefusedRow) -> Self {
        Self { row, id, field, reason, detail }
    }
}
