//! Redeemed solutions of the bot check, and the key with which all processes sign challenges.

use sqlx::PgExecutor;
use time::OffsetDateTime;

/// Redeems a solution; `false` when it was redeemed before.
pub async fn redeem(
    db: impl PgExecutor<'_>,
    signature: &str,
    expires_at: OffsetDateTime,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "insert into used_solution (signature, expires_at) values ($1, $2) on conflict do nothing",
        signature,
        expires_at,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes expired solutions.
pub async fn delete_expired(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    Ok(sqlx::query!("delete from used_solution where expires_at <= now()").execute(db).await?.rows_affected())
}

/// Returns the secret of that name. The first process to ask stores `fresh` as the secret.
pub async fn load_or_insert_secret(
    db: impl PgExecutor<'_>,
    name: &str,
    fresh: &[u8],
) -> sqlx::Result<Vec<u8>> {
    sqlx::query_scalar!(
        // The update changes nothing, but makes `returning` return the existing row.
        r#"insert into server_secret (name, value) values ($1, $2)
           on conflict (name) do update set name = excluded.name returning value"#,
        name,
        fresh,
    )
    .fetch_one(db)
    .await
}
