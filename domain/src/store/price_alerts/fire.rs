use sqlx::PgTransaction;

use super::stock;
use crate::model::{Fils, ProductId};

/// Fires alerts that are due, at most `limit` of them. An `ANY_DROP` alert then waits for a lower price, and one that
/// repeats is quiet for a day; any other alert is disabled. One set while the product was sold out has fired once it is
/// back. An alert fires nothing if it was deleted or disabled since it became due, if its threshold is below the due
/// price by now, or while it is quiet.
///
/// In the table, `fires_at_fils` is the highest price at which the alert fires, and `price_then_fils` the price when it was
/// created or renewed.
///
/// Returns the number of due alerts that were processed, those that fired nothing included. Fewer than `limit` means
/// that none is left except those whose rows other transactions have locked: they are skipped, and a later call fires
/// them.
pub async fn fire_due(tx: &mut PgTransaction<'_>, limit: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"with due as (
               -- Arrays, since their members are looked up, where a join would read all alerts for each part of them.
               delete from due_alert where price_alert_id = any(array(
                   select price_alert_id from due_alert
                   -- A retailer is new only once: it is told of after the quiet time.
                   where (select kind = 'NEW_AT_SHOP' and quiet_until > now() from price_alert as quiet
                       where quiet.id = price_alert_id) is not true
                   order by price_alert_id limit $1 for update skip locked))
               returning price_alert_id, price_fils, retailer_id as changed_retailer_id
           ), firing as (
               -- An alert that was deleted or disabled after it became due, or whose threshold is below the due price, does not fire.
               -- No low price fires an alert on a return to stock, a rise or a new retailer: `stock::evaluate` makes it due.
               select price_alert.id, due.price_fils, due.changed_retailer_id, price_alert.fires_at_fils as threshold_fils,
                   price_alert.price_then_fils as price_at_request_fils
               from price_alert join due on due.price_alert_id = price_alert.id
               where price_alert.id = any(array(select price_alert_id from due)) and price_alert.enabled
                   and case when price_alert.kind in ('BACK_IN_STOCK', 'NEW_AT_SHOP') then true
                       when price_alert.kind = 'PRICE_RISE' then
                           due.price_fils >= rise_threshold(price_alert.price_then_fils, price_alert.percentage)
                       else due.price_fils <= price_alert.fires_at_fils end
                   and (price_alert.quiet_until is null or price_alert.quiet_until <= now())
               order by price_alert.id for update of price_alert
           ), fired as (
               update price_alert set
                   enabled = (kind = 'ANY_DROP' or repeats),
                   -- An alert on any drop fires at one fils less than the last price that its user was notified of; one that
                   -- repeats at the least change less.
                   fires_at_fils = case when kind = 'ANY_DROP' then firing.price_fils - 1
                       when repeats and kind not in ('BACK_IN_STOCK', 'PRICE_RISE', 'NEW_AT_SHOP')
                           then firing.price_fils - least_price_change(firing.price_fils)
                       else price_alert.fires_at_fils end,
                   price_then_fils = case when repeats then firing.price_fils else price_alert.price_then_fils end,
                   quiet_until = case when repeats then now() + interval '1 day' end,
                   -- What became due while the alert was quiet is evaluated again afterwards. A return to stock is not: what
                   -- was away for less than a day since the last notification is no news. A new retailer stays due.
                   recheck_at = case when repeats and kind not in ('BACK_IN_STOCK', 'NEW_AT_SHOP') then now() + interval '1 day' end,
                   last_fired_at = now(),
                   times_fired = times_fired + 1
               from firing where price_alert.id = firing.id
               returning price_alert.id, user_id, product_id, build_id, budget, kind, firing.changed_retailer_id,
                   firing.price_fils,
                   -- Adding one fils to the threshold before gives that price back. What was sold out has no such price, only
                   -- the last one, and is back at no drop where it costs more.
                   case when kind <> 'ANY_DROP' then firing.price_at_request_fils
                       when firing.threshold_fils = $2 then greatest(firing.price_at_request_fils, firing.price_fils)
                       else firing.threshold_fils + 1 end as price_before_fils
           ), inserted as (
               insert into fired_alert (price_alert_id, user_id, product_id, build_id, budget, kind, retailer_id,
                   price_fils, price_before_fils, awaits_mail, digest_at)
               select fired.id, user_id, product_id, build_id, budget, kind, changed_retailer_id, price_fils, price_before_fils,
                   -- `price_drop_alerts`: whether the user wants mails about price alerts.
                   price_drop_alerts and email_verified_at is not null and suspended_at is null,
                   next_digest(now(), alert_mails)
               from fired join app_user on app_user.id = user_id
           )
           select count(*) as "due!" from due"#,
        limit,
        Fils::MAX_PRICE as Fils,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Makes the alerts on these products, and on builds with them, due no more: their prices no longer hold. All alerts on
/// budgets too, since any build may have one of the products: the api searches their builds again when the catalogue
/// changes. Alerts on a return to stock, a rise or a new retailer stay due as far as [`stock::evaluate`] leaves them so. Returns
/// the number of alerts.
pub(crate) async fn delete_due(tx: &mut PgTransaction<'_>, products: &[ProductId]) -> sqlx::Result<u64> {
    // Also locks the products' stock before the due alerts, as `evaluate` does.
    stock::evaluate(tx, None, products).await?;
    let deleted = sqlx::query!(
        "delete from due_alert using price_alert
         where price_alert.id = due_alert.price_alert_id and kind not in ('BACK_IN_STOCK', 'PRICE_RISE', 'NEW_AT_SHOP')
             and (budget is not null or product_id = any($1::uuid[]) or build_id in (
                 select build_id from saved_build_part as part where part.product_id = any($1)))",
        products as &[ProductId],
    )
    .execute(&mut **tx)
    .await?;
    Ok(deleted.rows_affected())
}
