use domain::{
    config::Config,
    model::{
        AlertCondition, AlertId, Fils, OfferDraft, PercentageOff, ProductFacts, ProductId, RetailerId, Stock,
        UserId,
    },
    store::{
        crawls,
        price_alerts::{self, AlertError, MAX_ALERTS},
        prices, quarantine,
        users::{self, Role, SettingsChange},
    },
    transactions::{alert_mails, held_prices, key_matches, offer_batches, price_screen},
};
use sqlx::PgPool;
use time::Duration;

use super::fixtures::{
    NOW, commit, count, create_alert, draft, fire_due, fired_prices, import, import_card, insert_user,
    retailer, set_enabled, store,
};

/// A retailer that sells one card for 100 dinars, and a user who may have alerts on it.
struct Scene {
    db: PgPool,
    shop: RetailerId,
    card: ProductFacts,
    sara: UserId,
    minutes: i64,
}

impl Scene {
    async fn new(db: &PgPool) -> Self {
        let shop = retailer(db, "north").await;
        let card = import_card(db, "TUF RTX 5070", "PART-0001").await;
        let mut scene =
            Self { db: db.clone(), shop, card, sara: insert_user(db, "sara", Role::User).await, minutes: 0 };
        scene.price(100_000).await;
        scene
    }

    async fn sell(&mut self, shop: RetailerId, drafts: &[OfferDraft]) {
        self.minutes += 1;
        store(&self.db, shop, drafts, NOW + Duration::minutes(self.minutes)).await;
        fire_due(&self.db).await;
    }

    async fn price(&mut self, fils: i64) {
        self.sell(self.shop, &[draft("a", "PART-0001", fils)]).await;
    }

    async fn sold_out(&mut self, fils: i64) {
        let mut offer = draft("a", "PART-0001", fils);
        offer.stock = Stock::Out;
        self.sell(self.shop, &[offer]).await;
    }

    async fn create_alert(&self, condition: AlertCondition) -> Result<AlertId, AlertError> {
        create_alert(&self.db, self.sara, self.card.id, condition).await
    }

    async fn target(&self, fils: i64) -> AlertId {
        self.create_alert(AlertCondition::TargetPrice(Fils(fils))).await.unwrap()
    }

    /// Returns the prices at which alerts fired, in order.
    async fn fired(&self) -> Vec<i64> {
        fire_due(&self.db).await;
        fired_prices(&self.db).await
    }

    async fn enabled(&self) -> Vec<bool> {
        fire_due(&self.db).await;
        price_alerts::list(&self.db, self.sara).await.unwrap().iter().map(|alert| alert.enabled).collect()
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn target_alert_fires_once_at_the_exact_price(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.target(90_000).await;
    scene.price(90_001).await;
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    scene.price(90_000).await;
    assert_eq!(scene.fired().await, [90_000]);
    assert_eq!(scene.enabled().await, [false]);
    scene.price(80_000).await;
    assert_eq!(scene.fired().await, [90_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn any_drop_alert_fires_below_its_last_notified_price(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.create_alert(AlertCondition::AnyDrop).await.unwrap();
    for fils in [100_000, 110_000, 100_000, 99_999, 99_999, 105_000, 99_999, 90_000] {
        scene.price(fils).await;
    }
    assert_eq!(scene.fired().await, [99_999, 90_000]);
    assert_eq!(scene.enabled().await, [true]);
    let before: Vec<i64> = sqlx::query_scalar("select price_before_fils from fired_alert order by fired_at")
        .fetch_all(&db)
        .await
        .unwrap();
    assert_eq!(before, [100_000, 99_999]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn percentage_alert_fires_relative_to_its_creation_price(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.create_alert(AlertCondition::PercentageDrop(PercentageOff::new(10).unwrap())).await.unwrap();
    scene.price(120_000).await;
    scene.price(90_001).await;
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    scene.price(90_000).await;
    assert_eq!(scene.fired().await, [90_000]);
    assert_eq!(scene.enabled().await, [false]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn out_of_stock_offer_never_fires_until_back_in_stock(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.target(90_000).await;
    scene.create_alert(AlertCondition::AnyDrop).await.unwrap();
    scene.sold_out(80_000).await;
    let mut unknown = draft("a", "PART-0001", 70_000);
    unknown.stock = Stock::Unknown;
    scene.sell(scene.shop, &[unknown]).await;
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    // Here only the stock changes.
    scene.price(70_000).await;
    assert_eq!(scene.fired().await, [70_000, 70_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_uses_the_best_enabled_retailer(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    let south = retailer(&db, "south").await;
    scene.target(90_000).await;
    scene.create_alert(AlertCondition::AnyDrop).await.unwrap();
    // Dearer than the other retailer, so the lowest price does not fall.
    scene.sell(south, &[draft("s", "PART-0001", 105_000)]).await;
    assert!(set_enabled(&db, "south", false).await);
    scene.sell(south, &[draft("s", "PART-0001", 85_000)]).await;
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    // Shown again, the retailer's price is the best one.
    assert!(set_enabled(&db, "south", true).await);
    assert_eq!(scene.fired().await, [85_000, 85_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn held_price_fires_only_when_released(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.target(90_000).await;
    let crawl = crawls::start(&db, scene.shop, crawls::CrawlKind::Crawl, None).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let doubt = |_: &price_screen::PriceContext<'_>| price_screen::PriceVerdict::Hold("TOO_CHEAP");
    let cheap = [draft("a", "PART-0001", 10_000)];
    let now = NOW + Duration::hours(1);
    let (_, held) =
        offer_batches::store_screened_batch(&mut tx, scene.shop, &cheap, now, &doubt).await.unwrap();
    quarantine::hold(&mut tx, scene.shop, Some(crawl), &held).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(scene.fired().await, [] as [i64; 0]);

    let id = quarantine::list_waiting(&db, None, 0, 1).await.unwrap()[0].id;
    commit(&db, async |tx| held_prices::release(tx, id, NOW + Duration::hours(2)).await).await.unwrap();
    assert_eq!(scene.fired().await, [10_000]);
    scene.minutes = 180;
    scene.price(9_000).await;
    assert_eq!(scene.fired().await, [10_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alerts_on_one_product_fire_independently(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    let high = scene.target(90_000).await;
    let low = scene.target(80_000).await;
    scene.create_alert(AlertCondition::AnyDrop).await.unwrap();
    scene.price(85_000).await;
    assert_eq!(scene.fired().await, [85_000, 85_000]);
    scene.price(80_000).await;
    assert_eq!(scene.fired().await, [85_000, 85_000, 80_000, 80_000]);
    let alerts = price_alerts::list(&db, scene.sara).await.unwrap();
    assert!(alerts.iter().filter(|alert| [high, low].contains(&alert.id)).all(|alert| !alert.enabled));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reached_target_is_refused_and_repeated_alert_is_one(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    for fils in [100_000, 100_001, 500_000] {
        let refused = scene.create_alert(AlertCondition::TargetPrice(Fils(fils))).await.unwrap_err();
        assert_eq!(refused.to_string(), "Target price must be lower than current price");
    }
    let unknown = create_alert(&db, scene.sara, ProductId::random(), AlertCondition::AnyDrop).await;
    assert!(matches!(unknown, Err(AlertError::NoProduct)));
    let nowhere = import_card(&db, "TUF RTX 5080", "PART-0002").await;
    let unsold = create_alert(&db, scene.sara, nowhere.id, AlertCondition::AnyDrop).await;
    assert!(matches!(unsold, Err(AlertError::NoPrice)));

    // Two identical requests, at the same time.
    let create = || scene.create_alert(AlertCondition::AnyDrop);
    let (one, other) = tokio::join!(create(), create());
    assert_eq!(one.unwrap(), other.unwrap());
    // A repeated request counts from today's price.
    scene.price(120_000).await;
    scene.create_alert(AlertCondition::AnyDrop).await.unwrap();
    scene.price(110_000).await;
    assert_eq!(scene.fired().await, [110_000]);
    // A target that has fired may be set again.
    let first = scene.target(90_000).await;
    scene.price(90_000).await;
    scene.price(100_000).await;
    assert_ne!(scene.target(90_000).await, first);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_count_per_user_is_limited(db: PgPool) {
    let scene = Scene::new(&db).await;
    sqlx::query(
        "insert into price_alert (user_id, product_id, kind, target_fils, price_then_fils, fires_at_fils)
         select $1, $2, 'TARGET_PRICE', target, 100000, target from generate_series(1, $3::bigint) as target",
    )
    .bind(scene.sara.0)
    .bind(scene.card.id.0)
    .bind(MAX_ALERTS)
    .execute(&db)
    .await
    .unwrap();
    assert!(matches!(scene.create_alert(AlertCondition::AnyDrop).await, Err(AlertError::TooMany)));
    // Repeating an existing alert does not add one.
    scene.target(1).await;
    assert_eq!(count(&db, "select count(*) from price_alert").await, MAX_ALERTS);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alerts_follow_the_product_and_not_the_offer(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    let other = import_card(&db, "TUF RTX 5080", "PART-0002").await;
    scene.sell(scene.shop, &[draft("b", "PART-0002", 200_000)]).await;
    scene.target(90_000).await;
    create_alert(&db, scene.sara, other.id, AlertCondition::TargetPrice(Fils(150_000))).await.unwrap();
    // The retailer's page "a" belongs to the other product now, so its price is no longer one of the first product.
    scene.sell(scene.shop, &[draft("a", "PART-0002", 80_000)]).await;
    let products: Vec<uuid::Uuid> =
        sqlx::query_scalar("select product_id from fired_alert").fetch_all(&db).await.unwrap();
    assert_eq!(products, [other.id.0]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_is_evaluated_when_an_offer_is_matched_later(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.target(90_000).await;
    let mut waiting = draft("w", "PART-0009", 80_000);
    waiting.manufacturer = Some("ASUS".into());
    scene.sell(scene.shop, &[waiting]).await;
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    let mut card = scene.card.clone();
    card.part_numbers.push("PART-0009".into());
    import(&db, &[card]).await;
    let mut tx = db.begin().await.unwrap();
    let limits = Config::load().unwrap().price_screen;
    assert_eq!(key_matches::match_waiting_by_key(&mut tx, &limits).await.unwrap().matched, 1);
    tx.commit().await.unwrap();
    assert_eq!(scene.fired().await, [80_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn removed_products_and_deleted_users_fire_no_alert(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    let noor = insert_user(&db, "noor", Role::User).await;
    create_alert(&db, noor, scene.card.id, AlertCondition::AnyDrop).await.unwrap();
    users::delete(&db, noor).await.unwrap();
    assert_eq!(count(&db, "select count(*) from price_alert").await, 0);
    scene.target(90_000).await;
    sqlx::query("update product set removed_at = now()").execute(&db).await.unwrap();
    scene.price(80_000).await;
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    assert!(price_alerts::list(&db, scene.sara).await.unwrap().is_empty());
    assert!(matches!(scene.create_alert(AlertCondition::AnyDrop).await, Err(AlertError::NoProduct)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn rolled_back_batch_fires_no_alert_and_concurrent_batches_fire_once(db: PgPool) {
    let scene = Scene::new(&db).await;
    let south = retailer(&db, "south").await;
    scene.target(90_000).await;
    let now = NOW + Duration::hours(1);
    prices::ensure_partitions(&db, now, now).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    offer_batches::store_batch(&mut tx, scene.shop, &[draft("a", "PART-0001", 50_000)], now).await.unwrap();
    tx.rollback().await.unwrap();
    assert_eq!(scene.fired().await, [] as [i64; 0]);

    // The second retailer's batch waits for the first one's and finds the alert due: the alert fires once, at the
    // better price.
    let mut first = db.begin().await.unwrap();
    offer_batches::store_batch(&mut first, scene.shop, &[draft("a", "PART-0001", 80_000)], now)
        .await
        .unwrap();
    let second = async {
        let mut tx = db.begin().await.unwrap();
        offer_batches::store_batch(&mut tx, south, &[draft("s", "PART-0001", 70_000)], now).await.unwrap();
        tx.commit().await.unwrap();
    };
    let commit = async {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        first.commit().await.unwrap();
    };
    tokio::join!(second, commit);
    assert_eq!(scene.fired().await, [70_000]);
    assert_eq!(scene.enabled().await, [false]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn opted_out_user_still_gets_notifications(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.target(90_000).await;
    let off = SettingsChange { price_drop_alerts: Some(false), ..SettingsChange::default() };
    users::change_settings(&db, scene.sara, &off).await.unwrap();
    scene.price(80_000).await;
    assert_eq!(scene.fired().await, [80_000]);
    assert_eq!(count(&db, "select count(*) from fired_alert where awaits_mail").await, 0);
}

/// A crawler's wrong clock shifts price points in time, but no alert: prices count in the order in which they are
/// stored.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_fires_with_a_wrong_crawler_clock(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.create_alert(AlertCondition::AnyDrop).await.unwrap();
    for (minutes, fils) in [(-3 * 60, 90_000), (5 * 60, 95_000), (-2 * 60, 80_000)] {
        scene.minutes = minutes;
        scene.price(fils).await;
    }
    assert_eq!(scene.fired().await, [90_000, 80_000]);
}

/// Several drops before the alert fires notify once, at the lowest price. A dearer offer afterwards changes nothing.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn successive_drops_notify_once_at_the_lowest(db: PgPool) {
    let scene = Scene::new(&db).await;
    scene.create_alert(AlertCondition::AnyDrop).await.unwrap();
    scene.target(90_000).await;
    for (minutes, fils) in [(10, 95_000), (11, 80_000), (12, 85_000)] {
        store(&db, scene.shop, &[draft("a", "PART-0001", fils)], NOW + Duration::minutes(minutes)).await;
    }
    assert_eq!(scene.fired().await, [80_000, 80_000]);
    let before: Vec<i64> = sqlx::query_scalar("select distinct price_before_fils from fired_alert")
        .fetch_all(&db)
        .await
        .unwrap();
    assert_eq!(before, [100_000]);
    assert_eq!(count(&db, "select count(*) from due_alert").await, 0);
}

/// Between becoming due and firing, an alert may be deleted, or set again from the price shown then.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn deleted_alert_does_not_fire(db: PgPool) {
    let scene = Scene::new(&db).await;
    let target = scene.target(90_000).await;
    let drop = scene.create_alert(AlertCondition::AnyDrop).await.unwrap();
    let sell = |minutes, fils| {
        let (db, shop) = (&db, scene.shop);
        async move { store(db, shop, &[draft("a", "PART-0001", fils)], NOW + Duration::minutes(minutes)).await }
    };
    sell(10, 80_000).await;
    assert_eq!(count(&db, "select count(*) from due_alert").await, 2);
    assert!(price_alerts::delete(&db, scene.sara, target).await.unwrap());
    sell(11, 100_000).await;
    assert_eq!(scene.create_alert(AlertCondition::AnyDrop).await.unwrap(), drop);
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    assert_eq!(count(&db, "select count(*) from due_alert").await, 0);
    sell(12, 99_000).await;
    assert_eq!(scene.fired().await, [99_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_set_while_its_price_is_being_stored_fires_later(db: PgPool) {
    let scene = Scene::new(&db).await;
    let south = retailer(&db, "south").await;
    // The first offer of another retailer: nobody who sets an alert can wait for it.
    let mut storing = db.begin().await.unwrap();
    offer_batches::store_batch(&mut storing, south, &[draft("a", "PART-0001", 80_000)], NOW).await.unwrap();
    scene.target(90_000).await;
    storing.commit().await.unwrap();
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    alert_mails::evaluate_all(&db).await.unwrap();
    assert_eq!(scene.fired().await, [80_000]);
    alert_mails::evaluate_all(&db).await.unwrap();
    assert_eq!(scene.fired().await, [80_000]);
}
