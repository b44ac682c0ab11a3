//! Tokens by which retailers hand their offers in.

use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use super::handed_lists;
use crate::model::{RetailerId, RetailerToken, RetailerTokenId, Slug};

/// Maximum number of a retailer's tokens: a second one lives beside the first while the retailer changes over to it.
pub const MAX_TOKENS: i64 = 2;

/// A token as operators see it: nobody can read the token itself.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedToken {
    pub id: RetailerTokenId,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When the token was last accepted, to the minute.
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_used_at: Option<OffsetDateTime>,
}

/// The retailer that a token belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenHolder {
    pub token_id: RetailerTokenId,
    pub retailer_id: RetailerId,
    /// Whether the retailer is crawled and shown.
    pub enabled: bool,
}

/// Stores a new token of a retailer. Returns `None` where it has [`MAX_TOKENS`] already.
pub async fn insert(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    token: &RetailerToken,
) -> sqlx::Result<Option<RetailerTokenId>> {
    // Two operators at once must not make a third token.
    sqlx::query!("select id from retailer where id = $1 for no key update", retailer_id as RetailerId)
        .fetch_one(&mut **tx)
        .await?;
    let hash = token.hash();
    sqlx::query_scalar!(
        r#"insert into retailer_token (retailer_id, token_hash)
           select $1, $2 where (select count(*) from retailer_token where retailer_id = $1) < $3
           returning id as "id: RetailerTokenId""#,
        retailer_id as RetailerId,
        hash.as_slice(),
        MAX_TOKENS,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Returns the tokens of a retailer, the oldest first.
pub async fn list(db: impl PgExecutor<'_>, retailer_id: RetailerId) -> sqlx::Result<Vec<ListedToken>> {
    sqlx::query_as!(
        ListedToken,
        r#"select id as "id: RetailerTokenId", created_at, last_used_at
           from retailer_token where retailer_id = $1 order by created_at, id"#,
        retailer_id as RetailerId,
    )
    .fetch_all(db)
    .await
}

/// Deletes a token of a retailer, which ends its use at once, and that of the lists that came with it and wait. Returns
/// whether there was one.
pub async fn revoke(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    id: RetailerTokenId,
) -> sqlx::Result<bool> {
    // A list that arrives at this moment is stored before, and ends here, or comes too late.
    sqlx::query!("select id from retailer where id = $1 for no key update", retailer_id as RetailerId)
        .fetch_one(&mut **tx)
        .await?;
    handed_lists::refuse_of_token(&mut **tx, retailer_id, id, "its token was revoked before it was read")
        .await?;
    let deleted = sqlx::query!(
        "delete from retailer_token where retailer_id = $1 and id = $2",
        retailer_id as RetailerId,
        id as RetailerTokenId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(deleted.rows_affected() == 1)
}

/// Returns the holder of a token that a request for this retailer states; `None` where the retailer has no such token.
pub async fn find_holder(
    db: impl PgExecutor<'_>,
    slug: &Slug,
    token: &RetailerToken,
) -> sqlx::Result<Option<TokenHolder>> {
    let rows = sqlx::query!(
        r#"select retailer_token.id as "id: RetailerTokenId", retailer_id as "retailer_id: RetailerId", token_hash,
               enabled and crawls_off_at is null as "enabled!"
           from retailer_token join retailer on retailer.id = retailer_id where slug = $1"#,
        slug.as_str(),
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().find(|row| token.has_hash(&row.token_hash)).map(|row| TokenHolder {
        token_id: row.id,
        retailer_id: row.retailer_id,
        enabled: row.enabled,
    }))
}

/// Stores that a token was used now, at most once a minute.
pub async fn mark_used(db: impl PgExecutor<'_>, id: RetailerTokenId) -> sqlx::Result<()> {
    sqlx::query!(
        "update retailer_token set last_used_at = now()
         where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')",
        id as RetailerTokenId,
    )
    .execute(db)
    .await?;
    Ok(())
}
