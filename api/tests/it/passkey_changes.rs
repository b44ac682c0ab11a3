//! Changes of accounts with passkeys: several factors, removal, mails, limits, and what administrators need.

use axum::http::Method;
use domain::{config::Config, store::users::Role};
use serde_json::{Value, json};
use sqlx::PgPool;
use totp_rs::Totp;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, account},
    fixtures::execute,
    logs,
    mailbox::Mailbox,
    passkeys::{
        CHALLENGE, FACTOR, OPTIONS, PASSKEYS, SARA, add, add_first, answer, begin, finish, more_tries,
        options, refused,
    },
    security_key::SecurityKey,
};

const CONFIRM: &str = "/api/user/second-factor/confirm";
const RENEWAL: &str = "/api/user/second-factor/recovery-codes";

/// Returns a body with the password and an answer of the passkey.
async fn with_passkey(browser: &mut Browser<'_>, key: &mut SecurityKey) -> Value {
    json!({ "password": PASSWORD, "passkey": answer(browser, key).await })
}

/// Adds an authenticator app to the passkey of a user.
async fn add_app(browser: &mut Browser<'_>, key: &mut SecurityKey) -> Value {
    let body = with_passkey(browser, key).await;
    let created = browser.post(FACTOR, body).await.json();
    let totp = Totp::from_url(created["otpauthUrl"].as_str().unwrap()).unwrap();
    browser.post(CONFIRM, json!({ "code": totp.generate_current().to_string() })).await.json()
}

async fn subject(mailbox: &Mailbox) -> String {
    let mut mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    mails.pop().unwrap().subject
}

/// Returns the addresses of the user's passkeys.
async fn addresses(browser: &mut Browser<'_>) -> Vec<String> {
    let state = browser.get(FACTOR).await.json();
    let passkeys = state["passkeys"].as_array().unwrap();
    passkeys.iter().map(|one| format!("{PASSKEYS}/{}", one["id"].as_str().unwrap())).collect()
}

fn events(from: usize) -> Vec<String> {
    let lines = logs::lines_of("security");
    lines[from..].iter().map(|line| line["security.event"].as_str().unwrap().to_owned()).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn further_factors_need_the_second_factor_and_end_no_session(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let (app, mailbox) = (TestApp::with_config(db.clone(), &more_tries()).await, Mailbox::new(&db));
    let mut here = Browser::signed_in(&app, SARA).await;
    let mut seen = logs::lines_of("security").len();
    let (mut key, codes) = add_first(&mut here).await;
    assert_eq!(subject(&mailbox).await, "Two-step login is on");
    assert_eq!(events(seen), ["passkey_added", "second_factor_added"]);
    let mut there = Browser::new(&app);
    let asked = begin(&mut there, SARA).await;
    assert_eq!(finish(&mut there, SARA, &key.get(&asked)).await.status, 200);

    // Each further factor needs a proof of the second factor too; it gives no codes, and other sessions stay.
    let password = json!({ "password": PASSWORD });
    for uri in [OPTIONS, FACTOR, RENEWAL] {
        let fields = here.post(uri, password.clone()).await.assert_error(422, "SECOND_FACTOR_MISSING");
        assert!(fields["code"].is_string());
    }
    seen = logs::lines_of("security").len();
    assert_eq!(add_app(&mut here, &mut key).await["recoveryCodes"], json!([]));
    assert_eq!(subject(&mailbox).await, "An authenticator app was added");
    let mut second = SecurityKey::new();
    let body = json!({ "password": PASSWORD, "code": codes[0] });
    let asked = here.post(OPTIONS, body).await.json()["options"].clone();
    assert_eq!(asked["excludeCredentials"].as_array().unwrap().len(), 1);
    let credential = second.create(&asked);
    assert_eq!(add(&mut here, credential).await.json()["recoveryCodes"], json!([]));
    assert_eq!(subject(&mailbox).await, "A passkey was added");
    assert_eq!(events(seen), ["authenticator_app_added", "recovery_code_used", "passkey_added"]);
    assert_eq!(there.get("/api/auth/me").await.json()["user"]["name"], "Sara");
    let asked = begin(&mut there, SARA).await;
    assert_eq!(asked["allowCredentials"].as_array().unwrap().len(), 2);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn two_step_sign_in_is_on_until_the_last_factor_is_removed(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let (app, mailbox) = (TestApp::with_config(db.clone(), &more_tries()).await, Mailbox::new(&db));
    let mut here = Browser::signed_in(&app, SARA).await;
    let (mut key, codes) = add_first(&mut here).await;
    let mut second = SecurityKey::new();
    let body = with_passkey(&mut here, &mut key).await;
    let credential = second.create(&here.post(OPTIONS, body).await.json()["options"]);
    assert_eq!(add(&mut here, credential).await.status, 200);
    add_app(&mut here, &mut key).await;
    mailbox.deliver().await;
    let mut there = Browser::new(&app);
    here.send(Method::PUT, "/api/user/settings", Some(json!({ "language": "ar" }))).await;
    let mine = addresses(&mut here).await;
    here.send(Method::DELETE, &mine[0], Some(json!({ "password": PASSWORD })))
        .await
        .assert_error(422, "SECOND_FACTOR_MISSING");
    let wrong = json!({ "password": "a wrong pass", "code": codes[1] });
    here.send(Method::DELETE, &mine[0], Some(wrong)).await.assert_error(422, "WRONG_PASSWORD");
    let body = with_passkey(&mut here, &mut key).await;
    assert_eq!(here.send(Method::DELETE, &mine[0], Some(body.clone())).await.status, 204);
    refused(&here.send(Method::DELETE, &mine[1], Some(body)).await);
    assert_eq!(subject(&mailbox).await, "انحذف مفتاح مرور");
    let asked = begin(&mut there, SARA).await;
    refused(&finish(&mut there, SARA, &key.get(&asked)).await);
    let body = with_passkey(&mut here, &mut second).await;
    assert_eq!(here.send(Method::DELETE, FACTOR, Some(body)).await.status, 204);
    assert_eq!(subject(&mailbox).await, "انحذف تطبيق المصادقة");
    assert_eq!(here.get(FACTOR).await.json()["recoveryCodesLeft"], 10);
    let body = with_passkey(&mut here, &mut second).await;
    here.send(Method::DELETE, FACTOR, Some(body)).await.assert_error(409, "NO_SECOND_FACTOR");
    let body = json!({ "password": PASSWORD, "code": codes[2] });
    assert_eq!(here.send(Method::DELETE, &mine[1], Some(body)).await.status, 204);
    assert_eq!(subject(&mailbox).await, "انطفى الدخول بخطوتين");
    let off = here.get(FACTOR).await.json();
    assert_eq!((&off["enabled"], &off["recoveryCodesLeft"]), (&json!(false), &json!(0)));
    assert_eq!(there.sign_in(SARA, PASSWORD).await.status, 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn passkey_renews_recovery_codes(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (mut key, old) = add_first(&mut here).await;
    let body = with_passkey(&mut here, &mut key).await;
    let reply = here.post(RENEWAL, body).await;
    let new: Vec<String> = serde_json::from_value(reply.json()["recoveryCodes"].clone()).unwrap();
    assert!(new.len() == 10 && new.iter().all(|code| !old.contains(code)));
    let sign_in = |code: &str| json!({ "email": SARA, "password": PASSWORD, "code": code });
    Browser::new(&app).post("/api/auth/login", sign_in(&old[0])).await.assert_error(422, "WRONG_CODE");
    assert_eq!(Browser::new(&app).post("/api/auth/login", sign_in(&new[0])).await.status, 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn passkeys_and_their_tries_are_limited(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::with_config(db.clone(), &more_tries()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (mut key, codes) = add_first(&mut here).await;
    for number in 2..=10 {
        let body = with_passkey(&mut here, &mut key).await;
        let credential = SecurityKey::new().create(&here.post(OPTIONS, body).await.json()["options"]);
        assert_eq!(add(&mut here, credential).await.status, 200, "{number}");
    }
    let body = json!({ "password": PASSWORD, "code": codes[0] });
    here.post(OPTIONS, body).await.assert_error(422, "TOO_MANY_PASSKEYS");
    assert_eq!(here.get(FACTOR).await.json()["recoveryCodesLeft"], 10, "a refused change uses no code");
    // All of them fit into a challenge.
    let asked = begin(&mut Browser::new(&app), SARA).await;
    assert_eq!(asked["allowCredentials"].as_array().unwrap().len(), 10);
    assert_eq!(finish(&mut Browser::new(&app), SARA, &key.get(&asked)).await.status, 200);

    // By default an account has ten tries at once, whatever is tried. What was tried above counts in the database.
    execute(&db, "delete from rate_limit").await;
    let app = TestApp::new(db.clone()).await;
    let mut there = Browser::new(&app);
    for _ in 0..5 {
        refused(&finish(&mut there, SARA, &json!({})).await);
        let code = json!({ "email": SARA, "password": PASSWORD, "code": "000" });
        there.post("/api/auth/login", code).await;
    }
    let asked = there.sign_in(SARA, PASSWORD).await;
    asked.assert_error(429, "TOO_OFTEN");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn passkey_is_the_second_factor_that_administrators_need(db: PgPool) {
    account(&db, SARA, "Sara", Role::Admin).await;
    let mut config = Config::load().unwrap();
    config.security.admins_need_second_factor = true;
    let app = TestApp::with_config(db.clone(), &config).await;
    let mut admin = Browser::signed_in(&app, SARA).await;
    admin.get("/api/admin/users").await.assert_error(403, "ADMIN_NEEDS_SECOND_FACTOR");
    let (mut key, _) = add_first(&mut admin).await;
    assert_eq!(admin.get("/api/admin/users").await.status, 200);
    let mine = addresses(&mut admin).await;
    let body = with_passkey(&mut admin, &mut key).await;
    assert_eq!(admin.send(Method::DELETE, &mine[0], Some(body)).await.status, 204);
    admin.get("/api/admin/users").await.assert_error(403, "ADMIN_NEEDS_SECOND_FACTOR");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn passkeys_are_exported_by_name_and_deleted_with_the_account(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (_, codes) = add_first(&mut here).await;
    options_left_open(&mut here).await;
    let exported = here.get("/api/user/export").await;
    assert_eq!(exported.json()["passkeys"][0]["name"], "My key");
    for hidden in ["credential", "publicKey", "challenge"] {
        assert!(!exported.text().contains(hidden), "{hidden}");
    }
    let proof = json!({ "password": PASSWORD, "code": codes[0] });
    assert_eq!(here.post("/api/user/delete", proof).await.status, 204);
    for table in ["passkey", "passkey_challenge", "recovery_code"] {
        let count = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
        assert_eq!(sqlx::query_scalar::<_, i64>(count).fetch_one(&db).await.unwrap(), 0, "{table}");
    }
}

/// Leaves a challenge that nobody answers.
async fn options_left_open(browser: &mut Browser<'_>) {
    assert_eq!(browser.post(&format!("{PASSKEYS}/challenge"), json!({})).await.status, 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn additions_at_once_give_ten_recovery_codes(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let credentials =
        [options(&mut here).await, options(&mut here).await].map(|asked| SecurityKey::new().create(&asked));
    let adding = async |credential: &Value| {
        let mut tab = Browser::new(&app);
        tab.cookie = here.cookie.clone();
        add(&mut tab, credential.clone()).await.status.as_u16()
    };
    tokio::join!(adding(&credentials[0]), adding(&credentials[1]));
    let left: i64 = sqlx::query_scalar("select count(*) from recovery_code").fetch_one(&db).await.unwrap();
    assert_eq!(left, 10);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn site_at_an_ip_address_says_that_it_has_no_passkeys(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let mut config = Config::load().unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (_, codes) = add_first(&mut here).await;
    config.api.public_url = "https://192.0.2.7".to_owned();
    let app = TestApp::with_config(db.clone(), &config).await;
    // The passkey of another address is of no use here, but a recovery code is.
    let mut there = Browser::new(&app);
    let reply = there.sign_in(SARA, PASSWORD).await;
    reply.assert_error(401, "SECOND_FACTOR_REQUIRED");
    assert_eq!(reply.json()["secondFactor"], json!({ "app": false, "passkey": null }));
    let code = json!({ "email": SARA, "password": PASSWORD, "code": codes[0] });
    assert_eq!(there.post("/api/auth/login", code).await.status, 200);
    assert_eq!(there.get(FACTOR).await.json()["passkeyDomain"], Value::Null);
    let body = json!({ "password": PASSWORD, "code": codes[1] });
    there.post(OPTIONS, body).await.assert_error(409, "PASSKEYS_UNAVAILABLE");
    there.post(CHALLENGE, json!({})).await.assert_error(409, "PASSKEYS_UNAVAILABLE");
    add(&mut there, json!({})).await.assert_error(409, "PASSKEYS_UNAVAILABLE");
    let mine = addresses(&mut there).await;
    let body = json!({ "password": PASSWORD, "code": codes[1] });
    assert_eq!(there.send(Method::DELETE, &mine[0], Some(body)).await.status, 204);
}
