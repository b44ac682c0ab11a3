//! Products by the numbers of their barcodes.

use std::num::NonZeroU32;

use domain::{config::Config, model::Gtin};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    fixtures::{offer, store, world},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn number_of_a_box_leads_to_its_product(db: PgPool) {
    let world = world(&db).await;
    let mut boxed = offer(&world.ryzen, 150_000);
    boxed.external_id = "boxed".into();
    boxed.gtins = vec![Gtin::parse("730143314572").unwrap()];
    store(&db, world.alpha, &[boxed]).await;
    let app = TestApp::new(db).await;
    // UPC, EAN, with 14 digits, as printed, and the number of a case of such boxes.
    for written in ["730143314572", "0730143314572", "00730143314572", "7-30143-31457-2", "10730143314579"] {
        let reply = app.get(&format!("/api/products/by-gtin/{written}")).await;
        assert_eq!(reply.status.as_u16(), 200, "{written}: {}", reply.text());
        assert_eq!(reply.json(), json!({ "productId": world.ryzen.id }), "{written}");
    }
    app.get("/api/products/by-gtin/5901234123457").await.assert_error(404, "PRODUCT_NOT_FOUND");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_number_says_what_is_wrong(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    for (wrong, why) in [
        ("730143314573", "check digit"),
        ("7301433145", "8, 12, 13 or 14 digits"),
        ("rtx5070", "digits only"),
        ("2000000000008", "internal numbers"),
    ] {
        let reply = app.get(&format!("/api/products/by-gtin/{wrong}")).await;
        assert_eq!(reply.status.as_u16(), 422, "{wrong}: {}", reply.text());
        assert!(reply.text().contains("gtin") && reply.text().contains(why), "{wrong}: {}", reply.text());
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn lookups_of_one_address_are_limited(db: PgPool) {
    world(&db).await;
    let mut config = Config::load().unwrap();
    config.limits.offer_addresses.burst = NonZeroU32::new(2).unwrap();
    let app = TestApp::with_config(db, &config).await;
    let look = async || app.get("/api/products/by-gtin/5901234123457").await;
    assert_eq!([look().await.status.as_u16(), look().await.status.as_u16()], [404, 404]);
    look().await.assert_error(429, "TOO_OFTEN");
}
