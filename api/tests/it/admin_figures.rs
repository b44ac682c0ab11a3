//! Figures for administrators.

use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::admin,
    fixtures::{offer, store, world},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn analytics_counts_equal_the_stored_rows(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    sqlx::query("insert into review (product_id, user_id, rating) select $1, id, 5 from app_user")
        .bind(world.core.id)
        .execute(&db)
        .await
        .unwrap();
    // A review of last week counts among all, and not among the recent ones.
    sqlx::query(
        "insert into review (product_id, user_id, rating, created_at)
         select $1, id, 4, now() - interval '8 days' from app_user",
    )
    .bind(world.ryzen.id)
    .execute(&db)
    .await
    .unwrap();
    let found = dana.get("/api/admin/analytics").await;
    assert_eq!(found.status.as_u16(), 200, "{}", found.text());
    let found = found.json();
    assert_eq!(
        found["totals"],
        json!({ "users": 1, "products": 4, "builds": 0, "reviews": 2, "activePriceAlerts": 0 })
    );
    assert_eq!(found["recent"], json!({ "reviews": 1 }));
    let builds = found["growth"]["builds"].as_array().unwrap();
    assert_eq!((builds.len(), &builds[29]["count"]), (30, &json!(0)));
    let days = found["growth"]["users"].as_array().unwrap();
    assert_eq!((days.len(), &days[29]["count"]), (30, &json!(1)));
    assert_eq!(days[29]["createdAt"].as_str().unwrap().len(), "2026-11-21".len());
    assert_eq!(
        found["distribution"]["productsByCategory"],
        json!([
            { "category": "CPU", "count": 2 },
            { "category": "GPU", "count": 1 },
            { "category": "RAM", "count": 1 },
        ])
    );
    assert_eq!(
        found["distribution"]["topRetailers"],
        json!([{ "retailer": "Shop alpha", "count": 3 }, { "retailer": "Shop beta", "count": 2 }])
    );
    let fields = dana.get("/api/admin/analytics?days=90").await.assert_error(422, "INVALID_FIELDS");
    assert!(fields["days"].is_string());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_differences_list_retailers(db: PgPool) {
    let world = world(&db).await;
    store(&db, world.beta, &[offer(&world.core, 94_800)]).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let found = dana.get("/api/admin/price-differences").await.json();
    assert_eq!((&found["totalCount"], &found["highestDifference"]), (&json!(1), &json!(25.0)), "{found}");
    let core = &found["priceDifferences"][0];
    assert_eq!(core["productName"], json!("Intel Core Ultra 7 265K"));
    assert_eq!((&core["minPrice"], &core["maxPrice"]), (&json!(94.8), &json!(118.5)));
    assert_eq!((&core["percentageDifference"], &core["priceDifference"]), (&json!(25.0), &json!(23.7)));
    assert_eq!((&core["retailerCount"], &core["category"]), (&json!(2), &json!("CPU")));
    let shops: Vec<&str> =
        core["retailers"].as_array().unwrap().iter().map(|shop| shop["retailer"].as_str().unwrap()).collect();
    assert_eq!(shops, ["Shop beta", "Shop alpha"]);
    for shop in core["retailers"].as_array().unwrap() {
        assert!(
            shop["price"].is_number() && shop["inStock"].is_boolean() && shop["url"].is_string(),
            "{shop}"
        );
    }
    let all = dana.get("/api/admin/price-differences?minDifference=0&category=all").await.json();
    assert_eq!(all["totalCount"], json!(3));
    let one = dana.get("/api/admin/price-differences?minDifference=5&category=GPU&limit=1").await.json();
    assert_eq!(one["priceDifferences"][0]["retailers"][0]["inStock"], json!(false));
    for (query, field) in
        [("minDifference=-1", "minDifference"), ("minDifference=x", "minDifference"), ("limit=101", "limit")]
    {
        let reply = dana.get(&format!("/api/admin/price-differences?{query}")).await;
        assert!(reply.assert_error(422, "INVALID_FIELDS")[field].is_string(), "{query}");
    }
    // The prices have converged since the roll-up.
    store(&db, world.beta, &[offer(&world.core, 112_000)]).await;
    let nearer = dana.get("/api/admin/price-differences?minDifference=10&category=CPU").await.json();
    assert_eq!(nearer["priceDifferences"], json!([]));
    dana.get("/api/admin/price-differences?category=TOASTER").await.assert_error(422, "INVALID_CATEGORY");
}
