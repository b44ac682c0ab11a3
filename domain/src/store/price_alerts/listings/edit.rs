use sqlx::PgTransaction;

use super::{super::insert::is_duplicate, ListedMatch, insert::replace_seen};
use crate::model::{AlertId, AlertKind, Fils, TargetPriceNotLower, UserId};

/// Why the target of an alert was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ListingTargetError {
    #[error("there is no such alert")]
    NoAlert,
    #[error("the alert has fired and is over")]
    Over,
    #[error("the alert has no target that can be changed")]
    NoTarget,
    #[error(transparent)]
    NotLower(#[from] TargetPriceNotLower),
    #[error("an equal alert is active")]
    Duplicate,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Changes the target of one of a user's alerts on a listing. `matches` are the products that are in the listing now; call
/// this function as [`super::insert_for_listing`].
///
/// # Errors
/// The error says why the target was refused.
pub async fn change_target(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    id: AlertId,
    target: Fils,
    matches: &[ListedMatch],
) -> Result<(), ListingTargetError> {
    let alert = sqlx::query!(
        r#"select kind as "kind: AlertKind", enabled or paused_at is not null as "is_active!"
           from price_alert where id = $1 and user_id = $2 for no key update"#,
        id as AlertId,
        user_id as UserId,
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(ListingTargetError::NoAlert)?;
    if alert.kind != AlertKind::ListingAtOrBelow {
        return Err(ListingTargetError::NoTarget);
    }
    if !alert.is_active {
        return Err(ListingTargetError::Over);
    }
    if matches.iter().any(|found| found.price <= target) {
        return Err(TargetPriceNotLower.into());
    }
    let updated = sqlx::query!(
        "update price_alert set target_fils = $2, fires_at_fils = $2, quiet_until = null where id = $1",
        id as AlertId,
        target as Fils,
    )
    .execute(&mut **tx)
    .await;
    if let Err(error) = updated {
        return Err(if is_duplicate(&error) { ListingTargetError::Duplicate } else { error.into() });
    }
    // No product has reached the new target, so that what was told of the old one is told once more when one does.
    replace_seen(tx, id, &[]).await?;
    sqlx::query!(
        "update listing_match set told_fils = null, told_at = null where price_alert_id = $1",
        id as AlertId
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Makes nothing due while the alert is paused. A resumed one tells of what has reached its target meanwhile; what came into
/// its listing meanwhile is no news. Call this function after the alert was locked and changed; it does nothing for alerts on
/// something else.
pub(in crate::store::price_alerts) async fn pause_or_resume(
    tx: &mut PgTransaction<'_>,
    id: AlertId,
    is_paused: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update listing_match set due_fils = case when not $2 then price_fils end
         from price_alert
         where price_alert.id = $1 and listing_match.price_alert_id = $1 and is_match and ($2
             or kind = 'LISTING_AT_OR_BELOW' and due_fils is null
                 and (told_fils is null or price_fils <= told_fils - least_price_change(told_fils)))",
        id as AlertId,
        is_paused,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
