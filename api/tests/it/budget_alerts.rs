//! Budget alerts: a build of a use fits into a sum.

use std::time::Duration;

use axum::http::Method;
use domain::{store::price_alerts, transactions::alert_mails};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, signed_in_user},
    budget::{BuildMarket, build_market},
    fixtures::{offer, store},
    mailbox::Mailbox,
    starting::MAX_WAIT,
};

const ALERTS: &str = "/api/user/price-alerts";
const NOTIFICATIONS: &str = "/api/user/notifications";

fn watch(kwd: impl Into<Value>, rest: Value) -> Value {
    let mut builds = json!({ "use": "gaming-1440p" });
    builds.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    json!({ "alertType": "BUDGET_BUILD", "targetPrice": kwd.into(), "budgetBuild": builds })
}

/// Returns the best build of a budget, as answered.
async fn best(app: &TestApp, budget: i64) -> Value {
    let body = json!({ "budget": budget, "use": "gaming-1440p" }).to_string();
    let request = axum::http::Request::post("/api/budget-builds").header("content-type", "application/json");
    app.send(request.body(body.into()).unwrap()).await.json()["builds"][0].clone()
}

/// Sets the price of the slower card, and evaluates once the answers follow.
async fn sell_card(app: &TestApp, db: &PgPool, market: &BuildMarket, fils: i64) {
    change_card_price(app, db, market, fils).await;
    app.budget_alerts.evaluate().await.unwrap();
}

/// Sets the price of the slower card, and waits until the answers follow.
async fn change_card_price(app: &TestApp, db: &PgPool, market: &BuildMarket, fils: i64) {
    store(db, market.alpha, &[offer(&market.card, fils)]).await;
    let started = std::time::Instant::now();
    let price = json!(fils as f64 / 1000.0);
    let is_followed = |build: &Value| {
        build["parts"].as_array().unwrap().iter().any(|part| {
            part["productId"] == json!(market.card.id) && part["price"].as_f64() == price.as_f64()
        })
    };
    while !is_followed(&best(app, 390).await) {
        // Tests on the same server hold back the feed while their transactions are open.
        assert!(started.elapsed() < MAX_WAIT, "answers do not follow the price");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn budget_alert_fires_once_by_mail_and_notification(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut noor = signed_in_user(&app, &db, "noor").await;
    noor.send(Method::PUT, "/api/user/settings", Some(json!({ "language": "ar" }))).await;
    let total = best(&app, 390).await["total"].as_f64().unwrap();
    let sum = total as i64 - 20;
    let made = sara.post(ALERTS, watch(sum, json!({}))).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.text());
    noor.post(ALERTS, watch(sum - 5, json!({ "wishes": { "wifi": true } }))).await;
    let listed = sara.get(ALERTS).await.json();
    let alert = &listed["alerts"][0];
    assert_eq!(
        json!([alert["alertType"], alert["enabled"], alert["product"], alert["build"], alert["targetPrice"]]),
        json!(["BUDGET_BUILD", true, null, null, sum])
    );
    assert_eq!(
        json!([
            alert["budgetBuild"]["use"],
            alert["budgetBuild"]["budget"],
            alert["budgetBuild"]["minIndex"]
        ]),
        json!(["gaming-1440p", sum, null])
    );

    // Cheaper, but not by enough.
    sell_card(&app, &db, &market, 80_000).await;
    assert!(mailbox.deliver().await.is_empty());
    sell_card(&app, &db, &market, 65_000).await;
    let mut mails = mailbox.deliver().await;
    mails.sort_by(|one, other| other.to.cmp(&one.to));
    assert_eq!(mails.len(), 2, "{mails:?}");
    let page = format!("https://tajmeea.example/build-for?budget={sum}&use=gaming-1440p&wish=confirmed");
    assert_eq!(mails[0].subject, format!("1440p gaming now fits into KWD {sum}.000"));
    assert!(mails[0].text.contains(&page) && mails[0].text.contains("every part in stock"), "{mails:?}");
    assert!(mails[1].subject.contains("صار على قد") && mails[1].html.contains("dir=\"rtl\""), "{mails:?}");
    let told = sara.get(NOTIFICATIONS).await.json();
    let first = &told["notifications"][0];
    assert_eq!(
        json!([told["unread"], first["alertType"], first["product"], first["budgetBuild"]["budget"]]),
        json!([1, "BUDGET_BUILD", null, sum])
    );
    assert!(
        first["price"].as_f64().unwrap() <= sum as f64 && first["priceBefore"].as_f64() == Some(total),
        "{first}"
    );
    assert_eq!(sara.get(ALERTS).await.json()["alerts"][0]["enabled"], false);

    // A build that costs even less is no second message.
    sell_card(&app, &db, &market, 60_000).await;
    assert!(mailbox.deliver().await.is_empty());
    assert_eq!(sara.get(NOTIFICATIONS).await.json()["unread"], 1);
    let one = format!("{ALERTS}?alertId={}", made.json()["id"].as_str().unwrap());
    noor.send(Method::DELETE, &one, None).await.assert_error(404, "ALERT_NOT_FOUND");
    assert_eq!(sara.send(Method::DELETE, &one, None).await.status.as_u16(), 204);
    assert_eq!(sara.get(ALERTS).await.json(), json!({ "alerts": [] }));
}

/// An evaluation can end between the search for an alert's build and the alert's insertion, and so not find the alert.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_that_falls_while_a_budget_alert_is_created_fires_it(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let sum = best(&app, 390).await["total"].as_f64().unwrap() as i64 - 20;
    assert_eq!(sara.post(ALERTS, watch(sum, json!({}))).await.status.as_u16(), 201);
    let alert = price_alerts::list_enabled_budget_alerts(&db).await.unwrap().remove(0);
    let searched = app.budget.alerts.find_cheapest_total(&db, &alert.watched).await.unwrap().version;

    let evaluate =
        async || app.budget.alerts.evaluate_new_alert(&db, alert.id, &alert.watched, searched).await;
    evaluate().await.unwrap();
    assert!(mailbox.deliver().await.is_empty());
    change_card_price(&app, &db, &market, 65_000).await;
    evaluate().await.unwrap();
    assert_eq!(mailbox.deliver().await.len(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn budget_alert_with_an_index_waits_for_a_build_as_good(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let rich = best(&app, 900).await;
    // The minimum of the use is paid for already, a build as good as this one is not.
    sara.post(ALERTS, watch(450, json!({}))).await.assert_error(422, "TARGET_NOT_LOWER");
    let made = sara.post(ALERTS, watch(450, json!({ "minIndex": rich["index"] }))).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.text());
    let listed = sara.get(ALERTS).await.json();
    assert_eq!(listed["alerts"][0]["budgetBuild"]["minIndex"], rich["index"]);
    // An index below the least one that is stored is a condition nevertheless.
    let mut noor = signed_in_user(&app, &db, "noor").await;
    noor.post(ALERTS, watch(100, json!({ "minIndex": 0.0004 }))).await;
    assert_eq!(noor.get(ALERTS).await.json()["alerts"][0]["budgetBuild"]["minIndex"], 0.001);
    sell_card(&app, &db, &market, 50_000).await;
    alert_mails::fire_and_queue_mails(&db).await.unwrap();
    assert_eq!(sara.get(NOTIFICATIONS).await.json()["unread"], 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn deleted_budget_alert_fires_nothing_and_unsubscribed_user_gets_no_mail(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut noor = signed_in_user(&app, &db, "noor").await;
    noor.send(Method::PUT, "/api/user/settings", Some(json!({ "priceDropAlerts": false }))).await;
    let made = sara.post(ALERTS, watch(330, json!({}))).await.json();
    noor.post(ALERTS, watch(330, json!({}))).await;
    let one = format!("{ALERTS}?alertId={}", made["id"].as_str().unwrap());
    sara.send(Method::DELETE, &one, None).await;
    sell_card(&app, &db, &market, 50_000).await;
    assert!(mailbox.deliver().await.is_empty());
    assert_eq!(sara.get(NOTIFICATIONS).await.json()["unread"], 0);
    assert_eq!(noor.get(NOTIFICATIONS).await.json()["unread"], 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_budget_alerts_are_refused_by_field(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let body = watch(300, json!({}));
    Browser::new(&app).post(ALERTS, body.clone()).await.assert_error(401, "NOT_SIGNED_IN");
    let mut sara = signed_in_user(&app, &db, "sara").await;
    for kwd in [json!(0), json!(-5), json!("450"), json!(1e12), json!(null)] {
        let fields = sara.post(ALERTS, watch(kwd, json!({}))).await.assert_error(422, "INVALID_TARGET");
        assert!(fields["targetPrice"].is_string());
    }
    let cases = [
        (json!({ "use": "fun" }), "budgetBuild.use"),
        (json!({ "counts": "all" }), "budgetBuild.counts"),
        (json!({ "minIndex": 0 }), "budgetBuild.minIndex"),
        (json!({ "minIndex": 101 }), "budgetBuild.minIndex"),
        (json!({ "wishes": { "retailers": ["nobody"] } }), "budgetBuild.wishes.retailers"),
        (json!({ "wishes": { "size": "huge" } }), "budgetBuild.wishes.size"),
        (json!({ "wishes": { "minMemory": 0 } }), "budgetBuild.wishes.minMemory"),
        (
            json!({ "wishes": { "keep": [{ "productId": market.cpu.id, "quantity": 33 }] } }),
            "budgetBuild.wishes.keep",
        ),
    ];
    for (rest, field) in cases {
        let fields = sara.post(ALERTS, watch(300, rest.clone())).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields[field].is_string(), "{rest}: {fields}");
    }
    let bare = json!({ "alertType": "BUDGET_BUILD", "targetPrice": 300 });
    let fields = sara.post(ALERTS, bare).await.assert_error(422, "INVALID_FIELDS");
    assert!(fields["budgetBuild"].is_string());
    let clash = json!({ "wishes": { "keep": [{ "productId": market.cpu.id }], "cpuManufacturer": "intel" } });
    let fields = sara.post(ALERTS, watch(300, clash)).await.assert_error(422, "WISHES_CONTRADICT");
    assert!(fields["budgetBuild.wishes.cpuManufacturer"].is_string(), "{fields}");
    let unknown = json!({ "wishes": { "keep": [{ "productId": domain::model::ProductId::random() }] } });
    let fields = sara.post(ALERTS, watch(300, unknown)).await.assert_error(422, "INVALID_FIELDS");
    assert!(fields["budgetBuild.wishes.keep"].is_string(), "{fields}");
    // The cheapest build costs less than this.
    sara.post(ALERTS, watch(900, json!({}))).await.assert_error(422, "TARGET_NOT_LOWER");
    assert_eq!(sara.get(ALERTS).await.json(), json!({ "alerts": [] }));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn contradictory_budget_alert_is_refused_while_all_searches_are_taken(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let _searches = app.take_searches().await;
    let clash = json!({ "wishes": { "keep": [{ "productId": market.cpu.id }], "cpuManufacturer": "intel" } });
    let fields = sara.post(ALERTS, watch(300, clash)).await.assert_error(422, "WISHES_CONTRADICT");
    assert!(fields["budgetBuild.wishes.cpuManufacturer"].is_string(), "{fields}");
    // Others are stored unsearched, and evaluated afterwards: this one is reached already.
    assert_eq!(sara.post(ALERTS, watch(900, json!({}))).await.status.as_u16(), 201);
    let started = std::time::Instant::now();
    while sara.get(NOTIFICATIONS).await.json()["unread"] != 1 {
        assert!(started.elapsed() < MAX_WAIT, "the alert does not fire");
        alert_mails::fire_and_queue_mails(&db).await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_of_another_kind_takes_valid_builds_to_wait_for_and_ignores_them(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let drop_with = |wishes: Value| {
        let builds = json!({ "use": "office", "wishes": wishes });
        json!({ "alertType": "ANY_DROP", "productId": market.card.id, "budgetBuild": builds })
    };
    let many = json!([{ "productId": market.cpu.id, "quantity": 33 }]);
    for (wishes, field) in [
        (json!({ "minStorage": 0 }), "budgetBuild.wishes.minStorage"),
        (json!({ "keep": many }), "budgetBuild.wishes.keep"),
    ] {
        let fields = sara.post(ALERTS, drop_with(wishes)).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields[field].is_string(), "{fields}");
    }
    assert_eq!(sara.post(ALERTS, drop_with(json!({ "minStorage": 500 }))).await.status.as_u16(), 201);
    let listed = sara.get(ALERTS).await.json();
    assert_eq!(
        json!([listed["alerts"][0]["alertType"], listed["alerts"][0]["budgetBuild"]]),
        json!(["ANY_DROP", null])
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn budget_alerts_per_user_are_limited_and_repeats_are_one(db: PgPool) {
    build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let most = domain::store::price_alerts::MAX_BUDGET_ALERTS;
    let first = sara.post(ALERTS, watch(200, json!({}))).await.json();
    assert_eq!(sara.post(ALERTS, watch(200, json!({}))).await.json(), first);
    for kwd in 1..most {
        assert_eq!(sara.post(ALERTS, watch(200 + kwd, json!({}))).await.status.as_u16(), 201);
    }
    sara.post(ALERTS, watch(199, json!({}))).await.assert_error(422, "TOO_MANY_ALERTS");
    // A repeat of one that is there is no new one.
    assert_eq!(sara.post(ALERTS, watch(200, json!({}))).await.json(), first);
    assert_eq!(sara.get(ALERTS).await.json()["alerts"].as_array().unwrap().len() as i64, most);
}
