use anyhow::Context as _;
use domain::{
    config::Config,
    store::{crawls::CrawlState, retailers},
};
use futures::{StreamExt, stream};

use super::{
    context::{open_context, stop_at_signal},
    outcome::Outcome,
};
use crate::{
    cli::RunArguments,
    crawl::{self, CrawlOptions, CrawlReport, IngestContext},
    jobs::{MatcherOutcome, Task, match_offers, queue_price_ends},
    output::{self, Output},
    progress::Progress,
    retailer_file::{RetailerFile, RetailerFiles, read_files},
};

/// `ingest run`
pub(super) async fn run(
    output: &Output,
    config: &Config,
    arguments: &RunArguments,
) -> anyhow::Result<Outcome> {
    let directory = read_files(config)?;
    for problem in &directory.problems {
        output.warn(problem);
    }
    let broken = !directory.problems.is_empty();
    let (files, absent) = select_files(directory, arguments);
    for slug in &absent {
        output.warn(format!(
            "no readable retailer file in {} has the slug {slug}",
            config.ingest.retailers_directory.display()
        ));
    }
    anyhow::ensure!(!files.is_empty(), "there is no retailer to crawl: no enabled retailer file was found");
    if arguments.dry_run {
        return super::retailer::dry_run(output, config, files, arguments.limit).await;
    }
    let context = open_context(config).await?;
    stop_at_signal(&context.stop);
    let mut files = files;
    // A retailer that is named is crawled even where an administrator has switched it off.
    if arguments.retailer.is_empty() {
        let off = retailers::list_crawls_off(&context.db).await?;
        files.retain(|file| !off.contains(&file.slug));
    }
    let options = CrawlOptions {
        limit: arguments.limit,
        fresh: arguments.fresh,
        accept_missing: arguments.accept_missing,
        job_id: None,
    };
    let reports = crawl_all(output, &context, files, options).await?;
    // Stored offers are reported also where their products cannot be found yet.
    let followed_up = follow_up(output, &context, &reports).await;
    output.print(&reports, || summary(&reports));
    if !output.is_json() {
        explain(output, &reports);
    }
    followed_up?;
    let are_successful = reports.iter().all(CrawlReport::is_successful);
    if !are_successful
        && reports.iter().all(|report| report.counters.accepted == 0 && !report.is_successful())
    {
        anyhow::bail!("no retailer could be crawled: nothing was stored");
    }
    Ok(if are_successful && !broken && absent.is_empty() { Outcome::Done } else { Outcome::PartlyFailed })
}

/// Matches the offers to pages, and leaves their pictures to the worker.
async fn follow_up(output: &Output, context: &IngestContext, reports: &[CrawlReport]) -> anyhow::Result<()> {
    let bar = Progress::new(output).spinner("matching");
    let matching = match_offers(context).await;
    bar.clear();
    if let MatcherOutcome::Failed(reason) = matching? {
        output.warn(format!(
            "cannot match the offers to products: {reason}. Try again with `ingest match run`"
        ));
    }
    for report in reports.iter().filter(|report| report.is_successful()) {
        Task::Pictures { retailer: report.retailer.clone() }.enqueue(&context.db).await?;
    }
    Ok(())
}

/// Crawls these retailers in parallel.
/// A retailer whose crawl meets an error of our own is reported as failed; the others are read.
///
/// # Errors
/// On database errors before the first crawl.
pub async fn crawl_all(
    output: &Output,
    context: &IngestContext,
    files: Vec<RetailerFile>,
    options: CrawlOptions,
) -> anyhow::Result<Vec<CrawlReport>> {
    let progress = Progress::new(output);
    // In sequence, so that the retailers' positions follow the order of the files.
    for file in &files {
        crawl::store_retailer(&context.db, file).await?;
    }
    let crawls = files.into_iter().map(|file| {
        let (context, progress, output) = (context.clone(), progress.clone(), *output);
        tokio::spawn(async move {
            let bar = progress.spinner(file.slug.as_str());
            let report = crawl::crawl(&context, &file, options, &bar)
                .await
                .unwrap_or_else(|error| CrawlReport::not_run(&file.slug, format!("{error:#}")));
            if let Err(error) = queue_price_ends(&context.db, &file, &report).await {
                tracing::error!(retailer = %file.slug, %error, "no crawl is queued for the end of its sales");
            }
            bar.finish(one_line(&report));
            if !output.is_terminal() {
                output.print_line(format!("{}: {}", file.slug, one_line(&report)));
            }
            report
        })
    });
    let concurrent = context.config.ingest.concurrent_retailers.max(1);
    let mut reports = Vec::new();
    let mut running = stream::iter(crawls).buffered(concurrent);
    while let Some(ended) = running.next().await {
        reports.push(ended.context("a crawl panicked")?);
    }
    Ok(reports)
}

fn select_files(
    directory: RetailerFiles,
    arguments: &RunArguments,
) -> (Vec<RetailerFile>, Vec<domain::model::Slug>) {
    if arguments.retailer.is_empty() {
        let is_crawled = |file: &RetailerFile| file.enabled && !file.is_handed_in();
        return (directory.retailers.into_iter().filter(is_crawled).collect(), Vec::new());
    }
    let is_there = |slug: &&domain::model::Slug| directory.retailers.iter().any(|file| file.slug == **slug);
    let absent = arguments.retailer.iter().filter(|slug| !is_there(slug)).cloned().collect();
    let wanted =
        directory.retailers.into_iter().filter(|file| arguments.retailer.contains(&file.slug)).collect();
    (wanted, absent)
}

fn one_line(report: &CrawlReport) -> String {
    let counters = &report.counters;
    let mut text = format!(
        "{} offers in {:.1} s: {} new, {} changed",
        counters.accepted, report.seconds, counters.new, counters.changed
    );
    for (count, word) in [(counters.ended, "ended"), (counters.rejected, "rejected"), (counters.held, "held")]
    {
        if count > 0 {
            text.push_str(&format!(", {count} {word}"));
        }
    }
    if report.not_modified > 0 {
        text.push_str(&format!(", {} pages unchanged", report.not_modified));
    }
    if let Some(error) = &report.error {
        text.push_str(&format!(". {error}"));
    }
    text
}

fn summary(reports: &[CrawlReport]) -> String {
    let headings = [
        "retailer",
        "state",
        "pages",
        "read",
        "new",
        "changed",
        "same",
        "ended",
        "rejected",
        "held",
        "unmatched",
        "seconds",
    ];
    let rows = reports.iter().map(|report| {
        let counters = &report.counters;
        let mut row = vec![report.retailer.to_string(), state_word(report.state).to_owned()];
        let numbers = [
            counters.pages,
            counters.accepted,
            counters.new,
            counters.changed,
            counters.unchanged,
            counters.ended,
            counters.rejected,
            counters.held,
            counters.unmatched,
        ];
        row.extend(numbers.map(|number| number.to_string()));
        row.push(format!("{:.1}", report.seconds));
        row
    });
    output::format_table(&headings, 2..12, rows.collect())
}

/// Returns the state in words.
pub(super) fn state_word(state: CrawlState) -> &'static str {
    match state {
        CrawlState::Running => "running",
        CrawlState::Complete => "complete",
        CrawlState::Partial => "partial",
        CrawlState::Held => "held",
        CrawlState::Failed => "failed",
    }
}

/// Returns what a crawl that is not complete has stored all the same, as a sentence.
fn say_stored(report: &CrawlReport) -> Option<String> {
    let counters = &report.counters;
    let stored = counters.new + counters.changed + counters.unchanged;
    let what = match report.state {
        CrawlState::Partial => "a part of it could not be read",
        CrawlState::Held => "it was held",
        CrawlState::Failed => "it failed",
        CrawlState::Running | CrawlState::Complete => return None,
    };
    if report.is_successful() {
        return None;
    }
    Some(match stored {
        0 => format!("the crawl stored nothing: {what}. Earlier offers stay as they were"),
        _ => format!(
            "the crawl stored {stored} offers ({} new, {} changed) although {what}. No offer was ended",
            counters.new, counters.changed
        ),
    })
}

/// Prints why crawls are not complete, what they stored, and why offers were rejected.
fn explain(output: &Output, reports: &[CrawlReport]) {
    for report in reports {
        if let Some(error) = &report.error {
            output.warn(format!("{}: {error}", report.retailer));
        }
        if let Some(stored) = say_stored(report) {
            output.warn(format!("{}: {stored}", report.retailer));
        }
        for (_, reason) in report.rejected.iter() {
            output.print_line(format!("{}: rejected {} × {}", report.retailer, reason.count, reason.example));
        }
        for contradiction in &report.notes.contradictions {
            let example = contradiction.examples.first().map(String::as_str).unwrap_or_default();
            output.print_line(format!(
                "{}: {} × mapped to {}, the title says {}: {example}",
                report.retailer, contradiction.offers, contradiction.mapped, contradiction.title_says
            ));
        }
        if report.notes.bad_gtins > 0 {
            output.print_line(format!(
                "{}: {} barcodes are not valid GTINs",
                report.retailer, report.notes.bad_gtins
            ));
        }
        for (field, count) in &report.notes.left_out {
            output.print_line(format!("{}: left out {field} of {count} listings: odd form", report.retailer));
        }
    }
}
