//! Passkeys: adding, signing in, removing, and what is refused.

use std::num::NonZeroU32;

use axum::http::Method;
use domain::{config::Config, store::users::Role};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    browsers::{Browser, PASSWORD, account},
    logs,
    security_key::SecurityKey,
};

pub(crate) const FACTOR: &str = "/api/user/second-factor";
pub(crate) const PASSKEYS: &str = "/api/user/second-factor/passkeys";
pub(crate) const OPTIONS: &str = "/api/user/second-factor/passkeys/options";
pub(crate) const CHALLENGE: &str = "/api/user/second-factor/passkeys/challenge";
pub(crate) const SARA: &str = "sara@example.com";
const OMAR: &str = "omar@example.com";

/// Requests the options of a new passkey, for a user without factors.
pub(crate) async fn options(browser: &mut Browser<'_>) -> Value {
    let reply = browser.post(OPTIONS, json!({ "password": PASSWORD })).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["options"].clone()
}

pub(crate) async fn add(browser: &mut Browser<'_>, credential: Value) -> Reply {
    browser.post(PASSKEYS, json!({ "name": "My key", "credential": credential })).await
}

/// Adds the first passkey of a user; returns the key and the recovery codes.
pub(crate) async fn add_first(browser: &mut Browser<'_>) -> (SecurityKey, Vec<String>) {
    let mut key = SecurityKey::new();
    let credential = key.create(&options(browser).await);
    let reply = add(browser, credential).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    (key, serde_json::from_value(reply.json()["recoveryCodes"].clone()).unwrap())
}

/// Answers a challenge of the signed-in user.
pub(crate) async fn answer(browser: &mut Browser<'_>, key: &mut SecurityKey) -> Value {
    let reply = browser.post(CHALLENGE, json!({})).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    key.get(&reply.json()["options"])
}

/// Signs in as far as the second factor; returns the options that the passkey is to answer.
pub(crate) async fn begin(browser: &mut Browser<'_>, email: &str) -> Value {
    let reply = browser.sign_in(email, PASSWORD).await;
    reply.assert_error(401, "SECOND_FACTOR_REQUIRED");
    reply.json()["secondFactor"]["passkey"].clone()
}

pub(crate) async fn finish(browser: &mut Browser<'_>, email: &str, passkey: &Value) -> Reply {
    browser.post("/api/auth/login", json!({ "email": email, "password": PASSWORD, "passkey": passkey })).await
}

pub(crate) fn refused(reply: &Reply) {
    let fields = reply.assert_error(422, "WRONG_PASSKEY");
    assert!(fields["passkey"].is_string());
}

pub(crate) fn more_tries() -> Config {
    let mut config = Config::load().unwrap();
    let many = NonZeroU32::new(100).unwrap();
    config.limits.second_factor.burst = many;
    config.limits.password_checks.burst = many;
    config.limits.sign_in_pair.burst = many;
    config.limits.sign_in_device.burst = many;
    config
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_in_asks_for_the_passkey_of_an_account(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let mut there = Browser::signed_in(&app, SARA).await;
    let off = here.get(FACTOR).await.json();
    assert_eq!(
        off,
        json!({ "enabled": false, "app": false, "passkeys": [], "passkeyDomain": "tajmeea.example",
                "recoveryCodesLeft": 0 })
    );
    here.post(CHALLENGE, json!({})).await.assert_error(409, "NO_PASSKEY");
    here.post(OPTIONS, json!({ "password": "a wrong pass" })).await.assert_error(422, "WRONG_PASSWORD");
    let asked = options(&mut here).await;
    assert_eq!(asked["rp"]["id"], "tajmeea.example");
    assert_eq!((&asked["user"]["name"], &asked["user"]["displayName"]), (&json!(SARA), &json!("Sara")));
    assert_eq!((&asked["attestation"], &asked["timeout"]), (&json!("none"), &json!(300_000)));
    assert_eq!(asked["authenticatorSelection"]["userVerification"], "preferred");
    // Options alone change nothing: the user may have closed the page.
    assert_eq!(Browser::new(&app).sign_in(SARA, PASSWORD).await.status, 200);
    for name in ["", " ", "a\nb", &"x".repeat(51)] {
        let credential = SecurityKey::new().create(&asked);
        let fields = here
            .post(PASSKEYS, json!({ "name": name, "credential": credential }))
            .await
            .assert_error(422, "INVALID_FIELDS");
        assert!(fields["name"].is_string());
    }

    let before = here.cookie.clone();
    let (mut key, codes) = add_first(&mut here).await;
    assert_eq!(codes.len(), 10);
    assert_ne!(here.cookie, before, "the session has a new token");
    assert_eq!(there.get("/api/auth/me").await.json()["user"], Value::Null, "other sessions end");
    let on = here.get(FACTOR).await.json();
    assert_eq!((&on["enabled"], &on["app"]), (&json!(true), &json!(false)));
    assert_eq!(on["passkeys"][0]["name"], "My key");
    assert_eq!(on["passkeys"][0]["lastUsedAt"], Value::Null);

    let asked = begin(&mut there, SARA).await;
    assert_eq!(asked["allowCredentials"][0]["transports"], json!(["usb"]));
    assert_eq!(
        (&asked["rpId"], &asked["userVerification"]),
        (&json!("tajmeea.example"), &json!("preferred"))
    );
    assert_eq!(finish(&mut there, SARA, &key.get(&asked)).await.status, 200);
    assert_eq!(there.get("/api/auth/me").await.json()["user"]["name"], "Sara");
    assert!(here.get(FACTOR).await.json()["passkeys"][0]["lastUsedAt"].is_string());
    let code = json!({ "email": SARA, "password": PASSWORD, "code": codes[0] });
    assert_eq!(Browser::new(&app).post("/api/auth/login", code).await.status, 200);
    there.sign_in(SARA, "a wrong pass").await.assert_error(401, "WRONG_CREDENTIALS");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn challenge_is_answered_once_by_its_user_session_and_purpose(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    account(&db, OMAR, "Omar", Role::User).await;
    let app = TestApp::with_config(db.clone(), &more_tries()).await;
    let mut sara = Browser::signed_in(&app, SARA).await;
    let mut omar = Browser::signed_in(&app, OMAR).await;

    // A new passkey: not for another user, once, and not after five minutes.
    let asked = options(&mut sara).await;
    let mut key = SecurityKey::new();
    let credential = key.create(&asked);
    add(&mut omar, credential.clone()).await.assert_error(409, "PASSKEY_EXPIRED");
    assert_eq!(add(&mut sara, credential.clone()).await.status, 200);
    add(&mut sara, credential).await.assert_error(409, "PASSKEY_EXPIRED");
    let (mut omars, _) = add_first(&mut omar).await;
    let expire = "update passkey_challenge set expires_at = now()";

    // A sign-in: the same, and the challenge of a session does not serve.
    let mut there = Browser::new(&app);
    let asked = begin(&mut there, SARA).await;
    let passkey = key.get(&asked);
    assert_eq!(finish(&mut there, SARA, &passkey).await.status, 200);
    refused(&finish(&mut Browser::new(&app), SARA, &passkey).await);
    let again = key.get(&asked);
    refused(&finish(&mut Browser::new(&app), SARA, &again).await);
    let asked = begin(&mut there, SARA).await;
    sqlx::raw_sql(expire).execute(&db).await.unwrap();
    refused(&finish(&mut there, SARA, &key.get(&asked)).await);
    let of_session = answer(&mut sara, &mut key).await;
    refused(&finish(&mut there, SARA, &of_session).await);
    let of_omar = begin(&mut there, OMAR).await;
    refused(&finish(&mut there, SARA, &key.get(&of_omar)).await);

    // A change in the settings: only in the session that asked for it.
    let mut second = Browser::new(&app);
    let asked = begin(&mut second, SARA).await;
    assert_eq!(finish(&mut second, SARA, &key.get(&asked)).await.status, 200);
    let passkey = answer(&mut second, &mut key).await;
    refused(&sara.post(OPTIONS, json!({ "password": PASSWORD, "passkey": passkey })).await);
    let of_sign_in = begin(&mut Browser::new(&app), SARA).await;
    let passkey = key.get(&of_sign_in);
    refused(&sara.post(OPTIONS, json!({ "password": PASSWORD, "passkey": passkey })).await);

    // Another user's passkey answers no challenge of Sara's.
    let asked = begin(&mut there, SARA).await;
    refused(&finish(&mut there, SARA, &omars.get(&asked)).await);
    for nothing in [json!({}), json!("x"), json!(1), json!({ "id": "x", "response": {} })] {
        refused(&finish(&mut there, SARA, &nothing).await);
    }
    let asked = begin(&mut there, SARA).await;
    assert_eq!(finish(&mut there, SARA, &key.get(&asked)).await.status, 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn answers_for_another_site_and_forged_ones_are_refused(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::with_config(db.clone(), &more_tries()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let spoil: [fn(&mut SecurityKey); 5] = [
        |key| "https://tajmeea.example.evil.example".clone_into(&mut key.origin),
        |key| "http://tajmeea.example".clone_into(&mut key.origin),
        |key| "https://tajmeea.example:8443".clone_into(&mut key.origin),
        |key| "evil.example".clone_into(&mut key.domain),
        |key| key.is_touched = false,
    ];
    for spoil in spoil {
        let mut key = SecurityKey::new();
        spoil(&mut key);
        let credential = key.create(&options(&mut here).await);
        let fields = add(&mut here, credential).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields["credential"].is_string());
    }
    for nothing in [json!({}), json!("x"), json!({ "id": "x", "response": {} })] {
        add(&mut here, nothing).await.assert_error(422, "INVALID_FIELDS");
    }
    assert_eq!(here.get(FACTOR).await.json()["enabled"], false);

    let (mut key, _) = add_first(&mut here).await;
    let mut there = Browser::new(&app);
    for spoil in spoil {
        let mut spoilt = key.clone();
        spoil(&mut spoilt);
        let asked = begin(&mut there, SARA).await;
        refused(&finish(&mut there, SARA, &spoilt.get(&asked)).await);
    }
    let asked = begin(&mut there, SARA).await;
    refused(&finish(&mut there, SARA, &key.forged().get(&asked)).await);
    let asked = begin(&mut there, SARA).await;
    assert_eq!(finish(&mut there, SARA, &key.get(&asked)).await.status, 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn signature_counter_must_go_up(db: PgPool) {
    let sara = account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (mut key, _) = add_first(&mut here).await;
    let mut there = Browser::new(&app);
    key.counter = 6;
    let asked = begin(&mut there, SARA).await;
    assert_eq!(finish(&mut there, SARA, &key.get(&asked)).await.status, 200);
    // A copy of the key that was made at 4, and one that has the same count.
    for copied in [4, 6] {
        key.counter = copied;
        let asked = begin(&mut there, SARA).await;
        refused(&finish(&mut there, SARA, &key.get(&asked)).await);
    }
    let logged = logs::lines_of("security");
    let of_counter = logged.iter().filter(|line| {
        line["security.event"] == "passkey_counter_refused" && line["user.id"] == sara.0.to_string()
    });
    assert_eq!(of_counter.count(), 2);
    let asked = begin(&mut there, SARA).await;
    key.counter = 7;
    assert_eq!(finish(&mut there, SARA, &key.get(&asked)).await.status, 200);

    // Synced passkeys count nothing: their counter stays 0.
    let mut synced = SecurityKey::new();
    let passkey = answer(&mut here, &mut key).await;
    let reply = here.post(OPTIONS, json!({ "password": PASSWORD, "passkey": passkey })).await;
    let credential = synced.create(&reply.json()["options"]);
    assert_eq!(add(&mut here, credential).await.status, 200);
    for _ in 0..2 {
        let asked = begin(&mut there, SARA).await;
        assert_eq!(finish(&mut there, SARA, &synced.get_uncounted(&asked)).await.status, 200);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn passkey_belongs_to_one_account(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    account(&db, OMAR, "Omar", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = Browser::signed_in(&app, SARA).await;
    let mut omar = Browser::signed_in(&app, OMAR).await;
    let (mut key, _) = add_first(&mut sara).await;
    let asked = options(&mut omar).await;
    let credential = key.forged().create(&asked);
    add(&mut omar, credential).await.assert_error(409, "PASSKEY_EXISTS");
    assert_eq!(omar.get(FACTOR).await.json()["enabled"], false);
    let id = sara.get(FACTOR).await.json()["passkeys"][0]["id"].as_str().unwrap().to_owned();
    let of_sara = format!("{PASSKEYS}/{id}");
    omar.send(Method::DELETE, &of_sara, Some(json!({ "password": PASSWORD })))
        .await
        .assert_error(404, "PASSKEY_NOT_FOUND");
    let asked = begin(&mut Browser::new(&app), SARA).await;
    assert_eq!(finish(&mut Browser::new(&app), SARA, &key.get(&asked)).await.status, 200);
}
