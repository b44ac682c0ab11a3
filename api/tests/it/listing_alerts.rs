//! Alerts on listings: something new in a listing, or a price in it.

use std::time::{Duration, Instant};

use axum::http::Method;
use domain::{
    model::{OfferDraft, Stock},
    store::{feed, price_alerts::listings},
    transactions::alert_mails,
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, signed_in_user},
    fixtures::{World, execute, offer, store, world},
    mailbox::Mailbox,
};

pub(crate) const ALERTS: &str = "/api/user/price-alerts";
const NOTIFICATIONS: &str = "/api/user/notifications";
/// Maximum time after which an evaluation has all changes.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Evaluates until all changes of the database are.
pub(crate) async fn settle(app: &TestApp, db: &PgPool) {
    let started = Instant::now();
    loop {
        app.listing_alerts.evaluate().await.unwrap();
        if let Some(position) = listings::find_position(db).await.unwrap()
            && feed::oldest_delayed_age(db, position).await.unwrap().is_none()
        {
            return;
        }
        assert!(started.elapsed() < MAX_WAIT, "the listings are not evaluated");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn watch(kind: &str, listing: &str, rest: Value) -> Value {
    let mut request = json!({ "alertType": kind, "listing": listing });
    request.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    request
}

/// Sets the price of the card at the retailer with Tabby.
async fn sell_card(db: &PgPool, world: &World, fils: i64, stock: Stock) {
    store(db, world.beta, &[OfferDraft { stock, ..offer(&world.card, fils) }]).await;
}

/// A day goes by for all alerts.
pub(crate) async fn pass_day(db: &PgPool) {
    execute(db, "update price_alert set quiet_until = quiet_until - interval '1 day'").await;
    execute(db, "update listing_match set told_at = told_at - interval '1 day'").await;
}

async fn told(browser: &mut Browser<'_>) -> Vec<Value> {
    browser.get(NOTIFICATIONS).await.json()["notifications"].as_array().unwrap().clone()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_in_a_listing_fires_once_and_names_the_product(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let listing = "q=rtx+5070&category=gpu&tabby=true&inStock=true";
    let made = sara.post(ALERTS, watch("LISTING_AT_OR_BELOW", listing, json!({ "targetPrice": 225 }))).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.text());
    let listed = sara.get(ALERTS).await.json()["alerts"][0].clone();
    assert_eq!(
        json!([listed["alertType"], listed["listing"], listed["targetPrice"], listed["product"]]),
        json!(["LISTING_AT_OR_BELOW", "q=rtx+5070&category=GPU&tabby=true", 225, null])
    );

    sell_card(&db, &world, 226_000, Stock::In).await;
    settle(&app, &db).await;
    assert!(mailbox.deliver().await.is_empty());
    // The retailer without Tabby does not count.
    store(&db, world.alpha, &[offer(&world.card, 215_000)]).await;
    settle(&app, &db).await;
    assert!(mailbox.deliver().await.is_empty());
    sell_card(&db, &world, 224_000, Stock::In).await;
    settle(&app, &db).await;
    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert!(mails[0].subject.contains("RTX 5070") && mails[0].text.contains("rtx 5070"), "{mails:?}");
    let news = told(&mut sara).await;
    assert_eq!(
        json!([news.len(), news[0]["product"]["id"], news[0]["price"], news[0]["listing"]]),
        json!([1, world.card.id, 224, "q=rtx+5070&category=GPU&tabby=true"])
    );
    assert_eq!(sara.get(ALERTS).await.json()["alerts"][0]["enabled"], false);
    sell_card(&db, &world, 210_000, Stock::In).await;
    settle(&app, &db).await;
    assert!(mailbox.deliver().await.is_empty());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn repeating_alert_tells_again_after_a_day_and_a_change(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let request =
        watch("LISTING_AT_OR_BELOW", "category=GPU", json!({ "targetPrice": 225, "repeats": true }));
    assert_eq!(sara.post(ALERTS, request).await.status.as_u16(), 201);
    let mut count = async |fils: i64, passes_day: bool| {
        if passes_day {
            pass_day(&db).await;
        }
        sell_card(&db, &world, fils, Stock::In).await;
        settle(&app, &db).await;
        alert_mails::fire_and_queue_mails(&db).await.unwrap();
        told(&mut sara).await.len()
    };
    assert_eq!(count(224_000, false).await, 1);
    assert_eq!(count(220_000, false).await, 1, "within a day");
    assert_eq!(count(222_900, true).await, 1, "less than 1 % below");
    assert_eq!(count(221_000, false).await, 2);
    assert_eq!(count(221_100, true).await, 2);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn what_is_in_a_listing_already_is_no_news_until_it_returns(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    sara.post(ALERTS, watch("LISTING_NEW_MATCH", "category=GPU&maxPrice=240", json!({}))).await;
    for (fils, stock, fired) in [(225_000, Stock::In, 0), (225_000, Stock::Out, 0), (226_000, Stock::In, 1)] {
        sell_card(&db, &world, fils, stock).await;
        settle(&app, &db).await;
        alert_mails::fire_and_queue_mails(&db).await.unwrap();
        assert_eq!(told(&mut sara).await.len(), fired, "{fils} {stock:?}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_is_paused_resumed_and_given_another_target(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let made =
        sara.post(ALERTS, watch("LISTING_AT_OR_BELOW", "category=GPU", json!({ "targetPrice": 200 }))).await;
    let one = format!("{ALERTS}?alertId={}", made.json()["id"].as_str().unwrap());
    let high = sara.send(Method::PATCH, &one, Some(json!({ "targetPrice": 500 }))).await;
    high.assert_error(422, "TARGET_NOT_LOWER");
    let changed = sara.send(Method::PATCH, &one, Some(json!({ "targetPrice": 225, "paused": true }))).await;
    assert_eq!(changed.status.as_u16(), 204, "{}", changed.text());
    sell_card(&db, &world, 224_000, Stock::In).await;
    settle(&app, &db).await;
    alert_mails::fire_and_queue_mails(&db).await.unwrap();
    assert_eq!(told(&mut sara).await.len(), 0);
    sara.send(Method::PATCH, &one, Some(json!({ "paused": false }))).await;
    alert_mails::fire_and_queue_mails(&db).await.unwrap();
    assert_eq!(told(&mut sara).await.len(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn absurd_listings_are_refused_by_field(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    for (listing, field) in [
        ("", "listing"),
        ("nothing=1", "listing.nothing"),
        ("category=GPU&page=2", "listing.page"),
        ("retailer=nobody", "listing.retailer"),
    ] {
        let answer = sara.post(ALERTS, watch("LISTING_NEW_MATCH", listing, json!({}))).await;
        let fields = answer.assert_error(422, "INVALID_FIELDS");
        assert!(fields[field].is_string(), "{listing}: {fields}");
    }
    let shoes = sara.post(ALERTS, watch("LISTING_NEW_MATCH", "category=SHOES", json!({}))).await;
    assert_eq!(shoes.status.as_u16(), 422);
    let reached = watch("LISTING_AT_OR_BELOW", "category=GPU", json!({ "targetPrice": 300 }));
    sara.post(ALERTS, reached).await.assert_error(422, "TARGET_NOT_LOWER");
}
