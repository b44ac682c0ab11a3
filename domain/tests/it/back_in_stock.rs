//! Alerts that are set while a product is sold out.

use domain::{
    model::{AlertCondition, Repetition, Stock},
    store::users::Role,
    transactions::retailer_changes,
};
use sqlx::PgPool;
use time::Duration;

use super::fixtures::{NOW, count, create_alert, draft, fire_due, import_card, insert_user, retailer, store};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn an_alert_on_what_is_sold_out_fires_when_it_is_back_at_any_price_and_then_at_lower_ones(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let sell = async |minute: i64, fils: i64, stock: Stock| {
        let mut offer = draft("a", "PART-0001", fils);
        offer.stock = stock;
        store(&db, shop, &[offer], NOW + Duration::minutes(minute)).await;
        fire_due(&db).await;
        sqlx::query_as::<_, (i64, i64)>(
            "select price_fils, price_before_fils from fired_alert order by fired_at, price_fils desc",
        )
        .fetch_all(&db)
        .await
        .unwrap()
    };
    assert_eq!(sell(1, 100_000, Stock::Out).await, []);
    let sara = insert_user(&db, "sara", Role::User).await;
    create_alert(&db, sara, card.id, AlertCondition::AnyDrop).await.unwrap();
    assert_eq!(sell(2, 90_000, Stock::Out).await, [], "it is not back");
    assert_eq!(sell(3, 110_000, Stock::In).await, [(110_000, 110_000)], "it is back, and dearer: no drop");
    assert_eq!(sell(4, 120_000, Stock::In).await, [(110_000, 110_000)]);
    assert_eq!(sell(5, 105_000, Stock::In).await, [(110_000, 110_000), (105_000, 110_000)]);
}

/// Somebody watched the product first, or a retailer was shown, while a crawl was storing the offer that came back: it did not
/// see the watch, and the watch did not see the offer.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_return_that_a_crawl_was_just_storing_is_told_at_the_next_price(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let sell = async |minute: i64, fils: i64| {
        store(&db, shop, &[draft("a", "PART-0001", fils)], NOW + Duration::minutes(minute)).await;
        fire_due(&db).await;
        count(&db, "select count(*) from fired_alert").await
    };
    sell(1, 100_000).await;
    let sara = insert_user(&db, "sara", Role::User).await;
    create_alert(&db, sara, card.id, AlertCondition::BackInStock(Repetition::Once)).await.unwrap();
    let forget = "update stock_watch set in_stock = false; update retailer_stock_watch set in_stock = false";
    sqlx::raw_sql(forget).execute(&db).await.unwrap();
    assert_eq!(sell(2, 99_000).await, 1, "only the price has changed");
    create_alert(&db, sara, card.id, AlertCondition::BackInStock(Repetition::Once)).await.unwrap();
    sqlx::raw_sql("update stock_watch set unsettled_since = now() - interval '1 hour'")
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(sell(3, 98_000).await, 1);
    let settled = "select count(*) from stock_watch where unsettled_since is null";
    assert_eq!(count(&db, settled).await, 1, "no batch lasts so long");
    let mut tx = db.begin().await.unwrap();
    for enabled in [false, true] {
        retailer_changes::set_enabled(&mut tx, &"north".parse().unwrap(), enabled).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(count(&db, settled).await, 0);
}
