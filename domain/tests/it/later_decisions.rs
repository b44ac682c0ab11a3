//! Decisions about matches that are undone or reopened after later decisions and merges.

use domain::{model::ProductId, transactions::match_decisions};
use sqlx::PgPool;

use crate::{
    fixtures::{commit, count, import_card},
    provisional::{
        PendingMatch, approve, everything, insert_match, merge_as_system, pending_match, set_provisional,
        undo,
    },
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reopening_after_a_later_merge_only_unmatches_the_offer(db: PgPool) {
    let PendingMatch { dana, product, match_id, .. } = pending_match(&db).await;
    approve(&db, dana, match_id).await.unwrap();
    let third = import_card(&db, "card PART-0003", "PART-0003").await;
    merge_as_system(&db, product, third.id).await.unwrap();
    commit(&db, async |tx| match_decisions::reopen(tx, dana, match_id, None).await).await.unwrap();
    let products: Vec<(String, Option<ProductId>)> =
        sqlx::query_as("select external_id, product_id from offer order by 1").fetch_all(&db).await.unwrap();
    let expected = [("a", None), ("b", Some(third.id)), ("c", Some(third.id))];
    assert_eq!(products, expected.map(|(id, product)| (id.to_owned(), product)));
    assert_eq!(count(&db, "select count(*) from product_match where status = 'PENDING'").await, 1);
    assert_eq!(count(&db, "select count(*) from match_undo").await, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn undo_of_an_approval_is_whole_after_a_later_one_was_undone(db: PgPool) {
    let PendingMatch { dana, product, match_id, .. } = pending_match(&db).await;
    insert_match(&db, "c", product).await;
    let third = import_card(&db, "card PART-0003", "PART-0003").await;
    set_provisional(&db, product, true).await;
    let later_match_id = insert_match(&db, "b", third.id).await;
    let before = everything(&db).await;
    approve(&db, dana, match_id).await.unwrap();
    approve(&db, dana, later_match_id).await.unwrap();
    assert_eq!(count(&db, "select count(distinct product_id) from offer").await, 1);
    undo(&db, dana, later_match_id).await.unwrap();
    undo(&db, dana, match_id).await.unwrap();
    assert_eq!(everything(&db).await, before);
}
