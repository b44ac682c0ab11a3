use axum::{body::Body, http::Request};
use domain::model::ProductId;
use serde_json::json;
use sqlx::PgPool;

use crate::{app::TestApp, fixtures::world};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_product_comes_with_its_offers_cheapest_first(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let reply = app.get(&format!("/api/products?id={}", world.ryzen.id)).await;
    let body = reply.json();
    assert_eq!(reply.status.as_u16(), 200);
    assert_eq!(
        (&body["product"]["name"], &body["matchedProductsCount"]),
        (&json!("AMD Ryzen 7 9800X3D"), &json!(2))
    );
    assert_eq!(body["priceRange"], json!({"min": 145, "max": 149.9, "currency": "KWD"}));
    let [cheap, dear] = [&body["retailers"][0], &body["retailers"][1]];
    assert_eq!(
        (&cheap["retailerSlug"], &cheap["price"], &cheap["listPrice"]),
        (&json!("alpha"), &json!(145), &json!(159.9))
    );
    assert_eq!(
        (&cheap["shipping"], &cheap["shippingFreeOver"], &cheap["tabby"]),
        (&json!(0), &json!(50), &json!(false))
    );
    assert_eq!(
        (&dear["shipping"], &dear["shippingFreeOver"], &dear["tabby"]),
        (&json!(null), &json!(null), &json!(true))
    );
    assert_eq!(
        (&dear["stock"], &dear["stockLeft"], &dear["inStock"]),
        (&json!("in"), &json!(3), &json!(true))
    );
    assert!(cheap["updatedAt"].as_str().is_some_and(|at| at.ends_with('Z')));
    assert_eq!(body["specSources"]["socket"]["source"], "test");
    assert_eq!(
        body["sources"][0],
        json!({"slug": "test", "name": "Test sheet", "attribution": "From the test sheet", "url": null})
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn delivery_below_the_limit_costs_the_fee(db: PgPool) {
    use crate::fixtures::{import, offer, part, store};
    let world = world(&db).await;
    let fan = part(domain::model::Category::CaseFan, "Arctic P12 PWM", "ACFAN00119A");
    import(&db, std::slice::from_ref(&fan)).await;
    store(&db, world.alpha, &[offer(&fan, 2_750)]).await;
    let app = TestApp::new(db).await;
    let body = app.get(&format!("/api/products?id={}", fan.id)).await.json();
    assert_eq!(
        (&body["retailers"][0]["price"], &body["retailers"][0]["shipping"]),
        (&json!(2.75), &json!(2))
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn the_cheapest_offer_in_stock_is_shown(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let body = app.get(&format!("/api/products?id={}", world.card.id)).await.json();
    assert_eq!(
        (&body["product"]["price"], &body["product"]["retailerSlug"]),
        (&json!(231.75), &json!("beta"))
    );
    assert_eq!(body["priceRange"]["min"], json!(219));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn product_without_offers_keeps_its_page(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let body = app.get(&format!("/api/products?id={}", world.unsold.id)).await.json();
    assert_eq!((&body["product"]["price"], &body["priceRange"]), (&json!(null), &json!(null)));
    assert_eq!((&body["retailers"], &body["product"]["inStock"]), (&json!([]), &json!(false)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn products_are_returned_in_the_requested_order(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let unknown = ProductId::random();
    let [first, second] = [world.core.id, world.ryzen.id];
    for query in
        [format!("ids={first},{unknown},{second}"), format!("ids={first}&ids={unknown}&ids={second}")]
    {
        let names = app.get(&format!("/api/products?{query}")).await.names();
        assert_eq!(names, ["Intel Core Ultra 7 265K", "AMD Ryzen 7 9800X3D"], "{query}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn an_unknown_product_is_not_found(db: PgPool) {
    let app = TestApp::new(db).await;
    for id in [ProductId::random().to_string(), "42".into(), "%27;--".into()] {
        for uri in [format!("/api/products?id={id}"), format!("/api/products/{id}/price-history")] {
            let reply = app.get(&uri).await;
            reply.assert_error(404, "PRODUCT_NOT_FOUND");
            assert_eq!(reply.json()["error"], "Product not found.", "{uri}");
        }
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn product_list_requires_ids(db: PgPool) {
    let app = TestApp::new(db).await;
    let id = ProductId::random();
    for query in [String::new(), format!("id={id}&ids={id}"), "ids=1".into(), format!("id={id}&id={id}")] {
        let fields = app.get(&format!("/api/products?{query}")).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields.get("id").or(fields.get("ids")).is_some(), "{query}: {fields}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn views_are_counted_by_day_without_user_data(db: PgPool) {
    let world = world(&db).await;
    let views = api::services::views::ViewCounter::default();
    views.count(world.ryzen.id);
    views.count(world.ryzen.id);
    views.count(domain::model::ProductId::random());
    views.store(&db).await.unwrap();
    views.store(&db).await.unwrap();
    let stored: Vec<(String, i64)> =
        sqlx::query_as("select kind, times from product_interest").fetch_all(&db).await.unwrap();
    assert_eq!(stored, [("VIEW".to_owned(), 2)]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn only_opened_pages_count_as_views(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let id = world.ryzen.id;
    // A browser requests the product when a pointer rests on a link, too.
    assert_eq!(app.get(&format!("/api/products?id={id}")).await.status.as_u16(), 200);
    assert_eq!(app.get(&format!("/product/{id}")).await.status.as_u16(), 200);
    let open = async |id: &str, agent: &str| {
        let request = Request::post(format!("/api/products/{id}/views")).header("user-agent", agent);
        app.send(request.body(Body::empty()).unwrap()).await
    };
    assert_eq!(open(&id.to_string(), "Firefox").await.status.as_u16(), 204);
    assert_eq!(open(&id.to_string(), "Googlebot").await.status.as_u16(), 204);
    open("1", "Firefox").await.assert_error(404, "PRODUCT_NOT_FOUND");
    app.views.store(&db).await.unwrap();
    let stored: Vec<i64> =
        sqlx::query_scalar("select times from product_interest").fetch_all(&db).await.unwrap();
    assert_eq!(stored, [1]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_source_of_facts_is_listed_with_its_notice(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let source = domain::store::sources::DataSource {
        slug: "open".into(),
        name: "An Open Database".into(),
        attribution: Some("Contains information from it.".into()),
        url: Some("https://open.example/".into()),
    };
    domain::store::sources::upsert(&db, &source).await.unwrap();
    let listed = app.get("/api/sources").await.json();
    assert_eq!(listed["sources"][0]["attribution"], "Contains information from it.");
    assert_eq!(app.get("/data-sources").await.status.as_u16(), 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pre_order_is_shown_as_such_and_never_in_stock(db: PgPool) {
    use crate::fixtures::{import, offer, part, store};
    let world = world(&db).await;
    let fan = part(domain::model::Category::CaseFan, "Arctic P12 PWM", "ACFAN00119A");
    import(&db, std::slice::from_ref(&fan)).await;
    let mut early = offer(&fan, 2_750);
    early.stock = domain::model::Stock::PreOrder;
    store(&db, world.alpha, &[early]).await;
    let app = TestApp::new(db).await;
    let body = app.get(&format!("/api/products?id={}", fan.id)).await.json();
    let (product, one) = (&body["product"], &body["retailers"][0]);
    assert_eq!((&product["inStock"], &product["preOrder"]), (&json!(false), &json!(true)));
    assert_eq!((&one["stock"], &one["inStock"]), (&json!("pre_order"), &json!(false)));
    let found = app.get("/api/products/list?category=CASE_FAN&inStock=true").await.json();
    let fan_id = json!(fan.id);
    assert!(found["products"].as_array().unwrap().iter().all(|listed| listed["id"] != fan_id));
    let html = app.get(&format!("/product/{}", fan.id)).await.text();
    assert!(html.contains("https://schema.org/PreOrder") && html.contains("Pre-order"));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unknown_stock_is_not_said_to_be_out_of_stock(db: PgPool) {
    use crate::fixtures::{import, offer, part, store};
    let world = world(&db).await;
    let fan = part(domain::model::Category::CaseFan, "Arctic P12 PWM", "ACFAN00119A");
    import(&db, std::slice::from_ref(&fan)).await;
    let mut silent = offer(&fan, 2_750);
    silent.stock = domain::model::Stock::Unknown;
    let out = domain::model::OfferDraft { stock: domain::model::Stock::Out, ..offer(&fan, 2_500) };
    store(&db, world.alpha, &[silent]).await;
    store(&db, world.beta, &[out]).await;
    let app = TestApp::new(db).await;
    let product = app.get(&format!("/api/products?id={}", fan.id)).await.json()["product"].clone();
    assert_eq!((&product["inStock"], &product["stockUnknown"]), (&json!(false), &json!(true)));
    let other = app.get(&format!("/api/products?id={}", world.core.id)).await.json()["product"].clone();
    assert_eq!(other.get("stockUnknown"), None);
    let html = app.get(&format!("/product/{}", fan.id)).await.text();
    assert!(html.contains("Lowest listed price, stock not known"), "{html}");
    assert!(!html.contains("product:availability"), "{html}");
}
