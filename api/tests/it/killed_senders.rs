//! Alerts while the process that finds and fires them is killed again and again.

use std::time::{Duration, Instant};

use domain::{model::Category, store::users::Role};
use sqlx::PgPool;

use crate::{
    browsers::account,
    fixtures::{import, offer, part, store, world},
    starting::{MAX_WAIT, Server, program, url},
};

const PRODUCTS: usize = 36;
const USERS: i64 = 10;
/// Milliseconds after which the process is killed, once its prices have fallen. It looks for work every second.
const KILLED_AFTER: [u64; 6] = [900, 30, 1200, 300, 1600, 600];

async fn count(db: &PgPool, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(db).await.unwrap()
}

/// Gives each user an alert on the price of every fan, and one on the list of fans.
async fn set_alerts(db: &PgPool) {
    for user in 0..USERS {
        account(db, &format!("user-{user}@example.com"), &format!("User {user}"), Role::User).await;
    }
    for alerts in [
        "insert into price_alert (user_id, product_id, kind, target_fils, price_then_fils, fires_at_fils)
         select app_user.id, product.id, 'TARGET_PRICE', 2500, 3000, 2500
         from app_user cross join product where category = 'CASE_FAN'",
        "insert into price_alert (user_id, listing, kind, target_fils, price_then_fils, fires_at_fils)
         select id, 'category=CASE_FAN', 'LISTING_AT_OR_BELOW', 2500, 3000, 2500 from app_user",
    ] {
        sqlx::query(alerts).execute(db).await.unwrap();
    }
}

const FIRED_ON_PRODUCTS: &str = "select count(*) from fired_alert where listing is null";
const FIRED_ON_LISTS: &str =
    "select count(distinct price_alert_id) from fired_alert where listing is not null";
const FIRED_TWICE: &str = "select count(*) from (
    select from fired_alert group by price_alert_id, product_id having count(*) > 1) as twice";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alerts_fire_once_though_their_process_is_killed_again_and_again(db: PgPool) {
    let world = world(&db).await;
    let fans: Vec<_> = (0..PRODUCTS)
        .map(|number| {
            part(Category::CaseFan, &format!("Arctic P{number} Fan"), &format!("ACFAN{number:05}A"))
        })
        .collect();
    import(&db, &fans).await;
    let prices = |fils| fans.iter().map(|fan| offer(fan, fils)).collect::<Vec<_>>();
    store(&db, world.alpha, &prices(3_000)).await;
    set_alerts(&db).await;
    let directory = tempfile::tempdir().unwrap();
    let fallen = prices(2_400);
    for (round, some) in fallen.chunks(PRODUCTS / KILLED_AFTER.len()).enumerate() {
        let server = Server::start(program(&url(&db), directory.path()));
        store(&db, world.alpha, some).await;
        tokio::time::sleep(Duration::from_millis(KILLED_AFTER[round])).await;
        server.kill();
    }
    let server = Server::start(program(&url(&db), directory.path()));
    let expected = (i64::try_from(PRODUCTS).unwrap() * USERS, USERS);
    let started = Instant::now();
    while (count(&db, FIRED_ON_PRODUCTS).await, count(&db, FIRED_ON_LISTS).await) != expected {
        assert!(started.elapsed() < 2 * MAX_WAIT, "{}", count(&db, FIRED_ON_PRODUCTS).await);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // Time for whatever would fire a second time.
    tokio::time::sleep(Duration::from_secs(3)).await;
    server.kill();
    assert_eq!((count(&db, FIRED_ON_PRODUCTS).await, count(&db, FIRED_TWICE).await), (expected.0, 0));
    assert_eq!(count(&db, "select count(*) from price_alert where times_fired <> 1").await, 0);
}
