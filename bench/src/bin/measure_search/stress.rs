//! Load that must not affect users: nonsensical queries, and a full rebuild beside the live index.

use std::{
    error::Error,
    fs, io,
    net::SocketAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use api::services::follow::FeedPosition;
use indexer::{Engine, SearchConfig};
use sqlx::PgPool;

use crate::{catalogue::Catalogue, changes, drive::Client};

/// Texts of nonsensical queries, sent to search and to suggestions.
const TEXTS: [&str; 40] = [
    "",
    " ",
    "*",
    "**",
    "\"",
    "\"unbalanced",
    "'",
    "''; drop table product; --",
    "1' or '1'='1",
    "AND OR NOT",
    "NOT",
    "OR OR",
    "name:asus AND (price:[1 TO 2])",
    "a:b^3~2",
    "((((",
    "))",
    "\\",
    "%",
    "%%%",
    "_",
    "~",
    "-",
    "--",
    "+",
    "🙂🙂🙂",
    "👩‍👩‍👧",
    "\u{200f}\u{202e}rtx",
    "\u{200b}\u{feff}",
    "\0\u{1}\u{7f}",
    "\r\n\r\nHost: x",
    "\u{fffd}",
    "ﷺ",
    "ءءء",
    "ـــ",
    "1e999",
    "-5 kd",
    "under 99999999999999 kd",
    "من الى",
    "{\"q\":\"\\ud800\"}",
    "<script>alert(1)</script>",
];
/// Query strings that no serialiser produces.
const RAW: [&str; 20] = [
    "/api/search?q=%ED%A0%80",
    "/api/search?q=%ED%BF%BF%ED%A0%80",
    "/api/search?q=%FF%FE",
    "/api/search?q=%",
    "/api/search?q=%zz",
    "/api/search?q=%00",
    "/api/search?page=0",
    "/api/search?page=-1",
    "/api/search?page=99999999999999999999",
    "/api/search?limit=0",
    "/api/search?limit=1e9",
    "/api/search?minPrice=-5",
    "/api/search?maxPrice=-0.001",
    "/api/search?minPrice=9&maxPrice=1",
    "/api/search?maxPrice=NaN",
    "/api/search?colour=red",
    "/api/search?spec.nothing=1",
    "/api/search?sort=price;drop",
    "/api/search?category=WHEEL",
    "/api/suggest?q=%ED%A0%80&limit=-1",
];

/// Figures of the nonsensical queries.
pub(crate) struct BadInputFigures {
    pub(crate) requests: usize,
    pub(crate) slowest: Duration,
    /// Statuses of 500 and above, with the request.
    pub(crate) server_errors: Vec<String>,
}

pub(crate) fn bad_input(address: SocketAddr) -> io::Result<BadInputFigures> {
    let mut paths: Vec<String> = RAW.map(str::to_owned).into();
    let long = [
        "a".repeat(10_240),
        "ab1 ".repeat(2_560),
        "شاشة ".repeat(1_100),
        "4070 ".repeat(100),
        "corsair ".repeat(60),
    ];
    for route in ["search", "suggest"] {
        let texts = TEXTS.into_iter().map(str::to_owned).chain(long.clone());
        let encoded =
            |text: &str| form_urlencoded::Serializer::new(String::new()).append_pair("q", text).finish();
        paths.extend(texts.map(|text| format!("/api/{route}?{}", encoded(&text))));
    }
    let mut client = Client::connect(address)?;
    let mut figures =
        BadInputFigures { requests: paths.len(), slowest: Duration::ZERO, server_errors: Vec::new() };
    for path in &paths {
        let started = Instant::now();
        let status = client.ask(path)?;
        figures.slowest = figures.slowest.max(started.elapsed());
        if status >= 500 {
            figures.server_errors.push(format!("{status} {}", path.chars().take(80).collect::<String>()));
        }
        // Some answers close the connection.
        client = Client::connect(address)?;
    }
    Ok(figures)
}

/// Effect of a rebuild on users.
pub(crate) struct RebuildFigures {
    /// `None` when the rebuild did not finish in time.
    pub(crate) duration: Option<Duration>,
    /// Times until a search shows a changed price.
    pub(crate) freshness: Vec<Duration>,
    pub(crate) searches: usize,
    /// Searches that failed, or found nothing although there are matches: the path, and what happened.
    pub(crate) failed: Vec<String>,
    pub(crate) slowest: Duration,
}

/// Sets the day of an idle index back by one: the next process that serves it rebuilds its cards beside it.
pub(crate) fn backdate_index(index: &Path) -> Result<(), Box<dyn Error>> {
    let opened = Engine::open(index, SearchConfig::embedded()?)?;
    let mut feed_position: FeedPosition = opened.feed_position.ok_or("the index is empty")?.parse()?;
    feed_position.rebuild_key.day = feed_position.rebuild_key.day.previous_day().ok_or("no day before")?;
    Ok(opened.engine.apply(Vec::new(), &feed_position.to_string())?)
}

/// Searches and changes prices while a freshly started api rebuilds its index.
pub(crate) async fn rebuild(
    db: &PgPool,
    catalogue: &Catalogue,
    count: u64,
    (address, index, paths): (SocketAddr, &Path, Vec<String>),
    max_duration: Duration,
) -> Result<RebuildFigures, Box<dyn Error>> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    let searches = thread::spawn(move || search_until_stopped(address, &paths, &stopped));
    let old_generation = fs::read_to_string(index.join("CURRENT"))?;
    let started = Instant::now();
    let (mut freshness, mut duration) = (Vec::new(), None);
    while started.elapsed() < max_duration {
        let first_sample = 1_000 + freshness.len() as u64;
        freshness.extend(changes::freshness(db, catalogue, count, address, first_sample, 1).await?);
        if fs::read_to_string(index.join("CURRENT"))? != old_generation {
            duration = Some(started.elapsed());
            break;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    stop.store(true, Ordering::Relaxed);
    let (searches, failed, slowest) = searches.join().map_err(|_| "the thread that searches panicked")?;
    Ok(RebuildFigures { duration, freshness, searches, failed, slowest })
}

/// Searches one path after the other; returns the number of searches, the failed ones, and the slowest time.
fn search_until_stopped(
    address: SocketAddr,
    paths: &[String],
    stopped: &AtomicBool,
) -> (usize, Vec<String>, Duration) {
    let (mut searches, mut failed, mut slowest) = (0, Vec::new(), Duration::ZERO);
    let mut client = None;
    for path in paths.iter().cycle() {
        if stopped.load(Ordering::Relaxed) {
            break;
        }
        let started = Instant::now();
        let answered =
            client.take().map_or_else(|| Client::connect(address), Ok).and_then(|mut client: Client| {
                let found = !client.get(path)?.starts_with(b"{\"products\":[]");
                Ok((client, found))
            });
        slowest = slowest.max(started.elapsed());
        searches += 1;
        match answered {
            Ok((open_client, true)) => client = Some(open_client),
            Ok((_, false)) => failed.push(format!("{path}: nothing found")),
            Err(error) => failed.push(format!("{path}: {error}")),
        }
        thread::sleep(Duration::from_millis(5));
    }
    (searches, failed, slowest)
}
