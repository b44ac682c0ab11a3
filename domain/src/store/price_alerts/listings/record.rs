use sqlx::PgTransaction;
use uuid::Uuid;

use crate::model::{Fils, ProductId};

/// A product that the index found in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMatch<'a> {
    pub listing: &'a str,
    pub product_id: ProductId,
    /// The lowest price in stock at a retailer that the filters allow.
    pub price: Fils,
}

/// An evaluation of listings.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'a> {
    /// The listings that were searched.
    pub listings: &'a [String],
    /// The products that were searched for; `None` for all.
    pub changed: Option<&'a [ProductId]>,
    /// Which of them are in which listing.
    pub found: &'a [FoundMatch<'a>],
}

/// Records which products are in which listing now, of those that were searched for. What meets an alert's condition and did
/// not before becomes due. So does what an alert that repeats has told of, if its price has changed by the least change since:
/// a target wants it lower, and news of a match that it was away in between. What is due and left the listing is due no more.
///
/// Call this function in the transaction that has moved the position of the evaluation ([`super::advance_position`]).
pub async fn record(tx: &mut PgTransaction<'_>, evaluation: Recorded<'_>) -> sqlx::Result<()> {
    let Recorded { listings, changed, found } = evaluation;
    let found_listings: Vec<String> = found.iter().map(|one| one.listing.to_owned()).collect();
    let products: Vec<Uuid> = found.iter().map(|one| one.product_id.0).collect();
    let prices: Vec<i64> = found.iter().map(|one| one.price.0).collect();
    let changed: Option<Vec<Uuid>> = changed.map(|ids| ids.iter().map(|id| id.0).collect());
    let alerts = lock_alerts(tx, listings, &found_listings, changed.as_deref()).await?;
    if alerts.is_empty() {
        return Ok(());
    }
    // A statement of its own: it sees what those stored who held the locks before.
    sqlx::query!(
        "with matching as (
             select alert.id, alert.kind, alert.enabled, found.product_id, found.price_fils
             from unnest($2::text[], $3::uuid[], $4::bigint[]) as found (listing, product_id, price_fils)
                 join price_alert as alert on alert.listing = found.listing
                 join product on product.id = found.product_id
             where alert.id = any($1::uuid[]) and found.price_fils <= alert.fires_at_fils and product.removed_at is null
         ), left_listing as (
             update listing_match set is_match = false, due_fils = null
             where price_alert_id = any($1::uuid[]) and is_match
                 and ($5::uuid[] is null or product_id = any($5::uuid[]))
                 and not exists (select from matching where matching.id = listing_match.price_alert_id
                     and matching.product_id = listing_match.product_id)
         )
         insert into listing_match (price_alert_id, product_id, is_match, price_fils, due_fils)
         select matching.id, matching.product_id, true, matching.price_fils, case
             when not matching.enabled then null
             when before.told_fils is null then
                 case when before.is_match is not true or before.due_fils is not null then matching.price_fils end
             when matching.kind = 'LISTING_AT_OR_BELOW' then
                 case when matching.price_fils <= before.told_fils - least_price_change(before.told_fils)
                     then matching.price_fils end
             when (not before.is_match or before.due_fils is not null)
                 and abs(matching.price_fils - before.told_fils) >= least_price_change(before.told_fils)
                 then matching.price_fils
             end
         from matching left join listing_match as before
             on before.price_alert_id = matching.id and before.product_id = matching.product_id
         order by matching.id, matching.product_id
         on conflict (price_alert_id, product_id) do update
             set is_match = true, price_fils = excluded.price_fils, due_fils = excluded.due_fils",
        &alerts[..],
        &found_listings[..],
        &products[..],
        &prices[..],
        changed.as_deref(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Locks the alerts whose products may change: those on a listing with a found product, and those that saw a changed one.
async fn lock_alerts(
    tx: &mut PgTransaction<'_>,
    listings: &[String],
    found_listings: &[String],
    changed: Option<&[Uuid]>,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select id from price_alert
         where listing = any($1::text[]) and (enabled or paused_at is not null)
             and (listing = any($2::text[]) or id in (
                 select price_alert_id from listing_match
                 where is_match and ($3::uuid[] is null or product_id = any($3::uuid[]))))
         order by id for no key update",
        listings,
        found_listings,
        changed,
    )
    .fetch_all(&mut **tx)
    .await
}
