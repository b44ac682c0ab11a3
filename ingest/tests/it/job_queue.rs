use std::time::{Duration, Instant};

use anyhow::Context as _;
use demo::{Fault, Override, ShopKind};
use domain::{
    model::{Fils, JobId, ProductId},
    store::{
        feed,
        jobs::{self, JobState},
    },
};
use ingest::{
    crawl::{IngestContext, refresh, store_retailer},
    jobs::{Leadership, Task, WorkerSettings, run_scheduler, run_worker},
};
use sqlx::PgPool;
use tokio::{sync::watch, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use crate::{
    demo_server::{DemoRetailers, bar, context, crawl_all, import_reference},
    stored_data::{StoredData, assert_same, forget_crawls, number, texts},
};

/// Returns a context whose files lead to these demo retailers.
pub(crate) fn context_on(
    db: &PgPool,
    street: &DemoRetailers,
    directory: &tempfile::TempDir,
) -> anyhow::Result<IngestContext> {
    street.write_files(directory.path())?;
    let mut context = context(db);
    let mut config = (*context.config).clone();
    config.ingest.retailers_directory = directory.path().to_owned();
    config.ingest.batch_size = 40;
    // The delay keeps the matcher away, except where a test waits for it.
    config.ingest.match_delay_seconds = 3600;
    config.data.directory = directory.path().join("data");
    context.config = config.into();
    Ok(context)
}

fn settings(name: &str) -> WorkerSettings {
    WorkerSettings {
        name: name.to_owned(),
        slots: 1,
        // Longer than a busy machine may stop a test: a job whose lease has passed is claimed, and counted, once more.
        lease: Duration::from_secs(60),
        poll: Duration::from_millis(20),
    }
}

pub(crate) fn start(
    context: &IngestContext,
    name: &str,
) -> (CancellationToken, JoinHandle<anyhow::Result<()>>) {
    let settings = settings(name);
    let own = IngestContext { stop: CancellationToken::new(), ..context.clone() };
    let stop = own.stop.clone();
    (stop, tokio::spawn(async move { run_worker(&own, &settings).await }))
}

/// Counts connections that wait to record that a job is done.
const WAITING_END: &str = "select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%state = ''DONE''%'";
const CUT_WAITING_END: &str = "select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%state = ''DONE''%'";

pub(crate) fn crawl_of(kind: ShopKind) -> Task {
    Task::Crawl { retailer: kind.slug().parse().expect("a slug") }
}

pub(crate) async fn wait_for_count(db: &PgPool, sql: &'static str, wanted: i64) -> anyhow::Result<()> {
    let deadline = std::time::Instant::now() + Duration::from_mins(4);
    while std::time::Instant::now() < deadline {
        if number(db, sql).await? >= wanted {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let jobs = texts(
        db,
        "select concat_ws(' ', kind, state, attempts, worker, counters, last_error) from job order by created_at",
    );
    anyhow::bail!("{sql} stayed under {wanted}; the jobs: {:#?}", jobs.await?)
}

/// Returns how often a job that is done was begun.
async fn attempts_of(db: &PgPool, id: JobId) -> anyhow::Result<i32> {
    let done = jobs::list(db, Some(JobState::Done), 10).await?;
    Ok(done.iter().find(|job| job.id == id).context("the job is not done")?.attempts)
}

/// Pictures and verdicts follow each crawl in jobs of their own, and are not counted.
const DONE: &str = "select count(*) from job where state = 'DONE' and kind not in ('pictures', 'verdicts')";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn two_workers_share_the_queue_and_store_everything_once(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    import_reference(&db).await?;
    forget_crawls(&db).await?;
    // Whoever asks for it first in a copied database empties the feed.
    feed::identity(&db).await?;
    let context = context_on(&db, &street, &directory)?;
    let kinds = [ShopKind::DhowDigital, ShopKind::SidraStore];
    let files: Vec<_> = kinds.into_iter().map(|kind| street.file(kind)).collect();
    crawl_all(&context, &files).await?;
    let alone = StoredData::read(&db).await?;
    forget_crawls(&db).await?;

    for kind in kinds {
        assert!(crawl_of(kind).enqueue(&db).await?.is_some());
        assert!(crawl_of(kind).enqueue(&db).await?.is_none(), "the same work waits already");
    }
    let workers = [start(&context, "one"), start(&context, "two")];
    wait_for_count(&db, DONE, 2).await?;
    for (stop, worker) in workers {
        stop.cancel();
        worker.await??;
    }
    let stored = StoredData::read(&db).await?;
    assert_eq!(stored.offers.len(), alone.offers.len());
    assert_same(&stored, &alone);
    assert_eq!(
        number(&db, "select count(*) from crawl where state = 'COMPLETE' and job_id is not null").await?,
        2
    );
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn job_of_a_dead_worker_is_claimed_again(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let context = context_on(&db, &street, &directory)?;
    let id = crawl_of(ShopKind::SidraStore).enqueue(&db).await?.expect("queued");
    // Claimed by a worker that never reports again.
    jobs::claim(&db, None, "dead", time::Duration::milliseconds(300)).await?.expect("a job");
    let (stop, worker) = start(&context, "living");
    wait_for_count(&db, DONE, 1).await?;
    stop.cancel();
    worker.await??;
    assert_eq!(attempts_of(&db, id).await?, 2);
    assert!(number(&db, "select count(*) from offer").await? > 500);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn connection_lost_as_a_job_ends_does_not_wait_for_the_lease(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let context = context_on(&db, &street, &directory)?;
    let id = crawl_of(ShopKind::SidraStore).enqueue(&db).await?.expect("queued");
    let (stop, worker) = start(&context, "cut off");
    wait_for_count(&db, "select count(*) from job where state = 'RUNNING'", 1).await?;
    // Prevents the end of the job from being recorded until its connection is gone.
    let mut holds = db.begin().await?;
    sqlx::query("select from job for no key update").execute(&mut *holds).await?;
    wait_for_count(&db, WAITING_END, 1).await?;
    sqlx::query(CUT_WAITING_END).execute(&db).await?;
    holds.rollback().await?;
    let lost = Instant::now();
    wait_for_count(&db, DONE, 1).await?;
    assert!(
        lost.elapsed() < Duration::from_secs(10),
        "not only when its lease has passed: {:?}",
        lost.elapsed()
    );
    stop.cancel();
    worker.await??;
    assert_eq!(attempts_of(&db, id).await?, 1, "it was not done twice");
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn stopped_worker_releases_its_job(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let context = context_on(&db, &street, &directory)?;
    street.world.set_fault(ShopKind::SidraStore, Fault::Hang);
    crawl_of(ShopKind::SidraStore).enqueue(&db).await?;
    let (stop, worker) = start(&context, "stopping");
    wait_for_count(&db, "select count(*) from job where state = 'RUNNING'", 1).await?;
    wait_for_count(&db, "select count(*) from crawl", 1).await?;
    stop.cancel();
    tokio::time::timeout(Duration::from_secs(2), worker).await???;
    let waiting = jobs::list(&db, Some(JobState::Queued), 10).await?;
    assert_eq!((waiting.len(), waiting[0].attempts), (1, 0));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_job_backs_off_and_is_parked(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let context = context_on(&db, &street, &directory)?;
    street.world.set_fault(ShopKind::SidraStore, Fault::ServerError);
    crawl_of(ShopKind::SidraStore).enqueue(&db).await?;
    sqlx::query("update job set max_attempts = 2").execute(&db).await?;
    let (stop, worker) = start(&context, "trying");
    wait_for_count(&db, "select count(*) from job where last_error like '%answered 500%'", 1).await?;
    assert_eq!(number(&db, "select count(*) from job where state = 'QUEUED' and run_at > now()").await?, 1);
    sqlx::query("update job set run_at = now()").execute(&db).await?;
    wait_for_count(&db, "select count(*) from job where state = 'PARKED'", 1).await?;
    stop.cancel();
    worker.await??;
    Ok(())
}

/// The other retailers lose their schedules: one of them could fall due while the test runs.
fn crawl_only_sidra_store_every_second(directory: &tempfile::TempDir) -> anyhow::Result<()> {
    for file in std::fs::read_dir(directory.path())? {
        let path = file?.path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("schedule")).collect();
        if path.ends_with("sidra-store.toml") {
            // Top-level keys come before the first table.
            lines.insert(0, "schedule = \"* * * * * *\"");
        }
        std::fs::write(&path, lines.join("\n"))?;
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn second_scheduler_takes_over_from_the_leader(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let context = context_on(&db, &street, &directory)?;
    crawl_only_sidra_store_every_second(&directory)?;

    let mut schedulers = Vec::new();
    for _ in 0..2 {
        let own = IngestContext { stop: CancellationToken::new(), ..context.clone() };
        let (sender, receiver) = watch::channel(Leadership::Waiting);
        let stop = own.stop.clone();
        schedulers.push((stop, receiver, tokio::spawn(async move { run_scheduler(&own, &sender).await })));
    }
    // Only crawls are counted: hourly or minutely tasks may fall due meanwhile.
    wait_for_count(&db, "select count(*) from job where kind = 'crawl'", 1).await?;
    let crawled = texts(&db, "select payload ->> 'retailer' from job where kind = 'crawl'").await?;
    assert_eq!(crawled, ["sidra-store"]);
    schedulers.sort_by_key(|(_, receiver, _)| *receiver.borrow() == Leadership::Waiting);
    let [(stop_first, first, led), (stop_second, mut second, following)] =
        <[_; 2]>::try_from(schedulers).map_err(|_| anyhow::anyhow!("two"))?;
    assert_eq!((*first.borrow(), *second.borrow()), (Leadership::Leading, Leadership::Waiting));

    // The leader's connection is cut, as when its machine dies: the lock is free and another scheduler leads.
    sqlx::query("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
                 and database = (select oid from pg_database where datname = current_database())")
        .execute(&db)
        .await?;
    let mut first_again = first.clone();
    let gave_up = first_again.wait_for(|state| *state == Leadership::Waiting);
    tokio::time::timeout(Duration::from_secs(15), gave_up).await??;
    stop_first.cancel();
    led.await??;
    let leads = second.wait_for(|state| *state == Leadership::Leading);
    tokio::time::timeout(Duration::from_secs(15), leads).await??;
    stop_second.cancel();
    following.await??;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn next_crawl_time_is_stored(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let context = context_on(&db, &street, &directory)?;
    store_retailer(&db, &street.file(ShopKind::SidraStore)).await?;
    let own = IngestContext { stop: CancellationToken::new(), ..context };
    let stop = own.stop.clone();
    let (sender, _receiver) = watch::channel(Leadership::Waiting);
    let leading = tokio::spawn(async move { run_scheduler(&own, &sender).await });
    // The file states every second hour.
    wait_for_count(
        &db,
        "select count(*) from retailer where next_crawl_at between now() and now() + interval '2 hours'",
        1,
    )
    .await?;
    stop.cancel();
    leading.await??;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn refresh_updates_only_pages_with_offers(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    import_reference(&db).await?;
    let mut context = context_on(&db, &street, &directory)?;
    let mut config = (*context.config).clone();
    config.refresh.pages = 20;
    config.refresh.fresh_hours = 0;
    context.config = config.into();
    for kind in [ShopKind::NoorComputers, ShopKind::BandarPc] {
        let file = street.file(kind);
        crawl_all(&context, std::slice::from_ref(&file)).await?;
        let before = StoredData::read(&db).await?;
        let report = refresh(&context, &file, None, None, &bar()).await?.expect("it can");
        assert_eq!((report.error, report.counters.changed, report.counters.new), (None, 0, 0));
        assert!(report.counters.accepted >= 20, "{:?}", report.counters);
        assert_same(&StoredData::read(&db).await?, &before);

        // One product's offer changed its price, and a refresh of that product's page reads it.
        let (external_id, product, price): (String, ProductId, i64) = sqlx::query_as(
            "select external_id, product_id, price_fils from offer join retailer on retailer.id = retailer_id
             where slug = $1 and product_id is not null and stock = 'IN' and list_price_fils is null
             order by external_id limit 1",
        )
        .bind(kind.slug())
        .fetch_one(&db)
        .await?;
        let moved = Override { price: Some(Fils(price - price / 20)), stock: None };
        street.world.set_offer(kind, &external_id, moved);
        let report = refresh(&context, &file, Some(product), None, &bar()).await?.expect("it can");
        assert_eq!((report.error, report.counters.changed), (None, 1), "{external_id}");
        assert!(report.counters.accepted < 20);
    }
    let states = texts(&db, "select distinct kind || ' ' || state from crawl").await?;
    assert_eq!(states, ["CRAWL COMPLETE", "REFRESH PARTIAL"]);
    assert_eq!(number(&db, "select count(*) from offer where missed_crawls > 0").await?, 0);

    // A platform without single pages reports that.
    Task::Refresh { retailer: "dhow-digital".parse()?, product: None }.enqueue(&db).await?;
    let (stop, worker) = start(&context, "refreshing");
    wait_for_count(&db, DONE, 1).await?;
    stop.cancel();
    worker.await??;
    let said = texts(&db, "select counters ->> 'skipped' from job").await?;
    assert!(said[0].contains("one page at a time"), "{said:?}");
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_job_kind_runs(db: PgPool) -> anyhow::Result<()> {
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let context = context_on(&db, &street, &directory)?;
    let own = [Task::Match, Task::History, Task::Popularity, Task::Upkeep, Task::Expiry];
    for task in &own {
        assert!(task.enqueue(&db).await?.is_some());
    }
    let (stop, worker) = start(&context, "chores");
    wait_for_count(&db, DONE, 5).await?;
    stop.cancel();
    worker.await??;
    assert_eq!(number(&db, "select count(*) from job where attempts = 1 and counters <> '{}'").await?, 5);
    Ok(())
}
