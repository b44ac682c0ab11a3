use domain::{
    model::{MatchId, ProductFacts, ProductId, UserId},
    store::{
        matches::{self, Proposal},
        users::Role,
    },
    transactions::match_decisions,
};
use sqlx::PgPool;

use super::{
    fixtures::{
        NOW, draft, facts, import, import_card, insert_user, retailer, store, until_a_lock_is_awaited,
    },
    provisional::{PendingMatch, approve, insert_match, pending_match, undo},
};

async fn assigned_product(db: &PgPool) -> Option<ProductId> {
    sqlx::query_scalar("select product_id from offer where external_id = 'x'").fetch_one(db).await.unwrap()
}

/// Stores two cards, an administrator, and an offer about which the administrator is asked whether it is of the first card.
async fn questioned_offer(db: &PgPool) -> ([ProductFacts; 2], UserId, MatchId) {
    let shop = retailer(db, "north").await;
    let cards = [facts("TUF RTX 5070", "PART-0001"), facts("Prime RTX 5070", "PART-0002")];
    import(db, &cards).await;
    store(db, shop, &[draft("x", "PART-0009", 50_000)], NOW).await;
    let match_id = insert_match(db, "x", cards[0].id).await;
    (cards, insert_user(db, "dana", Role::Admin).await, match_id)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn undone_approval_restores_the_flags_of_the_other_matches(db: PgPool) {
    let (cards, dana, one) = questioned_offer(&db).await;
    let other = insert_match(&db, "x", cards[1].id).await;
    let mut tx = db.begin().await.unwrap();
    match_decisions::flag(&mut tx, dana, other, Some("compare the coolers")).await.unwrap();
    tx.commit().await.unwrap();

    let list_pending = async || -> Vec<(MatchId, Option<String>)> {
        let sql =
            "select id, flag_note from product_match where status = 'PENDING' order by flag_note nulls first";
        sqlx::query_as(sql).fetch_all(&db).await.unwrap()
    };
    let before = list_pending().await;
    assert_eq!(before.len(), 2);
    approve(&db, dana, one).await.unwrap();
    assert_eq!((assigned_product(&db).await, list_pending().await.len()), (Some(cards[0].id), 0));
    undo(&db, dana, one).await.unwrap();
    assert_eq!((assigned_product(&db).await, list_pending().await), (None, before));
}

/// An administrator can approve a match while the matcher still plans to ask about another one of the same offer.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn matcher_asks_nothing_about_an_offer_that_an_administrator_has_matched(db: PgPool) {
    let (cards, dana, one) = questioned_offer(&db).await;
    approve(&db, dana, one).await.unwrap();
    let offer_id = sqlx::query_scalar("select id from offer").fetch_one(&db).await.unwrap();
    let question = Proposal { offer_id, product_id: cards[1].id, confidence: 0.6, rationale: Vec::new() };
    let mut tx = db.begin().await.unwrap();
    assert_eq!(matches::replace_pending_matches(&mut tx, &[offer_id], &[question]).await.unwrap(), 0);
    tx.commit().await.unwrap();
}

/// An edit locks the offer and then changes its matches. An approval that held the match while it waits for the offer would
/// deadlock with it.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn approval_that_waits_for_the_offer_holds_no_match(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    store(&db, shop, &[draft("x", "PART-0009", 50_000)], NOW).await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let id = insert_match(&db, "x", card.id).await;

    let mut edit = db.begin().await.unwrap();
    sqlx::query("select from offer for update").fetch_all(&mut *edit).await.unwrap();
    let approval = tokio::spawn({
        let db = db.clone();
        async move { approve(&db, dana, id).await }
    });
    until_a_lock_is_awaited(&db).await;
    sqlx::query("set local lock_timeout = '2s'").execute(&mut *edit).await.unwrap();
    sqlx::query("update product_match set updated_at = now()").execute(&mut *edit).await.unwrap();
    edit.commit().await.unwrap();
    approval.await.unwrap().unwrap();
    assert_eq!(assigned_product(&db).await, Some(card.id));
}

/// A crawl that gives an offer of a provisional product another title takes the matcher's assignment away. An approval
/// that waits for it decides about an offer without a product.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn approval_that_waits_for_a_crawl_matches_the_offer_that_lost_its_product(db: PgPool) {
    let PendingMatch { dana, provisional, product, match_id } = pending_match(&db).await;
    let mut crawl = db.begin().await.unwrap();
    sqlx::query("select from offer where external_id = 'a' for update").execute(&mut *crawl).await.unwrap();
    let approval = tokio::spawn({
        let db = db.clone();
        async move { approve(&db, dana, match_id).await }
    });
    until_a_lock_is_awaited(&db).await;
    sqlx::query(
        "update offer set product_id = null, linked_by = null, matched_at = null where external_id = 'a'",
    )
    .execute(&mut *crawl)
    .await
    .unwrap();
    crawl.commit().await.unwrap();
    approval.await.unwrap().unwrap();
    let products: Vec<(String, Option<ProductId>)> =
        sqlx::query_as("select external_id, product_id from offer order by 1").fetch_all(&db).await.unwrap();
    let expected = [("a", product), ("b", product), ("c", provisional)];
    assert_eq!(products, expected.map(|(id, product)| (id.to_owned(), Some(product))));
}
