//! Bad responses of retailers: every platform (`platforms/`) receives every bad response after a good crawl, twice, and
//! the stored data stays unchanged.

use std::{io::Write, time::Duration};

use axum::{
    body::Body,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::store::crawls::CrawlState;
use ingest::{
    crawl::{CrawlOptions, CrawlReport, IngestContext, crawl},
    retailer_file::RetailerFile,
};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    demo_server::{bar, context},
    platforms::feed::rows,
    stored_data::{StoredData, assert_same, number},
    test_retailer::{ReceivedRequest, TestRetailer, html, json as json_answer},
};

/// Number of offers of the retailer: enough for the price screen to check crawls.
pub(crate) const OFFERS: u32 = 12;

/// A platform: its section of a retailer file, a good response, and a response that lists nothing.
pub(crate) struct Sample {
    pub(crate) file: &'static str,
    pub(crate) good: fn(&ReceivedRequest) -> Response,
    pub(crate) empty: fn() -> Response,
    /// Part of an address that product pages have, where the platform has such pages.
    pub(crate) product_pages: Option<&'static str>,
}

pub(crate) fn title(number: u32) -> String {
    format!("MSI GeForce RTX 5070 Gaming {number}")
}

pub(crate) fn is_first_page(asked: &ReceivedRequest) -> bool {
    asked.path.ends_with("page=1")
}

type Bad = (&'static str, fn() -> Response);

const BAD: [Bad; 15] = [
    ("an error page with status 200", || html("<h1>Error establishing a database connection</h1>")),
    ("nothing at all", || ().into_response()),
    ("noise", || {
        Body::from((0..4_000_u32).map(|n| (n * 7919 % 251) as u8).collect::<Vec<_>>()).into_response()
    }),
    ("broken JSON", || {
        ([("content-type", "application/json")], "{\"products\": [{\"id\": 1, ").into_response()
    }),
    ("another JSON", || json_answer(&json!({"error": "please log in"}))),
    ("403", || (StatusCode::FORBIDDEN, "Access denied").into_response()),
    ("404", || StatusCode::NOT_FOUND.into_response()),
    ("500", || StatusCode::INTERNAL_SERVER_ERROR.into_response()),
    ("429 for an hour", || (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "3600")]).into_response()),
    ("304 to nobody's question", || StatusCode::NOT_MODIFIED.into_response()),
    ("a way to another shop", || (StatusCode::FOUND, [("location", "http://example.org/")]).into_response()),
    ("a way into a circle", || (StatusCode::FOUND, [("location", "/p/round?page=1")]).into_response()),
    ("a byte now and then", drip),
    ("more than is read", flood),
    ("a gzip bomb", bomb),
];

/// Sends a byte from time to time, for ever.
fn drip() -> Response {
    let stream = futures::stream::unfold((), |()| async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        Some((Ok::<_, std::io::Error>("x"), ()))
    });
    Body::from_stream(stream).into_response()
}

/// Sends two hundred megabytes.
fn flood() -> Response {
    use futures::StreamExt;
    let stream = futures::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b'\n'; 64 * 1024])).take(3_200);
    Body::from_stream(stream).into_response()
}

/// Sends a hundred megabytes, compressed to a hundred kilobytes.
fn bomb() -> Response {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..100 {
        packer.write_all(&vec![b'\n'; 1024 * 1024]).expect("memory");
    }
    ([(header::CONTENT_ENCODING, "gzip")], packer.finish().expect("memory")).into_response()
}

/// Returns a context with small limits, so that the bad responses reach them soon.
fn small(db: &PgPool) -> IngestContext {
    let mut context = context(db);
    context.fetch.request_timeout = Duration::from_millis(500);
    context.fetch.feed_timeout = Duration::from_millis(500);
    context.fetch.page_limit = 1024 * 1024;
    context.fetch.feed_limit = 2 * 1024 * 1024;
    context.fetch.retries = 1;
    context
}

/// Crawls and returns the report; the file may have changed since the last time.
async fn run(context: &IngestContext, file: &RetailerFile) -> anyhow::Result<CrawlReport> {
    crawl(context, file, CrawlOptions::default(), &bar()).await
}

/// Crawls a failing retailer twice: the report has an error, and the stored data stays.
async fn check_harmless(
    context: &IngestContext,
    file: &RetailerFile,
    what: &str,
    before: &StoredData,
) -> anyhow::Result<()> {
    for _ in 0..2 {
        let report = run(context, file).await?;
        let said = format!("{:?} answers {what}: {report:?}", file.platform);
        assert!(!report.is_successful() && report.error.is_some(), "{said}");
        let counters = report.counters;
        assert_eq!((counters.changed, counters.new, counters.ended, counters.held), (0, 0, 0, 0), "{said}");
    }
    assert_same(&StoredData::read(&context.db).await?, before);
    Ok(())
}

/// Crawls a good retailer, then lets it fail in every way, disappear, and come back.
pub(crate) async fn check(db: &PgPool, sample: &Sample) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (small(db), shop.file(sample.file));
    shop.answers(sample.good);
    let report = run(&context, &file).await?;
    assert_eq!((report.state, report.counters.new), (CrawlState::Complete, 12), "{report:?}");
    let before = StoredData::read(db).await?;
    // All addresses fail first, then the product pages alone.
    for part in ["/"].into_iter().chain(sample.product_pages) {
        for (what, bad) in BAD.into_iter().chain([("an empty list", sample.empty)]) {
            let good = sample.good;
            shop.answers(move |asked| if asked.path.contains(part) { bad() } else { good(asked) });
            check_harmless(&context, &file, &format!("{what} at {part}"), &before).await?;
        }
    }
    // First a port without a listener, then a name that does not resolve.
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await?.local_addr()?;
    for address in [format!("http://{closed}/"), "http://no-such-shop.invalid/".to_owned()] {
        let moved = RetailerFile { base_url: address.parse()?, ..file.clone() };
        check_harmless(&context, &moved, &address, &before).await?;
    }
    shop.answers(sample.good);
    let report = run(&context, &file).await?;
    assert_eq!((report.state, report.counters.unchanged), (CrawlState::Complete, 12), "{report:?}");
    assert_same(&StoredData::read(db).await?, &before);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_price_leaves_the_stored_price(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let context = context(&db);
    let file = shop.file("platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"");
    shop.answers(|_| rows(OFFERS));
    run(&context, &file).await?;
    let before = StoredData::read(&db).await?;
    let none = [
        ("Call us", "on request"),
        ("FREE", "free"),
        ("-100.500", "below zero"),
        ("100.500 – 150.000", "a range"),
        ("100,500.000", "a thousand times as much"),
        ("100,500", "thousands or fils"),
        ("", "no price"),
        ("0.000", "zero"),
        ("3.3505", "fractions of a fils"),
        ("100.500 USD", "another currency"),
    ];
    for (price, what) in none {
        let text = format!("id,title,price,link\n1,{},\"{price}\",https://shop.example/1\n", title(1));
        let others: String = (2..=OFFERS)
            .map(|id| format!("{id},{},100.500,https://shop.example/{id}\n", title(id)))
            .collect();
        shop.answers(move |_| ([("content-type", "text/csv")], format!("{text}{others}")).into_response());
        for _ in 0..2 {
            let report = run(&context, &file).await?;
            let expected = if price == "100,500.000" { (0, 1) } else { (1, 0) };
            assert_eq!((report.counters.rejected, report.counters.held), expected, "{what}: {report:?}");
            assert_eq!(
                (report.state, report.counters.ended),
                (CrawlState::Complete, 0),
                "{what}: {report:?}"
            );
        }
        let after = StoredData::read(&db).await?;
        assert_same(&StoredData { held: before.held.clone(), ..after }, &before);
    }
    assert_eq!(number(&db, "select count(*) from held_offer").await?, 1);

    // The same amounts in the format that is usual in Kuwait.
    for (price, fils) in [("KD 1,012.500", 1_012_500), ("١٢٫٥٠٠ د.ك", 12_500)] {
        let new =
            format!("id,title,price,link\n{fils},Noctua NF-A12x25,\"{price}\",https://shop.example/{fils}\n");
        shop.answers(move |_| ([("content-type", "text/csv")], new.clone()).into_response());
        run(&context, &file).await?;
        let stored: i64 = sqlx::query_scalar("select price_fils from offer where external_id = $1")
            .bind(fils.to_string())
            .fetch_one(&db)
            .await?;
        assert_eq!(stored, fils);
    }
    Ok(())
}
