//! The price screen holds wrong prices back, and they stay held.

use demo::{Override, ShopKind, StockOverride};
use domain::{
    model::{Fils, ProductId},
    store::{crawls::CrawlState, snapshots},
};
use ingest::crawl::{CrawlOptions, crawl};
use sqlx::PgPool;

use crate::{
    demo_server::{DemoRetailers, bar, context, crawl_all, import_reference},
    stored_data::{StoredData, assert_same, forget_crawls, number, texts},
};

/// Returns every product as pages, the index and alerts receive it.
async fn published_data(db: &PgPool) -> anyhow::Result<String> {
    let ids: Vec<ProductId> = sqlx::query_scalar("select id from product order by id").fetch_all(db).await?;
    let today = time::OffsetDateTime::now_utc().date();
    let mut shown = snapshots::load(db, &ids, today).await?;
    // A new crawl changes when the price was confirmed, and whether crawls still confirm it: those fields are reset here.
    for listed in shown.iter_mut().flat_map(|snapshot| &mut snapshot.offers) {
        listed.offer.price_confirmed_at = time::OffsetDateTime::UNIX_EPOCH;
        listed.is_confirmed_by_crawls = true;
    }
    Ok(format!("{shown:?}"))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn first_crawl_of_honest_retailers_holds_no_price_in_any_order(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    let context = context(&db);
    let mut files = street.files();
    let mut stored = Vec::new();
    for turn in [0, 2, 4] {
        forget_crawls(&db).await?;
        files.rotate_left(turn);
        crawl_all(&context, &files).await?;
        stored.push(StoredData::read(&db).await?);
        let held = "select concat_ws(' ', slug, reason, price_fils, 'among', market_shops, 'at', market_median_fils, draft)
                    from held_offer join retailer on retailer.id = retailer_id";
        assert!(texts(&db, held).await?.is_empty(), "{:#?}", texts(&db, held).await?);
    }
    assert_same(&stored[1], &stored[0]);
    assert_same(&stored[2], &stored[0]);
    Ok(())
}

/// Nothing compares with the cards of a catalogue without products but the other cards.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn first_price_a_thousand_times_too_high_is_held_in_any_order(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let context = context(&db);
    let mut files = [street.file(ShopKind::SidraStore), street.file(ShopKind::DhowDigital)];
    crawl_all(&context, &files).await?;
    let cards =
        "select external_id || ' ' || price_fils from offer join retailer on retailer.id = retailer_id
                 where slug = 'sidra-store' and offer.category = 'GPU' and stock = 'IN'
                     and price_fils between 100000 and 500000 order by 1 limit 1";
    let card = texts(&db, cards).await?.remove(0);
    let (id, price) = card.split_once(' ').ok_or_else(|| anyhow::anyhow!("no card"))?;
    let misread = Override { price: Some(Fils(price.parse::<i64>()? * 1000)), stock: None };
    street.world.set_offer(ShopKind::SidraStore, id, misread);
    for _ in 0..2 {
        forget_crawls(&db).await?;
        files.rotate_left(1);
        crawl_all(&context, &files).await?;
        let held = "select concat_ws(' ', slug, external_id, reason, evidence #>> '{class,category}') from held_offer
                    join retailer on retailer.id = retailer_id where state = 'HELD'";
        assert_eq!(texts(&db, held).await?, [format!("sidra-store {id} PRICE_FAR_FROM_CLASS GPU")]);
        let published = "select external_id from offer where ended_at is null and price_fils > 90000000";
        assert!(texts(&db, published).await?.is_empty());
    }
    // Another crawl neither publishes nor asks again.
    let reports = crawl_all(&context, &files).await?;
    assert!(reports.iter().all(|report| report.counters.new == 0), "{reports:?}");
    assert_eq!(
        number(&db, "select count(*) from held_offer where state = 'HELD' and times_seen = 2").await?,
        1
    );
    // The shop mends its page.
    street.world.set_offer(ShopKind::SidraStore, id, Override { price: None, stock: None });
    crawl_all(&context, &files).await?;
    assert_eq!(number(&db, "select count(*) from held_offer where state = 'HELD'").await?, 0);
    let back = "select external_id from offer join retailer on retailer.id = retailer_id
                where slug = 'sidra-store' and ended_at is null";
    assert!(texts(&db, back).await?.iter().any(|found| found == id));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn held_offer_reaches_no_page_feed_or_history(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    let context = context(&db);
    let files = [street.file(ShopKind::DhowDigital), street.file(ShopKind::SidraStore)];
    crawl_all(&context, &files).await?;
    let (before, pages) = (StoredData::read(&db).await?, published_data(&db).await?);
    let feed = number(&db, "select count(*) from product_change").await?;
    let joined = "select external_id from offer join retailer on retailer.id = retailer_id
                  where slug = 'sidra-store' and product_id is not null and stock = 'IN' order by 1 limit 5";
    for (place, id) in texts(&db, joined).await?.iter().enumerate() {
        // Alternately too low and too high.
        let price = if place % 2 == 0 { Fils(500) } else { Fils(9_999_000) };
        let change = Override { price: Some(price), stock: None };
        street.world.set_offer(ShopKind::SidraStore, id, change);
    }
    for _ in 0..2 {
        let reports = crawl_all(&context, &files).await?;
        let counters = reports[1].counters;
        assert_eq!((counters.held, counters.changed, counters.new), (5, 0, 0), "{:?}", reports[1]);
        // A held offer counts as met, not as missing.
        assert_eq!((reports[1].state, counters.ended), (CrawlState::Complete, 0), "{:?}", reports[1]);
    }
    assert_eq!(
        number(&db, "select count(*) from product_change").await?,
        feed + 5,
        "the cards are told once that crawls confirm the prices no longer; nothing else is indexed or mailed"
    );
    assert!(published_data(&db).await? == pages, "a page or the index shows what is held");
    let after = StoredData::read(&db).await?;
    assert_eq!(after.held.len(), 5);
    assert_same(&StoredData { held: before.held.clone(), ..after }, &before);
    let counted = "select offers_held::text from crawl join retailer on retailer.id = retailer_id
                   where slug = 'sidra-store' order by started_at";
    assert_eq!(texts(&db, counted).await?, ["0", "5", "5"]);
    Ok(())
}

/// Two of five offers had ended and are listed again; a third of the live ones is gone. Counted among the live ones, the
/// returned offers would hide the loss.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn returned_offers_do_not_hide_the_loss_of_live_ones(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let context = context(&db);
    let files = [street.file(ShopKind::SidraStore)];
    crawl_all(&context, &files).await?;
    let ended = "update offer set ended_at = now() where id in (
                     select id from offer order by external_id limit (select count(*) * 2 / 5 from offer))";
    sqlx::query(ended).execute(&db).await?;
    let live = texts(&db, "select external_id from offer where ended_at is null").await?;
    for id in live.iter().take(live.len() * 35 / 100) {
        let gone = Override { price: None, stock: Some(StockOverride::Gone) };
        street.world.set_offer(ShopKind::SidraStore, id, gone);
    }
    let report = crawl_all(&context, &files).await?.remove(0);
    assert_eq!(report.state, CrawlState::Held, "{report:?}");
    assert!(report.error.is_some_and(|error| error.contains("offers of the retailer are missing")));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn accepted_loss_of_many_offers_ends_them_after_two_crawls(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let context = context(&db);
    let file = street.file(ShopKind::SidraStore);
    crawl_all(&context, std::slice::from_ref(&file)).await?;
    let ids = texts(&db, "select external_id from offer").await?;
    let gone = ids.len() / 2;
    for id in ids.iter().take(gone) {
        let change = Override { price: None, stock: Some(StockOverride::Gone) };
        street.world.set_offer(ShopKind::SidraStore, id, change);
    }
    let accepting = CrawlOptions { accept_missing: true, ..CrawlOptions::default() };
    let expected = [
        (CrawlOptions::default(), CrawlState::Held, 0),
        (accepting, CrawlState::Complete, 0),
        (accepting, CrawlState::Complete, gone),
    ];
    for (options, state, ended) in expected {
        let report = crawl(&context, &file, options, &bar()).await?;
        assert_eq!((report.state, report.counters.ended as usize), (state, ended), "{report:?}");
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn crawl_that_loses_offers_or_changes_prices_too_much_is_held(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let context = context(&db);
    let files = [street.file(ShopKind::SidraStore)];
    crawl_all(&context, &files).await?;
    let before = StoredData::read(&db).await?;
    let shop = ShopKind::SidraStore;
    let ids = texts(&db, "select external_id from offer where stock = 'IN'").await?;
    let third = street.offer_count(shop) * 31 / 100;
    assert!(ids.len() > third, "{} of {third}", ids.len());
    for id in ids.iter().take(third + 1) {
        street.world.set_offer(shop, id, Override { price: None, stock: Some(StockOverride::Gone) });
    }
    for _ in 0..2 {
        let report = crawl_all(&context, &files).await?.remove(0);
        assert_eq!((report.state, report.counters.ended), (CrawlState::Held, 0), "{report:?}");
        assert!(report.error.is_some_and(|error| error.contains("offers of the retailer are missing")));
    }
    assert_same(&StoredData::read(&db).await?, &before);

    for (place, id) in ids.iter().enumerate() {
        let price = (place < third).then_some(Fils(9_999_000));
        street.world.set_offer(shop, id, Override { price, stock: None });
    }
    let report = crawl_all(&context, &files).await?.remove(0);
    assert_eq!((report.state, report.counters.changed), (CrawlState::Held, 0), "{report:?}");
    assert!(report.error.is_some_and(|error| error.contains("prices changed too much at once")));
    let after = StoredData::read(&db).await?;
    assert_eq!(after.held.len(), third);
    assert_same(&StoredData { held: before.held.clone(), ..after }, &before);
    Ok(())
}
