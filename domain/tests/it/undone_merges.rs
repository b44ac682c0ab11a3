//! The undo of a merge takes away what that merge brought, and nothing else.

use domain::{model::ProductId, store::users::Role, transactions::merges};
use sqlx::PgPool;

use crate::{
    fixtures::{facts, import, import_card, insert_user},
    merges::{add_user_data, cards, merge},
    pictures::{current_picture, hash, insert_picture},
    provisional::{approve, insert_match, undo},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn facts_of_a_later_merge_and_a_pinned_picture_survive_the_undo(db: PgPool) {
    let (one, other) = cards(&db).await;
    let later = import_card(&db, "card PART-0003", "PART-0003").await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let set_facts = async |product: ProductId, specs: &str, ean: &str| {
        sqlx::query(
            "update product set specs = $2::jsonb, eans = array[$3], provisional = $3 = '1' where id = $1",
        )
        .bind(product)
        .bind(specs)
        .bind(ean)
        .execute(&db)
        .await
        .unwrap();
    };
    set_facts(one.id, r#"{"gpuVram": 12}"#, "1").await;
    set_facts(later.id, r#"{"length": 300}"#, "2").await;
    let match_id = insert_match(&db, "a", other.id).await;

    approve(&db, dana, match_id).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    merges::merge(&mut tx, dana, later.id, other.id).await.unwrap();
    insert_picture(&mut tx, "chosen", 0.9).await;
    sqlx::query("update product set picture_hash = $2, picture_pinned = true where id = $1")
        .bind(other.id)
        .bind(hash("chosen").as_str())
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    undo(&db, dana, match_id).await.unwrap();

    let (specs, eans, aliases): (String, Vec<String>, Vec<String>) =
        sqlx::query_as("select specs::text, eans, aliases from product where id = $1")
            .bind(other.id)
            .fetch_one(&db)
            .await
            .unwrap();
    assert_eq!((specs.as_str(), eans), (r#"{"length": 300}"#, vec!["2".to_owned()]));
    assert!(aliases.contains(&later.name) && !aliases.contains(&one.name), "{aliases:?}");
    assert_eq!(current_picture(&db, other.id).await, Some(hash("chosen")));
}

/// Returns the swaps that the only build has, as names of their products.
async fn swaps(db: &PgPool) -> Vec<String> {
    sqlx::query_scalar(
        "select part.name || ' > ' || proposed.name from build_suggestion
         join product as part on part.id = from_product_id join product as proposed on proposed.id = to_product_id
         order by 1",
    )
    .fetch_all(db)
    .await
    .unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn proposed_swaps_follow_a_merge_and_its_undo(db: PgPool) {
    let (one, other) = cards(&db).await;
    let (third, fourth) = (facts("card PART-0003", "PART-0003"), facts("card PART-0004", "PART-0004"));
    import(&db, &[third.clone(), fourth.clone()]).await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let (sara, noor) =
        (insert_user(&db, "sara", Role::User).await, insert_user(&db, "noor", Role::User).await);
    add_user_data(&db, sara, noor, one.id, other.id).await;
    for (from, to) in [
        (one.id, third.id),
        (fourth.id, one.id),
        // The same swap as the first, and a swap for itself, once both cards are one.
        (other.id, third.id),
        (one.id, other.id),
    ] {
        sqlx::query(
            "insert into build_suggestion (build_id, from_product_id, to_product_id)
             select id, $1, $2 from saved_build",
        )
        .bind(from)
        .bind(to)
        .execute(&db)
        .await
        .unwrap();
    }
    let swap = |from: &str, to: &str| format!("{from} > {to}");
    let match_id = insert_match(&db, "a", other.id).await;
    sqlx::query("update product set provisional = true where id = $1")
        .bind(one.id)
        .execute(&db)
        .await
        .unwrap();
    approve(&db, dana, match_id).await.unwrap();
    let followed = [swap(&other.name, &third.name), swap(&fourth.name, &other.name)];
    assert_eq!(swaps(&db).await, followed);
    undo(&db, dana, match_id).await.unwrap();
    assert_eq!(swaps(&db).await, [swap(&other.name, &third.name), swap(&fourth.name, &one.name)]);
    merge(&db, dana, one.id, other.id).await.unwrap();
    assert_eq!(swaps(&db).await, followed);
}
