//! Provisional products: the effects of an administrator's decision on the product, its offers and users' data.

use domain::{
    model::{Category, MatchId, OfferId, ProductId, UserId},
    store::{matches, sources, users::Role},
    transactions::{
        match_decisions::{self, MatchDecisionError},
        merges::{self, MergeError},
        splits,
    },
};
use sqlx::PgPool;

use crate::{
    fixtures::{NOW, commit, commit_if_ok, count, draft, import_card, insert_user, retailer, store},
    merges::{add_user_data, assert_nothing_left, cards},
    pictures::{current_picture, hash, insert_picture},
};

/// A provisional product with two offers, and the product that it may be.
pub(crate) struct PendingMatch {
    pub dana: UserId,
    pub provisional: ProductId,
    pub product: ProductId,
    pub match_id: MatchId,
}

pub(crate) async fn pending_match(db: &PgPool) -> PendingMatch {
    let (one, other) = cards(db).await;
    let south = retailer(db, "south").await;
    store(db, south, &[draft("c", "PART-0001", 45_000)], NOW).await;
    let dana = insert_user(db, "dana", Role::Admin).await;
    set_provisional(db, one.id, true).await;
    let match_id = insert_match(db, "a", other.id).await;
    PendingMatch { dana, provisional: one.id, product: other.id, match_id }
}

pub(crate) async fn set_provisional(db: &PgPool, product: ProductId, provisional: bool) {
    commit(db, async |tx| matches::set_provisional(tx, &[product], provisional).await).await.unwrap();
}

pub(crate) async fn insert_match(db: &PgPool, offer: &'static str, product: ProductId) -> MatchId {
    sqlx::query_scalar(
        "insert into product_match (offer_id, product_id, decision, confidence, rationale)
         select id, $2, 'NEEDS_REVIEW', 0.6, '[{\"code\": \"MAKER_SAME\"}]' from offer where external_id = $1 returning id",
    )
    .bind(offer)
    .bind(product)
    .fetch_one(db)
    .await
    .unwrap()
}

pub(crate) async fn approve(db: &PgPool, admin: UserId, id: MatchId) -> Result<(), MatchDecisionError> {
    let mut tx = db.begin().await.unwrap();
    let done = match_decisions::approve(&mut tx, admin, id).await;
    commit_if_ok(tx, done).await
}

async fn reject(db: &PgPool, admin: UserId, id: MatchId) -> Result<(), MatchDecisionError> {
    let mut tx = db.begin().await.unwrap();
    let done = match_decisions::reject(&mut tx, admin, id).await;
    commit_if_ok(tx, done).await
}

pub(crate) async fn undo(db: &PgPool, admin: UserId, id: MatchId) -> Result<(), MatchDecisionError> {
    commit(db, async |tx| match_decisions::undo(tx, admin, id).await).await
}

pub(crate) async fn merge_as_system(db: &PgPool, from: ProductId, into: ProductId) -> Result<(), MergeError> {
    commit(db, async |tx| merges::merge_as_system(tx, from, into).await).await
}

/// Returns everything that a decision may change, one text per row.
pub(crate) async fn everything(db: &PgPool) -> Vec<String> {
    sqlx::query_scalar(
        "select concat_ws(' ', 'offer', external_id, product_id, linked_by) from offer
         union all select concat_ws(' ', 'product', id, specs, aliases, eans, provisional, merged_into, removed_at,
             rating_sum, review_count) from product
         union all select concat_ws(' ', 'picture', id, picture_hash, picture_pinned) from product
         union all select concat_ws(' ', 'refused', product_id, picture_hash, refused_by, refused_at) from refused_picture
         union all select concat_ws(' ', 'number', product_id, part_number_key, shared) from product_part_number
         union all select concat_ws(' ', 'pair', offer_id, product_id, status, decision, confidence, rationale,
             decided_by, decided_at) from product_match
         union all select concat_ws(' ', 'favorite', user_id, product_id, created_at) from favorite
         union all select concat_ws(' ', 'alert', id, product_id) from price_alert
         union all select concat_ws(' ', 'review', id, product_id) from review
         union all select concat_ws(' ', 'build', build_id, product_id) from saved_build_part
         order by 1",
    )
    .fetch_all(db)
    .await
    .unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn approval_merges_the_provisional_product_with_user_data(db: PgPool) {
    let PendingMatch { dana, provisional, product, match_id } = pending_match(&db).await;
    let (sara, noor) =
        (insert_user(&db, "sara", Role::User).await, insert_user(&db, "noor", Role::User).await);
    add_user_data(&db, sara, noor, provisional, product).await;
    let third = import_card(&db, "card PART-0003", "PART-0003").await;
    // A match of a sibling with a third product, one of the sibling with the same product, and one from the other side.
    insert_match(&db, "c", third.id).await;
    insert_match(&db, "c", product).await;
    insert_match(&db, "b", provisional).await;
    approve(&db, dana, match_id).await.unwrap();
    for (what, found) in [
        ("select count(*) from offer where linked_by = 'ADMIN'", 2),
        ("select count(distinct product_id) from offer", 1),
        (
            "select count(distinct offer.product_id) from price_point join offer on offer.id = offer_id
          group by offer.product_id having count(*) = 3",
            1,
        ),
        ("select count(*) from favorite", 2),
        ("select count(*) from price_alert", 3),
        ("select count(*) from review", 2),
        (
            "select count(*) from saved_build_part join product on product.id = product_id where removed_at is null",
            1,
        ),
        ("select count(*) from product where merged_into is not null", 1),
        ("select count(*) from product where provisional", 0),
        ("select count(*) from product_match where status = 'PENDING'", 0),
        ("select count(*) from product_match where status = 'APPROVED' and decided_by is not null", 3),
        ("select count(*) from audit_entry where action_type = 'MERGE_PRODUCT' and admin_name = 'dana'", 1),
        ("select count(*) from audit_entry where action_type = 'APPROVE_MATCH'", 1),
    ] {
        assert_eq!(count(&db, what).await, found, "{what}");
    }
    assert_nothing_left(&db, provisional).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn undone_approval_restores_the_state(db: PgPool) {
    let PendingMatch { dana, provisional, product, match_id } = pending_match(&db).await;
    let (sara, noor) =
        (insert_user(&db, "sara", Role::User).await, insert_user(&db, "noor", Role::User).await);
    add_user_data(&db, sara, noor, provisional, product).await;
    // Removes rows that only one of two products can keep, because an undo does not restore them.
    sqlx::query(
        "with reviews as (delete from review where user_id = $1 and product_id = $2)
         delete from price_alert where user_id = $1 and product_id = $2 and target_fils = 1000",
    )
    .bind(sara)
    .bind(provisional)
    .execute(&db)
    .await
    .unwrap();
    let third = import_card(&db, "card PART-0003", "PART-0003").await;
    insert_match(&db, "c", third.id).await;
    insert_match(&db, "c", product).await;
    insert_match(&db, "b", provisional).await;
    let before = everything(&db).await;
    approve(&db, dana, match_id).await.unwrap();
    assert_ne!(everything(&db).await, before);
    let omar = insert_user(&db, "omar", Role::Admin).await;
    assert!(matches!(undo(&db, omar, match_id).await, Err(MatchDecisionError::TooLate)));
    undo(&db, dana, match_id).await.unwrap();
    assert_eq!(everything(&db).await, before);
    // The same approval again, without an undo.
    approve(&db, dana, match_id).await.unwrap();
    assert_eq!(count(&db, "select count(distinct product_id) from offer").await, 1);
    assert_eq!(count(&db, "select count(*) from audit_entry where action_type = 'UNDO_MATCH'").await, 1);
}

/// Shows one picture on the provisional product, and one that an administrator refused for it.
async fn show_picture(db: &PgPool, admin: UserId, provisional: ProductId) {
    let mut tx = db.begin().await.unwrap();
    for name in ["of the page", "of the product", "refused"] {
        insert_picture(&mut tx, name, 0.9).await;
    }
    sqlx::query("update product set picture_hash = $2, picture_pinned = true where id = $1")
        .bind(provisional)
        .bind(hash("of the page").as_str())
        .execute(&mut *tx)
        .await
        .unwrap();
    sqlx::query("insert into refused_picture (product_id, picture_hash, refused_by) values ($1, $2, $3)")
        .bind(provisional)
        .bind(hash("refused").as_str())
        .bind(admin)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn undone_approval_restores_both_pictures(db: PgPool) {
    let PendingMatch { dana, provisional, product, match_id } = pending_match(&db).await;
    show_picture(&db, dana, provisional).await;
    let refused = "select count(*) from refused_picture";
    let before = everything(&db).await;
    approve(&db, dana, match_id).await.unwrap();
    assert_eq!(current_picture(&db, product).await, Some(hash("of the page")));
    assert_eq!(count(&db, refused).await, 2, "a refused picture of either product stays refused");
    undo(&db, dana, match_id).await.unwrap();
    assert_eq!(
        (current_picture(&db, provisional).await, current_picture(&db, product).await),
        (Some(hash("of the page")), None)
    );
    assert_eq!(count(&db, refused).await, 1);
    assert_eq!(everything(&db).await, before);
    // A picture that the product had before stays through the merge and its undo.
    sqlx::query("update product set picture_hash = $2 where id = $1")
        .bind(product)
        .bind(hash("of the product").as_str())
        .execute(&db)
        .await
        .unwrap();
    let before = everything(&db).await;
    approve(&db, dana, match_id).await.unwrap();
    assert_eq!(current_picture(&db, product).await, Some(hash("of the product")));
    undo(&db, dana, match_id).await.unwrap();
    assert_eq!(everything(&db).await, before);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn undo_is_refused_after_a_later_merge(db: PgPool) {
    let PendingMatch { dana, product, match_id, .. } = pending_match(&db).await;
    approve(&db, dana, match_id).await.unwrap();
    let third = import_card(&db, "card PART-0003", "PART-0003").await;
    merge_as_system(&db, product, third.id).await.unwrap();
    assert!(matches!(undo(&db, dana, match_id).await, Err(MatchDecisionError::MergedAgain)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn rejection_applies_to_every_offer_of_the_provisional_product(db: PgPool) {
    let PendingMatch { dana, provisional, product, match_id } = pending_match(&db).await;
    let third = import_card(&db, "card PART-0003", "PART-0003").await;
    let other_match_id = insert_match(&db, "c", third.id).await;
    insert_match(&db, "b", provisional).await;
    let before = everything(&db).await;
    reject(&db, dana, match_id).await.unwrap();
    assert_eq!(count(&db, "select count(*) from product_match where status = 'REJECTED'").await, 3);
    assert_eq!(count(&db, "select count(*) from product where provisional").await, 1, "one is pending");
    undo(&db, dana, match_id).await.unwrap();
    assert_eq!(everything(&db).await, before);

    reject(&db, dana, match_id).await.unwrap();
    reject(&db, dana, other_match_id).await.unwrap();
    assert_eq!(count(&db, "select count(*) from product where provisional").await, 0);
    let rejected = matches::list_rejected_pairs(&db).await.unwrap();
    let offers: Vec<OfferId> = sqlx::query_scalar("select id from offer where product_id = $1")
        .bind(provisional)
        .fetch_all(&db)
        .await
        .unwrap();
    assert_eq!(offers.len(), 2);
    for offer in offers {
        assert!(rejected.contains(&(offer, product)) && rejected.contains(&(offer, third.id)));
    }
    for (from, into) in [(provisional, product), (product, provisional), (third.id, provisional)] {
        let refused = merge_as_system(&db, from, into).await;
        assert!(matches!(refused, Err(MergeError::RejectedPair)), "{refused:?}");
    }
    // The product is merged into the third one: a rejection of the first applies to the merged one.
    merge_as_system(&db, product, third.id).await.unwrap();
    assert!(matches!(merge_as_system(&db, provisional, third.id).await, Err(MergeError::RejectedPair)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reopening_after_a_merge_that_overruled_the_rejection_unmatches_the_offer(db: PgPool) {
    let PendingMatch { dana, provisional, product, match_id } = pending_match(&db).await;
    reject(&db, dana, match_id).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    merges::merge(&mut tx, dana, provisional, product).await.unwrap();
    match_decisions::reopen(&mut tx, dana, match_id, None).await.unwrap();
    tx.commit().await.unwrap();
    let found: (String, Option<ProductId>) = sqlx::query_as(
        "select status, offer.product_id from product_match join offer on offer.id = offer_id where product_match.id = $1",
    )
    .bind(match_id)
    .fetch_one(&db)
    .await
    .unwrap();
    assert_eq!(found, ("PENDING".to_owned(), None));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reopening_after_a_split_leaves_the_products_merged(db: PgPool) {
    let PendingMatch { dana, product, match_id, .. } = pending_match(&db).await;
    approve(&db, dana, match_id).await.unwrap();
    let offer: OfferId =
        sqlx::query_scalar("select id from offer where external_id = 'a'").fetch_one(&db).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    splits::split(&mut tx, dana, product, &[offer]).await.unwrap();
    match_decisions::reopen(&mut tx, dana, match_id, None).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(count(&db, "select count(*) from product where merged_into is not null").await, 1);
    assert_eq!(count(&db, "select count(*) from product_match where status = 'PENDING'").await, 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn matcher_merge_keeps_matches_of_administrators(db: PgPool) {
    let PendingMatch { provisional, product, .. } = pending_match(&db).await;
    sqlx::query("update offer set linked_by = 'ADMIN' where external_id = 'c'").execute(&db).await.unwrap();
    merge_as_system(&db, provisional, product).await.unwrap();
    let rows: Vec<(String, String)> =
        sqlx::query_as("select external_id, linked_by from offer order by 1").fetch_all(&db).await.unwrap();
    let matched_by: Vec<(&str, &str)> = rows.iter().map(|(id, by)| (id.as_str(), by.as_str())).collect();
    assert_eq!(matched_by, [("a", "MATCHER"), ("b", "PART_NUMBER"), ("c", "ADMIN")]);
    assert_eq!(count(&db, "select count(*) from product_match").await, 0, "the pending match is answered");
    let audited =
        "select count(*) from audit_entry where action_type = 'MERGE_PRODUCT' and admin_name = 'SYSTEM'";
    assert_eq!(count(&db, audited).await, 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn no_offer_is_both_reassignable_and_fixed(db: PgPool) {
    let PendingMatch { provisional, product, .. } = pending_match(&db).await;
    sqlx::query("update offer set linked_by = 'ADMIN' where external_id = 'c'").execute(&db).await.unwrap();
    let list = async || {
        let start = OfferId(uuid::Uuid::nil());
        let reassignable = matches::list_reassignable(&db, Category::Gpu, start, 9).await.unwrap();
        let fixed = matches::list_fixed_offers(&db, Category::Gpu, start, 9).await.unwrap();
        let ids = |offers: Vec<matches::ReassignableOffer>| {
            let mut ids: Vec<String> = offers.into_iter().map(|offer| offer.external_id).collect();
            ids.sort();
            ids
        };
        [ids(reassignable), ids(fixed)]
    };
    // The matcher's offer of an imported product stays reassignable, although an administrator matched another one to it.
    merge_as_system(&db, provisional, product).await.unwrap();
    assert_eq!(list().await, [vec!["a"], vec!["b", "c"]]);
    // No offer of a product made of offers is reassignable once an administrator matched one to it.
    sources::upsert(&db, &sources::retailers()).await.unwrap();
    sqlx::query("update product set source = $1").bind(sources::RETAILERS).execute(&db).await.unwrap();
    assert_eq!(list().await, [vec![], vec!["a", "b", "c"]]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn undo_reports_an_offer_matched_elsewhere(db: PgPool) {
    let PendingMatch { dana, provisional, match_id, .. } = pending_match(&db).await;
    set_provisional(&db, provisional, false).await;
    assert!(matches!(approve(&db, dana, match_id).await, Err(MatchDecisionError::MatchedElsewhere)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn concurrent_decisions_about_one_product_succeed_once(db: PgPool) {
    let PendingMatch { dana, product, match_id, .. } = pending_match(&db).await;
    let omar = insert_user(&db, "omar", Role::Admin).await;
    let sibling = insert_match(&db, "c", product).await;
    let spawn = |admin, id, yes: bool| {
        let db = db.clone();
        tokio::spawn(
            async move { if yes { approve(&db, admin, id).await } else { reject(&db, admin, id).await } },
        )
    };
    let (yes, no) = (spawn(dana, match_id, true), spawn(omar, sibling, false));
    let outcomes = [yes.await.unwrap(), no.await.unwrap()];
    assert_eq!(outcomes.iter().filter(|done| done.is_ok()).count(), 1, "{outcomes:?}");
    let late = outcomes.iter().find_map(|done| done.as_ref().err()).unwrap();
    assert!(matches!(late, MatchDecisionError::Decided(_)), "{late:?}");
}
