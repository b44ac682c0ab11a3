//! What is counted of searches.

use std::num::NonZeroU32;

use axum::{body::Body, http::Request};
use domain::{
    config::Config,
    model::{Category, ProductId},
    store::users::Role,
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    browsers::{Browser, account},
    fixtures::{import, offer, part, store, world},
};

const LIST: &str = "/api/admin/searches";

/// Returns the configuration of an api behind a proxy, which says from where its clients come.
pub(crate) fn behind_proxy() -> Config {
    let mut config = Config::load().unwrap();
    config.api.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    config
}

/// Searches as several visitors, whose browsers and networks differ.
pub(crate) async fn search_as(app: &TestApp, agents: &[&str], uri: &str, language: &str) {
    for (network, agent) in agents.iter().enumerate() {
        search_from(app, &format!("192.0.{network}.7"), agent, uri, language).await;
    }
}

async fn search_from(app: &TestApp, address: &str, agent: &str, uri: &str, language: &str) {
    let headers = [("user-agent", agent), ("accept-language", language), ("x-forwarded-for", address)];
    assert_eq!(app.get_with(uri, &headers).await.status.as_u16(), 200, "{uri}");
}

async fn click(app: &TestApp, body: &Value) -> Reply {
    let request = Request::post("/api/search/clicks")
        .header("user-agent", "Firefox")
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_string())).unwrap()).await
}

/// Returns the texts of a list in their order.
fn texts(list: &Value) -> Vec<&str> {
    list["searches"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap()).collect()
}

pub(crate) const THREE: [&str; 3] = ["Firefox", "Safari", "Chrome"];

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn searches_of_three_visitors_are_listed_with_what_was_understood(db: PgPool) {
    let world = world(&db).await;
    account(&db, "dana@example.com", "dana", Role::Admin).await;
    let app = TestApp::with_config(db.clone(), &behind_proxy()).await;
    search_as(&app, &THREE, "/api/search?q=Ryzen++7&inStock=true", "en").await;
    search_as(&app, &THREE, "/api/search?q=cheap+processor&previous=ryzen+7", "en").await;
    search_as(&app, &THREE[..2], "/api/search?q=ryzen+7", "ar-KW,ar;q=0.9").await;
    search_as(&app, &THREE[..2], "/api/search?q=secret+of+two", "en").await;
    // A visitor who goes on with a search, a crawler, and a pasted mail are not counted.
    search_as(&app, &THREE, "/api/search?q=paged&page=2", "en").await;
    search_as(&app, &THREE, "/api/search?q=filtered&category=CPU", "en").await;
    search_as(&app, &["Googlebot", "bingbot", "spider"], "/api/search?q=crawled", "en").await;
    search_as(&app, &THREE, &format!("/api/search?q={}", "long+".repeat(50)), "en").await;
    let id = world.ryzen.id;
    let clicked = json!({ "text": "RYZEN 7", "language": "en", "productId": id, "rank": 2 });
    assert_eq!(click(&app, &clicked).await.status.as_u16(), 204);
    app.search_log.store(&db).await.unwrap();

    let mut dana = Browser::signed_in(&app, "dana@example.com").await;
    let listed = dana.get(LIST).await.json();
    assert_eq!((&listed["total"], texts(&listed)), (&json!(2), vec!["cheap processor", "ryzen 7"]));
    let ryzen = &listed["searches"][1];
    assert_eq!(
        (&ryzen["searches"], &ryzen["clicks"], &ryzen["meanRank"], &ryzen["language"]),
        (&json!(3), &json!(1), &json!(2.0), &json!("en"))
    );
    assert_eq!(ryzen["nextTexts"], json!(["cheap processor"]));
    let understood = &listed["searches"][0]["understood"];
    assert!(understood.as_array().unwrap().iter().any(|part| part["label"] == "CPU"), "{understood}");
    assert_eq!(texts(&dana.get(&format!("{LIST}?view=no_click")).await.json()), ["cheap processor"]);
    assert!(texts(&dana.get(&format!("{LIST}?until=2020-01-01")).await.json()).is_empty());
    for wrong in ["view=maybe", "from=yesterday", "page=0", "colour=red"] {
        assert_eq!(dana.get(&format!("{LIST}?{wrong}")).await.status.as_u16(), 422, "{wrong}");
    }

    // Neither address nor browser stands anywhere: only digests, whose rows have nothing in common.
    let digests: Vec<Vec<u8>> =
        sqlx::query_scalar("select visitor from search_visitor").fetch_all(&db).await.unwrap();
    let distinct: std::collections::HashSet<&Vec<u8>> = digests.iter().collect();
    assert_eq!((digests.len(), distinct.len()), (10, 10));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn browsers_of_one_network_are_one_visitor(db: PgPool) {
    world(&db).await;
    account(&db, "dana@example.com", "dana", Role::Admin).await;
    let app = TestApp::with_config(db.clone(), &behind_proxy()).await;
    let mut dana = Browser::signed_in(&app, "dana@example.com").await;
    for (address, agent) in ["192.0.2.7", "192.0.2.8", "192.0.2.200"].into_iter().zip(THREE) {
        search_from(&app, address, agent, "/api/search?q=my+own+name", "en").await;
    }
    search_from(&app, "192.0.3.7", "Firefox", "/api/search?q=my+own+name", "en").await;
    app.search_log.store(&db).await.unwrap();
    assert!(texts(&dana.get(LIST).await.json()).is_empty());
    // A third network, after the first two are stored.
    search_from(&app, "2001:db8::1", "Firefox", "/api/search?q=my+own+name", "en").await;
    app.search_log.store(&db).await.unwrap();
    assert_eq!(texts(&dana.get(LIST).await.json()), ["my own name"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn searches_of_rendered_pages_count_once_in_the_language_of_the_page(db: PgPool) {
    world(&db).await;
    account(&db, "dana@example.com", "dana", Role::Admin).await;
    let app = TestApp::with_config(db.clone(), &behind_proxy()).await;
    search_as(&app, &THREE, "/search?q=Ryzen+7&utm_source=mail", "en").await;
    // The app of two of them requests the list, though the page has it; later one of them searches the same again.
    search_as(&app, &THREE[..2], "/api/search?q=Ryzen+7&inStock=true&page=1&limit=20", "en").await;
    search_as(&app, &THREE[..1], "/api/search?q=ryzen+7&inStock=true&page=1&limit=20", "en").await;
    search_as(&app, &THREE, "/ar/search?q=core+ultra", "en").await;
    // None of these is a new search of a visitor.
    search_as(&app, &["Googlebot", "bingbot", "spider"], "/search?q=crawled", "en").await;
    search_as(&app, &THREE, "/search?q=paged&page=2", "en").await;
    search_as(&app, &THREE, "/search?q=filtered&manufacturer=AMD", "en").await;
    search_as(&app, &THREE, "/cpu?q=inside", "en").await;
    search_as(&app, &THREE, "/search?q=", "en").await;
    for network in 0..3 {
        let address = format!("192.0.{network}.7");
        let headers = [
            ("user-agent", "Firefox"),
            ("sec-purpose", "prefetch;prerender"),
            ("x-forwarded-for", address.as_str()),
        ];
        app.get_with("/search?q=prefetched", &headers).await;
    }
    app.search_log.store(&db).await.unwrap();

    let mut dana = Browser::signed_in(&app, "dana@example.com").await;
    let listed = dana.get(LIST).await.json();
    let found: Vec<_> = listed["searches"].as_array().unwrap().iter().collect();
    let counts = |one: &Value| (one["text"].clone(), one["language"].clone(), one["searches"].clone());
    assert_eq!(
        found.into_iter().map(counts).collect::<Vec<_>>(),
        [(json!("ryzen 7"), json!("en"), json!(4)), (json!("core ultra"), json!("ar"), json!(3))]
    );
}

/// Clicks on a product as a new browser each time, and returns the answer's names once the clicks are loaded.
async fn names_after_clicks(app: &TestApp, db: &PgPool, product: ProductId, clicks: usize) -> Vec<String> {
    for number in 0..clicks {
        let clicked = json!({ "text": "AMD", "language": "en", "productId": product, "rank": 2 });
        let request = Request::post("/api/search/clicks")
            .header("user-agent", format!("Firefox {number}"))
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json");
        let reply = app.send(request.body(Body::from(clicked.to_string())).unwrap()).await;
        assert_eq!(reply.status.as_u16(), 204);
    }
    app.search_log.store(db).await.unwrap();
    app.search_choices.load(db).await.unwrap();
    app.get("/api/search?q=amd").await.names()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn clicks_move_a_product_up_where_the_key_is_on_and_there_are_enough(db: PgPool) {
    let world = world(&db).await;
    let named = |name: &str, number: &str| part(Category::Cpu, name, number);
    let parts = [
        named("AMD Ryzen 5 9600X", "100-100001405WOF"),
        named("AMD Ryzen 9 9950X", "100-100001277WOF"),
        named("AMD Ryzen 3 8300G", "100-100001187BOX"),
    ];
    import(&db, &parts).await;
    store(&db, world.alpha, &parts.each_ref().map(|part| offer(part, 120_000))).await;
    let mut on = behind_proxy();
    on.search.choice_points = 40;
    on.search.choice_clicks = NonZeroU32::new(20).unwrap();
    let off = behind_proxy();
    let (with, without) =
        (TestApp::with_config(db.clone(), &on).await, TestApp::with_config(db.clone(), &off).await);
    search_as(&with, &THREE, "/api/search?q=amd", "en").await;
    let before = with.get("/api/search?q=amd").await.names();
    assert_eq!(before.len(), 4, "{before:?}");
    assert_eq!(without.get("/api/search?q=amd").await.names(), before);
    let last = before.last().unwrap();
    let chosen = parts.iter().find(|part| part.name == *last).map_or(world.ryzen.id, |part| part.id);

    assert_eq!(names_after_clicks(&with, &db, chosen, 19).await, before, "too few");
    // The same browsers again: each counts once a day.
    assert_eq!(names_after_clicks(&with, &db, chosen, 19).await, before, "too few browsers");
    let after = names_after_clicks(&with, &db, chosen, 21).await;
    assert_eq!(after.first(), Some(last), "{before:?} became {after:?}");
    assert_eq!(with.get("/api/search?q=ryzen").await.names().len(), 4, "other texts stay as they are");
    without.search_choices.load(&db).await.unwrap();
    assert_eq!(without.get("/api/search?q=amd").await.names(), before, "the key is off");
    // An exact name stays above whatever was chosen.
    assert_eq!(with.get("/api/search?q=9800x3d").await.names().first(), Some(&world.ryzen.name));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn additions_are_counted_beside_clicks(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let clicked = json!({ "text": "ryzen", "language": "en", "productId": world.ryzen.id, "rank": 2 });
    let mut added = clicked.clone();
    added["addition"] = json!(true);
    added["rank"] = json!(5);
    for body in [&clicked, &added, &added, &clicked] {
        assert_eq!(click(&app, body).await.status.as_u16(), 204);
    }
    app.search_log.store(&db).await.unwrap();
    let counted: (i64, i64, i64, i64) =
        sqlx::query_as("select clicks, ranks, additions, addition_ranks from search_click")
            .fetch_one(&db)
            .await
            .unwrap();
    assert_eq!(counted, (1, 2, 1, 5), "a browser's choice counts once a day");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn switched_off_log_counts_nothing(db: PgPool) {
    let world = world(&db).await;
    let mut config = Config::load().unwrap();
    config.search.log = false;
    let app = TestApp::with_config(db.clone(), &config).await;
    search_as(&app, &THREE, "/api/search?q=ryzen", "en").await;
    let clicked = json!({ "text": "ryzen", "language": "ar", "productId": world.ryzen.id, "rank": 1 });
    assert_eq!(click(&app, &clicked).await.status.as_u16(), 204);
    app.search_log.store(&db).await.unwrap();
    let stored: i64 = sqlx::query_scalar(
        "select (select count(*) from search_text) + (select count(*) from search_visitor)
             + (select count(*) from visitor_salt)",
    )
    .fetch_one(&db)
    .await
    .unwrap();
    assert_eq!(stored, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_clicks_are_refused(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let right = json!({ "text": "ryzen", "language": "en", "productId": world.ryzen.id, "rank": 1 });
    assert_eq!(click(&app, &right).await.status.as_u16(), 204);
    for (field, value) in [
        ("text", json!("")),
        ("text", json!("?!")),
        ("text", json!("x".repeat(201))),
        ("text", json!("\u{0}")),
        ("rank", json!(0)),
        ("rank", json!(10_001)),
        ("rank", json!(-1)),
        ("language", json!("fr")),
        ("productId", json!("1")),
    ] {
        let mut wrong = right.clone();
        wrong[field] = value.clone();
        assert_eq!(click(&app, &wrong).await.status.as_u16(), 422, "{field}: {value}");
    }
}
