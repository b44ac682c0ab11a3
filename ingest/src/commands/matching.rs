use domain::{
    config::Config,
    store::{clock, offers, prices},
    transactions::{first_prices::screen_first_prices, key_matches},
};
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::outcome::Outcome;
use crate::{database, matching, output::Output, progress::Progress};

/// Report of a run of the matcher.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    matched: u64,
    held: u64,
    compared: u64,
    asked: u64,
    products_created: u64,
    still_waiting: i64,
}

/// `ingest match run`
pub(super) async fn run(output: &Output, config: &Config, all: bool) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let bar = Progress::new(output).spinner("matching");
    let mut tx = db.begin().await?;
    let by_key = key_matches::match_waiting_by_key(&mut tx, &config.price_screen).await?;
    tx.commit().await?;
    let done = matching::run(&db, config, all, &CancellationToken::new(), |compared| {
        bar.set_message(format!("matching: {compared} offers compared"));
    })
    .await?;
    let mut tx = db.begin().await?;
    let now = clock::now(&mut *tx).await?;
    prices::ensure_partitions(&mut *tx, now, now).await?;
    screen_first_prices(&mut tx, &config.price_screen, now).await?;
    tx.commit().await?;
    bar.clear();
    let counts = offers::count_by_retailer(&db).await?;
    let report = Report {
        matched: by_key.matched + done.matched,
        held: by_key.held + done.held,
        compared: done.compared,
        asked: done.asked,
        products_created: done.created,
        still_waiting: counts.iter().map(|count| count.unmatched).sum(),
    };
    output.print(&report, || {
        format!(
            "{} offers were matched to products ({} held, as their prices are far from other retailers'), {} \
             new products were made; of {} compared, {} pairs ask for an administrator; {} offers still wait.",
            report.matched,
            report.held,
            report.products_created,
            report.compared,
            report.asked,
            report.still_waiting
        )
    });
    Ok(Outcome::Done)
}
