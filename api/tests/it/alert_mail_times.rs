//! When mails about alerts are sent: not during quiet hours, and put together where the user wants digests.

use axum::http::Method;
use serde_json::{Value, json};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use crate::{
    app::TestApp,
    browsers::{Browser, signed_in_user},
    fixtures::{World, offer, store, world},
    mailbox::Mailbox,
};

/// Returns a browser of a user who watches the Ryzen, whose lowest price is 145.
async fn watching_user<'a>(app: &'a TestApp, db: &PgPool, world: &World) -> Browser<'a> {
    let mut sara = signed_in_user(app, db, "Sara").await;
    let alert = json!({ "productId": world.ryzen.id.to_string(), "alertType": "ANY_DROP" });
    assert_eq!(sara.post("/api/user/price-alerts", alert).await.status, 201);
    sara
}

async fn change(user: &mut Browser<'_>, settings: Value) {
    let reply = user.send(Method::PUT, "/api/user/settings", Some(settings)).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
}

/// Returns the time of day in Kuwait, so many hours from now.
fn in_kuwait(hours: i64) -> String {
    let time = OffsetDateTime::now_utc() + Duration::hours(3 + hours);
    format!("{:02}:{:02}", time.hour(), time.minute())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mail_waits_for_the_end_of_quiet_hours(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = watching_user(&app, &db, &world).await;
    let quiet = json!({ "quietHours": true, "quietFrom": in_kuwait(-2), "quietUntil": in_kuwait(2) });
    change(&mut sara, quiet).await;
    store(&db, world.alpha, &[offer(&world.ryzen, 140_000)]).await;
    assert!(mailbox.deliver().await.is_empty());
    // The bell does not wait.
    assert_eq!(sara.get("/api/user/notifications").await.json()["unread"], 1);
    // They last still, until the user says that they are over.
    change(&mut sara, json!({ "quietFrom": in_kuwait(-1) })).await;
    assert!(mailbox.deliver().await.is_empty());
    change(&mut sara, json!({ "quietUntil": in_kuwait(0) })).await;
    assert_eq!(mailbox.deliver().await.len(), 1);
    assert!(mailbox.deliver().await.is_empty());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn digest_tells_of_repeated_drops_in_one_line(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = watching_user(&app, &db, &world).await;
    change(&mut sara, json!({ "alertMails": "DAILY" })).await;
    for price in [140_000, 130_000] {
        store(&db, world.alpha, &[offer(&world.ryzen, price)]).await;
        assert!(mailbox.deliver().await.is_empty());
    }
    let reach_digest = "update fired_alert set digest_at = now() where awaits_mail";
    sqlx::query(reach_digest).execute(&db).await.unwrap();
    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0].subject, "Your price alerts: 1 new");
    assert!(mails[0].text.contains("AMD Ryzen 7 9800X3D: KWD 130.000, was KWD 145.000"), "{}", mails[0].text);
    assert!(mails[0].html.contains("Stop all price alert mails"));
    assert!(mailbox.deliver().await.is_empty());

    // What waits comes at once when the user wants no digests any more.
    store(&db, world.alpha, &[offer(&world.ryzen, 120_000)]).await;
    assert!(mailbox.deliver().await.is_empty());
    change(&mut sara, json!({ "alertMails": "EACH" })).await;
    assert_eq!(mailbox.deliver().await.len(), 1);
    store(&db, world.alpha, &[offer(&world.ryzen, 110_000)]).await;
    assert_eq!(mailbox.deliver().await[0].subject, "Price drop: AMD Ryzen 7 9800X3D, now KWD 110.000");
}
