//! Changes of a retailer's file reach the index through the feed.

use domain::{
    model::{AlertCondition, Fils, PlatformKind, RetailerDraft, ShippingRule},
    store::{price_alerts, users::Role},
    transactions::retailer_changes,
};
use sqlx::PgPool;

use crate::fixtures::{NOW, commit, count, draft, facts, import, import_card, insert_user, retailer, store};

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
        affiliate: None,
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
        (RetailerDraft { affiliate: Some("?ref=us".parse().unwrap()), ..file.clone() }, 1),
    ] {
        assert_eq!(retailer_changes::store_retailer(&db, &file).await.unwrap(), shop);
        let now = count(&db, "select count(*) from product_change").await;
        assert_eq!(now - told, news, "{file:?}");
        told = now;
    }
}

/// The alert waits for the change that shows the retailer, and so starts from the retailer's price: that price is no
/// drop, and a target above it is refused.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_requested_while_a_retailer_is_enabled_starts_from_its_price(db: PgPool) {
    let card = import_card(&db, "card PART-0001", "PART-0001").await;
    let (north, south) = (retailer(&db, "north").await, retailer(&db, "south").await);
    store(&db, north, &[draft("a", "PART-0001", 100_000)], NOW).await;
    store(&db, south, &[draft("b", "PART-0001", 70_000)], NOW).await;
    let sara = insert_user(&db, "sara", Role::User).await;
    let south = "south".parse().unwrap();
    commit(&db, async |tx| retailer_changes::set_enabled(tx, &south, false).await).await.unwrap();

    let mut enabling = db.begin().await.unwrap();
    retailer_changes::set_enabled(&mut enabling, &south, true).await.unwrap();
    let request = async {
        let mut tx = db.begin().await.unwrap();
        let alert =
            price_alerts::insert(&mut tx, sara, card.id, AlertCondition::TargetPrice(Fils(90_000))).await;
        tx.commit().await.unwrap();
        alert
    };
    let commit = async {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        enabling.commit().await.unwrap();
    };
    let (alert, ()) = tokio::join!(request, commit);
    assert_eq!(alert.unwrap_err().to_string(), "Target price must be lower than current price");
}
