use axum::{body::Body, http::Request};
use serde_json::json;
use sqlx::PgPool;

use crate::{app::TestApp, fixtures::world};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn health_reports_each_component(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let reply = app.get("/api/health").await;
    let body = reply.json();
    assert_eq!(
        (reply.status.as_u16(), &body["status"], &body["database"]),
        (200, &json!("ok"), &json!("up"))
    );
    assert_eq!((&body["index"]["documents"], &body["index"]["rebuilding"]), (&json!(4), &json!(false)));
    assert!(body["index"]["lagSeconds"].as_f64().unwrap() < 5.0);
    assert_eq!(body["version"], env!("CARGO_PKG_VERSION"));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn search_answers_without_the_database_and_health_is_degraded(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    assert_eq!(app.get("/api/retailers").await.status.as_u16(), 200);
    db.close().await;
    assert_eq!(app.get("/api/retailers").await.json()["retailers"].as_array().unwrap().len(), 2);
    assert_eq!(app.get("/api/search?q=ryzen").await.names(), ["AMD Ryzen 7 9800X3D"]);
    assert_eq!(app.get("/api/categories").await.status.as_u16(), 200);
    let health = app.get("/api/health").await;
    assert_eq!(
        (health.status.as_u16(), &health.json()["status"], &health.json()["database"]),
        (200, &json!("degraded"), &json!("down"))
    );
    let product = app.get(&format!("/api/products?id={}", world.ryzen.id)).await;
    product.assert_error(503, "UNAVAILABLE");
    assert_eq!(product.header("retry-after"), "2");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn readiness_and_liveness_need_no_database(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db.clone()).await;
    db.close().await;
    let ready = app.get("/api/health/ready").await;
    assert_eq!((ready.status.as_u16(), ready.json()), (200, json!({ "status": "ok" })));
    let alive = app.get("/api/health/live").await;
    assert_eq!((alive.status.as_u16(), alive.json()), (200, json!({ "alive": true })));
    assert_eq!(alive.header("cache-control"), "no-store");
    app.get("/api/health/live?x=1").await.assert_error(422, "INVALID_FIELDS");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn process_without_an_index_is_alive_and_not_ready(db: PgPool) {
    world(&db).await;
    db.close().await;
    let app = TestApp::starting(db, tempfile::tempdir().unwrap());
    let ready = app.get("/api/health/ready").await;
    assert_eq!((ready.status.as_u16(), ready.json()), (503, json!({ "status": "starting" })));
    assert_eq!(app.get("/api/health/live").await.status.as_u16(), 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_answer_carries_a_request_id(db: PgPool) {
    let app = TestApp::new(db).await;
    assert_eq!(
        app.get_with("/api/health", &[("x-request-id", "abc-1.2_3")]).await.header("x-request-id"),
        "abc-1.2_3"
    );
    let long = "x".repeat(65);
    for foul in ["", "a b", "a\"b", long.as_str()] {
        let given =
            app.get_with("/api/health", &[("x-request-id", foul)]).await.header("x-request-id").to_owned();
        assert_eq!(given.len(), 36, "{foul} became {given}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn security_headers_are_set(db: PgPool) {
    let app = TestApp::new(db).await;
    for uri in ["/api/health", "/api/nothing", "/", "/assets/app-1.js"] {
        let reply = app.get(uri).await;
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{uri}");
        assert_eq!(reply.header("referrer-policy"), "strict-origin-when-cross-origin", "{uri}");
        assert!(reply.header("content-security-policy").contains("frame-ancestors 'none'"), "{uri}");
        assert!(reply.header("permissions-policy").contains("camera=(self), microphone=()"), "{uri}");
        // The test's public address is https.
        assert_eq!(reply.header("strict-transport-security"), "max-age=63072000; includeSubDomains", "{uri}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn not_found_has_the_error_shape(db: PgPool) {
    let app = TestApp::new(db).await;
    for uri in ["/api", "/api/", "/api/nothing", "/api/products/list/more", "/assets/none.js", "/none.png"] {
        app.get(uri).await.assert_error(404, "NOT_FOUND");
    }
    for uri in ["/api/search", "/api/products/list", "/", "/robots.txt"] {
        let reply = app.send(Request::post(uri).body(Body::from("{}")).unwrap()).await;
        reply.assert_error(405, "METHOD_NOT_ALLOWED");
    }
    let reply = app.get("/api/products/%FF/price-history").await;
    reply.assert_error(400, "MALFORMED");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn hidden_files_of_the_build_are_not_served(db: PgPool) {
    let app = TestApp::new(db).await;
    assert_eq!(app.get("/favicon.svg").await.status.as_u16(), 200);
    for path in
        ["/.vite/manifest.json", "/%2evite/manifest.json", "/.vite/", "/assets/../.vite/manifest.json"]
    {
        assert_eq!(app.get(path).await.status.as_u16(), 404, "{path}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn background_task_that_panics_is_named_and_keeps_nobody_away(db: PgPool) {
    let app = TestApp::new(db).await;
    assert_eq!(app.get("/api/health").await.json()["failingTasks"], json!([]));
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let task = app.tasks.start("mails", stopping, || async { panic!("on purpose") });
    app.eventually("/api/health", |body| body["failingTasks"] == json!(["mails"])).await;
    assert_eq!(app.get("/api/health").await.json()["status"], "degraded");
    let ready = app.get("/api/health/ready").await;
    assert_eq!(
        (ready.status.as_u16(), ready.json()),
        (200, json!({"status": "degraded", "failingTasks": ["mails"]}))
    );
    stop.send_replace(true);
    task.await.unwrap();
}
