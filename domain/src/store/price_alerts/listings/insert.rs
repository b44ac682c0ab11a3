use sqlx::PgTransaction;
use uuid::Uuid;

use super::{
    super::insert::{AlertError, MAX_ALERTS, lock_and_count},
    ListedMatch,
};
use crate::model::{
    AlertId, AlertKind, Fils, ListingAlert, ListingCondition, Repetition, TargetPriceNotLower, UserId,
};

/// The most alerts on listings that a user may have, fired ones included: the index searches the listing of each one that
/// waits whenever products have changed.
pub const MAX_LISTING_ALERTS: i64 = 50;

/// Stores an alert on a listing. `matches` are the products that are in the listing now: they are no news. A repeated request
/// updates the same alert, measured from now.
///
/// Call this function after [`super::lock_position`] returned a position that the search for `matches` had reached: then
/// no change after it is missed.
///
/// # Errors
/// The error says why the alert was refused: [`AlertError::NotLower`] where a product has reached the target already.
pub async fn insert_for_listing(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    alert: &ListingAlert,
    matches: &[ListedMatch],
) -> Result<AlertId, AlertError> {
    let alert_count = lock_and_count(tx, user_id).await?;
    let cheapest = matches.iter().map(|found| found.price).min();
    if let (Some(cheapest), Some(target)) = (cheapest, alert.condition.target())
        && cheapest <= target
    {
        return Err(TargetPriceNotLower.into());
    }
    let listing_count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from price_alert where user_id = $1 and listing is not null"#,
        user_id as UserId
    )
    .fetch_one(&mut **tx)
    .await?;
    let stored = sqlx::query!(
        r#"insert into price_alert (user_id, listing, kind, target_fils, price_then_fils, fires_at_fils, repeats)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (user_id, kind, coalesce(target_fils, 0), md5(listing)) where enabled and listing is not null
               do update set price_then_fils = excluded.price_then_fils, repeats = excluded.repeats, quiet_until = null
           returning id as "id: AlertId", (xmax = 0) as "is_new!""#,
        user_id as UserId,
        alert.listing,
        alert.condition.kind() as AlertKind,
        alert.condition.target() as Option<Fils>,
        cheapest.or(alert.condition.target()).unwrap_or(Fils::ZERO) as Fils,
        alert.condition.highest_price() as Fils,
        alert.repetition == Repetition::Repeated,
    )
    .fetch_one(&mut **tx)
    .await?;
    if stored.is_new && (alert_count >= MAX_ALERTS || listing_count >= MAX_LISTING_ALERTS) {
        return Err(AlertError::TooMany);
    }
    // No product has reached a target.
    let seen = if alert.condition == ListingCondition::NewMatch { matches } else { &[] };
    replace_seen(tx, stored.id, seen).await?;
    Ok(stored.id)
}

/// Makes these products the ones that the alert has seen in its listing. What it told before stays told.
pub(super) async fn replace_seen(
    tx: &mut PgTransaction<'_>,
    id: AlertId,
    seen: &[ListedMatch],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update listing_match set is_match = false, due_fils = null where price_alert_id = $1",
        id as AlertId
    )
    .execute(&mut **tx)
    .await?;
    let products: Vec<Uuid> = seen.iter().map(|found| found.product_id.0).collect();
    let prices: Vec<i64> = seen.iter().map(|found| found.price.0).collect();
    // A product may have been deleted since the index found it.
    sqlx::query!(
        "insert into listing_match (price_alert_id, product_id, is_match, price_fils)
         select $1, product.id, true, seen.price_fils
         from unnest($2::uuid[], $3::bigint[]) as seen (product_id, price_fils) join product on product.id = seen.product_id
         on conflict (price_alert_id, product_id) do update set is_match = true, price_fils = excluded.price_fils",
        id as AlertId,
        &products[..],
        &prices[..],
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
