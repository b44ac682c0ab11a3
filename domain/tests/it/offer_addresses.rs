use domain::{model::ProductId, store::offers};
use sqlx::PgPool;

use super::fixtures::{NOW, draft, facts, import, import_card, retailer, store};

async fn find(db: &PgPool, addresses: &[&str]) -> Option<ProductId> {
    let addresses: Vec<String> = addresses.iter().map(|&address| address.to_owned()).collect();
    offers::find_product_at(db, &addresses).await.unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn addresses_of_one_page_have_one_key(db: PgPool) {
    for (address, key) in [
        (
            "https://www.Shop.example/p/A/?utm_source=x&variant=2&utm_medium=y#top",
            "shop.example/p/a?variant=2",
        ),
        ("http://shop.example/p/a", "shop.example/p/a"),
        ("https://shop.example/p/a/?gclid=1", "shop.example/p/a"),
        ("https://shop.example/p?a=1&utm_source=2&utm_medium=3&b=4", "shop.example/p?a=1&b=4"),
        ("https://shop.example/", "shop.example"),
        ("https://shop.example/index.php?product_id=5&fbclid=3", "shop.example/index.php?product_id=5"),
    ] {
        let found: String =
            sqlx::query_scalar("select address_key($1)").bind(address).fetch_one(&db).await.unwrap();
        assert_eq!(found, key, "{address}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn likeliest_address_names_the_product(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let (tuf, prime) =
        (facts("TUF RTX 5070", "TUF-RTX5070-O12G"), facts("Prime RTX 5070", "PRIME-RTX5070-O12G"));
    import(&db, &[tuf.clone(), prime.clone()]).await;
    let drafts = [draft("tuf", "TUF-RTX5070-O12G", 200_000), draft("prime", "PRIME-RTX5070-O12G", 190_000)];
    store(&db, shop, &drafts, NOW).await;
    let [of_tuf, of_prime] = ["https://shop.example/tuf", "https://shop.example/prime"];
    assert_eq!(find(&db, &[of_prime, of_tuf]).await, Some(prime.id));
    assert_eq!(find(&db, &["https://shop.example/nothing", of_tuf]).await, Some(tuf.id));
    assert_eq!(find(&db, &["https://shop.example/nothing"]).await, None);
    assert_eq!(find(&db, &[]).await, None);
    sqlx::query("update product set removed_at = now() where id = $1")
        .bind(tuf.id)
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(find(&db, &[of_tuf]).await, None);
}

/// Every visitor may ask: no look at all offers.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn addresses_are_found_by_their_indexes(db: PgPool) {
    let shop = retailer(&db, "north").await;
    import_card(&db, "TUF RTX 5070", "TUF-RTX5070-O12G").await;
    store(&db, shop, &[draft("a", "TUF-RTX5070-O12G", 200_000)], NOW).await;
    sqlx::raw_sql(
        "insert into offer (retailer_id, external_id, title_en, url, page_url, price_fils, stock, content_digest,
                 product_id, linked_by)
             select retailer_id, 'other ' || number, 'Other', 'https://shop.example/p/' || number,
                 'https://shop.example/page/' || number, 1000, 'IN', '', product_id, linked_by
             from offer, generate_series(1, 3000) as number where product_id is not null;
         analyze",
    )
    .execute(&db)
    .await
    .unwrap();
    for (column, index) in [("url", "offer_address_idx"), ("page_url", "offer_page_address_idx")] {
        let explain = format!(
            "explain select product_id from offer
             where address_key({column}) = 'shop.example/p/7' and product_id is not null and {column} is not null"
        );
        let plan: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(explain)).fetch_all(&db).await.unwrap();
        assert!(plan.join("\n").contains(index), "{plan:?}");
    }
}
