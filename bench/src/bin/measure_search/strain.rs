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

/// A hundred queries are built from these texts, in both places that take words.
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

/// Result of the bad queries.
pub(crate) struct Survived {
    pub(crate) asked: usize,
    pub(crate) worst: Duration,
    /// Statuses of 500 and above, with the request.
    pub(crate) broken: Vec<String>,
}

pub(crate) fn bad_input(address: SocketAddr) -> io::Result<Survived> {
    let mut paths: Vec<String> = RAW.map(str::to_owned).into();
    let long = [
        "a".repeat(10_240),
        "ab1 ".repeat(2_560),
        "شاشة ".repeat(1_100),
        "4070 ".repeat(100),
        "corsair ".repeat(60),
    ];
    for place in ["search", "suggest"] {
        let texts = TEXTS.into_iter().map(str::to_owned).chain(long.clone());
        let encoded =
            |text: &str| form_urlencoded::Serializer::new(String::new()).append_pair("q", text).finish();
        paths.extend(texts.map(|text| format!("/api/{place}?{}", encoded(&text))));
    }
    let mut client = Client::connect(address)?;
    let mut survived = Survived { asked: paths.len(), worst: Duration::ZERO, broken: Vec::new() };
    for path in &paths {
        let started = Instant::now();
        let status = client.ask(path)?;
        survived.worst = survived.worst.max(started.elapsed());
        if status >= 500 {
            survived.broken.push(format!("{status} {}", path.chars().take(80).collect::<String>()));
        }
        // Some answers close the connection.
        client = Client::connect(address)?;
    }
    Ok(survived)
}

/// Effect of a rebuild on users.
pub(crate) struct Rebuilt {
    /// `None` when the rebuild did not finish in time.
    pub(crate) took: Option<Duration>,
    pub(crate) fresh: Vec<Duration>,
    pub(crate) searches: usize,
    /// Searches that failed, or found nothing although there are matches.
    pub(crate) failed: usize,
    pub(crate) slowest: Duration,
}

/// Sets the day of an idle index back by one: the next process that serves it rebuilds its cards beside it.
pub(crate) fn age(index: &Path) -> Result<(), Box<dyn Error>> {
    let opened = Engine::open(index, SearchConfig::embedded()?)?;
    let mut place: FeedPosition = opened.feed_position.ok_or("the index is empty")?.parse()?;
    place.basis.day = place.basis.day.previous_day().ok_or("no day before")?;
    Ok(opened.engine.apply(Vec::new(), &place.to_string())?)
}

/// Searches and changes prices while a freshly started api rebuilds its index.
pub(crate) async fn rebuild(
    db: &PgPool,
    catalogue: &Catalogue,
    count: u64,
    (address, index, paths): (SocketAddr, &Path, Vec<String>),
    longest: Duration,
) -> Result<Rebuilt, Box<dyn Error>> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    let shopper = thread::spawn(move || shop(address, &paths, &stopped));
    let before = fs::read_to_string(index.join("CURRENT"))?;
    let started = Instant::now();
    let (mut fresh, mut took) = (Vec::new(), None);
    while started.elapsed() < longest {
        fresh.extend(changes::freshness(db, catalogue, count, address, 1_000 + fresh.len() as u64, 1).await?);
        if fs::read_to_string(index.join("CURRENT"))? != before {
            took = Some(started.elapsed());
            break;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    stop.store(true, Ordering::Relaxed);
    let (searches, failed, slowest) = shopper.join().map_err(|_| "the shopper died")?;
    Ok(Rebuilt { took, fresh, searches, failed, slowest })
}

fn shop(address: SocketAddr, paths: &[String], stopped: &AtomicBool) -> (usize, usize, Duration) {
    let (mut searches, mut failed, mut slowest) = (0, 0, Duration::ZERO);
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
            Ok((kept, true)) => client = Some(kept),
            _ => failed += 1,
        }
        thread::sleep(Duration::from_millis(5));
    }
    (searches, failed, slowest)
}
