//! Pages that have not changed are not sent again, and are read as if they had been.

use std::sync::{Arc, Mutex};

use axum::{
    body::Body,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use domain::store::crawls::CrawlState;
use ingest::{
    crawl::{CrawlOptions, CrawlReport, IngestContext, crawl},
    retailer_file::RetailerFile,
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    demo_server::{DemoRetailers, bar, context, crawl_all},
    stored_data::{StoredData, assert_same, number, texts},
    test_retailer::{self, ReceivedRequest, TestRetailer},
};

const SHOPIFY: &str = "platform = \"shopify\"\n[shopify]\npage_size = 2";

/// Returns one page of products with these ids and prices.
fn products(prices: &[(u64, &str)]) -> Value {
    let products = prices.iter().map(|(id, price)| {
        json!({"id": id, "title": format!("MSI GeForce RTX 5070 Gaming {id}"), "handle": format!("card-{id}"),
            "variants": [{"id": id, "title": "Default Title", "price": price, "available": true}]})
    });
    json!({"products": products.collect::<Vec<_>>()})
}

/// Returns the page, or 304 where the client names it by `tag`.
fn tagged(asked: &ReceivedRequest, tag: &str, page: &Value) -> Response {
    if asked.header("if-none-match") == Some(tag) {
        return (StatusCode::NOT_MODIFIED, [("etag", tag)]).into_response();
    }
    ([("content-type", "application/json"), ("etag", tag)], page.to_string()).into_response()
}

async fn run(context: &IngestContext, file: &RetailerFile) -> anyhow::Result<CrawlReport> {
    crawl(context, file, CrawlOptions::default(), &bar()).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unchanged_pages_are_read_from_the_cache(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let context = context(&db);
    let first = crawl_all(&context, &street.files()).await?;
    // The second crawl may decide what the first left unsure: by then it is known what the retailers' categories hold.
    crawl_all(&context, &street.files()).await?;
    let before = StoredData::read(&db).await?;
    // Simulates a day without points: today's price points, which confirm unchanged offers, are still to be written.
    sqlx::query("truncate price_point").execute(&db).await?;
    let again = crawl_all(&context, &street.files()).await?;
    for (first, again) in first.iter().zip(&again) {
        assert_eq!((again.state, again.counters.ended), (CrawlState::Complete, 0), "{again:?}");
        assert_eq!((first.not_modified, again.counters.pages), (0, first.counters.pages), "{again:?}");
        assert!(again.not_modified >= 1 && again.counters.unchanged == first.counters.new, "{again:?}");
        assert_eq!(again.counters.rejected, first.counters.rejected);
    }
    // Three of the shops have one page per address, of which nearly all were unchanged.
    assert!(again.iter().map(|report| report.not_modified).sum::<u64>() > 800, "{again:?}");
    assert_same(&StoredData::read(&db).await?, &before);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn only_changed_pages_are_downloaded(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file(SHOPIFY));
    let second = Arc::new(Mutex::new(("\"two\"", "30.000")));
    let shown = second.clone();
    shop.answers(move |asked| match asked.path.rsplit('=').next() {
        Some("1") => tagged(asked, "\"one\"", &products(&[(1, "10.000"), (2, "20.000")])),
        Some("2") => {
            let (tag, price) = *shown.lock().expect("a lock");
            tagged(asked, tag, &products(&[(3, price)]))
        }
        Some("3") => test_retailer::json(&products(&[])),
        _ => StatusCode::NOT_FOUND.into_response(),
    });
    assert_eq!(run(&context, &file).await?.counters.new, 3);
    *second.lock().expect("a lock") = ("\"two again\"", "29.000");
    let report = run(&context, &file).await?;
    assert_eq!((report.not_modified, report.counters.changed, report.counters.unchanged), (1, 1, 2));
    let report = run(&context, &file).await?;
    assert_eq!((report.not_modified, report.counters.changed, report.counters.unchanged), (2, 0, 3));
    let prices = "select external_id || ' ' || price_fils from offer where missed_crawls = 0";
    assert_eq!(texts(&db, prices).await?, ["1 10000", "2 20000", "3 29000"]);
    Ok(())
}

/// Returns the conditional headers in the request of the second crawl, after a first crawl whose
/// page had these headers.
async fn conditional_headers(
    db: &PgPool,
    headers: &'static [(&str, &str)],
) -> anyhow::Result<Vec<(String, String)>> {
    let shop = TestRetailer::open().await?;
    let file = shop.file("platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"json_lines\"");
    let row =
        r#"{"id": 1, "title": "MSI GeForce RTX 5070", "price": "10.000", "link": "https://shop.example/1"}"#;
    shop.answers(move |_| {
        let mut response = Response::builder();
        for (name, value) in headers {
            response = response.header(*name, *value);
        }
        response.body(Body::from(row)).expect("an answer")
    });
    for _ in 0..2 {
        assert_eq!(run(&context(db), &file).await?.state, CrawlState::Complete);
    }
    let asked = shop.asked().pop().expect("a second request");
    sqlx::query("truncate remembered_page").execute(db).await?;
    let conditions = ["if-none-match", "if-modified-since"].into_iter();
    Ok(conditions.filter_map(|name| Some((name.to_owned(), asked.header(name)?.to_owned()))).collect())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn conditional_request_uses_reliable_validators(db: PgPool) -> anyhow::Result<()> {
    let old = "Sat, 21 Nov 2015 11:00:00 GMT";
    let one = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
    assert_eq!(conditional_headers(&db, &[("etag", "\"a\"")]).await?, one("if-none-match", "\"a\""));
    assert_eq!(conditional_headers(&db, &[("etag", "W/\"a\"")]).await?, one("if-none-match", "W/\"a\""));
    assert_eq!(
        conditional_headers(&db, &[("last-modified", "Sat, 21 Nov 2015 11:00:00 GMT")]).await?,
        one("if-modified-since", old)
    );
    let both = &[("etag", "\"a\""), ("last-modified", "Sat, 21 Nov 2015 11:00:00 GMT")];
    assert_eq!(conditional_headers(&db, both).await?, one("if-none-match", "\"a\""));
    assert!(
        conditional_headers(&db, &[("last-modified", "Sat, 21 Nov 2099 11:00:00 GMT")]).await?.is_empty(),
        "not yet"
    );
    assert!(conditional_headers(&db, &[("last-modified", "a while ago")]).await?.is_empty());
    assert!(conditional_headers(&db, &[]).await?.is_empty());
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unrequested_not_modified_answer_fails_and_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file(SHOPIFY));
    shop.answers(|asked| match asked.path.ends_with("page=1") {
        true => test_retailer::json(&products(&[(1, "10.000")])),
        false => test_retailer::json(&products(&[])),
    });
    run(&context, &file).await?;
    let before = StoredData::read(&db).await?;
    shop.answers(|_| StatusCode::NOT_MODIFIED.into_response());
    for _ in 0..2 {
        let report = run(&context, &file).await?;
        assert_eq!(report.state, CrawlState::Failed);
        assert!(report.error.as_deref().is_some_and(|error| error.contains("304")), "{report:?}");
    }
    assert_same(&StoredData::read(&db).await?, &before);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn not_modified_answer_with_another_etag_is_ignored(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file(SHOPIFY));
    shop.answers(|asked| match asked.path.rsplit('=').next() {
        Some("1") => tagged(asked, "\"a\"", &products(&[(1, "10.000")])),
        _ => test_retailer::json(&products(&[])),
    });
    run(&context, &file).await?;
    shop.asked();
    // A cache between the client and the retailer confuses two states of the page.
    shop.answers(|asked| match (asked.path.rsplit('=').next(), asked.header("if-none-match")) {
        (Some("1"), Some(_)) => (StatusCode::NOT_MODIFIED, [("etag", "\"b\"")]).into_response(),
        (Some("1"), None) => tagged(asked, "\"b\"", &products(&[(1, "11.000")])),
        _ => test_retailer::json(&products(&[])),
    });
    let report = run(&context, &file).await?;
    assert_eq!((report.state, report.not_modified, report.counters.changed), (CrawlState::Complete, 0, 1));
    assert_eq!(number(&db, "select price_fils from offer").await?, 11_000);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn cached_page_is_read_by_the_current_rules(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let context = context(&db);
    shop.answers(|asked| match asked.path.rsplit('=').next() {
        Some("1") => tagged(asked, "\"a\"", &products(&[(1, "10.000")])),
        _ => test_retailer::json(&products(&[])),
    });
    run(&context, &shop.file(SHOPIFY)).await?;
    let arabic = format!("{SHOPIFY}\ntitle_language = \"ar\"");
    let report = run(&context, &shop.file(&arabic)).await?;
    assert_eq!((report.not_modified, report.counters.changed), (1, 1));
    assert_eq!(number(&db, "select count(*) from offer where title_en is null and title_ar <> ''").await?, 1);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn fresh_option_downloads_every_page(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (mut context, file) = (context(&db), shop.file(SHOPIFY));
    shop.answers(|asked| match asked.path.rsplit('=').next() {
        Some("1") => tagged(asked, "\"a\"", &products(&[(1, "10.000")])),
        _ => test_retailer::json(&products(&[])),
    });
    run(&context, &file).await?;
    shop.asked();
    let fresh = CrawlOptions { fresh: true, ..CrawlOptions::default() };
    let report = crawl(&context, &file, fresh, &bar()).await?;
    assert_eq!((report.state, report.not_modified, report.counters.unchanged), (CrawlState::Complete, 0, 1));
    assert!(shop.asked().iter().all(|asked| asked.header("if-none-match").is_none()));
    assert_eq!(run(&context, &file).await?.not_modified, 1, "a fresh crawl remembers too");

    // Without room in the cache no request is conditional, and the old entries are deleted.
    let mut config = (*context.config).clone();
    config.ingest.page_memory_megabytes = 0;
    context.config = config.into();
    assert_eq!(run(&context, &file).await?.not_modified, 0);
    assert_eq!(number(&db, "select count(*) from remembered_page").await?, 0);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn completely_read_feed_is_cached_with_its_charset(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let options = "platform = \"feed\"\n[feed]\npath = \"/old\"\nformat = \"csv\"\ntitle_language = \"ar\"";
    let (context, file) = (context(&db), shop.file(options));
    let csv = "id,title,price,link\n1,كرت شاشة MSI RTX 5070,\"1,199.500\",https://shop.example/1\n";
    let bytes = encoding_rs::WINDOWS_1256.encode(csv).0.into_owned();
    shop.answers(move |asked| {
        let tag = ("etag", "\"feed\"");
        match (asked.path.as_str(), asked.header("if-none-match")) {
            ("/old", _) => (StatusCode::FOUND, [("location", "/feed"), tag]).into_response(),
            (_, Some("\"feed\"")) => StatusCode::NOT_MODIFIED.into_response(),
            _ => ([("content-type", "text/csv; charset=Windows-1256"), tag], bytes.clone()).into_response(),
        }
    });
    run(&context, &file).await?;
    let before = StoredData::read(&db).await?;
    shop.asked();
    let report = run(&context, &file).await?;
    assert_eq!((report.state, report.not_modified, report.counters.unchanged), (CrawlState::Complete, 1, 1));
    let conditions: Vec<_> =
        shop.asked().iter().map(|asked| asked.header("if-none-match").map(str::to_owned)).collect();
    assert_eq!(
        conditions,
        [None, Some("\"feed\"".to_owned())],
        "the tag belongs to the address it came from"
    );
    assert_same(&StoredData::read(&db).await?, &before);
    assert!(before.offers[0].contains("كرت شاشة"), "{:?}", before.offers);

    // A feed that broke off is not cached: the next crawl requests it in full.
    sqlx::query("truncate remembered_page").execute(&db).await?;
    shop.answers(|_| {
        let chunks = vec![Ok("id,title,price,link\n2,MSI"), Err(std::io::Error::other("gone"))];
        ([("etag", "\"feed\"")], Body::from_stream(futures::stream::iter(chunks))).into_response()
    });
    assert_ne!(run(&context, &file).await?.state, CrawlState::Complete);
    assert_eq!(number(&db, "select count(*) from remembered_page").await?, 0);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn headers_that_adapters_read_are_cached(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file("platform = \"woocommerce\""));
    let product = json!([{"id": 1, "name": "MSI GeForce RTX 5070", "permalink": "https://shop.example/1",
        "prices": {"price": "8900", "currency_code": "KWD", "currency_minor_unit": 3}, "is_in_stock": true}]);
    shop.answers(move |asked| {
        let mut response = tagged(asked, "\"a\"", &product);
        if response.status() == StatusCode::OK {
            response.headers_mut().insert("x-wp-totalpages", axum::http::HeaderValue::from_static("1"));
        }
        response
    });
    run(&context, &file).await?;
    shop.asked();
    let report = run(&context, &file).await?;
    assert_eq!((report.state, report.not_modified, report.counters.unchanged), (CrawlState::Complete, 1, 1));
    assert_eq!(shop.asked().len(), 1, "the number of pages is known: no second one is asked for");
    Ok(())
}
