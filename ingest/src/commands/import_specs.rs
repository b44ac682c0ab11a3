use std::{collections::BTreeMap, fs::File, io::Read, path::Path};

use anyhow::Context;
use domain::{
    config::{Config, PriceScreen},
    model::{ProductFacts, SpecError},
    store::{sources, statistics},
    transactions::{key_matches, product_facts},
};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::sync::mpsc;

use super::outcome::Outcome;
use crate::{
    cli::ImportSpecsArguments,
    database,
    import::{lines, record},
    output::Output,
    progress::{Bar, Progress},
};

/// Number of records stored in one transaction.
const RECORDS_PER_TRANSACTION: usize = 1_000;
/// Maximum number of bad lines that are reported one by one; the rest is counted.
const REPORTED: usize = 100;

/// Report of an import.
#[derive(Debug, Default, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    pub records: u64,
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// Number of lines that are no record; `problems` has the reasons of the first hundred.
    pub bad_lines: u64,
    pub problems: Vec<BadLine>,
    /// Facts left out of stored records, by reason.
    pub refused_facts: BTreeMap<String, u64>,
    /// Waiting offers that were matched to the new products.
    pub offers_joined: u64,
    pub seconds: f64,
}

/// A line that is no record.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub struct BadLine {
    pub line: u64,
    pub reason: String,
}

/// Message from the reading thread to the storing task.
enum ParsedLine {
    Batch(Vec<ProductFacts>),
    Bad(BadLine),
    Refused(SpecError),
}

/// `ingest import-specs`
pub(super) async fn run(
    output: &Output,
    config: &Config,
    arguments: &ImportSpecsArguments,
) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let progress = Progress::new(output);
    let (source, bar) = open(&arguments.file, &progress)?;
    let report = import(&db, &config.price_screen, source, &data_source(&db, arguments).await?, &bar).await?;
    bar.clear();
    for problem in &report.problems {
        output.warn(format!("{}, line {}: {}", arguments.file.display(), problem.line, problem.reason));
    }
    let unreported = report.bad_lines - report.problems.len() as u64;
    if unreported > 0 {
        output.warn(format!("{unreported} more lines are unreadable"));
    }
    output.print(&report, || sentence(&report));
    anyhow::ensure!(report.records > 0 || report.bad_lines == 0, "no line of the file is a record");
    Ok(if report.bad_lines == 0 { Outcome::Done } else { Outcome::PartlyFailed })
}

/// Reads records from `source` to its end, stores them batch by batch, and matches waiting offers, whose prices are
/// screened by `limits`.
///
/// # Errors
/// When the source breaks off, or on database errors; batches stored before stay.
pub async fn import(
    db: &PgPool,
    limits: &PriceScreen,
    source: Box<dyn Read + Send>,
    described: &sources::DataSource,
    bar: &Bar,
) -> anyhow::Result<ImportReport> {
    let began = std::time::Instant::now();
    sources::upsert(db, described).await?;
    let (sender, mut receiver) = mpsc::channel(8);
    let reading = tokio::task::spawn_blocking(move || read_all(source, &sender));
    let mut report = ImportReport::default();
    let today = OffsetDateTime::now_utc().date();
    while let Some(read) = receiver.recv().await {
        match read {
            ParsedLine::Batch(facts) => {
                let mut tx = db.begin().await?;
                let counters = product_facts::upsert(&mut tx, &described.slug, &facts, today).await?;
                tx.commit().await?;
                report.records += facts.len() as u64;
                report.new += counters.new;
                report.changed += counters.changed;
                report.unchanged += counters.unchanged;
                bar.set_message(format!("{} records", report.records));
            }
            ParsedLine::Bad(problem) => {
                report.bad_lines += 1;
                if report.problems.len() < REPORTED {
                    report.problems.push(problem);
                }
            }
            ParsedLine::Refused(error) => *report.refused_facts.entry(kind_of(&error)).or_default() += 1,
        }
    }
    reading.await.context("the thread that reads the file panicked")??;
    if report.new + report.changed > 0 {
        bar.set_message("matching offers");
        statistics::gather_after_import(db).await?;
        let mut tx = db.begin().await?;
        report.offers_joined = key_matches::match_waiting_by_key(&mut tx, limits).await?.matched;
        tx.commit().await?;
    }
    report.seconds = began.elapsed().as_secs_f64();
    Ok(report)
}

fn read_all(source: Box<dyn Read + Send>, out: &mpsc::Sender<ParsedLine>) -> anyhow::Result<()> {
    let mut source = lines::decompress(source).context("cannot read the file")?;
    let mut number = 0;
    let mut batch = Vec::with_capacity(RECORDS_PER_TRANSACTION);
    // A closed channel means that the storing side failed; that side reports the error.
    let send = |read| out.blocking_send(read).is_ok();
    while let Some(line) = lines::next(&mut source, &mut number)
        .with_context(|| format!("the file is cut off after line {number}"))?
    {
        match line.text.and_then(|text| record::read(&text)) {
            Ok((facts, refused)) => {
                batch.push(facts);
                if !refused.into_iter().all(|error| send(ParsedLine::Refused(error))) {
                    return Ok(());
                }
            }
            Err(reason) => {
                if !send(ParsedLine::Bad(BadLine { line: line.number, reason })) {
                    return Ok(());
                }
            }
        }
        if batch.len() == RECORDS_PER_TRANSACTION && !send(ParsedLine::Batch(std::mem::take(&mut batch))) {
            return Ok(());
        }
    }
    if !batch.is_empty() {
        send(ParsedLine::Batch(batch));
    }
    Ok(())
}

fn open(file: &Path, progress: &Progress) -> anyhow::Result<(Box<dyn Read + Send>, Bar)> {
    if file == Path::new("-") {
        let bar = progress.bytes("Importing", None);
        return Ok((Box::new(bar.inner().wrap_read(std::io::stdin())), bar));
    }
    let source = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    let length = source.metadata().ok().map(|metadata| metadata.len());
    let bar = progress.bytes("Importing", length);
    Ok((Box::new(bar.inner().wrap_read(source)), bar))
}

/// Returns the data source; settings without an argument keep their stored values.
async fn data_source(db: &PgPool, arguments: &ImportSpecsArguments) -> anyhow::Result<sources::DataSource> {
    let slug = arguments.source.to_string();
    let known = sources::list(db).await?.into_iter().find(|source| source.slug == slug);
    let name = arguments.source_name.clone().or(known.as_ref().map(|source| source.name.clone()));
    Ok(sources::DataSource {
        name: name.unwrap_or_else(|| slug.clone()),
        attribution: arguments
            .attribution
            .clone()
            .or(known.as_ref().and_then(|source| source.attribution.clone())),
        url: arguments.source_url.as_ref().map(url::Url::to_string).or(known.and_then(|source| source.url)),
        slug,
    })
}

/// Returns the reason without the particular value, so that equal reasons are counted together.
fn kind_of(error: &SpecError) -> String {
    match error {
        SpecError::UnknownKey(key) => format!("{key}: unknown spec"),
        SpecError::WrongKind { key, expected } => format!("{key}: must be {expected}"),
        SpecError::OutOfRange { key, min, max, .. } => format!("{key}: must be between {min} and {max}"),
        SpecError::BadLength { key } => format!("{key}: empty or longer than allowed"),
    }
}

fn sentence(report: &ImportReport) -> String {
    let mut text = format!(
        "{} records in {:.1} s: {} new, {} changed, {} unchanged; {} offers matched.",
        report.records, report.seconds, report.new, report.changed, report.unchanged, report.offers_joined
    );
    if report.bad_lines > 0 {
        text.push_str(&format!("\n{} lines are unreadable.", report.bad_lines));
    }
    for (reason, count) in &report.refused_facts {
        text.push_str(&format!("\n  ignored {count} × {reason}"));
    }
    text
}
