//! Merging two products, without losing any user's data.

use domain::{
    model::{Category, Comment, ProductFacts, ProductId, Stars, UserId},
    store::{favorites, products, reviews, users::Role},
    transactions::merges::{self, MergeError},
};
use sqlx::PgPool;
use time::Duration;

use crate::fixtures::{
    NOW, commit, count, draft, facts, fire_due, import, import_card, insert_user, retailer, store,
};

pub(crate) async fn merge(
    db: &PgPool,
    admin: UserId,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    commit(db, async |tx| merges::merge(tx, admin, from, into).await).await
}

/// Creates two cards, each with an offer of the one retailer.
pub(crate) async fn cards(db: &PgPool) -> (ProductFacts, ProductFacts) {
    let (one, other) = (facts("card PART-0001", "PART-0001"), facts("card PART-0002", "PART-0002"));
    import(db, &[one.clone(), other.clone()]).await;
    let shop = retailer(db, "north").await;
    store(db, shop, &[draft("a", "PART-0001", 50_000), draft("b", "PART-0002", 40_000)], NOW).await;
    (one, other)
}

/// Adds favourites, alerts and reviews of both products.
pub(crate) async fn add_user_data(db: &PgPool, sara: UserId, noor: UserId, one: ProductId, other: ProductId) {
    for (user, product) in [(sara, one), (sara, other), (noor, one)] {
        favorites::insert(db, user, product).await.unwrap();
    }
    for (user, product, target) in
        [(sara, one, 1000), (sara, other, 1000), (sara, one, 2000), (noor, one, 45_000)]
    {
        sqlx::query(
            "insert into price_alert (user_id, product_id, kind, target_fils, price_then_fils, fires_at_fils)
             values ($1, $2, 'TARGET_PRICE', $3, 50000, $3)",
        )
        .bind(user)
        .bind(product)
        .bind(target)
        .execute(db)
        .await
        .unwrap();
    }
    sqlx::query(
        "with build as (insert into saved_build (user_id, name, share_token) values ($1, 'Mine', 'x') returning id)
         insert into saved_build_part (build_id, position, slot, product_id, name, quantity)
         select id, 0, 'GPU', $2, 'Card', 1 from build",
    )
    .bind(noor)
    .bind(one)
    .execute(db)
    .await
    .unwrap();
    for (user, product, stars) in [(sara, other, 2), (sara, one, 5), (noor, one, 4)] {
        let stars = Stars::new(stars).unwrap();
        reviews::upsert(db, product, user, stars, Comment::read("fine").unwrap().as_ref()).await.unwrap();
    }
}

/// Checks that nothing refers to a merged product any more.
pub(crate) async fn assert_nothing_left(db: &PgPool, merged: ProductId) {
    for table in ["favorite", "price_alert", "review", "saved_build_part", "offer"] {
        let left = format!("select count(*) from {table} where product_id = $1");
        let left: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(left)).bind(merged).fetch_one(db).await.unwrap();
        assert_eq!(left, 0, "{table}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn merge_moves_all_data_of_the_product(db: PgPool) {
    let (one, other) = cards(&db).await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let (sara, noor) =
        (insert_user(&db, "sara", Role::User).await, insert_user(&db, "noor", Role::User).await);
    add_user_data(&db, sara, noor, one.id, other.id).await;
    merge(&db, dana, one.id, other.id).await.unwrap();
    fire_due(&db).await;

    for (what, found) in [
        ("select count(*) from offer where product_id is not null", 2),
        ("select count(distinct product_id) from offer", 1),
        ("select count(*) from favorite", 2),
        ("select count(*) from price_alert", 3),
        // Noor's alert waited for a price that the other card already has.
        ("select count(*) from price_alert where not enabled", 1),
        ("select count(*) from review", 2),
        ("select rating_sum::bigint from product where merged_into is null", 9),
        ("select review_count::bigint from product where merged_into is null", 2),
        ("select count(*) from product where merged_into is not null and removed_at is not null", 1),
        (
            "select count(*) from product_part_number join product on id = product_id where removed_at is null",
            2,
        ),
        (
            "select count(*) from audit_entry where action_type = 'MERGE_PRODUCT' and after ->> 'offers' = '1'",
            1,
        ),
    ] {
        assert_eq!(count(&db, what).await, found, "{what}");
    }
    assert_nothing_left(&db, one.id).await;
    assert_eq!(
        products::resolve_merged(&db, &[one.id, other.id]).await.unwrap(),
        [(one.id, other.id)].into()
    );
    let again = merge(&db, dana, one.id, other.id).await;
    assert!(matches!(again, Err(MergeError::NoProduct(id)) if id == one.id), "{again:?}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn references_to_a_merged_product_follow_the_merge(db: PgPool) {
    let (one, other) = cards(&db).await;
    let third = import_card(&db, "card PART-0003", "PART-0003").await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    merge(&db, dana, one.id, other.id).await.unwrap();
    merge(&db, dana, other.id, third.id).await.unwrap();
    let south = retailer(&db, "south").await;
    store(&db, south, &[draft("c", "PART-0001", 30_000)], NOW).await;
    let joined: i64 = sqlx::query_scalar("select count(*) from offer where product_id = $1")
        .bind(third.id)
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(joined, 3, "redirects lead to the last");
    // An import with more facts of the merged product does not bring it back.
    let more = ProductFacts { aliases: vec!["Old card".into()], ..one.clone() };
    import(&db, &[more]).await;
    assert_eq!(products::find(&db, one.id).await.unwrap(), None);
    let crawled = store(&db, south, &[draft("c", "PART-0001", 31_000)], NOW + Duration::hours(1)).await;
    assert_eq!((crawled.changed, crawled.unmatched), (1, 0));
}

/// An offer that an administrator rejected for the other product belongs to it after a merge by an administrator: the
/// merge is the later decision. A rejection of a third product's offer stays.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn merge_by_an_administrator_overrules_earlier_rejections(db: PgPool) {
    let (one, other) = cards(&db).await;
    import_card(&db, "card PART-0003", "PART-0003").await;
    let south = retailer(&db, "south").await;
    store(&db, south, &[draft("c", "PART-0003", 30_000)], NOW).await;
    let (dana, sami) =
        (insert_user(&db, "dana", Role::Admin).await, insert_user(&db, "sami", Role::Admin).await);
    for (offer, product) in [("a", other.id), ("b", one.id), ("c", one.id)] {
        sqlx::query(
            "insert into product_match (offer_id, product_id, status, decision, confidence, decided_by, decided_at)
             select id, $2, 'REJECTED', 'NO_MATCH', 0, $3, now() from offer where external_id = $1",
        )
        .bind(offer)
        .bind(product)
        .bind(sami)
        .execute(&db)
        .await
        .unwrap();
    }
    merge(&db, dana, one.id, other.id).await.unwrap();
    let matches: Vec<(String, String, String, UserId)> = sqlx::query_as(
        "select external_id, status, decision, decided_by from product_match join offer on offer.id = offer_id
         where product_match.product_id = $1 order by external_id",
    )
    .bind(other.id)
    .fetch_all(&db)
    .await
    .unwrap();
    let expected = [
        ("a", "APPROVED", "MATCH", dana),
        ("b", "APPROVED", "MATCH", dana),
        ("c", "REJECTED", "NO_MATCH", sami),
    ];
    assert_eq!(matches.len(), 3);
    for (found, (offer, status, assessment, admin)) in matches.iter().zip(expected) {
        assert_eq!((&*found.0, &*found.1, &*found.2, found.3), (offer, status, assessment, admin));
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn impossible_merges_are_refused(db: PgPool) {
    let (one, _) = cards(&db).await;
    let cooler = ProductFacts { category: Category::CpuCooler, ..facts("cooler", "PART-0009") };
    import(&db, std::slice::from_ref(&cooler)).await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    assert!(matches!(merge(&db, dana, one.id, one.id).await, Err(MergeError::Itself)));
    let other = merge(&db, dana, one.id, cooler.id).await;
    assert!(matches!(other, Err(MergeError::OtherCategory { into: Category::CpuCooler, .. })), "{other:?}");
    let nowhere = ProductId::random();
    let unknown = merge(&db, dana, one.id, nowhere).await;
    assert!(matches!(unknown, Err(MergeError::NoProduct(id)) if id == nowhere), "{unknown:?}");
    assert_eq!(count(&db, "select count(*) from audit_entry").await, 0);
}
