//! Crawls, held prices and jobs in the administrators' API.

use domain::{
    model::{
        Category, ClassEvidence, Fils, JobId, NonPartReason, OfferDraft, PriceEvidence, RejectReason,
        ScaleEvidence,
    },
    store::{
        crawls::{self, CrawlCounters, CrawlKind, CrawlState},
        jobs::{self, JobDraft},
        quarantine::{self, HeldDraft},
        rejections::{self, NewRejection},
        retailers,
    },
    transactions::{offer_batches, retailer_changes},
};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    app::TestApp,
    browsers::admin,
    fixtures::{World, now, offer, world},
};

/// Holds back implausible prices of two listings of the Ryzen at retailer alpha.
async fn hold_prices(db: &PgPool, world: &World) {
    let crawl = crawls::start(db, world.alpha, CrawlKind::Crawl, None).await.unwrap();
    let held: Vec<_> = [("boxed", 14_500), ("tray", 1_450)]
        .map(|(listing, fils)| HeldDraft {
            draft: OfferDraft { external_id: listing.into(), ..offer(&world.ryzen, fils) },
            last_retailer_price: Some(Fils(145_000)),
            market: None,
            product_id: None,
            evidence: None,
            reason: "PRICE_FAR_FROM_OWN",
        })
        .into();
    let mut tx = db.begin().await.unwrap();
    quarantine::hold(&mut tx, world.alpha, Some(crawl), &held).await.unwrap();
    tx.commit().await.unwrap();
    let counters =
        CrawlCounters { accepted: 3, changed: 1, new: 1, held: 2, rejected: 4, ..CrawlCounters::default() };
    crawls::finish(db, crawl, CrawlState::Complete, &counters, None).await.unwrap();
    sqlx::query("update retailer set crawled_at = now() where id = $1")
        .bind(world.alpha)
        .execute(db)
        .await
        .unwrap();
}

fn ids(listed: &Value, of: &str) -> Vec<String> {
    listed[of].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn operations_page_shows_all_states(db: PgPool) {
    let world = world(&db).await;
    hold_prices(&db, &world).await;
    let next = now().replace_nanosecond(0).unwrap() + time::Duration::hours(3);
    retailers::set_next_crawls(&db, &[("alpha".parse().unwrap(), Some(next))]).await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let queued = dana.post("/api/admin/retailers/beta/crawl", Value::Null).await;
    assert_eq!(queued.status.as_u16(), 202, "{}", queued.text());
    let found = dana.get("/api/admin/operations").await;
    assert_eq!(found.status.as_u16(), 200, "{}", found.text());
    let found = found.json();
    let (alpha, beta) = (&found["retailers"][0], &found["retailers"][1]);
    assert_eq!(
        (&alpha["slug"], &alpha["health"], &alpha["crawling"]),
        (&json!("alpha"), &json!("OK"), &json!(false))
    );
    let last = &alpha["lastCrawl"];
    assert_eq!(
        (&last["state"], &last["offers"], &last["changes"]),
        (&json!("COMPLETE"), &json!(3), &json!(2))
    );
    assert_eq!((&last["held"], &last["errors"]), (&json!(2), &json!(4)));
    assert!(alpha["nextCrawlAt"].as_str().unwrap() > last["startedAt"].as_str().unwrap());
    assert_eq!(
        (&beta["health"], &beta["lastCrawl"], &beta["crawling"]),
        (&json!("NEVER"), &Value::Null, &json!(true))
    );
    assert!(beta["nextCrawlAt"].is_string(), "what is queued is next");
    assert_eq!(found["jobs"], json!({ "queued": 1, "running": 0, "parked": 0 }));
    assert_eq!((&found["index"]["documents"], &found["index"]["generation"].is_u64()), (&json!(4), &true));
    assert!(found["index"]["bytes"].as_u64().unwrap() > 0);
    assert_eq!(found["outbox"], json!({ "waiting": 0, "failed": 0, "oldestAt": null }));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn crawl_job_is_queued_once(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let queued = dana.post("/api/admin/retailers/alpha/crawl", json!({})).await;
    assert_eq!(queued.status.as_u16(), 202);
    let id: JobId = queued.json()["jobId"].as_str().unwrap().parse().unwrap();
    let job = jobs::find(&db, id).await.unwrap().unwrap();
    assert_eq!((job.kind.as_str(), job.payload), ("crawl", json!({ "retailer": "alpha" })));
    dana.post("/api/admin/retailers/alpha/crawl", json!({})).await.assert_error(409, "CRAWL_QUEUED");
    dana.post("/api/admin/retailers/nobody/crawl", json!({})).await.assert_error(404, "RETAILER_NOT_FOUND");
    dana.post("/api/admin/retailers/No%20Slug/crawl", json!({}))
        .await
        .assert_error(404, "RETAILER_NOT_FOUND");
    let mut tx = db.begin().await.unwrap();
    retailer_changes::set_enabled(&mut tx, &"beta".parse().unwrap(), false).await.unwrap();
    tx.commit().await.unwrap();
    dana.post("/api/admin/retailers/beta/crawl", json!({})).await.assert_error(409, "RETAILER_OFF");
    let log = dana.get("/api/admin/audit-log").await.json();
    assert_eq!((&log["total"], &log["actions"][0]["targetId"]), (&json!(1), &json!("alpha")));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unmatched_and_rejected_offers_are_listed_with_reasons(db: PgPool) {
    let world = world(&db).await;
    let crawl = crawls::start(&db, world.alpha, CrawlKind::Crawl, None).await.unwrap();
    let rejection = NewRejection {
        external_id: "r1".into(),
        url: Some("https://shop.example/r1".into()),
        title: Some("Ryzen, price on request".into()),
        reason: RejectReason::Price,
        detail: "price: the price is on request: \"Call us\"".into(),
    };
    rejections::record(&db, world.alpha, crawl, &[rejection]).await.unwrap();
    let bracket = OfferDraft {
        external_id: "bracket".into(),
        part_numbers: Vec::new(),
        model: None,
        category: Some(Category::Other),
        non_part_reason: Some(NonPartReason::Accessory),
        ..offer(&world.ryzen, 2_000)
    };
    let doubtful = OfferDraft {
        external_id: "doubtful".into(),
        part_numbers: Vec::new(),
        model: None,
        category: None,
        unsure: Some(Category::Case),
        ..offer(&world.ryzen, 9_000)
    };
    let mut tx = db.begin().await.unwrap();
    offer_batches::store_batch(&mut tx, world.alpha, &[bracket, doubtful], now()).await.unwrap();
    tx.commit().await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;

    let rejected = dana.get("/api/admin/offers/rejected?reason=PRICE&retailer=alpha").await.json();
    assert_eq!((&rejected["total"], &rejected["counts"][0]["reason"]), (&json!(1), &json!("PRICE")));
    assert_eq!(rejected["offers"][0]["url"], json!("https://shop.example/r1"));
    assert_eq!(dana.get("/api/admin/offers/rejected?reason=CURRENCY").await.json()["total"], json!(0));
    let waiting = dana.get("/api/admin/offers/waiting?reason=NO_PART&noPart=ACCESSORY").await.json();
    assert_eq!((&waiting["total"], &waiting["offers"][0]["noPart"]), (&json!(1), &json!("ACCESSORY")));
    let unsure = dana.get("/api/admin/offers/waiting?reason=CATEGORY_UNSURE").await.json();
    let listed = &unsure["offers"][0];
    assert_eq!((&unsure["total"], &listed["reason"]), (&json!(1), &json!("CATEGORY_UNSURE")));
    assert_eq!((&listed["category"], &listed["unsure"]), (&Value::Null, &json!("CASE")));
    assert_eq!(dana.get("/api/admin/offers/waiting?reason=CATEGORY_UNKNOWN").await.json()["total"], json!(0));
    for wrong in [
        "waiting?reason=x",
        "waiting?noPart=x",
        "rejected?reason=x",
        "rejected?retailer=No%20Slug",
        "waiting?x=1",
    ] {
        dana.get(&format!("/api/admin/offers/{wrong}")).await.assert_error(422, "INVALID_FIELDS");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn held_first_price_is_listed_with_the_prices_that_it_was_compared_with(db: PgPool) {
    let world = world(&db).await;
    let class = ClassEvidence {
        category: Some(Category::Cpu),
        facts: vec!["Ryzen 7 7700X".into()],
        prices: 14,
        retailers: 3,
        lowest: Fils(84_900),
        median: Fils(92_500),
        highest: Fils(104_900),
    };
    let held = HeldDraft {
        draft: OfferDraft { external_id: "deposit".into(), ..offer(&world.ryzen, 10_000) },
        last_retailer_price: None,
        market: None,
        product_id: Some(world.ryzen.id),
        evidence: Some(PriceEvidence {
            class: Some(class),
            scale: Some(ScaleEvidence { compared: 8, times_permille: 1_000_500 }),
        }),
        reason: "PRICE_FAR_FROM_CLASS",
    };
    let mut tx = db.begin().await.unwrap();
    quarantine::hold(&mut tx, world.alpha, None, &[held]).await.unwrap();
    tx.commit().await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let listed = admin(&app, &db, "dana").await.get("/api/admin/quarantine").await.json();
    let first = &listed["held"][0];
    let class = json!({
        "category": "CPU", "facts": ["Ryzen 7 7700X"], "prices": 14, "lowest": 84.9, "median": 92.5, "highest": 104.9
    });
    assert_eq!((&first["priceClass"], &first["reason"]), (&class, &json!("PRICE_FAR_FROM_CLASS")));
    assert_eq!(first["retailerScale"], json!({ "compared": 8, "times": 1000.5 }));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn held_prices_are_released_or_dropped_once(db: PgPool) {
    let world = world(&db).await;
    hold_prices(&db, &world).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let listed = dana.get("/api/admin/quarantine").await.json();
    assert_eq!((&listed["total"], &listed["page"]), (&json!(2), &json!(1)));
    let first = &listed["held"][0];
    assert_eq!((&first["lastRetailerPrice"], &first["reason"]), (&json!(145), &json!("PRICE_FAR_FROM_OWN")));
    assert_eq!(first["retailer"], json!("Shop alpha"));
    let held = listed["held"].as_array().unwrap();
    let id = |price: Value| held.iter().find(|one| one["price"] == price).unwrap()["id"].clone();
    let (low, lowest) = (id(json!(14.5)), id(json!(1.45)));
    let nowhere = Uuid::new_v4();
    let dropped = dana.post("/api/admin/quarantine/drop", json!({ "ids": [lowest, nowhere] })).await.json();
    assert_eq!(
        (&dropped["dropped"], &dropped["failed"][0]["code"]),
        (&json!(1), &json!("HELD_PRICE_NOT_FOUND"))
    );
    let released = dana.post("/api/admin/quarantine/release", json!({ "ids": [low, lowest] })).await.json();
    assert_eq!(
        (&released["released"], &released["failed"][0]["code"]),
        (&json!(1), &json!("HELD_PRICE_DECIDED"))
    );
    let price: i64 = sqlx::query_scalar("select min(price_fils) from offer").fetch_one(&db).await.unwrap();
    assert_eq!(price, 14_500);
    assert_eq!(dana.get("/api/admin/quarantine").await.json()["total"], json!(0));
    let log = dana.get("/api/admin/audit-log").await.json();
    let told: Vec<&str> =
        log["actions"].as_array().unwrap().iter().map(|one| one["actionType"].as_str().unwrap()).collect();
    assert_eq!(told, ["RELEASE_PRICE", "DROP_PRICE"]);
    for wrong in [json!({ "ids": [] }), json!({ "ids": ["x"] })] {
        dana.post("/api/admin/quarantine/release", wrong).await.assert_error(422, "INVALID_FIELDS");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn jobs_are_retried_and_cancelled(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    for kind in ["link", "history"] {
        let draft =
            JobDraft { kind, payload: json!({}), dedup_key: Some(kind), run_at: now(), max_attempts: 5 };
        jobs::enqueue(&db, &draft).await.unwrap().unwrap();
    }
    let listed = dana.get("/api/admin/jobs").await.json();
    assert_eq!((&listed["total"], &listed["jobs"][0]["kind"]), (&json!(2), &json!("history")));
    let all = ids(&listed, "jobs");
    let cancelled = dana.post("/api/admin/jobs/cancel", json!({ "ids": all })).await.json();
    assert_eq!(cancelled, json!({ "cancelled": 2, "failed": [] }));
    let again = dana.post("/api/admin/jobs/cancel", json!({ "ids": [all[0]] })).await.json();
    assert_eq!(again["failed"][0]["code"], json!("JOB_STATE"));
    assert_eq!(dana.get("/api/admin/jobs?state=cancelled").await.json()["total"], json!(2));
    let retried = dana.post("/api/admin/jobs/retry", json!({ "ids": [all[0], Uuid::new_v4()] })).await.json();
    assert_eq!((&retried["retried"], &retried["failed"][0]["code"]), (&json!(1), &json!("JOB_NOT_FOUND")));
    assert_eq!(ids(&dana.get("/api/admin/jobs?state=queued").await.json(), "jobs"), [all[0].clone()]);
    let fields = dana.get("/api/admin/jobs?state=lazy").await.assert_error(422, "INVALID_FIELDS");
    assert!(fields["state"].is_string());
    assert_eq!(dana.get("/api/admin/audit-log?targetType=JOB").await.json()["total"], json!(3));
}
