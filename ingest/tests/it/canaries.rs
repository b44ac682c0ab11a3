//! A retailer that changes its pages: the crawl looks at known products first, stores nothing, and says what has changed.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use domain::store::crawls::CrawlState;
use ingest::crawl::{CrawlOptions, CrawlReport, crawl, refresh};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    command_line::{code, ingest, output_text},
    demo_server::{bar, context},
    interrupted_workers::database_url,
    stored_data::{StoredData, assert_same, number, texts},
    test_retailer::{ReceivedRequest, TestRetailer, file_text, html, json as json_answer},
};

const SCHEMA_ORG: &str = "platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"";
const SHOPIFY: &str = "platform = \"shopify\"";
const SELECTORS: &str = "platform = \"selectors\"\n[selectors]\nstart = [{ path = \"/list\", category = \"PSU\" }]\n\
    product_link = { select = \"a.p\", attribute = \"href\" }\n[selectors.fields]\ntitle = { select = \"h1\" }\n\
    price = { select = \".now\", pattern = \"([0-9.]+) KD\" }\nstock = { select = \".stock\" }";

fn title(id: u32) -> String {
    format!("Seasonic Focus GX-{} 80+ Gold", 500 + id)
}

/// A shop read by its sitemap; the pages of `changed` products state these keys of an offer alone.
fn pages(
    products: u32,
    keys: &'static [&'static str],
    changed: fn(u32) -> bool,
) -> impl Fn(&ReceivedRequest) -> Response + Send + Sync + 'static {
    move |asked| {
        let Some(id) = asked.path.strip_prefix("/p/").and_then(|id| id.parse::<u32>().ok()) else {
            let urls: String = (1..=products).map(|id| format!("<url><loc>/p/{id}</loc></url>")).collect();
            return format!("<urlset>{urls}</urlset>").into_response();
        };
        if id > products {
            return StatusCode::NOT_FOUND.into_response();
        }
        let price = format!("{}.250", 20 + id);
        let mut offer =
            json!({"@type": "Offer", "price": price, "priceCurrency": "KWD", "availability": "InStock"});
        if let (true, Some(offer)) = (changed(id), offer.as_object_mut()) {
            offer.retain(|key, _| keys.contains(&key.as_str()));
        }
        let product =
            json!({"@type": "Product", "name": title(id), "sku": format!("S{id}"), "offers": offer});
        html(format!("<script type=\"application/ld+json\">{product}</script>"))
    }
}

const ALL: &[&str] = &["@type", "price", "priceCurrency", "availability"];

/// A shop read by a list, some of whose products have another price, or no stock.
fn list(
    price: impl Fn(u32) -> String + Send + Sync + 'static,
    stock: Option<bool>,
) -> impl Fn(&ReceivedRequest) -> Response + Send + Sync + 'static {
    move |asked| {
        if !asked.path.ends_with("page=1") {
            return json_answer(&json!({ "products": [] }));
        }
        let products = (1..=40).map(|id| {
            json!({"id": id, "title": title(id), "handle": format!("psu-{id}"),
                "variants": [{"id": 1_000 + id, "price": price(id), "available": stock}]})
        });
        json_answer(&json!({ "products": products.collect::<Vec<Value>>() }))
    }
}

async fn run(db: &PgPool, shop: &TestRetailer, platform: &str) -> anyhow::Result<CrawlReport> {
    crawl(&context(db), &shop.file(platform), CrawlOptions::default(), &bar()).await
}

const CHANGED: &str = "select count(*) from retailer where pages_changed_at is not null";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn crawl_stores_nothing_and_names_the_fields_that_its_canaries_lost(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(pages(60, ALL, |_| false));
    assert_eq!(run(&db, &shop, SCHEMA_ORG).await?.state, CrawlState::Complete);
    let places = "select distinct structure #>> '{price,place}' || ', ' || (structure #>> '{stock,place}') from canary";
    assert_eq!(texts(&db, places).await?, ["JSON-LD offers.price, JSON-LD offers.availability"]);
    assert_eq!(number(&db, "select count(*) from canary where stock = 'IN' and title <> ''").await?, 5);
    assert_eq!(run(&db, &shop, SCHEMA_ORG).await?.state, CrawlState::Complete);
    let before = StoredData::read(&db).await?;

    for (keys, says) in [
        (
            &["@type", "priceCurrency", "availability"][..],
            "price: was found in JSON-LD offers.price, now nowhere; 5 of 5 canaries",
        ),
        (
            &["@type", "price", "priceCurrency"],
            "stock: was found in JSON-LD offers.availability, now nowhere; 5 of 5 canaries",
        ),
    ] {
        shop.answers(pages(60, keys, |_| true));
        shop.asked();
        for _ in 0..3 {
            let report = run(&db, &shop, SCHEMA_ORG).await?;
            assert_eq!((report.state, report.counters.accepted), (CrawlState::Held, 0), "{report:?}");
            let error = report.error.expect("a reason");
            assert!(error.contains(says) && error.contains("ingest retailer mend test-shop"), "{error}");
        }
        let asked = shop.asked().iter().filter(|asked| asked.path.starts_with("/p/")).count();
        assert!(asked < 3 * 60, "{asked} pages: the canaries come first");
        assert_same(&StoredData::read(&db).await?, &before);
        assert_eq!(number(&db, CHANGED).await?, 1);
        // A refresh would take the offers out of stock as well.
        let refreshed = refresh(&context(&db), &shop.file(SCHEMA_ORG), None, None, &bar()).await?;
        assert_eq!(refreshed.map(|report| report.counters.pages), Some(0));
    }

    shop.answers(pages(60, ALL, |_| false));
    assert_eq!(run(&db, &shop, SCHEMA_ORG).await?.state, CrawlState::Complete);
    assert_eq!(number(&db, CHANGED).await?, 0);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn single_products_that_change_or_leave_are_no_change_of_the_shop(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(pages(8, ALL, |_| false));
    run(&db, &shop, SCHEMA_ORG).await?;
    sqlx::query("update canary set external_id = 'S8', page_url = replace(page_url, '/p/5', '/p/8') where external_id = 'S5'")
        .execute(&db)
        .await?;
    run(&db, &shop, SCHEMA_ORG).await?;
    assert_eq!(number(&db, "select count(*) from canary").await?, 5, "all are as they were");

    // A canary is sold "on request" now, and another has left the shop.
    shop.answers(pages(7, &["@type", "availability"], |id| id == 1));
    let report = run(&db, &shop, SCHEMA_ORG).await?;
    assert_eq!((report.state, report.counters.accepted), (CrawlState::Complete, 6), "{report:?}");
    let canaries = texts(&db, "select external_id from canary").await?;
    assert!(!canaries.contains(&"S1".to_owned()) && !canaries.contains(&"S8".to_owned()), "{canaries:?}");
    assert_eq!(canaries.len(), 5);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn list_that_loses_a_field_is_not_stored(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let price = |id: u32| format!("{}.500", 30 + id);
    shop.answers(list(price, Some(true)));
    run(&db, &shop, SHOPIFY).await?;
    assert_eq!(number(&db, "select count(*) from canary where page_url is null").await?, 5);
    shop.answers(list(price, None));
    let report = run(&db, &shop, SHOPIFY).await?;
    assert_eq!((report.state, report.counters.accepted), (CrawlState::Held, 0), "{report:?}");
    assert!(report.error.is_some_and(|error| error.contains("stock: was found in the product list")));
    assert_eq!(number(&db, "select count(*) from offer where stock = 'IN' and ended_at is null").await?, 40);

    // The shop states no stock any more: an operator takes it as it is.
    let (directory, database) = (tempfile::tempdir()?, database_url(&db).await?);
    std::fs::write(directory.path().join("test-shop.toml"), file_text(shop.address, SHOPIFY))?;
    let accepted =
        ingest(&database, directory.path(), &["retailer", "mend", "test-shop", "--accept"], "").await?;
    assert_eq!(code(&accepted), 0, "{}", output_text(&accepted));
    assert_eq!(run(&db, &shop, SHOPIFY).await?.state, CrawlState::Complete);
    assert_eq!(number(&db, "select count(*) from offer where stock = 'UNKNOWN'").await?, 40);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn crawl_that_rejects_far_more_than_before_is_held(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(list(|id| format!("{}.500", 30 + id), Some(true)));
    run(&db, &shop, SHOPIFY).await?;
    let half = |id: u32| if id > 20 { "Soon".to_owned() } else { format!("{}.500", 30 + id) };
    shop.answers(list(half, Some(true)));
    let report = run(&db, &shop, SHOPIFY).await?;
    assert_eq!(report.state, CrawlState::Held, "{report:?}");
    let error = report.error.unwrap_or_default();
    assert!(error.contains("20 of 40 listings cannot be read (50 %, before 0 %)"), "{error}");
    assert_eq!(number(&db, "select count(*) from offer where ended_at is null").await?, 40);
    Ok(())
}

/// A shop read by selectors, whose price and stock stand in elements of these classes.
fn selected(
    price: &'static str,
    stock: &'static str,
) -> impl Fn(&ReceivedRequest) -> Response + Send + Sync + 'static {
    move |asked| match asked.path.strip_prefix("/p/").and_then(|id| id.parse::<u32>().ok()) {
        Some(id) => html(format!(
            "<body><h1>{}</h1><s class=was>99.000 KD</s><div><span class={price}>{}.750 KD</span></div>\
             <p class={stock}>In stock</p></body>",
            title(id),
            40 + id
        )),
        None if asked.path == "/list" => {
            html((1..=6).map(|id| format!("<a class=p href=/p/{id}>{id}</a>")).collect::<String>())
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mend_proposes_where_moved_fields_stand_now(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (directory, database) = (tempfile::tempdir()?, database_url(&db).await?);
    let path = directory.path().join("test-shop.toml");
    let written = format!("# Kept by hand.\n{}", file_text(shop.address, SELECTORS));
    std::fs::write(&path, &written)?;
    let run_program = async |arguments: &[&str]| ingest(&database, directory.path(), arguments, "").await;
    shop.answers(selected("now", "stock"));
    let first = run_program(&["run"]).await?;
    assert_eq!(code(&first), 0, "{}", output_text(&first));
    let unchanged = run_program(&["retailer", "mend", "test-shop"]).await?;
    assert!(output_text(&unchanged).contains("there is nothing to mend"), "{}", output_text(&unchanged));

    shop.answers(selected("amount", "availability"));
    let held = run_program(&["run"]).await?;
    let said = output_text(&held);
    assert!(said.contains("price: was found in selector .now, now nowhere; 5 of 5 canaries"), "{said}");
    let proposed = run_program(&["retailer", "mend", "test-shop"]).await?;
    let said = output_text(&proposed);
    assert_eq!(code(&proposed), 0, "{said}");
    for line in
        ["- price = { select = \".now\"", "+ price = { select = \"span.amount\"", "41.750, in", "--write"]
    {
        assert!(said.contains(line), "{line}\n{said}");
    }
    assert_eq!(std::fs::read_to_string(&path)?, written, "nothing is written unasked");

    let mended = run_program(&["retailer", "mend", "test-shop", "--write", "--json"]).await?;
    let answer: Value = serde_json::from_slice(&mended.stdout)?;
    assert_eq!(
        (&answer["written"], answer["canaries"].as_array().map(Vec::len)),
        (&json!(true), Some(5)),
        "{answer}"
    );
    let text = std::fs::read_to_string(&path)?;
    assert!(text.starts_with("# Kept by hand.") && text.contains("p.availability"), "{text}");
    let again = run_program(&["run"]).await?;
    assert_eq!(code(&again), 0, "{}", output_text(&again));
    assert_eq!(number(&db, "select count(*) from offer where stock = 'IN' and ended_at is null").await?, 6);
    assert_eq!(number(&db, CHANGED).await?, 0);
    Ok(())
}

/// The shop has moved from pages of its own to a shop software: detection finds it.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mend_proposes_another_platform(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (directory, database) = (tempfile::tempdir()?, database_url(&db).await?);
    let path = directory.path().join("test-shop.toml");
    std::fs::write(&path, file_text(shop.address, SELECTORS))?;
    shop.answers(selected("now", "stock"));
    let first = ingest(&database, directory.path(), &["run"], "").await?;
    assert_eq!(code(&first), 0, "{}", output_text(&first));
    shop.answers(pages(6, ALL, |_| false));
    let mended =
        ingest(&database, directory.path(), &["retailer", "mend", "test-shop", "--write"], "").await?;
    let said = output_text(&mended);
    assert!(said.contains("+ platform = \"schema_org\"") && said.contains("Written"), "{said}");
    Ok(())
}
