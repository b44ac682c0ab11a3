//! The orders of the review queue, a link to one match, and reviewers who look at the same match.

use serde_json::json;
use sqlx::PgPool;

use crate::{
    admin_matches::{QUEUE, ids, insert_unmatched_offers},
    app::TestApp,
    browsers::{Browser, admin},
    fixtures::{execute, world},
};

/// Returns the ids of the export, in its order.
async fn exported_ids(browser: &mut Browser<'_>, query: &str) -> Vec<String> {
    let text = browser.get(&format!("{QUEUE}/export?{query}")).await.text();
    text.lines().skip(1).map(|line| line.split(',').next().unwrap().trim_matches('"').to_owned()).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn queue_is_sorted_by_age_confidence_retailer_and_manufacturer_with_flagged_matches_last(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let offers = insert_unmatched_offers(&db, &world, 4, 0.5).await;
    let of_offer = async |index: usize| -> String {
        sqlx::query_scalar("select id::text from product_match where offer_id = $1")
            .bind(offers[index])
            .fetch_one(&db)
            .await
            .unwrap()
    };
    let pairs = [of_offer(0).await, of_offer(1).await, of_offer(2).await, of_offer(3).await];
    // Each order puts them differently: the first is the oldest, the second the most confident, and so on.
    for (index, days, confidence, worth) in
        [(0, 9, 0.5_f32, 1.0_f32), (1, 2, 0.9, 2.0), (2, 5, 0.7, 9.0), (3, 7, 0.6, 5.0)]
    {
        sqlx::query(
            "update product_match set created_at = now() - make_interval(days => $2), confidence = $3, worth = $4
             where offer_id = $1",
        )
        .bind(offers[index])
        .bind(days)
        .bind(confidence)
        .bind(worth)
        .execute(&db)
        .await
        .unwrap();
    }
    sqlx::query("update offer set retailer_id = $2 where id = $1")
        .bind(offers[3])
        .bind(world.beta)
        .execute(&db)
        .await
        .unwrap();
    let in_order = |order: [usize; 4]| order.map(|index| pairs[index].clone()).to_vec();
    for (sort, order) in [("age", [0, 3, 2, 1]), ("confidence", [1, 2, 3, 0]), ("worth", [2, 3, 1, 0])] {
        assert_eq!(ids(&mut dana, &format!("{QUEUE}?sort={sort}")).await, in_order(order), "{sort}");
    }
    let by_retailer = ids(&mut dana, &format!("{QUEUE}?sort=retailer")).await;
    assert_eq!(by_retailer.last(), Some(&pairs[3]), "Beta comes after Alpha");
    assert_eq!(ids(&mut dana, &format!("{QUEUE}?sort=manufacturer")).await.len(), 4);
    dana.get(&format!("{QUEUE}?sort=colour")).await.assert_error(422, "INVALID_FIELDS");

    let flag = json!({ "id": pairs[2], "notes": "ask the shop" });
    assert_eq!(dana.post("/api/admin/matches/flag", flag).await.status.as_u16(), 204);
    for sort in ["age", "confidence", "worth", "retailer", "manufacturer"] {
        let query = format!("status=pending&sort={sort}");
        let listed = ids(&mut dana, &format!("{QUEUE}?{query}")).await;
        assert_eq!(listed.last(), Some(&pairs[2]), "{sort}: the flagged match left the top");
        assert_eq!(exported_ids(&mut dana, &query).await, listed, "{sort}: the export has the queue's order");
        let second_page = ids(&mut dana, &format!("{QUEUE}?{query}&limit=2&page=2")).await;
        assert_eq!(second_page, listed[2..], "{sort}: pages continue each other");
    }
    let approve = json!({ "id": pairs[2] });
    assert_eq!(dana.post("/api/admin/matches/approve", approve).await.status.as_u16(), 204);
    let decided = ids(&mut dana, &format!("{QUEUE}?status=all&sort=worth")).await;
    assert_eq!(decided.first(), Some(&pairs[2]), "a decided match is no longer set aside");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn one_match_is_found_by_its_id_whatever_its_status(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    insert_unmatched_offers(&db, &world, 2, 0.97).await;
    let pairs = ids(&mut dana, QUEUE).await;
    let uri = format!("{QUEUE}?id={}", pairs[1]);
    assert_eq!(ids(&mut dana, &uri).await, pairs[1..]);
    let reject = json!({ "id": pairs[1] });
    assert_eq!(dana.post("/api/admin/matches/reject", reject).await.status.as_u16(), 204);
    let found = dana.get(&uri).await.json();
    assert_eq!((&found["total"], &found["matches"][0]["status"]), (&json!(1), &json!("REJECTED")));
    let unknown = format!("{QUEUE}?id=5d5c1e0e-0000-4000-8000-000000000000");
    assert_eq!(dana.get(&unknown).await.json()["total"], json!(0));
    dana.get(&format!("{QUEUE}?id=none")).await.assert_error(422, "INVALID_FIELDS");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn two_reviewers_of_one_match_are_told_of_each_other(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let (mut dana, mut omar) = (admin(&app, &db, "dana").await, admin(&app, &db, "omar").await);
    insert_unmatched_offers(&db, &world, 2, 0.97).await;
    let pairs = ids(&mut dana, QUEUE).await;
    let claim = |index: usize| json!({ "id": pairs[index] });
    let uri = "/api/admin/match-claims";
    assert_eq!(dana.post(uri, claim(0)).await.json()["otherReviewers"], json!([]));
    assert_eq!(omar.post(uri, claim(0)).await.json()["otherReviewers"], json!(["dana"]));
    assert_eq!(dana.post(uri, claim(0)).await.json()["otherReviewers"], json!(["omar"]));
    assert_eq!(omar.post(uri, claim(1)).await.json()["otherReviewers"], json!([]));
    assert_eq!(dana.post(uri, claim(0)).await.json()["otherReviewers"], json!([]), "omar has gone on");
    execute(&db, "update match_claim set expires_at = now()").await;
    assert_eq!(omar.post(uri, claim(0)).await.json()["otherReviewers"], json!([]), "dana's claim is over");
    dana.post(uri, json!({ "id": "none" })).await.assert_error(404, "MATCH_NOT_FOUND");
}
