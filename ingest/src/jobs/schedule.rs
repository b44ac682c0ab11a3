//! Queues jobs at the times that the configuration and the retailer files state, and at once those whose time passed
//! while no scheduler led. Of any number of schedulers, one is the leader and queues jobs; the others wait to take over.

use std::time::Duration;

use anyhow::Context;
use domain::{
    config::Schedule,
    model::Slug,
    store::{retailers, schedules},
};
use metrics::{counter, gauge};
use sqlx::{
    Connection, Either, PgConnection, PgPool,
    postgres::{PgAdvisoryLock, PgAdvisoryLockGuard},
};
use time::OffsetDateTime;
use tokio::sync::watch;
use tokio_cron_scheduler::{Job, JobScheduler};

use super::Task;
use crate::{
    crawl::IngestContext,
    platforms,
    retailer_file::{next_run, next_run_after, read_files},
};

/// Interval at which the leader checks its lock and looks for changed files, and at which the others try to lead.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// A longer time between two looks means that this process, or its machine, was suspended: times may have passed unseen.
const MAX_LOOK_GAP: time::Duration = time::Duration::minutes(1);

/// Whether this scheduler leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leadership {
    Waiting,
    Leading,
}

/// Cron expressions and the tasks that they queue.
type Schedules = Vec<(String, Task)>;

/// Runs a scheduler until told to stop. `leadership` tells whether this scheduler leads.
///
/// # Errors
/// When the cron library fails; database failures are waited out.
pub async fn run(context: &IngestContext, leadership: &watch::Sender<Leadership>) -> anyhow::Result<()> {
    gauge!("scheduler_leading").set(0.0);
    while !context.stop.is_cancelled() {
        match try_to_lead(&context.db).await {
            Ok(Some(lock)) => {
                leadership.send_replace(Leadership::Leading);
                gauge!("scheduler_leading").set(1.0);
                tracing::info!("This scheduler is now the leader");
                let led = lead(context, lock).await;
                gauge!("scheduler_leading").set(0.0);
                leadership.send_replace(Leadership::Waiting);
                led?;
            }
            Ok(None) => {}
            Err(error) => {
                tracing::error!(error = %error, "Cannot ask the database which scheduler leads")
            }
        }
        pause(context).await;
    }
    Ok(())
}

type Lock = PgAdvisoryLockGuard<PgConnection>;

async fn try_to_lead(db: &PgPool) -> sqlx::Result<Option<Lock>> {
    let connection = db.acquire().await?.detach();
    match PgAdvisoryLock::new("tajmeea scheduler").try_acquire(connection).await? {
        Either::Left(lock) => Ok(Some(lock)),
        Either::Right(connection) => {
            connection.close().await?;
            Ok(None)
        }
    }
}

/// Leads until told to stop, or until the connection that holds the lock is gone and another scheduler may lead.
async fn lead(context: &IngestContext, mut lock: Lock) -> anyhow::Result<()> {
    let mut current: Option<(Schedules, JobScheduler)> = None;
    let mut stored = Vec::new();
    let mut last_look = OffsetDateTime::now_utc();
    // Whether times may have passed without their tasks: at the start, with other schedules, and after a suspension.
    let mut may_be_overdue = true;
    while !context.stop.is_cancelled() {
        if let Err(error) = lock.as_mut().ping().await {
            tracing::warn!(error = %error, "The connection was lost: another scheduler may become the leader");
            stop(current).await;
            return Ok(());
        }
        if let Some(wanted) = read_schedules(context).await {
            store_next_crawls(&context.db, &wanted, &mut stored).await;
            let now = OffsetDateTime::now_utc();
            may_be_overdue |= now - last_look > MAX_LOOK_GAP;
            last_look = now;
            let is_same = current.as_ref().is_some_and(|(schedules, _)| *schedules == wanted);
            if !is_same || may_be_overdue {
                may_be_overdue = !queue_overdue(&context.db, &wanted, now).await;
            }
            if !is_same {
                stop(current.take()).await;
                let scheduler = start(&context.db, &wanted).await?;
                tracing::info!(schedules = wanted.len(), "{} schedules are active", wanted.len());
                current = Some((wanted, scheduler));
            }
        }
        pause(context).await;
    }
    stop(current).await;
    if let Ok(connection) = lock.release_now().await {
        let _ = connection.close().await;
    }
    Ok(())
}

/// Reads the schedules from the files, without those of retailers that administrators have switched off; `None` where the
/// files or the database cannot be read. Then the current schedules stay in force.
async fn read_schedules(context: &IngestContext) -> Option<Schedules> {
    let off = retailers::list_crawls_off(&context.db)
        .await
        .map_err(|error| tracing::warn!(error = %error, "Cannot ask the database which retailers are switched off"))
        .ok()?;
    let directory =
        read_files(&context.config).map_err(|error| tracing::error!(error = %error, "{error:#}")).ok()?;
    for problem in &directory.problems {
        tracing::error!("{problem}");
    }
    let mut schedules = general_schedules(&context.config.schedule);
    for file in directory.retailers.into_iter().filter(|file| file.enabled && !off.contains(&file.slug)) {
        if !context.config.schedule.refresh.is_empty()
            && platforms::for_kind(file.platform).can_fetch_single_pages()
        {
            let task = Task::Refresh { retailer: file.slug.clone(), product: None };
            schedules.push((context.config.schedule.refresh.clone(), task));
        }
        if !context.config.schedule.pictures.is_empty() {
            let task = Task::Pictures { retailer: file.slug.clone() };
            schedules.push((context.config.schedule.pictures.clone(), task));
        }
        schedules.extend(file.schedule.map(|cron| (cron, Task::Crawl { retailer: file.slug })));
    }
    Some(schedules)
}

/// Stores the time of each retailer's next crawl, for administrators, whenever the times differ from those in `stored`.
async fn store_next_crawls(
    db: &PgPool,
    schedules: &Schedules,
    stored: &mut Vec<(Slug, Option<OffsetDateTime>)>,
) {
    let crawls = schedules.iter().filter_map(|(cron, task)| match task {
        Task::Crawl { retailer } => Some((retailer.clone(), next_run(cron))),
        _ => None,
    });
    let next: Vec<_> = crawls.collect();
    if next == *stored {
        return;
    }
    match retailers::set_next_crawls(db, &next).await {
        Ok(()) => *stored = next,
        Err(error) => {
            tracing::warn!(error = %error, "Cannot store the next crawl times of the retailers")
        }
    }
}

/// Returns the schedules of the tasks that belong to no retailer.
fn general_schedules(config: &Schedule) -> Schedules {
    let schedules = [
        (&config.r#match, Task::Match),
        (&config.history, Task::History),
        (&config.verdicts, Task::Verdicts),
        (&config.popularity, Task::Popularity),
        (&config.figures, Task::Figures),
        (&config.upkeep, Task::Upkeep),
        (&config.expiry, Task::Expiry),
    ];
    schedules
        .into_iter()
        .filter(|(cron, _)| !cron.is_empty())
        .map(|(cron, task)| (cron.clone(), task))
        .collect()
}

async fn start(db: &PgPool, schedules: &Schedules) -> anyhow::Result<JobScheduler> {
    let scheduler = JobScheduler::new().await.context("cannot create the scheduler")?;
    for (cron, task) in schedules {
        let (db, task) = (db.clone(), task.clone());
        let job = Job::new_async(cron.as_str(), move |_, _| {
            let (db, task) = (db.clone(), task.clone());
            Box::pin(async move { enqueue(&db, &task).await })
        });
        scheduler.add(job.with_context(|| format!("cannot schedule {cron:?}"))?).await?;
    }
    scheduler.start().await?;
    Ok(scheduler)
}

/// Queues the tasks whose time has passed since they last ran, or that never ran; crawls first, since shoppers wait for
/// their prices. Returns whether the database could say when they ran.
async fn queue_overdue(db: &PgPool, schedules: &Schedules, now: OffsetDateTime) -> bool {
    let keys: Vec<String> = schedules.iter().map(|(_, task)| task.dedup_key()).collect();
    let last_runs = match schedules::list_last_runs(db, &keys).await {
        Ok(last_runs) => last_runs,
        Err(error) => {
            tracing::warn!(error = %error, "Cannot ask the database which tasks are overdue");
            return false;
        }
    };
    let is_overdue = |cron: &str, key: &str| match last_runs.get(key) {
        Some(last) => next_run_after(cron, *last).is_some_and(|next| next <= now),
        None => next_run(cron).is_some(),
    };
    let overdue = schedules.iter().zip(&keys).filter(|((cron, _), key)| is_overdue(cron, key));
    let (crawls, others): (Vec<&Task>, Vec<&Task>) =
        overdue.map(|((_, task), _)| task).partition(|task| matches!(task, Task::Crawl { .. }));
    for task in crawls.into_iter().chain(others) {
        enqueue(db, task).await;
    }
    true
}

async fn enqueue(db: &PgPool, task: &Task) {
    match task.enqueue(db).await {
        Ok(Some(id)) => {
            counter!("jobs_queued_total", "kind" => task.kind()).increment(1);
            tracing::info!(job = %id, kind = task.kind(), "Queued a job: {}", task.kind());
        }
        Ok(None) => {
            tracing::info!(kind = task.kind(), "The job is already queued or running: {}", task.kind())
        }
        Err(error) => {
            tracing::error!(kind = task.kind(), error = %error, "Cannot queue a job: {}", task.kind())
        }
    }
}

async fn stop(current: Option<(Schedules, JobScheduler)>) {
    if let Some((_, mut scheduler)) = current
        && let Err(error) = scheduler.shutdown().await
    {
        tracing::warn!(error = %error, "The scheduler did not stop cleanly");
    }
}

async fn pause(context: &IngestContext) {
    tokio::select! {
        () = tokio::time::sleep(POLL_INTERVAL) => {}
        () = context.stop.cancelled() => {}
    }
}
