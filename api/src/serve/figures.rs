//! Figures of the whole installation, read from the database for the metrics. Each api process tells the same: take the highest.

use std::{collections::BTreeSet, time::Duration};

use domain::store::{
    backups, clock,
    crawls::CrawlState,
    matches,
    operations::{self, RetailerStatus},
};
use metrics::gauge;
use sqlx::PgPool;
use time::OffsetDateTime;

/// Time between two looks.
const PAUSE: Duration = Duration::from_secs(30);

/// A kind of jobs and their state.
type JobLabels = (String, &'static str);

/// Looks at the database over and over, until dropped. Also folds the changes of the review queue, which every count reads
/// until then.
pub(super) async fn measure_periodically(db: PgPool) {
    let mut jobs = BTreeSet::new();
    loop {
        // Where it fails, counts are right but slower: no reason to measure nothing.
        if let Err(error) = matches::fold_question_changes(&db).await {
            tracing::warn!("Cannot fold the changes of the review queue: {error}");
        }
        let measured = measure(&db, &mut jobs).await;
        if let Err(error) = &measured {
            tracing::warn!("Cannot read the figures of the database: {error}");
        }
        gauge!("database_up").set(f64::from(u8::from(measured.is_ok())));
        tokio::time::sleep(PAUSE).await;
    }
}

/// Measures once. `jobs` are the labels that were reported before: a kind that has no jobs now must be reported as having none.
pub(super) async fn measure(db: &PgPool, jobs: &mut BTreeSet<JobLabels>) -> sqlx::Result<()> {
    let now = clock::now(db).await?;
    measure_jobs(db, jobs).await?;
    for retailer in operations::list_retailers(db).await? {
        measure_retailer(&retailer, now);
    }
    let open = operations::count_open_work(db).await?;
    gauge!("matches_waiting").set(open.matches as f64);
    gauge!("manufacturers_waiting").set(open.manufacturers as f64);
    gauge!("held_prices").set(open.held_prices as f64);
    gauge!("database_size_bytes").set(operations::database_size(db).await? as f64);
    if let Some(backup) = backups::find_newest_run(db).await? {
        gauge!("backup_age_seconds").set((now - backup.taken_at).as_seconds_f64());
    }
    Ok(())
}

async fn measure_jobs(db: &PgPool, jobs: &mut BTreeSet<JobLabels>) -> sqlx::Result<()> {
    let mut gone = std::mem::take(jobs);
    for counted in operations::count_jobs_by_kind(db).await? {
        let labels = (counted.kind, counted.state.word());
        gauge!("jobs", "kind" => labels.0.clone(), "state" => labels.1).set(counted.count as f64);
        gone.remove(&labels);
        jobs.insert(labels);
    }
    for (kind, state) in gone {
        gauge!("jobs", "kind" => kind.clone(), "state" => state).set(0.0);
        jobs.insert((kind, state));
    }
    gauge!("jobs_oldest_due_seconds").set(operations::oldest_due_job_age(db).await?);
    Ok(())
}

fn measure_retailer(retailer: &RetailerStatus, now: OffsetDateTime) {
    let slug = retailer.slug.to_string();
    // A retailer that is switched off is not late: its age stays 0.
    let crawled_at = retailer.crawled_at.map(|at| if retailer.is_crawled() { at } else { now });
    if let Some(at) = crawled_at {
        gauge!("retailer_crawl_age_seconds", "retailer" => slug.clone()).set((now - at).as_seconds_f64());
    }
    let has_changed = retailer.is_crawled() && retailer.pages_changed_at.is_some();
    gauge!("retailer_pages_changed", "retailer" => slug.clone()).set(f64::from(u8::from(has_changed)));
    let Some(last) = &retailer.last else { return };
    let counts = [
        ("read", last.accepted),
        ("changed", last.changes),
        ("held", last.held),
        ("rejected", last.rejected),
    ];
    for (outcome, count) in counts {
        gauge!("retailer_last_crawl_offers", "retailer" => slug.clone(), "outcome" => outcome)
            .set(f64::from(count));
    }
    let is_ok = !retailer.is_crawled() || !matches!(last.state, CrawlState::Failed | CrawlState::Held);
    gauge!("retailer_last_crawl_ok", "retailer" => slug).set(f64::from(u8::from(is_ok)));
}
