//! First prices are decided over all prices at once: the order in which they were read decides nothing.

use domain::{
    config::{Config, PriceScreen},
    model::{AlertCondition, Fils, OfferDraft, RetailerId, SpecKey, SpecValue},
    store::{price_alerts, prices, quarantine, users::Role},
    transactions::{
        first_prices::{ChangedHolds, load_statistics, screen_first_prices},
        held_prices,
        offer_batches::store_screened_batch,
        price_screen::{FAR_FROM_CLASS, PriceContext, screen_with_class},
    },
};
use sqlx::PgPool;
use time::Duration;

use super::fixtures::{NOW, commit_if_ok, count, draft, facts, import, insert_user, retailer};

fn limits() -> PriceScreen {
    Config::load().unwrap().price_screen
}

/// A card with the chip of most cards here.
fn card(id: &str, part_number: &str, fils: i64) -> OfferDraft {
    let mut card = draft(id, part_number, fils);
    card.specs.insert(SpecKey::GpuChipset, SpecValue::Text("GeForce RTX 5060".into())).unwrap();
    card
}

/// Stores a batch as a crawl does.
async fn store_batch(db: &PgPool, shop: RetailerId, drafts: &[OfferDraft]) {
    let limits = limits();
    prices::ensure_partitions(db, NOW, NOW + Duration::HOUR).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let statistics = load_statistics(&mut tx, &limits).await.unwrap();
    let screen = |context: &PriceContext<'_>| screen_with_class(&limits, context, shop, &statistics);
    let now = NOW + Duration::HOUR;
    let (_, held) = store_screened_batch(&mut tx, shop, drafts, now, &screen).await.unwrap();
    quarantine::hold(&mut tx, shop, None, &held).await.unwrap();
    let is_held = |id: &String| held.iter().any(|held| held.draft.external_id == *id);
    let published: Vec<String> =
        drafts.iter().map(|draft| draft.external_id.clone()).filter(|id| !is_held(id)).collect();
    quarantine::supersede(&mut *tx, shop, &published).await.unwrap();
    tx.commit().await.unwrap();
}

async fn screen(db: &PgPool) -> ChangedHolds {
    let mut tx = db.begin().await.unwrap();
    let changed = screen_first_prices(&mut tx, &limits(), NOW + Duration::HOUR).await;
    commit_if_ok(tx, changed).await.unwrap()
}

async fn crawl(db: &PgPool, shop: RetailerId, drafts: &[OfferDraft]) -> ChangedHolds {
    store_batch(db, shop, drafts).await;
    screen(db).await
}

/// Returns the published and the held prices, with the reasons and the evidence.
async fn state(db: &PgPool) -> (Vec<String>, Vec<String>) {
    let published = "select concat_ws(' ', slug, external_id, price_fils) from offer
                     join retailer on retailer.id = retailer_id where ended_at is null order by 1";
    let held = "select concat_ws(' ', slug, external_id, price_fils, reason, market_median_fils, market_shops, evidence)
                from held_offer join retailer on retailer.id = retailer_id where state = 'HELD' order by 1";
    (
        sqlx::query_scalar(published).fetch_all(db).await.unwrap(),
        sqlx::query_scalar(held).fetch_all(db).await.unwrap(),
    )
}

/// Returns the offers of three shops, each with the number of its shop.
fn offers() -> Vec<(usize, OfferDraft)> {
    let mut offers: Vec<(usize, OfferDraft)> = (0..9)
        .map(|step| {
            (step % 3, card(&format!("card-{step}"), &format!("PART-10{step}"), 92_000 + step as i64 * 2_000))
        })
        .collect();
    offers.extend([
        // A price with a misread separator, and the right one.
        (0, card("right", "PART-0001", 98_990)),
        (1, card("wrong", "PART-0001", 6_474_600)),
        // Two prices as far from the class as each other.
        (0, draft("low", "PART-0002", 45_000)),
        (2, draft("high", "PART-0002", 240_000)),
        // A price far from the two others.
        (0, draft("tenth", "PART-0003", 13_000)),
        (1, draft("first", "PART-0003", 135_000)),
        (2, draft("second", "PART-0003", 140_000)),
        // A deposit, and an amount a thousand times too high, which nothing compares with.
        (1, card("deposit", "PART-2001", 5_000)),
        (2, card("thousand", "PART-2002", 99_900_000)),
    ]);
    offers
}

/// Numbers that look random, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn order_of_offers_and_crawls_decides_nothing(db: PgPool) {
    let shops = [retailer(&db, "north").await, retailer(&db, "south").await, retailer(&db, "east").await];
    import(&db, &["PART-0001", "PART-0002", "PART-0003"].map(|number| facts(number, number))).await;
    let mut numbers = Numbers(16);
    let mut first = None;
    for round in 0..12 {
        sqlx::raw_sql("truncate offer, held_offer cascade").execute(&db).await.unwrap();
        let mut stated = offers();
        numbers.shuffle(&mut stated);
        // Each crawl reads a few of one shop's offers; the last ones read all.
        while !stated.is_empty() {
            let shop = stated[numbers.below(stated.len())].0;
            let mut batch: Vec<OfferDraft> = Vec::new();
            let most = 1 + numbers.below(6);
            stated.retain(|(of, draft)| {
                let takes = *of == shop && batch.len() < most;
                if takes {
                    batch.push(draft.clone());
                }
                !takes
            });
            crawl(&db, shops[shop], &batch).await;
        }
        let found = state(&db).await;
        let held: Vec<&str> = found.1.iter().filter_map(|held| held.split(' ').nth(1)).collect();
        assert_eq!(
            held,
            ["high", "thousand", "low", "tenth", "deposit", "wrong"],
            "round {round}: {found:#?}"
        );
        let expected = first.get_or_insert_with(|| found.clone());
        assert_eq!(found, *expected, "round {round}");
        // A later crawl of the same prices changes nothing, not even for a moment.
        let points = count(&db, "select count(*) from price_point").await;
        for (place, shop) in shops.into_iter().enumerate() {
            let of_shop = |(of, draft)| (of == place).then_some(draft);
            let all: Vec<OfferDraft> = offers().into_iter().filter_map(of_shop).collect();
            store_batch(&db, shop, &all).await;
            assert_eq!(state(&db).await, *expected, "round {round}");
            assert_eq!(screen(&db).await, ChangedHolds::default(), "round {round}");
        }
        assert_eq!(count(&db, "select count(*) from price_point").await, points);
        assert_eq!(state(&db).await, *expected);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn decision_with_less_evidence_does_not_outlast_one_with_more(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    let east = retailer(&db, "east").await;
    import(&db, &[facts("RTX 5060", "PART-0001")]).await;
    store_batch(&db, north, &[draft("right", "PART-0001", 45_000)]).await;
    store_batch(&db, south, &[draft("wrong", "PART-0001", 240_000)]).await;
    // Of two prices that differ too much, nothing says which one is wrong.
    let mut first = db.begin().await.unwrap();
    let changed = screen_first_prices(&mut first, &limits(), NOW + Duration::HOUR).await.unwrap();
    assert!(changed.held.contains_key(&north), "{changed:?}");
    // A third one says it, before the first decision has ended.
    store_batch(&db, east, &[draft("near", "PART-0001", 46_000)]).await;
    let second = tokio::spawn(async move { screen(&db).await.published.contains_key(&north).then_some(db) });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    first.commit().await.unwrap();
    let db = second.await.unwrap().expect("the right price is published again");
    assert_eq!(state(&db).await.0, ["east near 46000", "north right 45000"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_price_that_was_read_first_is_held_when_the_right_ones_come(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    import(&db, &[facts("RTX 5060", "PART-0001")]).await;
    crawl(&db, south, &[card("wrong", "PART-0001", 6_474_600)]).await;
    assert_eq!(state(&db).await.0, ["south wrong 6474600"], "nothing compares with it");
    // Somebody waits for any drop of a product whose price proves to be wrong: it fires nothing.
    let sara = insert_user(&db, "sara", Role::User).await;
    let mut tx = db.begin().await.unwrap();
    let product = sqlx::query_scalar("select id from product").fetch_one(&mut *tx).await.unwrap();
    price_alerts::insert(&mut tx, sara, product, AlertCondition::AnyDrop).await.unwrap();
    tx.commit().await.unwrap();
    crawl(&db, south, &[card("wrong", "PART-0001", 6_400_000)]).await;
    assert_eq!(count(&db, "select count(*) from due_alert").await, 1);
    // The second crawl is killed before it decides; the next one does so.
    store_batch(&db, north, &[card("right", "PART-0001", 98_990)]).await;
    let others: Vec<OfferDraft> =
        (0..7).map(|step| card(&format!("n{step}"), "PART-5", 95_000 + step * 900)).collect();
    crawl(&db, north, &others).await;
    let (published, held) = state(&db).await;
    assert!(published.contains(&"north right 98990".to_owned()) && published.len() == 8, "{published:?}");
    assert!(
        held.len() == 1 && held[0].starts_with("south wrong 6400000 PRICE_FAR_FROM_MARKET 98990 1"),
        "{held:?}"
    );
    let due = "select count(*) from due_alert where price_fils > 1000000";
    assert_eq!(count(&db, due).await, 0);
    let waiting = quarantine::list_waiting(&db, None, 0, 1).await.unwrap().remove(0);
    let class = waiting.evidence.and_then(|evidence| evidence.class).unwrap().to_string();
    assert!(class.starts_with("Video Card with GeForce RTX 5060: 8 prices from 95.000"), "{class}");
    assert_eq!(count(&db, "select count(*) from price_point where price_fils = 6400000").await, 0);
    // The shop corrects it: the price that was held is none to compare with.
    crawl(&db, south, &[card("wrong", "PART-0001", 97_500)]).await;
    let (published, held) = state(&db).await;
    assert!(published.contains(&"south wrong 97500".to_owned()) && held.is_empty(), "{published:?} {held:?}");
}

/// A shop that lists many wrong prices of a class ends no published price of the only other shop, whichever is read first.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shop_that_floods_a_class_ends_no_published_price(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    let honest: Vec<OfferDraft> =
        (0..4).map(|step| card(&format!("n{step}"), "PART-5", 95_000 + step * 900)).collect();
    let flood: Vec<OfferDraft> =
        (0..60).map(|step| card(&format!("s{step}"), "PART-6", 4_000 + step)).collect();
    let mut found = Vec::new();
    for crawls in [[(north, &honest), (south, &flood)], [(south, &flood), (north, &honest)]] {
        sqlx::raw_sql("truncate offer, held_offer cascade").execute(&db).await.unwrap();
        for (shop, drafts) in crawls {
            crawl(&db, shop, drafts).await;
        }
        let (published, held) = state(&db).await;
        let honest = published.iter().filter(|offer| offer.starts_with("north")).count();
        assert_eq!((honest, held.len()), (4, 0), "{held:?}");
        found.push(published);
    }
    assert_eq!(found[0], found[1]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn released_price_is_not_screened_again_and_dropped_one_stays_away(db: PgPool) {
    let [north, south, east] =
        [retailer(&db, "north").await, retailer(&db, "south").await, retailer(&db, "east").await];
    for (shop, name) in [(north, "n"), (east, "e")] {
        let others: Vec<OfferDraft> =
            (0..4).map(|step| card(&format!("{name}{step}"), "PART-5", 95_000 + step * 900)).collect();
        crawl(&db, shop, &others).await;
    }
    let odd = |fils| [card("odd", "PART-7", fils), card("deposit", "PART-8", 4_000)];
    crawl(&db, south, &odd(700_000)).await;
    let waiting = quarantine::list_waiting(&db, None, 0, 10).await.unwrap();
    assert!(waiting.len() == 2 && waiting.iter().all(|held| held.reason == FAR_FROM_CLASS), "{waiting:?}");
    for held in &waiting {
        let mut tx = db.begin().await.unwrap();
        if held.external_id == "odd" {
            held_prices::release(&mut tx, held.id, NOW + Duration::HOUR).await.unwrap();
        } else {
            held_prices::drop_held(&mut tx, held.id).await.unwrap();
        }
        tx.commit().await.unwrap();
    }
    for fils in [700_000, 660_000] {
        assert_eq!(crawl(&db, south, &odd(fils)).await, ChangedHolds::default());
        let (published, held) = state(&db).await;
        assert!(
            published.contains(&format!("south odd {fils}")) && held.is_empty(),
            "{published:?} {held:?}"
        );
        assert_eq!(published.len(), 9);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pinned_price_and_match_of_an_administrator_are_trusted(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let mut all: Vec<OfferDraft> =
        (0..14).map(|step| card(&format!("n{step}"), "PART-5", 95_000 + step * 900)).collect();
    all.extend([
        card("pinned", "PART-6", 96_000),
        card("matched", "PART-7", 96_000),
        card("free", "PART-8", 96_000),
    ]);
    crawl(&db, shop, &all).await;
    import(&db, &[facts("RTX 5060", "PART-0009")]).await;
    sqlx::raw_sql(
        r#"update offer set price_fils = 9000000 where external_id in ('pinned', 'matched', 'free');
           update offer set pinned = '{"price": {"price": 9000000, "shop_price": 96000}}' where external_id = 'pinned';
           update offer set product_id = (select id from product), linked_by = 'ADMIN' where external_id = 'matched'"#,
    )
    .execute(&db)
    .await
    .unwrap();
    let held = screen(&db).await.held;
    let held: Vec<&String> = held.values().flatten().collect();
    assert_eq!(held, ["free"]);
    let waiting = quarantine::list_waiting(&db, None, 0, 10).await.unwrap().remove(0);
    assert_eq!((waiting.price, waiting.reason.as_str()), (Fils(9_000_000), FAR_FROM_CLASS));
}
