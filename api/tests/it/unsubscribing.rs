//! One-click unsubscription from mails about price alerts (RFC 8058).

use axum::{
    body::Body,
    http::{Method, Request},
};
use domain::store::users::Role;
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    app::{Reply, TestApp},
    browsers::{Browser, account, signed_in_user},
    fixtures::{World, offer, store, world},
    mailbox::{Mailbox, Received},
};

const SETTINGS: &str = "/api/user/settings";

/// Lets the Ryzen, which this user watches from now on, cost less, and returns the mail about it.
async fn alert_mail(db: &PgPool, world: &World, user: &mut Browser<'_>, mailbox: &Mailbox) -> Received {
    let alert = json!({ "productId": world.ryzen.id.to_string(), "alertType": "ANY_DROP" });
    assert_eq!(user.post("/api/user/price-alerts", alert).await.status, 201);
    store(db, world.alpha, &[offer(&world.ryzen, 140_000)]).await;
    let mut mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    mails.remove(0)
}

/// Posts as a mail program does: without cookies, and in the body what the RFC prescribes.
async fn press(app: &TestApp, uri: &str, origin: Option<&str>) -> Reply {
    let mut request = Request::post(uri).header("content-type", "application/x-www-form-urlencoded");
    if let Some(origin) = origin {
        request = request.header("origin", origin).header("sec-fetch-site", "cross-site");
    }
    app.send(request.body(Body::from("List-Unsubscribe=One-Click")).unwrap()).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn one_click_ends_alert_mails_and_following_the_link_does_not(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "Sara").await;
    let mail = alert_mail(&db, &world, &mut sara, &mailbox).await;
    let token = mail.token("/unsubscribe");
    let address = format!("https://tajmeea.example/unsubscribe?token={token}");
    assert_eq!(
        mail.unsubscribe,
        [Some(format!("<{address}>")), Some("List-Unsubscribe=One-Click".to_owned())]
    );
    assert!(mail.html.contains(&address) && !token.contains("sara"), "{token}");

    // A scanner of mails follows every link.
    assert_eq!(app.get(&format!("/unsubscribe?token={token}")).await.status, 200);
    assert_eq!(sara.get(SETTINGS).await.json()["priceDropAlerts"], true);
    for again in [None, Some("https://mail.example")] {
        let pressed = press(&app, &format!("/unsubscribe?token={token}"), again).await;
        assert_eq!((pressed.status.as_u16(), pressed.json()), (200, json!({ "success": true })));
        assert_eq!(sara.get(SETTINGS).await.json()["priceDropAlerts"], false);
    }
    store(&db, world.alpha, &[offer(&world.ryzen, 130_000)]).await;
    assert!(mailbox.deliver().await.is_empty());
    // The bell still tells of it.
    assert_eq!(sara.get("/api/user/notifications").await.json()["unread"], 2);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_unsubscribes_by_the_token_alone_and_wrong_tokens_change_nothing(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    for (email, name) in [("sara@example.com", "Sara"), ("noor@example.com", "Noor")] {
        account(&db, email, name, Role::User).await;
    }
    let mut noor = Browser::signed_in(&app, "noor@example.com").await;
    noor.send(Method::PUT, SETTINGS, Some(json!({ "language": "ar" }))).await;
    let mail = alert_mail(&db, &world, &mut noor, &mailbox).await;
    let token = mail.token("/ar/unsubscribe");
    let signature = token.split_once('.').unwrap().1;
    let sara: Uuid =
        sqlx::query_scalar("select id from app_user where name = 'Sara'").fetch_one(&db).await.unwrap();
    for wrong in ["", "x", signature, &format!("{sara}.{signature}"), &format!("{token}x")] {
        let fields = press(&app, &format!("/unsubscribe?token={wrong}"), None)
            .await
            .assert_error(422, "INVALID_FIELDS");
        assert_eq!(fields["token"], "is not the token of a mail");
        let body = json!({ "token": wrong });
        Browser::new(&app).post("/api/unsubscribe", body).await.assert_error(422, "INVALID_FIELDS");
    }
    let wanted = "select count(*) from app_user where price_drop_alerts";
    assert_eq!(sqlx::query_scalar::<_, i64>(wanted).fetch_one(&db).await.unwrap(), 2);
    let reply = Browser::new(&app).post("/api/unsubscribe", json!({ "token": token })).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({ "success": true })));
    assert_eq!(noor.get(SETTINGS).await.json()["priceDropAlerts"], false);
    assert_eq!(sqlx::query_scalar::<_, i64>(wanted).fetch_one(&db).await.unwrap(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mails_about_the_account_cannot_be_unsubscribed_from(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let reset = json!({ "email": "sara@example.com" });
    assert_eq!(Browser::new(&app).post("/api/auth/forgot-password", reset).await.status, 200);
    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].unsubscribe, [None, None]);
    assert!(!mails[0].text.contains("unsubscribe"), "{}", mails[0].text);
}
