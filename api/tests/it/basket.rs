use axum::{body::Body, http::Request};
use domain::{
    model::{Category, Fils, RetailerDraft, ShippingRule, Stock},
    transactions::retailer_changes,
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    fixtures::{import, offer, open_shop, part, shop, store, world},
};

async fn basket(app: &TestApp, body: &Value) -> Reply {
    let request = Request::post("/api/basket").header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_string())).unwrap()).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn dearer_part_wins_where_it_saves_delivery(db: PgPool) {
    let near = open_shop(&db, &shop("near")).await;
    let rule = ShippingRule { flat: Some(Fils(2000)), free_over: None };
    let far = open_shop(&db, &RetailerDraft { shipping: rule, ..shop("far") }).await;
    let [cpu, ram, case] = [
        part(Category::Cpu, "AMD Ryzen 5 9600X", "100-100001405WOF"),
        part(Category::Ram, "Corsair Vengeance 16 GB", "CMK16GX5M1B5200C40"),
        part(Category::Case, "NZXT H5 Flow", "CC-H52FB-01"),
    ];
    import(&db, &[cpu.clone(), ram.clone(), case.clone()]).await;
    let mut few = offer(&ram, 9_000);
    few.stock_left = Some(1);
    let mut out = offer(&case, 20_000);
    out.stock = Stock::Out;
    store(&db, near, &[offer(&cpu, 30_000), offer(&ram, 10_500), out]).await;
    store(&db, far, &[offer(&cpu, 29_500), few]).await;
    let app = TestApp::new(db.clone()).await;
    let build = json!({"components": {"CPU": cpu.id, "RAM": [{"productId": ram.id, "quantity": 2}], "CASE": case.id}});
    let reply = basket(&app, &build).await;
    let answer = reply.json();
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "no-store"), "{answer}");
    // The other retailer has only one module; 30 + 2 × 10.5 reaches the limit of 50, from which delivery is free.
    let cheapest = &answer["cheapest"];
    assert_eq!((&cheapest["total"], &cheapest["deliveryTotal"]), (&json!(51), &json!(0)));
    assert_eq!((&cheapest["proven"], &cheapest["retailers"].as_array().unwrap().len()), (&json!(true), &1));
    let lowest = &answer["eachLowest"];
    assert_eq!((&lowest["partsTotal"], &lowest["total"]), (&json!(50.5), &json!(54.5)));
    assert_eq!(answer["unavailable"], json!([case.id]));
    assert_eq!(answer["fewerRetailers"], json!([]));
    assert_eq!(
        cheapest["retailers"][0]["parts"][1],
        json!({
            "productId": ram.id, "quantity": 2, "price": 10.5, "url": "https://shop.example/CMK16GX5M1B5200C40"
        })
    );

    // A disabled retailer sells nothing.
    let off = RetailerDraft { enabled: false, ..shop("near") };
    retailer_changes::store_retailer(&db, &off).await.unwrap();
    let answer = basket(&app, &json!({"components": {"CPU": cpu.id}})).await.json();
    assert_eq!(answer["cheapest"]["total"], json!(31.5));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn basket_names_unsold_and_unknown_parts(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let nobody = domain::model::ProductId::random();
    let build = json!({"components": {"CPU": world.ryzen.id, "GPU": [world.card.id, nobody], "RAM": world.unsold.id}});
    let answer = basket(&app, &build).await.json();
    // The card is in stock only at a retailer whose delivery fee is unknown.
    assert_eq!(answer["cheapest"]["deliveryKnown"], json!(false), "{answer}");
    assert_eq!((&answer["unavailable"], &answer["notFound"]), (&json!([world.unsold.id]), &json!([nobody])));
    let empty = basket(&app, &json!({"components": {"RAM": world.unsold.id}})).await.json();
    assert_eq!(
        (&empty["cheapest"], &empty["eachLowest"], &empty["nearestRetailer"]),
        (&json!(null), &json!(null), &json!(null))
    );
    basket(&app, &json!({"components": {"TOASTER": null}})).await.assert_error(422, "INVALID_FIELDS");
}
