//! Suspended users: a mail tells them, no alert does, and a mail tells of the end.

use axum::http::Method;
use domain::store::users::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, account, admin},
    fixtures::{offer, store, world},
    mailbox::Mailbox,
};

const ALERTS: &str = "/api/user/price-alerts";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn suspended_user_gets_no_alert_mails_until_restored(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    let alert = json!({ "productId": world.ryzen.id.to_string(), "alertType": "ANY_DROP" });
    assert_eq!(browser.post(ALERTS, alert).await.status, 201);
    let mut dana = admin(&app, &db, "dana").await;

    // The price drops before the suspension, and its mail is due after it.
    store(&db, world.alpha, &[offer(&world.ryzen, 140_000)]).await;
    assert_eq!(dana.post(&format!("/api/admin/users/{sara}/suspend"), Value::Null).await.status, 204);
    let mails = mailbox.deliver().await;
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects, ["Your account is suspended"]);
    assert_eq!(mails[0].to, "sara@example.com");
    assert!(mails[0].text.contains("Hello Sara,"), "{}", mails[0].text);

    store(&db, world.alpha, &[offer(&world.ryzen, 139_000)]).await;
    assert!(mailbox.deliver().await.is_empty());
    assert_eq!(dana.post(&format!("/api/admin/users/{sara}/restore"), Value::Null).await.status, 204);
    let mails = mailbox.deliver().await;
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects, ["Your account works again"], "the drops meanwhile are told by no mail");
    assert!(mails[0].text.contains("https://tajmeea.example/login"));

    store(&db, world.alpha, &[offer(&world.ryzen, 138_000)]).await;
    assert_eq!(mailbox.deliver().await.len(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mails_of_a_queued_alert_stay_unsent_during_a_suspension(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    let alert = json!({ "productId": world.ryzen.id.to_string(), "alertType": "ANY_DROP" });
    assert_eq!(browser.post(ALERTS, alert).await.status, 201);
    store(&db, world.alpha, &[offer(&world.ryzen, 140_000)]).await;
    // The mail is in the outbox already when the administrator suspends the user.
    let queued = domain::transactions::alert_mails::fire_and_queue_mails(&db).await.unwrap();
    assert_eq!(queued.mails, 1);
    let mut dana = admin(&app, &db, "dana").await;
    dana.post(&format!("/api/admin/users/{sara}/suspend"), Value::Null).await;
    let mails = Mailbox::new(&db).deliver().await;
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects, ["Your account is suspended"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn suspension_and_its_end_are_told_once_each_in_the_users_language(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let sara = account(&db, "sara@example.com", "سارة", Role::User).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    browser.send(Method::PUT, "/api/user/settings", Some(json!({ "language": "ar" }))).await;
    let mut dana = admin(&app, &db, "dana").await;
    for (action, subject) in [("suspend", "حسابك موقّف"), ("restore", "حسابك رجع يشتغل")]
    {
        for _ in 0..2 {
            let uri = format!("/api/admin/users/{sara}/{action}");
            assert_eq!(dana.post(&uri, Value::Null).await.status, 204);
        }
        let mails = mailbox.deliver().await;
        let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
        assert_eq!(subjects, [subject]);
        assert!(mails[0].html.contains("dir=\"rtl\""), "{}", mails[0].html);
    }
}
