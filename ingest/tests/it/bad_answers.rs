//! Bad responses of retailers: every platform receives every bad response after a good crawl, twice, and the stored
//! data stays unchanged.

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
    stored_data::{StoredData, assert_same, number},
    test_retailer::{ReceivedRequest, TestRetailer, html, json as json_answer},
};

/// Number of offers of the retailer: enough for the price screen to check crawls.
const OFFERS: u32 = 12;

/// A platform: its section of a retailer file, a good response, and a response that lists nothing.
struct Kind {
    file: &'static str,
    good: fn(&ReceivedRequest) -> Response,
    empty: fn() -> Response,
    /// Part of an address that product pages have, where the platform has such pages.
    product_pages: Option<&'static str>,
}

const KINDS: [Kind; 7] = [
    Kind {
        file: "platform = \"shopify\"",
        good: shopify,
        empty: || json_answer(&json!({"products": []})),
        product_pages: None,
    },
    Kind {
        file: "platform = \"woocommerce\"",
        good: woocommerce,
        empty: || json_answer(&json!([])),
        product_pages: None,
    },
    Kind {
        file: "platform = \"magento\"",
        good: magento,
        empty: || json_answer(&json!({"data": {"products": {"items": [], "page_info": {"total_pages": 0}}}})),
        product_pages: None,
    },
    Kind {
        file: "platform = \"occ\"\n[occ]\nsite = \"kw\"",
        good: occ,
        empty: || json_answer(&json!({"products": [], "pagination": {"totalPages": 0}})),
        product_pages: None,
    },
    Kind {
        file: "platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"",
        good: schema_org,
        empty: || "<urlset></urlset>".into_response(),
        product_pages: Some("/p/"),
    },
    Kind {
        file: "platform = \"selectors\"\n[selectors]\nstart = [{ path = \"/list\" }]\nproduct_link = { select = \"a\", attribute = \"href\" }\n\
               [selectors.fields]\ntitle = { select = \"h1\" }\nprice = { select = \"b\" }",
        good: selectors,
        empty: || html("<h2>Nothing found</h2>"),
        product_pages: Some("/p/"),
    },
    Kind {
        file: "platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"",
        good: |_| feed(OFFERS),
        empty: || feed(0),
        product_pages: None,
    },
];

fn title(number: u32) -> String {
    format!("MSI GeForce RTX 5070 Gaming {number}")
}

fn is_first_page(asked: &ReceivedRequest) -> bool {
    asked.path.ends_with("page=1")
}

fn shopify(asked: &ReceivedRequest) -> Response {
    if !is_first_page(asked) {
        return json_answer(&json!({"products": []}));
    }
    let products = (1..=OFFERS).map(|id| {
        json!({"id": id, "title": title(id), "handle": id.to_string(),
            "variants": [{"id": id, "price": "100.500", "available": true}]})
    });
    json_answer(&json!({"products": products.collect::<Vec<_>>()}))
}

fn woocommerce(asked: &ReceivedRequest) -> Response {
    if !is_first_page(asked) {
        return json_answer(&json!([]));
    }
    let products = (1..=OFFERS).map(|id| {
        json!({"id": id, "name": title(id), "permalink": format!("https://shop.example/{id}"), "is_in_stock": true,
            "prices": {"price": "100500", "currency_code": "KWD", "currency_minor_unit": 3}})
    });
    json_answer(&json!(products.collect::<Vec<_>>()))
}

fn magento(_: &ReceivedRequest) -> Response {
    let items = (1..=OFFERS).map(|id| {
        json!({"sku": id.to_string(), "name": title(id), "url_key": id.to_string(), "stock_status": "IN_STOCK",
            "price_range": {"minimum_price": {"final_price": {"value": 100.5, "currency": "KWD"}}}})
    });
    let items: Vec<_> = items.collect();
    json_answer(&json!({"data": {"products": {"items": items, "page_info": {"total_pages": 1}}}}))
}

fn occ(_: &ReceivedRequest) -> Response {
    let products = (1..=OFFERS).map(|id| {
        json!({"code": id.to_string(), "name": title(id), "price": {"value": 100.5, "currencyIso": "KWD"},
            "stock": {"stockLevelStatus": "inStock"}})
    });
    json_answer(&json!({"products": products.collect::<Vec<_>>(), "pagination": {"totalPages": 1}}))
}

fn schema_org(asked: &ReceivedRequest) -> Response {
    let Some(id) = asked.path.strip_prefix("/p/") else {
        let urls: String = (1..=OFFERS).map(|id| format!("<url><loc>/p/{id}</loc></url>")).collect();
        return format!("<urlset>{urls}</urlset>").into_response();
    };
    let product = json!({"@type": "Product", "name": title(id.parse().expect("a number")), "sku": id, "offers":
        {"@type": "Offer", "price": "100.500", "priceCurrency": "KWD", "availability": "InStock"}});
    html(format!("<script type=\"application/ld+json\">{product}</script>"))
}

fn selectors(asked: &ReceivedRequest) -> Response {
    let Some(id) = asked.path.strip_prefix("/p/") else {
        return html((1..=OFFERS).map(|id| format!("<a href=\"/p/{id}\">{id}</a>")).collect::<String>());
    };
    html(format!("<h1>{}</h1><b>KD 100.500</b>", title(id.parse().expect("a number"))))
}

fn feed(offers: u32) -> Response {
    let rows = (1..=offers).map(|id| format!("{id},{},100.500,https://shop.example/{id}\n", title(id)));
    let text = format!("id,title,price,link\n{}", rows.collect::<String>());
    ([("content-type", "text/csv")], text).into_response()
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
async fn check(db: &PgPool, kind: &Kind) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (small(db), shop.file(kind.file));
    shop.answers(kind.good);
    let report = run(&context, &file).await?;
    assert_eq!((report.state, report.counters.new), (CrawlState::Complete, 12), "{report:?}");
    let before = StoredData::read(db).await?;
    // All addresses fail first, then the product pages alone.
    for part in ["/"].into_iter().chain(kind.product_pages) {
        for (what, bad) in BAD.into_iter().chain([("an empty list", kind.empty)]) {
            let good = kind.good;
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
    shop.answers(kind.good);
    let report = run(&context, &file).await?;
    assert_eq!((report.state, report.counters.unchanged), (CrawlState::Complete, 12), "{report:?}");
    assert_same(&StoredData::read(db).await?, &before);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_shopify_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &KINDS[0]).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_woocommerce_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &KINDS[1]).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_magento_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &KINDS[2]).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_occ_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &KINDS[3]).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_schema_org_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &KINDS[4]).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_selectors_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &KINDS[5]).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_feed_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &KINDS[6]).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_price_leaves_the_stored_price(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let context = context(&db);
    let file = shop.file("platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"");
    shop.answers(|_| feed(OFFERS));
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
