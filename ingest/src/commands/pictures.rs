use anyhow::Context;
use domain::{
    config::Config,
    model::Slug,
    store::pictures::{self, RefusalCount, SourceCounts},
};
use serde::Serialize;

use super::{
    context::{open_context, stop_at_signal},
    outcome::Outcome,
};
use crate::{
    crawl::IngestContext,
    database,
    output::{self, Output},
    pictures::{PictureReport, fetch as fetch_of},
    progress::Progress,
    retailer_file::{RetailerFile, read_files},
};

/// Maximum number of reasons in `ingest pictures status`.
const SHOWN_REASONS: i64 = 30;

/// `ingest pictures fetch`
pub(super) async fn fetch(output: &Output, config: &Config, wanted: &[Slug]) -> anyhow::Result<Outcome> {
    let directory = read_files(config)?;
    for problem in &directory.problems {
        output.warn(problem);
    }
    let is_wanted = |file: &RetailerFile| {
        if wanted.is_empty() { file.enabled } else { wanted.contains(&file.slug) }
    };
    let files: Vec<RetailerFile> = directory.retailers.into_iter().filter(is_wanted).collect();
    let absent = wanted.iter().find(|slug| !files.iter().any(|file| file.slug == **slug));
    if let Some(slug) = absent {
        anyhow::bail!("no readable retailer file has the slug {slug}");
    }
    let context = open_context(config).await?;
    stop_at_signal(&context.stop);
    let reports = fetch_all(output, &context, files).await?;
    output.print(&reports, || summary(&reports));
    let is_good = reports.iter().all(|report| report.failed == 0) && directory.problems.is_empty();
    Ok(if is_good { Outcome::Done } else { Outcome::PartlyFailed })
}

async fn fetch_all(
    output: &Output,
    context: &IngestContext,
    files: Vec<RetailerFile>,
) -> anyhow::Result<Vec<PictureReport>> {
    let progress = Progress::new(output);
    let running: Vec<_> = files
        .into_iter()
        .map(|file| {
            let (context, bar) = (context.clone(), progress.spinner(file.slug.as_str()));
            tokio::spawn(async move {
                let report = fetch_of(&context, &file, None, &bar).await;
                bar.clear();
                report
            })
        })
        .collect();
    let mut reports = Vec::new();
    for one in running {
        reports.push(one.await.context("the fetching of pictures panicked")??);
    }
    Ok(reports)
}

fn summary(reports: &[PictureReport]) -> String {
    let headings = ["retailer", "fetched", "unchanged", "refused", "failed", "products", "waiting"];
    let rows = reports.iter().map(|report| {
        let numbers = [report.fetched, report.unchanged, report.refused, report.failed, report.chosen];
        let mut row = vec![report.retailer.clone()];
        row.extend(numbers.map(|number| number.to_string()));
        row.push(report.left.to_string());
        row
    });
    output::format_table(&headings, 1..7, rows.collect())
}

/// JSON output of `ingest pictures status`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Status {
    pictures: i64,
    bytes: i64,
    retailers: Vec<SourceCounts>,
    reasons: Vec<RefusalCount>,
}

/// `ingest pictures status`
pub(super) async fn status(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let (pictures, bytes) = pictures::count_stored(&db).await?;
    let status = Status {
        pictures,
        bytes,
        retailers: pictures::count_sources(&db).await?,
        reasons: pictures::list_refusals(&db, SHOWN_REASONS).await?,
    };
    output.print(&status, || describe(&status));
    Ok(Outcome::Done)
}

fn describe(status: &Status) -> String {
    let megabytes = status.bytes as f64 / (1024.0 * 1024.0);
    let rows = status.retailers.iter().map(|counts| {
        let numbers = [counts.waiting, counts.fetched, counts.refused, counts.failed];
        let mut row = vec![counts.retailer.clone()];
        row.extend(numbers.map(|number| number.to_string()));
        row
    });
    let table =
        output::format_table(&["retailer", "waiting", "fetched", "refused", "failed"], 1..5, rows.collect());
    let mut text = format!("{} pictures are stored, {megabytes:.1} MB in total.\n{table}", status.pictures);
    for RefusalCount { retailer, reason, count, example } in &status.reasons {
        text.push_str(&format!("\n{retailer}: {count} × {reason} ({example})"));
    }
    text
}
