//! Alerts on budgets. No statement can compute the lowest total of a build, so the api solves it ([`crate::budget`]) and
//! makes an alert due if its budget pays for that build. [`super::fire_due`] fires it like every other alert.

use sqlx::{PgExecutor, PgTransaction, types::Json};

use super::insert::{AlertError, MAX_ALERTS, delete_due, lock_and_count, lock_due};
use crate::{
    budget::WatchedBudget,
    model::{AlertCondition, AlertId, Fils, UserId},
};

/// The most budget alerts that a user may have, fired ones included. When prices have changed, each one that has not
/// fired is solved again, once for all changes since the last time.
pub const MAX_BUDGET_ALERTS: i64 = 20;

/// A budget alert that has not fired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnabledBudgetAlert {
    pub id: AlertId,
    pub watched: WatchedBudget,
}

/// Stores an alert on a budget. `cheapest_total` is the lowest total of such a build today; `None` where no such build
/// exists, or none was found in time. A repeated request updates the same alert.
///
/// # Errors
/// The error says why the alert was refused: [`AlertError::NotLower`] where the budget already pays for such a build.
pub async fn insert_for_budget(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    watched: &WatchedBudget,
    cheapest_total: Option<Fils>,
) -> Result<AlertId, AlertError> {
    let alert_count = lock_and_count(tx, user_id).await?;
    if let Some(cheapest_total) = cheapest_total {
        AlertCondition::TargetPrice(watched.budget).threshold(cheapest_total)?;
    }
    let budget_count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from price_alert where user_id = $1 and budget is not null"#,
        user_id as UserId
    )
    .fetch_one(&mut **tx)
    .await?;
    lock_due(tx, user_id).await?;
    let alert = sqlx::query!(
        r#"insert into price_alert (user_id, budget, kind, target_fils, price_then_fils, fires_at_fils)
           values ($1, $2, 'BUDGET_BUILD', $3, $4, $3)
           on conflict (user_id, md5(budget::text)) where enabled and budget is not null
               do update set price_then_fils = excluded.price_then_fils
           returning id as "id: AlertId", (xmax = 0) as "is_new!""#,
        user_id as UserId,
        Json(watched) as _,
        watched.budget as Fils,
        cheapest_total.unwrap_or(watched.budget) as Fils,
    )
    .fetch_one(&mut **tx)
    .await?;
    if alert.is_new && (alert_count >= MAX_ALERTS || budget_count >= MAX_BUDGET_ALERTS) {
        return Err(AlertError::TooMany);
    }
    delete_due(tx, alert.id).await?;
    Ok(alert.id)
}

/// Returns all budget alerts that have not fired.
pub async fn list_enabled_budget_alerts(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<EnabledBudgetAlert>> {
    let rows = sqlx::query!(
        r#"select id as "id: AlertId", budget as "budget!: Json<WatchedBudget>"
           from price_alert where enabled and budget is not null order by id"#
    );
    let rows = rows.fetch_all(db).await?;
    Ok(rows.into_iter().map(|row| EnabledBudgetAlert { id: row.id, watched: row.budget.0 }).collect())
}

/// Returns the builds that an alert waits for; `None` where it is not enabled, or not on a budget.
pub async fn find_watched_budget(
    db: impl PgExecutor<'_>,
    id: AlertId,
) -> sqlx::Result<Option<WatchedBudget>> {
    let row = sqlx::query_scalar!(
        r#"select budget as "budget!: Json<WatchedBudget>" from price_alert
           where id = $1 and enabled and budget is not null"#,
        id as AlertId,
    );
    Ok(row.fetch_optional(db).await?.map(|budget| budget.0))
}

/// Marks budget alerts as due at the total of a build. Alerts that were deleted or have fired meanwhile fire nothing.
pub async fn mark_due(db: impl PgExecutor<'_>, alerts: &[AlertId], total: Fils) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into due_alert (price_alert_id, price_fils)
         select id, $2 from price_alert where id = any($1::uuid[]) and enabled order by id
         on conflict (price_alert_id) do update set price_fils = excluded.price_fils
             where excluded.price_fils < due_alert.price_fils",
        alerts as &[AlertId],
        total as Fils,
    )
    .execute(db)
    .await?;
    Ok(())
}
