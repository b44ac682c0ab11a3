use anyhow::Context;
use domain::{
    config::Config,
    model::{JobId, ProductId, Slug},
    store::jobs::{self, Job, JobDecisionError, JobDetail},
};
use serde::Serialize;
use sqlx::PgPool;

use super::{moment::format_time, outcome::Outcome};
use crate::{
    cli::{JobKindName, JobsCommand},
    database,
    jobs::Task,
    output::{self, Output},
};

/// Maximum length of an error in the list, in characters; `jobs show` prints the whole error.
const SHOWN_ERROR: usize = 80;

/// `ingest jobs …`
pub(super) async fn run(output: &Output, config: &Config, command: JobsCommand) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    match command {
        JobsCommand::List { state, limit } => {
            let found = jobs::list(&db, state.map(Into::into), limit.into()).await?;
            output.print(&found, || list(&found));
            Ok(Outcome::Done)
        }
        JobsCommand::Show { id } => {
            let found = jobs::find(&db, id).await?.with_context(|| format!("there is no job {id}"))?;
            output.print(&found, || details(&found));
            Ok(Outcome::Done)
        }
        JobsCommand::Add { kind, retailer, product } => {
            let task = read_task(kind, retailer, product)?;
            let added = Added { kind: task.kind(), id: task.enqueue(&db).await? };
            output.print(&added, || match added.id {
                Some(id) => format!("{id}: {} is queued, due now", added.kind),
                None => format!("The same {} is already queued or running.", added.kind),
            });
            Ok(Outcome::Done)
        }
        JobsCommand::Retry { ids } => decide_all(output, &db, &ids, JobAction::Retry).await,
        JobsCommand::Cancel { ids } => decide_all(output, &db, &ids, JobAction::Cancel).await,
    }
}

/// JSON output of `jobs add`.
#[derive(Serialize)]
struct Added {
    kind: &'static str,
    /// Absent where the same work waits or runs already.
    id: Option<JobId>,
}

fn read_task(kind: JobKindName, retailer: Option<Slug>, product: Option<ProductId>) -> anyhow::Result<Task> {
    anyhow::ensure!(
        product.is_none() || kind == JobKindName::Refresh,
        "--product is only valid for a refresh"
    );
    let takes_retailer = matches!(kind, JobKindName::Crawl | JobKindName::Refresh | JobKindName::Pictures);
    anyhow::ensure!(
        retailer.is_none() || takes_retailer,
        "--retailer is not valid: this kind of job has no retailer"
    );
    let retailer_slug = || retailer.context("--retailer is missing: this kind of job needs one");
    Ok(match kind {
        JobKindName::Crawl => Task::Crawl { retailer: retailer_slug()? },
        JobKindName::Refresh => Task::Refresh { retailer: retailer_slug()?, product },
        JobKindName::Match => Task::Match,
        JobKindName::History => Task::History,
        JobKindName::Verdicts => Task::Verdicts,
        JobKindName::Popularity => Task::Popularity,
        JobKindName::Figures => Task::Figures,
        JobKindName::Upkeep => Task::Upkeep,
        JobKindName::Expiry => Task::Expiry,
        JobKindName::Pictures => Task::Pictures { retailer: retailer_slug()? },
    })
}

#[derive(Clone, Copy)]
enum JobAction {
    Retry,
    Cancel,
}

/// Outcome for one of the ids.
#[derive(Serialize)]
struct JobOutcome {
    id: JobId,
    decided: bool,
    says: String,
}

/// Decides each id on its own: a failure does not stop the others.
async fn decide_all(
    output: &Output,
    db: &PgPool,
    ids: &[JobId],
    action: JobAction,
) -> anyhow::Result<Outcome> {
    let mut decisions = Vec::new();
    for id in ids {
        let (decided, says) = match decide(db, *id, action).await {
            Ok(says) => (true, says.to_owned()),
            Err(JobDecisionError::Database(error)) => return Err(error.into()),
            Err(refused) => (false, refused.to_string()),
        };
        decisions.push(JobOutcome { id: *id, decided, says });
    }
    output.print(&decisions, || {
        decisions
            .iter()
            .map(|decision| format!("{}: {}", decision.id, decision.says))
            .collect::<Vec<_>>()
            .join("\n")
    });
    let done = decisions.iter().filter(|decision| decision.decided).count();
    anyhow::ensure!(done > 0, "no job was changed");
    Ok(if done == decisions.len() { Outcome::Done } else { Outcome::PartlyFailed })
}

async fn decide(db: &PgPool, id: JobId, action: JobAction) -> Result<&'static str, JobDecisionError> {
    let mut tx = db.begin().await?;
    let says = match action {
        JobAction::Retry => jobs::retry(&mut tx, id).await.map(|()| "queued, due now")?,
        JobAction::Cancel => jobs::cancel(&mut tx, id).await.map(|()| "cancelled")?,
    };
    tx.commit().await?;
    Ok(says)
}

fn list(found: &[Job]) -> String {
    if found.is_empty() {
        return "There are no jobs.".to_owned();
    }
    let rows = found.iter().map(|job| {
        let error: String = job.last_error.iter().flat_map(|error| error.chars()).take(SHOWN_ERROR).collect();
        vec![
            job.id.to_string(),
            job.kind.clone(),
            job.payload.to_string(),
            job.state.word().to_owned(),
            format!("{}/{}", job.attempts, job.max_attempts),
            format_time(job.run_at),
            error,
        ]
    });
    output::format_table(
        &["id", "kind", "target", "state", "attempts", "due", "last error"],
        4..5,
        rows.collect(),
    )
}

fn details(job: &JobDetail) -> String {
    let maybe = |at: Option<time::OffsetDateTime>| at.map_or_else(|| "–".to_owned(), format_time);
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
    let rows = [
        ("id", job.id.to_string()),
        ("kind", job.kind.clone()),
        ("what", job.payload.to_string()),
        ("state", job.state.word().to_owned()),
        ("attempts", format!("{} of {}", job.attempts, job.max_attempts)),
        ("due", format_time(job.run_at)),
        ("queued", format_time(job.created_at)),
        ("started", maybe(job.started_at)),
        ("finished", maybe(job.finished_at)),
        ("worker", text(&job.worker)),
        ("leased until", maybe(job.lease_until)),
        ("did", job.counters.to_string()),
        ("last error", text(&job.last_error)),
    ];
    output::format_table(&["", ""], 0..0, rows.map(|(name, value)| vec![name.to_owned(), value]).to_vec())
}
