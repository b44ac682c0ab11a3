use sqlx::{PgExecutor, PgPool};
use time::Date;

use crate::model::BuildId;

/// Returns the secret with which a day's visitors are hashed. The first caller of a day stores `proposed` as the secret,
/// and deletes the secrets and the records of visitors of earlier days.
pub async fn load_or_insert_salt(db: &PgPool, day: Date, proposed: &[u8]) -> sqlx::Result<Vec<u8>> {
    let mut tx = db.begin().await?;
    let inserted = sqlx::query!(
        "insert into visitor_salt (day, salt) values ($1, $2) on conflict (day) do nothing",
        day,
        proposed
    )
    .execute(&mut *tx)
    .await?;
    if inserted.rows_affected() > 0 {
        delete_views_before(&mut tx, day).await?;
    }
    let salt =
        sqlx::query_scalar!("select salt from visitor_salt where day = $1", day).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    Ok(salt)
}

/// Deletes the records and the secrets of visitors on days before this one.
pub(crate) async fn delete_views_before(db: &mut sqlx::PgConnection, day: Date) -> sqlx::Result<u64> {
    sqlx::query!("delete from visitor_salt where day < $1", day).execute(&mut *db).await?;
    let views = sqlx::query!("delete from build_view where day < $1", day).execute(db).await?;
    Ok(views.rows_affected())
}

/// Counts a view of a build, unless this visitor has viewed it on that day. Returns the new count, or `None` when
/// nothing was counted.
pub async fn count_view(
    db: impl PgExecutor<'_>,
    id: BuildId,
    day: Date,
    visitor: &[u8],
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "with new_view as (
             insert into build_view (build_id, day, visitor) select id, $2, $3 from saved_build where id = $1
             on conflict do nothing returning build_id)
         update saved_build set view_count = view_count + 1 from new_view where id = new_view.build_id returning view_count",
        id as BuildId,
        day,
        visitor,
    )
    .fetch_optional(db)
    .await
}
