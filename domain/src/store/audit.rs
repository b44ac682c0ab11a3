use serde_json::Value;
use sqlx::PgTransaction;

use crate::model::UserId;

/// Who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    Admin(UserId),
    /// The matcher, by the policy in the configuration.
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
