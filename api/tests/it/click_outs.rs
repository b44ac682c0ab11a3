//! What is counted of shoppers who leave for a retailer's own page.

use axum::{body::Body, http::Request};
use domain::store::users::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, account},
    fixtures::world,
};

const LIST: &str = "/api/admin/click-outs";

async fn leave(app: &TestApp, agent: &str, body: &Value) -> u16 {
    let request = Request::post("/api/click-outs")
        .header("user-agent", agent)
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_string())).unwrap()).await.status.as_u16()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn ways_out_are_counted_by_day_retailer_and_category(db: PgPool) {
    world(&db).await;
    account(&db, "dana@example.com", "dana", Role::Admin).await;
    let app = TestApp::new(db.clone()).await;
    let to = |slug: &str, category: &str| json!({ "retailerSlug": slug, "category": category });
    for _ in 0..2 {
        assert_eq!(leave(&app, "Firefox", &to("alpha", "CPU")).await, 204);
        app.click_outs.store(&db).await.unwrap();
    }
    assert_eq!(leave(&app, "Firefox", &to("beta", "GPU")).await, 204);
    // Crawlers and unknown retailers are not counted, and what is no request is refused.
    assert_eq!(leave(&app, "Googlebot/2.1", &to("alpha", "CPU")).await, 204);
    assert_eq!(leave(&app, "Firefox", &to("nobody", "CPU")).await, 204);
    for wrong in [to("No Slug", "CPU"), to("alpha", "CAR"), json!({ "category": "CPU" })] {
        assert_eq!(leave(&app, "Firefox", &wrong).await, 422, "{wrong}");
    }
    app.click_outs.store(&db).await.unwrap();

    let mut dana = Browser::signed_in(&app, "dana@example.com").await;
    let listed = dana.get(LIST).await.json();
    assert_eq!((&listed["total"], &listed["totalTimes"]), (&json!(2), &json!(3)));
    let counts: Vec<Value> = listed["clickOuts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| json!([one["retailerSlug"], one["category"], one["times"]]))
        .collect();
    assert_eq!(counts, [json!(["alpha", "CPU", 2]), json!(["beta", "GPU", 1])]);
    assert_eq!(dana.get(&format!("{LIST}?retailer=beta")).await.json()["totalTimes"], 1);
    assert_eq!(dana.get(&format!("{LIST}?until=2020-01-01")).await.json()["total"], 0);
    for wrong in ["retailer=No%20Slug", "from=yesterday", "page=0", "colour=red"] {
        assert_eq!(dana.get(&format!("{LIST}?{wrong}")).await.status.as_u16(), 422, "{wrong}");
    }
}
