//! The review queue and the audit log, as administrators use them.

use axum::http::Method;
use domain::{
    config::Config,
    model::{Evidence, EvidenceCode, MatchId, OfferId, ProductFacts, ProductId},
    store::{
        interest::{self, Interest},
        matches::{self, Proposal},
        users::Role,
    },
    transactions::match_decisions,
};
use serde_json::{Value, json};
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::{
    app::TestApp,
    browsers::{Browser, account, admin},
    fixtures::{World, import, offer, store, world},
};

pub(crate) const QUEUE: &str = "/api/admin/matches";

/// Stores offers of retailer alpha without a product, each a possible match of the Ryzen.
pub(crate) async fn insert_unmatched_offers(
    db: &PgPool,
    world: &World,
    count: usize,
    confidence: f64,
) -> Vec<OfferId> {
    let mut offers = Vec::new();
    for number in 0..count {
        let mut draft = offer(&world.ryzen, 150_000 + number as i64);
        draft.external_id = format!("waiting-{number}-{confidence}");
        draft.title_en = Some(format!("=Ryzen \"9800X3D\" no {number}"));
        draft.part_numbers = Vec::new();
        draft.model = None;
        store(db, world.alpha, &[draft]).await;
        let id: OfferId = sqlx::query_scalar("select id from offer where external_id = $1")
            .bind(format!("waiting-{number}-{confidence}"))
            .fetch_one(db)
            .await
            .unwrap();
        offers.push(id);
    }
    let evidence = Evidence::bare(EvidenceCode::MakerSame);
    let asked: Vec<Proposal> = offers
        .iter()
        .map(|id| Proposal {
            offer_id: *id,
            product_id: world.ryzen.id,
            confidence,
            rationale: vec![evidence.clone()],
        })
        .collect();
    let mut tx = db.begin().await.unwrap();
    matches::replace_pending_matches(&mut tx, &offers, &asked).await.unwrap();
    tx.commit().await.unwrap();
    offers
}

pub(crate) async fn ids(browser: &mut Browser<'_>, uri: &str) -> Vec<String> {
    let listed = browser.get(uri).await.json();
    let matches = listed["matches"].as_array().unwrap();
    matches.iter().map(|pair| pair["id"].as_str().unwrap().to_owned()).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn match_is_approved_once_undone_and_rejected_permanently(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let offers = insert_unmatched_offers(&db, &world, 2, 0.97).await;
    let listed = dana.get(QUEUE).await.json();
    assert_eq!((&listed["total"], &listed["confidentCount"]), (&json!(2), &json!(2)));
    let first = &listed["matches"][0];
    assert_eq!(first["referenceProduct"]["name"], json!("AMD Ryzen 7 9800X3D"));
    assert_eq!((&first["status"], &first["decision"]), (&json!("PENDING"), &json!("MATCH")));
    assert_eq!(first["rationale"][0]["code"], json!("MAKER_SAME"));
    assert!((first["confidence"].as_f64().unwrap() - 0.97).abs() < 1e-6);
    assert!(first["flagNote"].is_null());
    for side in ["referenceProduct", "candidateProduct"] {
        assert!(
            ["name", "retailer", "price", "url"].iter().all(|key| !first[side][key].is_null()),
            "{first}"
        );
    }

    let id = first["id"].as_str().unwrap().to_owned();
    let approve = json!({ "id": id });
    assert_eq!(dana.post("/api/admin/matches/approve", approve.clone()).await.status.as_u16(), 204);
    let mut omar = admin(&app, &db, "omar").await;
    omar.post("/api/admin/matches/approve", approve.clone()).await.assert_error(409, "MATCH_DECIDED");
    omar.post("/api/admin/matches/undo", approve.clone()).await.assert_error(409, "TOO_LATE_TO_UNDO");
    assert_eq!(linked(&db, &offers).await, 1);
    assert_eq!(dana.post("/api/admin/matches/undo", approve.clone()).await.status.as_u16(), 204);
    assert_eq!(linked(&db, &offers).await, 0);
    let undone = dana.get(QUEUE).await.json()["matches"].as_array().unwrap().clone();
    let undone = undone.iter().find(|pair| pair["id"] == json!(id)).unwrap();
    assert_eq!((&undone["status"], &undone["decision"]), (&json!("PENDING"), &json!("MATCH")));

    let flag = json!({ "id": id, "notes": "asked the shop for a photo" });
    assert_eq!(dana.post("/api/admin/matches/flag", flag).await.status.as_u16(), 204);
    let flagged = dana.get("/api/admin/matches?status=pending&decision=needs_review").await.json();
    assert_eq!(flagged["matches"][0]["flagNote"], json!("asked the shop for a photo"));
    assert_eq!(dana.post("/api/admin/matches/reject", approve).await.status.as_u16(), 204);
    assert_eq!(ids(&mut dana, "/api/admin/matches?status=rejected").await, std::slice::from_ref(&id));

    let log = dana.get("/api/admin/audit-log").await.json();
    let told: Vec<&str> = log["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["actionType"].as_str().unwrap())
        .collect();
    assert_eq!(told, ["REJECT_MATCH", "FLAG_MATCH", "UNDO_MATCH", "APPROVE_MATCH"]);
    let entry = &log["actions"][0];
    assert_eq!(
        (&entry["admin"]["name"], &entry["before"]["status"], &entry["after"]["status"]),
        (&json!("dana"), &json!("PENDING"), &json!("REJECTED"))
    );
    assert_eq!(dana.get("/api/admin/audit-log?actionType=FLAG_MATCH").await.json()["total"], json!(1));
}

pub(crate) async fn linked(db: &PgPool, offers: &[OfferId]) -> i64 {
    sqlx::query_scalar("select count(*) from offer where id = any($1) and product_id is not null")
        .bind(offers.iter().map(|id| id.0).collect::<Vec<_>>())
        .fetch_one(db)
        .await
        .unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn bulk_approval_reports_matches_decided_meanwhile(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let mut omar = admin(&app, &db, "omar").await;
    let offers = insert_unmatched_offers(&db, &world, 3, 0.97).await;
    let pairs = ids(&mut dana, QUEUE).await;
    let reject = json!({ "id": pairs[1] });
    assert_eq!(omar.post("/api/admin/matches/reject", reject).await.status.as_u16(), 204);
    let outcome = dana.post("/api/admin/matches/approve-many", json!({ "ids": pairs })).await.json();
    assert_eq!(outcome["approved"], json!(2), "{outcome}");
    let failed = outcome["failed"].as_array().unwrap();
    assert_eq!((failed.len(), &failed[0]["id"]), (1, &json!(pairs[1])));
    assert_eq!(failed[0]["code"], json!("MATCH_DECIDED"));
    assert_eq!(linked(&db, &offers).await, 2);
    let log = dana.get("/api/admin/audit-log?actionType=APPROVE_MATCH").await.json();
    assert_eq!(log["total"], json!(2));
    for wrong in [json!({ "ids": [] }), json!({ "ids": ["1"] }), json!({})] {
        dana.post("/api/admin/matches/approve-many", wrong).await.assert_error(422, "INVALID_FIELDS");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn concurrent_decisions_on_a_match_succeed_once(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let dana = account(&db, "dana@example.com", "dana", Role::Admin).await;
    let omar = account(&db, "omar@example.com", "omar", Role::Admin).await;
    insert_unmatched_offers(&db, &world, 20, 0.9).await;
    let mut browser = Browser::signed_in(&app, "dana@example.com").await;
    for id in ids(&mut browser, "/api/admin/matches?limit=50").await {
        let id: MatchId = id.parse().unwrap();
        let decide = |who, yes: bool| {
            let db = db.clone();
            tokio::spawn(async move {
                let mut tx = db.begin().await.unwrap();
                let done = match yes {
                    true => match_decisions::approve(&mut tx, who, id).await,
                    false => match_decisions::reject(&mut tx, who, id).await,
                };
                if done.is_ok() {
                    tx.commit().await.unwrap();
                }
                done.is_ok()
            })
        };
        let (yes, no) = (decide(dana, true), decide(omar, false));
        assert_eq!([yes.await.unwrap(), no.await.unwrap()].iter().filter(|done| **done).count(), 1);
    }
    let decided: i64 = sqlx::query_scalar("select count(*) from audit_entry").fetch_one(&db).await.unwrap();
    assert_eq!(decided, 20, "each decision is written down once");
}

/// Creates a provisional product with offers of two retailers that may be the Ryzen: two matches, but one question.
async fn provisional_page(db: &PgPool, world: &World) -> ProductId {
    let facts = ProductFacts {
        id: ProductId::random(),
        name: "Ryzen 7 9800 X3D processor".into(),
        model: "Ryzen 7 9800 X3D processor".into(),
        part_numbers: Vec::new(),
        eans: Vec::new(),
        ..world.ryzen.clone()
    };
    import(db, std::slice::from_ref(&facts)).await;
    let mut offers = Vec::new();
    for (shop, id, fils) in [(world.alpha, "page-a", 100_000), (world.beta, "page-b", 110_000)] {
        let mut draft = offer(&world.ryzen, fils);
        draft.external_id = id.to_owned();
        draft.part_numbers = Vec::new();
        store(db, shop, &[draft]).await;
        let offer: OfferId = sqlx::query_scalar(
            "update offer set product_id = $2, linked_by = 'MATCHER' where external_id = $1 returning id",
        )
        .bind(id)
        .bind(facts.id)
        .fetch_one(db)
        .await
        .unwrap();
        offers.push(offer);
    }
    let asked = [(offers[0], 0.5), (offers[1], 0.6)].map(|(offer_id, confidence)| Proposal {
        offer_id,
        product_id: world.ryzen.id,
        confidence,
        rationale: vec![Evidence::bare(EvidenceCode::MakerSame)],
    });
    let mut tx = db.begin().await.unwrap();
    matches::replace_pending_matches(&mut tx, &offers, &asked).await.unwrap();
    matches::set_provisional(&mut tx, &[facts.id], true).await.unwrap();
    tx.commit().await.unwrap();
    facts.id
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn provisional_page_is_one_match_with_the_offers_of_both_pages(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let page = provisional_page(&db, &world).await;
    let listed = dana.get(QUEUE).await.json();
    assert_eq!((&listed["total"], listed["matches"].as_array().unwrap().len()), (&json!(1), 1), "{listed}");
    let pair = &listed["matches"][0];
    let (candidate, reference) = (&pair["candidateProduct"], &pair["referenceProduct"]);
    assert!((pair["confidence"].as_f64().unwrap() - 0.6).abs() < 1e-6, "the surer of the two");
    assert_eq!((&candidate["productId"], &candidate["offerCount"]), (&json!(page), &json!(2)));
    assert_eq!(reference["productId"], json!(world.ryzen.id));
    let prices: Vec<&Value> =
        candidate["offers"].as_array().unwrap().iter().map(|offer| &offer["price"]).collect();
    assert_eq!(prices, [&json!(100), &json!(110)]);
    for field in ["title", "retailer", "url"] {
        assert!(
            candidate["offers"][0][field].is_string() && reference["offers"][0][field].is_string(),
            "{field}"
        );
    }

    let id = json!({ "id": pair["id"] });
    assert_eq!(dana.post("/api/admin/matches/approve", id.clone()).await.status.as_u16(), 204);
    let left: i64 = sqlx::query_scalar("select count(*) from offer where product_id = $1")
        .bind(page)
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(left, 0);
    let approved = dana.get("/api/admin/matches?status=approved").await.json();
    assert_eq!(approved["matches"][0]["candidateProduct"]["productId"], Value::Null);
    assert_eq!(dana.post("/api/admin/matches/undo", id.clone()).await.status.as_u16(), 204);
    assert_eq!(dana.get(QUEUE).await.json()["total"], json!(1));
    assert_eq!(dana.post("/api/admin/matches/reject", id).await.status.as_u16(), 204);
    assert_eq!(dana.get(QUEUE).await.json()["total"], json!(2), "both offers are kept apart from it");
    let left: i64 = sqlx::query_scalar(
        "select (select count(*) from product_match where status = 'PENDING') + (select count(*) from product where provisional)",
    )
    .fetch_one(&db)
    .await
    .unwrap();
    assert_eq!(left, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn match_queue_sorts_by_value_or_confidence(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    insert_unmatched_offers(&db, &world, 2, 0.9).await;
    provisional_page(&db, &world).await;
    let weights = Config::load().unwrap().matching.review_priority;
    assert_eq!(matches::update_review_priorities(&db, &weights).await.unwrap(), 4);
    assert_eq!(matches::update_review_priorities(&db, &weights).await.unwrap(), 0, "nothing changed");
    let confidences = |listed: Value| -> Vec<f64> {
        let pairs = listed["matches"].as_array().unwrap();
        pairs.iter().map(|pair| (pair["confidence"].as_f64().unwrap() * 10.0).round()).collect()
    };
    assert_eq!(confidences(dana.get(QUEUE).await.json()), [6.0, 9.0, 9.0], "a page has two shops' offers");
    let surest = dana.get("/api/admin/matches?sort=confidence").await.json();
    assert_eq!(confidences(surest), [9.0, 9.0, 6.0]);
    // Users view the product often.
    let today = OffsetDateTime::now_utc().date();
    interest::count(&db, Interest::View, today, &[(world.ryzen.id, 50)]).await.unwrap();
    assert_eq!(matches::update_review_priorities(&db, &weights).await.unwrap(), 4);
    let worth = dana.get(QUEUE).await.json()["matches"][0]["worth"].as_f64().unwrap();
    assert!(worth > 51_f64.ln(), "{worth}");
    let first = ids(&mut dana, "/api/admin/matches?limit=1").await;
    let second = ids(&mut dana, "/api/admin/matches?limit=1&page=2").await;
    assert_ne!(first, second);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn match_export_is_complete_and_has_no_formulas(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    insert_unmatched_offers(&db, &world, 3, 0.6).await;
    let reply = dana.get("/api/admin/matches/export?status=pending&format=csv").await;
    let text = reply.text();
    assert!(text.starts_with("\u{feff}id,status"), "{text}");
    assert_eq!(text.lines().count(), 4);
    assert!(text.contains("\"'=Ryzen \"\"9800X3D\"\" no 0\""), "{text}");
}

/// More rows than one query reads, many of them with equal confidence.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn long_match_export_has_each_pair_once(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    sqlx::query(
        "with waiting as (
             insert into offer (retailer_id, external_id, title_en, url, price_fils, stock, content_digest)
             select $1, 'many-' || i, 'Many', 'https://shop.example', 1000, 'IN', '' from generate_series(1, 2500) as i
             returning id, external_id)
         insert into product_match (offer_id, product_id, decision, confidence)
         select id, $2, 'MATCH', (array[0.5, 0.7, 0.9])[1 + length(external_id) % 3] from waiting",
    )
    .bind(world.alpha)
    .bind(world.ryzen.id)
    .execute(&db)
    .await
    .unwrap();
    let text = dana.get("/api/admin/matches/export").await.text();
    let ids: std::collections::BTreeSet<&str> = text.lines().skip(1).map(|line| &line[..38]).collect();
    assert_eq!((text.lines().count(), ids.len()), (2501, 2500));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn match_routes_require_admin_and_name_wrong_input(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    account(&db, "sara@example.com", "sara", Role::User).await;
    let mut nobody = Browser::new(&app);
    let mut sara = Browser::signed_in(&app, "sara@example.com").await;
    let mut dana = admin(&app, &db, "dana").await;
    for uri in [QUEUE, "/api/admin/matches/export", "/api/admin/audit-log"] {
        nobody.get(uri).await.assert_error(401, "NOT_SIGNED_IN");
        sara.get(uri).await.assert_error(403, "NOT_ALLOWED");
        assert_eq!(dana.get(uri).await.status.as_u16(), 200, "{uri}");
    }
    for action in ["approve", "reject", "flag", "undo"] {
        let uri = format!("/api/admin/matches/{action}");
        let unknown = json!({ "id": "5d5c1e0e-0000-4000-8000-000000000000" });
        nobody.post(&uri, unknown.clone()).await.assert_error(401, "NOT_SIGNED_IN");
        sara.post(&uri, unknown.clone()).await.assert_error(403, "NOT_ALLOWED");
        dana.post(&uri, unknown).await.assert_error(404, "MATCH_NOT_FOUND");
        dana.post(&uri, json!({ "id": "' or 1=1" })).await.assert_error(404, "MATCH_NOT_FOUND");
        let empty = dana.send(Method::POST, &uri, Some(Value::Null)).await;
        assert!(empty.status.is_client_error());
    }
    for (uri, field) in [
        ("/api/admin/matches?status=maybe", "status"),
        ("/api/admin/matches?decision=perhaps", "decision"),
        ("/api/admin/matches?page=0", "page"),
        ("/api/admin/matches?sort=luck", "sort"),
        ("/api/admin/matches/export?format=xls", "format"),
        ("/api/admin/audit-log?limit=1000", "limit"),
    ] {
        let reply = dana.get(uri).await;
        assert_eq!(reply.status.as_u16(), 422, "{uri}");
        assert!(reply.json()["fields"][field].is_string(), "{uri}: {}", reply.text());
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offer_that_has_moved_to_another_category_is_not_matched(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let offers = insert_unmatched_offers(&db, &world, 1, 0.7).await;
    let mut dana = admin(&app, &db, "dana").await;
    let id = ids(&mut dana, QUEUE).await.remove(0);
    sqlx::query("update offer set category = 'GPU' where id = $1")
        .bind(offers[0])
        .execute(&db)
        .await
        .unwrap();
    let refused = dana.post("/api/admin/matches/approve", json!({ "id": id })).await;
    refused.assert_error(422, "CANONICAL_OTHER_CATEGORY");
    assert_eq!(linked(&db, &offers).await, 0);
}
