use domain::store::cached_responses::{self, CachedResponse, Validator};
use sqlx::PgPool;

use super::fixtures::{count, retailer};

fn page(tag: &str, body: &[u8]) -> CachedResponse {
    CachedResponse {
        validator: Validator { etag: Some(tag.to_owned()), last_modified: None },
        content_type: "text/html".to_owned(),
        headers: [("x-wp-totalpages".to_owned(), "3".to_owned())].into(),
        body: body.to_vec(),
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn cached_response_is_unique_per_retailer_and_address(db: PgPool) {
    let (north, south) = (retailer(&db, "north").await, retailer(&db, "south").await);
    // Longer than an index on the address itself could hold.
    let url = format!("https://shop.example/{}", "a".repeat(5_000));
    for (shop, tag, body) in [(north, "\"1\"", b"one"), (north, "\"2\"", b"two"), (south, "\"3\"", b"six")] {
        cached_responses::upsert(&db, shop, &url, &page(tag, body)).await.unwrap();
    }
    assert_eq!(cached_responses::find(&db, north, &url).await.unwrap(), Some(page("\"2\"", b"two")));
    let validator = cached_responses::find_validator(&db, south, &url).await.unwrap();
    assert_eq!(validator, Some(page("\"3\"", b"six").validator));
    assert_eq!(cached_responses::total_bytes(&db, north).await.unwrap(), 3);
    cached_responses::delete(&db, north, &url).await.unwrap();
    assert_eq!(cached_responses::find(&db, north, &url).await.unwrap(), None);
    assert_eq!(cached_responses::total_bytes(&db, north).await.unwrap(), 0);
    assert_eq!(cached_responses::total_bytes(&db, south).await.unwrap(), 3);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn cached_responses_expire_after_a_month(db: PgPool) {
    let shop = retailer(&db, "north").await;
    for url in ["https://shop.example/old", "https://shop.example/met"] {
        cached_responses::upsert(&db, shop, url, &page("\"1\"", b"one")).await.unwrap();
    }
    sqlx::query("update remembered_page set used_at = now() - interval '31 days'")
        .execute(&db)
        .await
        .unwrap();
    // The retailer confirmed that the page has not changed, so the page counts as used.
    cached_responses::find(&db, shop, "https://shop.example/met").await.unwrap().unwrap();
    assert_eq!(cached_responses::prune(&db, 30).await.unwrap(), 1);
    assert_eq!(count(&db, "select count(*) from remembered_page where url like '%/met'").await, 1);
    assert_eq!(cached_responses::prune(&db, 30).await.unwrap(), 0);
}
