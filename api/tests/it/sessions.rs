//! Sign-in and sign-out, the session cookie, and requests from other sites.

use std::num::NonZeroU32;

use axum::{body::Body, http::Request};
use domain::{
    config::Config,
    store::users::{self, Role},
};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, account},
    fixtures::execute,
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_in_creates_a_session_and_sign_out_ends_it(db: PgPool) {
    let id = account(&db, "Sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut browser = Browser::new(&app);
    assert_eq!(browser.get("/api/auth/me").await.json(), json!({ "user": null }));

    let reply = browser.sign_in("sara@EXAMPLE.com ", PASSWORD).await;
    let user = json!({
        "id": id, "name": "Sara", "email": "Sara@example.com", "role": "USER", "emailVerified": true
    });
    assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({ "user": user })));
    assert_eq!(reply.header("cache-control"), "no-store");
    let cookie = reply.header("set-cookie");
    // The test's public address is https.
    assert!(cookie.starts_with("__Host-tajmeea="), "{cookie}");
    for attribute in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age=2592000"] {
        assert!(cookie.contains(attribute), "{attribute} is missing in {cookie}");
    }
    assert!(!cookie.contains("Domain"));
    assert_eq!(browser.get("/api/auth/me").await.json(), json!({ "user": user }));

    let kept = browser.cookie.clone();
    let reply = browser.send(axum::http::Method::POST, "/api/auth/logout", None).await;
    assert_eq!(reply.status, 204);
    assert!(browser.cookie.is_none());
    // The server refuses the old token; the browser did not merely lose it.
    browser.cookie = kept;
    assert_eq!(browser.get("/api/auth/me").await.json(), json!({ "user": null }));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failed_sign_ins_are_indistinguishable(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db).await;
    let mut browser = Browser::new(&app);
    let mut answers = Vec::new();
    for (email, password) in [
        ("sara@example.com", "wrong password"),
        ("nobody@example.com", "wrong password"),
        ("no address", "wrong password"),
        ("sara@example.com", ""),
    ] {
        let reply = browser.sign_in(email, password).await;
        reply.assert_error(401, "WRONG_CREDENTIALS");
        answers.push(reply.json());
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_in_issues_a_new_token_and_stores_its_hash(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    let first = browser.cookie.clone().unwrap();
    // A token from before the sign-in, possibly planted by an attacker, does not survive the sign-in.
    browser.sign_in("sara@example.com", PASSWORD).await;
    let second = browser.cookie.clone().unwrap();
    assert_ne!(first, second);
    browser.cookie = Some(first);
    assert_eq!(browser.get("/api/auth/me").await.json()["user"], json!(null));
    let hashes: Vec<Vec<u8>> =
        sqlx::query_scalar("select token_hash from session").fetch_all(&db).await.unwrap();
    assert_eq!(hashes.len(), 1);
    let token = second.split_once('=').unwrap().1;
    assert_eq!(token.len(), 43);
    assert!(!hashes[0].windows(4).any(|four| token.as_bytes().windows(4).any(|other| other == four)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn outdated_hash_is_renewed_at_sign_in(db: PgPool) {
    use argon2::{Algorithm, Argon2, Params, Version, password_hash::PasswordHasher};
    let weak = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(4096, 1, 1, None).unwrap());
    let hash = weak.hash_password(PASSWORD.as_bytes()).unwrap().to_string();
    let email = "sara@example.com".parse().unwrap();
    users::insert(&db, &email, "Sara", &hash, Role::User, true).await.unwrap().unwrap();
    let app = TestApp::new(db.clone()).await;
    assert_eq!(Browser::new(&app).sign_in("sara@example.com", "wrong password").await.status, 401);
    assert_eq!(users::find_by_email(&db, &email).await.unwrap().unwrap().password_hash, hash);
    Browser::signed_in(&app, "sara@example.com").await;
    let kept = users::find_by_email(&db, &email).await.unwrap().unwrap().password_hash;
    assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
    Browser::signed_in(&app, "sara@example.com").await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn deleted_user_is_signed_out(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    execute(&db, "delete from app_user").await;
    assert_eq!(browser.get("/api/auth/me").await.json(), json!({ "user": null }));
}

/// Only the database's clock decides when sessions end: times written or assumed by another machine's clock do not
/// matter.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_clock_changes_no_session(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    let me =
        async |browser: &mut Browser<'_>| browser.get("/api/auth/me").await.json()["user"]["name"].clone();
    for skewed in ["now() + interval '2 days'", "now() - interval '2 days'"] {
        let touch = format!("update session set last_seen_at = {skewed}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(touch)).execute(&db).await.unwrap();
        assert_eq!(me(&mut browser).await, "Sara", "{skewed}");
        let lasts = "select expires_at <= now() + interval '30 days' from session";
        assert!(sqlx::query_scalar::<_, bool>(lasts).fetch_one(&db).await.unwrap());
    }
    execute(&db, "update session set expires_at = now(), last_seen_at = now() + interval '1 day'").await;
    assert_eq!(me(&mut browser).await, serde_json::Value::Null);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn malformed_session_cookies_are_anonymous(db: PgPool) {
    let app = TestApp::new(db).await;
    for cookie in ["__Host-tajmeea=", "__Host-tajmeea=x", "__Host-tajmeea=%00", "tajmeea=x", "=", ";;;"] {
        let mut browser = Browser::new(&app);
        browser.cookie = Some(cookie.to_owned());
        assert_eq!(browser.get("/api/auth/me").await.json(), json!({ "user": null }), "{cookie}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn cross_site_requests_are_refused(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db).await;
    let body = json!({ "email": "sara@example.com", "password": PASSWORD }).to_string();
    let post = |headers: &[(&str, &str)]| {
        let request = Request::post("/api/auth/login").header("host", "tajmeea.example");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        request.body(Body::from(body.clone())).unwrap()
    };
    let json = ("content-type", "application/json");
    for foreign in [
        [("sec-fetch-site", "cross-site"), json],
        [("sec-fetch-site", "same-site"), json],
        [("origin", "https://evil.example"), json],
        [("origin", "null"), json],
    ] {
        app.send(post(&foreign)).await.assert_error(403, "FOREIGN_ORIGIN");
    }
    // Content types that a form of another site can send without a preflight request.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""] {
        app.send(post(&[("content-type", kind)])).await.assert_error(415, "NOT_JSON");
    }
    assert_eq!(app.send(post(&[json, ("origin", "https://tajmeea.example")])).await.status, 200);
    assert_eq!(app.send(post(&[json])).await.status, 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_in_limit_answers_429_with_retry_after(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db).await;
    let mut browser = Browser::new(&app);
    for _ in 0..10 {
        browser.sign_in("sara@example.com", "wrong password").await.assert_error(401, "WRONG_CREDENTIALS");
    }
    // The limit applies to the right password as well, and to addresses without an account.
    let reply = browser.sign_in("sara@example.com", PASSWORD).await;
    reply.assert_error(429, "TOO_OFTEN");
    let seconds: u32 = reply.header("retry-after").parse().unwrap();
    assert!((1..=61).contains(&seconds), "{seconds}");
    for _ in 0..10 {
        browser.sign_in("nobody@example.com", "wrong password").await.assert_error(401, "WRONG_CREDENTIALS");
    }
    browser.sign_in("nobody@example.com", "wrong password").await.assert_error(429, "TOO_OFTEN");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_in_limit_holds_over_two_processes(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let (one, other) = (TestApp::new(db.clone()).await, TestApp::new(db).await);
    let mut answers = Vec::new();
    for turn in 0..12 {
        let mut browser = Browser::new(if turn % 2 == 0 { &one } else { &other });
        answers.push(browser.sign_in("sara@example.com", "wrong password").await.status.as_u16());
    }
    assert_eq!(answers.iter().filter(|status| **status == 401).count(), 10, "{answers:?}");
    Browser::new(&other).sign_in("sara@example.com", PASSWORD).await.assert_error(429, "TOO_OFTEN");
}

/// Returns a configuration with a low limit: strangers have three attempts per account, from any address.
fn config_with_low_limit() -> Config {
    let mut config = Config::load().unwrap();
    config.limits.sign_in_account.burst = NonZeroU32::new(3).unwrap();
    config
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failed_sign_ins_elsewhere_leave_a_remembered_device_its_own_limit(db: PgPool) {
    for email in ["sara@example.com", "noor@example.com"] {
        account(&db, email, "Sara", Role::User).await;
    }
    let app = TestApp::with_config(db, &config_with_low_limit()).await;
    let mut owner = Browser::signed_in(&app, "sara@example.com").await;
    owner.send(axum::http::Method::POST, "/api/auth/logout", None).await;
    let cookie = owner.device_cookie.clone().unwrap();
    assert!(cookie.starts_with("__Host-tajmeea-device="), "{cookie}");

    let mut stranger = Browser::signed_in(&app, "noor@example.com").await;
    while stranger.sign_in("sara@example.com", "wrong password").await.status != 429 {}
    stranger.sign_in("sara@example.com", PASSWORD).await.assert_error(429, "TOO_OFTEN");
    assert_eq!(owner.sign_in("sara@example.com", PASSWORD).await.status, 200);

    // Strangers with a forged device cookie are still counted.
    let mut forger = Browser::new(&app);
    forger.device_cookie = Some(format!("{cookie}x"));
    forger.sign_in("sara@example.com", PASSWORD).await.assert_error(429, "TOO_OFTEN");
    // The device has a limit of its own.
    let mut wrong = 0;
    while owner.sign_in("sara@example.com", "wrong password").await.status == 401 {
        wrong += 1;
    }
    assert!((5..=10).contains(&wrong), "{wrong}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn password_change_forgets_other_devices(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::with_config(db, &config_with_low_limit()).await;
    let mut stolen = Browser::signed_in(&app, "sara@example.com").await;
    let mut owner = Browser::signed_in(&app, "sara@example.com").await;
    let fresh = "an even finer pass for tests";
    let change = json!({ "currentPassword": PASSWORD, "newPassword": fresh });
    assert_eq!(owner.post("/api/user/password", change).await.status, 200);
    let mut stranger = Browser::new(&app);
    while stranger.sign_in("sara@example.com", "wrong password").await.status != 429 {}
    stolen.sign_in("sara@example.com", fresh).await.assert_error(429, "TOO_OFTEN");
    assert_eq!(owner.sign_in("sara@example.com", fresh).await.status, 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_body_fields_are_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let mut browser = Browser::new(&app);
    browser
        .post("/api/auth/login", json!({ "email": "sara@example.com" }))
        .await
        .assert_error(422, "INVALID_FIELDS");
    browser
        .post("/api/auth/login", json!({ "email": 1, "password": [] }))
        .await
        .assert_error(422, "INVALID_FIELDS");
    let huge = json!({ "email": "sara@example.com", "password": "x".repeat(1_000_000) });
    browser.post("/api/auth/login", huge).await.assert_error(413, "TOO_LARGE");
}
