//! WooCommerce.

use axum::response::Response;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    bad_answers::{OFFERS, Sample, check, is_first_page, title},
    test_retailer::{ReceivedRequest, json as json_answer},
};

const SAMPLE: Sample = Sample {
    file: "platform = \"woocommerce\"",
    good,
    empty: || json_answer(&json!([])),
    product_pages: None,
};

fn good(asked: &ReceivedRequest) -> Response {
    if !is_first_page(asked) {
        return json_answer(&json!([]));
    }
    let products = (1..=OFFERS).map(|id| {
        json!({"id": id, "name": title(id), "permalink": format!("https://shop.example/{id}"), "is_in_stock": true,
            "prices": {"price": "100500", "currency_code": "KWD", "currency_minor_unit": 3}})
    });
    json_answer(&json!(products.collect::<Vec<_>>()))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_woocommerce_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &SAMPLE).await
}
