//! Sign-up: its checks, the mailed link, and what it reveals about existing accounts.

use std::num::NonZeroU32;

use axum::{body::Body, http::Request};
use domain::{config::Config, store::users::Role};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, account, proof, signed_in_user},
    mailbox::Mailbox,
};

pub(crate) async fn sign_up(browser: &mut Browser<'_>, email: &str) -> crate::app::Reply {
    let name = email.split('@').next().unwrap();
    sign_up_as(browser, email, name).await
}

pub(crate) async fn sign_up_as(browser: &mut Browser<'_>, email: &str, name: &str) -> crate::app::Reply {
    let proof = proof(browser).await;
    let body = json!({ "email": email, "password": PASSWORD, "username": name, "turnstileToken": proof });
    browser.post("/api/auth/register", body).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_up_with_a_taken_address_mails_its_owner(db: PgPool) {
    account(&db, "sara@example.com", "Real Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    sign_up(&mut Browser::new(&app), "SARA@example.com").await;
    let mails = mailbox.deliver().await;
    assert_eq!((mails.len(), mails[0].to.as_str()), (1, "sara@example.com"));
    assert!(mails[0].text.contains("Real Sara"));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mailed_link_creates_the_account(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut browser = Browser::new(&app);
    let reply = sign_up(&mut browser, "Sara@example.com").await;
    let user = json!({ "name": "Sara", "email": "Sara@example.com", "role": "USER", "emailVerified": false });
    assert_eq!((reply.status.as_u16(), reply.json()), (202, json!({ "user": user })));
    assert!(browser.cookie.is_none());
    browser.sign_in("sara@example.com", PASSWORD).await.assert_error(401, "WRONG_CREDENTIALS");

    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].to.as_str(), mails[0].subject.as_str()),
        ("Sara@example.com", "Verify your e-mail address")
    );
    let token = mails[0].token("/verify-email");
    assert!(mails[0].html.contains(&token) && mails[0].html.contains("dir=\"ltr\""));
    let verify = |token: &str| json!({ "token": token });
    for wrong in ["", "x", &token[1..], &format!("{token}x")] {
        browser.post("/api/auth/verify-email", verify(wrong)).await.assert_error(422, "INVALID_VERIFICATION");
    }
    assert_eq!(
        browser.post("/api/auth/verify-email", verify(&token)).await.json(),
        json!({ "success": true, "outcome": "ACCOUNT_CREATED" })
    );
    let again = browser.post("/api/auth/verify-email", verify(&token)).await;
    assert_eq!(again.json(), json!({ "success": true, "outcome": "ALREADY_VERIFIED" }));
    let signed_in = Browser::signed_in(&app, "sara@example.com").await.get("/api/auth/me").await.json();
    assert_eq!(signed_in["user"]["emailVerified"], true);
    assert!(mailbox.deliver().await.is_empty());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn verification_signs_in_only_the_browser_that_signed_up(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let me = |reply: crate::app::Reply| reply.json()["user"]["email"].clone();
    let mut here = Browser::new(&app);
    let mut elsewhere = Browser::new(&app);
    for (email, follows_here) in [("sara@example.com", false), ("noor@example.com", true)] {
        sign_up(&mut here, email).await;
        assert_eq!(me(here.get("/api/auth/me").await), Value::Null);
        let token = mailbox.deliver().await.pop().unwrap().token("/verify-email");
        let follower = if follows_here { &mut here } else { &mut elsewhere };
        assert_eq!(follower.post("/api/auth/verify-email", json!({ "token": token })).await.status, 200);
    }
    assert_eq!(me(elsewhere.get("/api/auth/me").await), Value::Null);
    assert_eq!(me(here.get("/api/auth/me").await), "noor@example.com");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn verification_link_of_another_sign_up_signs_nobody_in(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut owner = Browser::new(&app);
    sign_up(&mut owner, "sara@example.com").await;
    mailbox.deliver().await;
    // A stranger signs up with the same address and the same password; the owner follows that mail by mistake.
    sign_up(&mut Browser::new(&app), "sara@example.com").await;
    let theirs = mailbox.deliver().await.pop().unwrap().token("/verify-email");
    assert_eq!(owner.post("/api/auth/verify-email", json!({ "token": theirs })).await.status, 200);
    assert_eq!(owner.get("/api/auth/me").await.json()["user"], Value::Null);
    // A link does not sign out another user either.
    let mut noor = signed_in_user(&app, &db, "Noor").await;
    sign_up(&mut noor, "dana@example.com").await;
    let danas = mailbox.deliver().await.pop().unwrap().token("/verify-email");
    assert_eq!(noor.post("/api/auth/verify-email", json!({ "token": danas })).await.status, 200);
    assert_eq!(noor.get("/api/auth/me").await.json()["user"]["email"], "noor@example.com");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_up_does_not_reveal_existing_accounts(db: PgPool) {
    account(&db, "sara@example.com", "Real Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut browser = Browser::new(&app);
    let taken = sign_up(&mut browser, "sara@example.com").await;
    let free = sign_up(&mut browser, "noor@example.com").await;
    assert_eq!(taken.status, free.status);
    assert_eq!(taken.text().replace("sara", "noor"), free.text());
    assert!(
        taken.header("set-cookie").contains("tajmeea-sign-up=")
            && free.header("set-cookie").contains("tajmeea-sign-up=")
    );
    let mails = mailbox.deliver().await;
    let told = mails.iter().find(|mail| mail.to == "sara@example.com").unwrap();
    assert_eq!(told.subject, "You already have a Tajmeea account");
    assert!(!told.text.contains("token="));
    // The stranger's password does not open the account, and the stranger's own address is not signed in before it is
    // verified.
    browser.sign_in("noor@example.com", PASSWORD).await.assert_error(401, "WRONG_CREDENTIALS");
    let me = Browser::signed_in(&app, "sara@example.com").await.get("/api/auth/me").await.json();
    assert_eq!(me["user"]["name"], "Real Sara");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn latest_verified_sign_up_wins(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut browser = Browser::new(&app);
    sign_up(&mut browser, "sara@example.com").await;
    let own = mailbox.deliver().await.pop().unwrap().token("/verify-email");
    // A stranger signs up with the same address and another password afterwards.
    let stranger = json!({
        "email": "SARA@example.com", "password": "the stranger's pass", "username": "Evil",
        "turnstileToken": proof(&mut browser).await
    });
    assert_eq!(browser.post("/api/auth/register", stranger).await.status, 202);
    let theirs = mailbox.deliver().await.pop().unwrap().token("/verify-email");
    assert_eq!(browser.post("/api/auth/verify-email", json!({ "token": own })).await.status, 200);
    browser
        .post("/api/auth/verify-email", json!({ "token": theirs }))
        .await
        .assert_error(422, "INVALID_VERIFICATION");
    Browser::signed_in(&app, "sara@example.com").await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_up_is_validated_by_field(db: PgPool) {
    let app = TestApp::new(db).await;
    let mut browser = Browser::new(&app);
    let long = "x".repeat(51);
    for (email, password, username, code) in [
        ("nobody", PASSWORD, "Sara", "NOT_AN_EMAIL"),
        ("mi\u{212a}e@example.com", PASSWORD, "Sara", "NOT_AN_EMAIL"),
        ("sara@example.com", PASSWORD, " ", "NOT_A_NAME"),
        ("sara@example.com", PASSWORD, long.as_str(), "NOT_A_NAME"),
        ("sara@example.com", PASSWORD, "Sara\u{202e}", "NOT_A_NAME"),
        ("sara@example.com", "short", "Sara", "PASSWORD_TOO_SHORT"),
        ("sara@example.com", "password123", "Sara", "PASSWORD_TOO_COMMON"),
        ("sara.al.sabah@example.com", "sara.al.sabah", "Sara", "PASSWORD_OWN_NAME"),
        ("sara@example.com", PASSWORD, "Sara", "BOT_CHECK_FAILED"),
    ] {
        let body = json!({ "email": email, "password": password, "username": username, "turnstileToken": "made up" });
        browser.post("/api/auth/register", body).await.assert_error(422, code);
    }
}

/// PBKDF2 rounds that OpenSSL, and so a program of a few lines, computes in 1.5 s on one core: those of the longest solution.
/// Half of them are needed on average; of one solution nothing more is certain, as every number of tries is as frequent.
const MAX_ROUNDS: u64 = 6_000_000;

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn bot_check_takes_at_most_six_million_rounds(db: PgPool) {
    let app = TestApp::new(db).await;
    let reply = Browser::new(&app).get("/api/auth/challenge").await;
    let challenge: altcha::Challenge = serde_json::from_slice(&reply.body).unwrap();
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    let rounds = u64::from(challenge.parameters.cost) * u64::from(solution.counter);
    assert!(rounds < MAX_ROUNDS, "{rounds}");
    assert_eq!(challenge.parameters.cost, 10_000, "a try is not cheaper");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_ups_of_one_network_share_a_limit(db: PgPool) {
    let mut config = Config::load().unwrap();
    config.api.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    config.limits.sign_up_network.burst = NonZeroU32::new(3).unwrap();
    let app = TestApp::with_config(db, &config).await;
    let body = json!({ "email": "sara@example.com", "password": "short", "username": "Sara" });
    let mut codes = Vec::new();
    for address in ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.3.4"] {
        let request = Request::post("/api/auth/register")
            .header("content-type", "application/json")
            .header("x-forwarded-for", address);
        let reply = app.send(request.body(Body::from(body.to_string())).unwrap()).await;
        codes.push(reply.json()["code"].as_str().unwrap().to_owned());
    }
    let short = "PASSWORD_TOO_SHORT";
    assert_eq!(codes, [short, short, short, "TOO_OFTEN", short]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn solved_bot_check_is_accepted_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let mut browser = Browser::new(&app);
    let proof = proof(&mut browser).await;
    let body = |email: &str| json!({ "email": email, "password": PASSWORD, "username": "A", "turnstileToken": proof });
    assert_eq!(browser.post("/api/auth/register", body("a@example.com")).await.status, 202);
    browser.post("/api/auth/register", body("b@example.com")).await.assert_error(422, "BOT_CHECK_FAILED");
}
