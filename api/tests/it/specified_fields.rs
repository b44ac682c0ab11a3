//! The fields that the specification names for each entity on the wire. More may be there; none may be missing.

use domain::store::users::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, account},
    fixtures::world,
};

/// Asserts that an entity is an object with these fields.
fn has(name: &str, entity: &Value, fields: &[&str]) {
    let object = entity.as_object().unwrap_or_else(|| panic!("{name} is {entity}"));
    let missing: Vec<&&str> = fields.iter().filter(|field| !object.contains_key(**field)).collect();
    assert!(missing.is_empty(), "{name} lacks {missing:?}: {entity}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn products_have_the_specified_fields(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let id = world.ryzen.id;
    let detail = app.get(&format!("/api/products?id={id}")).await.json();
    has("detail", &detail, &["product", "retailers", "priceRange", "matchedProductsCount"]);
    has("price range", &detail["priceRange"], &["min", "max", "currency"]);
    has("offer", &detail["retailers"][0], &["id", "retailer", "price", "currency", "inStock", "url"]);
    let listed = app.get("/api/products/list?category=CPU").await.json();
    has("list", &listed, &["products", "total", "category"]);
    for product in [&detail["product"], &listed["products"][0]] {
        let named = ["id", "name", "category", "componentType", "manufacturer", "model", "rating", "specs"];
        has("product", product, &named);
        has("product", product, &["price", "currency", "inStock", "retailer", "url"]);
        assert_eq!((&product["category"], &product["currency"]), (&json!("CPU"), &json!("KWD")));
    }
    let history = app.get(&format!("/api/products/{id}/price-history")).await.json();
    has("history", &history, &["datasets", "statistics", "history"]);
    has("line", &history["datasets"][0], &["label", "data"]);
    has("point", &history["datasets"][0]["data"][0], &["x", "y"]);
    has("entry", &history["history"][0], &["retailer"]);
    has("statistics", &history["statistics"], &["lowestPrice", "highestPrice", "averagePrice"]);
    has("statistics", &history["statistics"], &["currentLowestPrice", "priceDropPercentage"]);
    let categories = app.get("/api/categories").await.json();
    has("category", &categories["categories"][0], &["type", "label", "icon", "required", "route"]);
    let checked =
        Browser::new(&app).post("/api/compatibility", json!({ "components": { "CPU": id } })).await.json();
    has("issue", &checked["issues"][0], &["type", "code", "message", "componentIds"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn data_of_users_has_the_specified_fields(db: PgPool) {
    let world = world(&db).await;
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db).await;
    let mut sara = Browser::signed_in(&app, "sara@example.com").await;
    let id = world.ryzen.id;
    has("user", &sara.get("/api/auth/me").await.json()["user"], &["id", "name", "email", "role"]);
    let build = json!({
        "name": "Gaming", "description": "For work", "components": { "CPU": id }, "totalPrice": 145,
        "currency": "KWD", "isPublic": false,
    });
    let saved = sara.post("/api/builds", build).await.json();
    has("saved build", &saved, &["build", "shareUrl"]);
    has("saved build", &saved["build"], &["id", "name", "components", "totalPrice", "isComplete", "version"]);
    has("saved build", &saved["build"], &["createdAt", "updatedAt", "viewCount", "shareToken"]);
    let part = &saved["build"]["components"]["CPU"];
    has("part", part, &["product", "componentType", "price"]);
    has("product of a part", &part["product"], &["id", "category", "price"]);
    let review = json!({ "rating": 4, "comment": "Quiet" });
    sara.post(&format!("/api/products/{id}/reviews"), review).await;
    let reviews = app.get(&format!("/api/products/{id}/reviews")).await.json();
    has("review", &reviews["reviews"][0], &["id", "rating", "comment", "createdAt", "user"]);
    has("reviewer", &reviews["reviews"][0]["user"], &["id", "username"]);
    has("review statistics", &reviews["stats"], &["total", "averageRating"]);
    for (kind, more) in [
        ("ANY_DROP", json!({})),
        ("TARGET_PRICE", json!({ "targetPrice": 100.5 })),
        ("PERCENTAGE_DROP", json!({ "percentage": 10 })),
    ] {
        let mut alert = json!({ "productId": id, "alertType": kind });
        alert.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(sara.post("/api/user/price-alerts", alert).await.status, 201, "{kind}");
    }
    let alerts = sara.get("/api/user/price-alerts").await.json();
    has("alert", &alerts["alerts"][0], &["id", "alertType", "targetPrice", "percentage", "createdAt"]);
}
