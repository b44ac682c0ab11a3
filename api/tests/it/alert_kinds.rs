//! Alerts on a return to stock, on a new low and on a fall that repeats: creation, change, notification.

use axum::http::Method;
use domain::model::{OfferDraft, Stock};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::signed_in_user,
    fixtures::{World, offer, store, world},
    mailbox::Mailbox,
};

pub(crate) const ALERTS: &str = "/api/user/price-alerts";
const NOTIFICATIONS: &str = "/api/user/notifications";

/// An alert on the Core, which one retailer sells, for 118.500.
pub(crate) fn alert_request(world: &World, kind: &str, rest: Value) -> Value {
    let mut request = json!({ "productId": world.core.id.to_string(), "alertType": kind });
    for (key, value) in rest.as_object().unwrap() {
        request[key.as_str()] = value.clone();
    }
    request
}

pub(crate) async fn sell(db: &PgPool, world: &World, fils: i64, stock: Stock) {
    store(db, world.alpha, &[OfferDraft { stock, ..offer(&world.core, fils) }]).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn new_kinds_are_listed_with_their_repetition_and_changed(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    for (kind, rest) in [
        ("BACK_IN_STOCK", json!({})),
        ("NEW_LOW_30", json!({ "repeats": true })),
        ("NEW_LOW_90", json!({ "repeats": false })),
        ("NEW_LOW_365", json!({ "repeats": true })),
        ("PRICE_FALL", json!({ "repeats": true, "percentage": 15 })),
    ] {
        let made = sara.post(ALERTS, alert_request(&world, kind, rest)).await;
        assert_eq!(made.status.as_u16(), 201, "{kind}: {}", made.text());
    }
    let listed = sara.get(ALERTS).await.json();
    let shape = |alert: &Value| {
        json!([
            alert["alertType"],
            alert["repeats"],
            alert["percentage"],
            alert["paused"],
            alert["timesFired"],
            alert["lastFiredAt"]
        ])
    };
    let shapes: Vec<Value> = listed["alerts"].as_array().unwrap().iter().map(shape).collect();
    assert_eq!(
        json!(shapes),
        json!([
            ["PRICE_FALL", true, 15, false, 0, null],
            ["NEW_LOW_365", true, null, false, 0, null],
            ["NEW_LOW_90", false, null, false, 0, null],
            ["NEW_LOW_30", true, null, false, 0, null],
            ["BACK_IN_STOCK", false, null, false, 0, null]
        ])
    );
    let one = format!("{ALERTS}?alertId={}", listed["alerts"][0]["id"].as_str().unwrap());
    let change = json!({ "paused": true, "repeats": false });
    let mut noor = signed_in_user(&app, &db, "noor").await;
    noor.send(Method::PATCH, &one, Some(change.clone())).await.assert_error(404, "ALERT_NOT_FOUND");
    assert_eq!(sara.send(Method::PATCH, &one, Some(change)).await.status.as_u16(), 204);
    let changed = &sara.get(ALERTS).await.json()["alerts"][0];
    assert_eq!(
        json!([changed["enabled"], changed["paused"], changed["repeats"]]),
        json!([false, true, false])
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_repetition_and_change_are_refused_with_field_and_reason(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let fixed = "must be left out: ANY_DROP, TARGET_PRICE, PERCENTAGE_DROP, BUILD_TOTAL and BUDGET_BUILD cannot repeat";
    for (kind, rest) in [
        ("ANY_DROP", json!({ "repeats": true })),
        ("TARGET_PRICE", json!({ "repeats": true, "targetPrice": 100 })),
        ("PERCENTAGE_DROP", json!({ "repeats": true, "percentage": 10 })),
    ] {
        let refused = sara.post(ALERTS, alert_request(&world, kind, rest)).await;
        assert_eq!(refused.assert_error(422, "INVALID_FIELDS")["repeats"], fixed, "{kind}");
    }
    for percentage in [json!(7), json!(0), Value::Null] {
        let request = alert_request(&world, "PRICE_FALL", json!({ "percentage": percentage }));
        let fields = sara.post(ALERTS, request).await.assert_error(422, "INVALID_FIELDS");
        assert_eq!(fields["percentage"], "must be 5, 10, 15, 20 or 25");
    }
    sara.post(ALERTS, alert_request(&world, "NEW_LOW_60", json!({})))
        .await
        .assert_error(422, "INVALID_FIELDS");
    assert_eq!(sara.get(ALERTS).await.json(), json!({ "alerts": [] }));

    let made = sara.post(ALERTS, alert_request(&world, "ANY_DROP", json!({}))).await.json();
    let one = format!("{ALERTS}?alertId={}", made["id"].as_str().unwrap());
    let refused = sara.send(Method::PATCH, &one, Some(json!({ "repeats": true }))).await;
    assert_eq!(refused.assert_error(422, "INVALID_FIELDS")["repeats"], fixed);
    for wrong in [json!({ "paused": "yes" }), json!({ "pause": true })] {
        sara.send(Method::PATCH, &one, Some(wrong)).await.assert_error(422, "INVALID_FIELDS");
    }
    let paused = json!({ "paused": true });
    assert_eq!(sara.send(Method::PATCH, &one, Some(paused.clone())).await.status.as_u16(), 204);
    sara.post(ALERTS, alert_request(&world, "ANY_DROP", json!({}))).await;
    let refused = sara.send(Method::PATCH, &one, Some(json!({ "paused": false }))).await;
    let reason = "must be true while an equal alert is active";
    assert_eq!(refused.assert_error(422, "INVALID_FIELDS")["paused"], reason);
    let nothing = format!("{ALERTS}?alertId=x");
    sara.send(Method::PATCH, &nothing, Some(paused)).await.assert_error(404, "ALERT_NOT_FOUND");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mails_and_notifications_of_the_new_kinds_say_what_happened(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut noor = signed_in_user(&app, &db, "noor").await;
    noor.send(Method::PUT, "/api/user/settings", Some(json!({ "language": "ar" }))).await;
    for browser in [&mut sara, &mut noor] {
        let back = alert_request(&world, "BACK_IN_STOCK", json!({ "repeats": true }));
        assert_eq!(browser.post(ALERTS, back).await.status.as_u16(), 201);
        let low = alert_request(&world, "NEW_LOW_90", json!({}));
        assert_eq!(browser.post(ALERTS, low).await.status.as_u16(), 201);
    }
    sell(&db, &world, 118_500, Stock::Out).await;
    assert!(mailbox.deliver().await.is_empty());
    sell(&db, &world, 118_500, Stock::In).await;
    let mut mails = mailbox.deliver().await;
    mails.sort_by(|one, other| other.to.cmp(&one.to));
    assert_eq!(mails.len(), 2, "{mails:?}");
    assert_eq!(mails[0].subject, "Back in stock: Intel Core Ultra 7 265K, KWD 118.500");
    assert!(mails[0].text.contains("is in stock again, at KWD 118.500."), "{mails:?}");
    assert!(mails[0].text.contains("stays on") && mails[0].text.contains("at most once a day"), "{mails:?}");
    assert!(
        mails[1].subject.starts_with("رجع متوفر:") && mails[1].text.contains("هالتنبيه مستمر"),
        "{mails:?}"
    );

    sell(&db, &world, 110_000, Stock::In).await;
    let mut mails = mailbox.deliver().await;
    mails.sort_by(|one, other| other.to.cmp(&one.to));
    assert_eq!(mails.len(), 2, "{mails:?}");
    assert_eq!(mails[0].subject, "Lowest price in 90 days: Intel Core Ultra 7 265K, now KWD 110.000");
    assert!(mails[0].text.contains("its lowest price in 90 days.") && mails[0].text.contains("now off"));
    assert!(mails[1].subject.starts_with("أقل سعر من 90 يوم:"), "{mails:?}");

    let told = sara.get(NOTIFICATIONS).await.json();
    let shape = |one: &Value| json!([one["alertType"], one["price"]]);
    let shapes: Vec<Value> = told["notifications"].as_array().unwrap().iter().map(shape).collect();
    assert_eq!(json!(shapes), json!([["NEW_LOW_90", 110], ["BACK_IN_STOCK", 118.5]]));
    let listed = sara.get(ALERTS).await.json();
    let shape = |alert: &Value| json!([alert["alertType"], alert["enabled"], alert["timesFired"]]);
    let shapes: Vec<Value> = listed["alerts"].as_array().unwrap().iter().map(shape).collect();
    assert_eq!(json!(shapes), json!([["NEW_LOW_90", false, 1], ["BACK_IN_STOCK", true, 1]]));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn lows_rises_new_shops_and_chosen_shops_are_set_and_listed(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    for (kind, rest) in [
        ("NEW_LOW_EVER", json!({})),
        ("NEAR_LOW", json!({ "percentage": 3, "repeats": true })),
        ("PRICE_RISE", json!({ "percentage": 50 })),
        ("NEW_AT_SHOP", json!({ "repeats": true })),
        ("BACK_IN_STOCK", json!({ "retailers": ["alpha"] })),
    ] {
        let made = sara.post(ALERTS, alert_request(&world, kind, rest)).await;
        assert_eq!(made.status.as_u16(), 201, "{kind}: {}", made.text());
    }
    let listed = sara.get(ALERTS).await.json();
    let shape = |alert: &Value| {
        json!([alert["alertType"], alert["repeats"], alert["percentage"], alert["retailers"]])
    };
    let shapes: Vec<Value> = listed["alerts"].as_array().unwrap().iter().map(shape).collect();
    assert_eq!(
        json!(shapes),
        json!([
            ["BACK_IN_STOCK", false, null, ["alpha"]],
            ["NEW_AT_SHOP", true, null, []],
            ["PRICE_RISE", false, 50, []],
            ["NEAR_LOW", true, 3, []],
            ["NEW_LOW_EVER", false, null, []]
        ])
    );
    // A repeated request changes the shops of the same alert.
    sara.post(ALERTS, alert_request(&world, "BACK_IN_STOCK", json!({}))).await;
    let listed = sara.get(ALERTS).await.json();
    assert_eq!(listed["alerts"].as_array().unwrap().len(), 5);
    assert_eq!(listed["alerts"][0]["retailers"], json!([]));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_percentages_and_shops_are_refused_with_field_and_reason(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    for kind in ["NEAR_LOW", "PRICE_RISE"] {
        for percentage in [json!(0), json!(51), json!(-3), Value::Null] {
            let request = alert_request(&world, kind, json!({ "percentage": percentage }));
            let fields = sara.post(ALERTS, request).await.assert_error(422, "INVALID_FIELDS");
            assert_eq!(fields["percentage"], "must be a whole number from 1 to 50");
        }
    }
    let too_many: Vec<String> = (0..21).map(|number| format!("shop-{number}")).collect();
    for (kind, retailers, reason) in [
        ("BACK_IN_STOCK", json!(["nowhere"]), "there is no retailer \"nowhere\""),
        ("BACK_IN_STOCK", json!(too_many), "takes at most 20 values"),
        ("NEW_AT_SHOP", json!(["alpha"]), "must be left out: only BACK_IN_STOCK is about some retailers"),
    ] {
        let request = alert_request(&world, kind, json!({ "retailers": retailers }));
        let fields = sara.post(ALERTS, request).await.assert_error(422, "INVALID_FIELDS");
        assert_eq!(fields["retailers"], reason);
    }
    assert_eq!(sara.get(ALERTS).await.json(), json!({ "alerts": [] }));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn the_fifty_first_alert_is_refused_in_both_languages(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    sqlx::query(
        "insert into price_alert (user_id, product_id, kind, target_fils, price_then_fils, fires_at_fils)
         select app_user.id, $1, 'TARGET_PRICE', target, 100000, target
         from app_user cross join generate_series(1, 50) as target where email = 'sara@example.com'",
    )
    .bind(world.core.id.0)
    .execute(&db)
    .await
    .unwrap();
    let refused = sara.post(ALERTS, alert_request(&world, "NEW_AT_SHOP", json!({}))).await;
    refused.assert_error(422, "TOO_MANY_ALERTS");
    let body = refused.json();
    assert!(body["error"].as_str().unwrap().contains("at most 50 price alerts"), "{body}");
    assert!(body["errorAr"].as_str().unwrap().contains("50 تنبيه"), "{body}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mails_of_rises_and_lows_say_what_happened(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut noor = signed_in_user(&app, &db, "noor").await;
    let rise = alert_request(&world, "PRICE_RISE", json!({ "percentage": 10, "repeats": true }));
    assert_eq!(noor.post(ALERTS, rise).await.status.as_u16(), 201);
    assert_eq!(
        noor.post(ALERTS, alert_request(&world, "NEW_LOW_EVER", json!({}))).await.status.as_u16(),
        201
    );
    sell(&db, &world, 130_350, Stock::In).await;
    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0].subject, "Price rise: Intel Core Ultra 7 265K, now KWD 130.350");
    assert!(mails[0].text.contains("It was KWD 118.500.") && mails[0].text.contains("stays on"), "{mails:?}");
    noor.send(Method::PUT, "/api/user/settings", Some(json!({ "language": "ar" }))).await;
    sell(&db, &world, 90_000, Stock::In).await;
    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert!(mails[0].subject.starts_with("أقل سعر على الإطلاق:"), "{mails:?}");
}
