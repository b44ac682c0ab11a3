//! Second factors of sign-ins: the secrets of authenticator apps, and recovery codes. Passkeys have a store of their own.

use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::model::UserId;

/// A user's authenticator app.
pub struct SecondFactor {
    pub secret: Vec<u8>,
    /// When the user entered the first code; until then the factor does not count.
    pub confirmed_at: Option<OffsetDateTime>,
    /// The period of the last accepted code.
    pub last_step: i64,
    /// The database's time, in seconds since 1970: a server with a wrong clock accepts the same codes.
    pub now: i64,
}

/// The second factors that a user has.
pub struct FactorSummary {
    /// Whether there is an authenticator app whose first code was entered.
    pub app: bool,
    pub passkeys: i64,
    /// When the oldest factor was added; `None` without one.
    pub since: Option<OffsetDateTime>,
    /// Recovery codes that were not used yet.
    pub recovery_codes: i64,
}

impl FactorSummary {
    /// Returns whether sign-ins ask for a second factor.
    pub fn is_enabled(&self) -> bool {
        self.app || self.passkeys > 0
    }
}

/// Summarises a user's second factors.
pub async fn summarise(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<FactorSummary> {
    sqlx::query_as!(
        FactorSummary,
        r#"select exists (select from second_factor where user_id = $1 and confirmed_at is not null) as "app!",
                  (select count(*) from passkey where user_id = $1) as "passkeys!",
                  least((select confirmed_at from second_factor where user_id = $1),
                        (select min(created_at) from passkey where user_id = $1)) as since,
                  (select count(*) from recovery_code where user_id = $1) as "recovery_codes!""#,
        user_id as UserId,
    )
    .fetch_one(db)
    .await
}

/// Stores a secret whose first code is still to be entered. An unconfirmed secret is replaced; `false` when the user has
/// a confirmed one.
pub async fn insert(db: impl PgExecutor<'_>, user_id: UserId, secret: &[u8]) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "insert into second_factor (user_id, secret) values ($1, $2)
         on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
             where second_factor.confirmed_at is null",
        user_id as UserId,
        secret,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Returns a user's authenticator app, confirmed or not.
pub async fn find(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<Option<SecondFactor>> {
    sqlx::query_as!(
        SecondFactor,
        r#"select secret, confirmed_at, last_step,
                  extract(epoch from now())::bigint as "now!"
           from second_factor where user_id = $1"#,
        user_id as UserId,
    )
    .fetch_optional(db)
    .await
}

/// Records that the code of a period was accepted; `false` when this or a later code was accepted before.
pub async fn redeem_step(db: impl PgExecutor<'_>, user_id: UserId, step: i64) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update second_factor set last_step = $2, confirmed_at = coalesce(confirmed_at, now())
         where user_id = $1 and last_step < $2",
        user_id as UserId,
        step,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Locks a user until the transaction ends, so that two changes of the user's second factor follow each other. Without
/// the lock, two renewals at once would leave twice as many recovery codes.
pub async fn lock(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<()> {
    sqlx::query!("select from app_user where id = $1 for no key update", user_id as UserId)
        .execute(db)
        .await?;
    Ok(())
}

/// Deletes a user's recovery codes.
pub async fn delete_recovery_codes(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<()> {
    sqlx::query!("delete from recovery_code where user_id = $1", user_id as UserId).execute(db).await?;
    Ok(())
}

/// Stores the hashes of new recovery codes.
pub async fn insert_recovery_codes(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    hashes: &[Vec<u8>],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])",
        user_id as UserId,
        hashes,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes a recovery code; `false` when the user has no such code (any more).
pub async fn redeem_recovery_code(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    hash: &[u8],
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "delete from recovery_code where user_id = $1 and code_hash = $2",
        user_id as UserId,
        hash,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes a user's authenticator app; `false` when there is none. With the last factor, the database deletes the
/// recovery codes.
pub async fn delete(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<bool> {
    let done = sqlx::query!("delete from second_factor where user_id = $1", user_id as UserId);
    Ok(done.execute(db).await?.rows_affected() == 1)
}
