//! Whether the prices that retailers state as those before a reduction were true, kept by reduction. An offer has only its
//! present list price, so a reduction is judged while it lasts.

use std::collections::BTreeMap;

use sqlx::{PgExecutor, PgPool};
use time::{Duration, OffsetDateTime};

use crate::{
    model::{Fils, OfferId, ProductId, Slug},
    price_rating::{HISTORY_DAYS, JudgedClaim, PriceSpan, judge_claimed_price},
};

/// The days within which a reduction must have begun to count.
pub const REDUCTION_DAYS: u16 = 90;

/// The reductions of a retailer that were judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReductionCounts {
    pub judged: i64,
    /// Those of the judged whose stated price before was true.
    pub truthful: i64,
}

/// A time in which an offer with a list price was in stock at one price.
struct ClaimSpan {
    offer_id: OfferId,
    claimed: Fils,
    from: OffsetDateTime,
    until: Option<OffsetDateTime>,
    price: Fils,
}

/// Judges the reductions of these products' offers that last at `now`, and stores those that began within
/// [`REDUCTION_DAYS`]. Running it again changes nothing. Returns the number of those reductions.
///
/// Reads before it writes: a long transaction that has written holds up the feed.
pub async fn judge(db: &PgPool, products: &[ProductId], now: OffsetDateTime) -> sqlx::Result<u64> {
    let since = now - Duration::days(HISTORY_DAYS.into());
    let mut offers: BTreeMap<OfferId, (Fils, Vec<PriceSpan>)> = BTreeMap::new();
    for span in list_claim_spans(db, products, since).await? {
        let until = span.until.map_or(now, |until| until.min(now));
        let (_, spans) = offers.entry(span.offer_id).or_insert_with(|| (span.claimed, Vec::new()));
        spans.push(PriceSpan { from: span.from, until, price: span.price });
    }
    let oldest = now - Duration::days(REDUCTION_DAYS.into());
    let judged: Vec<(OfferId, JudgedClaim)> = offers
        .into_iter()
        .filter_map(|(offer, (claimed, spans))| Some((offer, judge_claimed_price(&spans, claimed, now)?)))
        .filter(|(_, judged)| judged.is_covered && judged.fell_at >= oldest)
        .collect();
    store(db, &judged).await
}

/// Returns the times in which the offers of these products that have a list price and are in stock now were in stock, by
/// offer and time: those since `since`, and the one that lasted then.
async fn list_claim_spans(
    db: impl PgExecutor<'_>,
    products: &[ProductId],
    since: OffsetDateTime,
) -> sqlx::Result<Vec<ClaimSpan>> {
    sqlx::query_as!(
        ClaimSpan,
        r#"with compared as (
               select offer.id, offer.list_price_fils, held.observed_at, held.price_fils, held.stock,
                   lag(held.price_fils) over by_offer as price_before, lag(held.stock) over by_offer as stock_before
               from offer cross join lateral (
                   select observed_at, price_fils, stock from price_point
                   where offer_id = offer.id and observed_at >= $2
                   union all
                   (select observed_at, price_fils, stock from price_point as point
                    where point.offer_id = offer.id and point.observed_at < $2
                    order by point.observed_at desc limit 1)) as held
               where offer.product_id = any($1::uuid[]) and offer.list_price_fils > offer.price_fils
                   and offer.ended_at is null and offer.stock = 'IN'
               window by_offer as (partition by offer.id order by held.observed_at)
           ), changed as (
               -- The points of a price that stayed are proofs of life: the first one begins the span.
               select id, list_price_fils, observed_at, price_fils, stock,
                   lead(observed_at) over (partition by id order by observed_at) as next
               from compared
               where price_fils is distinct from price_before or stock is distinct from stock_before
           )
           select id as "offer_id!: OfferId", list_price_fils as "claimed!: Fils", observed_at as "from!",
               next as "until?", price_fils as "price!: Fils"
           from changed where stock = 'IN' order by id, observed_at"#,
        products as &[ProductId],
        since,
    )
    .fetch_all(db)
    .await
}

/// Stores judged reductions. A history that was corrected may show that a reduction began earlier: then that one replaces
/// it.
async fn store(db: impl PgExecutor<'_>, judged: &[(OfferId, JudgedClaim)]) -> sqlx::Result<u64> {
    if judged.is_empty() {
        return Ok(0);
    }
    let stored = sqlx::query!(
        "with judged as (
             select * from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::bigint[])
                 as judged (offer_id, fell_at, claimed, lowest_before)
         ), replaced as (
             delete from judged_reduction as stored using judged
             where stored.offer_id = judged.offer_id and stored.fell_at > judged.fell_at
         )
         insert into judged_reduction (offer_id, fell_at, retailer_id, claimed_fils, lowest_before_fils)
         select judged.offer_id, judged.fell_at, offer.retailer_id, judged.claimed, judged.lowest_before
         from judged join offer on offer.id = judged.offer_id
         order by judged.offer_id
         on conflict on constraint judged_reduction_pkey do update set
             claimed_fils = greatest(judged_reduction.claimed_fils, excluded.claimed_fils),
             lowest_before_fils = excluded.lowest_before_fils",
        &judged.iter().map(|(offer, _)| offer.0).collect::<Vec<_>>(),
        &judged.iter().map(|(_, judged)| judged.fell_at).collect::<Vec<_>>(),
        &judged.iter().map(|(_, judged)| judged.claimed.0).collect::<Vec<_>>(),
        &judged.iter().map(|(_, judged)| judged.lowest_before.0).collect::<Vec<_>>(),
    )
    .execute(db)
    .await?;
    Ok(stored.rows_affected())
}

/// Returns the judged reductions of a retailer that began since a time.
pub async fn count(
    db: impl PgExecutor<'_>,
    retailer: &Slug,
    since: OffsetDateTime,
) -> sqlx::Result<ReductionCounts> {
    sqlx::query_as!(
        ReductionCounts,
        r#"select count(*) as "judged!", count(*) filter (where claimed_fils <= lowest_before_fils) as "truthful!"
           from judged_reduction
           where retailer_id = (select id from retailer where slug = $1) and fell_at >= $2"#,
        retailer.as_str(),
        since,
    )
    .fetch_one(db)
    .await
}

/// Deletes the reductions that began before [`REDUCTION_DAYS`] and count no more.
pub async fn delete_old(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from judged_reduction where fell_at < now() - make_interval(days => $1)",
        i32::from(REDUCTION_DAYS),
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}
