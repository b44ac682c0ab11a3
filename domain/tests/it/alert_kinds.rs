//! Alerts on a return to stock, on a new low and on a fall that repeats.

use domain::{
    model::{
        AlertCondition, AlertId, LowPeriod, OfferDraft, PercentageOff, ProductFacts, Repetition, RetailerId,
        Stock, UserId,
    },
    store::{
        price_alerts::{self, AlertChange, AlertChangeError},
        prices,
        users::Role,
    },
    transactions::{alert_mails, missed_offers, offer_batches},
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use super::fixtures::{
    commit, count, create_alert, draft, fired_prices, import_card, insert_user, retailer, set_enabled, store,
    until_a_lock_is_awaited,
};

const RETURN_ONCE: AlertCondition = AlertCondition::BackInStock(Repetition::Once);
const RETURN_REPEATED: AlertCondition = AlertCondition::BackInStock(Repetition::Repeated);

/// A retailer that sells one card, and a user who has alerts on it. Thresholds of new lows count days from the database's
/// clock, so the prices are stored a few hours before now.
struct Scene {
    db: PgPool,
    shop: RetailerId,
    card: ProductFacts,
    sara: UserId,
    time: OffsetDateTime,
}

impl Scene {
    async fn new(db: &PgPool) -> Self {
        let shop = retailer(db, "north").await;
        let card = import_card(db, "TUF RTX 5070", "PART-0001").await;
        let sara = insert_user(db, "sara", Role::User).await;
        let time = OffsetDateTime::now_utc() - Duration::hours(3);
        Self { db: db.clone(), shop, card, sara, time }
    }

    /// Stores the price of some days ago.
    async fn past_price(&self, days: i64, fils: i64) {
        store(&self.db, self.shop, &[offer(fils, Stock::In)], self.time - Duration::days(days)).await;
    }

    async fn sell_at(&mut self, shop: RetailerId, fils: i64, stock: Stock) {
        self.time += Duration::minutes(1);
        store(&self.db, shop, &[offer(fils, stock)], self.time).await;
    }

    async fn price(&mut self, fils: i64) -> Vec<i64> {
        self.sell_at(self.shop, fils, Stock::In).await;
        self.fired().await
    }

    async fn sold_out(&mut self) -> Vec<i64> {
        self.sell_at(self.shop, 100_000, Stock::Out).await;
        self.fired().await
    }

    async fn alert(&self, condition: AlertCondition) -> AlertId {
        create_alert(&self.db, self.sara, self.card.id, condition).await.unwrap()
    }

    /// Fires what is due, and returns the prices at which alerts have fired, in order.
    async fn fired(&self) -> Vec<i64> {
        alert_mails::fire_and_queue_mails(&self.db).await.unwrap();
        fired_prices(&self.db).await
    }

    /// Lets the day pass in which alerts are quiet, and after which they are evaluated again.
    async fn day_passes(&self) {
        sqlx::query(
            "update price_alert set quiet_until = quiet_until - interval '1 day', recheck_at = recheck_at - interval '1 day'",
        )
        .execute(&self.db)
        .await
        .unwrap();
    }

    async fn change(&self, id: AlertId, change: AlertChange) -> Result<(), AlertChangeError> {
        commit(&self.db, async |tx| price_alerts::change(tx, self.sara, id, change).await).await
    }
}

fn offer(fils: i64, stock: Stock) -> OfferDraft {
    OfferDraft { stock, ..draft("a", "PART-0001", fils) }
}

fn new_low(period: LowPeriod, repetition: Repetition) -> AlertCondition {
    AlertCondition::NewLow(period, repetition)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn return_alert_fires_once_when_the_product_is_back(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.price(100_000).await;
    scene.alert(RETURN_ONCE).await;
    assert_eq!(scene.price(50_000).await, [] as [i64; 0], "it was not away");
    assert_eq!(scene.sold_out().await, [] as [i64; 0]);
    assert_eq!(scene.price(120_000).await, [120_000]);
    scene.sold_out().await;
    assert_eq!(scene.price(110_000).await, [120_000]);
    let alert = price_alerts::list(&db, scene.sara).await.unwrap().remove(0);
    assert_eq!((alert.enabled, alert.repeats, alert.times_fired), (false, false, 1));
    assert!(alert.last_fired_at.is_some());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn repeating_return_alert_is_quiet_for_a_day(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.sold_out().await;
    scene.alert(RETURN_REPEATED).await;
    assert_eq!(scene.price(100_000).await, [100_000]);
    scene.sold_out().await;
    assert_eq!(scene.price(101_000).await, [100_000], "it flaps");
    scene.day_passes().await;
    assert_eq!(scene.fired().await, [100_000], "a return within the day is no news afterwards");
    scene.sold_out().await;
    assert_eq!(scene.price(102_000).await, [100_000, 102_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn product_is_back_when_the_last_retailer_had_sold_out(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    let south = retailer(&db, "south").await;
    scene.price(100_000).await;
    scene.sell_at(south, 105_000, Stock::In).await;
    scene.alert(RETURN_REPEATED).await;
    scene.sold_out().await;
    assert_eq!(scene.price(100_000).await, [] as [i64; 0], "another retailer had it");
    scene.sold_out().await;
    // An offer that ends is as good as sold out.
    let mut tx = db.begin().await.unwrap();
    let time = scene.time + Duration::seconds(1);
    assert_eq!(missed_offers::end_deleted(&mut tx, south, &["a".to_owned()], time).await.unwrap(), 1);
    tx.commit().await.unwrap();
    scene.sell_at(south, 104_000, Stock::In).await;
    assert_eq!(scene.fired().await, [104_000]);
    scene.day_passes().await;
    // So is one of a retailer that is hidden.
    for enabled in [false, true] {
        assert!(set_enabled(&db, "south", enabled).await);
    }
    assert_eq!(scene.fired().await, [104_000, 104_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn retailers_that_sell_out_at_the_same_time_leave_the_product_sold_out(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    let south = retailer(&db, "south").await;
    scene.price(100_000).await;
    scene.sell_at(south, 105_000, Stock::In).await;
    scene.alert(RETURN_ONCE).await;
    let time = scene.time + Duration::seconds(1);
    let sold_out = [offer(100_000, Stock::Out)];
    let mut first = db.begin().await.unwrap();
    offer_batches::store_batch(&mut first, scene.shop, &sold_out, time).await.unwrap();
    let second = async {
        commit(&db, async |tx| offer_batches::store_batch(tx, south, &sold_out, time).await).await.unwrap();
    };
    let commit = async {
        until_a_lock_is_awaited(&db).await;
        first.commit().await.unwrap();
    };
    tokio::join!(second, commit);
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    assert_eq!(scene.price(99_000).await, [99_000]);
}

/// A process that is killed rolls its transaction back: what it did is done again, and no more than once.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn killed_batch_or_sender_fires_an_alert_exactly_once(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.sold_out().await;
    scene.alert(RETURN_ONCE).await;
    let time = scene.time + Duration::seconds(1);
    prices::ensure_partitions(&db, time, time).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    offer_batches::store_batch(&mut tx, scene.shop, &[offer(90_000, Stock::In)], time).await.unwrap();
    tx.rollback().await.unwrap();
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    scene.sell_at(scene.shop, 90_000, Stock::In).await;
    let mut tx = db.begin().await.unwrap();
    assert_eq!(price_alerts::fire_due(&mut tx, 10).await.unwrap(), 1);
    tx.rollback().await.unwrap();
    assert_eq!(scene.fired().await, [90_000]);
    assert_eq!(scene.fired().await, [90_000]);
    assert_eq!(count(&db, "select count(*) from due_alert").await, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn return_that_ends_before_it_is_told_fires_nothing(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.sold_out().await;
    scene.alert(RETURN_ONCE).await;
    scene.sell_at(scene.shop, 90_000, Stock::In).await;
    assert_eq!(scene.sold_out().await, [] as [i64; 0]);
    scene.sell_at(scene.shop, 90_000, Stock::In).await;
    assert_eq!(scene.price(80_000).await, [80_000], "told at the price of the time");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn new_low_is_below_all_prices_of_its_days(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.past_price(40, 80_000).await;
    scene.past_price(35, 100_000).await;
    for period in [LowPeriod::Days30, LowPeriod::Days90] {
        scene.alert(new_low(period, Repetition::Once)).await;
    }
    assert_eq!(scene.price(100_000).await, [] as [i64; 0], "as low as before is no new low");
    assert_eq!(scene.price(95_000).await, [95_000]);
    assert_eq!(scene.price(80_000).await, [95_000]);
    assert_eq!(scene.price(79_999).await, [95_000, 79_999]);
    assert_eq!(scene.price(50_000).await, [95_000, 79_999]);
    let kinds: Vec<String> =
        sqlx::query_scalar("select kind from fired_alert order by fired_at").fetch_all(&db).await.unwrap();
    assert_eq!(kinds, ["NEW_LOW_30", "NEW_LOW_90"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn new_low_follows_the_days_as_they_pass(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.past_price(28, 80_000).await;
    scene.past_price(26, 100_000).await;
    scene.alert(new_low(LowPeriod::Days30, Repetition::Once)).await;
    assert_eq!(scene.price(95_000).await, [] as [i64; 0]);
    scene.price(100_000).await;
    // Ten days pass: the prices of the time before are too old, and the lowest one is 95.
    let early = scene.time - Duration::days(60);
    prices::ensure_partitions(&db, early, scene.time).await.unwrap();
    sqlx::query("update price_point set observed_at = observed_at - interval '10 days'")
        .execute(&db)
        .await
        .unwrap();
    scene.day_passes().await;
    assert_eq!(scene.price(94_999).await, [] as [i64; 0], "the threshold moves after the evaluation");
    assert_eq!(scene.price(94_000).await, [94_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn repeating_new_low_needs_a_day_and_the_least_change(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.past_price(5, 100_000).await;
    scene.alert(new_low(LowPeriod::Days365, Repetition::Repeated)).await;
    assert_eq!(scene.price(99_900).await, [99_900]);
    assert_eq!(scene.price(90_000).await, [99_900], "it is quiet");
    scene.day_passes().await;
    assert_eq!(scene.fired().await, [99_900, 90_000], "the price still holds");
    scene.day_passes().await;
    assert_eq!(scene.price(89_101).await, [99_900, 90_000], "less than 1 % lower");
    assert_eq!(scene.price(89_100).await, [99_900, 90_000, 89_100]);
    // A low within the quiet time that has gone again is no news, and nothing above it is a new low.
    scene.price(70_000).await;
    scene.price(100_000).await;
    scene.day_passes().await;
    assert_eq!(scene.fired().await, [99_900, 90_000, 89_100]);
    assert_eq!(scene.price(75_000).await, [99_900, 90_000, 89_100]);
    assert_eq!(scene.price(69_999).await, [99_900, 90_000, 89_100, 69_999]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_above_a_low_of_the_quiet_time_is_no_low(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.past_price(5, 100_000).await;
    let paused = scene.alert(new_low(LowPeriod::Days90, Repetition::Once)).await;
    scene.change(paused, AlertChange { paused: Some(true), repeats: None }).await.unwrap();
    scene.alert(new_low(LowPeriod::Days30, Repetition::Repeated)).await;
    assert_eq!(scene.price(95_000).await, [95_000]);
    scene.price(90_000).await;
    scene.price(93_000).await;
    scene.day_passes().await;
    scene.change(paused, AlertChange { paused: Some(false), repeats: None }).await.unwrap();
    assert_eq!(scene.fired().await, [95_000], "it was 90.000 before");
    assert_eq!(scene.price(89_000).await, [95_000, 89_000, 89_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn least_change_of_a_cheap_product_is_half_a_dinar(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.price(10_000).await;
    scene.alert(new_low(LowPeriod::Days90, Repetition::Repeated)).await;
    assert_eq!(scene.price(9_000).await, [9_000]);
    scene.day_passes().await;
    assert_eq!(scene.price(8_501).await, [9_000]);
    assert_eq!(scene.price(8_500).await, [9_000, 8_500]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn repeating_fall_counts_from_the_price_when_it_was_set_and_then_from_the_last_one(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.price(100_000).await;
    let ten = PercentageOff::new(10).unwrap();
    scene.alert(AlertCondition::PriceFall(ten, Repetition::Repeated)).await;
    assert_eq!(scene.price(90_001).await, [] as [i64; 0]);
    assert_eq!(scene.price(90_000).await, [90_000]);
    scene.day_passes().await;
    assert_eq!(scene.price(89_500).await, [90_000]);
    assert_eq!(scene.price(85_000).await, [90_000, 85_000]);
    let before: Vec<i64> = sqlx::query_scalar("select price_before_fils from fired_alert order by fired_at")
        .fetch_all(&db)
        .await
        .unwrap();
    assert_eq!(before, [100_000, 90_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn paused_alert_fires_nothing_and_is_evaluated_when_it_is_resumed(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.price(100_000).await;
    let drop = scene.alert(AlertCondition::AnyDrop).await;
    let pause = |paused| AlertChange { paused: Some(paused), repeats: None };
    scene.change(drop, pause(true)).await.unwrap();
    assert_eq!(scene.price(90_000).await, [] as [i64; 0]);
    let alert = price_alerts::list(&db, scene.sara).await.unwrap().remove(0);
    assert_eq!((alert.enabled, alert.is_paused), (false, true));
    scene.change(drop, pause(false)).await.unwrap();
    assert_eq!(scene.fired().await, [90_000]);
    // What became due before a pause is discarded.
    scene.sell_at(scene.shop, 80_000, Stock::In).await;
    scene.change(drop, pause(true)).await.unwrap();
    assert_eq!(scene.price(95_000).await, [90_000]);
    // An equal alert that was set meanwhile stays the only one.
    let other = scene.alert(AlertCondition::AnyDrop).await;
    assert_ne!(other, drop);
    assert!(matches!(scene.change(drop, pause(false)).await, Err(AlertChangeError::Duplicate)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn only_the_kinds_that_repeat_can_be_told_how_often(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.sold_out().await;
    let back = scene.alert(RETURN_ONCE).await;
    let drop = scene.alert(AlertCondition::AnyDrop).await;
    let again = AlertChange { paused: None, repeats: Some(true) };
    assert!(matches!(scene.change(drop, again).await, Err(AlertChangeError::FixedRepetition)));
    assert!(matches!(scene.change(AlertId::random(), again).await, Err(AlertChangeError::NoAlert)));
    scene.change(back, again).await.unwrap();
    assert_eq!(scene.price(100_000).await.len(), 2);
    scene.change(back, AlertChange { repeats: Some(false), ..again }).await.unwrap();
    scene.sold_out().await;
    assert_eq!(scene.price(100_000).await.len(), 3, "without a repetition there is no quiet time");
    assert!(matches!(scene.change(back, again).await, Err(AlertChangeError::Over)));
}
