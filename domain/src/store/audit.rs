use serde_json::Value;
use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::model::UserId;

/// Who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    Admin(UserId),
    /// The matcher, by the policy in the configuration, or an operator on the command line.
    System,
}

/// Something that was done.
#[derive(Debug, Clone, PartialEq)]
pub struct Deed {
    /// As `APPROVE_MATCH`.
    pub action_type: &'static str,
    /// As `MATCH`.
    pub target_type: &'static str,
    pub target_id: String,
    /// What changed, field by field; `None` where nothing stood or stands there.
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// Writes down what was done, in the transaction that does it.
pub async fn record(tx: &mut PgTransaction<'_>, actor: Actor, deeds: &[Deed]) -> sqlx::Result<()> {
    if deeds.is_empty() {
        return Ok(());
    }
    let admin = match actor {
        Actor::Admin(id) => Some(id),
        Actor::System => None,
    };
    let text = |of: fn(&Deed) -> String| -> Vec<String> { deeds.iter().map(of).collect() };
    sqlx::query!(
        r#"insert into audit_entry (admin_id, admin_name, admin_email, action_type, target_type, target_id, before, after)
           select $1, coalesce((select name from app_user where id = $1), 'SYSTEM'),
               (select email from app_user where id = $1), action_type, target_type, target_id, before, after
           from unnest($2::text[], $3::text[], $4::text[], $5::jsonb[], $6::jsonb[])
               as deed (action_type, target_type, target_id, before, after)"#,
        admin as Option<UserId>,
        &text(|deed| deed.action_type.to_owned()),
        &text(|deed| deed.target_type.to_owned()),
        &text(|deed| deed.target_id.clone()),
        &deeds.iter().map(|deed| deed.before.clone()).collect::<Vec<_>>() as &[Option<Value>],
        &deeds.iter().map(|deed| deed.after.clone()).collect::<Vec<_>>() as &[Option<Value>],
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Which entries are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditFilter {
    /// As `APPROVE_MATCH`.
    pub action_type: Option<String>,
    pub target_type: Option<String>,
    pub target_id: Option<String>,
    pub admin_id: Option<UserId>,
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEntry {
    pub id: Uuid,
    pub created_at: OffsetDateTime,
    pub admin_name: String,
    pub admin_email: Option<String>,
    pub action_type: String,
    pub target_type: String,
    pub target_id: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// A page of the log, the newest first.
pub async fn list(
    db: impl PgExecutor<'_>,
    filter: &AuditFilter,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<AuditEntry>> {
    sqlx::query_as!(
        AuditEntry,
        "select id, created_at, admin_name, admin_email, action_type, target_type, target_id, before, after
         from audit_entry
         where ($1::text is null or action_type = $1) and ($2::text is null or target_type = $2)
             and ($3::text is null or target_id = $3) and ($4::uuid is null or admin_id = $4)
         order by created_at desc, id desc offset $5 limit $6",
        filter.action_type,
        filter.target_type,
        filter.target_id,
        filter.admin_id as Option<UserId>,
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// How many entries a filter finds.
pub async fn count(db: impl PgExecutor<'_>, filter: &AuditFilter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from audit_entry
           where ($1::text is null or action_type = $1) and ($2::text is null or target_type = $2)
             and ($3::text is null or target_id = $3) and ($4::uuid is null or admin_id = $4)"#,
        filter.action_type,
        filter.target_type,
        filter.target_id,
        filter.admin_id as Option<UserId>,
    )
    .fetch_one(db)
    .await
}

/// The actions that were ever done, found from one to the next: there are few, and many entries of each.
pub async fn list_actions(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"with recursive done as (
               select min(action_type) as action_type from audit_entry
               union all
               select (select min(next.action_type) from audit_entry as next where next.action_type > done.action_type)
               from done where action_type is not null
           )
           select action_type as "action_type!" from done where action_type is not null order by 1"#,
    )
    .fetch_all(db)
    .await
}
