//! Products by the web addresses at which retailers sell them.

use std::num::NonZeroU32;

use domain::{config::Config, model::Category};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    fixtures::{execute, import, offer, part, store, world},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shared_link_leads_to_its_product(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    for address in [
        "https://shop.example/100-100001084WOF",
        "http://www.shop.example/100-100001084wof/",
        "https://shop.example/ar/100-100001084WOF",
        "https://shop.example/100-100001084WOF%3Futm_source%3Dapp%26utm_medium%3Dshare%23reviews",
        "https://shop.example/100-100001084WOF?pos=3",
    ] {
        let reply = app.get(&format!("/api/offers/by-url?url={address}")).await;
        assert_eq!(reply.status.as_u16(), 200, "{address}: {}", reply.text());
        assert_eq!(reply.json(), json!({ "productId": world.ryzen.id }), "{address}");
    }
    // An offer that has ended still says what the link is about.
    execute(&db, "update offer set ended_at = now()").await;
    let ended = app.get("/api/offers/by-url?url=https://shop.example/100-100001084WOF").await;
    assert_eq!(ended.json(), json!({ "productId": world.ryzen.id }));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unknown_links_are_told_from_wrong_ones(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    for address in ["https://shop.example/nothing", "https://other.example/100-100001084WOF"] {
        let reply = app.get(&format!("/api/offers/by-url?url={address}")).await;
        reply.assert_error(404, "OFFER_ADDRESS_NOT_FOUND");
    }
    for wrong in ["", "?url=", "?url=rtx+5070", "?url=javascript:alert(1)", "?url=https://a.example&b=1"] {
        let reply = app.get(&format!("/api/offers/by-url{wrong}")).await;
        assert_eq!(reply.status.as_u16(), 422, "{wrong}: {}", reply.text());
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_of_several_products_leads_to_none_of_them(db: PgPool) {
    let world = world(&db).await;
    let [black, white] = [
        part(Category::CaseFan, "Arctic P12 Black", "ACFAN00119A"),
        part(Category::CaseFan, "Arctic P12 White", "ACFAN00120A"),
    ];
    import(&db, &[black.clone(), white.clone()]).await;
    let page = "https://shop.example/fans";
    let [mut of_black, mut of_white] = [offer(&black, 2_750), offer(&white, 2_750)];
    for (draft, variant) in [(&mut of_black, 1), (&mut of_white, 2)] {
        draft.url = format!("{page}?variant={variant}");
        draft.page_url = Some(page.to_owned());
    }
    store(&db, world.alpha, &[of_black]).await;
    let app = TestApp::new(db.clone()).await;
    let product = async |address: &str| {
        app.get(&format!("/api/offers/by-url?url={address}")).await.json()["productId"].clone()
    };
    assert_eq!(product(page).await, json!(black.id));
    store(&db, world.alpha, &[of_white]).await;
    assert_eq!(product(page).await, json!(null));
    assert_eq!(product("https://shop.example/fans?variant=2").await, json!(white.id));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn lookups_of_one_address_are_limited(db: PgPool) {
    world(&db).await;
    let mut config = Config::load().unwrap();
    config.limits.offer_addresses.burst = NonZeroU32::new(2).unwrap();
    let app = TestApp::with_config(db, &config).await;
    let look = async || app.get("/api/offers/by-url?url=https://shop.example/nothing").await;
    assert_eq!([look().await.status.as_u16(), look().await.status.as_u16()], [404, 404]);
    look().await.assert_error(429, "TOO_OFTEN");
}
