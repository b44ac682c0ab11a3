//! The undo of a merge takes away what that merge brought, and nothing else.

use domain::{model::ProductId, store::users::Role, transactions::merges};
use sqlx::PgPool;

use crate::{
    fixtures::{facts, import},
    merges::{cards, insert_user},
    pictures::{current_picture, hash, insert_picture},
    provisional::{approve, insert_match, undo},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn facts_of_a_later_merge_and_a_pinned_picture_survive_the_undo(db: PgPool) {
    let (one, other) = cards(&db).await;
    let later = facts("card PART-0003", "PART-0003");
    import(&db, std::slice::from_ref(&later)).await;
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
