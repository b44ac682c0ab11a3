//! Whether the prices that retailers state as those before a reduction were true, kept by reduction. An offer has only its
//! present list price, so a reduction is judged while it lasts.

use std::collections::BTreeMap;

use sqlx::{PgExecutor, PgPool};
use time::{Duration, OffsetDateTime};

use super::history;
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

/// Judges the reductions of these products' offers that last at `now`, and stores those that began within
/// [`REDUCTION_DAYS`]. Running it again changes nothing. Returns the number of those reductions.
///
/// Reads before it writes: a long transaction that has written holds up the feed.
pub async fn judge(db: &PgPool, products: &[ProductId], now: OffsetDateTime) -> sqlx::Result<u64> {
    let since = now - Duration::days(HISTORY_DAYS.into());
    let mut offers: BTreeMap<OfferId, (Fils, Vec<PriceSpan>)> = BTreeMap::new();
    for span in history::list_spans_of_reduced(db, products, since).await? {
        let Some(claimed) = span.list_price else { continue };
        let (_, spans) = offers.entry(span.offer_id).or_insert_with(|| (claimed, Vec::new()));
        spans.push(span.to_price_span(now));
    }
    let oldest = now - Duration::days(REDUCTION_DAYS.into());
    let judged: Vec<(OfferId, JudgedClaim)> = offers
        .into_iter()
        .filter_map(|(offer, (claimed, spans))| Some((offer, judge_claimed_price(&spans, claimed, now)?)))
        .filter(|(_, judged)| judged.is_covered && judged.fell_at >= oldest)
        .collect();
    store(db, &judged).await
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
