use sqlx::PgTransaction;
use uuid::Uuid;

use super::{evaluate::evaluate, lows};
use crate::model::ProductId;

/// Evaluates alerts again whose time for it has come, at most `limit` of them, the longest due first: a repeating alert that
/// was quiet, one whose days have moved on, or one that a user has resumed. Call this function while holding the lock that
/// lets one transaction at a time fire alerts, and before [`super::fire_due`].
///
/// Returns the number of alerts. Fewer than `limit` means that none is left.
pub async fn recheck(tx: &mut PgTransaction<'_>, limit: i64) -> sqlx::Result<i64> {
    let rechecked: Vec<Uuid> = sqlx::query_scalar!(
        "select id from price_alert where enabled and recheck_at <= now() order by recheck_at, id limit $1",
        limit,
    )
    .fetch_all(&mut **tx)
    .await?;
    let alerts = rechecked.as_slice();
    if alerts.is_empty() {
        return Ok(0);
    }
    let products = sqlx::query_scalar!(
        r#"select coalesce(alert.product_id, part.product_id) as "product_id!: ProductId"
           from (select product_id, build_id from price_alert where id = any($1)) as alert
               left join lateral (
                   select product_id from saved_build_part where saved_build_part.build_id = alert.build_id
               ) as part (product_id) on true
           where coalesce(alert.product_id, part.product_id) is not null
           group by 1 order by 1"#,
        alerts,
    )
    .fetch_all(&mut **tx)
    .await?;
    // Before the alerts are locked, as everywhere: due alerts are locked first.
    evaluate(tx, None, &products).await?;
    lows::delete_false(tx, alerts).await?;
    let refreshed = lows::refresh(tx, alerts).await?;
    // Prices that do not change reach a new threshold only when they are evaluated once more.
    sqlx::query!(
        "update price_alert set recheck_at = case when quiet_until > now() then quiet_until
             when id = any($2) then now() when low_days is not null then now() + interval '1 day' end
         where id = any($1)",
        alerts,
        &refreshed,
    )
    .execute(&mut **tx)
    .await?;
    Ok(i64::try_from(alerts.len()).unwrap_or(i64::MAX))
}
