use sqlx::PgTransaction;

use super::{
    insert::{delete_due, is_duplicate, lock_due},
    listings,
};
use crate::model::{AlertId, AlertKind, UserId};

/// What a user changes about an alert; `None` keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AlertChange {
    pub paused: Option<bool>,
    pub repeats: Option<bool>,
}

/// Why an alert was not changed.
#[derive(Debug, thiserror::Error)]
pub enum AlertChangeError {
    #[error("there is no such alert")]
    NoAlert,
    #[error("the alert has fired and is over")]
    Over,
    #[error("an equal alert is active")]
    Duplicate,
    #[error("an alert of this kind cannot be told how often it fires")]
    FixedRepetition,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Pauses or resumes one of a user's alerts, and sets how often it fires. What became due and has not fired is discarded by a
/// pause. A resumed alert is evaluated again soon, also if no price changes.
///
/// # Errors
/// The error says why the alert was refused.
pub async fn change(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    id: AlertId,
    change: AlertChange,
) -> Result<(), AlertChangeError> {
    lock_due(tx, user_id).await?;
    let alert = sqlx::query!(
        r#"select kind as "kind: AlertKind", enabled, paused_at is not null as "is_paused!"
           from price_alert where id = $1 and user_id = $2 for update"#,
        id as AlertId,
        user_id as UserId,
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(AlertChangeError::NoAlert)?;
    if !alert.enabled && !alert.is_paused {
        return Err(AlertChangeError::Over);
    }
    if change.repeats.is_some() && !alert.kind.may_repeat() {
        return Err(AlertChangeError::FixedRepetition);
    }
    let is_paused = change.paused.unwrap_or(alert.is_paused);
    let updated = sqlx::query!(
        "update price_alert set enabled = not $2,
             paused_at = case when $2 then coalesce(paused_at, now()) end,
             -- One that does not repeat has no quiet time.
             repeats = coalesce($3, repeats),
             quiet_until = case when coalesce($3, repeats) then quiet_until end,
             recheck_at = case when not enabled and not $2 then now() else recheck_at end
         where id = $1",
        id as AlertId,
        is_paused,
        change.repeats,
    )
    .execute(&mut **tx)
    .await;
    if let Err(error) = updated {
        return Err(if is_duplicate(&error) { AlertChangeError::Duplicate } else { error.into() });
    }
    if is_paused != alert.is_paused {
        listings::pause_or_resume(tx, id, is_paused).await?;
    }
    if is_paused {
        delete_due(tx, id).await?;
    }
    Ok(())
}
