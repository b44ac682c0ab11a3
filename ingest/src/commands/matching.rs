use domain::{
    config::Config,
    store::{links, offers},
};
use serde::Serialize;

use super::{Outcome, database};
use crate::{output::Output, progress::Progress};

/// What a run over the waiting offers did.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    joined: u64,
    still_waiting: i64,
}

/// `ingest match run`
pub(super) async fn run(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let bar = Progress::new(output).spinner("matching");
    let mut tx = db.begin().await?;
    let joined = links::link_exact(&mut tx).await?;
    tx.commit().await?;
    bar.clear();
    let counts = offers::count_by_retailer(&db).await?;
    let report = Report { joined, still_waiting: counts.iter().map(|count| count.unmatched).sum() };
    output.answer(&report, || {
        format!(
            "{} offers were joined to their products; {} still wait for one.",
            report.joined, report.still_waiting
        )
    });
    Ok(Outcome::Done)
}
