//! Channels of alerts beside mails: browsers, webhooks and ntfy.

use std::time::{Duration, Instant};

use api::{http::public_url::PublicUrl, services::channels::ChannelSender};
use axum::http::Method;
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as BASE64_URL};
use domain::config::Config;
use hmac::{Hmac, KeyInit as _, Mac as _};
use p256::ecdsa::{Signature, VerifyingKey, signature::Verifier as _};
use serde_json::{Value, json};
use sha2::Sha256;
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::{
    app::TestApp,
    browsers::{Browser, signed_in_user},
    fixtures::{World, offer, store, world},
    logs,
    mailbox::Mailbox,
    push_receiver::{Receiver, Subscription},
};

const CHANNELS: &str = "/api/user/channels";

/// A configuration that lets channels lead to this machine.
fn open_config() -> Config {
    let mut config = Config::load().unwrap();
    config.channels.allow_private_addresses = true;
    config
}

/// Returns a browser of a user who watches the Ryzen, whose lowest price is 145.
async fn watching_user<'a>(app: &'a TestApp, db: &PgPool, world: &World) -> Browser<'a> {
    let mut sara = signed_in_user(app, db, "Sara").await;
    let alert = json!({ "productId": world.ryzen.id.to_string(), "alertType": "ANY_DROP" });
    assert_eq!(sara.post("/api/user/price-alerts", alert).await.status, 201);
    sara
}

/// Adds a channel, and returns the answer.
async fn add(user: &mut Browser<'_>, channel: Value) -> Value {
    let reply = user.post(CHANNELS, channel).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()
}

async fn add_ntfy(user: &mut Browser<'_>, url: &str, path: &str, language: &str) -> String {
    let channel = json!({ "kind": "NTFY", "address": format!("{url}{path}"), "language": language });
    add(user, channel).await["channel"]["id"].as_str().unwrap().to_owned()
}

/// Lets the price fall and the alert fire.
async fn fire(db: &PgPool, world: &World, fils: i64) {
    store(db, world.alpha, &[offer(&world.ryzen, fils)]).await;
    Mailbox::new(db).send_due().await;
}

async fn list(user: &mut Browser<'_>) -> Value {
    user.get(CHANNELS).await.json()
}

/// Makes everything that waits for another attempt due now.
async fn reach_next_attempt(db: &PgPool) {
    let update = "update notification_delivery set due_at = now(), attempts = 1 where done_at is null";
    sqlx::query(update).execute(db).await.unwrap();
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn browser_gets_a_message_that_it_alone_can_read(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::with_config(db.clone(), &open_config()).await;
    let (receiver, subscription) = (Receiver::open().await, Subscription::new());
    let mut sara = watching_user(&app, &db, &world).await;
    let endpoint = format!("{}/push/1", receiver.url);
    let channel = json!({ "kind": "PUSH", "address": endpoint, "keys": subscription.keys(), "device": "Firefox", "language": "ar" });
    add(&mut sara, channel).await;
    let key = list(&mut sara).await["pushKey"].as_str().unwrap().to_owned();
    fire(&db, &world, 140_000).await;
    assert_eq!(app.channels.send_due().await.unwrap(), 1);
    assert_eq!(app.channels.send_due().await.unwrap(), 0);

    let [message] = receiver.take().try_into().unwrap();
    assert_eq!((message.path.as_str(), message.header("content-encoding")), ("/push/1", "aes128gcm"));
    assert!(message.body.len() < 4096 && message.header("ttl").parse::<u32>().unwrap() > 0);
    check_vapid(message.header("authorization"), &key, &receiver.url);
    let read = subscription.decrypt(&message.body);
    assert!(read["title"].as_str().unwrap().starts_with("نزل السعر"), "{read}");
    assert_eq!(read["link"], format!("https://tajmeea.example/ar/product/{}", world.ryzen.id));
    assert_eq!((&read["dir"], &read["lang"]), (&json!("rtl"), &json!("ar")));
    assert!(list(&mut sara).await["channels"][0]["lastSentAt"].is_string());
}

/// Checks the signature by which push services know the installation (RFC 8292).
fn check_vapid(authorization: &str, key: &str, audience: &str) {
    let (token, sent_key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(sent_key, key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let signature = Signature::from_slice(&BASE64_URL.decode(signature).unwrap()).unwrap();
    let key = VerifyingKey::from_sec1_bytes(&BASE64_URL.decode(key).unwrap()).unwrap();
    key.verify(signed.as_bytes(), &signature).unwrap();
    let read = |part: &str| serde_json::from_slice::<Value>(&BASE64_URL.decode(part).unwrap()).unwrap();
    let (head, claims) = signed.split_once('.').unwrap();
    assert_eq!(read(head)["alg"], "ES256");
    let claims = read(claims);
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(audience), &json!("https://tajmeea.example")));
    let left = claims["exp"].as_i64().unwrap() - OffsetDateTime::now_utc().unix_timestamp();
    assert!((3600..=86_400).contains(&left), "{left}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn browser_that_unsubscribed_is_removed_and_another_user_takes_it_over(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::with_config(db.clone(), &open_config()).await;
    let receiver = Receiver::open().await;
    let mut sara = watching_user(&app, &db, &world).await;
    let push = |path: &str| json!({ "kind": "PUSH", "address": format!("{}{path}", receiver.url), "keys": Subscription::new().keys(), "language": "en" });
    add(&mut sara, push("/gone")).await;
    add(&mut sara, push("/shared")).await;
    let mut noor = signed_in_user(&app, &db, "Noor").await;
    add(&mut noor, push("/shared")).await;
    assert_eq!(list(&mut sara).await["channels"].as_array().unwrap().len(), 1);
    fire(&db, &world, 140_000).await;
    assert_eq!(app.channels.send_due().await.unwrap(), 1);
    assert_eq!(list(&mut sara).await["channels"], json!([]));
    assert_eq!(receiver.take().len(), 1);
    assert_eq!(list(&mut noor).await["channels"].as_array().unwrap().len(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn webhook_gets_signed_json_and_ntfy_its_headers(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::with_config(db.clone(), &open_config()).await;
    let receiver = Receiver::open().await;
    let mut sara = watching_user(&app, &db, &world).await;
    let hook = json!({ "kind": "WEBHOOK", "address": format!("{}/hook", receiver.url), "language": "en" });
    let secret = add(&mut sara, hook).await["secret"].as_str().unwrap().to_owned();
    logs::secret(&secret);
    add_ntfy(&mut sara, &receiver.url, "/topic", "ar").await;
    fire(&db, &world, 140_500).await;
    assert_eq!(app.channels.send_due().await.unwrap(), 2);
    let mut received = receiver.take();
    received.sort_by(|a, b| a.path.cmp(&b.path));
    let [hook, ntfy] = received.try_into().unwrap();

    let (seconds, signature) = hook.header("tajmeea-signature").split_once(",v1=").unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{}.", seconds.strip_prefix("t=").unwrap()).as_bytes());
    mac.update(&hook.body);
    let expected: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(signature, expected);
    let body = hook.json();
    assert_eq!(
        (&body["type"], &body["id"]),
        (&json!("PRICE_ALERT"), &json!(hook.header("tajmeea-delivery")))
    );
    let alert = &body["alert"];
    assert_eq!((&alert["priceFils"], &alert["price"]), (&json!(140_500), &json!(140.5)));
    assert_eq!(alert["product"]["id"], world.ryzen.id.to_string());
    assert_eq!(ntfy.header("click"), format!("https://tajmeea.example/ar/product/{}", world.ryzen.id));
    assert!(ntfy.header("title").starts_with("=?UTF-8?B?"));

    // Neither the list nor the export holds the secret.
    for uri in [CHANNELS, "/api/user/export"] {
        let text = sara.get(uri).await.text();
        assert!(text.contains("/hook") && !text.contains(&secret), "{text}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn webhook_that_hangs_holds_up_nobody_and_redirects_are_not_followed(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::with_config(db.clone(), &open_config()).await;
    let receiver = Receiver::open().await;
    let mut sara = watching_user(&app, &db, &world).await;
    for path in ["/hang", "/redirect", "/good"] {
        add_ntfy(&mut sara, &receiver.url, path, "en").await;
    }
    fire(&db, &world, 140_000).await;
    let started = Instant::now();
    assert_eq!(app.channels.send_due().await.unwrap(), 3);
    assert!(started.elapsed() < Duration::from_secs(6), "{:?}", started.elapsed());
    let received = receiver.take();
    let good = received.iter().find(|one| one.path == "/good").unwrap();
    assert!(good.at - started < Duration::from_secs(2));
    assert!(received.iter().all(|one| one.path != "/elsewhere"));
    let channels = list(&mut sara).await["channels"].clone();
    let problems: Vec<&Value> = channels.as_array().unwrap().iter().map(|one| &one["problem"]).collect();
    assert_eq!(problems, [&json!("TIMEOUT"), &json!("STATUS_302"), &Value::Null]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn two_processes_send_each_message_once(db: PgPool) {
    let world = world(&db).await;
    let config = open_config();
    let app = TestApp::with_config(db.clone(), &config).await;
    let public_url = PublicUrl::new("https://tajmeea.example");
    let other = ChannelSender::new(db.clone(), &config.channels, app.telegram.clone(), public_url);
    let receiver = Receiver::open().await;
    let mut sara = watching_user(&app, &db, &world).await;
    for number in 0..10 {
        add_ntfy(&mut sara, &receiver.url, &format!("/{number}"), "en").await;
    }
    for fils in [144_000, 143_000, 142_000] {
        fire(&db, &world, fils).await;
    }
    loop {
        let (one, two) = tokio::join!(app.channels.send_due(), other.send_due());
        if one.unwrap() + two.unwrap() == 0 {
            break;
        }
    }
    let mut messages: Vec<_> = receiver.take().into_iter().map(|one| (one.path, one.body)).collect();
    assert_eq!(messages.len(), 30);
    messages.sort();
    messages.dedup();
    assert_eq!(messages.len(), 30);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn message_waits_for_the_end_of_quiet_hours_over_midnight(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::with_config(db.clone(), &open_config()).await;
    let receiver = Receiver::open().await;
    let mut sara = watching_user(&app, &db, &world).await;
    add_ntfy(&mut sara, &receiver.url, "/topic", "en").await;
    let at = |hours: i64| {
        let time = OffsetDateTime::now_utc() + time::Duration::hours(3 + hours);
        format!("{:02}:{:02}", time.hour(), time.minute())
    };
    // For 22 hours, so that midnight is among them.
    let quiet = json!({ "quietHours": true, "quietFrom": at(-11), "quietUntil": at(11) });
    assert_eq!(sara.send(Method::PUT, "/api/user/settings", Some(quiet)).await.status, 200);
    fire(&db, &world, 140_000).await;
    assert_eq!(app.channels.send_due().await.unwrap(), 0);
    assert!(receiver.take().is_empty());
    let over = json!({ "quietUntil": at(-1) });
    assert_eq!(sara.send(Method::PUT, "/api/user/settings", Some(over)).await.status, 200);
    assert_eq!(app.channels.send_due().await.unwrap(), 1);
    assert_eq!(receiver.take().len(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn channel_that_fails_ten_times_is_paused_until_a_test_arrives(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::with_config(db.clone(), &open_config()).await;
    let receiver = Receiver::open().await;
    receiver.set_status(500);
    let mut sara = watching_user(&app, &db, &world).await;
    let id = add_ntfy(&mut sara, &receiver.url, "/topic", "en").await;
    fire(&db, &world, 140_000).await;
    for _ in 0..10 {
        reach_next_attempt(&db).await;
        assert_eq!(app.channels.send_due().await.unwrap(), 1);
        // Not again at once.
        assert_eq!(app.channels.send_due().await.unwrap(), 0);
    }
    let channel = list(&mut sara).await["channels"][0].clone();
    assert_eq!((&channel["paused"], &channel["problem"]), (&json!(true), &json!("STATUS_500")));
    reach_next_attempt(&db).await;
    fire(&db, &world, 139_000).await;
    assert_eq!(app.channels.send_due().await.unwrap(), 0);

    let test = format!("{CHANNELS}/{id}/test");
    assert_eq!(sara.post(&test, json!({})).await.json(), json!({ "sent": false, "problem": "STATUS_500" }));
    receiver.set_status(200);
    assert_eq!(sara.post(&test, json!({})).await.json(), json!({ "sent": true, "problem": null }));
    assert_eq!(list(&mut sara).await["channels"][0]["paused"], false);
    fire(&db, &world, 138_000).await;
    assert_eq!(app.channels.send_due().await.unwrap(), 1);
    for _ in 0..3 {
        assert_eq!(sara.post(&test, json!({})).await.status, 200);
    }
    assert_eq!(sara.post(&test, json!({})).await.status, 429);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn short_outage_costs_one_failure_and_no_message(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::with_config(db.clone(), &open_config()).await;
    let receiver = Receiver::open().await;
    receiver.set_status(503);
    let mut sara = watching_user(&app, &db, &world).await;
    add_ntfy(&mut sara, &receiver.url, "/topic", "en").await;
    for step in 0..12 {
        fire(&db, &world, 140_000 - step * 100).await;
    }
    let failures = |channels: Value| channels["channels"][0]["failures"].clone();
    assert_eq!(app.channels.send_due().await.unwrap(), 1);
    assert_eq!(app.channels.send_due().await.unwrap(), 0, "the channel is left alone for a while");
    assert_eq!(failures(list(&mut sara).await), 1);
    // Too many requests are no fault of the channel.
    receiver.set_status(429);
    reach_next_attempt(&db).await;
    assert_eq!(app.channels.send_due().await.unwrap(), 1);
    assert_eq!(failures(list(&mut sara).await), 1);
    receiver.set_status(200);
    reach_next_attempt(&db).await;
    let mut sent = 0;
    while app.channels.send_due().await.unwrap() > 0 {
        sent += 1;
    }
    let channel = list(&mut sara).await["channels"][0].clone();
    assert_eq!((sent, &channel["failures"], &channel["paused"]), (12, &json!(0), &json!(false)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn private_addresses_are_refused_even_where_they_are_stored(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let receiver = Receiver::open().await;
    let mut sara = watching_user(&app, &db, &world).await;
    for address in [
        receiver.url.as_str(),
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://169.254.169.254/latest",
        "https://localhost/a",
        "https://me:secret@ntfy.sh/a",
        "http://ntfy.sh/a",
        "ntfy.sh/a",
        "",
    ] {
        let channel = json!({ "kind": "NTFY", "address": address, "language": "en" });
        let reply = sara.post(CHANNELS, channel).await;
        assert_eq!(reply.status, 422, "{address}");
        assert!(reply.json()["fields"]["address"].is_string(), "{address}");
    }
    let wrong_keys = json!({ "p256dh": "AAAA", "auth": "AAAA" });
    for (field, channel) in [
        ("keys", json!({ "kind": "PUSH", "address": "https://push.example/1", "language": "en" })),
        (
            "keys",
            json!({ "kind": "PUSH", "address": "https://push.example/1", "keys": wrong_keys, "language": "en" }),
        ),
        ("kind", json!({ "kind": "TELEGRAM", "address": "https://t.example/1", "language": "en" })),
    ] {
        let reply = sara.post(CHANNELS, channel).await;
        assert_eq!(
            (reply.status.as_u16(), reply.json()["fields"][field].is_string()),
            (422, true),
            "{field}"
        );
    }
    let id = add_ntfy(&mut sara, "https://ntfy.example", "/a", "en").await;
    sqlx::query("update notification_channel set address = jsonb_build_object('url', $1::text)")
        .bind(format!("{}/stored", receiver.url))
        .execute(&db)
        .await
        .unwrap();
    let tested = sara.post(&format!("{CHANNELS}/{id}/test"), json!({})).await.json();
    assert_eq!(tested, json!({ "sent": false, "problem": "BAD_ADDRESS" }));
    assert!(receiver.take().is_empty());
    // Others neither see nor remove it.
    let mut noor = signed_in_user(&app, &db, "Noor").await;
    assert_eq!(noor.send(Method::DELETE, &format!("{CHANNELS}/{id}"), None).await.status, 404);
    for number in 1..10 {
        add_ntfy(&mut sara, "https://ntfy.example", &format!("/{number}"), "en").await;
    }
    let eleventh = json!({ "kind": "NTFY", "address": "https://ntfy.example/eleventh", "language": "en" });
    assert_eq!(sara.post(CHANNELS, eleventh).await.json()["code"], "TOO_MANY_CHANNELS");
    assert_eq!(sara.send(Method::DELETE, &format!("{CHANNELS}/{id}"), None).await.status, 204);
}
