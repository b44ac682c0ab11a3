//! Magento.

use axum::{Router, http::HeaderMap, response::Response, routing::post};
use domain::model::{Category, Fils, PlatformKind, Stock};
use ingest::{crawl::ParsedDraft, platforms::Coverage};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::read;
use crate::{
    bad_answers::{OFFERS, Sample, check, title},
    detect::{self, CARDS, not_found},
    test_retailer::{ReceivedRequest, json as answer_json},
};

const SAMPLE: Sample = Sample {
    file: "platform = \"magento\"",
    good,
    empty: || answer_json(&json!({"data": {"products": {"items": [], "page_info": {"total_pages": 0}}}})),
    product_pages: None,
};

fn good(_: &ReceivedRequest) -> Response {
    let items = (1..=OFFERS).map(|id| {
        json!({"sku": id.to_string(), "name": title(id), "url_key": id.to_string(), "stock_status": "IN_STOCK",
            "price_range": {"minimum_price": {"final_price": {"value": 100.5, "currency": "KWD"}}}})
    });
    let items: Vec<_> = items.collect();
    answer_json(&json!({"data": {"products": {"items": items, "page_info": {"total_pages": 1}}}}))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_magento_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &SAMPLE).await
}

fn detected(asked: &ReceivedRequest) -> Response {
    if asked.path != "/graphql" {
        return not_found();
    }
    let items: Vec<Value> = CARDS
        .iter()
        .enumerate()
        .map(|(number, title)| {
            json!({"sku": format!("M{number}"), "name": title, "url_key": format!("card-{number}"), "stock_status": "IN_STOCK",
                "categories": [{"id": 7, "name": title.split(' ').next(),
                    "breadcrumbs": [{"category_name": "Components"}, {"category_name": "Graphics"}]}],
                "price_range": {"minimum_price": {"final_price": {"value": 199.9, "currency": "KWD"}, "regular_price": {"value": 199.9}}}})
        })
        .collect();
    let stores = json!([{"store_code": "kw_en", "locale": "en_US", "base_currency_code": "KWD", "store_name": "Kuwait"},
        {"store_code": "kw_ar", "locale": "ar_KW", "base_currency_code": "KWD", "store_name": "الكويت"}]);
    answer_json(&json!({"data": {"availableStores": stores,
        "products": {"items": items, "page_info": {"total_pages": 1}}}}))
}

#[tokio::test]
async fn it_is_detected() -> anyhow::Result<()> {
    let lines = ["store_ar = \"kw_ar\"", "store = \"kw_en\""];
    detect::check(detected, PlatformKind::Magento, "Components", &lines).await
}

fn price(value: &str) -> Value {
    let amount: Value = serde_json::from_str(value).expect("a number");
    json!({"minimum_price": {"final_price": {"value": amount, "currency": "KWD"}, "regular_price": {"value": 20}}})
}

#[tokio::test]
async fn magento_variants_prices_and_both_languages_are_read() -> anyhow::Result<()> {
    let answer = |headers: HeaderMap, body: String| async move {
        let asked: Value = serde_json::from_str(&body).expect("a query");
        let arabic = headers.get("store").is_some_and(|store| store == "kw_ar");
        let name = |en: &str, ar: &str| if arabic { ar.to_owned() } else { en.to_owned() };
        let items = match asked["variables"]["page"].as_u64() {
            Some(1) => json!([
                {"sku": "CPU1", "name": name("AMD Ryzen 7 9700X Processor", "معالج Ryzen 7 9700X"), "url_key": "ryzen", "stock_status": "IN_STOCK",
                 "price_range": price("15.5"), "categories": [{"name": "Processors"}]},
                {"sku": "GONE", "name": name("Intel Core i5 14400F", "معالج"), "url_key": "i5", "stock_status": "OUT_OF_STOCK", "price_range": price("0")},
            ]),
            // A disabled product was counted: the page is short, but not the last.
            Some(2) => json!([]),
            _ => {
                json!([{"sku": "KIT", "name": "Kingston Fury Beast DDR5", "url_key": "fury", "stock_status": "IN_STOCK", "price_range": price("1"),
                "variants": [
                    {"product": {"sku": "KIT-16", "name": "Kingston Fury Beast DDR5 16GB", "stock_status": "IN_STOCK", "price_range": price("18.250")}},
                    {"product": {"sku": "KIT-32", "name": "Kingston Fury Beast DDR5 32GB", "stock_status": "OUT_OF_STOCK", "price_range": price("30")}},
                ]}])
            }
        };
        answer_json(&json!({"data": {"products": {"items": items, "page_info": {"total_pages": 3}}}}))
    };
    let app = Router::new().route("/graphql", post(answer));
    let found = read(app, "platform = \"magento\"\n[magento]\nstore_ar = \"kw_ar\"").await?;
    assert_eq!(found.coverage.expect("read"), Coverage::Complete);
    let priced: Vec<_> = found
        .drafts
        .iter()
        .filter_map(|draft| match draft {
            ParsedDraft::Priced(offer) => Some((offer.external_id.as_str(), offer.price, offer.stock)),
            ParsedDraft::WithoutPrice(_) => None,
        })
        .collect();
    assert_eq!(
        priced,
        [
            ("CPU1", Fils(15_500), Stock::In),
            ("KIT-16", Fils(18_250), Stock::In),
            ("KIT-32", Fils(30_000), Stock::Out)
        ]
    );
    let ParsedDraft::Priced(first) = &found.drafts[0] else { panic!("a price") };
    assert_eq!(first.title_ar.as_deref(), Some("معالج Ryzen 7 9700X"));
    assert_eq!((first.category, first.list_price), (Some(Category::Cpu), Some(Fils(20_000))));
    assert!(first.url.ends_with("/ryzen.html"));
    assert!(matches!(&found.drafts[1], ParsedDraft::WithoutPrice(offer) if offer.external_id == "GONE"));
    Ok(())
}

#[tokio::test]
async fn graphql_error_names_the_message_and_the_path() -> anyhow::Result<()> {
    let app = Router::new().route(
        "/graphql",
        post(|| async { answer_json(&json!({"errors": [{"message": "Internal server error"}]})) }),
    );
    let found = read(app, "platform = \"magento\"").await?;
    let error = found.coverage.expect_err("an error").to_string();
    assert!(error.contains("Internal server error") && error.contains("/graphql"), "{error}");
    Ok(())
}
