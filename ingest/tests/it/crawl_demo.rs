use std::collections::HashSet;

use demo::{Habit, ListingKind, Override, ShopKind, StockOverride};
use domain::{config::Config, model::Fils, store::crawls::CrawlState};
use ingest::matching;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    demo_server::{DemoRetailers, context, crawl_all, import_reference},
    stored_data::{StoredData, assert_same, number, texts},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn second_crawl_of_all_demo_retailers_changes_nothing(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    let context = context(&db);
    let reports = crawl_all(&context, &street.files()).await?;
    for (kind, report) in ShopKind::ALL.into_iter().zip(&reports) {
        let offers = &street.world.catalogue.shop(kind.slug()).expect("a demo retailer").offers;
        let failing = offers.iter().filter(|offer| offer.habit == Some(Habit::FailingPage)).count();
        assert_eq!(report.state, CrawlState::Complete, "{}", kind.slug());
        assert_eq!(report.error.is_some(), failing > 0, "{}: {:?}", kind.slug(), report.error);
        let found = usize::try_from(report.counters.accepted + report.counters.rejected)?;
        assert_eq!(found, street.offer_count(kind) - failing, "{}", kind.slug());
        assert_eq!(report.counters.new + report.counters.held, report.counters.accepted, "{}", kind.slug());
    }
    let total: i32 = reports.iter().map(|report| report.counters.new).sum();
    assert!(total >= 2_200, "{total} offers");
    // The second crawl may decide what the first left unsure: by then it is known what the retailers' categories hold.
    let learnt = crawl_all(&context, &street.files()).await?;
    assert!(learnt.iter().all(|report| report.counters.changed <= 3), "{learnt:?}");
    matching::run(&db, &Config::load()?, false, &CancellationToken::new(), |_| ()).await?;
    let (joined, known) = count_linked_reference_listings(&db, &street).await?;
    assert!(joined * 100 >= known * 85, "{joined} of {known} offers found their product");

    let first = StoredData::read(&db).await?;
    let head = number(&db, "select max(seq) from product_change").await?;
    let again = crawl_all(&context, &street.files()).await?;
    for report in &again {
        assert_eq!((report.counters.new, report.counters.changed, report.counters.ended), (0, 0, 0));
    }
    assert_same(&StoredData::read(&db).await?, &first);
    assert_eq!(
        number(&db, "select max(seq) from product_change").await?,
        head,
        "nothing may be indexed again"
    );
    Ok(())
}

/// Counts the listings on their product's page, among those that identify a part of the reference.
async fn count_linked_reference_listings(
    db: &PgPool,
    street: &DemoRetailers,
) -> anyhow::Result<(usize, usize)> {
    let listings = street.world.catalogue.truth();
    let known: HashSet<(&str, &str)> = listings
        .iter()
        .filter(|listing| listing.kind == ListingKind::Part && listing.in_reference)
        .map(|listing| (listing.retailer, listing.external_id.as_str()))
        .collect();
    let offers: Vec<(String, String, bool)> = sqlx::query_as(
        "select slug, external_id, product_id is not null from offer join retailer on retailer.id = retailer_id",
    )
    .fetch_all(db)
    .await?;
    let of_known = offers.iter().filter(|(slug, id, _)| known.contains(&(slug.as_str(), id.as_str())));
    Ok((of_known.clone().filter(|(.., joined)| *joined).count(), of_known.count()))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn changed_price_adds_one_price_point_and_one_feed_row(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    let context = context(&db);
    let files = [street.file(ShopKind::DhowDigital)];
    crawl_all(&context, &files).await?;
    let offers =
        "select external_id from offer where product_id is not null and stock = 'IN' order by 1 limit 1";
    let chosen = texts(&db, offers).await?.remove(0);
    let price: i64 = sqlx::query_scalar("select price_fils from offer where external_id = $1")
        .bind(&chosen)
        .fetch_one(&db)
        .await?;
    let points = number(&db, "select count(*) from price_point").await?;
    let feed = number(&db, "select count(*) from product_change").await?;

    let lower = Fils(price * 9 / 10 / 50 * 50);
    street.world.set_offer(ShopKind::DhowDigital, &chosen, Override { price: Some(lower), stock: None });
    let report = crawl_all(&context, &files).await?.remove(0);
    assert_eq!((report.counters.new, report.counters.changed), (0, 1));
    assert_eq!(number(&db, "select count(*) from price_point").await?, points + 1);
    assert_eq!(number(&db, "select count(*) from product_change").await?, feed + 1);
    let now: i64 = sqlx::query_scalar("select price_fils from offer where external_id = $1")
        .bind(&chosen)
        .fetch_one(&db)
        .await?;
    assert_eq!(now, lower.0);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn an_offer_ends_when_two_complete_crawls_miss_it(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let context = context(&db);
    let files = [street.file(ShopKind::SidraStore)];
    crawl_all(&context, &files).await?;
    let chosen = texts(&db, "select external_id from offer order by 1 limit 1").await?.remove(0);
    let gone = Override { price: None, stock: Some(StockOverride::Gone) };
    street.world.set_offer(ShopKind::SidraStore, &chosen, gone);
    let ended = "select count(*) from offer where ended_at is not null";
    crawl_all(&context, &files).await?;
    assert_eq!(number(&db, ended).await?, 0);
    assert_eq!(crawl_all(&context, &files).await?.remove(0).counters.ended, 1);
    assert_eq!(number(&db, ended).await?, 1);

    street.world.set_offer(ShopKind::SidraStore, &chosen, Override::default());
    crawl_all(&context, &files).await?;
    assert_eq!(number(&db, ended).await?, 0, "what comes back is live again");
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sold_out_page_changes_the_stock_and_keeps_the_last_price(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let context = context(&db);
    let files = [street.file(ShopKind::BandarPc)];
    crawl_all(&context, &files).await?;
    let prices = "select external_id || ' ' || price_fils from offer order by 1";
    let before = texts(&db, prices).await?;
    let ids = texts(&db, "select external_id from offer where stock = 'IN' order by 1 limit 40").await?;
    for id in &ids {
        let out = Override { price: None, stock: Some(StockOverride::Out) };
        street.world.set_offer(ShopKind::BandarPc, id, out);
    }
    let report = crawl_all(&context, &files).await?.remove(0);
    assert_eq!(report.counters.changed, 40, "{report:?}");
    assert_eq!(texts(&db, prices).await?, before);
    Ok(())
}
