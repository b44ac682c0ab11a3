//! Administrators' decisions about offers that wait without a product, rejected listings and held prices.

use domain::{
    model::{Category, Fils, OfferDraft, OfferId, RejectReason},
    store::{
        crawls::{self, CrawlKind},
        expiry,
        quarantine::{self, HeldDraft},
        rejections::{self, NewRejection},
    },
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, admin},
    fixtures::{World, execute, offer, store, world},
};

/// Returns a draft of the retailer's that names no known part.
fn unknown(world: &World, external_id: &str) -> OfferDraft {
    OfferDraft {
        external_id: external_id.into(),
        url: format!("https://shop.example/{external_id}"),
        part_numbers: Vec::new(),
        category: None,
        manufacturer: None,
        ..offer(&world.ryzen, 9_000)
    }
}

async fn waiting_reason(dana: &mut Browser<'_>, id: OfferId) -> Option<String> {
    let listed = dana.get("/api/admin/offers/waiting?limit=100").await.json();
    let found = listed["offers"].as_array().unwrap().iter().find(|one| one["id"] == json!(id.0))?;
    found["reason"].as_str().map(str::to_owned)
}

async fn offer_id(db: &PgPool, external_id: &str) -> OfferId {
    sqlx::query_scalar("select id from offer where external_id = $1")
        .bind(external_id)
        .fetch_one(db)
        .await
        .unwrap()
}

async fn open(dana: &mut Browser<'_>, count: &str) -> Value {
    dana.get("/api/admin/open-work").await.json()[count].clone()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn waiting_offers_get_a_category_a_manufacturer_or_a_product_and_wait_again_after_undo(db: PgPool) {
    let world = world(&db).await;
    store(&db, world.alpha, &[unknown(&world, "a"), unknown(&world, "b")]).await;
    let (a, b) = (offer_id(&db, "a").await, offer_id(&db, "b").await);
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    assert_eq!(open(&mut dana, "waitingOffers").await, json!(2));

    let both = json!({ "ids": [a, b], "category": "OTHER" });
    assert_eq!(dana.post("/api/admin/offers/assign", both).await.json(), json!({ "done": 2, "failed": [] }));
    assert_eq!(waiting_reason(&mut dana, a).await.as_deref(), Some("NO_PART"));
    assert_eq!(open(&mut dana, "waitingOffers").await, json!(0));
    // A crawl that reads the same does not ask again.
    store(&db, world.alpha, &[unknown(&world, "a"), unknown(&world, "b")]).await;
    assert_eq!(open(&mut dana, "waitingOffers").await, json!(0));

    let undone = dana.post("/api/admin/offers/unassign", json!({ "ids": [a] })).await.json();
    assert_eq!(undone, json!({ "done": 1, "failed": [] }));
    assert_eq!(waiting_reason(&mut dana, a).await.as_deref(), Some("CATEGORY_UNKNOWN"));
    let again = dana.post("/api/admin/offers/unassign", json!({ "ids": [a] })).await.json();
    assert_eq!(again["failed"][0]["code"], json!("TOO_LATE_TO_UNDO"));

    let to_manufacturer = json!({ "ids": [a], "category": "CPU" });
    dana.post("/api/admin/offers/assign", to_manufacturer).await;
    assert_eq!(waiting_reason(&mut dana, a).await.as_deref(), Some("MANUFACTURER_UNKNOWN"));
    dana.post("/api/admin/offers/assign", json!({ "ids": [a], "manufacturer": " AMD " })).await;
    assert_eq!(waiting_reason(&mut dana, a).await.as_deref(), Some("NOT_COMPARED"));

    let joined = json!({ "ids": [a], "canonicalId": world.ryzen.id });
    assert_eq!(dana.post("/api/admin/offers/assign", joined.clone()).await.json()["done"], json!(1));
    assert_eq!(waiting_reason(&mut dana, a).await, None);
    let twice = dana.post("/api/admin/offers/assign", joined).await.json();
    assert_eq!(twice["failed"][0]["code"], json!("OFFER_MATCHED_ELSEWHERE"));
    dana.post("/api/admin/offers/unassign", json!({ "ids": [a] })).await;
    assert_eq!(waiting_reason(&mut dana, a).await.as_deref(), Some("NOT_COMPARED"));

    let log = dana.get("/api/admin/audit-log?actionType=UNDO_ASSIGNMENT").await.json();
    assert_eq!(log["total"], json!(2));
    for wrong in [
        json!({ "ids": [a] }),
        json!({ "ids": [], "category": "CPU" }),
        json!({ "ids": [a], "category": "SHOE" }),
        json!({ "ids": [a], "manufacturer": " " }),
        json!({ "ids": [a], "canonicalId": "x" }),
    ] {
        dana.post("/api/admin/offers/assign", wrong).await.assert_error(422, "INVALID_FIELDS");
    }
}

/// An approved match that stayed would keep the matcher from ever asking about the pair again.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn another_administrators_undo_takes_the_approved_match_back_too(db: PgPool) {
    let world = world(&db).await;
    let draft = OfferDraft { category: Some(Category::Cpu), ..unknown(&world, "a") };
    store(&db, world.alpha, &[draft]).await;
    let a = offer_id(&db, "a").await;
    sqlx::query(
        "insert into product_match (offer_id, product_id, decision, confidence) values ($1, $2, 'NEEDS_REVIEW', 0.5)",
    )
    .bind(a)
    .bind(world.ryzen.id)
    .execute(&db)
    .await
    .unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let mut omar = admin(&app, &db, "omar").await;
    let joined = json!({ "ids": [a], "canonicalId": world.ryzen.id });
    assert_eq!(dana.post("/api/admin/offers/assign", joined).await.json()["done"], json!(1));
    let statuses = async || -> Vec<String> {
        let found = sqlx::query_scalar("select status from product_match where offer_id = $1").bind(a);
        found.fetch_all(&db).await.unwrap()
    };
    assert_eq!(statuses().await, ["APPROVED"]);
    let undone = omar.post("/api/admin/offers/unassign", json!({ "ids": [a] })).await.json();
    assert_eq!(undone, json!({ "done": 1, "failed": [] }));
    assert_eq!(statuses().await, Vec::<String>::new());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offer_of_another_category_than_the_assigned_product_is_refused(db: PgPool) {
    let world = world(&db).await;
    let draft = OfferDraft { category: Some(Category::Gpu), ..unknown(&world, "a") };
    store(&db, world.alpha, &[draft]).await;
    let a = offer_id(&db, "a").await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let joined =
        dana.post("/api/admin/offers/assign", json!({ "ids": [a], "canonicalId": world.ryzen.id })).await;
    assert_eq!(joined.json()["failed"][0]["code"], json!("CANONICAL_OTHER_CATEGORY"));
    assert_eq!(waiting_reason(&mut dana, a).await.as_deref(), Some("MANUFACTURER_UNKNOWN"));
}

fn rejection(external_id: &str, reason: RejectReason) -> NewRejection {
    NewRejection {
        external_id: external_id.into(),
        url: None,
        title: Some("Price on request".into()),
        reason,
        detail: "price: \"Call us\" is not an amount".into(),
    }
}

/// Returns the types of the latest actions, newest first.
async fn action_types(dana: &mut Browser<'_>) -> Vec<String> {
    let log = dana.get("/api/admin/audit-log").await.json();
    let types = log["actions"].as_array().unwrap().iter().map(|one| one["actionType"].as_str().unwrap());
    types.map(str::to_owned).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn crawl_that_can_read_a_rejected_listing_takes_it_in_as_assigned(db: PgPool) {
    let world = world(&db).await;
    let crawl = crawls::start(&db, world.alpha, CrawlKind::Crawl, None).await.unwrap();
    // The last one was rejected before its id could be read.
    let names = ["a", "b", "https://shop.example/c"];
    let rejected: Vec<NewRejection> = names.iter().map(|name| rejection(name, RejectReason::Price)).collect();
    rejections::record(&db, world.alpha, crawl, &rejected).await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let listing = |name: &str| json!({ "retailerSlug": "alpha", "externalId": name });
    let assign = async |dana: &mut Browser<'_>, name: &str, body: Value| {
        let mut request = json!({ "listings": [listing(name)] });
        request.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        dana.post("/api/admin/offers/rejected/assign", request).await
    };
    for (name, body) in [
        ("a", json!({ "category": "GPU", "manufacturer": "Palit" })),
        ("b", json!({ "canonicalId": world.ryzen.id })),
        (names[2], json!({ "category": "OTHER" })),
    ] {
        assert_eq!(assign(&mut dana, name, body).await.json(), json!({ "done": 1, "failed": [] }), "{name}");
    }
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(0));
    assert_eq!(dana.get("/api/admin/offers/rejected").await.json()["total"], json!(0));
    let listed = dana.get("/api/admin/offers/rejected?assigned=true").await.json();
    assert_eq!(listed["total"], json!(3));
    let joined = listed["offers"].as_array().unwrap().iter().find(|one| one["externalId"] == "b").unwrap();
    assert_eq!((&joined["category"], &joined["canonicalId"]), (&json!("CPU"), &json!(world.ryzen.id)));

    // Crawls that read it twice change nothing more.
    for _ in 0..2 {
        store(&db, world.alpha, &names.map(|name| unknown(&world, name.rsplit('/').next().unwrap()))).await;
        let stored: Vec<String> = sqlx::query_scalar(
            "select concat_ws(' ', external_id, category, manufacturer, case product_id when $1 then 'joined' end, pinned)
             from offer where external_id in ('a', 'b', 'c') order by external_id",
        )
        .bind(world.ryzen.id)
        .fetch_all(&db)
        .await
        .unwrap();
        assert_eq!(
            stored,
            [
                r#"a GPU Palit {"category": "GPU", "manufacturer": "Palit"}"#,
                r#"b CPU joined {"category": "CPU"}"#,
                r#"c OTHER {"category": "OTHER"}"#,
            ]
        );
    }
    // The offers have it now.
    let late =
        dana.post("/api/admin/offers/rejected/unassign", json!({ "listings": [listing("a")] })).await.json();
    assert_eq!(late["failed"][0]["code"], json!("TOO_LATE_TO_UNDO"));
    let again = assign(&mut dana, "b", json!({ "category": "GPU" })).await.json();
    assert_eq!(again["failed"][0]["code"], json!("OFFER_MATCHED_ELSEWHERE"));
    assert_eq!(action_types(&mut dana).await, ["ASSIGN_LISTING"; 3]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn assignment_of_a_rejected_listing_is_checked_and_taken_back(db: PgPool) {
    let world = world(&db).await;
    let crawl = crawls::start(&db, world.alpha, CrawlKind::Crawl, None).await.unwrap();
    rejections::record(&db, world.alpha, crawl, &[rejection("a", RejectReason::Price)]).await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let listings = json!([{ "retailerSlug": "alpha", "externalId": "a" }]);
    let uri = "/api/admin/offers/rejected/assign";
    for (wrong, code) in [
        (json!({ "category": "GPU", "canonicalId": world.ryzen.id }), "CANONICAL_OTHER_CATEGORY"),
        (json!({ "canonicalId": domain::model::ProductId::random() }), "CANONICAL_UNKNOWN"),
    ] {
        let mut request = json!({ "listings": listings });
        request.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        assert_eq!(dana.post(uri, request).await.json()["failed"][0]["code"], json!(code));
    }
    let unknown_listing =
        json!({ "listings": [{ "retailerSlug": "alpha", "externalId": "z" }], "category": "GPU" });
    let refused = dana.post(uri, unknown_listing).await.json();
    assert_eq!(refused["failed"][0]["code"], json!("LISTING_NOT_FOUND"));
    dana.post(uri, json!({ "listings": listings })).await.assert_error(422, "INVALID_FIELDS");

    dana.post(uri, json!({ "listings": listings, "category": "GPU" })).await;
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(0));
    let undo = "/api/admin/offers/rejected/unassign";
    let undone = dana.post(undo, json!({ "listings": listings })).await.json();
    assert_eq!(undone, json!({ "done": 1, "failed": [] }));
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(1));
    assert_eq!(action_types(&mut dana).await, ["UNASSIGN_LISTING", "ASSIGN_LISTING"]);
    store(&db, world.alpha, &[unknown(&world, "a")]).await;
    let pinned: Value =
        sqlx::query_scalar("select pinned from offer where external_id = 'a'").fetch_one(&db).await.unwrap();
    assert_eq!(pinned, json!({}));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn dismissal_ends_with_another_title_and_after_a_time(db: PgPool) {
    let world = world(&db).await;
    let crawl = crawls::start(&db, world.alpha, CrawlKind::Crawl, None).await.unwrap();
    let first = rejection("r1", RejectReason::Price);
    rejections::record(&db, world.alpha, crawl, std::slice::from_ref(&first)).await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let listings = json!({ "listings": [{ "retailerSlug": "alpha", "externalId": "r1" }] });
    dana.post("/api/admin/offers/rejected/dismiss", listings.clone()).await;
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(0));
    let renamed = NewRejection { title: Some("Another thing".into()), ..first };
    rejections::record(&db, world.alpha, crawl, &[renamed]).await.unwrap();
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(1), "the title is another");
    dana.post("/api/admin/offers/rejected/dismiss", listings).await;
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(0));

    assert_eq!(expiry::delete_listing_decisions(&db, 180).await.unwrap(), 0);
    execute(&db, "update dismissed_rejection set dismissed_at = now() - interval '181 days'").await;
    assert_eq!(expiry::delete_listing_decisions(&db, 180).await.unwrap(), 1);
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(1));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn dismissed_listing_is_asked_about_again_only_for_another_reason(db: PgPool) {
    let world = world(&db).await;
    let crawl = crawls::start(&db, world.alpha, CrawlKind::Crawl, None).await.unwrap();
    let rejection = |reason| rejection("r1", reason);
    rejections::record(&db, world.alpha, crawl, &[rejection(RejectReason::Price)]).await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(1));
    let known = json!({ "retailerSlug": "alpha", "externalId": "r1" });
    let listings = json!({ "listings": [known, { "retailerSlug": "alpha", "externalId": "r2" }] });
    let dismissed = dana.post("/api/admin/offers/rejected/dismiss", listings).await.json();
    assert_eq!(
        (&dismissed["done"], &dismissed["failed"][0]["code"]),
        (&json!(1), &json!("LISTING_NOT_FOUND"))
    );
    assert_eq!(dismissed["failed"][0]["id"], json!("1"));
    let listed = dana.get("/api/admin/offers/rejected").await.json();
    assert_eq!(
        (&listed["total"], &listed["counts"], open(&mut dana, "rejectedOffers").await),
        (&json!(0), &json!([]), json!(0))
    );
    assert_eq!(dana.get("/api/admin/offers/rejected?dismissed=true").await.json()["total"], json!(1));

    rejections::record(&db, world.alpha, crawl, &[rejection(RejectReason::Price)]).await.unwrap();
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(0), "the next crawl finds the same");
    rejections::record(&db, world.alpha, crawl, &[rejection(RejectReason::Currency)]).await.unwrap();
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(1), "the reason is another");

    rejections::record(&db, world.alpha, crawl, &[rejection(RejectReason::Price)]).await.unwrap();
    let restored =
        dana.post("/api/admin/offers/rejected/restore", json!({ "listings": [known] })).await.json();
    assert_eq!(restored, json!({ "done": 1, "failed": [] }));
    assert_eq!(open(&mut dana, "rejectedOffers").await, json!(1));
    assert_eq!(action_types(&mut dana).await, ["RESTORE_LISTING", "DISMISS_LISTING"]);
    let impossible = json!({ "listings": [{ "retailerSlug": "alpha", "externalId": "r\u{0}1" }, known] });
    for action in ["dismiss", "restore"] {
        let reply = dana.post(&format!("/api/admin/offers/rejected/{action}"), impossible.clone()).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["done"]), (200, &json!(1)), "{action}");
        assert_eq!(reply.json()["failed"][0]["code"], json!("LISTING_NOT_FOUND"), "{action}");
    }
    dana.post("/api/admin/offers/rejected/dismiss", json!({ "listings": [] }))
        .await
        .assert_error(422, "INVALID_FIELDS");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn held_price_is_released_as_what_the_offer_really_is(db: PgPool) {
    let world = world(&db).await;
    let held = |draft| HeldDraft {
        draft,
        last_retailer_price: None,
        market: None,
        product_id: None,
        evidence: None,
        reason: "PRICE_FAR_FROM_CLASS",
    };
    // The first is new, the other belongs to the Ryzen so far.
    let sticker = OfferDraft { category: Some(Category::Cpu), ..unknown(&world, "sticker") };
    let drafts = [held(sticker), held(offer(&world.ryzen, 1_450))];
    let mut tx = db.begin().await.unwrap();
    quarantine::hold(&mut tx, world.alpha, None, &drafts).await.unwrap();
    tx.commit().await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let listed = dana.get("/api/admin/quarantine").await.json();
    let ids: Vec<&Value> = listed["held"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    let released = dana
        .post(
            "/api/admin/quarantine/release",
            json!({ "ids": ids, "category": "OTHER", "manufacturer": "Sticker Co" }),
        )
        .await
        .json();
    assert_eq!(released, json!({ "released": 2, "failed": [] }));
    for external_id in ["sticker", world.ryzen.part_numbers[0].as_str()] {
        let stored: (Fils, Option<Category>, Option<String>, bool) = sqlx::query_as(
            "select price_fils, category, manufacturer, product_id is null from offer
             where external_id = $1 and retailer_id = $2",
        )
        .bind(external_id)
        .bind(world.alpha)
        .fetch_one(&db)
        .await
        .unwrap();
        let price = if external_id == "sticker" { 9_000 } else { 1_450 };
        assert_eq!(
            stored,
            (Fils(price), Some(Category::Other), Some("Sticker Co".to_owned()), true),
            "{external_id}"
        );
    }
    let nothing = json!({ "ids": ids, "category": "SHOE" });
    dana.post("/api/admin/quarantine/release", nothing).await.assert_error(422, "INVALID_FIELDS");
}
