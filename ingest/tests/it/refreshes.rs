//! Refreshes whose pages fail, and jobs that meet a running crawl of the same retailer.

use std::time::Duration;

use axum::{http::StatusCode, response::IntoResponse};
use domain::store::crawls::CrawlState;
use ingest::{
    crawl::{CrawlOptions, IngestContext, crawl, refresh},
    jobs::Task,
    retailer_file::RetailerFile,
};
use serde_json::json;
use sqlx::{Either, PgPool, postgres::PgAdvisoryLock};

use crate::{
    demo_server::{bar, context},
    job_queue::{start, wait_for_count},
    stored_data::{number, texts},
    test_retailer::{TestRetailer, file_text, html},
};

const SCHEMA_ORG: &str = "platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"";

/// Answers with four products at this price; the pages of some fail.
fn sell(shop: &TestRetailer, price: &'static str, failing: &'static [&'static str]) {
    shop.answers(move |asked| {
        let Some(id) = asked.path.strip_prefix("/p/") else {
            let urls: String = (1..=4).map(|id| format!("<url><loc>/p/{id}</loc></url>")).collect();
            return format!("<urlset>{urls}</urlset>").into_response();
        };
        if failing.contains(&id) {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        let product = json!({"@type": "Product", "name": format!("MSI GeForce RTX 5070 Gaming {id}"), "sku": id, "offers":
            {"@type": "Offer", "price": price, "priceCurrency": "KWD", "availability": "InStock"}});
        html(format!("<script type=\"application/ld+json\">{product}</script>"))
    });
}

fn with_directory(
    db: &PgPool,
    shop: &TestRetailer,
    directory: &tempfile::TempDir,
) -> anyhow::Result<(IngestContext, RetailerFile)> {
    std::fs::write(directory.path().join("test-shop.toml"), file_text(shop.address, SCHEMA_ORG))?;
    let mut context = context(db);
    let mut config = (*context.config).clone();
    config.ingest.retailers_directory = directory.path().to_owned();
    config.ingest.match_delay_seconds = 3600;
    config.refresh.fresh_hours = 0;
    context.config = config.into();
    Ok((context, shop.file(SCHEMA_ORG)))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_page_does_not_stop_the_refresh_of_the_pages_behind_it(db: PgPool) -> anyhow::Result<()> {
    let (shop, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    let (mut context, file) = with_directory(&db, &shop, &directory)?;
    sell(&shop, "100.500", &[]);
    crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    let mut config = (*context.config).clone();
    config.refresh.pages = 2;
    context.config = config.into();
    sell(&shop, "90.500", &["1"]);
    let report = refresh(&context, &file, None, None, &bar()).await?.expect("it can");
    assert_eq!(report.counters.changed, 1, "{report:?}");
    assert!(report.error.as_deref().is_some_and(|error| error.starts_with("1 of 2 pages")), "{report:?}");
    // The failed page has had its turn, so that the next refresh reaches the others.
    let report = refresh(&context, &file, None, None, &bar()).await?.expect("it can");
    assert_eq!((report.error, report.counters.changed), (None, 2));
    let prices = texts(&db, "select external_id || ' ' || price_fils from offer order by 1").await?;
    assert_eq!(prices, ["1 100500", "2 90500", "3 90500", "4 90500"]);

    // As a job, it is done: trying it again at once would fail again.
    Task::Refresh { retailer: "test-shop".parse()?, product: None }.enqueue(&db).await?;
    let (stop, worker) = start(&context, "refreshing");
    wait_for_count(&db, "select count(*) from job where state = 'DONE' and attempts = 1", 1).await?;
    // Without one page that can be read, the job fails.
    sell(&shop, "90.500", &["1", "2", "3", "4"]);
    Task::Refresh { retailer: "test-shop".parse()?, product: None }.enqueue(&db).await?;
    wait_for_count(&db, "select count(*) from job where last_error like '%answered 500%'", 1).await?;
    stop.cancel();
    worker.await??;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn refresh_without_one_readable_page_asks_for_the_same_pages_again(db: PgPool) -> anyhow::Result<()> {
    let (shop, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    let (mut context, file) = with_directory(&db, &shop, &directory)?;
    let mut config = (*context.config).clone();
    config.refresh.fresh_hours = 3;
    context.config = config.into();
    sell(&shop, "100.500", &[]);
    crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    sqlx::query(
        "update offer set stored_at = now() - interval '1 day', updated_at = now() - interval '1 day'",
    )
    .execute(&db)
    .await?;
    sqlx::query("update retailer set crawled_at = now() - interval '1 day'").execute(&db).await?;
    sell(&shop, "90.500", &["1", "2", "3", "4"]);
    for attempt in 1..=2 {
        let report = refresh(&context, &file, None, None, &bar()).await?.expect("it can");
        assert_eq!(report.state, CrawlState::Failed, "attempt {attempt}: {report:?}");
    }
    sell(&shop, "90.500", &["1"]);
    let report = refresh(&context, &file, None, None, &bar()).await?.expect("it can");
    assert_eq!(report.counters.changed, 3, "{report:?}");
    // Whatever was asked for beside readable pages is fresh, the failed page included.
    shop.asked();
    refresh(&context, &file, None, None, &bar()).await?;
    assert_eq!(shop.asked().len(), 0);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn refresh_and_crawl_wait_for_a_running_crawl(db: PgPool) -> anyhow::Result<()> {
    let (shop, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    let (context, file) = with_directory(&db, &shop, &directory)?;
    sell(&shop, "100.500", &[]);
    crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    // Another process reads the retailer.
    let lock = PgAdvisoryLock::new("tajmeea crawl test-shop");
    let Either::Left(crawling) = lock.try_acquire(db.acquire().await?.detach()).await? else {
        anyhow::bail!("nobody else crawls");
    };
    let retailer: domain::model::Slug = "test-shop".parse()?;
    Task::Refresh { retailer: retailer.clone(), product: None }.enqueue(&db).await?;
    Task::Crawl { retailer }.enqueue(&db).await?;
    shop.asked();
    let (stop, worker) = start(&context, "waiting");
    let waits = "select count(*) from job where state = 'QUEUED' and attempts = 0 and last_error is null
        and counters ? 'waitsSince'";
    wait_for_count(&db, waits, 2).await?;
    assert_eq!(shop.asked().len(), 0);
    let connection = crawling.release_now().await?;
    sqlx::Connection::close(connection).await?;
    sqlx::query("update job set run_at = now()").execute(&db).await?;
    wait_for_count(
        &db,
        "select count(*) from job where state = 'DONE' and kind not in ('pictures', 'verdicts')",
        2,
    )
    .await?;
    assert_eq!(
        number(&db, "select max(attempts)::bigint from job where kind not in ('pictures', 'verdicts')")
            .await?,
        1
    );
    stop.cancel();
    tokio::time::timeout(Duration::from_secs(30), worker).await???;
    Ok(())
}

/// A crawl that never ends must not hide the jobs behind it for ever.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn job_that_waits_for_hours_is_parked(db: PgPool) -> anyhow::Result<()> {
    let (shop, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    let (context, file) = with_directory(&db, &shop, &directory)?;
    sell(&shop, "100.500", &[]);
    crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    let lock = PgAdvisoryLock::new("tajmeea crawl test-shop");
    let Either::Left(_crawling) = lock.try_acquire(db.acquire().await?.detach()).await? else {
        anyhow::bail!("nobody else crawls");
    };
    Task::Refresh { retailer: "test-shop".parse()?, product: None }.enqueue(&db).await?;
    let (stop, worker) = start(&context, "waiting");
    wait_for_count(&db, "select count(*) from job where state = 'QUEUED' and counters ? 'waitsSince'", 1)
        .await?;
    sqlx::query(
        "update job set run_at = now(),
             counters = jsonb_build_object('waitsSince', now() - interval '6 hours 1 minute')",
    )
    .execute(&db)
    .await?;
    let parked = "select count(*) from job where state = 'PARKED' and finished_at is not null
        and last_error like '%has been reading the retailer for 6 hours%'";
    wait_for_count(&db, parked, 1).await?;
    stop.cancel();
    tokio::time::timeout(Duration::from_secs(30), worker).await???;
    Ok(())
}

/// The crawl that was waited for may have read the pages of the refresh.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn refresh_of_a_product_is_satisfied_by_a_crawl_after_its_request(db: PgPool) -> anyhow::Result<()> {
    let (shop, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    let (context, file) = with_directory(&db, &shop, &directory)?;
    sell(&shop, "100.500", &[]);
    crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    let product = uuid::Uuid::new_v4();
    sqlx::query(
        "insert into product (id, category, name, manufacturer, model, manufacturer_key, model_key)
         values ($1, 'GPU', 'MSI RTX 5070 Gaming', 'MSI', 'Gaming', 'msi', 'x')",
    )
    .bind(product)
    .execute(&db)
    .await?;
    sqlx::query("update offer set product_id = $1, linked_by = 'ADMIN' where external_id = '1'")
        .bind(product)
        .execute(&db)
        .await?;
    let product = Some(domain::model::ProductId(product));
    let retailer: domain::model::Slug = "test-shop".parse()?;
    let job = Task::Refresh { retailer, product }.enqueue(&db).await?.expect("queued");
    crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    shop.asked();
    refresh(&context, &file, product, Some(job), &bar()).await?;
    assert_eq!(shop.asked().len(), 0, "the crawl has read it since");
    refresh(&context, &file, product, None, &bar()).await?;
    assert_eq!(shop.asked().len(), 1);
    Ok(())
}
