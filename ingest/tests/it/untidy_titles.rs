//! Untidy titles, from the retailer's page to the stored offer: each becomes an offer or is rejected with a reason.

use axum::{http::StatusCode, response::IntoResponse};
use domain::store::crawls::CrawlState;
use ingest::{
    crawl::{CrawlOptions, crawl, parse_draft},
    matching,
    raw_offer::{RawOffer, RawPrice},
};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    demo_server::{bar, context},
    normalise::untidy_title,
    stored_data::{number, texts},
    test_retailer::{self, TestRetailer},
};

/// Number of generated titles, in addition to those of `long_titles`.
const DRAWN: usize = 240;
/// Length at which stored titles are cut, in characters; the rest is description.
const STORED_CHARS: i64 = 500;

/// Returns titles of 10,000 characters, each of one kind of text.
fn long_titles() -> Vec<String> {
    let units = [
        "a",
        "9",
        "رام ",
        "١٢٨ جيجا ",
        "🎮",
        "\u{202e}abc \u{200f}رام ",
        "<b>x</b>",
        "&amp;amp;quot;",
        "\u{0}",
        "RTX 4070 Ti SUPER 16GB ",
        "-",
        "\u{301}",
    ];
    units.iter().map(|unit| unit.chars().cycle().take(10_000).collect()).collect()
}

/// Returns the same titles in every run.
fn titles() -> Vec<String> {
    let (mut runner, strategy) = (TestRunner::deterministic(), untidy_title());
    let drawn = (0..DRAWN).map(|_| strategy.new_tree(&mut runner).expect("a title").current());
    long_titles().into_iter().chain(drawn).collect()
}

fn shopify_product((id, title): (usize, &String)) -> Value {
    json!({
        "id": id, "title": title, "handle": id.to_string(), "vendor": title, "product_type": title,
        "variants": [{ "id": id, "price": "100.500", "available": true, "sku": title, "barcode": title }]
    })
}

/// Fails unless each title is stored, cut to its length, or rejected with a reason in words.
async fn check_stored(db: &PgPool, titles: &[String]) -> anyhow::Result<()> {
    let stored = number(db, "select count(*) from offer").await?;
    let rejected = texts(db, "select concat_ws(': ', reason, detail) from rejected_offer").await?;
    assert_eq!(stored as usize + rejected.len(), titles.len(), "{rejected:?}");
    assert!(stored > 50 && !rejected.is_empty(), "{stored} stored, {} rejected", rejected.len());
    assert!(
        rejected.iter().all(|reason| reason.split_once(": ").is_some_and(|(_, detail)| !detail.is_empty()))
    );
    let longest =
        "select coalesce(max(greatest(char_length(title_en), char_length(title_ar))), 0)::bigint from offer";
    assert!(number(db, longest).await? <= STORED_CHARS);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn untidy_titles_of_a_platform_api_are_stored_or_rejected_with_a_reason(
    db: PgPool,
) -> anyhow::Result<()> {
    let (shop, context) = (TestRetailer::open().await?, context(&db));
    let titles = titles();
    let products: Vec<Value> =
        titles.iter().enumerate().map(|(at, title)| (at + 1, title)).map(shopify_product).collect();
    shop.answers(move |asked| {
        let products = if asked.path.ends_with("page=1") { products.clone() } else { Vec::new() };
        test_retailer::json(&json!({ "products": products }))
    });
    let file = shop.file("platform = \"shopify\"");
    let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    assert_eq!(report.state, CrawlState::Complete, "{report:?}");
    check_stored(&db, &titles).await?;
    // The matcher reads every offer that was stored.
    matching::run(&db, &context.config, false, &context.stop, |_| ()).await?;
    let left = "select count(*) from offer where matched_at is null and category <> 'OTHER' and no_part_reason is null
        and product_id is null";
    assert_eq!(number(&db, left).await?, 0);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn untidy_titles_of_pages_are_stored_or_rejected_with_a_reason(db: PgPool) -> anyhow::Result<()> {
    let (shop, context) = (TestRetailer::open().await?, context(&db));
    let titles = titles();
    let (pages, count) = (titles.clone(), titles.len());
    shop.answers(move |asked| {
        if asked.path == "/sitemap.xml" {
            let urls: String = (0..count).map(|at| format!("<url><loc>/p/{at}</loc></url>")).collect();
            return format!("<urlset>{urls}</urlset>").into_response();
        }
        let at = asked.path.strip_prefix("/p/").and_then(|at| at.parse::<usize>().ok());
        let Some(title) = at.and_then(|at| pages.get(at)) else { return StatusCode::NOT_FOUND.into_response() };
        // A careless retailer's page, in which nothing is escaped.
        test_retailer::html(format!(
            "<html><body itemscope itemtype=\"https://schema.org/Product\"><h1 itemprop=\"name\">{title}</h1>\
             <div itemprop=\"offers\" itemscope itemtype=\"https://schema.org/Offer\"><meta itemprop=\"price\" content=\"100.500\">\
             <meta itemprop=\"priceCurrency\" content=\"KWD\"><link itemprop=\"availability\" href=\"https://schema.org/InStock\">\
             </div></body></html>"
        ))
    });
    let file = shop.file("platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"");
    let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    assert!(matches!(report.state, CrawlState::Complete | CrawlState::Partial), "{report:?}");
    check_stored(&db, &titles).await
}

proptest! {
    #[test]
    fn any_offer_becomes_a_draft_or_is_refused_with_a_reason(
        title in untidy_title(),
        title_ar in proptest::option::of(untidy_title()),
        other in untidy_title(),
    ) {
        let address = "127.0.0.1:9".parse().expect("an address");
        let raw = RawOffer {
            external_id: "1".to_owned(),
            title_en: Some(title),
            title_ar,
            url: "https://shop.example/1".to_owned(),
            price: RawPrice::Text(other.clone()),
            stated_brand: Some(other.clone()),
            part_number: Some(other.clone()),
            sku: Some(other.clone()),
            gtins: vec![other],
            ..RawOffer::default()
        };
        if let Err(rejection) = parse_draft(&test_retailer::file(address, "platform = \"shopify\""), raw) {
            prop_assert!(!rejection.detail.is_empty());
        }
    }
}
