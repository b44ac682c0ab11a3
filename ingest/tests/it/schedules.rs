//! Tasks that a scheduler queues at its start: those whose time has passed since they last ran.

use demo::ShopKind;
use domain::store::crawls::{self, CrawlKind};
use ingest::{
    crawl::{IngestContext, store_retailer},
    jobs::{Leadership, Task, run_scheduler},
};
use sqlx::PgPool;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    demo_server::DemoRetailers,
    job_queue::{context_on, wait_for_count},
    stored_data::texts,
};

const QUEUED: &str = "select coalesce(payload ->> 'retailer', kind) from job
    where kind in ('crawl', 'history') and state = 'QUEUED' order by 1";

/// A schedule that fires in the middle of no test.
const YEARLY: &str = "0 0 0 1 1 *";

/// Runs a scheduler until it has queued what it queues at its start.
async fn start_once(context: &IngestContext) -> anyhow::Result<()> {
    let own = IngestContext { stop: CancellationToken::new(), ..context.clone() };
    let stop = own.stop.clone();
    let (sender, _receiver) = watch::channel(Leadership::Waiting);
    // Stored just before the tasks are queued, which a request to stop does not interrupt.
    sqlx::query("update retailer set next_crawl_at = null").execute(&context.db).await?;
    let leading = tokio::spawn(async move { run_scheduler(&own, &sender).await });
    wait_for_count(&context.db, "select count(*) from retailer where next_crawl_at is not null", 1).await?;
    stop.cancel();
    leading.await??;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn scheduler_queues_overdue_tasks_at_its_start(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let mut context = context_on(&db, &street, &directory)?;
    let mut config = (*context.config).clone();
    config.schedule.history = YEARLY.to_owned();
    context.config = config.into();
    for kind in ShopKind::ALL {
        let path = directory.path().join(format!("{}.toml", kind.slug()));
        let text = std::fs::read_to_string(&path)?;
        let lines = text.lines().map(|line| match line.starts_with("schedule") {
            true => format!("schedule = \"{YEARLY}\""),
            false => line.to_owned(),
        });
        std::fs::write(&path, lines.collect::<Vec<_>>().join("\n"))?;
    }
    // Of six retailers, one was crawled now, one long ago, and one waits already; three were never read.
    for (kind, days_ago) in [(ShopKind::SidraStore, 0), (ShopKind::BandarPc, 400)] {
        let retailer = store_retailer(&db, &street.file(kind)).await?;
        let crawl = crawls::start(&db, retailer, CrawlKind::Crawl, None).await?;
        sqlx::query("update crawl set started_at = now() - make_interval(days => $2) where id = $1")
            .bind(crawl)
            .bind(days_ago)
            .execute(&db)
            .await?;
    }
    Task::Crawl { retailer: ShopKind::DhowDigital.slug().parse()? }.enqueue(&db).await?;
    start_once(&context).await?;
    let mut expected: Vec<&str> = ShopKind::ALL.iter().map(|kind| kind.slug()).collect();
    expected.retain(|slug| *slug != ShopKind::SidraStore.slug());
    expected.push("history");
    expected.sort_unstable();
    assert_eq!(texts(&db, QUEUED).await?, expected);
    let order = texts(&db, "select kind from job order by run_at").await?;
    let last_crawl = order.iter().rposition(|kind| kind == "crawl");
    assert!(last_crawl < order.iter().position(|kind| kind != "crawl"), "crawls come first: {order:?}");

    // A restart soon afterwards queues nothing again, also where the work is done.
    sqlx::query("update job set state = 'DONE', finished_at = now()").execute(&db).await?;
    start_once(&context).await?;
    assert_eq!(texts(&db, QUEUED).await?, Vec::<String>::new());
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn retailer_that_an_administrator_switched_off_is_not_scheduled(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let context = context_on(&db, &street, &directory)?;
    for kind in ShopKind::ALL {
        store_retailer(&db, &street.file(kind)).await?;
    }
    let off = ShopKind::BandarPc.slug();
    sqlx::query("update retailer set crawls_off_at = now() where slug = $1").bind(off).execute(&db).await?;
    start_once(&context).await?;
    let queued = texts(&db, "select payload ->> 'retailer' from job where kind = 'crawl' order by 1").await?;
    assert!(!queued.is_empty() && !queued.iter().any(|slug| slug == off), "{queued:?}");
    Ok(())
}
