//! Decisions about learnt values: confirm or reject. Each writes its audit entry.

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::SpecKey,
    store::{
        audit::{self, Actor, AuditEvent},
        learnt_values::{self, LearntState},
    },
};

/// Confirms or rejects a learnt value; returns whether there is such a value. Crawls leave a rejected value out: an offer
/// loses it when its retailer is crawled again.
///
/// # Errors
/// On database errors; then nothing changes.
pub async fn decide(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    spec: SpecKey,
    value: &str,
    is_confirmed: bool,
) -> sqlx::Result<bool> {
    let Some(before) = learnt_values::lock(tx, spec, value).await? else { return Ok(false) };
    let (state, action_type) = if is_confirmed {
        (LearntState::Confirmed, "CONFIRM_LEARNT_VALUE")
    } else {
        (LearntState::Rejected, "REJECT_LEARNT_VALUE")
    };
    learnt_values::decide(tx, spec, value, state, actor.admin()).await?;
    let event = AuditEvent {
        action_type,
        target_type: "LEARNT_VALUE",
        target_id: format!("{spec} {value}"),
        before: Some(json!({ "state": before })),
        after: Some(json!({ "state": state })),
    };
    audit::record(tx, actor, &[event]).await?;
    Ok(true)
}
