//! The matcher, compared with hand-labelled pairs.

use std::fs;

use domain::{config::Config, model::EvidenceCode};
use ingest::matching::{Forest, Verdict, decide};

use crate::labelled::{Offer, Score, offers};

fn held_out() -> Vec<Offer> {
    offers().into_iter().filter(Offer::is_held_out).collect()
}

#[test]
fn labelled_pairs_cover_hard_cases() {
    let offers = offers();
    let pairs: usize = offers.iter().map(|offer| offer.comparisons.len()).sum();
    let same = offers.iter().filter(|offer| offer.same.is_some()).count();
    assert!(pairs >= 6_800 && same >= 1_000 && offers.len() - same >= 200, "{pairs} {same}");
    let held_out: usize =
        offers.iter().filter(|offer| offer.is_held_out()).map(|offer| offer.comparisons.len()).sum();
    assert!(held_out * 10 >= pairs * 3, "{held_out} of {pairs} are held out");
}

/// The minimums demanded by the issue; measured when the trees were fitted: F1 .951.
#[test]
fn matcher_decides_held_out_pairs() {
    let score = Score::of(held_out().iter(), Forest::fitted());
    println!("held out: {score}");
    assert!(score.f1() >= 0.95, "{score}");
}

#[test]
fn automatic_links_are_correct() {
    let policy = Config::load().unwrap().matching;
    let (mut right, mut wrong) = (0, Vec::new());
    for offer in offers() {
        let confidences = Forest::fitted().confidences(&offer.comparisons);
        for (place, confidence) in confidences.into_iter().enumerate() {
            if decide(&offer.comparisons[place], confidence, &policy) == Verdict::Match {
                match offer.same == Some(place) {
                    true => right += 1,
                    false => wrong.push(format!("{} = {}", offer.title, offer.products[place])),
                }
            }
        }
    }
    println!("joined by itself: {right} right, {} wrong", wrong.len());
    let precision = f64::from(right) / (f64::from(right) + wrong.len() as f64);
    assert!(precision >= 0.998 && right >= 300, "{right} right, wrong: {wrong:#?}");
}

/// Of the pairs with a confidence of about nine tenths, about nine tenths are the same product; likewise for the
/// other bands.
#[test]
fn confidence_is_calibrated() {
    let mut bands = [(0.0, 0.0, 0.0); 5];
    for offer in held_out() {
        for (place, confidence) in Forest::fitted().confidences(&offer.comparisons).into_iter().enumerate() {
            let band = &mut bands[((confidence * 5.0) as usize).min(4)];
            *band = (band.0 + 1.0, band.1 + confidence, band.2 + f64::from(offer.same == Some(place)));
        }
    }
    let all: f64 = bands.iter().map(|band| band.0).sum();
    // Mean distance of stated and true shares, weighted by the number of pairs.
    let error: f64 = bands.iter().map(|(_, said, same)| (said - same).abs()).sum::<f64>() / all;
    println!("calibration error {error:.4}: {bands:?}");
    assert!(error <= 0.02, "{error} {bands:?}");
}

#[test]
fn every_rationale_code_has_sentences() {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../config/matching/messages.toml")).unwrap();
    let messages: toml::Table = toml::from_str(&text).unwrap();
    for code in EvidenceCode::ALL {
        let name = serde_json::to_value(code).unwrap();
        let message = &messages[name.as_str().unwrap()];
        assert!(message["en"].is_str() && message["ar"].is_str(), "{name}");
    }
    assert_eq!(messages.len(), EvidenceCode::ALL.len());
}

mod run {
    use std::collections::HashSet;

    use domain::model::{Category, OfferDraft, ProductFacts, ProductId, Specs};
    use sqlx::PgPool;

    use crate::{
        demo_server::{DemoRetailers, context, crawl_all, import_reference},
        matcher_fixtures::{insert_records, match_all, match_new, offer, record, shop, store},
    };

    async fn count(db: &PgPool, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(db).await.unwrap()
    }

    /// Returns the name of a board partner's card from the demo's reference.
    async fn a_card(db: &PgPool) -> String {
        sqlx::query_scalar(
            "select name from product where category = 'GPU' and name like '%VENTUS 2X%' order by name limit 1",
        )
        .fetch_one(db)
        .await
        .unwrap()
    }

    #[sqlx::test(migrator = "domain::MIGRATOR")]
    async fn uncertain_pairs_are_queued_once(db: PgPool) {
        import_reference(&db).await.unwrap();
        let shop = shop(&db, "corner").await;
        let name = a_card(&db).await;
        // A variant word: the titles are similar enough to ask, but not to match.
        store(&db, shop, &[offer("a", &format!("{name} Plus"))]).await;
        let first = match_new(&db).await;
        assert_eq!((first.compared, first.matched, first.created), (1, 1, 1), "{first:?}");
        assert!(first.asked >= 1, "{first:?}");
        assert_eq!(match_new(&db).await.compared, 0, "what was looked at is left alone");
        let again = match_all(&db).await;
        assert_eq!((again.matched, again.asked, again.created), (0, 0, 0), "nothing new");

        // A rejected pair is not asked again, and is not matched even when the title is exact.
        sqlx::query("update product_match set status = 'REJECTED', decided_at = now()")
            .execute(&db)
            .await
            .unwrap();
        assert_eq!(match_all(&db).await.asked, 0);
        let rejected = count(&db, "select count(*) from product_match").await;
        store(&db, shop, &[offer("a", &name)]).await;
        match_new(&db).await;
        assert_eq!(
            count(&db, "select count(*) from product_match where status = 'REJECTED'").await,
            rejected
        );
        let joined = count(
            &db,
            "select count(*) from offer join product_match using (product_id)
             where offer.id = product_match.offer_id and status = 'REJECTED'",
        )
        .await;
        assert_eq!(joined, 0, "a rejected pair is never joined by a machine");
    }

    #[sqlx::test(migrator = "domain::MIGRATOR")]
    async fn unmatched_offer_becomes_a_product(db: PgPool) {
        import_reference(&db).await.unwrap();
        let shop = shop(&db, "corner").await;
        let strange = [
            offer("kit", "Corsair Obsidiana 64GB (2x32GB) DDR5 7200MHz CL34 RAM"),
            // The number of modules is unknown, so the title fits several products.
            offer("vague", "Corsair Graphita 64GB DDR5 7200MHz RAM"),
            offer("chair", "Gaming chair with footrest"),
        ];
        store(&db, shop, &strange).await;
        let done = match_new(&db).await;
        assert_eq!((done.created, done.matched), (2, 2), "{done:?}");
        let name: String = sqlx::query_scalar(
            "select product.name from product join offer on offer.product_id = product.id where external_id = 'kit'",
        )
        .fetch_one(&db)
        .await
        .unwrap();
        assert!(name.contains("Obsidiana"), "{name}");
        let audited = count(
            &db,
            "select count(*) from audit_entry where action_type = 'CREATE_PRODUCT' and admin_name = 'SYSTEM'",
        );
        assert_eq!(audited.await, 2);
        let told = count(
            &db,
            "select count(*) from product_change where product_id in (select product_id from offer)",
        );
        assert!(told.await > 0);
        // A second run creates nothing, because the product exists.
        assert_eq!(match_all(&db).await.created, 0);
    }

    /// Returns a kit that a reference knows under a part number; no title states its timings.
    fn kit(id: u128, number: &str, timings: &str) -> ProductFacts {
        let specs = serde_json::json!({
            "ramType": "DDR5", "ramSpeed": 7200, "ramCapacity": 64, "modules": 2, "casLatency": 34, "timings": timings,
        });
        let (specs, refused) = Specs::from_json(specs.as_object().unwrap());
        assert!(refused.is_empty(), "{refused:?}");
        ProductFacts {
            id: ProductId(uuid::Uuid::from_u128(id)),
            part_numbers: vec![number.to_owned()],
            specs,
            ..record(Category::Ram, "Corsair", "Obsidiana 64GB (2x32GB) DDR5-7200 CL34")
        }
    }

    async fn joined(db: &PgPool) -> Vec<Option<uuid::Uuid>> {
        sqlx::query_scalar("select product_id from offer order by external_id").fetch_all(db).await.unwrap()
    }

    /// Users compare retailers on one page: the offers of all retailers match the same record, the one with offers.
    #[sqlx::test(migrator = "domain::MIGRATOR")]
    async fn duplicate_records_count_as_one(db: PgPool) {
        let kits = [1, 2, 3, 4, 5].map(|id| kit(id, &format!("CMO64GX5M2B7200C3{id}"), "34-44-44-96"));
        insert_records(&db, "test", &kits).await;
        let shop = shop(&db, "corner").await;
        let title = "Corsair Obsidiana 64GB (2x32GB) DDR5 7200MHz CL34 RAM";
        store(&db, shop, &[offer("a", title)]).await;
        let done = match_new(&db).await;
        assert_eq!((done.matched, done.asked, done.created), (1, 0, 0), "{done:?}");
        assert_eq!(joined(&db).await, [Some(kits[0].id.0)]);
        let audited =
            "select count(*) from audit_entry where action_type = 'LINK_OFFER' and admin_name = 'SYSTEM'";
        assert_eq!(count(&db, audited).await, 1);

        // The first record's only offer is deleted, and another record is sold by its number: new
        // offers match that one.
        sqlx::query("delete from offer").execute(&db).await.unwrap();
        let numbered = OfferDraft { part_numbers: kits[2].part_numbers.clone(), ..offer("a", title) };
        store(&db, shop, &[numbered, offer("b", title)]).await;
        match_new(&db).await;
        assert_eq!(joined(&db).await, [Some(kits[2].id.0); 2]);
    }

    /// Records that differ in a fact which the title leaves open: an administrator is asked, and no product is created.
    #[sqlx::test(migrator = "domain::MIGRATOR")]
    async fn ambiguous_offer_is_queued_and_creates_no_product(db: PgPool) {
        let kits = [1, 2, 3, 4, 5, 6]
            .map(|id| kit(id, &format!("CMO64GX5M2B7200C3{id}"), &format!("34-4{id}-44-96")));
        insert_records(&db, "test", &kits).await;
        let shop = shop(&db, "corner").await;
        store(&db, shop, &[offer("a", "Corsair Obsidiana 64GB (2x32GB) DDR5 7200MHz CL34 RAM")]).await;
        let done = match_new(&db).await;
        assert_eq!((done.matched, done.asked, done.created), (1, 1, 1), "{done:?}");
        let provisional = count(
            &db,
            "select count(*) from product join offer on offer.product_id = product.id where provisional",
        );
        assert_eq!(provisional.await, 1, "it stands on a page of its own until a person answers");
    }

    /// The truth of the demo retailers' catalogue gives the product of every offer.
    #[sqlx::test(migrator = "domain::MIGRATOR")]
    async fn demo_offers_match_their_truth(db: PgPool) {
        let street = DemoRetailers::open().await.unwrap();
        import_reference(&db).await.unwrap();
        crawl_all(&context(&db), &street.files()).await.unwrap();
        let done = match_new(&db).await;
        assert!(done.asked >= 80, "{done:?}");
        let told: Vec<(String, String, uuid::Uuid, f32)> = sqlx::query_as(
            "select slug, external_id, offer.product_id, 1::real from offer join retailer on retailer.id = retailer_id
             where linked_by = 'MATCHER'",
        )
        .fetch_all(&db)
        .await
        .unwrap();
        // Pages created from offers have random ids; demo_retailers.rs checks these.
        let parts = &street.world.catalogue.parts;
        let reference: HashSet<uuid::Uuid> =
            parts.iter().filter(|part| part.in_reference).map(|part| part.id).collect();
        let (mut sure, mut wrong) = (0, Vec::new());
        for (slug, external_id, product, confidence) in &told {
            let offer = street.world.catalogue.shop(slug).unwrap().find(external_id).unwrap();
            let part = &parts[offer.part];
            if *confidence >= 0.9 && offer.possible_products.is_empty() && reference.contains(product) {
                sure += 1;
                if part.id != *product {
                    wrong.push((offer.shown_title(), part.name.clone(), *product));
                }
            }
        }
        // The shops' titles leave out words that tell siblings apart; demo_retailers.rs checks the pages of these offers.
        assert!(sure >= 80 && wrong.len() * 100 <= sure * 2, "{sure} sure, wrong: {wrong:#?}");
    }
}
