//! Changes of a retailer's file reach the index through the feed.

use domain::{
    model::{Fils, PlatformKind, RetailerDraft, ShippingRule},
    transactions::retailer_changes,
};
use sqlx::PgPool;

use crate::fixtures::{NOW, count, draft, facts, import, retailer, store};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reenabled_retailer_writes_its_products_to_the_feed(db: PgPool) {
    import(&db, &[facts("card PART-0001", "PART-0001")]).await;
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    let file = RetailerDraft {
        slug: "north".parse().unwrap(),
        name_en: "Shop north".into(),
        name_ar: "محل north".into(),
        base_url: "https://north.example".into(),
        platform: PlatformKind::Shopify,
        shipping: ShippingRule { flat: Some(Fils(2000)), free_over: Some(Fils(50_000)) },
        tabby: false,
        enabled: true,
    };
    let mut told = count(&db, "select count(*) from product_change").await;
    for (file, news) in [
        (file.clone(), 0),
        (RetailerDraft { enabled: false, ..file.clone() }, 1),
        (RetailerDraft { enabled: false, ..file.clone() }, 0),
        (file.clone(), 1),
        (RetailerDraft { tabby: true, ..file.clone() }, 1),
        (RetailerDraft { tabby: true, base_url: "https://other.example".into(), ..file.clone() }, 0),
        (
            RetailerDraft {
                name_ar: "محل آخر".into(), shipping: ShippingRule::default(), ..file.clone()
            },
            1,
        ),
    ] {
        assert_eq!(retailer_changes::store_retailer(&db, &file).await.unwrap(), shop);
        let now = count(&db, "select count(*) from product_change").await;
        assert_eq!(now - told, news, "{file:?}");
        told = now;
    }
}
