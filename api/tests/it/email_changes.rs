//! Change of the address: both addresses confirm it, and nobody learns who has an account.

use domain::store::users::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, account},
    fixtures::execute,
    mailbox::{Mailbox, Received},
};

const CHANGE: &str = "/api/user/email";

fn to(email: &str) -> Value {
    json!({ "email": email, "password": PASSWORD })
}

/// Follows the link of the mail to this address; returns the outcome.
async fn follow(browser: &mut Browser<'_>, mails: &[Received], email: &str) -> String {
    let mail = mails.iter().find(|mail| mail.to == email).unwrap();
    let reply = browser.post("/api/auth/verify-email", json!({ "token": mail.token("/verify-email") })).await;
    reply.json()["outcome"].as_str().unwrap_or_else(|| panic!("{}", reply.text())).to_owned()
}

async fn own_address(browser: &mut Browser<'_>) -> Value {
    browser.get("/api/auth/me").await.json()["user"]["email"].clone()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn address_changes_when_both_addresses_confirmed_it(db: PgPool) {
    for order in [["sara@example.com", "new@example.com"], ["new@example.com", "sara@example.com"]] {
        execute(&db, "delete from app_user").await;
        account(&db, "sara@example.com", "Sara", Role::User).await;
        let (app, mailbox) = (TestApp::new(db.clone()).await, Mailbox::new(&db));
        let mut sara = Browser::signed_in(&app, "sara@example.com").await;
        assert_eq!(sara.post(CHANGE, to("new@example.com")).await.status, 204);
        let mails = mailbox.deliver().await;
        assert_eq!(mails.len(), 2, "{mails:?}");
        let old = mails.iter().find(|mail| mail.to == "sara@example.com").unwrap();
        assert!(old.text.contains("new@example.com"), "{}", old.text);

        let mut anywhere = Browser::new(&app);
        assert_eq!(follow(&mut anywhere, &mails, order[0]).await, "ADDRESS_CONFIRMED");
        assert_eq!(follow(&mut anywhere, &mails, order[0]).await, "ALREADY_VERIFIED");
        assert_eq!(own_address(&mut sara).await, "sara@example.com");
        assert_eq!(follow(&mut anywhere, &mails, order[1]).await, "ADDRESS_CHANGED");
        assert_eq!(follow(&mut anywhere, &mails, order[1]).await, "ALREADY_VERIFIED");
        assert_eq!(own_address(&mut sara).await, "new@example.com");
        anywhere.sign_in("sara@example.com", PASSWORD).await.assert_error(401, "WRONG_CREDENTIALS");
        Browser::signed_in(&app, "new@example.com").await;
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn taken_address_is_not_revealed_and_not_changed(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    account(&db, "noor@example.com", "Noor", Role::User).await;
    let (app, mailbox) = (TestApp::new(db.clone()).await, Mailbox::new(&db));
    let mut sara = Browser::signed_in(&app, "sara@example.com").await;
    assert_eq!(sara.post(CHANGE, to("noor@example.com")).await.status, 204);
    let mails = mailbox.deliver().await;
    let told = mails.iter().find(|mail| mail.to == "noor@example.com").unwrap();
    assert!(!told.text.contains("token=") && !told.text.contains("Sara"), "{}", told.text);
    assert_eq!(follow(&mut sara, &mails, "sara@example.com").await, "ADDRESS_CONFIRMED");
    assert_eq!(own_address(&mut sara).await, "sara@example.com");
}

/// The new address gets an account after the links were sent.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn address_that_is_taken_meanwhile_stays_with_its_account(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let (app, mailbox) = (TestApp::new(db.clone()).await, Mailbox::new(&db));
    let mut sara = Browser::signed_in(&app, "sara@example.com").await;
    sara.post(CHANGE, to("new@example.com")).await;
    let mails = mailbox.deliver().await;
    account(&db, "new@example.com", "Noor", Role::User).await;
    assert_eq!(follow(&mut sara, &mails, "sara@example.com").await, "ADDRESS_CONFIRMED");
    let token = mails.iter().find(|mail| mail.to == "new@example.com").unwrap().token("/verify-email");
    let last = sara.post("/api/auth/verify-email", json!({ "token": token })).await;
    last.assert_error(422, "INVALID_VERIFICATION");
    assert_eq!(own_address(&mut sara).await, "sara@example.com");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn change_needs_the_password_and_replaces_an_earlier_one(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let (app, mailbox) = (TestApp::new(db.clone()).await, Mailbox::new(&db));
    let mut sara = Browser::signed_in(&app, "sara@example.com").await;
    let wrong = json!({ "email": "new@example.com", "password": "a wrong pass" });
    sara.post(CHANGE, wrong).await.assert_error(422, "WRONG_PASSWORD");
    sara.post(CHANGE, to("nobody")).await.assert_error(422, "NOT_AN_EMAIL");
    assert!(mailbox.deliver().await.is_empty());
    sara.post(CHANGE, to("first@example.com")).await;
    let first = mailbox.deliver().await;
    sara.post(CHANGE, to("second@example.com")).await;
    let token = first[0].token("/verify-email");
    let old_link = sara.post("/api/auth/verify-email", json!({ "token": token })).await;
    old_link.assert_error(422, "INVALID_VERIFICATION");
}
