//! A crawler whose clock differs from the database's.

use demo::ShopKind;
use domain::{
    store::{clock, crawls::CrawlState, prices},
    transactions::past_prices,
};
use ingest::crawl::crawl;
use sqlx::{PgPool, postgres::PgPoolOptions};
use time::Duration;

use crate::{
    demo_server::{DemoRetailers, bar, context, import_reference},
    stored_data::number,
};

/// Returns connections for which the database's clock is shifted: replaced functions are found before
/// those of the server.
async fn with_clock(db: &PgPool, ahead: &str) -> PgPool {
    for name in ["now", "clock_timestamp"] {
        let function = format!(
            "create or replace function public.{name}() returns timestamptz language sql volatile
             as $$select pg_catalog.{name}() + interval '{ahead}'$$"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(function)).execute(db).await.unwrap();
    }
    let options = (*db.connect_options()).clone().options([("search_path", "public,pg_catalog")]);
    PgPoolOptions::new().max_connections(5).connect_with(options).await.unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn crawler_with_a_wrong_clock_reads_nothing(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    // From the database's view, this machine is forty days ahead.
    let behind = with_clock(&db, "-40 days").await;
    assert!(clock::skew(&behind).await? > Duration::days(39));
    let report =
        crawl(&context(&behind), &street.file(ShopKind::DhowDigital), Default::default(), &bar()).await?;
    let said = report.error.unwrap_or_default();
    assert!(said.contains("ahead of the database's"), "{said}");
    assert_eq!(number(&db, "select count(*) from price_point").await?, 0);
    behind.close().await;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn prices_are_dated_by_the_database_clock(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    let behind = with_clock(&db, "-3 minutes").await;
    let report =
        crawl(&context(&behind), &street.file(ShopKind::DhowDigital), Default::default(), &bar()).await?;
    assert_eq!(report.state, CrawlState::Complete, "{report:?}");
    assert!(number(&db, "select count(*) from price_point").await? > 0);
    let later =
        "select count(*) from price_point where observed_at > pg_catalog.now() - interval '150 seconds'";
    assert_eq!(number(&db, later).await?, 0);
    behind.close().await;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn prices_dated_in_the_future_are_removed(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    crawl(&context(&db), &street.file(ShopKind::DhowDigital), Default::default(), &bar()).await?;
    let before = number(&db, "select count(*) from price_point").await?;
    let now = clock::now(&db).await?;
    prices::ensure_partitions(&db, now, now + Duration::days(41)).await?;
    sqlx::query(
        "insert into price_point (offer_id, observed_at, price_fils, stock)
         select id, now() + interval '40 days', 1, 'IN' from offer",
    )
    .execute(&db)
    .await?;
    sqlx::query("update retailer set crawled_at = now() + interval '40 days'").execute(&db).await?;
    let told = number(&db, "select count(*) from product_change").await?;
    let mut tx = db.begin().await?;
    let removed = past_prices::delete_future(&mut tx).await?;
    tx.commit().await?;
    assert_eq!(removed.points, removed.offers);
    assert!(removed.products > 0);
    assert_eq!(number(&db, "select count(*) from price_point").await?, before);
    assert_eq!(number(&db, "select count(*) from retailer where crawled_at > now()").await?, 0);
    // Pages and roll-ups learn of the removal from the change feed.
    let more = number(&db, "select count(*) from product_change").await? - told;
    assert_eq!(u64::try_from(more)?, removed.products);
    let mut tx = db.begin().await?;
    assert_eq!(past_prices::delete_future(&mut tx).await?, past_prices::FutureCounters::default());
    Ok(())
}
