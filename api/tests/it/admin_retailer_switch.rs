//! Crawls of one retailer in the administrators' API: their history, and the switch that keeps the retailer from being
//! crawled.

use domain::{
    model::CrawlProblem,
    store::{
        crawls::{self, CrawlCounters, CrawlKind, CrawlState},
        jobs, retailers,
    },
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::admin,
    fixtures::{now, world},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn crawls_of_a_retailer_are_listed_with_their_counts(db: PgPool) {
    let world = world(&db).await;
    for (read, rejected, state, error) in
        [(40, 2, CrawlState::Complete, None), (12, 30, CrawlState::Held, Some("too many are missing"))]
    {
        let crawl = crawls::start(&db, world.alpha, CrawlKind::Crawl, None).await.unwrap();
        let counters =
            CrawlCounters { accepted: read, new: 1, changed: 2, rejected, ..CrawlCounters::default() };
        crawls::finish(&db, crawl, state, &counters, error).await.unwrap();
    }
    // Neither refreshes nor the crawls of others.
    crawls::start(&db, world.alpha, CrawlKind::Refresh, None).await.unwrap();
    crawls::start(&db, world.beta, CrawlKind::Crawl, None).await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let listed = dana.get("/api/admin/retailers/alpha/crawls").await.json();
    assert_eq!((&listed["total"], listed["crawls"].as_array().map(Vec::len)), (&json!(2), Some(2)));
    let newest = &listed["crawls"][0];
    assert_eq!((&newest["state"], &newest["error"]), (&json!("HELD"), &json!("too many are missing")));
    assert_eq!(
        (&newest["offers"], &newest["errors"], &newest["changes"]),
        (&json!(12), &json!(30), &json!(3))
    );
    let second = dana.get("/api/admin/retailers/alpha/crawls?limit=1&page=2").await.json();
    assert_eq!(second["crawls"][0]["state"], json!("COMPLETE"));
    for (path, status, code) in [
        ("nobody/crawls", 404, "RETAILER_NOT_FOUND"),
        ("No%20Slug/crawls", 404, "RETAILER_NOT_FOUND"),
        ("alpha/crawls?x=1", 422, "INVALID_FIELDS"),
    ] {
        dana.get(&format!("/api/admin/retailers/{path}")).await.assert_error(status, code);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn retailer_that_is_switched_off_is_not_crawled_and_keeps_its_offers(db: PgPool) {
    let world = world(&db).await;
    let alpha = "alpha".parse().unwrap();
    let next = now() + time::Duration::hours(3);
    retailers::set_next_crawls(&db, &[("alpha".parse().unwrap(), Some(next))]).await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let shown = format!("/api/products?id={}", world.ryzen.id);
    let before = app.get(&shown).await.json()["retailers"].clone();
    for _ in 0..2 {
        let switched = dana.post("/api/admin/retailers/alpha/switch-off", Value::Null).await;
        assert_eq!(switched.status.as_u16(), 204, "{}", switched.text());
    }
    assert!(retailers::are_crawls_off(&db, &alpha).await.unwrap());
    dana.post("/api/admin/retailers/alpha/crawl", json!({})).await.assert_error(409, "RETAILER_OFF");
    let state = dana.get("/api/admin/operations").await.json()["retailers"][0].clone();
    assert_eq!(
        (&state["health"], &state["enabled"], &state["switchedOff"], &state["nextCrawlAt"]),
        (&json!("OFF"), &json!(true), &json!(true), &Value::Null)
    );
    assert_eq!(app.get(&shown).await.json()["retailers"], before, "shoppers see its offers");

    let switched = dana.post("/api/admin/retailers/alpha/switch-on", Value::Null).await;
    assert_eq!(switched.status.as_u16(), 204);
    assert_eq!(dana.post("/api/admin/retailers/alpha/crawl", json!({})).await.status.as_u16(), 202);
    dana.post("/api/admin/retailers/nobody/switch-off", json!({}))
        .await
        .assert_error(404, "RETAILER_NOT_FOUND");
    let log = dana.get("/api/admin/audit-log").await.json();
    let told: Vec<&str> =
        log["actions"].as_array().unwrap().iter().map(|one| one["actionType"].as_str().unwrap()).collect();
    assert_eq!(told, ["CRAWL_RETAILER", "SWITCH_ON_RETAILER", "SWITCH_OFF_RETAILER"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failed_crawl_and_its_job_say_why_by_a_code_with_values(db: PgPool) {
    let world = world(&db).await;
    let alpha = "alpha".parse().unwrap();
    let job = jobs::enqueue_crawl(&db, &alpha).await.unwrap();
    let crawl = crawls::start(&db, world.alpha, CrawlKind::Crawl, job).await.unwrap();
    let problem = CrawlProblem::new("STATUS").with("address", "https://shop.example/").with("status", 503);
    let (counters, sentence) = (CrawlCounters::default(), "https://shop.example/ answered 503");
    crawls::finish(&db, crawl, CrawlState::Failed, &counters, Some(sentence)).await.unwrap();
    crawls::set_problem(&db, crawl, &problem).await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let expected =
        json!({ "code": "STATUS", "values": { "address": "https://shop.example/", "status": "503" } });
    let retailer = dana.get("/api/admin/operations").await.json()["retailers"][0].clone();
    assert_eq!(
        (&retailer["lastCrawl"]["problem"], &retailer["lastCrawl"]["error"]),
        (&expected, &json!(sentence))
    );
    assert_eq!(dana.get("/api/admin/retailers/alpha/crawls").await.json()["crawls"][0]["problem"], expected);
    assert_eq!(dana.get("/api/admin/jobs").await.json()["jobs"][0]["problem"], expected);

    // A crawl that ended without a word: its worker died.
    crawls::start(&db, world.alpha, CrawlKind::Crawl, None).await.unwrap();
    crawls::start(&db, world.alpha, CrawlKind::Crawl, None).await.unwrap();
    let crawls = dana.get("/api/admin/retailers/alpha/crawls").await.json();
    assert_eq!(crawls["crawls"][1]["problem"]["code"], json!("WORKER_DIED"));
}
