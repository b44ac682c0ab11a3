//! Merging and splitting products.

use domain::model::{Category, OfferId, ProductId};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    admin_products::ryzen_offer,
    app::TestApp,
    browsers::{admin, signed_in_user},
    budget::post,
    builds::{save_build, update_build},
    fixtures::{World, import, offer, part, store, world},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn merged_product_address_redirects(db: PgPool) {
    let world = world(&db).await;
    let twin = part(Category::Cpu, "AMD Ryzen 7 9800X3D tray", "100-000001084");
    import(&db, std::slice::from_ref(&twin)).await;
    store(&db, world.beta, &[offer(&twin, 139_000)]).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let uri = format!("/api/admin/catalogue/{}/merge", twin.id);
    let merged = dana.post(&uri, json!({ "into": world.ryzen.id })).await;
    assert_eq!(merged.status.as_u16(), 200, "{}", merged.text());
    assert_eq!(merged.json(), json!({ "productId": world.ryzen.id }));
    let page = app.get(&format!("/product/{}", twin.id)).await;
    assert_eq!(page.status.as_u16(), 308);
    assert_eq!(page.header("location"), format!("/product/{}", world.ryzen.id));
    let product = app.get(&format!("/api/products?id={}", twin.id)).await.json();
    assert_eq!(product["product"]["id"], json!(world.ryzen.id));
    assert_eq!(product["retailers"].as_array().unwrap().len(), 3);
    let several = app.get(&format!("/api/products?ids={},{}", world.core.id, twin.id)).await.json();
    assert_eq!(several["products"][1]["id"], json!(world.ryzen.id));
    assert_eq!(several["mergedInto"], json!({ twin.id.0.to_string(): world.ryzen.id }));
    app.eventually("/api/products/list?category=CPU", |found| found["total"] == json!(2)).await;
    dana.post(&uri, json!({ "into": world.ryzen.id })).await.assert_error(404, "PRODUCT_NOT_FOUND");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn split_moves_offers_and_names_wrong_input(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let merge = format!("/api/admin/catalogue/{}/merge", world.ryzen.id);
    for into in [world.ryzen.id, world.card.id, ProductId::random()] {
        let fields = dana.post(&merge, json!({ "into": into })).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields["into"].is_string(), "{fields}");
    }
    dana.post(&merge, json!({ "into": "x" })).await.assert_error(422, "INVALID_FIELDS");
    let split = format!("/api/admin/catalogue/{}/split", world.ryzen.id);
    for wrong in [json!([]), json!(["x"]), json!([ProductId::random()])] {
        let fields =
            dana.post(&split, json!({ "offerIds": wrong })).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields["offerIds"].is_string(), "{fields}");
    }
    let new = dana.post(&split, json!({ "offerIds": [ryzen_offer(&db, &world).await] })).await;
    assert_eq!(new.status.as_u16(), 200, "{}", new.text());
    let id = new.json()["productId"].as_str().unwrap().to_owned();
    let made = app.get(&format!("/api/products?id={id}")).await.json();
    assert_eq!(made["retailers"].as_array().unwrap().len(), 1);
    app.eventually("/api/products/list?category=CPU", |found| found["total"] == json!(3)).await;
    let nowhere = format!("/api/admin/catalogue/{}/split", ProductId::random());
    dana.post(&nowhere, json!({ "offerIds": [ProductId::random()] }))
        .await
        .assert_error(404, "PRODUCT_NOT_FOUND");
    let log = dana.get("/api/admin/audit-log").await.json();
    assert_eq!((&log["total"], &log["actions"][0]["actionType"]), (&json!(1), &json!("SPLIT_PRODUCT")));
}

/// Counts the recorded prices of one offer of the Ryzen, or of all its other ones.
async fn recorded_prices(db: &PgPool, world: &World, offer: OfferId, of_this: bool) -> i64 {
    sqlx::query_scalar(
        "select count(*) from price_point join offer on offer.id = offer_id
         where product_id = $1 and (offer_id = $2) = $3",
    )
    .bind(world.ryzen.id)
    .bind(offer)
    .bind(of_this)
    .fetch_one(db)
    .await
    .unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn preview_of_a_split_counts_what_moves_and_what_stays(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let (mut sara, mut noor) =
        (signed_in_user(&app, &db, "sara").await, signed_in_user(&app, &db, "noor").await);
    let product = world.ryzen.id.to_string();
    for browser in [&mut sara, &mut noor] {
        let alert = json!({ "productId": product, "alertType": "ANY_DROP" });
        assert_eq!(browser.post("/api/user/price-alerts", alert).await.status, 201);
    }
    let target = json!({ "productId": product, "alertType": "TARGET_PRICE", "targetPrice": 100 });
    assert_eq!(sara.post("/api/user/price-alerts", target).await.status, 201);
    sara.post("/api/favorites", json!({ "productId": product })).await;
    for name in ["Gaming", "Office"] {
        save_build(&mut sara, json!({ "name": name, "components": { "CPU": product } })).await;
    }
    sara.post(&format!("/api/products/{product}/reviews"), json!({ "rating": 4 })).await;

    let before = app.get(&format!("/api/products?id={product}")).await.json();
    let offers = before["retailers"].as_array().unwrap().len();
    let moving = ryzen_offer(&db, &world).await;
    let split = format!("/api/admin/catalogue/{product}/split");
    let preview = dana.post(&format!("{split}/preview"), json!({ "offerIds": [moving] })).await;
    assert_eq!(
        preview.json(),
        json!({
            "moves": { "offers": 1, "prices": recorded_prices(&db, &world, moving, true).await },
            "stays": {
                "offers": offers - 1, "prices": recorded_prices(&db, &world, moving, false).await,
                "favorites": 1, "alerts": 3, "alertUsers": 2, "builds": 2, "buildUsers": 1, "reviews": 1,
            },
        })
    );
    // Nothing has changed; the split itself does as its preview said.
    assert_eq!(
        app.get(&format!("/api/products?id={product}")).await.json()["retailers"],
        before["retailers"]
    );
    let moved = recorded_prices(&db, &world, moving, true).await;
    assert!(moved > 0);
    let new = dana.post(&split, json!({ "offerIds": [moving] })).await.json();
    let new = new["productId"].as_str().unwrap().to_owned();
    let preview = format!("/api/admin/catalogue/{new}/split/preview");
    let after = dana.post(&preview, json!({ "offerIds": [moving] })).await.json();
    assert_eq!(after["moves"], json!({ "offers": 1, "prices": moved }));
    assert_eq!((&after["stays"]["favorites"], &after["stays"]["builds"]), (&json!(0), &json!(0)));
    let of_other = dana.post(&format!("{split}/preview"), json!({ "offerIds": [moving] })).await;
    assert!(of_other.assert_error(422, "INVALID_FIELDS")["offerIds"].is_string());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn another_administrator_undoes_a_split(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let (mut dana, mut omar) = (admin(&app, &db, "dana").await, admin(&app, &db, "omar").await);
    let split = format!("/api/admin/catalogue/{}/split", world.ryzen.id);
    let new = dana.post(&split, json!({ "offerIds": [ryzen_offer(&db, &world).await] })).await.json();
    let new = new["productId"].as_str().unwrap();
    let undo = format!("/api/admin/catalogue/{new}/split/undo");
    let undone = omar.post(&undo, Value::Null).await;
    assert_eq!(undone.status.as_u16(), 200, "{}", undone.text());
    assert_eq!(undone.json(), json!({ "productId": world.ryzen.id }));
    let product = app.get(&format!("/api/products?id={new}")).await.json();
    assert_eq!(product["product"]["id"], json!(world.ryzen.id), "the new address leads to the original");
    assert_eq!(product["retailers"].as_array().unwrap().len(), 2);
    omar.post(&undo, Value::Null).await.assert_error(404, "PRODUCT_NOT_FOUND");
    let never_split = format!("/api/admin/catalogue/{}/split/undo", world.ryzen.id);
    dana.post(&never_split, Value::Null).await.assert_error(409, "TOO_LATE_TO_UNDO");
    let log = dana.get("/api/admin/audit-log").await.json();
    let told: Vec<&Value> = log["actions"].as_array().unwrap().iter().map(|one| &one["actionType"]).collect();
    assert_eq!(told, [&json!("UNDO_SPLIT"), &json!("SPLIT_PRODUCT")]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_that_names_a_merged_product_keeps_the_part(db: PgPool) {
    let world = world(&db).await;
    let twin = part(Category::Cpu, "AMD Ryzen 7 9800X3D tray", "100-000001084");
    import(&db, std::slice::from_ref(&twin)).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let components = json!({ "CPU": twin.id, "GPU": world.card.id });
    let saved = save_build(&mut sara, json!({ "name": "Falcon", "components": components })).await;
    let mut dana = admin(&app, &db, "dana").await;
    let uri = format!("/api/admin/catalogue/{}/merge", twin.id);
    assert_eq!(dana.post(&uri, json!({ "into": world.ryzen.id })).await.status.as_u16(), 200);
    // The browser still has the merged product, and saves the build with another name.
    let change = json!({ "name": "Kestrel", "components": components, "version": saved["version"] });
    let answer = update_build(&mut sara, &saved, change).await.json();
    assert_eq!(answer["notFound"], json!([]), "{answer}");
    assert_eq!(answer["build"]["components"]["CPU"]["product"]["id"], json!(world.ryzen.id), "{answer}");
    let checked = post(&app, "/api/compatibility", &json!({ "components": components })).await.json();
    assert_eq!(checked["notFound"], json!([]));
    assert_eq!(checked["totalPrice"], answer["build"]["todayTotal"]);
    let basket = post(&app, "/api/basket", &json!({ "components": components })).await.json();
    assert_eq!((&basket["notFound"], &basket["unavailable"]), (&json!([]), &json!([])));
}
