use serde_json::json;
use sqlx::PgPool;

use crate::{app::TestApp, fixtures::world};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn categories_are_listed_in_builder_order_with_counts(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let body = app.get("/api/categories").await.json();
    let categories = body["categories"].as_array().unwrap();
    assert_eq!(categories.len(), 14);
    assert_eq!(
        categories[0],
        json!({"type": "CPU", "label": "CPU", "labelAr": "المعالج", "icon": "cpu", "required": true, "route": "/cpu",
            "letter": "C", "count": 2})
    );
    assert_eq!((&categories[13]["route"], &categories[13]["count"]), (&json!(null), &json!(0)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn retailers_are_listed_with_delivery_terms(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let body = app.get("/api/retailers").await.json();
    assert_eq!(
        body["retailers"],
        json!([
            {"slug": "alpha", "name": "Shop alpha", "nameAr": "محل alpha", "url": "https://alpha.example", "tabby": false, "affiliate": false,
                "shipping": {"flat": 2, "freeOver": 50}, "position": 0, "crawledAt": null},
            {"slug": "beta", "name": "Shop beta", "nameAr": "محل beta", "url": "https://beta.example", "tabby": true, "affiliate": false,
                "shipping": {"flat": null, "freeOver": null}, "position": 1, "crawledAt": null},
        ])
    );
}
