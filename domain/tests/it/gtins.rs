use domain::{
    model::{Gtin, OfferDraft, ProductFacts, ProductId},
    store::offers,
};
use sqlx::PgPool;

use super::fixtures::{NOW, draft, facts, import, retailer, store};

const TUF: &str = "4711387654323";
const PRIME: &str = "730143314572";

async fn find(db: &PgPool, text: &str) -> Option<ProductId> {
    offers::find_product_with_gtin(db, &Gtin::parse(text).unwrap()).await.unwrap()
}

fn stating(gtin: &str, draft: OfferDraft) -> OfferDraft {
    OfferDraft { gtins: vec![Gtin::parse(gtin).unwrap()], ..draft }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn facts_and_offers_name_the_product(db: PgPool) {
    let shop = retailer(&db, "north").await;
    // The source writes the twelve digits of a UPC.
    let prime = ProductFacts { eans: vec![PRIME.into()], ..facts("Prime RTX 5070", "PRIME-RTX5070-O12G") };
    let tuf = facts("TUF RTX 5070", "TUF-RTX5070-O12G");
    import(&db, &[tuf.clone(), prime.clone()]).await;
    store(&db, shop, &[stating(TUF, draft("tuf", "TUF-RTX5070-O12G", 200_000))], NOW).await;
    for written in [PRIME, "0730143314572", "00730143314572"] {
        assert_eq!(find(&db, written).await, Some(prime.id), "{written}");
    }
    assert_eq!(find(&db, TUF).await, Some(tuf.id));
    assert_eq!(find(&db, "5901234123457").await, None);
    sqlx::query("update offer set ended_at = now()").execute(&db).await.unwrap();
    assert_eq!(find(&db, TUF).await, Some(tuf.id), "an ended offer still says what the box is");
    sqlx::query("update product set removed_at = now() where id = $1")
        .bind(tuf.id)
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(find(&db, TUF).await, None);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn most_retailers_decide_and_equal_ones_name_none(db: PgPool) {
    let [north, south, east] =
        [retailer(&db, "north").await, retailer(&db, "south").await, retailer(&db, "east").await];
    let (tuf, prime) =
        (facts("TUF RTX 5070", "TUF-RTX5070-O12G"), facts("Prime RTX 5070", "PRIME-RTX5070-O12G"));
    import(&db, &[tuf.clone(), prime.clone()]).await;
    let of_tuf = || stating(TUF, draft("tuf", "TUF-RTX5070-O12G", 200_000));
    store(&db, north, &[of_tuf()], NOW).await;
    store(&db, south, &[stating(TUF, draft("prime", "PRIME-RTX5070-O12G", 190_000))], NOW).await;
    assert_eq!(find(&db, TUF).await, None);
    store(&db, east, &[of_tuf()], NOW).await;
    assert_eq!(find(&db, TUF).await, Some(tuf.id));
}

/// Every visitor may ask: no look at all offers or products.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn gtins_are_found_by_their_indexes(db: PgPool) {
    let shop = retailer(&db, "north").await;
    import(&db, &[facts("TUF RTX 5070", "TUF-RTX5070-O12G")]).await;
    store(&db, shop, &[draft("a", "TUF-RTX5070-O12G", 200_000)], NOW).await;
    sqlx::raw_sql(
        "insert into offer (retailer_id, external_id, title_en, url, price_fils, stock, content_digest, product_id,
                 linked_by, gtins)
             select retailer_id, 'other ' || number, 'Other', 'https://shop.example/p/' || number, 1000, 'IN', '',
                 product_id, linked_by, array[lpad(number::text, 14, '0')]
             from offer, generate_series(1, 3000) as number where product_id is not null;
         analyze",
    )
    .execute(&db)
    .await
    .unwrap();
    for (index, query) in [
        (
            "offer_gtin_idx",
            "select product_id from offer
             where gtins @> array['00000000000007'] and gtins <> '{}' and product_id is not null",
        ),
        ("product_ean_idx", "select id from product where eans && array['7', '07']"),
    ] {
        let mut connection = db.acquire().await.unwrap();
        sqlx::raw_sql("set enable_seqscan = off").execute(&mut *connection).await.unwrap();
        let plan: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("explain {query}")))
            .fetch_all(&mut *connection)
            .await
            .unwrap();
        assert!(plan.join("\n").contains(index), "{plan:?}");
    }
}
