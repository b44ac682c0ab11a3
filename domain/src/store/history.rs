use sqlx::PgExecutor;
use time::{Date, OffsetDateTime};

use crate::{
    model::{Fils, OfferId, PricePoint, ProductId, RetailerId, Slug, Stock},
    price_rating::PriceSpan,
};

/// A retailer's price of a product, from one day on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryStep {
    pub retailer_slug: Slug,
    pub retailer_name_en: String,
    pub day: Date,
    pub price: Fils,
    pub stock: Stock,
}

/// A product's prices in a period. Times at which an offer is sold out or on pre-order do not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceStatistics {
    pub lowest: Option<Fils>,
    pub highest: Option<Fils>,
    /// The mean of all offers' prices, each weighted by the seconds that it held, rounded to a fils. A price holds until the
    /// offer's next point or its end.
    pub average: Option<Fils>,
    /// The lowest price in stock now.
    pub current_lowest: Option<Fils>,
}

/// Returns every retailer's price steps of a product since a time, by retailer and day, the last one of each day. The
/// price that was valid when the range began is returned as a step on its first day.
pub async fn list(
    db: impl PgExecutor<'_>,
    product_id: ProductId,
    since: OffsetDateTime,
) -> sqlx::Result<Vec<HistoryStep>> {
    sqlx::query_as!(
        HistoryStep,
        r#"with step as (
               select offer.id, retailer_id, observed_at, point.price_fils, point.stock
               from offer join price_point as point on point.offer_id = offer.id and observed_at >= $2
               where product_id = $1
               union all
               select offer.id, retailer_id, $2, previous.price_fils, previous.stock
               from offer, lateral (
                   select price_fils, stock from price_point
                   where offer_id = offer.id and observed_at < $2 order by observed_at desc limit 1) as previous
               where product_id = $1
           ), last_of_day as (
               select distinct on (id, (observed_at at time zone 'UTC')::date)
                   retailer_id, (observed_at at time zone 'UTC')::date as day, price_fils, stock
               from step order by id, (observed_at at time zone 'UTC')::date, observed_at desc
           )
           select distinct on (position, day) slug as "retailer_slug: Slug", name_en as retailer_name_en, day as "day!",
               price_fils as "price!: Fils", stock as "stock!: Stock"
           from last_of_day join retailer on retailer.id = retailer_id
           order by position, day, (stock = 'OUT'), price_fils"#,
        product_id as ProductId,
        since,
    )
    .fetch_all(db)
    .await
}

/// Returns the lowest, highest, average and current lowest price of a product since a day's first moment (UTC). Days
/// that were rolled up are read from the roll-up, as long as the feed shows no later change of the product; all other
/// days are read point by point.
pub async fn compute_statistics(
    db: impl PgExecutor<'_>,
    product_id: ProductId,
    since: OffsetDateTime,
) -> sqlx::Result<PriceStatistics> {
    sqlx::query_as!(
        PriceStatistics,
        r#"with rolled as (
               select rolled_until from product_price_roll_up as roll_up, product_change_floor
               where roll_up.product_id = $1 and seen_below > pruned_xid and not exists (
                   select from product_change as change where change.product_id = $1 and change.xid >= seen_below)
                   and not exists (
                       select from product_price_day as unweighed where unweighed.product_id = $1 and seconds is null)
           ),
           read as (
               select greatest($2::timestamptz,
                   (select rolled_until from rolled)::timestamp at time zone 'UTC') as start)
           select min(lowest_fils) as "lowest: Fils", max(highest_fils) as "highest: Fils",
               -- Prices that have held for no second yet count alike.
               round(coalesce(sum(fils_seconds) / nullif(sum(seconds), 0), avg(lowest_fils)))::bigint as "average: Fils",
               (select min(price_fils) from offer join retailer on retailer.id = retailer_id
                where product_id = $1 and ended_at is null and stock = 'IN' and enabled) as "current_lowest: Fils"
           from (
               select lowest_fils, highest_fils, fils_seconds, seconds from product_price_day
               where product_id = $1 and day >= ($2::timestamptz at time zone 'UTC')::date
                   and day < (select rolled_until from rolled)
               union all
               select price_fils, price_fils, price_fils * seconds, seconds
               from (
                   select held.price_fils, greatest(0, date_part('epoch',
                       least(coalesce(held.next, offer.ended_at, now()), now()) - held.observed_at)::bigint) as seconds
                   from read cross join offer cross join lateral (
                       select observed_at, price_fils, stock, lead(observed_at) over (order by observed_at) as next
                       from price_point where offer_id = offer.id and observed_at >= read.start
                       union all
                       (select read.start, price_fils, stock, (select min(observed_at) from price_point as later
                            where later.offer_id = offer.id and later.observed_at >= read.start)
                        from price_point as point where point.offer_id = offer.id and point.observed_at < read.start
                        order by point.observed_at desc limit 1)) as held
                   where product_id = $1 and held.stock <> 'OUT') as weighed
           ) as priced (lowest_fils, highest_fils, fils_seconds, seconds)"#,
        product_id as ProductId,
        since,
    )
    .fetch_one(db)
    .await
}

/// Returns the price points of these offers since a time, with the one that was valid when the range began, by day.
pub async fn list_points(
    db: impl PgExecutor<'_>,
    offers: &[OfferId],
    since: OffsetDateTime,
) -> sqlx::Result<Vec<PricePoint>> {
    sqlx::query_as!(
        PricePoint,
        r#"select offer_id as "offer_id!: OfferId", (observed_at at time zone 'UTC')::date as "day!",
               price_fils as "price!: Fils", stock as "stock!: Stock"
           from (
               select offer_id, observed_at, price_fils, stock from price_point
               where offer_id = any($1::uuid[]) and observed_at >= $2
               union all
               select requested.id, previous.observed_at, previous.price_fils, previous.stock
               from unnest($1::uuid[]) as requested (id), lateral (
                   select observed_at, price_fils, stock from price_point
                   where offer_id = requested.id and observed_at < $2 order by observed_at desc limit 1) as previous
           ) as step
           order by observed_at"#,
        offers as &[OfferId],
        since,
    )
    .fetch_all(db)
    .await
}

/// A time in which an offer was in stock at one price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferSpan {
    pub product_id: ProductId,
    pub offer_id: OfferId,
    pub from: OffsetDateTime,
    /// `None` while it lasts.
    pub until: Option<OffsetDateTime>,
    pub price: Fils,
    /// What the retailer says now that the offer cost before.
    pub list_price: Option<Fils>,
}

impl OfferSpan {
    /// Returns the time and the price; a span that lasts ends at `now`.
    pub fn to_price_span(&self, now: OffsetDateTime) -> PriceSpan {
        let until = self.until.map_or(now, |until| until.min(now));
        PriceSpan { from: self.from, until, price: self.price }
    }
}

/// Returns the times in which offers of these products were in stock, by offer and time: those since `since`, and the one
/// that lasted then, which begins at its latest point before. Offers of retailers that are switched off are left out.
pub async fn list_spans(
    db: impl PgExecutor<'_>,
    products: &[ProductId],
    since: OffsetDateTime,
) -> sqlx::Result<Vec<OfferSpan>> {
    select_spans(db, products, since, false).await
}

/// Returns as [`list_spans`] those of the offers, of any retailer, that have a list price and are in stock now.
pub(super) async fn list_spans_of_reduced(
    db: impl PgExecutor<'_>,
    products: &[ProductId],
    since: OffsetDateTime,
) -> sqlx::Result<Vec<OfferSpan>> {
    select_spans(db, products, since, true).await
}

async fn select_spans(
    db: impl PgExecutor<'_>,
    products: &[ProductId],
    since: OffsetDateTime,
    of_reduced: bool,
) -> sqlx::Result<Vec<OfferSpan>> {
    sqlx::query_as!(
        OfferSpan,
        r#"with compared as (
               select offer.id, offer.product_id, offer.list_price_fils, offer.ended_at, held.observed_at,
                   held.price_fils, held.stock,
                   lag(held.price_fils) over by_offer as price_before, lag(held.stock) over by_offer as stock_before
               from offer join retailer on retailer.id = offer.retailer_id
               cross join lateral (
                   select observed_at, price_fils, stock from price_point
                   where offer_id = offer.id and observed_at >= $2
                   union all
                   (select observed_at, price_fils, stock from price_point as point
                    where point.offer_id = offer.id and point.observed_at < $2
                    order by point.observed_at desc limit 1)) as held
               where offer.product_id = any($1::uuid[]) and case when $3
                   then offer.list_price_fils > offer.price_fils and offer.ended_at is null and offer.stock = 'IN'
                   else retailer.enabled end
               window by_offer as (partition by offer.id order by held.observed_at)
           ), changed as (
               -- The points of a price that stayed are proofs of life: the first one begins the span.
               select id, product_id, list_price_fils, ended_at, observed_at, price_fils, stock,
                   lead(observed_at) over (partition by id order by observed_at) as next
               from compared
               where price_fils is distinct from price_before or stock is distinct from stock_before
           )
           select product_id as "product_id!: ProductId", id as "offer_id: OfferId", observed_at as "from!",
               coalesce(next, ended_at) as until, price_fils as "price!: Fils", list_price_fils as "list_price: Fils"
           from changed where stock = 'IN' order by id, observed_at"#,
        products as &[ProductId],
        since,
        of_reduced,
    )
    .fetch_all(db)
    .await
}

/// The price of an offer that was in stock at a given time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceAtTime {
    pub product_id: ProductId,
    pub retailer_id: RetailerId,
    pub price: Fils,
}

/// Returns the prices of those offers of these products that were in stock at a given time, in no particular order.
pub async fn list_prices_at(
    db: impl PgExecutor<'_>,
    products: &[ProductId],
    at: OffsetDateTime,
) -> sqlx::Result<Vec<PriceAtTime>> {
    sqlx::query_as!(
        PriceAtTime,
        r#"select product_id as "product_id!: ProductId", retailer_id as "retailer_id: RetailerId",
               latest.price_fils as "price!: Fils"
           from offer, lateral (
               select price_fils, stock from price_point
               where offer_id = offer.id and observed_at <= $2 order by observed_at desc limit 1) as latest
           where product_id = any($1::uuid[]) and latest.stock = 'IN' and (ended_at is null or ended_at > $2)"#,
        products as &[ProductId],
        at,
    )
    .fetch_all(db)
    .await
}
