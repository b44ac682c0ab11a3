use std::collections::HashSet;

use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use super::feed;
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

/// The counters of an import of past prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportCounters {
    pub stored: u64,
    /// Prices that were stored already.
    pub known: u64,
    /// Prices of an offer that the retailer does not have.
    pub unknown_offer: u64,
}

/// Creates the monthly partitions between two times. Call it in a transaction of its own, because it locks the table.
pub async fn ensure_partitions(
    db: impl PgExecutor<'_>,
    from: OffsetDateTime,
    to: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!("select ensure_price_point_partitions($1, $2) as made", from, to).fetch_one(db).await?;
    Ok(())
}

/// Records the current prices of these offers.
pub(super) async fn insert_current(
    db: impl PgExecutor<'_>,
    offers: &[OfferId],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    if offers.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into price_point (offer_id, observed_at, price_fils, stock)
         select id, $2, price_fils, stock from offer where id = any($1::uuid[])
         on conflict do nothing",
        offers as &[OfferId],
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Records the unchanged prices of those offers that have no price point of this day (UTC) yet.
pub(super) async fn insert_proof_of_life(
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

/// Records that these offers ended.
pub(super) async fn insert_ended(
    db: impl PgExecutor<'_>,
    offers: &[OfferId],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    if offers.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into price_point (offer_id, observed_at, price_fils, stock)
         select id, $2, price_fils, 'OUT' from offer where id = any($1::uuid[])
         on conflict do nothing",
        offers as &[OfferId],
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The numbers of removed rows with a future time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct FutureCounters {
    pub points: u64,
    /// Offers that had such price points.
    pub offers: u64,
    pub products: u64,
}

/// Deletes price points with a future time (by the database's clock), which a machine with a wrong clock has written.
/// Other future times are set to now.
pub async fn delete_future(tx: &mut PgTransaction<'_>) -> sqlx::Result<FutureCounters> {
    let gone = sqlx::query_scalar!(
        r#"with gone as (delete from price_point where observed_at > now() returning offer_id)
           select offer_id as "offer_id: OfferId" from gone"#,
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query!("update retailer set crawled_at = now() where crawled_at > now()")
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "update offer set ended_at = least(ended_at, now()), confirmed_at = least(confirmed_at, now())
         where ended_at > now() or confirmed_at > now()",
    )
    .execute(&mut **tx)
    .await?;
    let points = gone.len() as u64;
    let mut offers = gone;
    offers.sort_unstable();
    offers.dedup();
    let products = sqlx::query_scalar!(
        r#"select distinct product_id as "id!: ProductId" from offer where id = any($1::uuid[]) and product_id is not null"#,
        &offers as &[OfferId],
    )
    .fetch_all(&mut **tx)
    .await?;
    feed::append(&mut **tx, &products).await?;
    Ok(FutureCounters { points, offers: offers.len() as u64, products: products.len() as u64 })
}

/// Stores past prices of one retailer. Running it again stores nothing twice.
pub async fn import(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    prices: &[PastPrice],
) -> sqlx::Result<ImportCounters> {
    let (Some(first), Some(last)) = (
        prices.iter().map(|price| price.observed_at).min(),
        prices.iter().map(|price| price.observed_at).max(),
    ) else {
        return Ok(ImportCounters::default());
    };
    ensure_partitions(&mut **tx, first, last).await?;
    let found = find_offers(tx, retailer_id, prices).await?;

    let mut offers = Vec::new();
    let mut moments = Vec::new();
    let mut fils = Vec::new();
    let mut stocks = Vec::new();
    let mut matched = HashSet::new();
    for row in &found {
        let index = usize::try_from(row.number - 1).unwrap_or(usize::MAX);
        let Some(price) = prices.get(index) else { continue };
        matched.insert(index);
        offers.push(row.id);
        moments.push(price.observed_at);
        fils.push(price.price.0);
        stocks.push(price.stock.as_str().to_owned());
    }
    let stored = sqlx::query!(
        "insert into price_point (offer_id, observed_at, price_fils, stock)
         select * from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::text[])
         on conflict do nothing",
        &offers as &[OfferId],
        &moments,
        &fils,
        &stocks,
    )
    .execute(&mut **tx)
    .await?
    .rows_affected();
    if stored > 0 {
        let products: Vec<ProductId> = found.iter().filter_map(|row| row.product_id).collect();
        feed::append(&mut **tx, &products).await?;
    }
    Ok(ImportCounters {
        stored,
        known: offers.len() as u64 - stored,
        unknown_offer: (prices.len() - matched.len()) as u64,
    })
}

/// The offer of a past price; `number` is the price's position, from 1.
struct PricedOffer {
    number: i64,
    id: OfferId,
    product_id: Option<ProductId>,
}

/// Finds offers by the retailer's own id, or where there is none by address.
async fn find_offers(
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
