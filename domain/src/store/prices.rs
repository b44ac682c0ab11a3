use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use crate::model::{Fils, OfferId, ProductId, RetailerId, Stock};

/// A past price of a retailer's offer, which is named by the retailer's own id or by its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastPrice {
    pub external_id: Option<String>,
    pub url: Option<String>,
    pub observed_at: OffsetDateTime,
    pub price: Fils,
    pub stock: Stock,
}

/// Creates the monthly partitions between two times. Creating one locks the table, so the job `upkeep` creates them months
/// ahead; where they exist, this function changes nothing.
pub async fn ensure_partitions(
    db: impl PgExecutor<'_>,
    from: OffsetDateTime,
    to: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!("select ensure_price_point_partitions($1, $2) as made", from, to).fetch_one(db).await?;
    Ok(())
}

/// Inserts a price point of each of these offers, with the offer's current price, and with this stock or else the offer's
/// current one. An offer that ends is out of stock.
pub(crate) async fn insert_points(
    db: impl PgExecutor<'_>,
    offers: &[OfferId],
    stock: Option<Stock>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    if offers.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into price_point (offer_id, observed_at, price_fils, stock)
         select id, $2, price_fils, coalesce($3, stock) from offer where id = any($1::uuid[])
         on conflict do nothing",
        offers as &[OfferId],
        now,
        stock as Option<Stock>,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Records the unchanged prices of those offers that have no price point of this day (UTC) yet.
pub(crate) async fn insert_daily_point(
    db: impl PgExecutor<'_>,
    offers: &[OfferId],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    if offers.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into price_point (offer_id, observed_at, price_fils, stock)
         select id, $2, price_fils, stock from offer
         where id = any($1::uuid[]) and not exists (
             select from price_point where offer_id = offer.id and observed_at >= $3)
         on conflict do nothing",
        offers as &[OfferId],
        now,
        now.replace_time(time::Time::MIDNIGHT),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes the price points since these offers have had their current price.
pub(crate) async fn delete_points_of_current_price(
    tx: &mut PgTransaction<'_>,
    offers: &[OfferId],
) -> sqlx::Result<()> {
    if offers.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "delete from price_point using offer
         where offer.id = any($1::uuid[]) and price_point.offer_id = offer.id
             and observed_at > coalesce((select max(earlier.observed_at) from price_point as earlier
                 where earlier.offer_id = offer.id and earlier.price_fils <> offer.price_fils), '-infinity')",
        offers as &[OfferId],
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The offer of a past price; `number` is the price's position, from 1.
pub(crate) struct PricedOffer {
    pub(crate) number: i64,
    pub(crate) id: OfferId,
    pub(crate) product_id: Option<ProductId>,
}

/// Finds offers by the retailer's own id, or where there is none by address.
pub(crate) async fn find_offers(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    prices: &[PastPrice],
) -> sqlx::Result<Vec<PricedOffer>> {
    let external_ids: Vec<Option<String>> = prices.iter().map(|price| price.external_id.clone()).collect();
    let urls: Vec<Option<String>> = prices.iter().map(|price| price.url.clone()).collect();
    sqlx::query_as!(
        PricedOffer,
        r#"with past as (
               select * from unnest($2::text[], $3::text[]) with ordinality as past (external_id, url, number)
           )
           select number as "number!", offer.id as "id!: OfferId", product_id as "product_id: ProductId"
           from past join offer on offer.retailer_id = $1 and offer.external_id = past.external_id
           union all
           select number, offer.id, product_id
           from past join offer on offer.retailer_id = $1 and offer.url = past.url
           where past.external_id is null"#,
        retailer_id as RetailerId,
        &external_ids as &[Option<String>],
        &urls as &[Option<String>],
    )
    .fetch_all(&mut **tx)
    .await
}

/// Inserts past prices of offers, and returns the number of those that were not stored yet.
pub(crate) async fn insert_past(
    tx: &mut PgTransaction<'_>,
    prices: &[(OfferId, &PastPrice)],
) -> sqlx::Result<u64> {
    let offers: Vec<OfferId> = prices.iter().map(|(offer, _)| *offer).collect();
    let times: Vec<OffsetDateTime> = prices.iter().map(|(_, price)| price.observed_at).collect();
    let fils: Vec<i64> = prices.iter().map(|(_, price)| price.price.0).collect();
    let stocks: Vec<String> =
        prices.iter().map(|(_, price)| price.stock.in_price_point().as_str().to_owned()).collect();
    let stored = sqlx::query!(
        "insert into price_point (offer_id, observed_at, price_fils, stock)
         select * from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::text[])
         on conflict do nothing",
        &offers as &[OfferId],
        &times,
        &fils,
        &stocks,
    )
    .execute(&mut **tx)
    .await?;
    Ok(stored.rows_affected())
}

/// Deletes price points with a future time (by the database's clock). Returns the offer of each.
pub(crate) async fn delete_future_points(tx: &mut PgTransaction<'_>) -> sqlx::Result<Vec<OfferId>> {
    sqlx::query_scalar!(
        r#"with deleted as (delete from price_point where observed_at > now() returning offer_id)
           select offer_id as "offer_id: OfferId" from deleted"#,
    )
    .fetch_all(&mut **tx)
    .await
}

/// Sets other future times of offers and retailers to now.
pub(crate) async fn correct_future_times(tx: &mut PgTransaction<'_>) -> sqlx::Result<()> {
    sqlx::query!("update retailer set crawled_at = now() where crawled_at > now()")
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "update offer set ended_at = least(ended_at, now()), unconfirmed_since = least(unconfirmed_since, now())
         where ended_at > now() or unconfirmed_since > now()",
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns the products of these offers.
pub(crate) async fn list_products(
    tx: &mut PgTransaction<'_>,
    offers: &[OfferId],
) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select distinct product_id as "id!: ProductId" from offer where id = any($1::uuid[]) and product_id is not null"#,
        offers as &[OfferId],
    )
    .fetch_all(&mut **tx)
    .await
}
