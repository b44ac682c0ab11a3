use domain::{
    model::{AlertCondition, Fils, ProductFacts, UserId},
    store::{
        crawls::{self, CrawlCounters, CrawlKind, CrawlState},
        notifications,
        users::{self, Role, SettingsChange},
    },
    transactions::alert_mails,
};
use sqlx::PgPool;
use time::Duration;

use super::fixtures::{
    NOW, count, create_alert, draft, facts, fire_due, import, insert_user, retailer, store,
};

const MAILS: &str = "select count(*) from mail";

/// Sells a number of cards for 100 dinars each, and creates an alert on any drop of each card for each of these users.
async fn sell_with_alerts(
    db: &PgPool,
    shop: domain::model::RetailerId,
    cards: usize,
    users: &[UserId],
) -> Vec<ProductFacts> {
    let cards: Vec<ProductFacts> = (0..cards)
        .map(|number| facts(&format!("TUF RTX 50{number:02}"), &format!("PART-{number:04}")))
        .collect();
    import(db, &cards).await;
    sell(db, shop, cards.len(), 100_000, 0).await;
    for (card, user) in cards.iter().flat_map(|card| users.iter().map(move |user| (card, user))) {
        create_alert(db, *user, card.id, AlertCondition::AnyDrop).await.unwrap();
    }
    cards
}

/// Sells the first of the cards at this price.
async fn sell(db: &PgPool, shop: domain::model::RetailerId, cards: usize, fils: i64, minutes: i64) {
    let drafts: Vec<_> =
        (0..cards).map(|number| draft(&format!("o{number}"), &format!("PART-{number:04}"), fils)).collect();
    store(db, shop, &drafts, NOW + Duration::minutes(minutes)).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn up_to_five_alerts_per_user_are_single_mails(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let [sara, noor] =
        [insert_user(&db, "sara", Role::User).await, insert_user(&db, "noor", Role::User).await];
    let cards = sell_with_alerts(&db, shop, 6, &[sara]).await;
    create_alert(&db, noor, cards[0].id, AlertCondition::TargetPrice(Fils(95_000))).await.unwrap();

    sell(&db, shop, 5, 90_000, 1).await;
    assert_eq!(alert_mails::fire_and_queue_mails(&db).await.unwrap().mails, 6);
    assert_eq!(alert_mails::fire_and_queue_mails(&db).await.unwrap().mails, 0);
    sell(&db, shop, 6, 80_000, 2).await;
    assert_eq!(alert_mails::fire_and_queue_mails(&db).await.unwrap().mails, 1);
    assert_eq!(count(&db, MAILS).await, 7);
    assert_eq!(count(&db, "select count(*) from fired_alert where mail_id is null").await, 0);
    let digest: uuid::Uuid =
        sqlx::query_scalar("select mail_id from fired_alert group by mail_id having count(*) = 6")
            .fetch_one(&db)
            .await
            .unwrap();
    let notified = notifications::list_by_mail(&db, digest).await.unwrap();
    assert_eq!(notified.len(), 6);
    assert!(notified.iter().all(|one| (one.price, one.price_before).0 == Fils(80_000)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mails_wait_for_their_crawl_up_to_a_limit(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let sara = insert_user(&db, "sara", Role::User).await;
    sell_with_alerts(&db, shop, 7, &[sara]).await;
    let crawl = crawls::start(&db, shop, CrawlKind::Crawl, None).await.unwrap();
    // Two batches of one crawl.
    sell(&db, shop, 3, 90_000, 1).await;
    assert_eq!(alert_mails::fire_and_queue_mails(&db).await.unwrap().mails, 0);
    sell(&db, shop, 7, 90_000, 2).await;
    assert_eq!(alert_mails::fire_and_queue_mails(&db).await.unwrap().mails, 0);
    crawls::finish(&db, crawl, CrawlState::Complete, &CrawlCounters::default(), None).await.unwrap();
    assert_eq!(alert_mails::fire_and_queue_mails(&db).await.unwrap().mails, 1);

    // A killed crawl is still marked as running.
    crawls::start(&db, shop, CrawlKind::Crawl, None).await.unwrap();
    sell(&db, shop, 7, 80_000, 3).await;
    assert_eq!(alert_mails::fire_and_queue_mails(&db).await.unwrap().mails, 0);
    sqlx::query("update fired_alert set fired_at = fired_at - interval '16 minutes' where awaits_mail")
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(alert_mails::fire_and_queue_mails(&db).await.unwrap().mails, 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn concurrent_queueing_writes_each_mail_once(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let sara = insert_user(&db, "sara", Role::User).await;
    sell_with_alerts(&db, shop, 4, &[sara]).await;
    sell(&db, shop, 4, 90_000, 1).await;
    let queue = || alert_mails::fire_and_queue_mails(&db);
    let (one, two, three, four) = tokio::join!(queue(), queue(), queue(), queue());
    assert_eq!([one, two, three, four].map(|queued| queued.unwrap().mails).iter().sum::<i64>(), 4);
    assert_eq!(count(&db, MAILS).await, 4);
    // Mails are deleted after a while. Alerts that they contained are not mailed again.
    sqlx::query("delete from mail").execute(&db).await.unwrap();
    assert_eq!(alert_mails::fire_and_queue_mails(&db).await.unwrap().mails, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mail_is_empty_after_opt_out(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let sara = insert_user(&db, "sara", Role::User).await;
    sell_with_alerts(&db, shop, 1, &[sara]).await;
    sell(&db, shop, 1, 90_000, 1).await;
    alert_mails::fire_and_queue_mails(&db).await.unwrap();
    let mail: uuid::Uuid = sqlx::query_scalar("select id from mail").fetch_one(&db).await.unwrap();
    assert_eq!(notifications::list_by_mail(&db, mail).await.unwrap().len(), 1);
    let off = SettingsChange { price_drop_alerts: Some(false), ..SettingsChange::default() };
    users::change_settings(&db, sara, &off).await.unwrap();
    assert!(notifications::list_by_mail(&db, mail).await.unwrap().is_empty());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn user_reads_own_notifications_only(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let [sara, noor] =
        [insert_user(&db, "sara", Role::User).await, insert_user(&db, "noor", Role::User).await];
    sell_with_alerts(&db, shop, 3, &[sara, noor]).await;
    sell(&db, shop, 3, 90_000, 1).await;
    fire_due(&db).await;
    let ids: Vec<uuid::Uuid> =
        notifications::list(&db, sara, 10).await.unwrap().iter().map(|one| one.id).collect();
    assert_eq!((ids.len(), notifications::count_unread(&db, sara).await.unwrap()), (3, 3));
    assert_eq!(notifications::mark_read(&db, noor, Some(&ids)).await.unwrap(), 0);
    assert_eq!(notifications::mark_read(&db, sara, Some(&ids[..1])).await.unwrap(), 1);
    assert_eq!(notifications::count_unread(&db, sara).await.unwrap(), 2);
    assert_eq!(notifications::mark_read(&db, sara, None).await.unwrap(), 2);
    assert_eq!(notifications::count_unread(&db, noor).await.unwrap(), 3);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn more_alerts_than_one_transaction_takes_fire_once_and_are_grouped(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let cards: Vec<ProductFacts> =
        (0..20).map(|n| facts(&format!("TUF RTX 50{n:02}"), &format!("PART-{n:04}"))).collect();
    import(&db, &cards).await;
    sell(&db, shop, cards.len(), 100_000, 0).await;
    sqlx::raw_sql(
        "insert into app_user (email, email_key, name, password_hash, email_verified_at)
         select n || '@example.com', n || '@example.com', 'Somebody', '', now() from generate_series(1, 300) as n;
         insert into price_alert (user_id, product_id, kind, price_then_fils, fires_at_fils)
         select app_user.id, product.id, 'ANY_DROP', 100000, 99999 from app_user cross join product",
    )
    .execute(&db)
    .await
    .unwrap();

    sell(&db, shop, cards.len(), 90_000, 1).await;
    let (here, there) =
        tokio::join!(alert_mails::fire_and_queue_mails(&db), alert_mails::fire_and_queue_mails(&db));
    assert_eq!(here.unwrap().alerts_due + there.unwrap().alerts_due, 6_000);
    assert_eq!(alert_mails::fire_and_queue_mails(&db).await.unwrap(), alert_mails::FiringCounters::default());
    assert_eq!(count(&db, "select count(distinct price_alert_id) from fired_alert").await, 6_000);
    assert_eq!(count(&db, "select count(*) from fired_alert").await, 6_000);
    assert_eq!(count(&db, MAILS).await, 300);
}
