//! Refreshes whose pages fail.

use axum::{http::StatusCode, response::IntoResponse};
use ingest::{
    crawl::{CrawlOptions, IngestContext, crawl, refresh},
    jobs::Task,
    retailer_file::RetailerFile,
};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    demo_server::{bar, context},
    job_queue::{start, wait_for_count},
    stored_data::texts,
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
