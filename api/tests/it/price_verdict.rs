//! The verdict about a product's price, by made histories.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    fixtures::{World, world},
    history::import_past,
};

/// Returns the verdict about the Ryzen, which costs 145.000 now, after these past prices: days ago and fils.
async fn verdict_after(db: &PgPool, world: &World, past: &[(i64, i64)]) -> Value {
    import_past(db, world, past).await;
    let app = TestApp::new(db.clone()).await;
    app.get(&format!("/api/products?id={}", world.ryzen.id)).await.json()["verdict"].clone()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_below_all_of_ninety_days_is_the_lowest(db: PgPool) {
    let world = world(&db).await;
    let verdict = verdict_after(&db, &world, &[(200, 140_000), (120, 180_000), (20, 160_000)]).await;
    assert_eq!(
        verdict,
        json!({
            "code": "LOWEST", "price": 145, "stockDays": null, "neededDays": 14,
            "evidence": {"lowestInDays": 90, "usualPrice": 180, "percentile": 0, "lowDaysPercent": 1},
            // 159.900 was claimed, and 160.000 asked for twenty days, 180.000 before.
            "raisedBeforeFall": []
        })
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_above_the_usual_one_says_how_often_it_was_cheaper(db: PgPool) {
    let world = world(&db).await;
    let verdict = verdict_after(&db, &world, &[(120, 140_000), (9, 150_000)]).await;
    assert_eq!(verdict["code"], "ABOVE_USUAL");
    let evidence = &verdict["evidence"];
    assert_eq!((&evidence["lowestInDays"], &evidence["usualPrice"]), (&json!(null), &json!(140)));
    assert_eq!(evidence["percentile"], 90);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn list_price_above_the_month_before_the_fall_is_named(db: PgPool) {
    let world = world(&db).await;
    let verdict = verdict_after(&db, &world, &[(200, 150_000), (20, 160_000)]).await;
    assert_eq!(
        verdict["raisedBeforeFall"],
        json!([{"retailer": "Shop alpha", "retailerSlug": "alpha", "listPrice": 159.9, "lowestBefore": 150}])
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn short_history_gives_no_evidence(db: PgPool) {
    let world = world(&db).await;
    let verdict = verdict_after(&db, &world, &[(13, 150_000)]).await;
    assert_eq!(
        verdict,
        json!({
            "code": "NOT_ENOUGH_HISTORY", "price": 145, "stockDays": 13, "neededDays": 14, "evidence": null,
            // 150.000 was asked before.
            "raisedBeforeFall": [
                {"retailer": "Shop alpha", "retailerSlug": "alpha", "listPrice": 159.9, "lowestBefore": 150}
            ]
        })
    );
    let app = TestApp::new(db).await;
    let unsold = app.get(&format!("/api/products?id={}", world.unsold.id)).await.json();
    assert_eq!(
        (&unsold["verdict"]["code"], &unsold["verdict"]["price"]),
        (&json!("NOT_IN_STOCK"), &json!(null))
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn list_price_of_each_offer_says_whether_it_is_true(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let unknown = json!({"code": "UNKNOWN", "lowestBefore": null});
    // 145.000 is asked now, and 159.900 claimed.
    for (past, expected) in [
        (vec![], unknown.clone()),
        (vec![(13, 170_000)], unknown),
        (vec![(60, 160_000)], json!({"code": "TRUE", "lowestBefore": null})),
        (vec![(20, 155_000)], json!({"code": "UNTRUE", "lowestBefore": 155})),
    ] {
        import_past(&db, &world, &past).await;
        let detail = app.get(&format!("/api/products?id={}", world.ryzen.id)).await.json();
        let offers = detail["retailers"].as_array().unwrap();
        let of = |slug: &str| offers.iter().find(|offer| offer["retailerSlug"] == slug).unwrap();
        assert_eq!(of("alpha")["listPriceCheck"], expected, "{past:?}");
        assert_eq!(of("beta")["listPriceCheck"], json!(null), "no list price is stated");
    }
}
