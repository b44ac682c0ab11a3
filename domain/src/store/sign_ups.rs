use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::{
    tokens,
    users::{self, Language},
};
use crate::model::{Email, UserId, name_key};

/// Numbers that are tried after a name that another account has got meanwhile.
const MAX_NAME_NUMBER: usize = 1000;

/// A sign-up as entered, with the password hashed.
pub struct SignUpDraft<'a> {
    pub email: &'a Email,
    pub name: &'a str,
    pub password_hash: &'a str,
    pub language: Language,
}

/// A sign-up that waits for the verification of its address.
pub struct SignUp {
    pub email: String,
    pub name: String,
    /// Whether the address already has an account; then no second one is created.
    pub is_taken: bool,
}

/// Stores a sign-up for a day, and queues its verification mail.
pub async fn insert(db: &mut PgConnection, draft: &SignUpDraft<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        r#"with added as (
               insert into sign_up (email, email_key, name, password_hash, language)
               values ($1, $2, $3, $4, $5) returning id
           )
           insert into mail (kind, sign_up_id, language) select 'SIGN_UP', id, $5 from added"#,
        draft.email.address(),
        draft.email.key(),
        draft.name,
        draft.password_hash,
        draft.language as Language,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns a sign-up, unless it has expired.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<SignUp>> {
    sqlx::query_as!(
        SignUp,
        r#"select email, name,
                  exists (select 1 from app_user where app_user.email_key = sign_up.email_key) as "is_taken!"
           from sign_up where id = $1 and expires_at > now()"#,
        id,
    )
    .fetch_optional(db)
    .await
}

/// Redeems a verification link and creates the account. `None` when the token is unknown, used or expired, or the
/// address has got an account meanwhile. Of several concurrent calls one wins, because the
/// others wait for it, and then find a followed link. Where another account has got the name meanwhile, the new one gets the name with a number.
pub async fn redeem(db: &mut PgConnection, token_hash: &[u8]) -> sqlx::Result<Option<UserId>> {
    let Some(id) = sqlx::query_scalar!(
        r#"select sign_up_id as "sign_up_id!" from one_time_token
           where token_hash = $1 and sign_up_id is not null and expires_at > now() for update"#,
        token_hash,
    )
    .fetch_optional(&mut *db)
    .await?
    else {
        return Ok(None);
    };
    let typed = sqlx::query_scalar!("select name from sign_up where id = $1", id).fetch_one(&mut *db).await?;
    let name = find_free_name(&mut *db, typed).await?;
    let user = sqlx::query_scalar!(
        r#"insert into app_user (email, email_key, name, name_key, password_hash, language, email_verified_at)
           select email, email_key, $2, $3, password_hash, language, now() from sign_up where id = $1
           on conflict on constraint app_user_email_key do nothing
           returning id as "id: UserId""#,
        id,
        name,
        name_key(&name),
    )
    .fetch_optional(&mut *db)
    .await?;
    if let Some(user) = user {
        tokens::mark_followed(&mut *db, token_hash, user).await?;
    }
    // The owner of the address has verified it, so other sign-ups for the address are deleted too.
    sqlx::query!("delete from sign_up where email_key = (select email_key from sign_up where id = $1)", id,)
        .execute(db)
        .await?;
    Ok(user)
}

/// Returns the name, or the name with the first number with which no account has it.
async fn find_free_name(db: &mut PgConnection, name: String) -> sqlx::Result<String> {
    if !users::is_name_taken(&mut *db, &name_key(&name)).await? {
        return Ok(name);
    }
    for number in 2..MAX_NAME_NUMBER {
        let numbered = format!("{name} {number}");
        if !users::is_name_taken(&mut *db, &name_key(&numbered)).await? {
            return Ok(numbered);
        }
    }
    Ok(format!("{name} {}", Uuid::new_v4().simple()))
}

/// Deletes expired sign-ups.
pub async fn delete_expired(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    Ok(sqlx::query!("delete from sign_up where expires_at <= now()").execute(db).await?.rows_affected())
}
