//! The conditions of alerts, changed; and what mails say of the price beside them.

use axum::http::Method;
use domain::model::Stock;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    alert_kinds::{ALERTS, alert_request, sell},
    app::TestApp,
    browsers::{Browser, signed_in_user},
    fixtures::{offer, store, world},
    history::import_past,
    mailbox::Mailbox,
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mails_say_what_the_history_says_about_the_price(db: PgPool) {
    let world = world(&db).await;
    import_past(&db, &world, &[(200, 140_000), (120, 180_000), (20, 160_000)]).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut noor = signed_in_user(&app, &db, "noor").await;
    noor.send(Method::PUT, "/api/user/settings", Some(json!({ "language": "ar" }))).await;
    for browser in [&mut sara, &mut noor] {
        let drop = json!({ "productId": world.ryzen.id.to_string(), "alertType": "ANY_DROP" });
        made_alert(browser, drop).await;
    }
    store(&db, world.alpha, &[offer(&world.ryzen, 144_000)]).await;
    let mut mails = mailbox.deliver().await;
    mails.sort_by(|one, other| other.to.cmp(&one.to));
    assert_eq!(mails.len(), 2, "{mails:?}");
    assert!(mails[0].text.contains("Lowest in 90 days: usually 180.000 KWD."), "{mails:?}");
    assert!(mails[1].text.contains("180.000"), "{mails:?}");
    // More than five alerts come in one mail, each as a line. Of the core no history is known.
    for target in 139..143 {
        let request = json!({ "productId": world.ryzen.id.to_string(), "alertType": "TARGET_PRICE", "targetPrice": target });
        made_alert(&mut sara, request).await;
    }
    made_alert(&mut sara, alert_request(&world, "ANY_DROP", json!({}))).await;
    store(&db, world.alpha, &[offer(&world.ryzen, 138_500), offer(&world.core, 110_000)]).await;
    let mails = mailbox.deliver().await;
    let all = mails.iter().find(|mail| mail.to.starts_with("sara")).expect("a mail");
    assert!(all.text.contains("was KWD 144.000 · 23% under usual, lowest in 90 days"), "{all:?}");
    assert!(all.text.contains("KWD 110.000, was KWD 118.500\r\n"), "{all:?}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn product_that_nobody_lists_can_be_waited_for(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let on = |kind: &str| json!({ "productId": world.unsold.id.to_string(), "alertType": kind });
    for kind in ["BACK_IN_STOCK", "NEW_AT_SHOP"] {
        made_alert(&mut sara, on(kind)).await;
    }
    sara.post(ALERTS, on("ANY_DROP")).await.assert_error(422, "NO_PRICE");
    store(&db, world.alpha, &[offer(&world.unsold, 55_000)]).await;
    let mails = mailbox.deliver().await;
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects.len(), 2, "{subjects:?}");
    assert!(subjects.iter().any(|subject| subject.starts_with("Back in stock: ")), "{subjects:?}");
}

/// Creates an alert, and returns the address that changes it.
async fn made_alert(browser: &mut Browser<'_>, request: Value) -> String {
    let made = browser.post(ALERTS, request).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.text());
    format!("{ALERTS}?alertId={}", made.json()["id"].as_str().unwrap())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn changed_conditions_are_measured_from_todays_price(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let back = made_alert(&mut sara, alert_request(&world, "BACK_IN_STOCK", json!({}))).await;
    let fall = alert_request(&world, "PERCENTAGE_DROP", json!({ "percentage": 25 }));
    let fall = made_alert(&mut sara, fall).await;
    let target = alert_request(&world, "TARGET_PRICE", json!({ "targetPrice": 80 }));
    let target = made_alert(&mut sara, target).await;
    for (one, change) in [
        (&back, json!({ "retailers": ["alpha"] })),
        (&fall, json!({ "percentage": 5 })),
        (&target, json!({ "targetPrice": 113, "paused": true })),
    ] {
        let changed = sara.send(Method::PATCH, one, Some(change)).await;
        assert_eq!(changed.status.as_u16(), 204, "{}", changed.text());
    }
    let listed = sara.get(ALERTS).await.json();
    let shape = |alert: &Value| {
        json!([alert["targetPrice"], alert["percentage"], alert["retailers"], alert["paused"]])
    };
    let shapes: Vec<Value> = listed["alerts"].as_array().unwrap().iter().map(shape).collect();
    assert_eq!(
        json!(shapes),
        json!([[113, null, [], true], [null, 5, [], false], [null, null, ["alpha"], false]])
    );
    // 5 % below 118.500 is 112.575. The paused alert fires once it is resumed.
    sell(&db, &world, 112_575, Stock::In).await;
    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    sara.send(Method::PATCH, &target, Some(json!({ "paused": false }))).await;
    let over = sara.send(Method::PATCH, &fall, Some(json!({ "percentage": 10 }))).await;
    assert_eq!(over.assert_error(422, "INVALID_FIELDS")["alertId"], "must name an alert that is not over");
    let high = sara.send(Method::PATCH, &target, Some(json!({ "targetPrice": 112.575 }))).await;
    high.assert_error(422, "TARGET_NOT_LOWER");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_changes_of_a_condition_are_refused_by_field(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let any = made_alert(&mut sara, alert_request(&world, "ANY_DROP", json!({}))).await;
    let near = alert_request(&world, "NEAR_LOW", json!({ "percentage": 5 }));
    let near = made_alert(&mut sara, near).await;
    let low = alert_request(&world, "TARGET_PRICE", json!({ "targetPrice": 80 }));
    made_alert(&mut sara, low).await;
    let high = alert_request(&world, "TARGET_PRICE", json!({ "targetPrice": 90 }));
    let high = made_alert(&mut sara, high).await;
    for (one, change, field, reason) in [
        (
            &any,
            json!({ "targetPrice": 10 }),
            "targetPrice",
            "must be left out: only TARGET_PRICE, BUILD_TOTAL and LISTING_AT_OR_BELOW can change it",
        ),
        (
            &high,
            json!({ "percentage": 10 }),
            "percentage",
            "must be left out: only PERCENTAGE_DROP, PRICE_FALL, NEAR_LOW and PRICE_RISE have one",
        ),
        (&near, json!({ "percentage": 51 }), "percentage", "must be a whole number from 1 to 50"),
        (
            &near,
            json!({ "retailers": ["alpha"] }),
            "retailers",
            "must be left out: only BACK_IN_STOCK is about some retailers",
        ),
        (&near, json!({ "retailers": ["nowhere"] }), "retailers", "there is no retailer \"nowhere\""),
        (&high, json!({ "targetPrice": 80 }), "alertId", "must differ from an equal alert that is active"),
    ] {
        let refused = sara.send(Method::PATCH, one, Some(change)).await;
        assert_eq!(refused.assert_error(422, "INVALID_FIELDS")[field], reason);
    }
    sara.send(Method::PATCH, &high, Some(json!({ "targetPrice": 0 })))
        .await
        .assert_error(422, "INVALID_TARGET");
    let mut noor = signed_in_user(&app, &db, "noor").await;
    let foreign = noor.send(Method::PATCH, &high, Some(json!({ "targetPrice": 70 }))).await;
    foreign.assert_error(404, "ALERT_NOT_FOUND");
}
