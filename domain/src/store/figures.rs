//! Figures of the administrators' dashboard. A job computes the costly ones, for products that changed according to
//! the feed.

use sqlx::{PgConnection, PgExecutor, PgPool};
use time::{Date, OffsetDateTime};

use super::{feed, reductions};
use crate::model::{Category, Fils, ProductId};

/// Products per transaction. A long transaction would hold up the feed.
const PRODUCTS_PER_TRANSACTION: i64 = 2_000;

/// The outcome of one roll-up of the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RollUpProgress {
    pub products: u64,
}

/// Updates the figures for products that changed since the last run; for all products on the first run, or when the
/// feed does not reach back that far. Running it again changes nothing.
pub async fn roll_up(db: &PgPool) -> sqlx::Result<RollUpProgress> {
    feed::identity(db).await?;
    let seen_below = feed::read_seen_below(db).await?;
    let since = sqlx::query_scalar!(
        r#"select seen_below::text as "xid!" from figures_state, product_change_floor where seen_below > pruned_xid"#,
    )
    .fetch_optional(db)
    .await?;
    let mut done = RollUpProgress::default();
    let mut after = ProductId(uuid::Uuid::nil());
    loop {
        let batch = match &since {
            Some(since) => list_changed(db, since, after).await?,
            None => list_all(db, after).await?,
        };
        let Some(last) = batch.last() else { break };
        after = *last;
        done.products += batch.len() as u64;
        reductions::judge(db, &batch, OffsetDateTime::now_utc()).await?;
        let mut tx = db.begin().await?;
        roll_up_spreads(&mut tx, &batch).await?;
        tx.commit().await?;
    }
    if since.is_none() || done.products > 0 {
        count_products(db).await?;
    }
    sqlx::query!(
        "insert into figures_state (seen_below, summed_at) values ($1::text::xid8, now())
         on conflict (only_row) do update set seen_below = excluded.seen_below, summed_at = excluded.summed_at",
        seen_below,
    )
    .execute(db)
    .await?;
    Ok(done)
}

/// Returns the time of the last update; `None` before the first.
pub async fn rolled_up_at(db: impl PgExecutor<'_>) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!("select summed_at from figures_state").fetch_optional(db).await
}

async fn list_changed(
    db: impl PgExecutor<'_>,
    since: &str,
    after: ProductId,
) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select distinct product_id as "id: ProductId" from product_change
           where xid >= $1::text::xid8 and product_id > $2 order by 1 limit $3"#,
        since,
        after as ProductId,
        PRODUCTS_PER_TRANSACTION,
    )
    .fetch_all(db)
    .await
}

async fn list_all(db: impl PgExecutor<'_>, after: ProductId) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select id as "id: ProductId" from product where id > $1 order by id limit $2"#,
        after as ProductId,
        PRODUCTS_PER_TRANSACTION,
    )
    .fetch_all(db)
    .await
}

async fn roll_up_spreads(tx: &mut PgConnection, products: &[ProductId]) -> sqlx::Result<()> {
    sqlx::query!("delete from price_spread where product_id = any($1::uuid[])", products as &[ProductId])
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "insert into price_spread (product_id, category, shops, lowest_fils, highest_fils, difference, in_stock_difference)
         select product.id, product.category, count(*), min(price), max(price), (max(price) - min(price)) * 10000 / min(price),
             case when count(in_stock) > 1 then (max(in_stock) - min(in_stock)) * 10000 / min(in_stock) end
         from (
             select product_id, retailer_id, min(price_fils) as price,
                 min(price_fils) filter (where stock = 'IN') as in_stock
             from offer join retailer on retailer.id = retailer_id
             where product_id = any($1::uuid[]) and ended_at is null and retailer.enabled
             group by product_id, retailer_id) as cheapest_offer
         join product on product.id = cheapest_offer.product_id and removed_at is null
         group by product.id having count(*) > 1
         on conflict (product_id) do update set category = excluded.category, shops = excluded.shops,
             lowest_fils = excluded.lowest_fils, highest_fils = excluded.highest_fils, difference = excluded.difference,
             in_stock_difference = excluded.in_stock_difference",
        products as &[ProductId],
    )
    .execute(&mut *tx)
    .await?;
    Ok(())
}

/// Counts first and writes afterwards, because a long transaction that has written holds up the feed.
async fn count_products(db: &PgPool) -> sqlx::Result<()> {
    let counted = sqlx::query!(
        r#"select 'CATEGORY' as "kind!", category as "name!", count(*) as "products!"
           from product where removed_at is null group by category
           union all
           select 'SHOP', slug, count(distinct product_id) from offer join retailer on retailer.id = retailer_id
           where product_id is not null and ended_at is null and enabled group by slug"#,
    )
    .fetch_all(db)
    .await?;
    let mut tx = db.begin().await?;
    sqlx::query!("select 1 as one from pg_advisory_xact_lock(hashtext('product_figure'))")
        .fetch_one(&mut *tx)
        .await?;
    sqlx::query!("delete from product_figure").execute(&mut *tx).await?;
    sqlx::query!(
        "insert into product_figure (kind, name, products) select * from unnest($1::text[], $2::text[], $3::bigint[])",
        &counted.iter().map(|row| row.kind.clone()).collect::<Vec<_>>(),
        &counted.iter().map(|row| row.name.clone()).collect::<Vec<_>>(),
        &counted.iter().map(|row| row.products).collect::<Vec<_>>(),
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

/// Totals of the dashboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    pub users: i64,
    pub products: i64,
    pub builds: i64,
    pub reviews: i64,
    pub active_price_alerts: i64,
    /// Reviews of the last seven days.
    pub recent_reviews: i64,
}

/// Returns the totals; the number of products is that of the last update.
pub async fn count_totals(db: impl PgExecutor<'_>) -> sqlx::Result<Totals> {
    sqlx::query_as!(
        Totals,
        r#"select (select count(*) from app_user) as "users!",
               (select coalesce(sum(products), 0)::bigint from product_figure where kind = 'CATEGORY') as "products!",
               (select count(*) from saved_build) as "builds!",
               (select count(*) from review) as "reviews!",
               (select count(*) from price_alert where enabled) as "active_price_alerts!",
               (select count(*) from review where created_at > now() - interval '7 days') as "recent_reviews!""#,
    )
    .fetch_one(db)
    .await
}

/// New users and builds of one day (UTC).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayCount {
    pub day: Date,
    pub users: i64,
    pub builds: i64,
}

/// Returns the new users and builds of each of the last `days` days, the first day first, including days without any.
pub async fn count_growth(db: impl PgExecutor<'_>, days: i32) -> sqlx::Result<Vec<DayCount>> {
    sqlx::query_as!(
        DayCount,
        r#"with day as (
               select (now() at time zone 'UTC')::date - back as day from generate_series(0, $1::integer - 1) as back
           ), since as (
               select ((now() at time zone 'UTC')::date - ($1 - 1))::timestamp at time zone 'UTC' as moment
           )
           select day.day as "day!", coalesce(new_user.count, 0) as "users!", coalesce(new_build.count, 0) as "builds!"
           from day
           left join (select (created_at at time zone 'UTC')::date as day, count(*) from app_user
                      where created_at >= (select moment from since) group by 1) as new_user using (day)
           left join (select (created_at at time zone 'UTC')::date as day, count(*) from saved_build
                      where created_at >= (select moment from since) group by 1) as new_build using (day)
           order by day.day"#,
        days,
    )
    .fetch_all(db)
    .await
}

/// The number of products of a category or retailer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductCount {
    pub name: String,
    pub products: i64,
}

/// Returns the number of products by category, the largest first.
pub async fn count_by_category(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<ProductCount>> {
    sqlx::query_as!(
        ProductCount,
        "select name, products from product_figure where kind = 'CATEGORY' order by products desc, name",
    )
    .fetch_all(db)
    .await
}

/// Returns the retailers with the most products on sale now.
pub async fn list_top_retailers(db: impl PgExecutor<'_>, limit: i64) -> sqlx::Result<Vec<ProductCount>> {
    sqlx::query_as!(
        ProductCount,
        "select retailer.name_en as name, products from product_figure join retailer on slug = name
         where kind = 'SHOP' order by products desc, slug limit $1",
        limit,
    )
    .fetch_all(db)
    .await
}

/// A product whose prices differ between retailers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSpread {
    pub product_id: ProductId,
    pub name: String,
    pub category: Category,
    pub shops: i32,
    pub lowest: Fils,
    pub highest: Fils,
    /// The difference in hundredths of a percent of the lowest price.
    pub difference: i64,
}

/// A summary of all products that match a filter of price spreads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpreadSummary {
    pub products: i64,
    /// The average difference in hundredths of a percent.
    pub average: i64,
    pub highest: i64,
}

/// Filter of price spreads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SpreadFilter {
    pub category: Option<Category>,
    /// The smallest difference, in hundredths of a percent of the lowest price.
    pub min_difference: i64,
    /// Whether only prices of retailers that have the product in stock count.
    pub in_stock: bool,
}

/// Returns products whose prices differ by at least the filter's minimum, the largest difference first.
pub async fn list_spreads(
    db: impl PgExecutor<'_>,
    filter: SpreadFilter,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<PriceSpread>> {
    sqlx::query_as!(
        PriceSpread,
        r#"with widest as (
               (select *, difference as rank from price_spread where not $5 and $1::text is null and difference >= $2
                order by difference desc, product_id offset $4 limit $3)
               union all
               (select *, difference as rank from price_spread where not $5 and category = $1 and difference >= $2
                order by difference desc, product_id offset $4 limit $3)
               union all
               (select *, in_stock_difference as rank from price_spread
                where $5 and ($1::text is null or category = $1) and in_stock_difference >= $2
                order by in_stock_difference desc, product_id offset $4 limit $3)
           )
           select product_id as "product_id!: ProductId", name, widest.category as "category!: Category", shops as "shops!",
               lowest_fils as "lowest!: Fils", highest_fils as "highest!: Fils", rank as "difference!"
           from widest join product on product.id = product_id order by rank desc, product_id"#,
        filter.category as Option<Category>,
        filter.min_difference,
        limit,
        offset,
        filter.in_stock,
    )
    .fetch_all(db)
    .await
}

/// Returns a summary of all products that [`list_spreads`] finds.
pub async fn summarise_spreads(db: impl PgExecutor<'_>, filter: SpreadFilter) -> sqlx::Result<SpreadSummary> {
    sqlx::query_as!(
        SpreadSummary,
        r#"select count(*) as "products!", coalesce(round(avg(difference)), 0)::bigint as "average!",
               coalesce(max(difference), 0) as "highest!"
           from (select category, case when $3 then in_stock_difference else difference end as difference
                 from price_spread) as spread
           where difference >= $2 and ($1::text is null or category = $1)"#,
        filter.category as Option<Category>,
        filter.min_difference,
        filter.in_stock,
    )
    .fetch_one(db)
    .await
}
