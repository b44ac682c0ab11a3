use std::time::{Duration, Instant};

use demo::{Fault, Override, ShopKind};
use domain::{model::Fils, store::crawls::CrawlState};
use sqlx::PgPool;

use crate::{
    demo_server::{DemoRetailers, context, crawl_all},
    stored_data::{StoredData, assert_same, texts},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_retailer_names_the_reason_and_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let context = context(&db);
    let kinds = [ShopKind::DhowDigital, ShopKind::SafatTech, ShopKind::SidraStore];
    let files: Vec<_> = kinds.into_iter().map(|kind| street.file(kind)).collect();
    crawl_all(&context, &files).await?;
    let before = StoredData::read(&db).await?;
    for (fault, words) in [
        (Fault::Down, "answered 503"),
        (Fault::ServerError, "answered 500"),
        (Fault::Garbage, "sent an unreadable answer"),
        (Fault::Hang, "took longer than allowed"),
    ] {
        for kind in kinds {
            street.world.set_fault(kind, fault);
        }
        let began = Instant::now();
        for report in crawl_all(&context, &files).await? {
            assert_eq!(report.state, CrawlState::Failed, "{fault:?} {report:?}");
            let error = report.error.unwrap_or_default();
            assert!(error.contains(words) && error.contains("127.0.0.1"), "{fault:?}: {error}");
        }
        assert!(began.elapsed() < Duration::from_secs(45), "{fault:?} took {:?}", began.elapsed());
        assert_same(&StoredData::read(&db).await?, &before);
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn garbage_pages_end_no_offer(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let context = context(&db);
    let files = [street.file(ShopKind::NoorComputers)];
    crawl_all(&context, &files).await?;
    let before = StoredData::read(&db).await?;
    street.world.set_fault(ShopKind::NoorComputers, Fault::Garbage);
    let report = crawl_all(&context, &files).await?.remove(0);
    assert_eq!(report.state, CrawlState::Failed, "{report:?}");
    assert_same(&StoredData::read(&db).await?, &before);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_ten_times_off_is_held_and_the_old_price_stays(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let context = context(&db);
    let files = [street.file(ShopKind::SidraStore)];
    crawl_all(&context, &files).await?;
    let in_stock = "select external_id || ' ' || price_fils from offer where stock = 'IN' order by 1 limit 1";
    let chosen = texts(&db, in_stock).await?.remove(0);
    let (id, price) = chosen.split_once(' ').expect("id and price");
    let tenth = Fils(price.parse::<i64>()? / 10);
    street.world.set_offer(ShopKind::SidraStore, id, Override { price: Some(tenth), stock: None });
    let report = crawl_all(&context, &files).await?.remove(0);
    assert_eq!((report.counters.held, report.counters.changed), (1, 0));
    assert_eq!(texts(&db, in_stock).await?.first(), Some(&chosen));

    street.world.set_offer(ShopKind::SidraStore, id, Override::default());
    crawl_all(&context, &files).await?;
    assert_eq!(texts(&db, "select state from held_offer").await?, ["SUPERSEDED"]);
    Ok(())
}
