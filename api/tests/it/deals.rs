//! Deals as a call, a page and feeds, by made histories.

use domain::transactions::price_ratings;
use serde_json::{Value, json};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use crate::{
    app::TestApp,
    content_without_scripts::{assert_all, read},
    fixtures::{World, world},
    history::import_past,
};

/// Rates all prices after these past ones of the Ryzen, which costs 145.000 now: days ago and fils.
async fn rate_after(db: &PgPool, world: &World, past: &[(i64, i64)]) {
    import_past(db, world, past).await;
    price_ratings::rate_due(db, OffsetDateTime::now_utc()).await.unwrap();
}

/// Usually 180.000, lately 160.000.
const FALLEN: [(i64, i64); 3] = [(200, 140_000), (120, 180_000), (20, 160_000)];

async fn card(app: &TestApp, world: &World) -> Value {
    app.get(&format!("/api/products?id={}", world.ryzen.id)).await.json()["product"].clone()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_below_the_usual_one_is_a_deal_with_its_evidence(db: PgPool) {
    let world = world(&db).await;
    rate_after(&db, &world, &FALLEN).await;
    let app = TestApp::new(db).await;
    let found = app.get("/api/deals").await.json();
    let verdict = json!({"kind": "LOWEST", "days": 90, "usualPrice": 180, "savedPercent": 19});
    assert_eq!((&found["total"], &found["products"][0]["priceVerdict"]), (&json!(1), &verdict));
    assert_eq!(found["products"][0]["id"], json!(world.ryzen.id));
    assert_eq!(found["categories"], json!([{"category": "CPU", "deals": 1}]));
    assert_eq!(found["retailers"], json!([{"retailer": "alpha", "deals": 1}]));
    assert_eq!(card(&app, &world).await["priceVerdict"], verdict);
    for (filter, total) in
        [("category=CPU", 1), ("category=GPU", 0), ("retailer=alpha", 1), ("retailer=beta", 0)]
    {
        assert_eq!(app.get(&format!("/api/deals?{filter}")).await.json()["total"], total, "{filter}");
    }
    assert_eq!(app.get("/api/deals?page=2").await.json()["products"], json!([]));
    for wrong in ["category=nonsense", "page=0", "limit=101", "sort=price"] {
        app.get(&format!("/api/deals?{wrong}")).await.assert_error(422, "INVALID_FIELDS");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn what_is_sold_out_dearer_or_not_read_for_a_week_is_no_deal(db: PgPool) {
    let world = world(&db).await;
    rate_after(&db, &world, &FALLEN).await;
    let app = TestApp::new(db.clone()).await;
    let restore =
        "update offer set stock = 'IN', price_fils = 145000, stored_at = now(), unconfirmed_since = null
        where retailer_id = (select id from retailer where slug = 'alpha') and product_id = $1";
    for change in [
        "update offer set stock = 'OUT' where product_id = $1",
        "update offer set price_fils = price_fils + 1000 where product_id = $1",
        "update offer set ended_at = now() where product_id = $1",
        "update offer set unconfirmed_since = now() - interval '8 days' where product_id = $1",
    ] {
        let mut offers = db.begin().await.unwrap();
        sqlx::query(restore).bind(world.ryzen.id).execute(&mut *offers).await.unwrap();
        sqlx::query("update offer set ended_at = null where product_id = $1")
            .bind(world.ryzen.id)
            .execute(&mut *offers)
            .await
            .unwrap();
        sqlx::query(change).bind(world.ryzen.id).execute(&mut *offers).await.unwrap();
        offers.commit().await.unwrap();
        assert_eq!(app.get("/api/deals").await.json()["total"], 0, "{change}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_that_was_raised_before_it_fell_is_called_so_and_no_deal(db: PgPool) {
    let world = world(&db).await;
    rate_after(&db, &world, &[(200, 180_000), (30, 144_000), (5, 180_000)]).await;
    let app = TestApp::new(db).await;
    assert_eq!(app.get("/api/deals").await.json()["total"], 0);
    assert_eq!(card(&app, &world).await["priceVerdict"], json!({"kind": "RAISED", "lowestBefore": 144}));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn cards_say_nothing_about_a_usual_price(db: PgPool) {
    let world = world(&db).await;
    rate_after(&db, &world, &[(120, 145_000)]).await;
    let app = TestApp::new(db).await;
    assert_eq!(card(&app, &world).await.get("priceVerdict"), None);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn feeds_tell_the_deals_in_both_languages(db: PgPool) {
    let world = world(&db).await;
    rate_after(&db, &world, &FALLEN).await;
    let app = TestApp::new(db).await;
    let rss = app.get("/deals.rss").await;
    assert!(rss.header("content-type").starts_with("application/rss+xml"));
    let page = format!("https://tajmeea.example/product/{}", world.ryzen.id);
    for expected in [page.as_str(), "145.000 KWD at Shop alpha", "usually 180.000 KWD", "rel=\"self\""] {
        assert!(rss.text().contains(expected), "{expected} is not in {}", rss.text());
    }
    let known = rss.header("etag").to_owned();
    assert_eq!(app.get_with("/deals.rss", &[("if-none-match", &known)]).await.status.as_u16(), 304);
    assert!(!app.get("/deals.rss?category=GPU").await.text().contains("<item>"));
    let feed = app.get("/ar/deals.json").await;
    assert_eq!(feed.header("content-type"), "application/feed+json");
    let feed = feed.json();
    assert_eq!(
        (&feed["language"], &feed["version"]),
        (&json!("ar"), &json!("https://jsonfeed.org/version/1.1"))
    );
    assert_eq!(feed["feed_url"], "https://tajmeea.example/ar/deals.json");
    assert_eq!(feed["items"][0]["url"], format!("https://tajmeea.example/ar/product/{}", world.ryzen.id));
    app.get("/deals.json?x=1").await.assert_error(422, "INVALID_FIELDS");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_of_deals_is_read_without_scripts_in_both_languages(db: PgPool) {
    let world = world(&db).await;
    rate_after(&db, &world, &FALLEN).await;
    let app = TestApp::new(db).await;
    for (page, word) in [("/deals", "Lowest in 90 days"), ("/ar/deals", "أقل سعر في آخر")] {
        let reply = app.get(page).await;
        let html = reply.text();
        assert_eq!(reply.status.as_u16(), 200);
        let canonical = format!("<link rel=\"canonical\" href=\"https://tajmeea.example{page}\" />");
        let feed = format!("href=\"https://tajmeea.example{page}.rss\"");
        let call = "data-call=\"/api/deals?page=1&amp;limit=20\"";
        for expected in [canonical.as_str(), feed.as_str(), call, word, "application/feed+json"] {
            assert!(html.contains(expected), "{expected} is not in {html}");
        }
        assert!(!html.contains("noindex"), "{html}");
    }
    let content = read(&app, "/deals").await;
    assert_all(&content, &["Price drops", "Ryzen 7 9800X3D", "145.000", "Shop alpha", "By kind", "By shop"]);
    assert!(app.get("/deals?category=CPU").await.text().contains("noindex"));
    assert_eq!(app.get("/deals?category=nonsense&page=x").await.status.as_u16(), 200);
    assert!(
        app.get("/sitemaps/pages.xml").await.text().contains("<loc>https://tajmeea.example/ar/deals</loc>")
    );
    let tag = app.get("/api/deals").await.header("etag").to_owned();
    assert_eq!(app.get_with("/api/deals", &[("if-none-match", &tag)]).await.status.as_u16(), 304);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn rating_follows_the_days_without_a_change(db: PgPool) {
    let world = world(&db).await;
    rate_after(&db, &world, &FALLEN).await;
    let now = OffsetDateTime::now_utc();
    assert_eq!(price_ratings::rate_due(&db, now).await.unwrap().changed, 0);
    // In a hundred days 145.000 is the usual price.
    let later = price_ratings::rate_due(&db, now + Duration::days(100)).await.unwrap();
    assert!(later.products > 0 && later.changed > 0, "{later:?}");
    let app = TestApp::new(db).await;
    assert_eq!(app.get("/api/deals").await.json()["total"], 0);
}
