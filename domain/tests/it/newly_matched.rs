//! Prices that were stored before their offers had a product are screened when the offers get one.

use domain::{
    config::{Config, PriceScreen},
    model::{AlertCondition, Fils, OfferDraft, ProductFacts, RetailerId},
    store::{
        matches::Proposal,
        offers,
        quarantine::{self, HeldState},
        users::Role,
    },
    transactions::{
        automatic_matches::{self, MatchedOffers},
        held_prices, key_matches, merges,
        offer_batches::store_screened_batch,
        price_screen::{FAR_FROM_MARKET, screen_price},
    },
};
use sqlx::PgPool;
use time::Duration;

use super::{
    fixtures::{
        NOW, commit, count, create_alert, draft, facts, fire_due, import, import_card, insert_user, retailer,
        store,
    },
    merges::cards,
};

fn limits() -> PriceScreen {
    Config::load().unwrap().price_screen
}

/// Returns an offer of the card, with the part number that the card's product gets later.
fn waiting(id: &str, fils: i64) -> OfferDraft {
    draft(id, "PART-0009", fils)
}

/// Adds the part number of the waiting offers to the product, and matches them.
async fn match_waiting(db: &PgPool, card: &ProductFacts) -> MatchedOffers {
    let mut card = card.clone();
    card.part_numbers.push("PART-0009".into());
    import(db, &[card]).await;
    commit(db, async |tx| key_matches::match_waiting_by_key(tx, &limits()).await).await.unwrap()
}

/// Stores an offer as a crawl does. Returns whether its price was held.
async fn crawl(db: &PgPool, shop: RetailerId, offer: OfferDraft) -> bool {
    let mut tx = db.begin().await.unwrap();
    let now = NOW + Duration::HOUR;
    let (_, held) =
        store_screened_batch(&mut tx, shop, &[offer], now, &|context| screen_price(&limits(), context))
            .await
            .unwrap();
    quarantine::hold(&mut tx, shop, None, &held).await.unwrap();
    tx.commit().await.unwrap();
    !held.is_empty()
}

async fn live_prices(db: &PgPool, card: &ProductFacts) -> Vec<i64> {
    let listed = offers::list_live(db, &[card.id]).await.unwrap();
    listed.into_iter().map(|listed| listed.offer.price.0).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_far_from_the_market_is_held_when_its_offer_is_matched(db: PgPool) {
    let [north, south, east] =
        [retailer(&db, "north").await, retailer(&db, "south").await, retailer(&db, "east").await];
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    store(&db, north, &[draft("n", "PART-0001", 200_000)], NOW).await;
    store(&db, south, &[draft("s", "PART-0001", 210_000)], NOW).await;
    let sara = insert_user(&db, "sara", Role::User).await;
    create_alert(&db, sara, card.id, AlertCondition::AnyDrop).await.unwrap();

    store(&db, east, &[waiting("e", 21_000)], NOW).await;
    assert_eq!(match_waiting(&db, &card).await, MatchedOffers { matched: 1, held: 1 });
    fire_due(&db).await;
    assert_eq!(count(&db, "select count(*) from fired_alert").await, 0);
    assert_eq!(live_prices(&db, &card).await, [200_000, 210_000]);
    assert_eq!(count(&db, "select count(*) from price_point where price_fils = 21000").await, 0);
    let held = quarantine::list_waiting(&db, None, 0, 10).await.unwrap();
    assert_eq!(held[0].reason, FAR_FROM_MARKET);
    assert_eq!((held[0].price, held[0].market_median), (Fils(21_000), Some(Fils(200_000))));

    // The same price is held again; nobody is asked twice.
    assert!(crawl(&db, east, waiting("e", 21_000)).await);
    assert_eq!(live_prices(&db, &card).await, [200_000, 210_000]);
    assert_eq!(quarantine::list_waiting(&db, None, 0, 10).await.unwrap()[0].times_seen, 2);

    commit(&db, async |tx| held_prices::release(tx, held[0].id, NOW + Duration::HOUR).await).await.unwrap();
    assert_eq!(live_prices(&db, &card).await, [21_000, 200_000, 210_000]);
    assert_eq!(count(&db, "select count(*) from price_point where price_fils = 21000").await, 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn corrected_price_of_a_held_match_is_published(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    store(&db, north, &[draft("n", "PART-0001", 200_000)], NOW).await;
    store(&db, south, &[waiting("s", 21_000)], NOW).await;
    assert_eq!(match_waiting(&db, &card).await, MatchedOffers { matched: 1, held: 1 });
    assert!(!crawl(&db, south, waiting("s", 210_000)).await);
    assert_eq!(live_prices(&db, &card).await, [200_000, 210_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn released_price_is_not_held_by_a_later_match(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    store(&db, north, &[draft("n", "PART-0001", 200_000)], NOW).await;
    store(&db, south, &[waiting("s", 21_000)], NOW).await;
    match_waiting(&db, &card).await;
    let mut tx = db.begin().await.unwrap();
    let id = quarantine::list_waiting(&db, None, 0, 1).await.unwrap()[0].id;
    held_prices::release(&mut tx, id, NOW + Duration::HOUR).await.unwrap();
    tx.commit().await.unwrap();
    sqlx::query("update offer set product_id = null, linked_by = null where external_id = 's'")
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(match_waiting(&db, &card).await, MatchedOffers { matched: 1, held: 0 });
    assert_eq!(live_prices(&db, &card).await, [21_000, 200_000]);
    let released = quarantine::find(&db, id).await.unwrap().unwrap();
    assert_eq!(released.state, HeldState::Released);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unchanged_price_is_held_when_a_crawl_gives_its_offer_the_first_product(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    store(&db, north, &[draft("n", "PART-0001", 200_000)], NOW).await;
    store(&db, south, &[waiting("s", 21_000)], NOW).await;
    // The retailer states the right part number now.
    assert!(crawl(&db, south, draft("s", "PART-0001", 21_000)).await);
    assert_eq!(live_prices(&db, &card).await, [200_000]);
    assert!(!crawl(&db, south, draft("s", "PART-0001", 210_000)).await);
    assert_eq!(live_prices(&db, &card).await, [200_000, 210_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unchanged_price_is_held_when_a_crawl_moves_its_offer_to_another_product(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    let [cheap, dear] = [facts("GT 710", "PART-0001"), facts("TUF RTX 5090", "PART-0002")];
    import(&db, &[cheap.clone(), dear.clone()]).await;
    store(&db, north, &[draft("n", "PART-0002", 900_000)], NOW).await;
    store(&db, south, &[draft("s", "PART-0001", 21_000)], NOW).await;
    // The retailer uses the id for another product, and its price was not read anew.
    assert!(crawl(&db, south, draft("s", "PART-0002", 21_000)).await);
    assert_eq!(
        (live_prices(&db, &dear).await, live_prices(&db, &cheap).await),
        (vec![900_000], vec![21_000])
    );
}

/// A merge can end while the matcher plans.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offer_proposed_for_a_merged_product_gets_the_other_one(db: PgPool) {
    let (one, other) = cards(&db).await;
    let south = retailer(&db, "south").await;
    store(&db, south, &[waiting("w", 45_000)], NOW).await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    commit(&db, async |tx| merges::merge(tx, dana, one.id, other.id).await).await.unwrap();
    let offer_id =
        sqlx::query_scalar("select id from offer where external_id = 'w'").fetch_one(&db).await.unwrap();
    let proposal = Proposal { offer_id, product_id: one.id, confidence: 0.9, rationale: Vec::new() };
    commit(&db, async |tx| automatic_matches::assign(tx, &limits(), &[proposal]).await).await.unwrap();
    assert_eq!(live_prices(&db, &other).await, [40_000, 45_000, 50_000]);
}

/// Another picture, for example, makes the offer lose its product until the matcher has compared it again.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_of_an_offer_that_the_matcher_matches_again_stays(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    store(&db, north, &[draft("n", "PART-0001", 200_000)], NOW).await;
    store(&db, south, &[waiting("s", 190_000)], NOW).await;
    let offer_id =
        sqlx::query_scalar("select id from offer where external_id = 's'").fetch_one(&db).await.unwrap();
    let proposal = Proposal { offer_id, product_id: card.id, confidence: 0.9, rationale: Vec::new() };
    for price in [190_000, 30_000] {
        sqlx::query(
            "update offer set product_id = null, linked_by = null, price_fils = $1 where external_id = 's'",
        )
        .bind(price)
        .execute(&db)
        .await
        .unwrap();
        let mut tx = db.begin().await.unwrap();
        let done =
            automatic_matches::assign(&mut tx, &limits(), std::slice::from_ref(&proposal)).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(done, MatchedOffers { matched: 1, held: 0 });
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn of_prices_matched_together_only_the_one_far_from_all_is_held(db: PgPool) {
    for (prices, live) in [
        (vec![13_000, 135_000, 140_000], vec![135_000, 140_000]),
        (vec![135_000, 140_000, 1_350_000], vec![135_000, 140_000]),
        // Of two, nothing says which one is wrong.
        (vec![13_000, 135_000], vec![13_000, 135_000]),
    ] {
        sqlx::raw_sql("truncate offer, product, held_offer cascade").execute(&db).await.unwrap();
        let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
        for (number, price) in prices.iter().enumerate() {
            let shop = retailer(&db, &format!("shop-{number}")).await;
            store(&db, shop, &[waiting("o", *price)], NOW).await;
        }
        let held = (prices.len() - live.len()) as u64;
        let matched = prices.len() as u64;
        assert_eq!(match_waiting(&db, &card).await, MatchedOffers { matched, held }, "{prices:?}");
        assert_eq!(live_prices(&db, &card).await, live);
    }
}
