//! Bulk decisions about matches, and their undo as a whole.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    admin_matches::{QUEUE, ids, insert_unmatched_offers, linked},
    app::TestApp,
    browsers::admin,
    fixtures::world,
};

const BULK: &str = "/api/admin/matches/bulk-decisions";
const UNDO: &str = "/api/admin/matches/bulk-decisions/undo";
const PENDING: &str = "/api/admin/matches?status=pending";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn bulk_approval_is_undone_as_a_whole_by_any_admin(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let (mut dana, mut omar) = (admin(&app, &db, "dana").await, admin(&app, &db, "omar").await);
    let offers = insert_unmatched_offers(&db, &world, 5, 0.97).await;
    let pairs = ids(&mut dana, QUEUE).await;
    let bulk = Uuid::new_v4();
    // Two calls of one bulk decision, and a single decision that is not part of it.
    for batch in [&pairs[..2], &pairs[2..4]] {
        let outcome = dana
            .post("/api/admin/matches/approve-many", json!({ "ids": batch, "bulkId": bulk }))
            .await
            .json();
        assert_eq!(outcome["approved"], json!(2));
    }
    let single = json!({ "id": pairs[4] });
    assert_eq!(dana.post("/api/admin/matches/approve", single).await.status.as_u16(), 204);
    assert_eq!(linked(&db, &offers).await, 5);
    let listed = omar.get(BULK).await.json();
    let decisions = listed["bulkDecisions"].as_array().unwrap();
    assert_eq!(decisions.len(), 1, "{listed}");
    let decision = &decisions[0];
    assert_eq!(
        [&decision["id"], &decision["status"], &decision["count"], &decision["decidedBy"]],
        [&json!(bulk), &json!("APPROVED"), &json!(4), &json!("dana")]
    );

    let outcome = omar.post(UNDO, json!({ "id": bulk })).await.json();
    assert_eq!((&outcome["undone"], &outcome["failed"]), (&json!(4), &json!([])));
    assert_eq!(linked(&db, &offers).await, 1, "the single decision stands");
    let pending = dana.get(PENDING).await.json();
    assert_eq!((&pending["total"], &pending["confidentCount"]), (&json!(4), &json!(4)));
    assert_eq!(omar.get(BULK).await.json()["bulkDecisions"], json!([]));
    omar.post(UNDO, json!({ "id": bulk })).await.assert_error(404, "BULK_DECISION_NOT_FOUND");
    let log = dana.get("/api/admin/audit-log?actionType=UNDO_MATCH").await.json();
    assert_eq!((&log["total"], &log["actions"][0]["admin"]["name"]), (&json!(4), &json!("omar")));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn bulk_rejection_is_undone_and_a_match_decided_again_stays(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let offers = insert_unmatched_offers(&db, &world, 2, 0.97).await;
    let pairs = ids(&mut dana, QUEUE).await;
    let bulk = Uuid::new_v4();
    let body = json!({ "ids": pairs, "bulkId": bulk });
    assert_eq!(dana.post("/api/admin/matches/reject-many", body).await.json()["rejected"], json!(2));
    // Reopened and approved since: no longer part of the bulk decision.
    let reopened = json!({ "id": pairs[0] });
    assert_eq!(dana.post("/api/admin/matches/reopen", reopened.clone()).await.status.as_u16(), 204);
    assert_eq!(dana.post("/api/admin/matches/approve", reopened).await.status.as_u16(), 204);
    assert_eq!(dana.post(UNDO, json!({ "id": bulk })).await.json()["undone"], json!(1));
    assert_eq!(linked(&db, &offers).await, 1);
    assert_eq!(ids(&mut dana, PENDING).await, [pairs[1].clone()]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn bulk_decision_can_be_undone_for_an_hour(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let offers = insert_unmatched_offers(&db, &world, 1, 0.97).await;
    let body = |bulk: Uuid, pairs: &[String]| json!({ "ids": pairs, "bulkId": bulk });
    for (minutes, undoable) in [(59, true), (61, false)] {
        let bulk = Uuid::new_v4();
        let pairs = ids(&mut dana, QUEUE).await;
        dana.post("/api/admin/matches/approve-many", body(bulk, &pairs)).await;
        sqlx::query("update product_match set decided_at = now() - make_interval(mins => $1)")
            .bind(minutes)
            .execute(&db)
            .await
            .unwrap();
        let listed = dana.get(BULK).await.json()["bulkDecisions"].as_array().unwrap().len();
        assert_eq!(listed, usize::from(undoable), "{minutes}");
        let reply = dana.post(UNDO, json!({ "id": bulk })).await;
        assert_eq!(reply.status.as_u16(), if undoable { 200 } else { 404 }, "{minutes}");
        assert_eq!(linked(&db, &offers).await, i64::from(!undoable), "{minutes}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn bulk_routes_require_admin_and_name_wrong_input(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mut nobody = crate::browsers::Browser::new(&app);
    let mut dana = admin(&app, &db, "dana").await;
    nobody.get(BULK).await.assert_error(401, "NOT_SIGNED_IN");
    nobody.post(UNDO, json!({ "id": Uuid::new_v4() })).await.assert_error(401, "NOT_SIGNED_IN");
    for id in [json!(Uuid::new_v4()), json!("' or 1=1")] {
        dana.post(UNDO, json!({ "id": id })).await.assert_error(404, "BULK_DECISION_NOT_FOUND");
    }
    for action in ["approve-many", "reject-many"] {
        let body = json!({ "ids": [Uuid::new_v4()], "bulkId": "mine" });
        let reply = dana.post(&format!("/api/admin/matches/{action}"), body).await;
        assert_eq!(reply.status.as_u16(), 422);
        assert_ne!(reply.json()["fields"]["bulkId"], Value::Null, "{action}");
    }
}
