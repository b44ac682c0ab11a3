use sqlx::PgTransaction;

/// The most products of which an alert tells at a time, the cheapest first. Those that are left stay due for an alert that
/// repeats, until its next time.
pub const MAX_TOLD_AT_ONCE: i64 = 10;

/// Fires alerts on listings that are due, at most `limit` of them: one row of `fired_alert` for each product. An alert that
/// repeats is then quiet for a day, any other is disabled. What nobody sells at the due price any more is not told: the next
/// evaluation has it at its price. Call this function while holding the lock that lets one transaction at a time fire
/// alerts.
///
/// Returns the number of alerts. Fewer than `limit` means that none is left, except those that other transactions have
/// locked.
pub async fn fire_due_listings(tx: &mut PgTransaction<'_>, limit: i64) -> sqlx::Result<i64> {
    let fired = sqlx::query_scalar!(
        r#"with due as (
               select listing_match.price_alert_id, listing_match.product_id, due_fils, told_fils
               from listing_match join product on product.id = listing_match.product_id
               where due_fils is not null and (told_at is null or told_at <= now() - interval '1 day')
                   and product.removed_at is null and exists (
                       select from offer join retailer on retailer.id = offer.retailer_id
                       where offer.product_id = listing_match.product_id and ended_at is null and stock = 'IN'
                           and retailer.enabled and price_fils <= due_fils)
           ), firing as (
               select id from price_alert
               where enabled and listing is not null and (quiet_until is null or quiet_until <= now())
                   and id in (select price_alert_id from due)
               order by id limit $1 for no key update skip locked
           ), telling as (
               select firing.id, told.* from firing cross join lateral (
                   select product_id, due_fils, told_fils from due where due.price_alert_id = firing.id
                   order by due_fils, product_id limit $2) as told
           ), told as (
               update listing_match set told_fils = telling.due_fils, told_at = now(), due_fils = null
               from telling
               where listing_match.price_alert_id = telling.id and listing_match.product_id = telling.product_id
           ), fired as (
               update price_alert set enabled = repeats,
                   quiet_until = case when repeats then now() + interval '1 day' end,
                   last_fired_at = now(), times_fired = times_fired + 1
               from firing where price_alert.id = firing.id
               returning price_alert.id, user_id, kind, listing
           ), inserted as (
               insert into fired_alert (price_alert_id, user_id, product_id, listing, kind, price_fils, price_before_fils,
                   awaits_mail, digest_at)
               select fired.id, user_id, product_id, listing, kind, due_fils, coalesce(told_fils, due_fils),
                   price_drop_alerts and email_verified_at is not null and suspended_at is null,
                   next_digest(now(), alert_mails)
               from fired join telling using (id) join app_user on app_user.id = user_id
           )
           select count(*) as "fired!" from firing"#,
        limit,
        MAX_TOLD_AT_ONCE,
    )
    .fetch_one(&mut **tx)
    .await?;
    // What an alert that is over left untold.
    sqlx::query!(
        "update listing_match set due_fils = null from price_alert
         where price_alert.id = price_alert_id and due_fils is not null and not enabled and paused_at is null"
    )
    .execute(&mut **tx)
    .await?;
    Ok(fired)
}
