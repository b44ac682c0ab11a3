use axum::{body::Body, http::Request};
use domain::config::{Config, RateLimit};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    budget::{BuildMarket, build_market},
};

async fn upgrades(app: &TestApp, body: &Value) -> Reply {
    let request = Request::post("/api/budget-upgrades").header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_string())).unwrap()).await
}

/// Returns the parts of the best build with the slower card, as parts at home.
async fn home(app: &TestApp, market: &BuildMarket) -> Vec<Value> {
    let wishes = json!({"keep": [{"productId": market.card.id}, {"productId": market.cpu.id}]});
    let body = json!({"budget": 900, "use": "gaming-1440p", "wishes": wishes});
    let request = Request::post("/api/budget-builds").header("content-type", "application/json");
    let answer = app.send(request.body(Body::from(body.to_string())).unwrap()).await.json();
    let parts = answer["builds"][0]["parts"].as_array().unwrap_or_else(|| panic!("{answer}"));
    parts.iter().map(|part| json!({"productId": part["productId"]})).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn best_change_is_answered_with_what_it_costs_and_gains(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db).await;
    let parts = home(&app, &market).await;
    let ask = async |budget: f64| {
        upgrades(&app, &json!({"budget": budget, "use": "gaming-1440p", "parts": parts})).await.json()
    };
    let answer = ask(900.0).await;
    // The faster processor needs a cooler, and the one in stock is not known to leave room for the memory.
    let [one] = answer["upgrades"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    assert_eq!((&one["kind"], &one["optimal"]), (&json!("onePart"), &json!(true)), "{answer}");
    assert_eq!((&one["replaced"], &one["bought"]), (&json!([market.card.id]), &json!([market.fast_card.id])));
    assert_eq!(one["partsTotal"], json!(215), "{answer}");
    assert!(one["index"].as_f64() > answer["index"].as_f64(), "{answer}");
    let change = one["index"].as_f64().unwrap() - answer["index"].as_f64().unwrap();
    assert!((one["indexChange"].as_f64().unwrap() - change).abs() < 0.001, "{answer}");
    let stays = one["parts"].as_array().unwrap().iter().filter(|part| part["owned"] == json!(true)).count();
    assert_eq!(stays + 1, parts.len());
    let named: Vec<&Value> = answer["products"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert!(named.contains(&&json!(market.card.id)) && named.contains(&&json!(market.fast_card.id)));
    assert!(!answer["retailers"].as_array().unwrap().is_empty());

    let poor = ask(5.0).await;
    assert_eq!((&poor["upgrades"], &poor["index"]), (&json!([]), &answer["index"]), "{poor}");
    assert!(poor["noUpgrade"]["text"].as_str().unwrap().ends_with('.'), "{poor}");
    // The sum that would buy the faster card, delivered.
    let enough = poor["enough"].as_f64().unwrap_or_else(|| panic!("{poor}"));
    assert_eq!(ask(enough).await["upgrades"][0]["total"], poor["enough"], "{poor}");
    assert_eq!(answer["enough"], json!(null), "{answer}");
    assert!(poor["noUpgrade"]["textAr"].as_str().unwrap().ends_with('.'), "{poor}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn parts_that_were_not_named_are_asked_for_and_not_bought(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db).await;
    let parts = json!([{"productId": market.cpu.id}, {"productId": market.card.id}]);
    let body = json!({"budget": 900, "use": "gaming-1440p", "allowUnknown": true, "parts": parts});
    let answer = upgrades(&app, &body).await.json();
    assert_eq!(
        answer["unknown"],
        json!(["MOTHERBOARD", "RAM", "STORAGE", "PSU", "CASE", "CPU_COOLER"]),
        "{answer}"
    );
    let best = &answer["upgrades"][0];
    assert_eq!(best["bought"], json!([market.fast_card.id]), "{answer}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn parts_at_home_need_not_be_sold(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db).await;
    let mut parts = home(&app, &market).await;
    // The supply of that PC is too small for this card, and the only supply in stock is the same.
    parts.retain(|part| part["productId"] != json!(market.card.id));
    parts.push(json!({"productId": market.unsold_card.id}));
    let body = json!({"budget": 400, "use": "gaming-1440p", "allowUnknown": true, "parts": parts});
    let reply = upgrades(&app, &body).await;
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "no-store"));
    assert!(reply.json()["index"].as_f64().unwrap() > 50.0, "{}", reply.text());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn corrected_facts_of_an_unsold_part_at_home_count_at_once_for_upgrades(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut parts = home(&app, &market).await;
    parts.retain(|part| part["productId"] != json!(market.card.id));
    parts.push(json!({"productId": market.unsold_card.id}));
    let body = json!({"budget": 400, "use": "gaming-1440p", "allowUnknown": true, "parts": parts});
    let before = upgrades(&app, &body).await.json();
    // The part is not in the solver's catalogue, whose version therefore stays the same.
    let correct =
        "update product set specs = other.specs from product other where product.id = $1 and other.id = $2";
    sqlx::query(correct).bind(market.unsold_card.id).bind(market.card.id).execute(&db).await.unwrap();
    let after = upgrades(&app, &body).await.json();
    assert_ne!(before["index"], after["index"], "{after}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_fields_of_upgrades_are_named(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db).await;
    let own = json!([{"productId": market.cpu.id}]);
    let twice = json!([{"productId": market.cpu.id}, {"productId": market.cpu.id}]);
    let nobody = json!([{"productId": uuid::Uuid::new_v4()}]);
    let many: Vec<Value> = (0..17).map(|_| json!({"productId": uuid::Uuid::new_v4()})).collect();
    let none = json!([{"productId": market.cpu.id, "quantity": 0}]);
    let too_many = json!([{"productId": market.cpu.id, "quantity": 99}]);
    let cases = [
        (json!({"budget": 0, "use": "office", "parts": own}), "budget"),
        (json!({"budget": -1, "use": "office", "parts": own}), "budget"),
        (json!({"budget": 1e12, "use": "office", "parts": own}), "budget"),
        (json!({"budget": "all", "use": "office", "parts": own}), "budget"),
        (json!({"use": "office", "parts": own}), "budget"),
        (json!({"budget": 90, "use": "fun", "parts": own}), "use"),
        (json!({"budget": 90, "use": "office", "counts": "all", "parts": own}), "counts"),
        (json!({"budget": 90, "use": "office", "retailers": ["nobody"], "parts": own}), "retailers"),
        (json!({"budget": 90, "use": "office"}), "parts"),
        (json!({"budget": 90, "use": "office", "parts": []}), "parts"),
        (json!({"budget": 90, "use": "office", "parts": twice}), "parts"),
        (json!({"budget": 90, "use": "office", "parts": nobody}), "parts"),
        (json!({"budget": 90, "use": "office", "parts": many}), "parts"),
        (json!({"budget": 90, "use": "office", "parts": none}), "parts"),
        (json!({"budget": 90, "use": "office", "parts": too_many}), "parts"),
        (json!({"budget": 90, "use": "office", "parts": own, "wishes": {}}), "wishes"),
    ];
    for (body, field) in cases {
        let fields = upgrades(&app, &body).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields[field].as_str().is_some_and(|problem| !problem.is_empty()), "{body}: {fields}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn upgrades_use_the_seconds_of_an_address(db: PgPool) {
    let market = build_market(&db).await;
    let mut config = Config::load().unwrap();
    let limit = RateLimit { burst: 1.try_into().unwrap(), seconds: 10_000.try_into().unwrap() };
    config.limits.solver_seconds = limit;
    let app = TestApp::with_config(db, &config).await;
    for number in 0..20_000 {
        let budget = 90.0 + f64::from(number) / 1_000.0;
        let body = json!({"budget": budget, "use": "office", "parts": [{"productId": market.cpu.id}]});
        let reply = upgrades(&app, &body).await;
        if reply.status.as_u16() == 429 {
            reply.assert_error(429, "TOO_OFTEN");
            return;
        }
        assert_eq!(reply.status.as_u16(), 200, "{}", reply.text());
    }
    panic!("no end of the seconds");
}
