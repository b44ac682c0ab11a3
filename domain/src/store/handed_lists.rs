//! Lists of offers that retailers hand in. The api stores a list with its job; a worker reads it and stores the result.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgTransaction, types::Json};
use time::OffsetDateTime;

use super::jobs::{self, JobDraft};
use crate::model::{HandedListId, RetailerId, RetailerTokenId, Slug};

/// Maximum number of a retailer's lists that wait to be read.
pub const MAX_WAITING: i64 = 5;

/// Extent of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum ListMode {
    /// Everything that the retailer sells: what is missing has ended.
    Whole,
    /// Some offers: the others stay as they are.
    Changes,
}

/// State of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum ListState {
    /// No worker has read it yet.
    Waiting,
    Stored,
    /// Its offers are stored, but those missing from it were not ended: too many are missing, or too many prices moved far.
    Held,
    /// Read, but not to its end: the offers before are stored, and none was ended.
    Partial,
    /// Nothing of it could be stored.
    Failed,
}

/// The format of a list, as the request names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum ListFormat {
    Csv,
    Tsv,
    /// Objects, one per line or in an array.
    Json,
    /// RSS or Atom with Google Merchant's fields.
    Xml,
}

/// A list as it arrives.
#[derive(Debug, Clone, Copy)]
pub struct NewList<'a> {
    pub retailer_id: RetailerId,
    /// The token that it came with.
    pub token_id: RetailerTokenId,
    pub mode: ListMode,
    /// `None`: its first bytes tell.
    pub format: Option<ListFormat>,
    pub charset: Option<&'a str>,
    /// As it was sent, perhaps gzipped.
    pub body: &'a [u8],
}

/// Whether a list that arrived was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// Taken: the list waits for a worker.
    Queued(HandedListId),
    /// [`MAX_WAITING`] lists of the retailer wait already.
    TooManyWait,
    /// Its token was revoked while it arrived.
    TokenRevoked,
}

/// A list that waits for a worker.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitingList {
    pub id: HandedListId,
    pub mode: ListMode,
    pub format: Option<ListFormat>,
    pub charset: Option<String>,
    pub body: Vec<u8>,
    /// Times that it was begun, this one included.
    pub attempts: i32,
}

/// A row of a list that was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RefusedRow {
    /// Number of the row, from 1 without a heading line; `None` where the row is not known.
    pub row: Option<u64>,
    /// The retailer's id of the offer, where the row states one.
    pub id: Option<String>,
    /// The field that is wrong, where it is one field.
    pub field: Option<String>,
    /// A [`RejectReason`](crate::model::RejectReason).
    pub reason: String,
    /// The reason in words.
    pub detail: String,
}

/// Counts of a list that was read, and the first rows that were refused.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListResult {
    /// Offers that are stored as the list says: new, changed and unchanged ones.
    pub stored: i32,
    pub new: i32,
    pub changed: i32,
    pub unchanged: i32,
    pub ended: i32,
    pub rejected: i32,
    /// Prices that wait for an operator; the last published price stays.
    pub held: i32,
    /// Why the list was not stored as a whole, as a sentence part.
    pub problem: Option<String>,
    pub refused: Vec<RefusedRow>,
}

/// A list with what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct HandedList {
    pub id: HandedListId,
    pub mode: ListMode,
    pub state: ListState,
    pub received_at: OffsetDateTime,
    pub finished_at: Option<OffsetDateTime>,
    /// `None` while the list waits.
    pub result: Option<ListResult>,
}

/// Stores a list and queues the job that reads it, due now. The same list again while it is the last one that waits is
/// that list: a request whose answer was lost is sent again.
pub async fn insert(tx: &mut PgTransaction<'_>, slug: &Slug, list: NewList<'_>) -> sqlx::Result<Arrival> {
    // Lists of one retailer arrive one after the other, so that none becomes visible before an earlier one, and none
    // while its token is revoked.
    sqlx::query!("select id from retailer where id = $1 for no key update", list.retailer_id as RetailerId)
        .fetch_one(&mut **tx)
        .await?;
    let token = sqlx::query!(
        "select id from retailer_token where retailer_id = $1 and id = $2",
        list.retailer_id as RetailerId,
        list.token_id as RetailerTokenId,
    );
    if token.fetch_optional(&mut **tx).await?.is_none() {
        return Ok(Arrival::TokenRevoked);
    }
    let hash: [u8; 32] = Sha256::digest(list.body).into();
    let waiting = sqlx::query!(
        r#"select id as "id: HandedListId",
               (body_hash, mode, format, charset, token_id) is not distinct from ($2, $3, $4, $5, $6) as "is_same!"
           from handed_list where retailer_id = $1 and state = 'WAITING' order by arrival desc"#,
        list.retailer_id as RetailerId,
        hash.as_slice(),
        list.mode as ListMode,
        list.format as Option<ListFormat>,
        list.charset,
        list.token_id as RetailerTokenId,
    )
    .fetch_all(&mut **tx)
    .await?;
    if let Some(last) = waiting.first().filter(|last| last.is_same) {
        return Ok(Arrival::Queued(last.id));
    }
    if waiting.len() as i64 >= MAX_WAITING {
        return Ok(Arrival::TooManyWait);
    }
    let id = sqlx::query_scalar!(
        r#"insert into handed_list (retailer_id, mode, format, charset, body, body_hash, token_id)
           values ($1, $2, $3, $4, $5, $6, $7)
           returning id as "id: HandedListId""#,
        list.retailer_id as RetailerId,
        list.mode as ListMode,
        list.format as Option<ListFormat>,
        list.charset,
        list.body,
        hash.as_slice(),
        list.token_id as RetailerTokenId,
    )
    .fetch_one(&mut **tx)
    .await?;
    let draft = JobDraft {
        kind: jobs::HAND_IN,
        payload: jobs::hand_in_payload(slug, id),
        // Each list has a job of its own: a job that just ends cannot overlook a list that just arrived.
        dedup_key: None,
        run_at: OffsetDateTime::now_utc(),
        max_attempts: jobs::MAX_ATTEMPTS,
    };
    jobs::enqueue(&mut **tx, &draft).await?;
    Ok(Arrival::Queued(id))
}

/// Begins the oldest waiting list of a retailer that arrived no later than `last`, and returns it. The caller holds the
/// retailer's advisory lock.
pub async fn begin_next(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    last: HandedListId,
) -> sqlx::Result<Option<WaitingList>> {
    sqlx::query_as!(
        WaitingList,
        r#"update handed_list set attempts = attempts + 1
           where id = (
               select id from handed_list
               where retailer_id = $1 and state = 'WAITING' and arrival <= (select arrival from handed_list where id = $2)
               order by arrival limit 1)
           returning id as "id: HandedListId", mode as "mode: ListMode", format as "format: ListFormat", charset,
               body as "body!", attempts"#,
        retailer_id as RetailerId,
        last as HandedListId,
    )
    .fetch_optional(db)
    .await
}

/// Leaves a list waiting as if it had not been begun: its reader was told to stop, or lost the database.
pub async fn put_back(db: impl PgExecutor<'_>, id: HandedListId) -> sqlx::Result<()> {
    sqlx::query!(
        "update handed_list set attempts = attempts - 1 where id = $1 and attempts > 0 and state = 'WAITING'",
        id as HandedListId,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores what became of a waiting list, and deletes its body. A list that has ended already stays as it is.
pub async fn finish(
    db: impl PgExecutor<'_>,
    id: HandedListId,
    state: ListState,
    result: &ListResult,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update handed_list set state = $2, result = $3, body = null, finished_at = now()
         where id = $1 and state = 'WAITING'",
        id as HandedListId,
        state as ListState,
        Json(result) as _,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Ends the waiting lists of a retailer that came with a token, for the reason `why`. The one that a worker is reading is
/// read to its end.
pub async fn refuse_of_token(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    token_id: RetailerTokenId,
    why: &str,
) -> sqlx::Result<()> {
    let result = ListResult { problem: Some(why.to_owned()), ..ListResult::default() };
    sqlx::query!(
        "update handed_list set state = $3, result = $4, body = null, finished_at = now()
         where retailer_id = $1 and token_id = $2 and state = 'WAITING'",
        retailer_id as RetailerId,
        token_id as RetailerTokenId,
        ListState::Failed as ListState,
        Json(result) as _,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns a list of a retailer.
pub async fn find(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    id: HandedListId,
) -> sqlx::Result<Option<HandedList>> {
    sqlx::query_as!(
        HandedList,
        r#"select id as "id: HandedListId", mode as "mode: ListMode", state as "state: ListState", received_at, finished_at,
               result as "result: ListResult"
           from handed_list where retailer_id = $1 and id = $2"#,
        retailer_id as RetailerId,
        id as HandedListId,
    )
    .fetch_optional(db)
    .await
}
