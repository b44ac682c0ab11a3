//! Roll-ups of past days, so that reading a range of a product's prices is one short indexed read.

use sqlx::{PgConnection, PgExecutor, PgPool};
use time::{Date, OffsetDateTime, PrimitiveDateTime, Time};

use super::feed;
use crate::model::ProductId;

/// Products rolled up in one transaction.
const PRODUCTS_PER_TRANSACTION: i64 = 200;

/// The counters of a roll-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RollUpCounters {
    pub products: u64,
    pub days: u64,
}

/// Rolls up every product's days before `until`: the days since the last run, and all days of a product that changed
/// since then according to the feed. A day has the prices that held on it, also those of days before. Running it again changes nothing.
///
/// `until` must lie so far back that no transaction still writes price points of the days before it.
pub async fn run(db: &PgPool, until: Date) -> sqlx::Result<RollUpCounters> {
    feed::identity(db).await?;
    let mut done = RollUpCounters::default();
    let mut after = ProductId(uuid::Uuid::nil());
    loop {
        let mut tx = db.begin().await?;
        let batch = list_due(&mut *tx, after, until).await?;
        let Some(last) = batch.last() else { return Ok(done) };
        after = *last;
        done.products += batch.len() as u64;
        done.days += roll_up(&mut tx, &batch, until).await?;
        tx.commit().await?;
    }
}

/// Returns the next products with offers that are not yet rolled up to `until`.
async fn list_due(db: impl PgExecutor<'_>, after: ProductId, until: Date) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select product.id as "id: ProductId" from product
           left join product_price_roll_up as roll_up on roll_up.product_id = product.id
           where product.id > $1 and exists (select from offer where offer.product_id = product.id)
             and (rolled_until is null or rolled_until < $2
                  or exists (select from product_change as change
                             where change.product_id = product.id and change.xid >= seen_below)
                  or exists (select from product_price_day as unweighed
                             where unweighed.product_id = product.id and seconds is null))
           order by product.id limit $3"#,
        after as ProductId,
        until,
        PRODUCTS_PER_TRANSACTION,
    )
    .fetch_all(db)
    .await
}

async fn roll_up(tx: &mut PgConnection, products: &[ProductId], until: Date) -> sqlx::Result<u64> {
    let seen_below = feed::read_seen_below(&mut *tx).await?;
    delete_stale(tx, products).await?;
    // `total_fils` and `points` are for programs that know no `seconds`.
    let days = sqlx::query!(
        "insert into product_price_day
             (product_id, day, lowest_fils, highest_fils, total_fils, points, seconds, fils_seconds)
         select product_id, day, min(price_fils), max(price_fils), sum(price_fils)::bigint, count(*)::integer,
             sum(seconds)::bigint, sum(price_fils * seconds)::bigint
         from (
             select due.id as product_id, day::date as day, held.price_fils,
                 greatest(0, date_part('epoch', least(held.until, day + interval '1 day'))::bigint
                     - date_part('epoch', greatest(held.observed_at, day))::bigint) as seconds
             from unnest($1::uuid[]) as due (id)
             left join product_price_roll_up as roll_up on roll_up.product_id = due.id
             join offer on offer.product_id = due.id
             cross join lateral (
                 select observed_at, price_fils, stock, least(coalesce(
                     lead(observed_at) over (order by observed_at), offer.ended_at at time zone 'UTC', $2), $2) as until
                 from (
                     (select rolled_until::timestamp as observed_at, price_fils, stock from price_point
                      where offer_id = offer.id and observed_at < rolled_until::timestamp at time zone 'UTC'
                          and (offer.ended_at is null or offer.ended_at > rolled_until::timestamp at time zone 'UTC')
                      order by price_point.observed_at desc limit 1)
                     union all
                     select observed_at at time zone 'UTC', price_fils, stock from price_point
                     where offer_id = offer.id and observed_at < $2::timestamp at time zone 'UTC'
                         and observed_at >= coalesce(rolled_until::timestamp at time zone 'UTC', '-infinity')) as point) as held
             cross join lateral generate_series(date_trunc('day', held.observed_at),
                 greatest(held.observed_at, held.until - interval '1 microsecond'), interval '1 day') as day
             where held.stock <> 'OUT') as daily
         group by product_id, day
         on conflict (product_id, day) do update set lowest_fils = excluded.lowest_fils,
             highest_fils = excluded.highest_fils, total_fils = excluded.total_fils, points = excluded.points,
             seconds = excluded.seconds, fils_seconds = excluded.fils_seconds",
        products as &[ProductId],
        PrimitiveDateTime::new(until, Time::MIDNIGHT),
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    sqlx::query!(
        "insert into product_price_roll_up (product_id, rolled_until, seen_below)
         select id, $2, $3::text::xid8 from unnest($1::uuid[]) as due (id)
         on conflict (product_id) do update set rolled_until = excluded.rolled_until, seen_below = excluded.seen_below",
        products as &[ProductId],
        until,
        seen_below,
    )
    .execute(&mut *tx)
    .await?;
    Ok(days)
}

/// Deletes the roll-ups of products that changed since, whose changes since then were pruned from the feed, or that an older
/// program rolled up by points.
async fn delete_stale(tx: &mut PgConnection, products: &[ProductId]) -> sqlx::Result<()> {
    sqlx::query!(
        "with stale as (
             delete from product_price_roll_up as roll_up using product_change_floor
             where roll_up.product_id = any($1::uuid[])
               and (seen_below <= pruned_xid
                   or exists (
                       select from product_change as change
                       where change.product_id = roll_up.product_id and change.xid >= seen_below)
                   or exists (
                       select from product_price_day as unweighed
                       where unweighed.product_id = roll_up.product_id and seconds is null))
             returning roll_up.product_id
         )
         delete from product_price_day using stale where product_price_day.product_id = stale.product_id",
        products as &[ProductId],
    )
    .execute(&mut *tx)
    .await?;
    Ok(())
}

/// Returns a day's first moment (UTC).
fn midnight(day: Date) -> OffsetDateTime {
    day.with_time(Time::MIDNIGHT).assume_utc()
}

/// Thins one more month that ended before `before`. A point between two equal points of its offer holds no
/// information and is deleted. Every change stays, and so do the lowest and the highest price and the month's first
/// and last point. Returns the number of points deleted, or `None` when no month is left to thin.
pub async fn thin_month(db: &PgPool, before: Date) -> sqlx::Result<Option<u64>> {
    let mut tx = db.begin().await?;
    let month = sqlx::query_scalar!(
        r#"select month::date as "month!" from (
               select to_date(right(relname, 7), 'YYYY_MM') as month
               from pg_inherits join pg_class on pg_class.oid = inhrelid
               where inhparent = 'price_point'::regclass and relname ~ '^price_point_\d{4}_\d{2}$') as partition
           where month + interval '1 month' <= $1::date
             and not exists (select from price_point_thinned as thinned where thinned.month = partition.month)
           order by month limit 1"#,
        before,
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(month) = month else { return Ok(None) };
    let dropped = sqlx::query!(
        "delete from price_point using (
             select offer_id, observed_at,
                 price_fils = lag(price_fils) over by_offer and price_fils = lead(price_fils) over by_offer
                 and stock = lag(stock) over by_offer and stock = lead(stock) over by_offer as is_between_equals
             from price_point where observed_at >= $1 and observed_at < $1 + interval '1 month'
             window by_offer as (partition by offer_id order by observed_at)) as compared
         where is_between_equals and price_point.offer_id = compared.offer_id
           and price_point.observed_at = compared.observed_at
           and price_point.observed_at >= $1 and price_point.observed_at < $1 + interval '1 month'",
        midnight(month),
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    sqlx::query!(
        "insert into price_point_thinned (month, points_dropped) values ($1, $2) on conflict do nothing",
        month,
        i64::try_from(dropped).unwrap_or(i64::MAX),
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(Some(dropped))
}
