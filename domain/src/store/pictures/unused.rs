use sqlx::{PgExecutor, PgTransaction};

use super::lock;
use crate::model::{Picture, PictureHash};

/// The counters of one clean-up of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnusedCounters {
    pub sources: u64,
    pub pictures: u64,
}

/// Deletes addresses that no live offer shows, and that were fetched (or, if never, added) more than `days` days ago.
pub async fn delete_unshown_sources(db: impl PgExecutor<'_>, days: i32) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from picture_source as source
         where coalesce(checked_at, created_at) < now() - make_interval(days => $1) and not exists (
             select from offer where offer.retailer_id = source.retailer_id and image_url = address and ended_at is null)",
        days,
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}

/// Stores the time since which a picture has no address and no product, and clears the time of a picture that has one again.
pub async fn mark_unused(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let marked = sqlx::query!(
        "with state as (
             select hash, exists (select from picture_source where picture_hash = hash)
                 or exists (select from product where picture_hash = hash and removed_at is null) as is_used
             from picture
         )
         update picture set unused_since = case when is_used then null else now() end
         from state where state.hash = picture.hash and is_used = (unused_since is not null)",
    )
    .execute(db)
    .await?;
    Ok(marked.rows_affected())
}

/// Returns pictures that nothing has shown for this many days.
pub async fn list_unused(db: impl PgExecutor<'_>, days: i32, limit: i64) -> sqlx::Result<Vec<Picture>> {
    sqlx::query_scalar!(
        r#"select picture_json(hash) as "picture!: Picture" from picture
           where unused_since < now() - make_interval(days => $1) order by unused_since, hash limit $2"#,
        days,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Deletes the row of a picture that nothing shows. The caller removes the files after the commit. Returns whether
/// the picture was still unused.
pub async fn remove(tx: &mut PgTransaction<'_>, hash: &PictureHash) -> sqlx::Result<bool> {
    lock(tx, hash).await?;
    let removed = sqlx::query!(
        "delete from picture where hash = $1 and unused_since is not null
             and not exists (select from picture_source where picture_hash = hash)
             and not exists (select from product where picture_hash = hash and removed_at is null)",
        hash.as_str(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(removed.rows_affected() == 1)
}

/// Whether a picture has a row, read under its lock. Its files may be removed only where it has none.
pub async fn is_stored(tx: &mut PgTransaction<'_>, hash: &PictureHash) -> sqlx::Result<bool> {
    lock(tx, hash).await?;
    sqlx::query_scalar!(
        r#"select exists (select from picture where hash = $1) as "is_stored!""#,
        hash.as_str()
    )
    .fetch_one(&mut **tx)
    .await
}
