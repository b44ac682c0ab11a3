//! Offers are read again when the price ends that the retailer stated.

use axum::response::IntoResponse;
use domain::model::Slug;
use ingest::{
    crawl::{CrawlOptions, IngestContext, PageToRead, crawl, refresh_pages},
    jobs::Task,
    retailer_file::RetailerFile,
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

use crate::{
    demo_server::{bar, context},
    job_queue::{start, wait_for_count},
    stored_data::{number, texts},
    test_retailer::{TestRetailer, file_text, html},
};

const FEED: &str = "platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"";
const PAGES: &str = "platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"";

fn open(
    db: &PgPool,
    shop: &TestRetailer,
    directory: &tempfile::TempDir,
    platform: &str,
) -> anyhow::Result<(IngestContext, RetailerFile)> {
    std::fs::write(directory.path().join("test-shop.toml"), file_text(shop.address, platform))?;
    let mut context = context(db);
    let mut config = (*context.config).clone();
    config.ingest.retailers_directory = directory.path().to_owned();
    config.ingest.match_delay_seconds = 3600;
    context.config = config.into();
    Ok((context, shop.file(platform)))
}

/// Answers with three cards, two of which are in a sale until `end`.
fn sell(shop: &TestRetailer, end: OffsetDateTime) {
    let end = end.format(&Rfc3339).expect("a date");
    shop.answers(move |_| {
        let rows = ["1", "2", "3"].map(|id| {
            let sale = if id == "3" { ",".to_owned() } else { format!("90.500,/{end}") };
            format!("{id},MSI GeForce RTX 5070 Gaming {id},100.500,/p/{id},in stock,{sale}\n")
        });
        let head = "id,title,price,link,availability,sale_price,sale_price_effective_date\n";
        ([("content-type", "text/csv")], format!("{head}{}", rows.concat())).into_response()
    });
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn feed_is_read_again_when_a_sale_ends(db: PgPool) -> anyhow::Result<()> {
    let (shop, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    let (context, _) = open(&db, &shop, &directory, FEED)?;
    sell(&shop, OffsetDateTime::now_utc() + Duration::HOUR);
    let retailer: Slug = "test-shop".parse()?;
    Task::Crawl { retailer: retailer.clone() }.enqueue(&db).await?;
    let (stop, worker) = start(&context, "ending");
    let due = "select count(*) from job where kind = 'crawl' and state = 'QUEUED'
        and run_at between now() + interval '59 minutes' and now() + interval '66 minutes'";
    wait_for_count(&db, due, 1).await?;
    let prices = "select external_id || ' ' || price_fils from offer order by 1";
    assert_eq!(texts(&db, prices).await?, ["1 90500", "2 90500", "3 100500"]);
    // The schedule's crawl is not kept from running, and finds the same end, which is queued once.
    wait_for_count(&db, "select count(*) from job where kind = 'crawl' and state = 'DONE'", 1).await?;
    assert!(Task::Crawl { retailer }.enqueue(&db).await?.is_some());
    wait_for_count(&db, "select count(*) from job where kind = 'crawl' and state = 'DONE'", 2).await?;
    assert_eq!(number(&db, due).await?, 1);
    // When the time has come, the shop still states the sale, which is over.
    sell(&shop, OffsetDateTime::now_utc() - Duration::SECOND);
    sqlx::query("update job set run_at = now() where kind = 'crawl' and state = 'QUEUED'")
        .execute(&db)
        .await?;
    wait_for_count(&db, "select count(*) from job where kind = 'crawl' and state = 'DONE'", 3).await?;
    assert_eq!(texts(&db, prices).await?, ["1 100500", "2 100500", "3 100500"]);
    assert_eq!(number(&db, "select count(*) from job where kind = 'crawl' and state = 'QUEUED'").await?, 0);
    // Such jobs expire like all others, although none follows them.
    let kept = "select count(*) from job where kind = 'crawl' and payload ? 'product'";
    assert_eq!(number(&db, kept).await?, 1);
    stop.cancel();
    worker.await??;
    Ok(())
}

/// Answers with a card whose sale is always about to end, and with cards whose sales end on many later days.
fn sell_until_soon(shop: &TestRetailer) {
    shop.answers(|_| {
        let now = OffsetDateTime::now_utc();
        let last = time::macros::datetime!(9999-12-31 23:59:59 UTC);
        let ends = [now + Duration::MINUTE, now + Duration::days(15), last].into_iter();
        let ends = ends.chain((1..60).map(|step| now + Duration::hours(step * 6)));
        let rows = ends.enumerate().map(|(id, end)| {
            let end = end.format(&Rfc3339).expect("a date");
            format!("{id},MSI GeForce RTX 5070 Gaming {id},100.500,/p/{id},in stock,90.500,/{end}\n")
        });
        let head = "id,title,price,link,availability,sale_price,sale_price_effective_date\n";
        ([("content-type", "text/csv")], format!("{head}{}", rows.collect::<String>())).into_response()
    });
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_that_always_ends_in_a_minute_is_read_once_an_hour(db: PgPool) -> anyhow::Result<()> {
    let (shop, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    let (context, _) = open(&db, &shop, &directory, FEED)?;
    sell_until_soon(&shop);
    let crawl = Task::Crawl { retailer: "test-shop".parse()? };
    crawl.enqueue(&db).await?;
    let (stop, worker) = start(&context, "ending");
    let done = "select count(*) from job where kind = 'crawl' and state = 'DONE'";
    let queued = "select count(*) from job where kind = 'crawl' and state = 'QUEUED'";
    let soon = "select count(*) from job where kind = 'crawl' and state = 'QUEUED'
        and run_at < now() + interval '58 minutes'";
    let late = "select count(*) from job where kind = 'crawl' and state = 'QUEUED'
        and run_at > now() + interval '15 days'";
    wait_for_count(&db, done, 1).await?;
    assert_eq!((number(&db, queued).await?, number(&db, soon).await?, number(&db, late).await?), (32, 1, 0));
    // The job of the soonest moment finds one as soon again, and it waits for an hour.
    let due = "update job set run_at = now() where id = (
        select id from job where kind = 'crawl' and state = 'QUEUED' order by run_at limit 1)";
    sqlx::query(due).execute(&db).await?;
    wait_for_count(&db, done, 2).await?;
    assert_eq!((number(&db, soon).await?, number(&db, late).await?), (0, 0));
    // Crawls of the schedule replace the jobs, and never add to them.
    for crawls in [3, 4] {
        crawl.enqueue(&db).await?;
        wait_for_count(&db, done, crawls).await?;
        let waiting = number(&db, queued).await?;
        assert!((2..=32).contains(&waiting), "{waiting}");
        assert_eq!(number(&db, soon).await?, 0);
    }
    stop.cancel();
    worker.await??;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn refresh_of_pages_reads_these_and_no_others(db: PgPool) -> anyhow::Result<()> {
    let (shop, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    let (context, file) = open(&db, &shop, &directory, PAGES)?;
    let sell_at = |price: &'static str| {
        shop.answers(move |asked| {
            let Some(id) = asked.path.strip_prefix("/p/") else {
                return "<urlset><url><loc>/p/1</loc></url><url><loc>/p/2</loc></url></urlset>".into_response();
            };
            let product = serde_json::json!({"@type": "Product", "name": format!("MSI GeForce RTX 5070 Gaming {id}"),
                "sku": id, "offers": {"@type": "Offer", "price": price, "priceCurrency": "KWD"}});
            html(format!("<script type=\"application/ld+json\">{product}</script>"))
        });
    };
    sell_at("90.500");
    crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    sell_at("100.500");
    shop.asked();
    let page = PageToRead { url: format!("http://{}/p/2", shop.address), category: None };
    let task = Task::RefreshPages { retailer: file.slug.clone(), pages: vec![page.clone()] };
    task.enqueue(&db).await?;
    let (stop, worker) = start(&context, "refreshing");
    wait_for_count(&db, "select count(*) from job where kind = 'refresh' and state = 'DONE'", 1).await?;
    stop.cancel();
    worker.await??;
    let asked: Vec<String> = shop.asked().into_iter().map(|asked| asked.path).collect();
    assert_eq!(asked, ["/p/2"]);
    let prices = texts(&db, "select external_id || ' ' || price_fils from offer order by 1").await?;
    assert_eq!(prices, ["1 90500", "2 100500"]);
    // A page that was read a moment ago is read again all the same: its price has ended since.
    let report = refresh_pages(&context, &file, &[page], None, &bar()).await?.expect("it can");
    assert_eq!((report.counters.accepted, report.error), (1, None));
    Ok(())
}
