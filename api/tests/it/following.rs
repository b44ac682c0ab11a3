use domain::{
    model::{Category, Fils},
    store::{feed, users::Role},
    transactions::{offer_batches, past_prices},
};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::{FRESH, TestApp},
    browsers,
    fixtures::{execute, import, now, offer, part, store, world},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn changed_price_is_searchable_within_two_seconds(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    for fils in [139_000, 137_500, 136_250] {
        store(&db, world.alpha, &[offer(&world.ryzen, fils)]).await;
        let wanted = json!(fils as f64 / 1000.0);
        let took = app
            .eventually("/api/search?q=9800x3d", |body| {
                body["products"][0]["price"].as_f64() == wanted.as_f64()
            })
            .await;
        assert!(took < FRESH, "found after {took:?}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn new_products_appear_and_removed_ones_vanish(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let fresh = part(Category::Gpu, "Sapphire Nitro+ Radeon RX 9070 XT", "11348-01-20G");
    import(&db, std::slice::from_ref(&fresh)).await;
    app.eventually("/api/search?q=nitro+9070", |body| body["total"] == 1).await;
    let mut tx = db.begin().await.unwrap();
    sqlx::query("update product set removed_at = now() where id = $1")
        .bind(world.core.id)
        .execute(&mut *tx)
        .await
        .unwrap();
    feed::append(&mut *tx, &[world.core.id]).await.unwrap();
    tx.commit().await.unwrap();
    app.eventually("/api/search?q=265k", |body| {
        body["products"].as_array().unwrap().iter().all(|p| p["name"] != "Intel Core Ultra 7 265K")
    })
    .await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn late_commit_of_an_older_transaction_is_not_missed(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut slow = db.begin().await.unwrap();
    offer_batches::store_batch(&mut slow, world.alpha, &[offer(&world.ryzen, 101_000)], now()).await.unwrap();
    store(&db, world.beta, &[offer(&world.card, 202_000)]).await;
    // The committed change must wait for the slow transaction: a cursor beyond it would skip the slow one's changes.
    slow.commit().await.unwrap();
    app.eventually("/api/search?q=9800x3d", |body| body["products"][0]["price"] == json!(101)).await;
    app.eventually("/api/search?q=5070", |body| body["products"][0]["price"] == json!(202)).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn lag_counts_changes_that_an_open_transaction_hides_and_names_it(db: PgPool) {
    let world = world(&db).await;
    browsers::account(&db, "admin@example.com", "Admin", Role::Admin).await;
    let app = TestApp::new(db.clone()).await;
    let mut admin = browsers::Browser::signed_in(&app, "admin@example.com").await;
    // Another transaction on the same server stays open for long.
    let mut slow = db.begin().await.unwrap();
    sqlx::query("set local application_name = 'slow report'").execute(&mut *slow).await.unwrap();
    sqlx::query("create table scratch (id bigint)").execute(&mut *slow).await.unwrap();
    store(&db, world.alpha, &[offer(&world.ryzen, 101_000)]).await;
    let hidden = |body: &serde_json::Value| {
        body["index"]["lagSeconds"].as_f64().is_some_and(|seconds| seconds > 5.0)
            && body["index"]["blockedBy"]["process"].is_i64()
    };
    let started = tokio::time::Instant::now();
    let body = loop {
        let body = admin.get("/api/admin/operations").await.json();
        if hidden(&body) {
            break body;
        }
        assert!(started.elapsed().as_secs() < 60, "{body}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    // Another test's transaction may be older; only the oldest is named.
    let hiding = &body["index"]["blockedBy"];
    assert!(hiding["seconds"].as_f64().unwrap() > 4.0, "{hiding}");
    if hiding["application"] == json!("slow report") {
        let database: String = sqlx::query_scalar("select current_database()").fetch_one(&db).await.unwrap();
        assert_eq!(hiding["database"], json!(database));
    }
    slow.rollback().await.unwrap();
    app.eventually("/api/health", |body| body["index"]["lagSeconds"].as_f64().is_some_and(|lag| lag < 2.0))
        .await;
    assert_eq!(admin.get("/api/admin/operations").await.json()["index"]["blockedBy"], json!(null));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn killed_process_resumes_from_the_stored_position(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let built = app.engine.stats().generation;
    store(&db, world.alpha, &[offer(&world.ryzen, 133_000)]).await;
    app.eventually("/api/search?q=9800x3d", |body| body["products"][0]["price"] == json!(133)).await;
    let files = app.kill().await;

    store(&db, world.alpha, &[offer(&world.core, 99_000)]).await;
    let app = TestApp::with_files(db, files).await;
    assert_eq!(app.engine.stats().generation, built, "nothing was built anew");
    app.eventually("/api/search?q=265k", |body| body["products"][0]["price"] == json!(99)).await;
    assert_eq!(app.get("/api/search?q=9800x3d").await.json()["products"][0]["price"], json!(133));
    assert_eq!(
        app.get("/api/products/list").await.json()["total"],
        json!(4),
        "nothing is lost, nothing is doubled"
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn index_older_than_the_feed_is_rebuilt(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let built = app.engine.stats().generation;
    let files = app.stop().await;
    store(&db, world.alpha, &[offer(&world.ryzen, 111_000)]).await;
    execute(&db, "update product_change_floor set pruned_xid = pg_snapshot_xmax(pg_current_snapshot())")
        .await;
    execute(&db, "delete from product_change").await;

    let app = TestApp::starting(db, files);
    assert_eq!(
        app.get("/api/search?q=9800x3d").await.json()["total"],
        json!(1),
        "the old generation answers meanwhile"
    );
    app.eventually("/api/search?q=9800x3d", |body| body["products"][0]["price"] == json!(111)).await;
    assert!(app.engine.stats().generation > built);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn damaged_index_is_rebuilt_at_start(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let files = app.stop().await;
    let mut folders = vec![files.path().join("index")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                std::fs::write(entry.path(), b"garbage").unwrap();
            }
        }
    }
    let app = TestApp::with_files(db, files).await;
    assert_eq!(app.get("/api/products/list").await.json()["total"], json!(4));
}

/// Overwrites every file of the live index in place, like a failing disk. Truncating a mapped file would kill the
/// process.
fn damage_in_place(index: &std::path::Path) {
    use std::io::Write;
    for generation in std::fs::read_dir(index).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(files) = std::fs::read_dir(generation) else { continue };
        for file in files.map(|entry| entry.unwrap().path()) {
            let length = usize::try_from(file.metadata().unwrap().len()).unwrap();
            let mut opened = std::fs::OpenOptions::new().write(true).open(file).unwrap();
            opened.write_all(&vec![0xa5; length]).unwrap();
        }
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn index_damaged_while_serving_is_rebuilt(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let built = app.engine.stats().generation;
    damage_in_place(&app.index_directory());
    // The first read that fails is noticed; data already in memory may still be answered.
    assert_eq!(app.get("/api/search?q=9800x3d").await.status.as_u16(), 503);
    app.eventually("/api/health", |body| {
        body["status"] == "ok" && body["index"]["generation"].as_u64() > Some(built)
    })
    .await;
    assert_eq!(app.get("/api/search?q=9800x3d").await.names(), ["AMD Ryzen 7 9800X3D"]);
    assert_eq!(app.get("/api/products/list").await.json()["total"], json!(4));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn empty_database_gives_an_empty_index(db: PgPool) {
    let app = TestApp::new(db).await;
    let body = app.get("/api/products/list").await.json();
    assert_eq!((&body["products"], &body["total"]), (&json!([]), &json!(0)));
    assert_eq!(app.get("/api/health").await.status.as_u16(), 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn search_card_shows_a_price_drop(db: PgPool) {
    use domain::store::prices::PastPrice;
    let world = world(&db).await;
    let past = PastPrice {
        external_id: Some(world.core.part_numbers[0].clone()),
        url: None,
        observed_at: now() - time::Duration::days(20),
        price: Fils(131_667),
        stock: domain::model::Stock::In,
    };
    let mut tx = db.begin().await.unwrap();
    past_prices::import(&mut tx, world.alpha, &[past]).await.unwrap();
    tx.commit().await.unwrap();
    let app = TestApp::new(db).await;
    let body = app.get("/api/products/list?sort=drop").await.json();
    let product = &body["products"][0];
    assert_eq!(
        (&product["name"], &product["lowest30d"]),
        (&json!("Intel Core Ultra 7 265K"), &json!(131.667))
    );
    assert_eq!(product["dropPercent"].as_f64(), Some(10.0));
    assert_eq!(product["trend"].as_array().unwrap().len(), 21);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn index_of_another_database_is_rebuilt(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let (built, engine) = (app.engine.stats().generation, app.engine.clone());
    let (cursor, rest) = ("1/0", "2026-11-21 1-1 0000000000000001");
    engine.apply(Vec::new(), &format!("{cursor} {rest}")).unwrap();
    drop(engine);
    let app = TestApp::with_files(db, app.kill().await).await;
    assert_eq!(app.get("/api/products/list").await.json()["total"], json!(4));
    assert!(app.engine.stats().generation > built);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn no_404_before_the_first_index_is_ready(db: PgPool) {
    let app = TestApp::starting(db, tempfile::tempdir().unwrap());
    for uri in ["/api/search?q=x", "/api/products/list", "/api/suggest?q=x", "/api/categories"] {
        let reply = app.get(uri).await;
        reply.assert_error(503, "STARTING");
        assert_eq!(reply.header("retry-after"), "2");
    }
    let health = app.get("/api/health").await;
    assert_eq!((health.status.as_u16(), &health.json()["status"]), (503, &json!("starting")));
}
