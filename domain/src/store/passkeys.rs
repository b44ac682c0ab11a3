//! Passkeys (WebAuthn credentials) of users, and the challenges that a browser answers with them.

use sqlx::PgExecutor;
use time::{Duration, OffsetDateTime};

use crate::model::{PasskeyId, SessionId, UserId};

/// Time in which a browser must answer a challenge.
pub const CHALLENGE_LIFETIME: Duration = Duration::minutes(5);

/// A passkey of a user.
pub struct Passkey {
    pub id: PasskeyId,
    /// The id that the authenticator chose.
    pub credential_id: Vec<u8>,
    /// The public key with its extensions, as webauthn_rp encodes it.
    pub public_key: Vec<u8>,
    /// The part that each use changes (signature counter, flags), as webauthn_rp encodes it.
    pub state: Vec<u8>,
    /// The ways to the authenticator, one bit each.
    pub transports: i16,
    /// The name that the user gave.
    pub name: String,
    pub created_at: OffsetDateTime,
    pub last_used_at: Option<OffsetDateTime>,
}

/// A passkey that a browser has just created.
pub struct NewPasskey {
    pub credential_id: Vec<u8>,
    pub public_key: Vec<u8>,
    pub state: Vec<u8>,
    pub transports: i16,
}

/// The use that a challenge is for: no answer serves both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChallengePurpose {
    /// Adding a passkey.
    Add,
    /// Proving the second factor with a passkey.
    Use,
}

/// The one who may answer a challenge.
#[derive(Debug, Clone, Copy)]
pub struct ChallengeOwner {
    pub user_id: UserId,
    /// `None` while the user is still signing in.
    pub session_id: Option<SessionId>,
    pub purpose: ChallengePurpose,
}

/// Stores a passkey; `None` when the authenticator's id is known already.
pub async fn insert(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    name: &str,
    passkey: &NewPasskey,
) -> sqlx::Result<Option<Passkey>> {
    sqlx::query_as!(
        Passkey,
        r#"insert into passkey (user_id, credential_id, public_key, state, transports, name)
           values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing
           returning id as "id: PasskeyId", credential_id, public_key, state, transports, name, created_at, last_used_at"#,
        user_id as UserId,
        passkey.credential_id,
        passkey.public_key,
        passkey.state,
        passkey.transports,
        name,
    )
    .fetch_optional(db)
    .await
}

/// Returns a user's passkeys, the oldest first.
pub async fn list(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<Vec<Passkey>> {
    sqlx::query_as!(
        Passkey,
        r#"select id as "id: PasskeyId", credential_id, public_key, state, transports, name, created_at, last_used_at
           from passkey where user_id = $1 order by created_at, id"#,
        user_id as UserId,
    )
    .fetch_all(db)
    .await
}

/// Returns the number of a user's passkeys.
pub async fn count(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from passkey where user_id = $1"#, user_id as UserId)
        .fetch_one(db)
        .await
}

/// Returns a user's passkey by the authenticator's id, locked until the transaction ends: of two answers with the same
/// signature counter, the second is refused.
pub async fn find_for_update(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    credential_id: &[u8],
) -> sqlx::Result<Option<Passkey>> {
    sqlx::query_as!(
        Passkey,
        r#"select id as "id: PasskeyId", credential_id, public_key, state, transports, name, created_at, last_used_at
           from passkey where user_id = $1 and credential_id = $2 for update"#,
        user_id as UserId,
        credential_id,
    )
    .fetch_optional(db)
    .await
}

/// Records a use of a passkey, and the state after it.
pub async fn record_use(db: impl PgExecutor<'_>, id: PasskeyId, state: &[u8]) -> sqlx::Result<()> {
    sqlx::query!("update passkey set state = $2, last_used_at = now() where id = $1", id as PasskeyId, state)
        .execute(db)
        .await?;
    Ok(())
}

/// Deletes one of a user's passkeys; `false` when the user has no such passkey.
pub async fn delete(db: impl PgExecutor<'_>, user_id: UserId, id: PasskeyId) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "delete from passkey where id = $1 and user_id = $2",
        id as PasskeyId,
        user_id as UserId,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes all of a user's passkeys.
pub async fn delete_all(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<()> {
    sqlx::query!("delete from passkey where user_id = $1", user_id as UserId).execute(db).await?;
    Ok(())
}

/// Stores a challenge with the state that its answer is verified against, and deletes the user's expired ones.
pub async fn insert_challenge(
    db: impl PgExecutor<'_>,
    owner: ChallengeOwner,
    challenge: &[u8],
    state: &[u8],
) -> sqlx::Result<()> {
    sqlx::query!(
        "with expired as (delete from passkey_challenge where user_id = $2 and expires_at <= now())
         insert into passkey_challenge (challenge, user_id, session_id, purpose, state, expires_at)
         values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))",
        challenge,
        owner.user_id as UserId,
        owner.session_id as Option<SessionId>,
        owner.purpose as ChallengePurpose,
        state,
        CHALLENGE_LIFETIME.as_seconds_f64(),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores a challenge for a sign-in by a passkey alone: nobody has said yet whose.
pub async fn insert_sign_in_challenge(
    db: impl PgExecutor<'_>,
    challenge: &[u8],
    state: &[u8],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into passkey_challenge (challenge, purpose, state, expires_at)
         values ($1, 'SIGN_IN', $2, now() + make_interval(secs => $3))",
        challenge,
        state,
        CHALLENGE_LIFETIME.as_seconds_f64(),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Removes a challenge for a sign-in by a passkey alone and returns its state; `None` when it has expired, was answered
/// before, or is for something else.
pub async fn take_sign_in_challenge(
    db: impl PgExecutor<'_>,
    challenge: &[u8],
) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!(
        "delete from passkey_challenge where challenge = $1 and user_id is null and expires_at > now()
         returning state",
        challenge,
    )
    .fetch_optional(db)
    .await
}

/// Deletes the expired challenges of sign-ins by a passkey alone. [`insert_challenge`] deletes those of users.
pub async fn delete_expired_challenges(db: impl PgExecutor<'_>) -> sqlx::Result<()> {
    sqlx::query!("delete from passkey_challenge where user_id is null and expires_at <= now()")
        .execute(db)
        .await?;
    Ok(())
}

/// Removes a challenge and returns its state; `None` when it has expired, was answered before, or belongs to another
/// user, session or purpose.
pub async fn take_challenge(
    db: impl PgExecutor<'_>,
    owner: ChallengeOwner,
    challenge: &[u8],
) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!(
        "delete from passkey_challenge
         where challenge = $1 and user_id = $2 and session_id is not distinct from $3 and purpose = $4
             and expires_at > now()
         returning state",
        challenge,
        owner.user_id as UserId,
        owner.session_id as Option<SessionId>,
        owner.purpose as ChallengePurpose,
    )
    .fetch_optional(db)
    .await
}
