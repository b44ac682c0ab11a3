//! Digests: one mail about all alerts that fired since the last one.

use domain::{
    model::{AlertCondition, RetailerId, UserId},
    store::{
        notifications,
        users::{self, AlertMails, Role, SettingsChange},
    },
    transactions::alert_mails,
};
use sqlx::PgPool;
use time::Duration;
use uuid::Uuid;

use super::fixtures::{NOW, count, create_alert, draft, fire_due, import_card, insert_user, retailer, store};

/// Checks when digests are due first after a moment, both in UTC.
async fn check(db: &PgPool, alert_mails: &str, moment: &str, expected: Option<&str>) {
    let due: Option<String> = sqlx::query_scalar(
        "select to_char(next_digest($1::timestamptz, $2) at time zone 'UTC', 'MM-DD HH24:MI')",
    )
    .bind(format!("2026-{moment}Z"))
    .bind(alert_mails)
    .fetch_one(db)
    .await
    .unwrap();
    assert_eq!(due.as_deref(), expected, "{alert_mails} after {moment}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn digests_are_due_at_nine_in_kuwait_and_weekly_ones_on_sundays(db: PgPool) {
    check(&db, "EACH", "11-28 12:00:00", None).await;
    check(&db, "DAILY", "11-28 05:59:59", Some("11-28 06:00")).await;
    check(&db, "DAILY", "11-28 06:00:00", Some("11-29 06:00")).await;
    // One o'clock of the next day in Kuwait.
    check(&db, "DAILY", "12-31 22:00:00", Some("01-01 06:00")).await;
    // The 29th is a Sunday.
    check(&db, "WEEKLY", "11-28 12:00:00", Some("11-29 06:00")).await;
    check(&db, "WEEKLY", "11-29 05:59:59", Some("11-29 06:00")).await;
    check(&db, "WEEKLY", "11-29 06:00:00", Some("12-06 06:00")).await;
    check(&db, "WEEKLY", "12-02 12:00:00", Some("12-06 06:00")).await;
}

/// A user with daily digests, who watches a card that two retailers sell for 100 dinars.
struct Scene {
    db: PgPool,
    sara: UserId,
    shops: [RetailerId; 2],
    minutes: i64,
}

impl Scene {
    async fn new(db: &PgPool) -> Self {
        let shops = [retailer(db, "north").await, retailer(db, "south").await];
        let sara = insert_user(db, "sara", Role::User).await;
        let daily = SettingsChange { alert_mails: Some(AlertMails::Daily), ..SettingsChange::default() };
        users::change_settings(db, sara, &daily).await.unwrap();
        let card = import_card(db, "TUF RTX 5070", "PART-0001").await;
        let mut scene = Self { db: db.clone(), sara, shops, minutes: 0 };
        for shop in shops {
            scene.sell(shop, 100_000).await;
        }
        create_alert(db, sara, card.id, AlertCondition::AnyDrop).await.unwrap();
        scene
    }

    /// Sells the card at this price, and fires the alerts.
    async fn sell(&mut self, shop: RetailerId, fils: i64) {
        self.minutes += 1;
        let offer = draft(&shop.to_string(), "PART-0001", fils);
        store(&self.db, shop, &[offer], NOW + Duration::minutes(self.minutes)).await;
        fire_due(&self.db).await;
    }

    async fn queue(&self) -> i64 {
        alert_mails::fire_and_queue_mails(&self.db).await.unwrap().mails
    }

    /// Lets the day pass until nine o'clock.
    async fn reach_digest(&self) {
        sqlx::query("update fired_alert set digest_at = now() where awaits_mail")
            .execute(&self.db)
            .await
            .unwrap();
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn digest_contains_every_alert_once_whatever_its_retailer(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    let [north, south] = scene.shops;
    scene.sell(north, 90_000).await;
    scene.sell(south, 80_000).await;
    assert_eq!(scene.queue().await, 0);
    // As if the process had been killed: what waits is in the database alone, and is queued in one transaction.
    scene.reach_digest().await;
    let (one, two) = tokio::join!(scene.queue(), scene.queue());
    assert_eq!(one + two, 1);
    assert_eq!(scene.queue().await, 0);
    let mail: Uuid = sqlx::query_scalar("select id from mail where payload = '{\"digest\": true}'")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(notifications::list_by_mail(&db, mail).await.unwrap().len(), 2);

    // The next day has a digest of its own, and a day without alerts has none.
    scene.sell(north, 70_000).await;
    scene.reach_digest().await;
    assert_eq!((scene.queue().await, scene.queue().await), (1, 0));
    assert_eq!(count(&db, "select count(*) from mail").await, 2);
    assert_eq!(count(&db, "select count(distinct mail_id) from fired_alert where not awaits_mail").await, 2);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alerts_that_wait_come_at_once_when_the_user_wants_each(db: PgPool) {
    let mut scene = Scene::new(&db).await;
    let [north, south] = scene.shops;
    scene.sell(north, 90_000).await;
    let each = SettingsChange { alert_mails: Some(AlertMails::Each), ..SettingsChange::default() };
    users::change_settings(&db, scene.sara, &each).await.unwrap();
    scene.sell(south, 80_000).await;
    assert_eq!(scene.queue().await, 1);
    assert_eq!(notifications::release_digest(&db, scene.sara).await.unwrap(), 1);
    assert_eq!(scene.queue().await, 1);
    assert_eq!(notifications::release_digest(&db, scene.sara).await.unwrap(), 0);
    assert_eq!(count(&db, "select count(*) from fired_alert where awaits_mail or mail_id is null").await, 0);
}
