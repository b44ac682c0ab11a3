//! Configuration of Cloudflare Turnstile, against a stand-in that answers as Cloudflare documents.

use std::sync::{Arc, Mutex};

use axum::{Router, body::Bytes, extract::State, routing::post};
use domain::config::Config;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD},
};

type Questions = Arc<Mutex<Vec<Value>>>;

/// Accepts the token "good" once.
async fn verify(State(asked): State<Questions>, body: Bytes) -> String {
    let question: Value = serde_json::from_slice(&body).unwrap();
    let mut asked = asked.lock().unwrap();
    let fresh = !asked.iter().any(|before| before["response"] == question["response"]);
    let success = question["secret"] == "the secret" && question["response"] == "good" && fresh;
    asked.push(question);
    json!({ "success": success, "error-codes": [] }).to_string()
}

async fn app(db: &PgPool, verify_url: &str) -> TestApp {
    let mut config = Config::load().unwrap();
    config.bot_check.turnstile_site_key = "the site key".into();
    config.bot_check.turnstile_secret = "the secret".into();
    config.bot_check.turnstile_verify_url = verify_url.into();
    TestApp::with_config(db.clone(), &config).await
}

fn sign_up(token: &str) -> Value {
    json!({ "email": "sara@example.com", "password": PASSWORD, "username": "Sara", "turnstileToken": token })
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn turnstile_is_asked_when_it_is_configured(db: PgPool) {
    let asked = Questions::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/siteverify", listener.local_addr().unwrap());
    let routes = Router::new().route("/siteverify", post(verify)).with_state(asked.clone());
    let serving = tokio::spawn(async move { axum::serve(listener, routes).await });
    let app = app(&db, &url).await;
    let mut browser = Browser::new(&app);
    let setup = browser.get("/api/auth/bot-check").await.json();
    assert_eq!(setup, json!({ "provider": "turnstile", "siteKey": "the site key" }));
    browser.get("/api/auth/challenge").await.assert_error(404, "NOT_FOUND");
    for wrong in ["", "bad"] {
        browser.post("/api/auth/register", sign_up(wrong)).await.assert_error(422, "BOT_CHECK_FAILED");
    }
    assert_eq!(browser.post("/api/auth/register", sign_up("good")).await.status, 202);
    browser.post("/api/auth/register", sign_up("good")).await.assert_error(422, "BOT_CHECK_FAILED");
    assert_eq!(asked.lock().unwrap()[1]["remoteip"], "127.0.0.1");
    serving.abort();
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_up_is_refused_while_turnstile_is_unreachable(db: PgPool) {
    let app = app(&db, "http://127.0.0.1:1/siteverify").await;
    let reply = Browser::new(&app).post("/api/auth/register", sign_up("good")).await;
    reply.assert_error(503, "UNAVAILABLE");
    let kept: i64 = sqlx::query_scalar("select count(*) from sign_up").fetch_one(&db).await.unwrap();
    assert_eq!(kept, 0);
}
