use domain::{
    model::{
        AlertId, BuildId, BuildName, Category, Fils, ProductFacts, ProductId, RetailerId, ShareToken, Stock,
        UserId,
    },
    store::{
        builds::{self, NewBuild, NewPart},
        price_alerts::{self, AlertError, AlertSubject},
        users::Role,
    },
};
use sqlx::PgPool;
use time::Duration;

use super::fixtures::{
    NOW, commit, count, draft, facts, fire_due, fired_prices, import, insert_user, retailer, store,
};

/// A build of one card for 100 dinars and two memory modules for 20 each.
struct Scene {
    db: PgPool,
    shop: RetailerId,
    sara: UserId,
    build: BuildId,
    minutes: i64,
}

impl Scene {
    async fn new(db: &PgPool) -> Self {
        let shop = retailer(db, "north").await;
        let parts: [ProductFacts; 2] = [facts("TUF RTX 5070", "PART-0001"), facts("Stick", "PART-0002")];
        import(db, &parts).await;
        let sara = insert_user(db, "sara", Role::User).await;
        let mut scene = Self { db: db.clone(), shop, sara, build: BuildId::random(), minutes: 0 };
        scene.sell(100_000, 20_000, Stock::In).await;
        scene.build = save_build(db, sara, &[(parts[0].id, 1), (parts[1].id, 2)]).await;
        scene
    }

    async fn sell(&mut self, card: i64, stick: i64, stock: Stock) {
        self.minutes += 1;
        let mut sticks = draft("b", "PART-0002", stick);
        sticks.stock = stock;
        let now = NOW + Duration::minutes(self.minutes);
        store(&self.db, self.shop, &[draft("a", "PART-0001", card), sticks], now).await;
        fire_due(&self.db).await;
    }

    async fn create_alert(&self, user: UserId, fils: i64) -> Result<AlertId, AlertError> {
        let (build, target) = (self.build, Fils(fils));
        commit(&self.db, async |tx| price_alerts::insert_for_build(tx, user, build, target).await).await
    }

    async fn fired(&self) -> Vec<i64> {
        fire_due(&self.db).await;
        fired_prices(&self.db).await
    }
}

async fn save_build(db: &PgPool, user_id: UserId, parts: &[(ProductId, i32)]) -> BuildId {
    let name = BuildName::read("Mine").unwrap();
    let token = ShareToken::read("AAAAAAAAAAAAAAAAAAAAAA").unwrap();
    let new = NewBuild {
        user_id,
        name: &name,
        description: None,
        is_public: false,
        share_token: &token,
        request_key: None,
    };
    let part = |(id, quantity): &(ProductId, i32)| NewPart {
        slot: Category::Gpu,
        product_id: Some(*id),
        name: "A part".into(),
        quantity: *quantity,
        price: None,
    };
    let parts: Vec<NewPart> = parts.iter().map(part).collect();
    let mut tx = db.begin().await.unwrap();
    let id = builds::insert(&mut *tx, &new).await.unwrap();
    builds::replace_parts(&mut tx, id, &parts).await.unwrap();
    tx.commit().await.unwrap();
    id
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_alert_fires_once_at_its_target(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.create_alert(scene.sara, 130_000).await.unwrap();
    scene.sell(90_001, 20_000, Stock::In).await;
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    // The two modules count twice.
    scene.sell(91_000, 19_500, Stock::In).await;
    assert_eq!(scene.fired().await, [130_000]);
    scene.sell(50_000, 10_000, Stock::In).await;
    assert_eq!(scene.fired().await, [130_000]);
    let alerts = price_alerts::list(&db, scene.sara).await.unwrap();
    let AlertSubject::Build(build) = &alerts[0].subject else { panic!("{alerts:?}") };
    assert_eq!((alerts[0].enabled, build.name.as_str(), build.total), (false, "Mine", Some(Fils(70_000))));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_alert_never_fires_with_an_unavailable_part(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    scene.create_alert(scene.sara, 130_000).await.unwrap();
    scene.sell(80_000, 20_000, Stock::Out).await;
    scene.sell(70_000, 20_000, Stock::Unknown).await;
    assert_eq!(scene.fired().await, [] as [i64; 0]);
    scene.sell(70_000, 20_000, Stock::In).await;
    assert_eq!(scene.fired().await, [110_000]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_alert_with_an_unsold_part_may_wait_for_more_than_the_others_cost(db: PgPool) {
    let scene = Scene::new(&db).await;
    sqlx::query("update offer set ended_at = now() where external_id = 'b'").execute(&db).await.unwrap();
    scene.create_alert(scene.sara, 130_000).await.unwrap();
    assert_eq!(scene.fired().await, [] as [i64; 0]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_alert_requires_own_build_and_lower_target(db: PgPool) {
    let scene = Scene::new(&db).await;
    let refused = scene.create_alert(scene.sara, 140_000).await.unwrap_err();
    assert_eq!(refused.to_string(), "Target price must be lower than current price");
    let noor = insert_user(&db, "noor", Role::User).await;
    assert!(matches!(scene.create_alert(noor, 100_000).await, Err(AlertError::NoBuild)));
    let create = || scene.create_alert(scene.sara, 100_000);
    let (one, other) = tokio::join!(create(), create());
    assert_eq!(one.unwrap(), other.unwrap());
    // Deleting a build deletes its alerts.
    sqlx::query("delete from saved_build").execute(&db).await.unwrap();
    assert_eq!(count(&db, "select count(*) from price_alert").await, 0);
}
