use sqlx::PgTransaction;

use crate::model::ProductId;

/// Fires alerts that are due, at most `limit` of them. An `ANY_DROP` alert then waits for a lower price; any other
/// alert is disabled. An alert fires nothing if it was deleted or disabled since it became due, or if its threshold is
/// below the due price by now.
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
               delete from due_alert where price_alert_id in (
                   select price_alert_id from due_alert order by price_alert_id limit $1 for update skip locked)
               returning price_alert_id, price_fils, retailer_id as changed_retailer_id
           ), firing as (
               -- An alert that was deleted or disabled after it became due, or whose threshold is below the due price, does not fire.
               select price_alert.id, due.price_fils, due.changed_retailer_id, price_alert.fires_at_fils as threshold_fils
               from price_alert join due on due.price_alert_id = price_alert.id
               where price_alert.enabled and due.price_fils <= price_alert.fires_at_fils
               order by price_alert.id for update of price_alert
           ), fired as (
               update price_alert set
                   enabled = (kind = 'ANY_DROP'),
                   -- An alert on any drop fires at one fils less than the last price that its user was notified of.
                   fires_at_fils = case kind when 'ANY_DROP' then firing.price_fils - 1 else price_alert.fires_at_fils end
               from firing where price_alert.id = firing.id
               returning price_alert.id, user_id, product_id, build_id, budget, kind, firing.changed_retailer_id,
                   firing.price_fils,
                   -- Adding one fils to the threshold before gives that price back.
                   case kind when 'ANY_DROP' then firing.threshold_fils + 1 else price_then_fils end as price_before_fils
           ), inserted as (
               insert into fired_alert (price_alert_id, user_id, product_id, build_id, budget, kind, retailer_id,
                   price_fils, price_before_fils, awaits_mail)
               select fired.id, user_id, product_id, build_id, budget, kind, retailer.id, price_fils, price_before_fils,
                   -- `price_drop_alerts`: whether the user wants mails about price alerts.
                   price_drop_alerts and email_verified_at is not null
               from fired join app_user on app_user.id = user_id left join retailer on retailer.id = changed_retailer_id
           )
           select count(*) as "due!" from due"#,
        limit,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Makes the alerts on these products, and on builds with them, due no more: their prices no longer hold. All alerts on
/// budgets too, since any build may have one of the products: the api searches their builds again when the catalogue
/// changes. Returns the number of alerts.
pub(crate) async fn delete_due(tx: &mut PgTransaction<'_>, products: &[ProductId]) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from due_alert using price_alert
         where price_alert.id = due_alert.price_alert_id
             and (budget is not null or product_id = any($1::uuid[]) or build_id in (
                 select build_id from saved_build_part as part where part.product_id = any($1)))",
        products as &[ProductId],
    )
    .execute(&mut **tx)
    .await?;
    Ok(deleted.rows_affected())
}
