//! Administrators filter a long queue, decide many matches, reopen decided ones, and search by number.

use domain::{model::OfferId, transactions::retailer_changes};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    admin_matches::{QUEUE, ids, insert_unmatched_offers, linked},
    app::TestApp,
    browsers::{Browser, admin},
    fixtures::{execute, world},
};

async fn total(browser: &mut Browser<'_>, query: &str) -> i64 {
    browser.get(&format!("{QUEUE}?{query}")).await.json()["total"].as_i64().unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn match_queue_is_filtered_by_retailer_category_confidence_age_note_and_words(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let offers = insert_unmatched_offers(&db, &world, 2, 0.97).await;
    insert_unmatched_offers(&db, &world, 1, 0.6).await;
    let flagged = ids(&mut dana, &format!("{QUEUE}?maxConfidence=60")).await;
    assert_eq!(flagged.len(), 1);
    let note = json!({ "id": flagged[0], "notes": "which one?" });
    assert_eq!(dana.post("/api/admin/matches/flag", note).await.status.as_u16(), 204);
    execute(&db, "update product_match set created_at = now() - interval '8 days' where confidence > 0.9")
        .await;
    for (query, found) in [
        ("retailer=alpha", 3),
        ("retailer=beta", 0),
        ("category=CPU", 3),
        ("category=all&status=all", 3),
        ("category=GPU", 0),
        ("minConfidence=90", 2),
        ("minConfidence=50&maxConfidence=90", 1),
        ("flagged=true", 1),
        ("flagged=false", 2),
        ("minAgeDays=7", 2),
        ("q=NO+WAITING-1", 1),
        ("q=ryzen+%22no", 0),
        ("q=9800x3d+waiting-0", 2),
        (&format!("q={}", offers[0].0), 1),
        ("retailer=alpha&minConfidence=90&q=waiting-0", 1),
    ] {
        assert_eq!(total(&mut dana, query).await, found, "{query}");
        let lines = dana.get(&format!("{QUEUE}/export?{query}")).await.text().lines().count();
        assert_eq!(lines as i64, found + 1, "export?{query}");
    }
    for (query, field) in [
        ("minConfidence=101", "minConfidence"),
        ("maxConfidence=much", "maxConfidence"),
        ("flagged=maybe", "flagged"),
        ("minAgeDays=-1", "minAgeDays"),
        ("retailer=No%20Shop", "retailer"),
    ] {
        let refused = dana.get(&format!("{QUEUE}?{query}")).await;
        assert!(refused.json()["fields"][field].is_string(), "{query}");
    }
    dana.get(&format!("{QUEUE}?category=TOASTER")).await.assert_error(422, "INVALID_CATEGORY");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn matches_of_a_disabled_retailer_leave_the_queue(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    insert_unmatched_offers(&db, &world, 2, 0.97).await;
    let open = dana.get("/api/admin/open-work").await.json();
    assert_eq!(
        (&open["matches"], &open["parkedJobs"], &open["heldPrices"]),
        (&json!(2), &json!(0), &json!(0))
    );
    for (enabled, waits) in [(false, 0), (true, 2)] {
        let mut tx = db.begin().await.unwrap();
        retailer_changes::set_enabled(&mut tx, &"alpha".parse().unwrap(), enabled).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(total(&mut dana, "status=pending").await, waits);
        assert_eq!(dana.get("/api/admin/open-work").await.json()["matches"], json!(waits));
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn several_matches_are_rejected_at_once(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    insert_unmatched_offers(&db, &world, 3, 0.97).await;
    let pairs = ids(&mut dana, QUEUE).await;
    let first = json!({ "id": pairs[0] });
    assert_eq!(dana.post("/api/admin/matches/approve", first).await.status.as_u16(), 204);
    let outcome = dana.post("/api/admin/matches/reject-many", json!({ "ids": pairs })).await.json();
    assert_eq!((&outcome["rejected"], &outcome["failed"][0]["code"]), (&json!(2), &json!("MATCH_DECIDED")));
    dana.post("/api/admin/matches/reject-many", json!({ "ids": [] }))
        .await
        .assert_error(422, "INVALID_FIELDS");
}

/// Makes decisions too old to be undone.
async fn age_decisions(db: &PgPool) {
    execute(
        db,
        "update product_match set decided_at = now() - interval '3 days' where decided_at is not null",
    )
    .await;
    execute(db, "delete from match_undo").await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn any_admin_reopens_a_decided_match(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let (mut dana, mut omar) = (admin(&app, &db, "dana").await, admin(&app, &db, "omar").await);
    let offers: Vec<OfferId> = insert_unmatched_offers(&db, &world, 1, 0.97).await;
    let id = ids(&mut dana, QUEUE).await.remove(0);
    let (decision, reopen) = (json!({ "id": id }), json!({ "id": id, "notes": "the wrong edition" }));
    for (decided, on_page) in [("approve", 1), ("reject", 0)] {
        let uri = format!("/api/admin/matches/{decided}");
        assert_eq!(dana.post(&uri, decision.clone()).await.status.as_u16(), 204);
        age_decisions(&db).await;
        assert_eq!(linked(&db, &offers).await, on_page);
        omar.post("/api/admin/matches/undo", decision.clone()).await.assert_error(409, "TOO_LATE_TO_UNDO");
        for _ in 0..2 {
            let reply = omar.post("/api/admin/matches/reopen", reopen.clone()).await;
            assert_eq!(reply.status.as_u16(), 204, "what is open stays open");
        }
        assert_eq!(linked(&db, &offers).await, 0);
        let open = dana.get(QUEUE).await.json();
        let pair = &open["matches"][0];
        assert_eq!((&pair["status"], &pair["flagNote"]), (&json!("PENDING"), &json!("the wrong edition")));
        assert_eq!((&pair["decidedBy"], &pair["decidedAt"]), (&Value::Null, &Value::Null));
    }
    let nobody = json!({ "id": uuid::Uuid::new_v4() });
    omar.post("/api/admin/matches/reopen", nobody).await.assert_error(404, "MATCH_NOT_FOUND");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn audit_log_names_its_targets_and_is_filtered_by_user_and_time(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let (mut dana, mut omar) = (admin(&app, &db, "dana").await, admin(&app, &db, "omar").await);
    insert_unmatched_offers(&db, &world, 2, 0.97).await;
    let pairs = ids(&mut dana, QUEUE).await;
    for (browser, id) in [(&mut dana, &pairs[0]), (&mut omar, &pairs[1])] {
        let reply = browser.post("/api/admin/matches/reject", json!({ "id": id })).await;
        assert_eq!(reply.status.as_u16(), 204);
    }
    let log = dana.get("/api/admin/audit-log").await.json();
    let entry = &log["actions"][0];
    assert!(entry["targetName"].as_str().unwrap().ends_with("= AMD Ryzen 7 9800X3D"), "{entry}");
    assert_eq!(entry["targetProductId"], json!(world.ryzen.id));
    let admins = log["admins"].as_array().unwrap();
    assert_eq!(admins.iter().map(|one| one["name"].as_str().unwrap()).collect::<Vec<_>>(), ["dana", "omar"]);
    let count = async |browser: &mut Browser<'_>, query: &str| {
        browser.get(&format!("/api/admin/audit-log?{query}")).await.json()["total"].as_i64().unwrap()
    };
    let of_omar = format!("admin={}", admins[1]["id"].as_str().unwrap());
    for (query, found) in [
        (of_omar.as_str(), 1),
        ("admin=SYSTEM", 0),
        ("from=2026-01-01T00:00:00Z", 2),
        ("until=2026-01-01T00:00:00%2B03:00", 0),
        ("from=2099-01-01T00:00:00Z", 0),
    ] {
        assert_eq!(count(&mut dana, query).await, found, "{query}");
    }
    for query in ["admin=dana", "from=yesterday", "until=2026-13-01T00:00:00Z"] {
        dana.get(&format!("/api/admin/audit-log?{query}")).await.assert_error(422, "INVALID_FIELDS");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offers_are_found_by_id_number_sku_and_part_number(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let offers = insert_unmatched_offers(&db, &world, 2, 0.97).await;
    sqlx::query("update offer set sku = 'KW-77 41', part_number_keys = '{100000001584wof}' where id = $1")
        .bind(offers[1].0)
        .execute(&db)
        .await
        .unwrap();
    let id = offers[1].0.to_string();
    for text in [id.as_str(), "waiting-1-0.97", "KW-77%2041", "100-000001584WOF", "100000001584%20wof"] {
        let found = dana.get(&format!("/api/admin/products?search={text}")).await.json();
        assert_eq!((&found["total"], &found["products"][0]["id"]), (&json!(1), &json!(id)), "{text}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn undone_approval_leaves_an_offer_where_a_key_had_matched_it(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let offers = insert_unmatched_offers(&db, &world, 1, 0.97).await;
    let matched_by = async || -> Option<String> {
        let stored = "select linked_by from offer where id = $1 and product_id is not null";
        sqlx::query_scalar(stored).bind(offers[0]).fetch_optional(&db).await.unwrap()
    };
    let approve = json!({ "id": ids(&mut dana, QUEUE).await[0] });
    sqlx::query("update offer set product_id = $2, linked_by = 'PART_NUMBER' where id = $1")
        .bind(offers[0])
        .bind(world.ryzen.id)
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(dana.post("/api/admin/matches/approve", approve.clone()).await.status.as_u16(), 204);
    assert_eq!(matched_by().await.as_deref(), Some("ADMIN"));
    assert_eq!(dana.post("/api/admin/matches/undo", approve).await.status.as_u16(), 204);
    assert_eq!(matched_by().await.as_deref(), Some("PART_NUMBER"));
}
