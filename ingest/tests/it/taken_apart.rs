//! A page that an administrator has taken apart: no run of the matcher puts it together again.

use domain::{
    model::{OfferId, ProductId},
    store::users::{self, Role},
    transactions::splits,
};
use sqlx::PgPool;

use crate::matcher_fixtures::{list, match_all, shop};

/// The same title everywhere, so that the matcher is as sure as it can be.
const TITLE: &str = "Corsair Obsidiana 64GB (2x32GB) DDR5 7200MHz CL34 RAM";

/// Returns the product of an offer.
async fn product_of(db: &PgPool, external_id: &str) -> Option<ProductId> {
    sqlx::query_scalar("select product_id from offer where external_id = $1")
        .bind(external_id)
        .fetch_one(db)
        .await
        .unwrap()
}

async fn take_apart(db: &PgPool, external_id: &str) -> ProductId {
    let email = "dana@example.com".parse().unwrap();
    let admin = users::insert(db, &email, "dana", "no hash", Role::Admin, true).await.unwrap().unwrap();
    let (offer, page): (OfferId, ProductId) =
        sqlx::query_as("select id, product_id from offer where external_id = $1")
            .bind(external_id)
            .fetch_one(db)
            .await
            .unwrap();
    let mut tx = db.begin().await.unwrap();
    let new = splits::split(&mut tx, admin, page, &[offer]).await.unwrap();
    tx.commit().await.unwrap();
    new
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn no_run_puts_a_page_together_again(db: PgPool) {
    let (north, south) = (shop(&db, "north").await, shop(&db, "south").await);
    list(&db, north, "a", TITLE).await;
    list(&db, south, "b", TITLE).await;
    match_all(&db).await;
    let page = product_of(&db, "a").await.expect("the offers make a product");
    assert_eq!(product_of(&db, "b").await, Some(page), "the two are joined");

    let new = take_apart(&db, "a").await;
    match_all(&db).await;
    assert_eq!((product_of(&db, "a").await, product_of(&db, "b").await), (Some(new), Some(page)));

    // A third shop's offer fits both. It may belong to either, but joins neither to the other.
    list(&db, shop(&db, "east").await, "c", TITLE).await;
    match_all(&db).await;
    assert_eq!((product_of(&db, "a").await, product_of(&db, "b").await), (Some(new), Some(page)));

    // The listings change, as when a shop writes its titles anew.
    list(&db, north, "a", &format!("{TITLE} kit")).await;
    list(&db, south, "b", &format!("{TITLE} kit")).await;
    match_all(&db).await;
    let (a, b) = (product_of(&db, "a").await, product_of(&db, "b").await);
    assert_eq!(a, Some(new));
    assert_ne!(b, Some(new));
    let asked: i64 = sqlx::query_scalar(
        "select count(*) from product_match join offer on offer.id = offer_id
         where status = 'PENDING' and product_match.product_id = $1 and external_id = 'b'",
    )
    .bind(new)
    .fetch_one(&db)
    .await
    .unwrap();
    assert_eq!(asked, 0, "nobody is asked again");
    let merged: i64 =
        sqlx::query_scalar("select count(*) from product where id in ($1, $2) and merged_into is not null")
            .bind(page)
            .bind(new)
            .fetch_one(&db)
            .await
            .unwrap();
    assert_eq!(merged, 0);
}
