//! The administrators' table of offers.

use axum::http::Method;
use domain::model::{OfferId, ProductId};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::admin,
    fixtures::{World, offer, store, world},
};

const LIST: &str = "/api/admin/products";

/// Returns retailer alpha's offer of the Ryzen.
pub(crate) async fn ryzen_offer(db: &PgPool, world: &World) -> OfferId {
    sqlx::query_scalar("select id from offer where retailer_id = $1 and product_id = $2")
        .bind(world.alpha)
        .bind(world.ryzen.id)
        .fetch_one(db)
        .await
        .unwrap()
}

/// Stores an offer without a product.
async fn insert_unmatched_offer(db: &PgPool, world: &World) -> OfferId {
    let mut draft = offer(&world.ryzen, 150_000);
    draft.external_id = "waiting".into();
    draft.title_en = Some("Ryzen gaming bundle".into());
    draft.part_numbers = Vec::new();
    store(db, world.alpha, &[draft]).await;
    sqlx::query_scalar("select id from offer where external_id = 'waiting'").fetch_one(db).await.unwrap()
}

fn names(listed: &Value) -> Vec<&str> {
    listed["products"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offers_are_searched_filtered_sorted_and_paged(db: PgPool) {
    let world = world(&db).await;
    insert_unmatched_offer(&db, &world).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let all = dana.get(LIST).await.json();
    assert_eq!((&all["total"], &all["page"], &all["limit"]), (&json!(6), &json!(0), &json!(25)));
    let found = dana.get(&format!("{LIST}?search=9800x3d")).await.json();
    assert_eq!(found["total"], json!(2), "{found}");
    let first = &found["products"][0];
    assert_eq!(first["canonicalId"], json!(world.ryzen.id));
    assert_eq!((&first["canonicalName"], &first["currency"]), (&json!("AMD Ryzen 7 9800X3D"), &json!("KWD")));
    assert_eq!((&first["pinned"], &first["inStock"]), (&json!([]), &json!(true)));
    let found = dana.get(&format!("{LIST}?search=ryzen%20bund")).await.json();
    assert!(names(&found).contains(&"Ryzen gaming bundle"), "{found}");
    let by_id = dana.get(&format!("{LIST}?search={}", world.core.id)).await.json();
    assert_eq!(names(&by_id), ["Intel Core Ultra 7 265K new"]);
    let cards = dana.get(&format!("{LIST}?category=GPU&sort=price&order=desc&limit=10")).await.json();
    let prices: Vec<f64> =
        cards["products"].as_array().unwrap().iter().map(|row| row["price"].as_f64().unwrap()).collect();
    assert_eq!(prices, [231.75, 219.0]);
    assert_eq!(dana.get(&format!("{LIST}?linked=false")).await.json()["total"], json!(1));
    assert_eq!(names(&dana.get(&format!("{LIST}?page=1&limit=10")).await.json()), Vec::<&str>::new());
    let mut alone = world.unsold.id.to_string();
    alone.insert(0, '=');
    assert_eq!(dana.get(&format!("{LIST}?search={alone}")).await.status.as_u16(), 200);
    for (query, field) in [
        ("limit=20", "limit"),
        ("limit=0", "limit"),
        ("page=-1", "page"),
        ("sort=colour", "sort"),
        ("order=up", "order"),
        ("linked=maybe", "linked"),
        ("q=ryzen", "q"),
    ] {
        let fields = dana.get(&format!("{LIST}?{query}")).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields[field].is_string(), "{query}: {fields}");
    }
    dana.get(&format!("{LIST}?category=TOASTER")).await.assert_error(422, "INVALID_CATEGORY");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn edited_fields_are_pinned_shown_and_audited(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let uri = format!("{LIST}/{}", ryzen_offer(&db, &world).await);
    let change = json!({ "price": 139.5, "name": "  Ryzen, tray  " });
    let changed = dana.send(Method::PATCH, &uri, Some(change)).await;
    assert_eq!(changed.status.as_u16(), 200, "{}", changed.text());
    let changed = changed.json();
    assert_eq!((&changed["price"], &changed["name"]), (&json!(139.5), &json!("Ryzen, tray")));
    assert_eq!(changed["pinned"], json!(["name", "price"]));
    let listing = "/api/products/list?category=CPU&sort=price_asc&maxPrice=140";
    app.eventually(listing, |found| found["products"][1]["price"] == json!(139.5)).await;
    let unpinned = dana.send(Method::PATCH, &uri, Some(json!({ "unpin": ["price"] }))).await.json();
    assert_eq!((&unpinned["price"], &unpinned["pinned"]), (&json!(145), &json!(["name"])));
    let unlinked = dana.send(Method::PATCH, &uri, Some(json!({ "canonicalId": null }))).await.json();
    assert_eq!(unlinked["canonicalId"], Value::Null);
    let linked = dana.send(Method::PATCH, &uri, Some(json!({ "canonicalId": world.ryzen.id }))).await.json();
    assert_eq!(linked["canonicalName"], json!("AMD Ryzen 7 9800X3D"));
    let log = dana.get("/api/admin/audit-log?actionType=UPDATE_PRODUCT").await.json();
    assert_eq!(log["total"], json!(4));
    let first = &log["actions"][3];
    assert_eq!(
        (&first["before"]["priceFils"], &first["after"]["priceFils"]),
        (&json!(145_000), &json!(139_500))
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_edits_are_refused_by_field(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let uri = format!("{LIST}/{}", ryzen_offer(&db, &world).await);
    for (change, field) in [
        (json!({ "price": -1 }), "price"),
        (json!({ "price": 0 }), "price"),
        (json!({ "price": 1e12 }), "price"),
        (json!({ "price": 1.2345 }), "price"),
        (json!({ "price": "12" }), "price"),
        (json!({ "name": " " }), "name"),
        (json!({ "name": "x".repeat(301) }), "name"),
        (json!({ "manufacturer": "a\u{0}b" }), "manufacturer"),
        (json!({ "category": "TOASTER" }), "category"),
        (json!({ "canonicalId": "none" }), "canonicalId"),
        (json!({ "unpin": ["stock"] }), "unpin"),
        (json!({ "retailer": "beta" }), "retailer"),
        (json!({}), "body"),
    ] {
        let reply = dana.send(Method::PATCH, &uri, Some(change.clone())).await;
        let fields = reply.assert_error(422, "INVALID_FIELDS");
        assert!(fields[field].is_string(), "{change}: {fields}");
    }
    let unknown = json!({ "canonicalId": ProductId::random() });
    let fields = dana.send(Method::PATCH, &uri, Some(unknown)).await.assert_error(422, "CANONICAL_UNKNOWN");
    assert!(fields["canonicalId"].is_string());
    let other = json!({ "canonicalId": world.card.id });
    let refused = dana.send(Method::PATCH, &uri, Some(other)).await;
    refused.assert_error(422, "CANONICAL_OTHER_CATEGORY");
    assert_eq!(
        refused.json()["error"],
        json!("That product is in the category GPU, but this offer is in CPU.")
    );
    let nowhere = format!("{LIST}/{}", OfferId::random());
    dana.send(Method::PATCH, &nowhere, Some(json!({ "name": "x" })))
        .await
        .assert_error(404, "PRODUCT_NOT_FOUND");
    dana.send(Method::DELETE, &format!("{LIST}/x"), None).await.assert_error(404, "PRODUCT_NOT_FOUND");
    let entries: i64 = sqlx::query_scalar("select count(*) from audit_entry").fetch_one(&db).await.unwrap();
    assert_eq!(entries, 0, "nothing was done");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn edit_of_a_deleted_product_answers_410(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let mut omar = admin(&app, &db, "omar").await;
    let uri = format!("{LIST}/{}", ryzen_offer(&db, &world).await);
    assert_eq!(dana.send(Method::DELETE, &uri, None).await.status.as_u16(), 204);
    omar.send(Method::PATCH, &uri, Some(json!({ "price": 1 }))).await.assert_error(410, "PRODUCT_DELETED");
    omar.send(Method::DELETE, &uri, None).await.assert_error(410, "PRODUCT_DELETED");
    assert_eq!(omar.get(&format!("{LIST}?search=9800x3d")).await.json()["total"], json!(1));
    store(&db, world.alpha, &[offer(&world.ryzen, 145_000)]).await;
    assert_eq!(
        omar.get(&format!("{LIST}?search=9800x3d")).await.json()["total"],
        json!(1),
        "no crawl brings it back"
    );
    let log = omar.get("/api/admin/audit-log?actionType=DELETE_PRODUCT").await.json();
    assert_eq!((&log["total"], &log["actions"][0]["after"]), (&json!(1), &Value::Null));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn non_part_offer_becomes_a_part_when_linked(db: PgPool) {
    let world = world(&db).await;
    let waits = insert_unmatched_offer(&db, &world).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let uri = format!("{LIST}/{waits}");
    assert_eq!(
        dana.send(Method::PATCH, &uri, Some(json!({ "category": "OTHER" }))).await.status.as_u16(),
        200
    );
    let asked = json!({ "ids": [waits], "canonicalId": world.card.id });
    assert_eq!(dana.post(&format!("{LIST}/link"), asked).await.json()["linked"], json!(1));
    let joined = dana.get(&format!("{LIST}?linked=true&limit=100")).await.json();
    let offer = joined["products"].as_array().unwrap().iter().find(|one| one["id"] == json!(waits)).unwrap();
    assert_eq!(offer["category"], json!("GPU"));
    assert!(offer["pinned"].as_array().unwrap().contains(&json!("category")), "{offer}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn bulk_link_reports_offers_that_cannot_be_linked(db: PgPool) {
    let world = world(&db).await;
    let waits = insert_unmatched_offer(&db, &world).await;
    let joined = ryzen_offer(&db, &world).await;
    let card: OfferId = sqlx::query_scalar("select id from offer where product_id = $1 limit 1")
        .bind(world.card.id)
        .fetch_one(&db)
        .await
        .unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let uri = format!("{LIST}/link");
    let gone = OfferId::random();
    let asked = json!({ "ids": [waits, joined, card, gone, waits], "canonicalId": world.ryzen.id });
    let outcome = dana.post(&uri, asked).await.json();
    assert_eq!(outcome["linked"], json!(2), "{outcome}");
    let codes: Vec<&str> =
        outcome["failed"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["CANONICAL_OTHER_CATEGORY", "PRODUCT_NOT_FOUND"]);
    assert_eq!(outcome["failed"][1]["id"], json!(gone));
    let unlinked = dana.post(&uri, json!({ "ids": [waits, joined], "canonicalId": null })).await.json();
    assert_eq!(unlinked["linked"], json!(2));
    let left: i64 = sqlx::query_scalar("select count(*) from offer where product_id is null")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(left, 2);
    let too_many: Vec<OfferId> = (0..1001).map(|_| OfferId::random()).collect();
    for wrong in [
        json!({ "ids": [], "canonicalId": null }),
        json!({ "ids": ["x"], "canonicalId": null }),
        json!({ "ids": too_many, "canonicalId": null }),
        // An absent `canonicalId` is refused: it must not remove the offer from its product.
        json!({ "ids": [joined] }),
    ] {
        dana.post(&uri, wrong).await.assert_error(422, "INVALID_FIELDS");
    }
}
