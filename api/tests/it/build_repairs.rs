use axum::{body::Body, http::Request};
use domain::model::{Category, ProductFacts};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    budget::{BuildMarket, build_market, product_facts},
    fixtures::{import, offer, open_shop, shop, store},
};

async fn repairs(app: &TestApp, body: &Value) -> Reply {
    let request = Request::post("/api/build-repairs").header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_string())).unwrap()).await
}

/// Adds a case that is too short for every card of the market, and one that nobody sells.
async fn add_cases(db: &PgPool) -> [ProductFacts; 2] {
    let case = |name: &str, length: u32| {
        let specs = json!({
            "caseSupportedFormFactors": ["Micro ATX", "Mini-ITX"], "casePsuFormFactors": ["ATX"],
            "maxGpuLength": length, "maxCoolerHeight": 170, "maxPsuLength": 255, "bays35": 2, "bays25": 2,
            "expansionSlots": 4
        });
        product_facts(Category::Case, name, &specs)
    };
    let (short, unsold) = (case("Tiny Case", 180), case("Gone Case", 170));
    import(db, &[short.clone(), unsold.clone()]).await;
    let gamma = open_shop(db, &shop("gamma")).await;
    store(db, gamma, &[offer(&short, 12_000)]).await;
    [short, unsold]
}

fn parts(products: &[&ProductFacts]) -> Value {
    let parts: Vec<Value> = products.iter().map(|product| json!({ "productId": product.id })).collect();
    json!({ "parts": parts })
}

/// The parts of a build whose case is too short for its card.
async fn clashing(db: &PgPool) -> (BuildMarket, [ProductFacts; 2]) {
    let market = build_market(db).await;
    let cases = add_cases(db).await;
    (market, cases)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn fewest_swaps_are_answered_with_what_they_cost(db: PgPool) {
    let (market, [short, _]) = clashing(&db).await;
    let app = TestApp::new(db).await;
    let reply = repairs(&app, &parts(&[&market.cpu, &market.board, &market.card, &short])).await;
    let answer = reply.json();
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "no-store"), "{answer}");
    assert_eq!((&answer["fits"], &answer["noRepair"]), (&json!(false), &json!(null)), "{answer}");
    // Every card is too long for the case, so the case alone is swapped: for 42.000 in the place of 12.000.
    let [repair] = answer["repairs"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    let [swap] = repair["swaps"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    assert_eq!((&swap["from"], &swap["quantity"]), (&json!(short.id), &json!(1)), "{answer}");
    assert_eq!((&swap["price"], &swap["priceBefore"]), (&json!(42), &json!(12)), "{answer}");
    assert_eq!(repair["priceChange"], json!(30), "{answer}");
    let named: Vec<&Value> = answer["products"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert!(named.contains(&&swap["from"]) && named.contains(&&swap["to"]), "{answer}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn parts_that_fit_need_no_swap(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db).await;
    let answer = repairs(&app, &parts(&[&market.cpu, &market.board, &market.card])).await.json();
    let expected = (&json!(true), &json!([]), &json!(null));
    assert_eq!((&answer["fits"], &answer["repairs"], &answer["noRepair"]), expected, "{answer}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn part_of_the_build_need_not_be_sold(db: PgPool) {
    let (market, [_, unsold]) = clashing(&db).await;
    let app = TestApp::new(db).await;
    let answer = repairs(&app, &parts(&[&market.card, &unsold])).await.json();
    let swap = &answer["repairs"][0]["swaps"][0];
    assert_eq!((&swap["from"], &swap["priceBefore"]), (&json!(unsold.id), &json!(null)), "{answer}");
    assert_eq!(answer["repairs"][0]["priceChange"], swap["price"], "{answer}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_that_nothing_sold_mends_says_so_in_both_languages(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db).await;
    // Thirty-two drives, for which no board in stock has a slot, nor another drive one.
    let body = json!({"parts": [
        {"productId": market.board.id}, {"productId": market.drive.id, "quantity": 32}
    ]});
    let answer = repairs(&app, &body).await.json();
    assert_eq!((&answer["fits"], &answer["repairs"]), (&json!(false), &json!([])), "{answer}");
    assert!(answer["noRepair"]["text"].as_str().unwrap().starts_with("No parts in stock"), "{answer}");
    assert!(answer["noRepair"]["textAr"].as_str().unwrap().starts_with("ما في قطع"), "{answer}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_fields_of_repairs_are_named(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db).await;
    let nobody = || json!({"productId": uuid::Uuid::new_v4()});
    let many: Vec<Value> = (0..17).map(|_| nobody()).collect();
    let own = json!({"productId": market.cpu.id});
    let times = |quantity: u32| json!({"productId": market.cpu.id, "quantity": quantity});
    let cases = [
        (json!({}), "parts"),
        (json!({"parts": []}), "parts"),
        (json!({"parts": many}), "parts"),
        (json!({"parts": [nobody()]}), "parts"),
        (json!({"parts": [own, own]}), "parts"),
        (json!({"parts": [times(0)]}), "parts"),
        (json!({"parts": [times(99)]}), "parts"),
        (json!({"parts": [own], "budget": 5}), "budget"),
    ];
    for (body, field) in cases {
        let fields = repairs(&app, &body).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields[field].as_str().is_some_and(|problem| !problem.is_empty()), "{body}: {fields}");
    }
}
