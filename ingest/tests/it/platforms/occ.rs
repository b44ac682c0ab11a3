//! SAP Commerce.

use axum::{Router, extract::RawQuery, response::Response, routing::get};
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
    file: "platform = \"occ\"\n[occ]\nsite = \"kw\"",
    good,
    empty: || answer_json(&json!({"products": [], "pagination": {"totalPages": 0}})),
    product_pages: None,
};

fn good(_: &ReceivedRequest) -> Response {
    let products = (1..=OFFERS).map(|id| {
        json!({"code": id.to_string(), "name": title(id), "price": {"value": 100.5, "currencyIso": "KWD"},
            "stock": {"stockLevelStatus": "inStock"}})
    });
    answer_json(&json!({"products": products.collect::<Vec<_>>(), "pagination": {"totalPages": 1}}))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_occ_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &SAMPLE).await
}

fn detected(asked: &ReceivedRequest) -> Response {
    if asked.path.starts_with("/occ/v2/basesites") {
        return answer_json(&json!({"baseSites": [{"uid": "kw-spa"}]}));
    }
    if !asked.path.starts_with("/occ/v2/kw-spa/products/search") {
        return not_found();
    }
    let arabic = asked.path.contains("lang=ar");
    let products: Vec<Value> = CARDS
        .iter()
        .enumerate()
        .map(|(number, title)| {
            json!({"code": format!("P{number}"), "name": if arabic { format!("كرت شاشة {title}") } else { (*title).to_owned() },
                "url": format!("/p/{number}"), "price": {"value": 99.5, "currencyIso": "KWD"},
                "stock": {"stockLevelStatus": "inStock"}, "categories": [{"code": "vga", "name": "Cards"}]})
        })
        .collect();
    answer_json(&json!({"products": products, "pagination": {"totalPages": 1}}))
}

#[tokio::test]
async fn it_is_detected() -> anyhow::Result<()> {
    let lines = ["site = \"kw-spa\"", "arabic = true"];
    detect::check(detected, PlatformKind::Occ, "Cards", &lines).await
}

#[tokio::test]
async fn occ_is_read_to_its_last_page() -> anyhow::Result<()> {
    let answer = |RawQuery(query): RawQuery| async move {
        let query = query.unwrap_or_default();
        assert!(query.contains("curr=KWD"));
        let page = query
            .split("currentPage=")
            .nth(1)
            .and_then(|rest| rest[..1].parse::<usize>().ok())
            .expect("a page");
        let name = if query.contains("lang=ar") {
            "كرت شاشة MSI GeForce RTX 5070"
        } else {
            "MSI <em>GeForce</em> RTX 5070 Gaming"
        };
        let status = ["inStock", "lowStock", "outOfStock"][page];
        answer_json(&json!({
            "products": [{"code": format!("P{}", page), "name": name, "url": format!("/p/{}", page),
                "manufacturer": "MSI", "price": {"value": 199.9, "currencyIso": "KWD"}, "stock": {"stockLevelStatus": status, "stockLevel": 3},
                "categories": [{"code": "vga", "name": "Cards"}]}],
            "pagination": {"currentPage": page, "totalPages": 3}
        }))
    };
    let app = Router::new().route("/occ/v2/kw/products/search", get(answer));
    let options = "platform = \"occ\"\n[occ]\nsite = \"kw\"\narabic = true\nstorefront = \"https://www.shop.example/\"\n[occ.categories]\nvga = \"GPU\"";
    let found = read(app, options).await?;
    assert_eq!(found.coverage.expect("read"), Coverage::Complete);
    let stocks: Vec<_> = found
        .drafts
        .iter()
        .map(ParsedDraft::draft)
        .map(|offer| (offer.stock, offer.price, offer.category))
        .collect();
    let row = |stock| (stock, Fils(199_900), Some(Category::Gpu));
    assert_eq!(stocks, [row(Stock::In), row(Stock::In), row(Stock::Out)]);
    let ParsedDraft::Priced(first) = &found.drafts[0] else { panic!("a price") };
    assert_eq!(first.title_en.as_deref(), Some("MSI GeForce RTX 5070 Gaming"));
    assert_eq!((first.url.as_str(), first.stock_left), ("https://www.shop.example/p/0", Some(3)));
    Ok(())
}
