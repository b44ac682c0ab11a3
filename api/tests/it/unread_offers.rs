//! Offers that nobody has read for days are in stock nowhere.

use api::services::unread_offers::UnreadOffers;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::signed_in_user,
    builds::{gaming, path, save_build},
    fixtures::{offer, store, world},
    starting::{Server, program, url},
};

/// Moves the last reading of these retailers' offers back by eight days.
async fn forget(db: &PgPool, slugs: &[&str]) {
    sqlx::query(
        "update offer set stored_at = now() - interval '8 days', updated_at = now() - interval '8 days'
         where retailer_id in (select id from retailer where slug = any($1))",
    )
    .bind(slugs)
    .execute(db)
    .await
    .unwrap();
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unread_offer_is_in_stock_on_no_card_page_build_or_search(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let build = save_build(&mut sara, gaming(&world)).await;
    forget(&db, &["alpha"]).await;
    UnreadOffers::new(db.clone(), 7).take_out_of_stock().await;
    // The other retailer's dearer offer is the best one now.
    app.eventually("/api/search?q=9800x3d", |body| body["products"][0]["price"] == json!(149.9)).await;
    let page = app.get(&format!("/api/products?id={}", world.ryzen.id)).await.json();
    assert_eq!((&page["product"]["price"], &page["product"]["inStock"]), (&json!(149.9), &json!(true)));
    let alpha = page["retailers"].as_array().unwrap().iter().find(|offer| offer["retailerSlug"] == "alpha");
    let alpha = alpha.unwrap();
    assert_eq!((&alpha["stock"], &alpha["inStock"]), (&json!("unknown"), &json!(false)));
    assert_eq!(sara.get(&path(&build)).await.json()["build"]["todayTotal"], json!(381.65));

    forget(&db, &["beta"]).await;
    UnreadOffers::new(db.clone(), 7).take_out_of_stock().await;
    app.eventually("/api/search?q=9800x3d&inStock=true", |body| body["total"] == 0).await;
    let page = app.get(&format!("/api/products?id={}", world.ryzen.id)).await.json();
    assert_eq!((&page["product"]["price"], &page["product"]["inStock"]), (&json!(145), &json!(false)));
    let later = sara.get(&path(&build)).await.json()["build"].clone();
    assert_eq!(later["components"]["CPU"]["product"]["inStock"], json!(false), "{later}");

    store(&db, world.alpha, &[offer(&world.ryzen, 145_000)]).await;
    app.eventually("/api/search?q=9800x3d&inStock=true", |body| body["total"] == 1).await;
}

/// The process was away for days, and no worker runs.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn server_takes_unread_offers_out_of_stock_at_its_start(db: PgPool) {
    world(&db).await;
    forget(&db, &["alpha", "beta"]).await;
    let directory = tempfile::tempdir().unwrap();
    let server = Server::start(program(&url(&db), directory.path()));
    let left: i64 =
        sqlx::query_scalar("select count(*) from offer where stock = 'IN'").fetch_one(&db).await.unwrap();
    assert_eq!(left, 0);
    let (code, log) = server.terminate();
    assert_eq!(code, Some(0), "{log}");
}
