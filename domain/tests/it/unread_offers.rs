//! Offers that nobody has read for days are not in stock, whatever became of the crawls.

use domain::{
    model::{AlertCondition, AlertId, Fils, ProductId, RetailerId, Stock},
    store::{price_alerts, snapshots, users},
    transactions::{missed_offers, unread_offers},
};
use sqlx::{PgPool, postgres::PgPoolOptions};
use time::{Duration, OffsetDateTime};

use super::fixtures::{count, draft, fire_due, import_card, insert_user, retailer, store};

const DAYS: u16 = 7;

/// Sets when an offer was stored, and what the crawls since made of it.
async fn set(db: &PgPool, external_id: &str, days_ago: i32, missed: i16, unconfirmed_days_ago: Option<i32>) {
    sqlx::query(
        "update offer set stored_at = now() - make_interval(days => $2), missed_crawls = $3,
             unconfirmed_since = now() - make_interval(days => $4) where external_id = $1",
    )
    .bind(external_id)
    .bind(days_ago)
    .bind(missed)
    .bind(unconfirmed_days_ago)
    .execute(db)
    .await
    .unwrap();
}

async fn set_crawled(db: &PgPool, shop: RetailerId, days_ago: Option<i32>) {
    sqlx::query("update retailer set crawled_at = now() - make_interval(days => $2) where id = $1")
        .bind(shop)
        .bind(days_ago)
        .execute(db)
        .await
        .unwrap();
}

async fn stocks(db: &PgPool) -> Vec<String> {
    sqlx::query_scalar("select external_id || ' ' || stock from offer order by external_id")
        .fetch_all(db)
        .await
        .unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn only_offers_that_were_not_read_for_days_lose_their_stock(db: PgPool) {
    let (north, south, now) =
        (retailer(&db, "north").await, retailer(&db, "south").await, OffsetDateTime::now_utc());
    let ids = ["a", "b", "c", "d", "e"];
    let drafts: Vec<_> = ids.iter().map(|id| draft(id, &format!("PART-000{id}"), 100_000)).collect();
    store(&db, north, &drafts, now).await;
    let mut others: Vec<_> =
        ["s", "t", "u", "v"].iter().map(|id| draft(id, &format!("PART-100{id}"), 100_000)).collect();
    others[3].stock = Stock::Out;
    others[0].stock_left = Some(3);
    store(&db, south, &others, now).await;
    // The last complete crawl of the one confirmed all offers but those that it missed, or could not read.
    set_crawled(&db, north, Some(1)).await;
    set(&db, "a", 30, 0, None).await;
    set(&db, "b", 8, 1, None).await;
    set(&db, "c", 6, 1, None).await;
    set(&db, "d", 30, 0, Some(8)).await;
    set(&db, "e", 30, 0, Some(2)).await;
    // The other was not read completely for long, so that only what was read of it since counts.
    set_crawled(&db, south, Some(20)).await;
    set(&db, "s", 8, 0, None).await;
    set(&db, "t", 6, 0, None).await;
    set(&db, "u", 30, 1, None).await;
    set(&db, "v", 30, 0, None).await;

    assert_eq!(unread_offers::take_out_of_stock(&db, DAYS).await.unwrap(), 4);
    let after = ["a IN", "b UNKNOWN", "c IN", "d UNKNOWN", "e IN", "s UNKNOWN", "t IN", "u UNKNOWN", "v OUT"];
    assert_eq!(stocks(&db).await, after);
    assert_eq!(count(&db, "select count(*) from offer where stock_left is not null").await, 0);
    assert_eq!(unread_offers::take_out_of_stock(&db, DAYS).await.unwrap(), 0);
    // A retailer that was never read completely.
    set_crawled(&db, south, None).await;
    set(&db, "t", 8, 0, None).await;
    assert_eq!(unread_offers::take_out_of_stock(&db, DAYS).await.unwrap(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unread_offer_leaves_cards_history_and_due_alerts_until_it_is_read_again(db: PgPool) {
    let (shop, dear, now) =
        (retailer(&db, "north").await, retailer(&db, "south").await, OffsetDateTime::now_utc());
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let cheap = draft("a", "PART-0001", 90_000);
    store(&db, dear, &[draft("b", "PART-0001", 120_000)], now).await;
    let sara = insert_user(&db, "sara", users::Role::User).await;
    let mut tx = db.begin().await.unwrap();
    for condition in [AlertCondition::TargetPrice(Fils(95_000)), AlertCondition::AnyDrop] {
        price_alerts::insert(&mut tx, sara, card.id, condition).await.unwrap();
    }
    tx.commit().await.unwrap();
    // The alerts are due, and every process is away for eight days before they fire.
    store(&db, shop, std::slice::from_ref(&cheap), now - Duration::days(8)).await;
    assert_eq!(count(&db, "select count(*) from due_alert").await, 2);
    // A budget pays for a build, which may have the product.
    let budget: AlertId = sqlx::query_scalar(
        "insert into price_alert (user_id, budget, kind, target_fils, price_then_fils, fires_at_fils)
         values ($1, '{}', 'BUDGET_BUILD', 500000, 600000, 500000) returning id",
    )
    .bind(sara)
    .fetch_one(&db)
    .await
    .unwrap();
    price_alerts::mark_due(&db, &[budget], Fils(400_000)).await.unwrap();
    let feed = count(&db, "select count(*) from product_change").await;
    let points = count(&db, "select count(*) from price_point").await;

    assert_eq!(unread_offers::take_out_of_stock(&db, DAYS).await.unwrap(), 1);
    fire_due(&db).await;
    assert_eq!(count(&db, "select count(*) from fired_alert").await, 0);
    assert_eq!(count(&db, "select count(*) from product_change").await, feed + 1);
    assert_eq!(count(&db, "select count(*) from price_point").await, points + 1);
    assert_eq!(cheapest(&db, card.id).await, (Stock::In, Fils(120_000)));

    let counters = store(&db, shop, &[cheap], OffsetDateTime::now_utc()).await;
    assert_eq!(counters.changed, 1);
    fire_due(&db).await;
    assert_eq!(count(&db, "select count(*) from fired_alert").await, 2);
    assert_eq!(cheapest(&db, card.id).await, (Stock::In, Fils(90_000)));
}

async fn cheapest(db: &PgPool, product: ProductId) -> (Stock, Fils) {
    let loaded = snapshots::load(db, &[product], OffsetDateTime::now_utc().date()).await.unwrap();
    let offer = &loaded[0].cheapest_offer().unwrap().offer;
    (offer.stock, offer.price)
}

/// Shops that state no stock: the price that was read is the best one, however cheap the other was days ago.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_that_was_not_read_for_days_is_not_the_best_where_nothing_is_in_stock(db: PgPool) {
    let (forgotten, read) = (retailer(&db, "north").await, retailer(&db, "south").await);
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let now = OffsetDateTime::now_utc();
    for (shop, price) in [(forgotten, 90_000), (read, 120_000)] {
        let unstated = domain::model::OfferDraft { stock: Stock::Unknown, ..draft("a", "PART-0001", price) };
        store(&db, shop, &[unstated], now).await;
    }
    assert_eq!(cheapest(&db, card.id).await, (Stock::Unknown, Fils(90_000)));
    let forget = async |slug: &str| {
        sqlx::query(
            "update offer set stored_at = now() - interval '8 days' from retailer where retailer.id = retailer_id and slug = $1",
        )
        .bind(slug)
        .execute(&db)
        .await
        .unwrap();
    };
    forget("north").await;
    assert_eq!(cheapest(&db, card.id).await, (Stock::Unknown, Fils(120_000)));
    forget("south").await;
    assert_eq!(cheapest(&db, card.id).await, (Stock::Unknown, Fils(90_000)), "every price is as old");
}

/// The look once a minute must not read every offer.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn look_for_unread_offers_reads_no_offer_that_was_read(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let drafts: Vec<_> =
        (0..2_000).map(|id| draft(&id.to_string(), &format!("PART-{id:04}"), 100_000)).collect();
    store(&db, shop, &drafts, OffsetDateTime::now_utc() - Duration::days(30)).await;
    set_crawled(&db, shop, Some(1)).await;
    missed_offers::mark_read(&db, shop, &["7".to_owned()], OffsetDateTime::now_utc()).await.unwrap();
    // A single connection, since each counts for itself what it reads.
    let one = PgPoolOptions::new().max_connections(1).connect_with((*db.connect_options()).clone());
    let one = one.await.unwrap();
    let rows_read = async || {
        sqlx::query("select pg_stat_force_next_flush()").execute(&one).await.unwrap();
        count(
            &one,
            "select (seq_tup_read + idx_tup_fetch)::bigint from pg_stat_user_tables where relname = 'offer'",
        )
        .await
    };
    // Without statistics, and with them.
    for analyze in ["select 1", "analyze offer"] {
        sqlx::query(analyze).execute(&one).await.unwrap();
        let before = rows_read().await;
        assert_eq!(unread_offers::take_out_of_stock(&one, DAYS).await.unwrap(), 0);
        // A few of 2,000, since versions of rows that were just replaced count too.
        let read = rows_read().await - before;
        assert!(read < 10, "{read} rows {analyze}");
    }
}
