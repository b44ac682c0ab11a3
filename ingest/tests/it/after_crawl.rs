//! The matcher follows each crawl: run by the worker, or by the command where no worker exists.

use std::time::Duration;

use axum::response::IntoResponse;
use demo::ShopKind;
use domain::store::jobs;
use sqlx::PgPool;

use crate::{
    command_line::{code, ingest, output_text},
    demo_server::DemoRetailers,
    interrupted_workers::database_url,
    job_queue::{context_on, crawl_of, start, wait_for_count},
    stored_data::{number, texts},
    test_retailer::{TestRetailer, file_text},
};

const NOT_COMPARED: &str = "select count(*) from unjoined_offer where reason = 'NOT_COMPARED'";
const LINK_STATES: &str = "select state from job where kind = 'link' order by created_at";
const FEED: &str = "platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn worker_crawl_is_followed_by_one_matcher_run(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let mut context = context_on(&db, &street, &directory)?;
    let mut config = (*context.config).clone();
    config.ingest.match_delay_seconds = 0;
    context.config = config.into();
    crawl_of(ShopKind::SidraStore).enqueue(&db).await?;
    let (stop, worker) = start(&context, "one");
    wait_for_count(&db, "select count(*) from job where state = 'DONE' and kind = 'link'", 1).await?;
    assert_eq!(number(&db, NOT_COMPARED).await?, 0);
    assert!(number(&db, "select count(*) from offer where product_id is not null").await? > 400);
    // A crawl that leaves no offer waiting queues no run.
    crawl_of(ShopKind::SidraStore).enqueue(&db).await?;
    wait_for_count(&db, "select count(*) from job where state = 'DONE' and kind = 'crawl'", 2).await?;
    stop.cancel();
    worker.await??;
    assert_eq!(texts(&db, LINK_STATES).await?, ["DONE"]);
    Ok(())
}

/// Returns rows of a feed; each part has this number in its name.
fn rows(number: u32) -> String {
    format!(
        "id,title,price,link,availability,product_type\n\
         a{number},MSI GeForce RTX 5070 Gaming Trio OC {number}G,150.000,/a{number},in_stock,GPU\n\
         b{number},Corsair RM850x {number} 850W,40.000,/b{number},in_stock,PSU\n"
    )
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn manual_run_matches_its_offers_or_leaves_them_to_a_worker(db: PgPool) -> anyhow::Result<()> {
    let (shop, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    std::fs::write(directory.path().join("test-shop.toml"), file_text(shop.address, FEED))?;
    let database = database_url(&db).await?;
    let run = ["run", "--retailer", "test-shop"];
    shop.answers(|_| ([("content-type", "text/csv")], rows(12)).into_response());
    let alone = ingest(&database, directory.path(), &run, "").await?;
    assert_eq!(code(&alone), 0, "{}", output_text(&alone));
    assert_eq!(
        (number(&db, NOT_COMPARED).await?, texts(&db, LINK_STATES).await?),
        (0, vec!["DONE".to_owned()])
    );

    // A worker that claims the job and takes long does not delay the command.
    shop.answers(|_| ([("content-type", "text/csv")], rows(16)).into_response());
    let claims = db.clone();
    let worker = tokio::spawn(async move {
        loop {
            match jobs::claim(&claims, Some(jobs::MATCH), "slow", time::Duration::minutes(5)).await {
                Ok(None) => tokio::time::sleep(Duration::from_millis(20)).await,
                claimed => return claimed,
            }
        }
    });
    let beside = ingest(&database, directory.path(), &run, "").await?;
    assert_eq!(code(&beside), 0, "{}", output_text(&beside));
    assert!(worker.await??.is_some());
    assert_eq!(texts(&db, LINK_STATES).await?, ["DONE", "RUNNING"]);
    assert!(number(&db, NOT_COMPARED).await? > 0);
    Ok(())
}
