//! The list of breached passwords.

use std::fmt::Write as _;

use domain::{config::Config, store::users::Role};
use serde_json::json;
use sha1::{Digest, Sha1};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, account},
    mailbox::Mailbox,
};

const BREACHED: &str = "an unlucky but long pass";

fn hash(password: &str) -> String {
    Sha1::digest(password.as_bytes()).iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02X}").unwrap();
        text
    })
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn breached_password_is_refused_at_sign_up_change_and_reset(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let mut lines: Vec<String> =
        [BREACHED, "one", "two", "three"].map(|text| format!("{}:7\r\n", hash(text))).into();
    lines.sort();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), lines.concat()).unwrap();
    let mut config = Config::load().unwrap();
    config.security.breached_passwords = file.path().to_owned();
    let app = TestApp::with_config(db.clone(), &config).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;

    let sign_up = json!({ "email": "noor@example.com", "password": BREACHED, "username": "Noor" });
    let fields =
        Browser::new(&app).post("/api/auth/register", sign_up).await.assert_error(422, "PASSWORD_BREACHED");
    assert!(fields["password"].as_str().unwrap().contains("leaked"), "{fields}");
    let change = |new: &str| json!({ "currentPassword": PASSWORD, "newPassword": new });
    let fields =
        browser.post("/api/user/password", change(BREACHED)).await.assert_error(422, "PASSWORD_BREACHED");
    assert!(fields["newPassword"].is_string(), "{fields}");
    browser.post("/api/auth/forgot-password", json!({ "email": "sara@example.com" })).await;
    let token = Mailbox::new(&db).deliver().await.pop().unwrap().token("/reset-password");
    let reset = |new: &str| json!({ "token": token, "newPassword": new });
    let fields = browser
        .post("/api/auth/reset-password", reset(BREACHED))
        .await
        .assert_error(422, "PASSWORD_BREACHED");
    assert!(fields["newPassword"].is_string(), "{fields}");
    // Another password is accepted, with the same link.
    assert_eq!(browser.post("/api/auth/reset-password", reset("a lucky and long pass")).await.status, 200);
}
