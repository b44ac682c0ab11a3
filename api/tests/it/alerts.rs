//! Price alerts: creation, notification by mail and in the notification centre, deletion.

use axum::http::Method;
use domain::model::OfferDraft;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, signed_in_user},
    fixtures::{World, execute, offer, store, world},
    mailbox::Mailbox,
};

const ALERTS: &str = "/api/user/price-alerts";
const NOTIFICATIONS: &str = "/api/user/notifications";

fn alert_request(world: &World, kind: &str) -> Value {
    json!({ "productId": world.ryzen.id.to_string(), "alertType": kind })
}

fn target(world: &World, kwd: impl Into<Value>) -> Value {
    let mut wish = alert_request(world, "TARGET_PRICE");
    wish["targetPrice"] = kwd.into();
    wish
}

/// Changes the price of the Ryzen, whose lowest price is 145 at the start.
async fn sell(db: &PgPool, world: &World, fils: i64) {
    store(db, world.alpha, &[offer(&world.ryzen, fils)]).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alerts_are_made_listed_and_deleted(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    assert_eq!(sara.get(ALERTS).await.json(), json!({ "alerts": [] }));
    let made = sara.post(ALERTS, target(&world, 139.9)).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.text());
    let percentage =
        json!({ "productId": world.ryzen.id.to_string(), "alertType": "PERCENTAGE_DROP", "percentage": 15 });
    assert_eq!(sara.post(ALERTS, percentage).await.status.as_u16(), 201);
    assert_eq!(sara.post(ALERTS, alert_request(&world, "ANY_DROP")).await.status.as_u16(), 201);

    let listed = sara.get(ALERTS).await.json();
    let shape = |alert: &Value| {
        json!([alert["alertType"], alert["targetPrice"], alert["percentage"], alert["enabled"]])
    };
    let shapes: Vec<Value> = listed["alerts"].as_array().unwrap().iter().map(shape).collect();
    assert_eq!(
        json!(shapes),
        json!([
            ["ANY_DROP", null, null, true],
            ["PERCENTAGE_DROP", null, 15, true],
            ["TARGET_PRICE", 139.9, null, true]
        ])
    );
    let product = &listed["alerts"][0]["product"];
    assert_eq!(
        (&product["name"], &product["price"], &product["currency"]),
        (&json!("AMD Ryzen 7 9800X3D"), &json!(145), &json!("KWD"))
    );

    let id = made.json()["id"].as_str().unwrap().to_owned();
    let one = format!("{ALERTS}?alertId={id}");
    let mut noor = signed_in_user(&app, &db, "noor").await;
    noor.send(Method::DELETE, &one, None).await.assert_error(404, "ALERT_NOT_FOUND");
    assert_eq!(sara.send(Method::DELETE, &one, None).await.status.as_u16(), 204);
    for gone in [one.as_str(), ALERTS, "/api/user/price-alerts?alertId=%27or%201=1"] {
        sara.send(Method::DELETE, gone, None).await.assert_error(404, "ALERT_NOT_FOUND");
    }
    assert_eq!(sara.get(ALERTS).await.json()["alerts"].as_array().unwrap().len(), 2);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_alert_is_refused_with_the_page_texts(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    Browser::new(&app)
        .post(ALERTS, alert_request(&world, "ANY_DROP"))
        .await
        .assert_error(401, "NOT_SIGNED_IN");
    let mut sara = signed_in_user(&app, &db, "sara").await;
    for (kwd, code, sentence) in [
        (json!(145), "TARGET_NOT_LOWER", "Target price must be lower than current price"),
        (json!(145.001), "TARGET_NOT_LOWER", "Target price must be lower than current price"),
        (json!(0), "INVALID_TARGET", "Please enter a valid target price"),
        (json!(-1), "INVALID_TARGET", "Please enter a valid target price"),
        (json!(1.0001), "INVALID_TARGET", "Please enter a valid target price"),
        (json!("100"), "INVALID_TARGET", "Please enter a valid target price"),
        (Value::Null, "INVALID_TARGET", "Please enter a valid target price"),
    ] {
        let reply = sara.post(ALERTS, target(&world, kwd)).await;
        let fields = reply.assert_error(422, code);
        assert_eq!((&reply.json()["error"], &fields["targetPrice"]), (&json!(sentence), &json!(sentence)));
    }
    for percentage in [json!(0), json!(7), json!(30), json!(-10), Value::Null] {
        let mut body = alert_request(&world, "PERCENTAGE_DROP");
        body["percentage"] = percentage;
        sara.post(ALERTS, body).await.assert_error(422, "INVALID_FIELDS");
    }
    sara.post(ALERTS, alert_request(&world, "EVERY_RISE")).await.assert_error(422, "INVALID_FIELDS");
    let unsold = json!({ "productId": world.unsold.id.to_string(), "alertType": "ANY_DROP" });
    sara.post(ALERTS, unsold).await.assert_error(422, "NO_PRICE");
    for id in ["x", "00000000-0000-4000-8000-000000000000"] {
        let body = json!({ "productId": id, "alertType": "ANY_DROP" });
        sara.post(ALERTS, body).await.assert_error(404, "PRODUCT_NOT_FOUND");
    }
    assert_eq!(sara.get(ALERTS).await.json(), json!({ "alerts": [] }));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn repeated_alert_request_creates_one_alert_and_is_rate_limited(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let body = target(&world, 100);
    let first = sara.post(ALERTS, body.clone()).await.json();
    assert_eq!(sara.post(ALERTS, body.clone()).await.json(), first);
    let mut refused = None;
    for _ in 0..70 {
        let reply = sara.post(ALERTS, body.clone()).await;
        if reply.status.as_u16() == 429 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("no limit");
    refused.assert_error(429, "TOO_OFTEN");
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    assert_eq!(sara.get(ALERTS).await.json()["alerts"].as_array().unwrap().len(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_drop_sends_one_localised_mail_and_one_notification(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut noor = signed_in_user(&app, &db, "noor").await;
    noor.send(Method::PUT, "/api/user/settings", Some(json!({ "language": "ar" }))).await;
    sara.post(ALERTS, target(&world, 139.9)).await;
    noor.post(ALERTS, alert_request(&world, "ANY_DROP")).await;
    assert_eq!(sara.get(NOTIFICATIONS).await.json(), json!({ "notifications": [], "unread": 0 }));

    sell(&db, &world, 139_900).await;
    let mut mails = mailbox.deliver().await;
    mails.sort_by(|one, other| other.to.cmp(&one.to));
    assert_eq!(mails.len(), 2, "{mails:?}");
    let [english, arabic] = [&mails[0], &mails[1]];
    let page = format!("https://tajmeea.example/product/{}", world.ryzen.id);
    assert_eq!(english.subject, "Price drop: AMD Ryzen 7 9800X3D, now KWD 139.900");
    assert!(
        english.text.contains("is at KWD 139.900 now. It was KWD 145.000.") && english.text.contains(&page)
    );
    assert!(english.text.contains("now off") && english.html.contains("dir=\"ltr\""));
    assert!(arabic.subject.starts_with("نزل السعر:") && arabic.html.contains("dir=\"rtl\""), "{arabic:?}");
    assert!(arabic.text.contains("139.900") && arabic.text.contains("هالتنبيه مستمر"), "{arabic:?}");
    assert!(mailbox.deliver().await.is_empty());

    let told = sara.get(NOTIFICATIONS).await.json();
    let first = &told["notifications"][0];
    assert_eq!(told["unread"], 1);
    assert_eq!(
        json!([
            first["alertType"],
            first["price"],
            first["priceBefore"],
            first["read"],
            first["product"]["name"]
        ]),
        json!(["TARGET_PRICE", 139.9, 145, false, "AMD Ryzen 7 9800X3D"])
    );
    assert_eq!(sara.get(ALERTS).await.json()["alerts"][0]["enabled"], false);
    let read = format!("{NOTIFICATIONS}/read");
    // Another user's notification id changes nothing, and the answer does not tell that it exists.
    assert_eq!(noor.post(&read, json!({ "ids": [first["id"]] })).await.status.as_u16(), 204);
    assert_eq!(sara.get(NOTIFICATIONS).await.json()["unread"], 1);
    assert_eq!(sara.post(&read, json!({ "ids": [first["id"]] })).await.status.as_u16(), 204);
    let told = sara.get(NOTIFICATIONS).await.json();
    assert_eq!((&told["unread"], &told["notifications"][0]["read"]), (&json!(0), &json!(true)));
    assert_eq!(noor.post(&read, json!({})).await.status.as_u16(), 204);
    assert_eq!(noor.get(NOTIFICATIONS).await.json()["unread"], 0);
    noor.post(&read, json!({ "ids": ["x"] })).await.assert_error(422, "INVALID_FIELDS");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn more_than_five_alerts_come_in_one_mail(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    for (number, product) in [&world.ryzen, &world.core].into_iter().enumerate() {
        for step in 0..3 {
            let price = 100 - 10 * number - step;
            let body = json!({ "productId": product.id.to_string(), "alertType": "TARGET_PRICE", "targetPrice": price });
            assert_eq!(sara.post(ALERTS, body).await.status.as_u16(), 201);
        }
    }
    let cheap: Vec<OfferDraft> = [&world.ryzen, &world.core].map(|product| offer(product, 70_000)).to_vec();
    store(&db, world.alpha, &cheap).await;
    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0].subject, "6 prices that you watch have dropped");
    assert_eq!(mails[0].html.matches("<li").count(), 6);
    assert!(mails[0].text.contains("Intel Core Ultra 7 265K: KWD 70.000, was KWD 118.500"));
    assert_eq!(sara.get(NOTIFICATIONS).await.json()["unread"], 6);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn opted_out_and_deleted_users_get_no_mail(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut noor = signed_in_user(&app, &db, "noor").await;
    let mut ali = signed_in_user(&app, &db, "ali").await;
    for browser in [&mut sara, &mut noor, &mut ali] {
        assert_eq!(browser.post(ALERTS, alert_request(&world, "ANY_DROP")).await.status.as_u16(), 201);
    }
    let off = json!({ "priceDropAlerts": false });
    sara.send(Method::PUT, "/api/user/settings", Some(off)).await;
    execute(&db, "update app_user set email_verified_at = null where name = 'ali'").await;
    sell(&db, &world, 140_000).await;
    // The account is deleted between the price change and the mail.
    execute(&db, "delete from app_user where name = 'noor'").await;
    assert!(mailbox.deliver().await.is_empty());
    assert_eq!(sara.get(NOTIFICATIONS).await.json()["unread"], 1);
    // After mails are switched on again, earlier drops stay unsent and new ones are sent.
    sara.send(Method::PUT, "/api/user/settings", Some(json!({ "priceDropAlerts": true }))).await;
    assert!(mailbox.deliver().await.is_empty());
    sell(&db, &world, 139_000).await;
    assert_eq!(mailbox.deliver().await.len(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alerts_are_exported_and_deleted_with_the_account(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    sara.post(ALERTS, target(&world, 140)).await;
    sell(&db, &world, 130_000).await;
    Mailbox::new(&db).deliver().await;
    let data = sara.get("/api/user/export").await.json();
    assert_eq!(data["priceAlerts"][0]["targetFils"], 140_000);
    assert_eq!(data["notifications"][0]["priceFils"], 130_000);
    let password = json!({ "password": crate::browsers::PASSWORD });
    assert_eq!(sara.post("/api/user/delete", password).await.status.as_u16(), 204);
    let left: i64 =
        sqlx::query_scalar("select (select count(*) from price_alert) + (select count(*) from fired_alert)")
            .fetch_one(&db)
            .await
            .unwrap();
    assert_eq!(left, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_total_alert_fires_for_the_owner(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let build: uuid::Uuid = sqlx::query_scalar(
        "with build as (
             insert into saved_build (user_id, name, share_token)
             select id, 'Quiet <one>', 'AAAAAAAAAAAAAAAAAAAAAA' from app_user returning id),
         part as (
             insert into saved_build_part (build_id, position, slot, product_id, name, quantity)
             select id, 0, 'CPU', $1, 'Ryzen', 2 from build)
         select id from build",
    )
    .bind(world.ryzen.id.0)
    .fetch_one(&db)
    .await
    .unwrap();
    let total =
        |kwd: Value, id: &str| json!({ "alertType": "BUILD_TOTAL", "buildId": id, "targetPrice": kwd });
    let id = build.to_string();
    sara.post(ALERTS, total(json!(290), &id)).await.assert_error(422, "TARGET_NOT_LOWER");
    sara.post(ALERTS, total(Value::Null, &id)).await.assert_error(422, "INVALID_TARGET");
    let sell_nothing = "update offer set ended_at = now() where product_id = $1";
    let sell_again = "update offer set ended_at = null where product_id = $1";
    sqlx::query(sell_nothing).bind(world.ryzen.id).execute(&db).await.unwrap();
    let fields = sara.post(ALERTS, total(json!(280), &id)).await.assert_error(422, "NO_PRICE");
    assert!(fields["buildId"].as_str().unwrap().contains("build"), "{fields}");
    sqlx::query(sell_again).bind(world.ryzen.id).execute(&db).await.unwrap();
    let mut noor = signed_in_user(&app, &db, "noor").await;
    for unknown in [id.as_str(), "x", "00000000-0000-4000-8000-000000000000"] {
        noor.post(ALERTS, total(json!(280), unknown)).await.assert_error(404, "BUILD_NOT_FOUND");
    }
    assert_eq!(sara.post(ALERTS, total(json!(280), &id)).await.status.as_u16(), 201);
    let alert = sara.get(ALERTS).await.json()["alerts"][0].clone();
    assert_eq!(
        json!([alert["product"], alert["build"]["name"], alert["build"]["totalPrice"], alert["targetPrice"]]),
        json!([null, "Quiet <one>", 290, 280])
    );
    sell(&db, &world, 140_000).await;
    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Price drop: Quiet <one>, now KWD 280.000");
    assert!(mails[0].text.contains("https://tajmeea.example/build/AAAAAAAAAAAAAAAAAAAAAA"));
    assert!(mails[0].html.contains("Your build “Quiet &#60;one&#62;” is at KWD 280.000 now."));
    let told = sara.get(NOTIFICATIONS).await.json()["notifications"][0].clone();
    assert_eq!(
        json!([told["alertType"], told["product"], told["build"]["name"], told["price"]]),
        json!(["BUILD_TOTAL", null, "Quiet <one>", 280])
    );
}

/// Concurrent duplicates of a request take effect once.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn concurrent_identical_requests_take_effect_once(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let sara = signed_in_user(&app, &db, "sara").await;
    let twice = async |method: Method, uri: &str, body: Option<Value>| {
        let press = || {
            let mut tab = Browser::new(&app);
            tab.cookie.clone_from(&sara.cookie);
            let (method, body) = (method.clone(), body.clone());
            async move { tab.send(method, uri, body).await.status.as_u16() }
        };
        futures::join!(press(), press())
    };
    let review = format!("/api/products/{}/reviews", world.ryzen.id);
    let favourite = json!({ "productId": world.ryzen.id.to_string() });
    assert_eq!(twice(Method::POST, ALERTS, Some(target(&world, 140))).await, (201, 201));
    assert_eq!(twice(Method::POST, &review, Some(json!({ "rating": 4 }))).await, (200, 200));
    assert_eq!(twice(Method::POST, "/api/favorites", Some(favourite)).await, (204, 204));
    let counted: (i64, i64, i64) = sqlx::query_as(
        "select (select count(*) from price_alert), (select count(*) from review), (select count(*) from favorite)",
    )
    .fetch_one(&db)
    .await
    .unwrap();
    assert_eq!(counted, (1, 1, 1));
    sell(&db, &world, 130_000).await;
    assert_eq!(mailbox.deliver().await.len(), 1);
    // The second deletion finds no account.
    let farewell = json!({ "password": crate::browsers::PASSWORD });
    let (one, other) = twice(Method::POST, "/api/user/delete", Some(farewell)).await;
    assert!(matches!((one, other), (204, 204) | (204, 401) | (401, 204)), "{one} {other}");
}
