use std::collections::HashMap;

use domain::{
    config::Config,
    model::{Retailer, RetailerId},
    store::{
        crawls::{self, Crawl},
        offers::{self, OfferCounts},
        retailers,
    },
};
use serde::Serialize;
use time::OffsetDateTime;

use super::{moment::format_time, outcome::Outcome, run::state_word};
use crate::{
    database,
    output::{self, Output},
    retailer_file::{next_run, read_files},
};

/// One retailer's row.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    retailer: String,
    enabled: bool,
    last_crawl: Option<Crawl>,
    live: i64,
    unmatched: i64,
    #[serde(with = "time::serde::rfc3339::option")]
    next_run: Option<OffsetDateTime>,
}

/// `ingest status`
pub(super) async fn run(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let counts: HashMap<RetailerId, OfferCounts> =
        offers::count_by_retailer(&db).await?.into_iter().map(|count| (count.retailer_id, count)).collect();
    let mut latest: HashMap<RetailerId, Crawl> = crawls::list_newest(&db, None, 0, 1)
        .await?
        .into_iter()
        .map(|crawl| (crawl.retailer_id, crawl))
        .collect();
    let schedules = schedules(config);
    let off = retailers::list_crawls_off(&db).await?;
    let lines: Vec<Line> = retailers::list(&db)
        .await?
        .into_iter()
        .map(|retailer: Retailer| {
            let counted = counts.get(&retailer.id);
            let is_crawled = retailer.enabled && !off.contains(&retailer.slug);
            Line {
                enabled: is_crawled,
                last_crawl: latest.remove(&retailer.id),
                live: counted.map_or(0, |count| count.live),
                unmatched: counted.map_or(0, |count| count.unmatched),
                next_run: schedules.get(retailer.slug.as_str()).copied().filter(|_| is_crawled),
                retailer: retailer.slug.to_string(),
            }
        })
        .collect();
    output.print(&lines, || {
        if lines.is_empty() {
            "No retailer was crawled yet. Start with `ingest run`.".to_owned()
        } else {
            table(&lines)
        }
    });
    Ok(Outcome::Done)
}

/// Returns the next scheduled crawl of each retailer file; unreadable files are left out.
fn schedules(config: &Config) -> HashMap<String, OffsetDateTime> {
    let Ok(directory) = read_files(config) else {
        return HashMap::new();
    };
    let enabled = directory.retailers.into_iter().filter(|file| file.enabled);
    enabled.filter_map(|file| Some((file.slug.to_string(), next_run(file.schedule.as_deref()?)?))).collect()
}

fn table(lines: &[Line]) -> String {
    let headings = [
        "retailer",
        "last crawl",
        "state",
        "offers",
        "unmatched",
        "new",
        "changed",
        "ended",
        "rejected",
        "held",
        "next run",
        "error",
    ];
    let rows = lines.iter().map(|line| {
        let crawl = line.last_crawl.as_ref();
        let counter = |of: fn(&crawls::CrawlCounters) -> i32| {
            crawl.map_or_else(|| "–".to_owned(), |crawl| of(&crawl.counters).to_string())
        };
        vec![
            if line.enabled { line.retailer.clone() } else { format!("{} (off)", line.retailer) },
            crawl.map_or_else(|| "never".to_owned(), |crawl| format_time(crawl.started_at)),
            crawl.map_or("–", |crawl| state_word(crawl.state)).to_owned(),
            line.live.to_string(),
            line.unmatched.to_string(),
            counter(|counters| counters.new),
            counter(|counters| counters.changed),
            counter(|counters| counters.ended),
            counter(|counters| counters.rejected),
            counter(|counters| counters.held),
            line.next_run.map_or_else(|| "–".to_owned(), format_time),
            crawl.and_then(|crawl| crawl.error.clone()).unwrap_or_default(),
        ]
    });
    output::format_table(&headings, 3..10, rows.collect())
}
