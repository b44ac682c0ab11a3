//! Alerts of all kinds on random histories of prices, stock and retailers, compared with a reference that judges each alert
//! alone. Batches and senders are cut off at random points and tried again, as after a kill.

use std::{collections::BTreeMap, time::Duration as Pause};

use domain::{
    model::{
        AlertCondition, AlertId, Fils, LowPeriod, OfferDraft, PercentageOff, ProductFacts, Repetition,
        RetailerId, Stock, WholePercentage,
    },
    store::{price_alerts, prices, users::Role},
    transactions::{alert_mails, missed_offers, offer_batches},
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use super::{
    alert_reference::{Reference, Shop},
    fixtures::{create_alert, draft, facts, import, insert_user, retailer, store},
};

const PRODUCTS: usize = 6;
const SHOPS: usize = 4;
const STEPS: usize = 40;
const PERIODS: [LowPeriod; 4] = [LowPeriod::Days30, LowPeriod::Days90, LowPeriod::Days365, LowPeriod::Ever];

/// Numbers that follow from a seed (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// Returns a price that mostly flaps by 0.100 around 100 dinars, and sometimes is far away.
    fn price(&mut self) -> i64 {
        let step = i64::try_from(self.below(7)).unwrap() - 3;
        let base = [100_000, 100_000, 100_000, 99_000, 90_000, 80_000, 112_000, 130_000];
        base[usize::try_from(self.below(8)).unwrap()] + step * 100
    }

    fn shop(&mut self) -> usize {
        usize::try_from(self.below(SHOPS as u64)).unwrap()
    }
}

/// Shops that sell some products, and the alerts of one user for each product.
struct Market {
    db: PgPool,
    shops: Vec<RetailerId>,
    cards: Vec<ProductFacts>,
    references: Vec<Reference>,
    time: OffsetDateTime,
    random: Random,
    /// Whether batches and senders are cut off at random points.
    is_killed: bool,
}

fn external_id(product: usize) -> String {
    format!("p{product}")
}

fn part_number(product: usize) -> String {
    format!("PART-000{product}")
}

fn all_conditions() -> Vec<AlertCondition> {
    let ten = PercentageOff::new(10).unwrap();
    let mut conditions = vec![
        AlertCondition::AnyDrop,
        AlertCondition::TargetPrice(Fils(79_950)),
        AlertCondition::PercentageDrop(ten),
    ];
    for repetition in [Repetition::Once, Repetition::Repeated] {
        conditions.push(AlertCondition::PriceFall(ten, repetition));
        conditions.push(AlertCondition::BackInStock(repetition));
        conditions.push(AlertCondition::NewAtShop(repetition));
        conditions.extend(PERIODS.map(|period| AlertCondition::NewLow(period, repetition)));
        for percent in [1, 12] {
            let percentage = WholePercentage::new(percent).unwrap();
            conditions.push(AlertCondition::NearLow(percentage, repetition));
            conditions.push(AlertCondition::PriceRise(percentage, repetition));
        }
    }
    conditions
}

impl Market {
    async fn new(db: &PgPool, seed: u64, is_killed: bool) -> Self {
        let mut shops = Vec::new();
        for number in 0..SHOPS {
            shops.push(retailer(db, &format!("shop-{number}")).await);
        }
        let cards: Vec<ProductFacts> =
            (0..PRODUCTS).map(|number| facts(&format!("RTX {number}"), &part_number(number))).collect();
        import(db, &cards).await;
        let time = OffsetDateTime::now_utc() - Duration::hours(3);
        // An offer may end before the first price of a month is stored.
        prices::ensure_partitions(db, time, time + Duration::hours(3)).await.unwrap();
        let references = (0..PRODUCTS).map(|_| Reference::new(SHOPS)).collect();
        let random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        Self { db: db.clone(), shops, cards, references, time, random, is_killed }
    }

    /// Stores prices of past days at the first two shops.
    async fn past(&mut self) {
        for days in [500, 300, 70, 40, 20, 5] {
            for shop in 0..2 {
                for product in 0..PRODUCTS {
                    let price = self.random.price();
                    let offer = offer(product, price, Stock::In);
                    let time = self.time - Duration::days(days) + Duration::minutes(shop as i64);
                    store(&self.db, self.shops[shop], &[offer], time).await;
                    self.references[product].record(days, shop, Shop { price, in_stock: true });
                }
            }
        }
    }

    /// Sets an alert of each kind on each product; those on a return also at chosen shops, for other users.
    async fn set_alerts(&mut self) {
        for product in 0..PRODUCTS {
            for (name, shops) in [("all", &[][..]), ("some", &[1, 3][..])] {
                let once = insert_user(&self.db, &format!("{name}-{product}"), Role::User).await;
                // A user has one alert of a kind on a product: the one that repeats is another user's.
                let again = insert_user(&self.db, &format!("again-{name}-{product}"), Role::User).await;
                let retailers: Vec<RetailerId> = shops.iter().map(|shop: &usize| self.shops[*shop]).collect();
                for condition in all_conditions() {
                    if !shops.is_empty() && !matches!(condition, AlertCondition::BackInStock(_)) {
                        continue;
                    }
                    let repeats = condition.repetition() == Some(Repetition::Repeated);
                    let user = if repeats { again } else { once };
                    let mut tx = self.db.begin().await.unwrap();
                    let card = self.cards[product].id;
                    let set =
                        price_alerts::insert_at_retailers(&mut tx, user, card, condition, &retailers).await;
                    // A target that the price has reached already is refused.
                    let Ok(id) = set else { continue };
                    tx.commit().await.unwrap();
                    self.references[product].add(id, condition, shops);
                }
            }
        }
    }

    /// Changes some offers of a shop, or ends one, and fires what is due.
    async fn step(&mut self) {
        self.time += Duration::minutes(1);
        let shop = self.random.shop();
        let product = usize::try_from(self.random.below(PRODUCTS as u64)).unwrap();
        if self.random.below(8) == 0 && self.references[product].sells(shop) {
            let mut tx = self.db.begin().await.unwrap();
            let ids = [external_id(product)];
            missed_offers::end_deleted(&mut tx, self.shops[shop], &ids, self.time).await.unwrap();
            tx.commit().await.unwrap();
            self.references[product].end(shop);
        } else {
            self.change_offers(shop).await;
        }
        self.fire().await;
        if self.random.below(5) == 0 {
            sqlx::query(
                "update price_alert set quiet_until = quiet_until - interval '1 day',
                     recheck_at = recheck_at - interval '1 day'",
            )
            .execute(&self.db)
            .await
            .unwrap();
            self.references.iter_mut().for_each(Reference::day_passes);
            self.fire().await;
        }
    }

    async fn change_offers(&mut self, shop: usize) {
        let mut offers = Vec::new();
        for product in 0..PRODUCTS {
            // The last two shops begin to sell a product late.
            let is_rare = shop >= 2 && !self.references[product].sells(shop);
            if self.random.below(if is_rare { 6 } else { 2 }) == 0 {
                let (price, in_stock) = (self.random.price(), self.random.below(4) != 0);
                offers.push(offer(product, price, if in_stock { Stock::In } else { Stock::Out }));
                self.references[product].change(shop, Shop { price, in_stock });
            }
        }
        while self.is_killed && self.random.below(2) == 0 {
            let pause = Pause::from_micros(self.random.below(20_000));
            let batch = async {
                let mut tx = self.db.begin().await.unwrap();
                offer_batches::store_batch(&mut tx, self.shops[shop], &offers, self.time).await.unwrap();
                tx.commit().await.unwrap();
            };
            // A batch that was cut off is done again: what it had stored before is unchanged then.
            let _ = tokio::time::timeout(pause, batch).await;
        }
        store(&self.db, self.shops[shop], &offers, self.time).await;
    }

    async fn fire(&mut self) {
        while self.is_killed && self.random.below(2) == 0 {
            let pause = Pause::from_micros(self.random.below(20_000));
            let _ = tokio::time::timeout(pause, alert_mails::fire_and_queue_mails(&self.db)).await;
        }
        // The lock of a sender that was cut off may be released a moment later.
        for _ in 0..20 {
            alert_mails::fire_and_queue_mails(&self.db).await.unwrap();
            if !self.is_killed || self.nothing_waits().await {
                break;
            }
            tokio::time::sleep(Pause::from_millis(20)).await;
        }
    }

    async fn nothing_waits(&self) -> bool {
        sqlx::query_scalar(
            "select not exists (select from due_alert join price_alert on price_alert.id = price_alert_id
                 where quiet_until is null or quiet_until <= now())
             and not exists (select from price_alert where enabled and recheck_at <= now())",
        )
        .fetch_one(&self.db)
        .await
        .unwrap()
    }

    /// Asserts that each alert told exactly the prices that the reference expects, in order.
    async fn check(&self, moment: &str) {
        let rows: Vec<(AlertId, i64)> = sqlx::query_as(
            "select price_alert_id, price_fils from fired_alert order by fired_at, price_alert_id",
        )
        .fetch_all(&self.db)
        .await
        .unwrap();
        let mut fired: BTreeMap<AlertId, Vec<i64>> = BTreeMap::new();
        for (alert, price) in rows {
            fired.entry(alert).or_default().push(price);
        }
        for reference in &self.references {
            for (id, condition, expected) in reference.told() {
                let told = fired.remove(&id).unwrap_or_default();
                assert_eq!(told, expected, "{moment}: {condition:?}");
            }
        }
        assert!(fired.is_empty(), "{moment}: {fired:?}");
    }
}

fn offer(product: usize, price: i64, stock: Stock) -> OfferDraft {
    OfferDraft { stock, ..draft(&external_id(product), &part_number(product), price) }
}

async fn compare_with_reference(db: &PgPool, seed: u64, is_killed: bool) {
    let mut market = Market::new(db, seed, is_killed).await;
    market.past().await;
    market.set_alerts().await;
    for number in 0..STEPS {
        market.step().await;
        market.check(&format!("seed {seed}, step {number}")).await;
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn random_histories_tell_what_the_reference_tells(db: PgPool) {
    compare_with_reference(&db, 1, false).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn other_random_histories_tell_what_the_reference_tells(db: PgPool) {
    compare_with_reference(&db, 2, false).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn batches_and_senders_killed_at_random_points_tell_the_same(db: PgPool) {
    compare_with_reference(&db, 3, true).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_that_flaps_by_a_tenth_of_a_dinar_tells_nobody(db: PgPool) {
    let mut market = Market::new(&db, 4, false).await;
    for price in [99_900, 100_000] {
        market.time += Duration::minutes(1);
        store(&db, market.shops[0], &[offer(0, price, Stock::In)], market.time).await;
    }
    let card = market.cards[0].id;
    for (number, condition) in all_conditions().into_iter().enumerate() {
        // Any drop is told by its name, and a target of 79.950 is not lower than the price.
        if matches!(condition, AlertCondition::AnyDrop | AlertCondition::TargetPrice(_)) {
            continue;
        }
        let user = insert_user(&db, &format!("user-{number}"), Role::User).await;
        create_alert(&db, user, card, condition).await.unwrap();
    }
    for price in [99_900, 100_000, 100_100, 100_000, 99_900, 100_100, 99_900] {
        market.time += Duration::minutes(1);
        store(&db, market.shops[0], &[offer(0, price, Stock::In)], market.time).await;
        market.fire().await;
        sqlx::query("update price_alert set recheck_at = recheck_at - interval '1 day'")
            .execute(&db)
            .await
            .unwrap();
        market.fire().await;
    }
    market.check("flapping").await;
}
