//! The dashboard's figures: price differences, and numbers of products.

use domain::{
    model::{Category, Fils, Stock},
    store::{
        figures::{self, SpreadFilter},
        offers,
    },
};
use sqlx::PgPool;
use time::Duration;

use crate::fixtures::{NOW, count, draft, facts, import, retailer, set_enabled, store};

async fn spreads(db: &PgPool, least: i64) -> Vec<(i32, Fils, Fils, i64)> {
    let filter = SpreadFilter { min_difference: least, ..SpreadFilter::default() };
    let found = figures::list_spreads(db, filter, 0, 10).await.unwrap();
    found.into_iter().map(|spread| (spread.shops, spread.lowest, spread.highest, spread.difference)).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_spread_ends_when_prices_are_equal(db: PgPool) {
    let card = facts("card PART-0001", "PART-0001");
    import(&db, &[card.clone(), facts("card PART-0002", "PART-0002")]).await;
    let (north, south) = (retailer(&db, "north").await, retailer(&db, "south").await);
    let second = domain::model::OfferDraft { stock: Stock::Out, ..draft("dearer", "PART-0001", 80_000) };
    store(&db, north, &[draft("a", "PART-0001", 50_000), second, draft("x", "PART-0002", 9_000)], NOW).await;
    store(&db, south, &[draft("b", "PART-0001", 60_000)], NOW).await;
    assert_eq!(figures::rolled_up_at(&db).await.unwrap(), None);
    figures::roll_up(&db).await.unwrap();
    assert_eq!(spreads(&db, 1000).await, [(2, Fils(50_000), Fils(60_000), 2000)], "a shop's cheapest counts");
    assert_eq!(spreads(&db, 2001).await, []);
    let of = |category| SpreadFilter { category: Some(category), ..SpreadFilter::default() };
    assert_eq!(figures::list_spreads(&db, of(Category::Cpu), 0, 10).await.unwrap(), []);
    assert_eq!(figures::list_spreads(&db, of(Category::Gpu), 0, 10).await.unwrap().len(), 1);
    assert_eq!(figures::list_spreads(&db, of(Category::Gpu), 1, 10).await.unwrap(), [], "the next page");
    let in_stock = SpreadFilter { in_stock: true, ..SpreadFilter::default() };
    assert_eq!(figures::list_spreads(&db, in_stock, 0, 10).await.unwrap().len(), 1);
    let summary = figures::summarise_spreads(&db, SpreadFilter::default()).await.unwrap();
    assert_eq!((summary.products, summary.average, summary.highest), (1, 2000, 2000));

    store(&db, south, &[draft("b", "PART-0001", 75_000)], NOW + Duration::hours(1)).await;
    let done = figures::roll_up(&db).await.unwrap();
    assert!(done.products >= 1, "what changed is summed up anew");
    assert_eq!(spreads(&db, 0).await, [(2, Fils(50_000), Fils(75_000), 5000)]);

    set_enabled(&db, "south", false).await;
    figures::roll_up(&db).await.unwrap();
    assert_eq!(spreads(&db, 0).await, [], "a shop that is switched off has no price");
    assert_eq!(count(&db, "select count(*) from offer where ended_at is null").await, 4);
    assert_eq!(offers::list_live(&db, &[card.id]).await.unwrap().len(), 2);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn products_are_counted_by_category_and_retailer(db: PgPool) {
    import(&db, &[facts("card PART-0001", "PART-0001"), facts("card PART-0002", "PART-0002")]).await;
    let (north, south) = (retailer(&db, "north").await, retailer(&db, "south").await);
    store(&db, north, &[draft("a", "PART-0001", 50_000), draft("b", "PART-0002", 60_000)], NOW).await;
    store(&db, south, &[draft("c", "PART-0002", 60_000), draft("d", "NOTHING-1", 1_000)], NOW).await;
    for _ in 0..2 {
        figures::roll_up(&db).await.unwrap();
        let categories = figures::count_by_category(&db).await.unwrap();
        assert_eq!(
            categories.iter().map(|row| (row.name.as_str(), row.products)).collect::<Vec<_>>(),
            [("GPU", 2)]
        );
        let shops = figures::list_top_retailers(&db, 10).await.unwrap();
        let shops: Vec<_> = shops.iter().map(|row| (row.name.as_str(), row.products)).collect();
        assert_eq!(shops, [("Shop north", 2), ("Shop south", 1)]);
        assert_eq!(figures::count_totals(&db).await.unwrap().products, 2);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn each_of_the_last_thirty_days_has_its_count(db: PgPool) {
    for (days, name) in [(0, "a"), (0, "b"), (29, "c"), (31, "d")] {
        sqlx::query(
            "insert into app_user (email, email_key, name, password_hash, created_at)
             values ($1, $1, $1, '', now() - make_interval(days => $2))",
        )
        .bind(name)
        .bind(days)
        .execute(&db)
        .await
        .unwrap();
    }
    let days = figures::count_growth(&db, 30).await.unwrap();
    let users: Vec<i64> = days.iter().map(|day| day.users).collect();
    assert_eq!((users.len(), users[0], users[29], users.iter().sum::<i64>()), (30, 1, 2, 3));
    assert!(days.windows(2).all(|pair| pair[0].day < pair[1].day));
    assert_eq!(figures::count_totals(&db).await.unwrap().users, 4);
}
