//! Administrators' rules about searches, from the panel's calls to the answers.

use axum::http::Method;
use domain::store::users::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, account},
    fixtures::{execute, offer, store, world},
    searches::{THREE, behind_proxy, search_as},
};

const RULES: &str = "/api/admin/searches/rules";

async fn create(browser: &mut Browser<'_>, rule: Value) -> String {
    let reply = browser.post(RULES, rule).await;
    assert_eq!(reply.status.as_u16(), 201, "{}", reply.text());
    reply.json()["id"].as_str().unwrap().to_owned()
}

fn finds(name: &str) -> impl Fn(&Value) -> bool {
    move |answer| answer["products"].as_array().unwrap().iter().any(|product| product["name"] == name)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn rules_take_effect_on_every_node_and_end_when_deleted(db: PgPool) {
    let world = world(&db).await;
    account(&db, "dana@example.com", "dana", Role::Admin).await;
    let (app, other) = (TestApp::new(db.clone()).await, TestApp::new(db.clone()).await);
    let mut dana = Browser::signed_in(&app, "dana@example.com").await;
    let rule = json!({ "kind": "SYNONYM", "text": "zorbix", "other": "9800x3d", "twoWay": false });
    let id = create(&mut dana, rule.clone()).await;
    for node in [&app, &other] {
        node.eventually("/api/search?q=zorbix", finds(&world.ryzen.name)).await;
    }
    dana.post(RULES, rule).await.assert_error(409, "SEARCH_RULE_EXISTS");
    let reply = dana.send(Method::DELETE, &format!("{RULES}/{id}"), None).await;
    assert_eq!(reply.status.as_u16(), 204);
    let finds_ryzen = finds(&world.ryzen.name);
    other.eventually("/api/search?q=zorbix", |answer| !finds_ryzen(answer)).await;
    let listed = dana.get(RULES).await.json();
    assert!(listed["rules"][0]["deletedAt"].is_string(), "{listed}");
    assert_eq!(dana.post(&format!("{RULES}/{id}/restore"), json!({})).await.status.as_u16(), 204);
    other.eventually("/api/search?q=zorbix", &finds_ryzen).await;

    let redirect = json!({ "kind": "REDIRECT", "text": "Best Cards", "path": "/gpu" });
    create(&mut dana, redirect).await;
    other.eventually("/api/search?q=best++cards", |answer| answer["redirect"] == "/gpu").await;
    let pin = json!({ "kind": "PIN", "text": "intel", "productId": world.ryzen.id });
    create(&mut dana, pin).await;
    let is_first = |answer: &Value| answer["products"][0]["name"] == world.ryzen.name.as_str();
    other.eventually("/api/search?q=Intel", is_first).await;
    let log = dana.get("/api/admin/audit-log?targetType=SEARCH_RULE").await.json();
    assert_eq!(log["total"], json!(5), "{log}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn rules_that_cannot_be_read_do_not_hold_back_the_feed(db: PgPool) {
    let world = world(&db).await;
    account(&db, "dana@example.com", "dana", Role::Admin).await;
    let app = TestApp::new(db.clone()).await;
    execute(&db, "alter table search_rule_version rename to lost_rule_version").await;
    for fils in [139_000, 137_500] {
        store(&db, world.alpha, &[offer(&world.ryzen, fils)]).await;
        let wanted = Some(fils as f64 / 1000.0);
        let has_price = |answer: &Value| answer["products"][0]["price"].as_f64() == wanted;
        app.eventually("/api/search?q=9800x3d", has_price).await;
    }
    execute(&db, "alter table lost_rule_version rename to search_rule_version").await;
    let mut dana = Browser::signed_in(&app, "dana@example.com").await;
    create(&mut dana, json!({ "kind": "SYNONYM", "text": "zorbix", "other": "9800x3d" })).await;
    app.eventually("/api/search?q=zorbix", finds(&world.ryzen.name)).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn preview_shows_what_a_rule_would_change_and_stores_nothing(db: PgPool) {
    let world = world(&db).await;
    account(&db, "dana@example.com", "dana", Role::Admin).await;
    let app = TestApp::with_config(db.clone(), &behind_proxy()).await;
    for text in ["cheap+zorbix", "intel"] {
        search_as(&app, &THREE, &format!("/api/search?q={text}"), "en").await;
    }
    app.search_log.store(&db).await.unwrap();
    let mut dana = Browser::signed_in(&app, "dana@example.com").await;
    let rule = json!({ "kind": "SYNONYM", "text": "zorbix", "other": "9800x3d" });
    let preview = dana.post(&format!("{RULES}/preview"), rule).await.json();
    assert_eq!((&preview["texts"], &preview["changed"]), (&json!(3), &json!(2)), "{preview}");
    let [own, logged] = [&preview["differences"][0], &preview["differences"][1]];
    assert_eq!((&own["text"], &own["searches"]), (&json!("zorbix"), &json!(0)));
    assert_eq!((&logged["text"], &logged["searches"]), (&json!("cheap zorbix"), &json!(3)));
    assert_eq!(own["after"]["products"], json!([world.ryzen.name]));
    assert_eq!(dana.get(RULES).await.json(), json!({ "rules": [] }));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_rules_are_refused_by_field(db: PgPool) {
    let world = world(&db).await;
    account(&db, "dana@example.com", "dana", Role::Admin).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = Browser::signed_in(&app, "dana@example.com").await;
    let id = world.ryzen.id;
    for (field, rule) in [
        ("text", json!({ "kind": "SYNONYM", "text": "?", "other": "b" })),
        ("text", json!({ "kind": "SYNONYM", "text": "a b c d e", "other": "b" })),
        ("text", json!({ "kind": "SYNONYM", "text": "5070", "other": "b" })),
        ("text", json!({ "kind": "PIN", "text": "x".repeat(201), "productId": id })),
        ("other", json!({ "kind": "SYNONYM", "text": "a" })),
        ("other", json!({ "kind": "SYNONYM", "text": "a", "other": "9800", "twoWay": true })),
        ("other", json!({ "kind": "SYNONYM", "text": "a", "other": "b c d e f g h i j" })),
        ("path", json!({ "kind": "REDIRECT", "text": "a" })),
        ("path", json!({ "kind": "REDIRECT", "text": "a", "path": "https://evil.example" })),
        ("path", json!({ "kind": "REDIRECT", "text": "a", "path": "//evil.example" })),
        ("productId", json!({ "kind": "BURY", "text": "a" })),
        ("productId", json!({ "kind": "PIN", "text": "a", "productId": uuid::Uuid::new_v4() })),
    ] {
        let reply = dana.post(RULES, rule.clone()).await;
        assert_eq!(reply.status.as_u16(), 422, "{rule}");
        assert!(reply.json()["fields"][field].is_string(), "{rule}: {}", reply.text());
    }
    let own = json!({ "kind": "REDIRECT", "text": "Loop", "path": "/search?q=loop" });
    dana.post(RULES, own.clone()).await.assert_error(422, "SEARCH_RULE_CYCLE");
    dana.post(&format!("{RULES}/preview"), own).await.assert_error(422, "SEARCH_RULE_CYCLE");
    let nobody = uuid::Uuid::new_v4();
    for uri in [format!("{RULES}/{nobody}/restore"), format!("{RULES}/1/restore")] {
        dana.post(&uri, json!({})).await.assert_error(404, "SEARCH_RULE_NOT_FOUND");
    }
}
