use domain::{
    model::{Fils, Stock},
    store::prices::{self, PastPrice},
    transactions::past_prices,
};
use serde_json::{Value, json};
use sqlx::PgPool;
use time::Duration;

use crate::{
    app::TestApp,
    fixtures::{World, now, world},
};

/// Imports past prices of the Ryzen at the first retailer: days ago and fils.
pub(crate) async fn import_past(db: &PgPool, world: &World, past: &[(i64, i64)]) {
    let prices: Vec<PastPrice> = past
        .iter()
        .map(|(days, fils)| PastPrice {
            external_id: Some(world.ryzen.part_numbers[0].clone()),
            url: None,
            observed_at: now() - Duration::days(*days),
            price: Fils(*fils),
            stock: Stock::In,
        })
        .collect();
    prices::ensure_partitions(db, now() - Duration::days(400), now()).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    past_prices::import(&mut tx, world.alpha, &prices).await.unwrap();
    tx.commit().await.unwrap();
}

fn day(back: i64) -> Value {
    json!((now() - Duration::days(back)).date().to_string())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn history_line_starts_with_the_price_in_force(db: PgPool) {
    let world = world(&db).await;
    import_past(&db, &world, &[(200, 180_000), (40, 170_000), (10, 160_000)]).await;
    let app = TestApp::new(db).await;
    let reply = app.get(&format!("/api/products/{}/price-history?range=30d", world.ryzen.id)).await;
    let body = reply.json();
    assert_eq!(reply.status.as_u16(), 200);
    let alpha = &body["datasets"][0];
    assert_eq!((&alpha["label"], &alpha["retailerSlug"]), (&json!("Shop alpha"), &json!("alpha")));
    assert_eq!(
        alpha["data"],
        json!([{"x": day(30), "y": 170}, {"x": day(10), "y": 160}, {"x": day(0), "y": 145}])
    );
    assert_eq!(body["datasets"][1]["data"], json!([{"x": day(0), "y": 149.9}]));
    let mut statistics = body["statistics"].clone();
    // 170 for 20 days, then 160 for 10 days and the hours of today; the prices of now have held for no time.
    let average = statistics.as_object_mut().unwrap().remove("averagePrice").unwrap().as_f64().unwrap();
    assert!((166.4..=166.9).contains(&average), "{average}");
    assert_eq!(
        statistics,
        json!({
            "lowestPrice": 145, "highestPrice": 170, "currentLowestPrice": 145, "priceDropPercentage": 14.7
        })
    );
    assert_eq!(body["history"].as_array().unwrap().len(), 4);
    assert_eq!(body["history"][0]["retailer"], "Shop alpha");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn history_range_covers_its_days(db: PgPool) {
    let world = world(&db).await;
    import_past(&db, &world, &[(390, 200_000), (300, 190_000), (150, 180_000), (80, 175_000), (50, 170_000)])
        .await;
    let app = TestApp::new(db).await;
    let cases = [("30d", 30), ("60d", 60), ("90d", 90), ("180d", 180), ("1y", 365), ("all", 390)];
    for (range, back) in cases {
        let body =
            app.get(&format!("/api/products/{}/price-history?range={range}", world.ryzen.id)).await.json();
        assert_eq!(body["datasets"][0]["data"][0]["x"], day(back), "{range}");
    }
    let unasked = app.get(&format!("/api/products/{}/price-history", world.ryzen.id)).await.json();
    assert_eq!(unasked["datasets"][0]["data"][0]["x"], day(90));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_product_never_sold_has_no_history(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let reply = app.get(&format!("/api/products/{}/price-history", world.unsold.id)).await;
    reply.assert_error(404, "NO_PRICE_HISTORY");
    assert_eq!(reply.json()["error"], "No price history available for this product yet.");
}
