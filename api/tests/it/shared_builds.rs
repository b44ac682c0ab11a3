//! Shared builds: visibility, view counts, and metadata for messengers.

use axum::http::Method;
use domain::model::{OfferDraft, Stock};
use resvg::tiny_skia::Pixmap;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    browsers::{Browser, signed_in_user},
    builds::{gaming, path, save_build, update_build},
    content_without_scripts::{assert_all, read},
    fixtures::{offer, store, world},
};

const FIREFOX: (&str, &str) =
    ("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");

async fn set(browser: &mut Browser<'_>, setting: Value) {
    assert_eq!(browser.send(Method::PUT, "/api/user/settings", Some(setting)).await.status, 200);
}

fn token(build: &Value) -> &str {
    build["shareToken"].as_str().unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn visibility_change_takes_effect_at_once(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let kept = save_build(&mut sara, gaming(&world)).await;
    let uris = [
        format!("/api/builds/{}", token(&kept)),
        format!("/build/{}", token(&kept)),
        format!("/build/{}/image.png", token(&kept)),
    ];
    let seen = async || {
        let mut statuses = Vec::new();
        for uri in &uris {
            statuses.push(app.get(uri).await.status.as_u16());
        }
        statuses
    };
    assert_eq!(seen().await, [404, 404, 404], "private from the start");
    update_build(&mut sara, &kept, json!({"isPublic": true})).await;
    assert_eq!(seen().await, [200, 200, 200]);
    // The owner sees what others see: no name while the profile is not public.
    let shown = app.get(&uris[0]).await.json();
    assert_eq!((&shown["build"]["user"], &shown["build"]["isOwn"]), (&json!(null), &json!(false)));
    assert_eq!(sara.get(&uris[0]).await.json()["build"]["isOwn"], json!(true));
    assert!(!app.get(&uris[1]).await.text().contains("sara"));
    set(&mut sara, json!({"publicProfile": true})).await;
    assert_eq!(app.get(&uris[0]).await.json()["build"]["user"], json!({"name": "sara"}));
    let named = app.get(&uris[2]).await;
    set(&mut sara, json!({"publicProfile": false})).await;
    assert_eq!(app.get(&uris[0]).await.json()["build"]["user"], json!(null));
    assert_ne!(app.get(&uris[2]).await.body, named.body, "nor does the picture tell the name any more");

    set(&mut sara, json!({"allowBuildSharing": false})).await;
    assert_eq!(seen().await, [404, 404, 404]);
    assert_eq!(sara.get(&uris[0]).await.status, 200, "its owner still sees it");
    let fields = sara
        .post("/api/builds", json!({"name": "x", "isPublic": true, "components": {"CPU": world.ryzen.id}}))
        .await;
    assert!(fields.assert_error(422, "SHARING_OFF")["isPublic"].is_string());
    // A public build stays public; a private one cannot be made public.
    assert_eq!(update_build(&mut sara, &kept, json!({"name": "Still", "isPublic": true})).await.status, 200);
    update_build(&mut sara, &kept, json!({"isPublic": false})).await;
    update_build(&mut sara, &kept, json!({"isPublic": true})).await.assert_error(422, "SHARING_OFF");
    set(&mut sara, json!({"allowBuildSharing": true})).await;
    assert_eq!(seen().await, [404, 404, 404]);
    update_build(&mut sara, &kept, json!({"isPublic": true})).await;
    assert_eq!(seen().await, [200, 200, 200]);
    assert_eq!(sara.send(Method::DELETE, &path(&kept), None).await.status, 204);
    assert_eq!(seen().await, [404, 404, 404]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn private_build_page_is_uncached_and_for_its_owner(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let kept = save_build(&mut sara, gaming(&world)).await;
    let page = sara.get(&format!("/build/{}", token(&kept))).await;
    assert_eq!((page.status.as_u16(), page.header("cache-control")), (200, "no-store"));
    assert!(!page.text().contains("Gaming"));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn views_count_once_a_day_per_visitor_without_the_owner(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let noor = signed_in_user(&app, &db, "noor").await;
    let kept = save_build(&mut sara, gaming(&world)).await;
    update_build(&mut sara, &kept, json!({"isPublic": true})).await;
    let uri = format!("/api/builds/{}", token(&kept));
    let look = async |headers: &[(&str, &str)]| {
        app.get_with(&uri, headers).await.json()["build"]["viewCount"].clone()
    };
    assert_eq!(look(&[FIREFOX]).await, 1);
    assert_eq!(look(&[FIREFOX]).await, 1, "the same visitor");
    assert_eq!(app.get_with(&format!("/build/{}", token(&kept)), &[FIREFOX]).await.status, 200);
    assert_eq!(look(&[("user-agent", "Safari")]).await, 2, "another browser");
    assert_eq!(look(&[("user-agent", "WhatsApp/2.23")]).await, 2, "a preview is nobody");
    let (owner, friend) = (sara.cookie.clone().unwrap(), noor.cookie.clone().unwrap());
    assert_eq!(look(&[FIREFOX, ("cookie", &owner)]).await, 2, "the owner");
    assert_eq!(look(&[FIREFOX, ("cookie", &friend)]).await, 3, "somebody with an account");
    assert_eq!(look(&[("user-agent", "Phone"), ("cookie", &friend)]).await, 3, "the same person elsewhere");
    let at_once = futures::future::join_all((0..8).map(|_| look(&[("user-agent", "At once")]))).await;
    assert!(at_once.contains(&json!(4)) && !at_once.contains(&json!(5)), "{at_once:?}");
    assert_eq!(sara.get(&path(&kept)).await.json()["build"]["viewCount"], 4);
    // Stored visitors are digests with a secret that is deleted with the day.
    let known: Vec<Vec<u8>> =
        sqlx::query_scalar("select visitor from build_view").fetch_all(&db).await.unwrap();
    assert_eq!((known.len(), known.iter().all(|visitor| visitor.len() == 32)), (4, true));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shared_build_page_has_preview_tags(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let foul = json!({"name": "Fast & \"quiet\" <script>", "isPublic": true, "components": gaming(&world)["components"]});
    let kept = save_build(&mut sara, foul).await;
    let address = format!("https://tajmeea.example/build/{}", token(&kept));
    let reply = app.get(&format!("/build/{}", token(&kept))).await;
    let html = reply.text();
    for expected in [
        "<title>Fast &amp; &quot;quiet&quot; &lt;script&gt; · 376.750 KWD · 2 shops · Tajmeea</title>"
            .to_owned(),
        format!("<meta property=\"og:url\" content=\"{address}\" />"),
        format!("<meta property=\"og:image\" content=\"{address}/image.png?lang=en&amp;v="),
        "<meta property=\"og:image:width\" content=\"1200\" />".to_owned(),
        "<meta property=\"twitter:card\" content=\"summary_large_image\" />".to_owned(),
        "<meta name=\"robots\" content=\"noindex\" />".to_owned(),
        format!("data-call=\"/api/builds/{}\"", token(&kept)),
        "A PC build of 2 parts for 376.750 KWD".to_owned(),
    ] {
        assert!(html.contains(&expected), "{expected} is not in {html}");
    }
    let arabic = app.get(&format!("/ar/build/{}", token(&kept))).await.text();
    for expected in [
        "<html lang=\"ar\" dir=\"rtl\">".to_owned(),
        format!("<meta property=\"og:url\" content=\"https://tajmeea.example/ar/build/{}\" />", token(&kept)),
        format!("<meta property=\"og:image\" content=\"{address}/image.png?lang=ar&amp;v="),
        "تجميعة من قطعتين بسعر 376.750 د.ك".to_owned(),
    ] {
        assert!(arabic.contains(&expected), "{expected} is not in {arabic}");
    }
    assert!(!html.contains("<script>\"") && !html.contains("quiet\" <script>"), "{html}");
    // The embedded answer equals the answer of the call.
    let early = html.split_once("data-call=\"/api/builds/").unwrap().1.split_once('>').unwrap().1;
    let early: Value = serde_json::from_str(early.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(early, app.get(&format!("/api/builds/{}", token(&kept))).await.json());
    for uri in ["/build/", "/build/x"] {
        assert!(!app.get(uri).await.text().contains("og:image"), "{uri}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn preview_picture_is_drawn_in_both_languages_and_follows_prices(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let kept = save_build(&mut sara, gaming(&world)).await;
    update_build(&mut sara, &kept, json!({"isPublic": true})).await;
    let image = async |query: &str| app.get(&format!("/build/{}/image.png{query}", token(&kept))).await;
    let drawn = |reply: &Reply| {
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "image/png"));
        assert_eq!(reply.header("cache-control"), "public, no-cache");
        let canvas = Pixmap::decode_png(&reply.body).unwrap();
        assert_eq!((canvas.width(), canvas.height()), (1200, 630));
    };
    let (english, arabic) = (image("").await, image("?lang=ar&v=1").await);
    drawn(&english);
    drawn(&arabic);
    assert_ne!(english.body, arabic.body);
    assert_eq!(image("?lang=en").await.body, english.body);
    set(&mut sara, json!({"language": "ar"})).await;
    assert_eq!(image("").await.body, arabic.body, "the language of whoever shares it");

    let uri = format!("/build/{}/image.png?lang=en", token(&kept));
    let tag = image("?lang=en").await.header("etag").to_owned();
    assert_eq!(app.get_with(&uri, &[("if-none-match", &tag)]).await.status, 304);
    store(&db, world.alpha, &[offer(&world.ryzen, 139_000)]).await;
    let cheaper = app.get_with(&uri, &[("if-none-match", &tag)]).await;
    drawn(&cheaper);
    assert_ne!(cheaper.body, english.body);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn part_on_pre_order_is_said_to_be_so_in_a_build_and_on_a_server_card(db: PgPool) {
    let world = world(&db).await;
    let early = OfferDraft { stock: Stock::PreOrder, ..offer(&world.unsold, 29_500) };
    store(&db, world.alpha, &[early]).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let parts = json!({"RAM": [{"productId": world.unsold.id}], "CPU": {"productId": world.ryzen.id}});
    let kept = save_build(&mut sara, json!({"name": "Early", "components": parts})).await;
    update_build(&mut sara, &kept, json!({"isPublic": true})).await;
    let memory = &kept["components"]["RAM"][0];
    assert_eq!((&memory["state"], &memory["product"]["preOrder"]), (&json!("out"), &json!(true)));
    assert_eq!(kept["components"]["CPU"]["product"]["preOrder"], false);
    assert_eq!(kept["todayTotal"], 145, "a pre-order is in no total");
    let name = &world.unsold.name;
    let path = format!("/build/{}", token(&kept));
    for (page, said) in [
        (path.clone(), format!("{name} Pre-order")),
        (format!("/ar{path}"), format!("{name} طلب مسبق")),
        ("/memory?inStock=false".to_owned(), "Pre-order".to_owned()),
        ("/ar/memory?inStock=false".to_owned(), "طلب مسبق".to_owned()),
    ] {
        let shown = read(&app, &page).await;
        assert_all(&shown, &[said.as_str()]);
        assert!(!shown.text.contains("Out of stock") && !shown.text.contains("خلص"), "{}", shown.text);
    }
}
