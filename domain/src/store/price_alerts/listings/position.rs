//! The position in the feed of product changes up to which the listings were evaluated. Several processes evaluate them;
//! the position is moved in the transaction that records the result, from where the evaluation began. So every change is
//! recorded once, and a process that is killed loses nothing.

use sqlx::{PgExecutor, PgTransaction};

use crate::store::feed::Cursor;

/// Returns the position; `None` where all products have to be evaluated.
pub async fn find_position(db: impl PgExecutor<'_>) -> sqlx::Result<Option<Cursor>> {
    let stored =
        sqlx::query_scalar!("select position from listing_alert_position").fetch_optional(db).await?;
    Ok(stored.flatten().and_then(|text| text.parse().ok()))
}

/// Returns the position, which stays where it is until the transaction ends.
pub async fn lock_position(tx: &mut PgTransaction<'_>) -> sqlx::Result<Option<Cursor>> {
    let stored = sqlx::query_scalar!("select position from listing_alert_position for share")
        .fetch_optional(&mut **tx)
        .await?;
    Ok(stored.flatten().and_then(|text| text.parse().ok()))
}

/// Moves the position. Returns `false` where it is not `from` any more: somebody else has evaluated meanwhile, and this
/// evaluation must not be recorded.
pub async fn advance_position(
    tx: &mut PgTransaction<'_>,
    from: Option<Cursor>,
    to: Cursor,
) -> sqlx::Result<bool> {
    let moved = sqlx::query!(
        "update listing_alert_position set position = $2 where position is not distinct from $1",
        from.map(|cursor| cursor.to_string()),
        to.to_string(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(moved.rows_affected() > 0)
}
