//! Filters of an operator with many shops.

use domain::store::jobs;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::admin,
    fixtures::{execute, world},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn jobs_and_held_prices_are_filtered_by_kind_and_retailer(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    execute(&db, "delete from job").await;
    for slug in ["alpha", "beta"] {
        jobs::enqueue_crawl(&db, &slug.parse().unwrap()).await.unwrap();
    }
    execute(&db, "insert into job (kind, payload) values ('upkeep', '{}')").await;
    for (query, found) in [
        ("", 3),
        ("kind=crawl", 2),
        ("kind=crawl&retailer=beta", 1),
        ("retailer=alpha&state=queued", 1),
        ("retailer=alpha&state=parked", 0),
        ("kind=upkeep&retailer=alpha", 0),
    ] {
        let listed = dana.get(&format!("/api/admin/jobs?{query}")).await.json();
        let count = listed["jobs"].as_array().unwrap().len();
        assert_eq!((&listed["total"], count), (&json!(found), found), "{query}");
    }
    for uri in ["/api/admin/jobs", "/api/admin/quarantine"] {
        dana.get(&format!("{uri}?retailer=No%20Shop")).await.assert_error(422, "INVALID_FIELDS");
        assert_eq!(dana.get(&format!("{uri}?retailer=gamma")).await.json()["total"], json!(0));
    }
}
