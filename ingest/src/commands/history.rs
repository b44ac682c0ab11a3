use std::{fs::File, io::Read, path::Path};

use anyhow::Context;
use domain::{
    config::Config,
    model::{RetailerId, Slug},
    store::{
        clock,
        prices::{self, PastPrice},
        retailers,
    },
    transactions::past_prices::{self, ImportCounters},
};
use serde::Serialize;
use sqlx::PgPool;
use tokio::sync::mpsc;

use super::{context::fetch_settings, outcome::Outcome};
use crate::{
    database,
    fetch::RetailerClient,
    import::past_price::{self, PastRow},
    output::Output,
    progress::{Bar, Progress},
    retailer_file::read_files,
};

/// Number of prices stored in one transaction.
const PRICES_PER_TRANSACTION: usize = 10_000;
/// Maximum number of bad rows that are reported one by one.
const REPORTED: usize = 100;

/// Report of an import.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryReport {
    pub rows: u64,
    pub stored: u64,
    /// Prices that were stored before.
    pub known: u64,
    /// Rows of offers that the retailer does not have.
    pub unknown_offer: u64,
    pub bad_rows: u64,
    pub problems: Vec<(u64, String)>,
    pub seconds: f64,
}

/// `ingest history import`
pub(super) async fn run(
    output: &Output,
    config: &Config,
    from: &str,
    retailer: Option<&Slug>,
) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let progress = Progress::new(output);
    let bar = progress.bytes("Past prices", length_of(from));
    let source = open(config, from, retailer, &bar).await?;
    let report = import(&db, source, retailer, &bar).await?;
    bar.clear();
    for (row, reason) in &report.problems {
        output.warn(format!("{from}, line {row}: {reason}"));
    }
    output.print(&report, || {
        format!(
            "{} past prices in {:.1} s: {} stored, {} already stored, {} of unknown offers, {} unreadable.",
            report.rows, report.seconds, report.stored, report.known, report.unknown_offer, report.bad_rows
        )
    });
    anyhow::ensure!(report.rows > 0 || report.bad_rows == 0, "no row of {from} is a past price");
    Ok(if report.bad_rows == 0 { Outcome::Done } else { Outcome::PartlyFailed })
}

/// `ingest history remove-future`
pub(super) async fn remove_future(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let mut tx = db.begin().await?;
    let removed = past_prices::delete_future(&mut tx).await?;
    tx.commit().await?;
    output.print(&removed, || match removed.points {
        0 => "No price point has a date in the future.".to_owned(),
        points => format!(
            "Removed {points} price points with a date in the future, of {} offers and {} products.",
            removed.offers, removed.products
        ),
    });
    Ok(Outcome::Done)
}

/// Reads past prices from `source` and stores them batch by batch; a second run stores nothing twice.
///
/// # Errors
/// When the source breaks off or names an unknown retailer, or on database errors.
pub async fn import(
    db: &PgPool,
    source: Box<dyn Read + Send>,
    retailer: Option<&Slug>,
    bar: &Bar,
) -> anyhow::Result<HistoryReport> {
    let began = std::time::Instant::now();
    let default = retailer.cloned();
    let (sender, mut receiver) = mpsc::channel::<(u64, Result<PastRow, String>)>(PRICES_PER_TRANSACTION);
    let now = clock::now(db).await?;
    let reading =
        tokio::task::spawn_blocking(move || past_price::read_all(source, default.as_ref(), now, &sender));
    let mut report = HistoryReport::default();
    let mut batch: Vec<PastPrice> = Vec::with_capacity(PRICES_PER_TRANSACTION);
    let mut current: Option<(Slug, RetailerId)> = None;
    while let Some((line, row)) = receiver.recv().await {
        let row = match row {
            Ok(row) => row,
            Err(reason) => {
                report.bad_rows += 1;
                if report.problems.len() < REPORTED {
                    report.problems.push((line, reason));
                }
                continue;
            }
        };
        report.rows += 1;
        let retailer = match current.take() {
            Some((slug, id)) if slug == row.retailer => (slug, id),
            before => {
                if let Some((_, id)) = before {
                    store(db, id, &mut batch, &mut report).await?;
                }
                let found = retailers::find_by_slug(db, &row.retailer).await?;
                let found = found.with_context(|| {
                    format!("retailer {} was never crawled: run `ingest run` first", row.retailer)
                })?;
                (row.retailer.clone(), found.id)
            }
        };
        batch.push(row.price);
        if batch.len() >= PRICES_PER_TRANSACTION {
            store(db, retailer.1, &mut batch, &mut report).await?;
            bar.set_message(format!("{} rows", report.rows));
        }
        current = Some(retailer);
    }
    reading.await.context("the thread that reads the file panicked")??;
    if let Some((_, id)) = current {
        store(db, id, &mut batch, &mut report).await?;
    }
    report.seconds = began.elapsed().as_secs_f64();
    Ok(report)
}

async fn store(
    db: &PgPool,
    retailer_id: RetailerId,
    batch: &mut Vec<PastPrice>,
    report: &mut HistoryReport,
) -> anyhow::Result<()> {
    let moments = || batch.iter().map(|price| price.observed_at);
    let (Some(first), Some(last)) = (moments().min(), moments().max()) else {
        return Ok(());
    };
    // Outside the transaction of the rows, because creating a partition locks the table.
    prices::ensure_partitions(db, first, last).await?;
    let mut tx = db.begin().await?;
    let ImportCounters { stored, known, unknown_offer } =
        past_prices::import(&mut tx, retailer_id, batch).await?;
    tx.commit().await?;
    report.stored += stored;
    report.known += known;
    report.unknown_offer += unknown_offer;
    batch.clear();
    Ok(())
}

fn is_address(from: &str) -> bool {
    from.starts_with("http://") || from.starts_with("https://")
}

fn length_of(from: &str) -> Option<u64> {
    if is_address(from) || from == "-" {
        return None;
    }
    std::fs::metadata(from).ok().map(|metadata| metadata.len())
}

async fn open(
    config: &Config,
    from: &str,
    retailer: Option<&Slug>,
    bar: &Bar,
) -> anyhow::Result<Box<dyn Read + Send>> {
    if from == "-" {
        return Ok(Box::new(bar.inner().wrap_read(std::io::stdin())));
    }
    if !is_address(from) {
        let file = File::open(Path::new(from)).with_context(|| format!("cannot read {from}"))?;
        return Ok(Box::new(bar.inner().wrap_read(file)));
    }
    let slug = retailer.context("an address needs --retailer: only the domain of a retailer is fetched")?;
    let directory = read_files(config)?;
    let file = directory.retailers.into_iter().find(|file| file.slug == *slug);
    let file = file.with_context(|| format!("no readable retailer file has the slug {slug}"))?;
    let client = RetailerClient::new(&fetch_settings(config), file.access())?;
    let opened = client.open(&from.parse().with_context(|| format!("{from:?} is not a URL"))?).await?;
    Ok(Box::new(bar.inner().wrap_read(opened.body)))
}
