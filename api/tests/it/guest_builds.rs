//! Short links to builds of visitors without an account.

use std::num::NonZeroU32;

use domain::config::Config;
use resvg::tiny_skia::Pixmap;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    browsers::{Browser, proof},
    fixtures::{World, offer, store, world},
};

/// A processor for 145 at one shop, and a card for 231.750 at another.
fn list(world: &World) -> Value {
    json!({ "name": "Falcon", "components": { "GPU": world.card.id, "CPU": [world.ryzen.id] } })
}

/// Requests a link with a proof of the bot check.
async fn share(app: &TestApp, mut list: Value) -> Reply {
    let mut browser = Browser::new(app);
    list["turnstileToken"] = json!(proof(&mut browser).await);
    browser.post("/api/guest-builds", list).await
}

async fn code(app: &TestApp, list: Value) -> String {
    let reply = share(app, list).await;
    assert!(reply.status.is_success(), "{}", reply.text());
    reply.json()["code"].as_str().unwrap().to_owned()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn same_list_has_the_same_short_link(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let first = share(&app, list(&world)).await;
    assert_eq!((first.status.as_u16(), first.header("cache-control")), (201, "no-store"));
    let (code, url) = (first.json()["code"].clone(), first.json()["shareUrl"].clone());
    assert_eq!(code.as_str().unwrap().len(), 7);
    assert_eq!(url, format!("https://tajmeea.example/b/{}", code.as_str().unwrap()));
    // In another order and shape; a list that is stored needs no proof.
    let again = json!({ "name": " Falcon ", "components": {
        "CPU": { "productId": world.ryzen.id, "quantity": 1 }, "GPU": [world.card.id], "CASE": null } });
    let again = Browser::new(&app).post("/api/guest-builds", again).await;
    assert_eq!((again.status.as_u16(), again.json()["code"].clone()), (200, code.clone()));
    for other in [
        json!({ "components": list(&world)["components"] }),
        json!({ "name": "Falcon", "components": { "CPU": world.ryzen.id } }),
    ] {
        assert_ne!(share(&app, other).await.json()["code"], code);
    }
    let answer = app.get(&format!("/api/guest-builds/{}", code.as_str().unwrap())).await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    assert_eq!(
        answer.json(),
        json!({
            "code": code, "name": "Falcon", "gone": 0, "total": 376.75,
            "parts": [
                { "slot": "CPU", "productId": world.ryzen.id, "quantity": 1 },
                { "slot": "GPU", "productId": world.card.id, "quantity": 1 },
            ],
        })
    );
    let capitals = code.as_str().unwrap().to_uppercase();
    assert_eq!(app.get(&format!("/api/guest-builds/{capitals}")).await.status, 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn requests_at_the_same_moment_get_one_link(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut lists = Vec::new();
    for _ in 0..3 {
        let mut list = list(&world);
        list["turnstileToken"] = json!(proof(&mut Browser::new(&app)).await);
        lists.push(list);
    }
    let post = async |list| Browser::new(&app).post("/api/guest-builds", list).await.json()["code"].clone();
    let codes = futures::future::join_all(lists.into_iter().map(post)).await;
    let codes: std::collections::HashSet<&str> = codes.iter().filter_map(Value::as_str).collect();
    assert_eq!(codes.len(), 1, "{codes:?}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn new_link_needs_a_proof_known_parts_and_a_short_name(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut browser = Browser::new(&app);
    let unproved = browser.post("/api/guest-builds", list(&world)).await;
    assert_eq!((unproved.status.as_u16(), unproved.json()), (202, json!({ "code": null, "shareUrl": null })));
    let mut foul = list(&world);
    foul["turnstileToken"] = json!("x");
    browser.post("/api/guest-builds", foul).await.assert_error(422, "BOT_CHECK_FAILED");
    for (wrong, field) in [
        (json!({ "components": {} }), "components"),
        (json!({ "components": { "CPU": uuid::Uuid::new_v4() } }), "components"),
        (json!({ "components": { "TOASTER": world.ryzen.id } }), "components.TOASTER"),
        (json!({ "name": "", "components": list(&world)["components"] }), "name"),
        (json!({ "name": "x".repeat(101), "components": list(&world)["components"] }), "name"),
    ] {
        let reply = browser.post("/api/guest-builds", wrong).await;
        let problems = reply.json();
        assert_eq!(reply.status, 422, "{problems}");
        assert!(problems["fields"][field].is_string(), "{field}: {problems}");
    }
    let stored: i64 = sqlx::query_scalar("select count(*) from guest_build").fetch_one(&db).await.unwrap();
    assert_eq!(stored, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn links_of_one_address_are_limited(db: PgPool) {
    let world = world(&db).await;
    let mut config = Config::load().unwrap();
    config.limits.guest_builds.burst = NonZeroU32::new(2).unwrap();
    config.limits.unknown_links.burst = NonZeroU32::new(2).unwrap();
    let app = TestApp::with_config(db, &config).await;
    let code = code(&app, list(&world)).await;
    let mut browser = Browser::new(&app);
    assert_eq!(browser.post("/api/guest-builds", list(&world)).await.status, 200);
    browser.post("/api/guest-builds", list(&world)).await.assert_error(429, "TOO_OFTEN");
    // Guessed links are limited, links that exist are not.
    let look = async |code: &str| app.get(&format!("/api/guest-builds/{code}")).await.status.as_u16();
    assert_eq!([look("2222222").await, look("2222223").await, look("2222224").await], [404, 404, 429]);
    assert_eq!((look("nonsense").await, look(&code).await), (404, 200));
    // The app of the page shows the error.
    let page = app.get("/b/2222225").await;
    assert_eq!(page.status, 200);
    assert!(!page.text().contains("og:image"), "{}", page.text());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_of_a_short_link_says_total_and_shops(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let named = json!({ "name": "Fast & <quiet>", "components": list(&world)["components"] });
    let code = code(&app, named).await;
    let address = format!("https://tajmeea.example/b/{code}");
    let html = app.get(&format!("/b/{code}")).await.text();
    for expected in [
        "<title>Fast &amp; &lt;quiet&gt; · 376.750 KWD · 2 shops · Tajmeea</title>".to_owned(),
        format!("<meta property=\"og:url\" content=\"{address}\" />"),
        format!("<meta property=\"og:image\" content=\"{address}/image.png?lang=en&amp;v="),
        "<meta property=\"twitter:card\" content=\"summary_large_image\" />".to_owned(),
        "<meta name=\"robots\" content=\"noindex\" />".to_owned(),
        format!("data-call=\"/api/guest-builds/{code}\""),
        "A PC build of 2 parts for 376.750 KWD".to_owned(),
        world.card.name.clone(),
    ] {
        assert!(html.contains(&expected), "{expected} is not in {html}");
    }
    let arabic = app.get(&format!("/ar/b/{code}")).await.text();
    for expected in [
        "<html lang=\"ar\" dir=\"rtl\">".to_owned(),
        "376.750 د.ك · محلين · ".to_owned(),
        format!("<meta property=\"og:image\" content=\"{address}/image.png?lang=ar&amp;v="),
    ] {
        assert!(arabic.contains(&expected), "{expected} is not in {arabic}");
    }
    for uri in ["/b/2222222", "/b/x", "/ar/b/2222222"] {
        let reply = app.get(uri).await;
        assert_eq!(reply.status, 404, "{uri}");
        assert!(!reply.text().contains("og:image"), "{uri}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn picture_of_a_short_link_follows_prices_and_language(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let code = code(&app, list(&world)).await;
    let image = async |query: &str| app.get(&format!("/b/{code}/image.png{query}")).await;
    let (english, arabic) = (image("").await, image("?lang=ar&v=1").await);
    for drawn in [&english, &arabic] {
        assert_eq!((drawn.status.as_u16(), drawn.header("content-type")), (200, "image/png"));
        let canvas = Pixmap::decode_png(&drawn.body).unwrap();
        assert_eq!((canvas.width(), canvas.height()), (1200, 630));
    }
    assert_ne!(english.body, arabic.body);
    store(&db, world.alpha, &[offer(&world.ryzen, 139_000)]).await;
    assert_ne!(image("").await.body, english.body);
    assert_eq!(app.get("/b/2222222/image.png").await.status, 404);
}
