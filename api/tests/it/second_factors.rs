//! The second factor: setting up, signing in, removing, and what administrators need.

use std::num::NonZeroU32;

use axum::http::Method;
use domain::{config::Config, store::users::Role};
use serde_json::{Value, json};
use sqlx::PgPool;
use totp_rs::Totp;

use crate::{
    app::{Reply, TestApp},
    browsers::{Browser, PASSWORD, account},
    fixtures::execute,
    mailbox::{Mailbox, Received},
};

const FACTOR: &str = "/api/user/second-factor";
const RENEWAL: &str = "/api/user/second-factor/recovery-codes";
const SARA: &str = "sara@example.com";

/// Sets up the factor in a browser; returns the app and the recovery codes.
async fn set_up(db: &PgPool, browser: &mut Browser<'_>) -> (Totp, Vec<String>) {
    let created = browser.post(FACTOR, json!({ "password": PASSWORD })).await.json();
    let app = Totp::from_url(created["otpauthUrl"].as_str().unwrap()).unwrap();
    assert_eq!(app.secret().to_base32(), created["secret"]);
    let reply = browser.post("/api/user/second-factor/confirm", json!({ "code": code(&app) })).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let codes = reply.json()["recoveryCodes"].as_array().unwrap().clone();
    forget_step(db).await;
    (app, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

fn code(app: &Totp) -> String {
    app.generate_current().to_string()
}

/// Lets the code of this period be used again: the tests do not wait for the next one.
async fn forget_step(db: &PgPool) {
    execute(db, "update second_factor set last_step = 0").await;
}

async fn sign_in(browser: &mut Browser<'_>, code: Option<&str>) -> Reply {
    browser.post("/api/auth/login", json!({ "email": SARA, "password": PASSWORD, "code": code })).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_in_asks_for_a_code_once_the_factor_is_confirmed(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let mut there = Browser::signed_in(&app, SARA).await;
    let state = |enabled: bool, codes: i64| {
        json!({ "enabled": enabled, "app": enabled, "passkeys": [], "passkeyDomain": "tajmeea.example",
                "recoveryCodesLeft": codes })
    };
    let off = state(false, 0);
    assert_eq!(here.get(FACTOR).await.json(), off);
    here.post(FACTOR, json!({ "password": "a wrong pass" })).await.assert_error(422, "WRONG_PASSWORD");
    here.post("/api/user/second-factor/confirm", json!({ "code": "123456" }))
        .await
        .assert_error(409, "NO_SECOND_FACTOR");
    // A secret alone changes nothing: the user may have closed the page.
    here.post(FACTOR, json!({ "password": PASSWORD })).await;
    here.post("/api/user/second-factor/confirm", json!({ "code": "12345" }))
        .await
        .assert_error(422, "WRONG_CODE");
    assert_eq!(here.get(FACTOR).await.json(), off);
    assert_eq!(sign_in(&mut Browser::new(&app), None).await.status, 200);

    let (totp, _) = set_up(&db, &mut here).await;
    assert_eq!(here.get(FACTOR).await.json(), state(true, 10));
    assert_eq!(there.get("/api/auth/me").await.json()["user"], Value::Null, "other sessions end");
    here.post(FACTOR, json!({ "password": PASSWORD })).await.assert_error(409, "SECOND_FACTOR_EXISTS");
    for nothing in [None, Some(""), Some(" ")] {
        let reply = sign_in(&mut there, nothing).await;
        assert!(reply.assert_error(401, "SECOND_FACTOR_REQUIRED")["code"].is_string());
        assert_eq!(reply.json()["secondFactor"], json!({ "app": true, "passkey": null }));
    }
    sign_in(&mut there, Some("00000")).await.assert_error(422, "WRONG_CODE");
    assert_eq!(there.get("/api/auth/me").await.json()["user"], Value::Null);
    there.sign_in(SARA, "a wrong pass").await.assert_error(401, "WRONG_CREDENTIALS");
    let code = code(&totp);
    assert_eq!(sign_in(&mut there, Some(&code)).await.status, 200);
    assert_eq!(there.get("/api/auth/me").await.json()["user"]["name"], "Sara");
    // Nobody who looked over the shoulder uses the code again.
    sign_in(&mut Browser::new(&app), Some(&code)).await.assert_error(422, "WRONG_CODE");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn recovery_codes_work_once_and_are_stored_as_hashes(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (_, codes) = set_up(&db, &mut here).await;
    assert_eq!(codes.len(), 10);
    let typed = codes[3].to_lowercase().replace('-', " ");
    assert_eq!(sign_in(&mut Browser::new(&app), Some(&typed)).await.status, 200);
    sign_in(&mut Browser::new(&app), Some(&codes[3])).await.assert_error(422, "WRONG_CODE");
    assert_eq!(here.get(FACTOR).await.json()["recoveryCodesLeft"], 9);
    let stored: Vec<Vec<u8>> =
        sqlx::query_scalar("select code_hash from recovery_code").fetch_all(&db).await.unwrap();
    assert!(stored.iter().all(|hash| hash.len() == 32));
    let exported = here.get("/api/user/export").await.text();
    assert!(exported.contains("secondFactor") && !exported.contains("secret"), "{exported}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn renewal_replaces_all_recovery_codes(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let (app, mailbox) = (TestApp::new(db.clone()).await, Mailbox::new(&db));
    let mut here = Browser::signed_in(&app, SARA).await;
    let renew = |password: &str, code: &str| json!({ "password": password, "code": code });
    here.post(RENEWAL, renew(PASSWORD, "123456")).await.assert_error(409, "NO_SECOND_FACTOR");
    let (totp, old) = set_up(&db, &mut here).await;
    mailbox.deliver().await;
    here.post(RENEWAL, renew("a wrong pass", &old[0])).await.assert_error(422, "WRONG_PASSWORD");
    here.post(RENEWAL, renew(PASSWORD, "123")).await.assert_error(422, "WRONG_CODE");
    assert!(mailbox.deliver().await.is_empty());

    let reply = here.post(RENEWAL, renew(PASSWORD, &code(&totp))).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let new: Vec<String> = serde_json::from_value(reply.json()["recoveryCodes"].clone()).unwrap();
    assert!(new.len() == 10 && new.iter().all(|code| !old.contains(code)));
    assert_eq!(only_mail(&mailbox).await.subject, "You have new recovery codes");
    sign_in(&mut Browser::new(&app), Some(&old[0])).await.assert_error(422, "WRONG_CODE");
    assert_eq!(sign_in(&mut Browser::new(&app), Some(&new[0])).await.status, 200);
    assert_eq!(here.get(FACTOR).await.json()["recoveryCodesLeft"], 9);

    // A recovery code is enough for new ones, also the last one.
    mailbox.deliver().await;
    here.send(Method::PUT, "/api/user/settings", Some(json!({ "language": "ar" }))).await;
    assert_eq!(here.post(RENEWAL, renew(PASSWORD, &new[1])).await.status, 200);
    assert_eq!(here.get(FACTOR).await.json()["recoveryCodesLeft"], 10);
    assert_eq!(only_mail(&mailbox).await.subject, "عندك رموز استرجاع جديدة");
    sign_in(&mut Browser::new(&app), Some(&new[2])).await.assert_error(422, "WRONG_CODE");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn renewals_at_once_leave_ten_recovery_codes(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (_, codes) = set_up(&db, &mut here).await;
    let renew = async |code: &str| {
        let mut tab = Browser::new(&app);
        tab.cookie = here.cookie.clone();
        tab.post(RENEWAL, json!({ "password": PASSWORD, "code": code })).await.status.as_u16()
    };
    let (one, other) = tokio::join!(renew(&codes[0]), renew(&codes[1]));
    // The code of the later renewal was replaced by the earlier one.
    assert!(matches!((one, other), (200, 422) | (422, 200)), "{one} {other}");
    let left: i64 = sqlx::query_scalar("select count(*) from recovery_code").fetch_one(&db).await.unwrap();
    assert_eq!(left, 10);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn second_factor_is_removed_with_password_and_code(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (totp, _) = set_up(&db, &mut here).await;
    let code = code(&totp);
    for (password, code, refused) in
        [("a wrong pass", code.as_str(), "WRONG_PASSWORD"), (PASSWORD, "123", "WRONG_CODE")]
    {
        let body = json!({ "password": password, "code": code });
        here.send(Method::DELETE, FACTOR, Some(body)).await.assert_error(422, refused);
    }
    here.send(Method::DELETE, FACTOR, Some(json!({ "password": PASSWORD })))
        .await
        .assert_error(422, "SECOND_FACTOR_MISSING");
    let body = json!({ "password": PASSWORD, "code": code });
    assert_eq!(here.send(Method::DELETE, FACTOR, Some(body)).await.status, 204);
    assert_eq!(sign_in(&mut Browser::new(&app), None).await.status, 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn codes_are_limited_per_account(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let mut config = Config::load().unwrap();
    config.limits.second_factor.burst = NonZeroU32::new(4).unwrap();
    let app = TestApp::with_config(db.clone(), &config).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (totp, _) = set_up(&db, &mut here).await;
    // Setting up took one of the four.
    for _ in 0..3 {
        sign_in(&mut Browser::new(&app), Some("000")).await.assert_error(422, "WRONG_CODE");
    }
    let reply = sign_in(&mut Browser::new(&app), Some(&code(&totp))).await;
    reply.assert_error(429, "TOO_OFTEN");
    assert!(!reply.header("retry-after").is_empty());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn administrators_need_a_second_factor_where_it_is_required(db: PgPool) {
    account(&db, SARA, "Sara", Role::Admin).await;
    let mut config = Config::load().unwrap();
    config.security.admins_need_second_factor = true;
    let app = TestApp::with_config(db.clone(), &config).await;
    let mut admin = Browser::signed_in(&app, SARA).await;
    admin.get("/api/admin/users").await.assert_error(403, "ADMIN_NEEDS_SECOND_FACTOR");
    set_up(&db, &mut admin).await;
    assert_eq!(admin.get("/api/admin/users").await.status, 200);
    // Off by default: `every_route_enforces_its_role` calls as an administrator without one.
    assert!(!Config::load().unwrap().security.admins_need_second_factor);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_change_of_the_second_factor_sends_one_mail(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let (app, mailbox) = (TestApp::new(db.clone()).await, Mailbox::new(&db));
    let mut here = Browser::signed_in(&app, SARA).await;
    let (totp, codes) = set_up(&db, &mut here).await;
    let mail = only_mail(&mailbox).await;
    assert_eq!((mail.subject.as_str(), mail.to.as_str()), ("Two-step login is on", SARA));
    assert!(mail.text.contains("Hello Sara,") && mail.text.contains("/forgot-password"), "{}", mail.text);

    // Neither a code of the app nor a refused one is a change.
    sign_in(&mut Browser::new(&app), Some("000")).await.assert_error(422, "WRONG_CODE");
    assert_eq!(sign_in(&mut Browser::new(&app), Some(&code(&totp))).await.status, 200);
    assert!(mailbox.deliver().await.is_empty());

    assert_eq!(sign_in(&mut Browser::new(&app), Some(&codes[0])).await.status, 200);
    let mail = only_mail(&mailbox).await;
    assert_eq!(mail.subject, "A recovery code was used");
    assert!(mail.text.contains("Recovery codes left: 9."), "{}", mail.text);

    here.send(Method::PUT, "/api/user/settings", Some(json!({ "language": "ar" }))).await;
    assert_eq!(sign_in(&mut Browser::new(&app), Some(&codes[1])).await.status, 200);
    let mail = only_mail(&mailbox).await;
    assert_eq!(mail.subject, "انستخدم رمز استرجاع");
    assert!(
        mail.text.contains("هلا Sara") && mail.text.contains("باقي من رموز الاسترجاع: 8."),
        "{}",
        mail.text
    );

    // A recovery code that switches the factor off is told by one mail, not by two.
    let body = json!({ "password": PASSWORD, "code": codes[2] });
    assert_eq!(here.send(Method::DELETE, FACTOR, Some(body)).await.status, 204);
    assert_eq!(only_mail(&mailbox).await.subject, "انطفى الدخول بخطوتين");
    set_up(&db, &mut here).await;
    assert_eq!(only_mail(&mailbox).await.subject, "اشتغل الدخول بخطوتين");
}

async fn only_mail(mailbox: &Mailbox) -> Received {
    let mut mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    mails.pop().unwrap()
}
