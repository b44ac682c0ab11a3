use std::{io::Cursor, time::Duration};

use demo::ShopKind;
use domain::{
    config::Config,
    store::{
        manufacturers,
        sources::{self, DataSource},
    },
};
use ingest::commands::{history, import_specs};
use sqlx::PgPool;

use crate::{
    demo_server::{DemoRetailers, bar, context, crawl_all, import_reference},
    stored_data::{number, texts},
};

fn source() -> DataSource {
    DataSource {
        slug: "facts".to_owned(),
        name: "Facts".to_owned(),
        attribution: Some("Facts by somebody".to_owned()),
        url: None,
    }
}

fn record(number: u32, name: &str, specs: &str) -> String {
    format!(
        r#"{{"id":"00000000-0000-4000-8000-{number:012}","category":"GPU","name":"{name}","manufacturer":"MSI","partNumbers":["912-V{number:03}-001"],"specs":{specs}}}"#
    )
}

async fn import(db: &PgPool, text: &str) -> anyhow::Result<import_specs::ImportReport> {
    let (limits, lines) = (Config::load()?.price_screen, Cursor::new(text.as_bytes().to_vec()));
    import_specs::import(db, &limits, Box::new(lines), &source(), &bar()).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn import_names_bad_lines_and_stores_the_rest(db: PgPool) -> anyhow::Result<()> {
    let good =
        [record(1, "MSI RTX 5070", r#"{"gpuVram":12,"length":9000}"#), record(2, "MSI RTX 5080", "{}")];
    let text = format!("{}\n{{\"id\":\n\n{}\n[]\n", good[0], good[1]);
    let report = import(&db, &text).await?;
    assert_eq!((report.records, report.new, report.bad_lines), (2, 2, 2));
    assert_eq!(report.problems.iter().map(|bad| bad.line).collect::<Vec<_>>(), [2, 5]);
    assert_eq!(report.refused_facts.values().sum::<u64>(), 1);
    assert_eq!(
        texts(&db, "select specs::text from product order by id").await?,
        [r#"{"gpuVram": 12}"#, "{}"]
    );
    assert_eq!(sources::list(&db).await?, [source()]);

    let feed = "select count(*) from product_change";
    let before = number(&db, feed).await?;
    let again = import(&db, &text).await?;
    assert_eq!((again.new, again.changed, again.unchanged), (0, 0, 2));
    assert_eq!(number(&db, feed).await?, before, "nothing may be indexed again");
    Ok(())
}

/// Postgres knows nothing about the tables of a fresh database. Comparing each offer with each product took minutes.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn manufacturers_are_recorded_within_seconds_after_a_first_import(db: PgPool) -> anyhow::Result<()> {
    let lines: Vec<String> =
        (0..3_000).map(|number| record(number, &format!("MSI RTX {number}"), "{}")).collect();
    sqlx::query(
        "insert into retailer (slug, name_en, name_ar, base_url, platform, position)
         values ('north', 'North', 'شمال', 'https://north.example', 'SHOPIFY', 1)",
    )
    .execute(&db)
    .await?;
    assert_eq!(import(&db, &lines.join("\n")).await?.new, 3_000);
    let analyzed = "select count(*) from pg_class where relname = 'product' and reltuples >= 3000";
    assert_eq!(number(&db, analyzed).await?, 1);
    sqlx::query(
        "insert into offer (retailer_id, external_id, url, title_en, category, manufacturer, manufacturer_key, price_fils,
             stock, content_digest)
         select id, number::text, 'https://north.example/' || number, 'a card', 'GPU', 'Maker ' || number % 500,
             'maker' || number % 500, 100000, 'IN', ''
         from retailer, generate_series(1, 40000) as number",
    )
    .execute(&db)
    .await?;
    let mut tx = db.begin().await?;
    let recorded = tokio::time::timeout(Duration::from_secs(4), manufacturers::record_seen(&mut tx)).await;
    assert_eq!(recorded??, 500);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn later_import_links_waiting_offers(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    crawl_all(&context(&db), &[street.file(ShopKind::SidraStore)]).await?;
    let joined = "select count(*) from offer where product_id is not null";
    assert_eq!(number(&db, joined).await?, 0);
    import_reference(&db).await?;
    assert!(number(&db, joined).await? > 400);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn past_prices_are_stored_once(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    crawl_all(&context(&db), &[street.file(ShopKind::SidraStore)]).await?;
    let url = format!("http://{}/shops/sidra-store/history.csv", street.address);
    let csv = reqwest::get(&url).await?.bytes().await?.to_vec();
    let slug = "sidra-store".parse()?;
    let points = "select count(*) from price_point";
    let before = number(&db, points).await?;
    let first = history::import(&db, Box::new(Cursor::new(csv.clone())), Some(&slug), &bar()).await?;
    assert!(first.stored > 5_000 && first.bad_rows == 0, "{first:?}");
    assert_eq!(u64::try_from(number(&db, points).await? - before)?, first.stored);
    let again = history::import(&db, Box::new(Cursor::new(csv)), Some(&slug), &bar()).await?;
    assert_eq!((again.stored, again.known), (0, first.stored));

    let unknown_shop = "nowhere".parse()?;
    let rows = b"external_id,date,price,stock\n1,2026-01-02,5,in\n".to_vec();
    let error = history::import(&db, Box::new(Cursor::new(rows)), Some(&unknown_shop), &bar()).await;
    assert!(error.expect_err("no such shop").to_string().contains("nowhere"));
    Ok(())
}
