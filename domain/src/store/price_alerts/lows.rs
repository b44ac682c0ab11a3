//! The lowest prices of the last days, which alerts on a new low and on a price near the low compare with.

use sqlx::PgTransaction;
use uuid::Uuid;

use crate::model::{Fils, LowPeriod, ProductId};

/// Returns the lowest price at which a product was in stock in the last days; `None` if it never was.
pub(super) async fn find_lowest(
    tx: &mut PgTransaction<'_>,
    product_id: ProductId,
    period: LowPeriod,
) -> sqlx::Result<Option<Fils>> {
    sqlx::query_scalar!(
        r#"select lowest_price_since($1, now() - make_interval(days => $2)) as "lowest: Fils""#,
        product_id as ProductId,
        period.days(),
    )
    .fetch_one(&mut **tx)
    .await
}

/// Makes those of these alerts due no more whose price is no low: while the alert was quiet or paused, a lower one came and went.
pub(super) async fn delete_false(tx: &mut PgTransaction<'_>, alerts: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from due_alert using (
             select id, case when kind = 'NEAR_LOW' then near_low(lowest_fils, percentage) else lowest_fils end as highest_fils
             from price_alert cross join lateral
                 lowest_price_since(product_id, now() - make_interval(days => low_days)) as lowest_fils
             where id = any($1) and low_days is not null
         ) as low
         where low.id = due_alert.price_alert_id and due_alert.price_fils > low.highest_fils",
        alerts,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Sets the thresholds of these alerts anew, if they are on a new low or on a price near the low: their days have moved on. A
/// price that they told of within these days keeps the least change from it, and so does one that was near the low when the
/// alert was set. Alerts that are due keep their thresholds until they have fired.
///
/// Returns the alerts whose thresholds have changed: prices that have not may reach them now.
pub(super) async fn refresh(tx: &mut PgTransaction<'_>, alerts: &[Uuid]) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "update price_alert set fires_at_fils = refreshed.fires_at_fils
         from (
             select id, least(highest_fils, case
                     when repeats and last_fired_at > now() - make_interval(days => low_days)
                         or kind = 'NEAR_LOW' and price_then_fils <= highest_fils
                         then price_then_fils - least_price_change(price_then_fils) end) as fires_at_fils
             from price_alert as alert
                 cross join lateral lowest_price_since(product_id, now() - make_interval(days => low_days)) as lowest_fils
                 cross join lateral (
                     select case when kind = 'NEAR_LOW' then near_low(lowest_fils, percentage) else lowest_fils - 1 end
                 ) as low (highest_fils)
             -- What was not in stock in all these days has no lowest price, and keeps the last one.
             where id = any($1) and enabled and low_days is not null and highest_fils is not null
                 and not exists (select from due_alert where due_alert.price_alert_id = alert.id)
             -- A request for the same alert may be changing it.
             for update of alert
         ) as refreshed
         where refreshed.id = price_alert.id and refreshed.fires_at_fils <> price_alert.fires_at_fils
         returning price_alert.id",
        alerts,
    )
    .fetch_all(&mut **tx)
    .await
}
