use domain::{
    model::{Category, CrawlId, Fils, OfferDraft, RetailerId},
    store::{
        crawls,
        offers::{self, OfferObservation},
        prices,
        quarantine::{self, HeldDraft, HeldState},
        users::Role,
    },
    transactions::{
        held_prices::{self, HeldPriceError},
        missed_offers,
        offer_assignments::Assignment,
        offer_batches,
        price_screen::{PriceContext, PriceVerdict},
    },
};
use sqlx::PgPool;
use time::Duration;

use super::fixtures::{
    NOW, commit, count, draft, facts, import, import_card, insert_user, retailer, store,
    until_a_lock_is_awaited,
};

/// Stores a crawl whose screen holds every price under 50 dinars.
async fn crawl(db: &PgPool, shop: RetailerId, drafts: &[OfferDraft]) -> Vec<HeldDraft<&'static str>> {
    let crawl_id = crawls::start(db, shop, crawls::CrawlKind::Crawl, None).await.unwrap();
    hold_far_prices(db, shop, crawl_id, drafts).await
}

async fn hold_far_prices(
    db: &PgPool,
    shop: RetailerId,
    crawl_id: CrawlId,
    drafts: &[OfferDraft],
) -> Vec<HeldDraft<&'static str>> {
    prices::ensure_partitions(db, NOW, NOW).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let screen = |context: &PriceContext<'_>| {
        if context.draft.price < Fils(50_000) {
            PriceVerdict::Hold("TOO_CHEAP")
        } else {
            PriceVerdict::Publish
        }
    };
    let now = NOW + Duration::HOUR;
    let (_, held) = offer_batches::store_screened_batch(&mut tx, shop, drafts, now, &screen).await.unwrap();
    let judged_wrong_before = quarantine::hold(&mut tx, shop, Some(crawl_id), &held).await.unwrap();
    let sql = "select external_id from held_offer where state = 'DROPPED' and crawl_id = $1";
    let dropped: Vec<String> = sqlx::query_scalar(sql).bind(crawl_id).fetch_all(&mut *tx).await.unwrap();
    assert_eq!(judged_wrong_before, dropped);
    tx.commit().await.unwrap();
    held
}

async fn price(db: &PgPool) -> i64 {
    count(db, "select price_fils from offer").await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn held_price_leaves_the_published_price(db: PgPool) {
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "PART-0001", 200_000)], NOW).await;
    for _ in 0..2 {
        let held = crawl(&db, shop, &[draft("a", "PART-0001", 20_000)]).await;
        assert_eq!(held[0].last_retailer_price, Some(Fils(200_000)));
    }
    assert_eq!(price(&db).await, 200_000);
    assert_eq!(count(&db, "select count(*) from price_point").await, 1);
    let waiting = quarantine::list_waiting(&db, None, 0, 10).await.unwrap();
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0].times_seen, 2);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn released_price_is_published_and_dropped_price_stays_dropped(db: PgPool) {
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "PART-0001", 200_000)], NOW).await;
    crawl(&db, shop, &[draft("a", "PART-0001", 20_000)]).await;
    let id = quarantine::list_waiting(&db, None, 0, 10).await.unwrap()[0].id;
    let mut tx = db.begin().await.unwrap();
    held_prices::drop_held(&mut tx, id).await.unwrap();
    let again = held_prices::release(&mut tx, id, NOW).await;
    assert!(matches!(again, Err(HeldPriceError::Decided(HeldState::Dropped))));
    tx.commit().await.unwrap();
    crawl(&db, shop, &[draft("a", "PART-0001", 20_000)]).await;
    assert!(quarantine::list_waiting(&db, None, 0, 10).await.unwrap().is_empty());

    crawl(&db, shop, &[draft("a", "PART-0001", 30_000)]).await;
    let id = quarantine::list_waiting(&db, None, 0, 10).await.unwrap()[0].id;
    commit(&db, async |tx| held_prices::release(tx, id, NOW + Duration::hours(2)).await).await.unwrap();
    assert_eq!(price(&db).await, 30_000);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn later_plausible_price_supersedes_a_held_one(db: PgPool) {
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "PART-0001", 200_000)], NOW).await;
    crawl(&db, shop, &[draft("a", "PART-0001", 20_000)]).await;
    assert_eq!(quarantine::supersede(&db, shop, &["a".into()]).await.unwrap(), 1);
    assert!(quarantine::list_waiting(&db, None, 0, 10).await.unwrap().is_empty());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn another_held_price_supersedes_a_held_one(db: PgPool) {
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "PART-0001", 200_000), draft("b", "PART-0002", 200_000)], NOW).await;
    crawl(&db, shop, &[draft("a", "PART-0001", 20_000), draft("b", "PART-0002", 20_000)]).await;
    let first = quarantine::list_waiting(&db, None, 0, 10).await.unwrap();
    crawl(&db, shop, &[draft("a", "PART-0001", 30_000), draft("b", "PART-0002", 20_000)]).await;
    let waiting = quarantine::list_waiting(&db, None, 0, 10).await.unwrap();
    let mut prices: Vec<i64> = waiting.iter().map(|held| held.price.0).collect();
    prices.sort_unstable();
    assert_eq!(prices, [20_000, 30_000]);
    // The retailer asks 20 dinars for "a" no longer.
    let id = first.iter().find(|held| held.external_id == "a").unwrap().id;
    let mut tx = db.begin().await.unwrap();
    let released = held_prices::release(&mut tx, id, NOW).await;
    assert!(matches!(released, Err(HeldPriceError::Decided(HeldState::Superseded))));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn new_offer_is_screened_against_the_market(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    import(&db, &[facts("TUF RTX 5070", "PART-0001")]).await;
    store(&db, north, &[draft("a", "PART-0001", 200_000)], NOW).await;
    let held = crawl(&db, south, &[draft("b", "PART-0001", 20_000), draft("c", "PART-0009", 20_000)]).await;
    let by_id = |id: &str| held.iter().find(|held| held.draft.external_id == id).unwrap();
    assert_eq!(by_id("b").market.unwrap().median, Fils(200_000));
    assert_eq!(by_id("c").market, None);
    assert_eq!(count(&db, "select count(*) from offer").await, 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn retailer_with_many_offers_counts_once_in_the_market(db: PgPool) {
    let [north, east, west, south] = [
        retailer(&db, "north").await,
        retailer(&db, "east").await,
        retailer(&db, "west").await,
        retailer(&db, "south").await,
    ];
    import(&db, &[facts("TUF RTX 5070", "PART-0001")]).await;
    let many = ["a", "b", "c", "d"].map(|id| draft(id, "PART-0001", 50_000));
    store(&db, north, &many, NOW).await;
    store(&db, east, &[draft("e", "PART-0001", 200_000)], NOW).await;
    store(&db, west, &[draft("f", "PART-0001", 210_000)], NOW).await;
    let held = crawl(&db, south, &[draft("g", "PART-0001", 20_000)]).await;
    let market = held[0].market.unwrap();
    assert_eq!((market.median, market.retailers), (Fils(200_000), 3));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn held_price_is_closed_when_a_complete_crawl_no_longer_finds_its_offer(db: PgPool) {
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "PART-0001", 200_000)], NOW).await;
    let complete = async |hours: i64, drafts: &[OfferDraft]| {
        let crawl_id = crawls::start(&db, shop, crawls::CrawlKind::Crawl, None).await.unwrap();
        let held = hold_far_prices(&db, shop, crawl_id, drafts).await;
        let mut tx = db.begin().await.unwrap();
        let observe = |offer: offers::LiveOffer<'_>| {
            if held.iter().any(|held| held.draft.external_id == offer.external_id) {
                OfferObservation::Unconfirmed
            } else {
                OfferObservation::Missed
            }
        };
        let comparison = offers::compare_with_live(&mut *tx, shop, observe).await.unwrap();
        let now = NOW + Duration::hours(hours);
        let ended = missed_offers::end_missed(&mut tx, shop, crawl_id, &comparison, now).await.unwrap();
        tx.commit().await.unwrap();
        (ended, quarantine::list_waiting(&db, None, 0, 10).await.unwrap())
    };
    let listed = [draft("a", "PART-0001", 20_000), draft("b", "PART-0002", 20_000)];
    let (_, waiting) = complete(2, &listed).await;
    assert_eq!(waiting.len(), 2);
    let (_, waiting) = complete(3, &listed[..1]).await;
    assert_eq!(waiting.iter().map(|held| held.external_id.as_str()).collect::<Vec<_>>(), ["a"]);
    let (_, now_waiting) = complete(4, &[]).await;
    assert_eq!(now_waiting, []);
    let (ended, _) = complete(5, &[]).await;
    assert_eq!(ended, 1);
    let mut tx = db.begin().await.unwrap();
    let released = held_prices::release(&mut tx, waiting[0].id, NOW).await;
    assert!(matches!(released, Err(HeldPriceError::Decided(HeldState::Superseded))));
}

/// A merge locks products before offers: of a release in the reverse order and a merge, each would wait for the other.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn release_as_something_else_locks_the_product_before_the_offer(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let card = import_card(&db, "card PART-0001", "PART-0001").await;
    store(&db, shop, &[draft("a", "PART-0001", 200_000)], NOW).await;
    sqlx::query("update offer set product_id = $1, linked_by = 'MATCHER'")
        .bind(card.id)
        .execute(&db)
        .await
        .unwrap();
    crawl(&db, shop, &[draft("a", "PART-0001", 20_000)]).await;
    let held = quarantine::list_waiting(&db, None, 0, 1).await.unwrap()[0].id;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let mut merge = db.begin().await.unwrap();
    let lock_product = sqlx::query("select 1 from product where id = $1 for update").bind(card.id);
    lock_product.execute(&mut *merge).await.unwrap();
    let release = async {
        let mut tx = db.begin().await.unwrap();
        let assignment = Assignment { category: Some(Category::Other), ..Assignment::default() };
        let now = NOW + Duration::hours(2);
        held_prices::release_as(&mut tx, dana, held, &assignment, now).await.unwrap();
        tx.commit().await.unwrap();
    };
    let merging = async {
        until_a_lock_is_awaited(&db).await;
        sqlx::query("select 1 from offer for update nowait").execute(&mut *merge).await.unwrap();
        merge.commit().await.unwrap();
    };
    tokio::join!(release, merging);
    assert_eq!(price(&db).await, 20_000);
    assert_eq!(
        count(&db, "select count(*) from offer where category = 'OTHER' and product_id is null").await,
        1
    );
}
