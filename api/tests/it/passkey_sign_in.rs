//! Sign-in by a passkey alone: without an address, a password or another second factor.

use domain::{config::Config, store::users::Role};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    browsers::{Browser, PASSWORD, account, admin},
    fixtures::execute,
    mailbox::Mailbox,
    passkeys::{FACTOR, OPTIONS, SARA, add_first, more_tries, refused},
    security_key::SecurityKey,
};

const BEGIN: &str = "/api/auth/passkey/options";
const SIGN_IN: &str = "/api/auth/passkey";

async fn begin(browser: &mut Browser<'_>) -> Value {
    let reply = browser.post(BEGIN, Value::Null).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["options"].clone()
}

async fn finish(browser: &mut Browser<'_>, passkey: &Value) -> Reply {
    browser.post(SIGN_IN, json!({ "passkey": passkey })).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn passkey_names_its_user_and_needs_no_password(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    account(&db, "omar@example.com", "Omar", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (mut key, _) = add_first(&mut here).await;
    let mut there = Browser::new(&app);
    let asked = begin(&mut there).await;
    assert_eq!((&asked["rpId"], &asked["timeout"]), (&json!("tajmeea.example"), &json!(300_000)));
    assert_eq!(asked["userVerification"], "required", "it stands for both factors");
    assert!(asked["allowCredentials"].as_array().is_none_or(Vec::is_empty), "nobody was named: {asked}");
    let reply = finish(&mut there, &key.get(&asked)).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["user"]["name"]), (200, &json!("Sara")));
    assert_eq!(there.get("/api/auth/me").await.json()["user"]["email"], SARA);
    assert!(here.get(FACTOR).await.json()["passkeys"][0]["lastUsedAt"].is_string());
    // Changes that need the password and the second factor still need both.
    there.post(OPTIONS, json!({ "password": PASSWORD })).await.assert_error(422, "SECOND_FACTOR_MISSING");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn challenge_of_a_sign_in_is_answered_once_and_serves_nothing_else(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::with_config(db.clone(), &more_tries()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (mut key, _) = add_first(&mut here).await;
    let mut there = Browser::new(&app);
    let asked = begin(&mut there).await;
    let passkey = key.get(&asked);
    assert_eq!(finish(&mut there, &passkey).await.status, 200);
    refused(&finish(&mut Browser::new(&app), &passkey).await);
    refused(&finish(&mut Browser::new(&app), &key.get(&asked)).await);

    let asked = begin(&mut there).await;
    execute(&db, "update passkey_challenge set expires_at = now()").await;
    refused(&finish(&mut there, &key.get(&asked)).await);

    // The challenge of a second factor signs nobody in, and the reverse.
    let of_factor = crate::passkeys::begin(&mut there, SARA).await;
    refused(&finish(&mut there, &key.get(&of_factor)).await);
    let asked = begin(&mut there).await;
    refused(&crate::passkeys::finish(&mut there, SARA, &key.get(&asked)).await);
    for nothing in [json!({}), json!("x"), json!(1), json!({ "id": "x", "response": {} })] {
        refused(&finish(&mut there, &nothing).await);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn passkey_that_is_forged_locked_removed_or_of_another_site_signs_nobody_in(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::with_config(db.clone(), &more_tries()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (mut key, _) = add_first(&mut here).await;
    let spoil: [fn(&mut SecurityKey); 4] = [
        |key| "https://tajmeea.example.evil.example".clone_into(&mut key.origin),
        |key| "evil.example".clone_into(&mut key.domain),
        |key| key.is_touched = false,
        |key| key.is_unlocked = false,
    ];
    let mut there = Browser::new(&app);
    for spoil in spoil {
        let mut spoilt = key.clone();
        spoil(&mut spoilt);
        let asked = begin(&mut there).await;
        refused(&finish(&mut there, &spoilt.get(&asked)).await);
    }
    let asked = begin(&mut there).await;
    refused(&finish(&mut there, &key.forged().get(&asked)).await);
    let asked = begin(&mut there).await;
    assert_eq!(finish(&mut there, &key.get(&asked)).await.status, 200);
    execute(&db, "delete from passkey").await;
    let asked = begin(&mut there).await;
    refused(&finish(&mut there, &key.get(&asked)).await);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn suspended_user_gets_no_session_by_a_passkey(db: PgPool) {
    let sara = account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (mut key, _) = add_first(&mut here).await;
    let mut dana = admin(&app, &db, "dana").await;
    let uri = format!("/api/admin/users/{sara}/suspend");
    assert_eq!(dana.post(&uri, Value::Null).await.status, 204);
    let mut there = Browser::new(&app);
    let asked = begin(&mut there).await;
    finish(&mut there, &key.get(&asked)).await.assert_error(403, "ACCOUNT_SUSPENDED");
    assert_eq!(there.get("/api/auth/me").await.json()["user"], Value::Null);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn site_at_an_ip_address_offers_no_sign_in_by_passkey(db: PgPool) {
    let mut config = Config::load().unwrap();
    config.api.public_url = "https://192.0.2.7".to_owned();
    let app = TestApp::with_config(db.clone(), &config).await;
    let mut browser = Browser::new(&app);
    assert_eq!(begin(&mut browser).await, Value::Null);
    finish(&mut browser, &json!({})).await.assert_error(409, "PASSKEYS_UNAVAILABLE");
}

/// Users keep their passkeys when they forget the password; the mail and the page tell those who did not make them.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn password_reset_keeps_passkeys_and_says_how_many_sign_in(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let (app, mailbox) = (TestApp::with_config(db.clone(), &more_tries()).await, Mailbox::new(&db));
    account(&db, "noor@example.com", "Noor", Role::User).await;
    add_first(&mut Browser::signed_in(&app, SARA).await).await;
    for (email, passkeys, language, told) in [
        ("noor@example.com", 0, "en", "without the password"),
        (SARA, 1, "en", "Passkeys that still sign in without the password: 1."),
        (SARA, 1, "ar", "مفاتيح المرور اللي للحين تدخّل بدون كلمة المرور: 1."),
    ] {
        sqlx::query("update app_user set language = $1").bind(language).execute(&db).await.unwrap();
        mailbox.deliver().await;
        let mut browser = Browser::new(&app);
        browser.post("/api/auth/forgot-password", json!({ "email": email })).await;
        let token = mailbox.deliver().await.pop().unwrap().token("/reset-password");
        let body = json!({ "token": token, "newPassword": format!("quite another {passkeys} {language}") });
        let reply = browser.post("/api/auth/reset-password", body).await;
        assert_eq!(reply.json(), json!({ "success": true, "passkeys": passkeys }));
        let mail = mailbox.deliver().await.pop().unwrap();
        assert_eq!(mail.html.contains("/settings"), passkeys == 1, "{}", mail.html);
        assert_eq!(mail.html.contains(told), passkeys == 1, "{}", mail.html);
    }
}
