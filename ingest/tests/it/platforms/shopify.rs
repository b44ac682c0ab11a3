//! Shopify.

use axum::response::Response;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    bad_answers::{OFFERS, Sample, check, is_first_page, title},
    test_retailer::{ReceivedRequest, json as json_answer},
};

const SAMPLE: Sample = Sample {
    file: "platform = \"shopify\"",
    good,
    empty: || json_answer(&json!({"products": []})),
    product_pages: None,
};

fn good(asked: &ReceivedRequest) -> Response {
    if !is_first_page(asked) {
        return json_answer(&json!({"products": []}));
    }
    let products = (1..=OFFERS).map(|id| {
        json!({"id": id, "title": title(id), "handle": id.to_string(),
            "variants": [{"id": id, "price": "100.500", "available": true}]})
    });
    json_answer(&json!({"products": products.collect::<Vec<_>>()}))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_shopify_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &SAMPLE).await
}
