//! Edits of offers by administrators: edited fields stay, deleted offers do not come back, and the audit log records
//! both.

use domain::{
    model::{Category, Fils, OfferId, Stock},
    store::{
        audit::{self, AuditFilter},
        offers::{self, PinnedField},
        users::{self, Role},
    },
    transactions::{
        offer_batches,
        offer_edits::{self, EditError, OfferEdit},
        price_screen,
    },
};
use sqlx::PgPool;
use time::Duration;

use crate::fixtures::{NOW, count, draft, facts, import, import_card, retailer, store};

async fn admin(db: &PgPool) -> domain::model::UserId {
    let email = "dana@example.com".parse().unwrap();
    users::insert(db, &email, "Dana", "no hash", Role::Admin, true).await.unwrap().unwrap()
}

async fn offer(db: &PgPool) -> OfferId {
    sqlx::query_scalar("select id from offer where external_id = 'a'").fetch_one(db).await.unwrap()
}

async fn edit(db: &PgPool, edit: OfferEdit) -> Result<(), EditError> {
    let (admin, offer) =
        (sqlx::query_scalar("select id from app_user").fetch_one(db).await.unwrap(), offer(db).await);
    let mut tx = db.begin().await.unwrap();
    let done = offer_edits::edit(&mut tx, admin, offer, &edit).await;
    tx.commit().await.unwrap();
    done
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pins_survive_crawls_and_price_pin_ends_when_the_retailer_moves(db: PgPool) {
    let shop = retailer(&db, "north").await;
    admin(&db).await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    let set =
        OfferEdit { name: Some("A better name".into()), price: Some(Fils(45_000)), ..OfferEdit::default() };
    edit(&db, set).await.unwrap();
    let stored = "select count(*) from offer where title_en = 'A better name' and price_fils = 45000";
    assert_eq!(count(&db, stored).await, 1);

    let later = NOW + Duration::hours(1);
    let first = store(&db, shop, &[draft("a", "PART-0001", 50_000)], later).await;
    assert_eq!((first.changed, first.unchanged), (0, 1));
    assert_eq!(count(&db, stored).await, 1, "the same price of the shop changes nothing");
    let again = store(&db, shop, &[draft("a", "PART-0001", 50_000)], later + Duration::hours(1)).await;
    assert_eq!((again.changed, again.unchanged), (0, 1), "and is nothing new");

    // A crawl gives a sold-out offer the retailer's last own price, because nobody can pay the price that a page shows.
    let prices = offers::list_last_prices(&db, shop, &["a".to_owned()]).await.unwrap();
    assert_eq!(prices["a"], Fils(50_000), "not the administrator's price");
    let mut sold_out = draft("a", "PART-0001", prices["a"].0);
    sold_out.stock = Stock::Out;
    store(&db, shop, &[sold_out], later + Duration::minutes(90)).await;
    assert_eq!(count(&db, stored).await, 1, "an offer that sells out keeps its pins");

    store(&db, shop, &[draft("a", "PART-0001", 48_000)], later + Duration::hours(2)).await;
    let moved = "select count(*) from offer where title_en = 'A better name' and price_fils = 48000 and pinned ->> 'price' is null";
    assert_eq!(count(&db, moved).await, 1, "the name stays, the retailer's new price counts");
    let audited =
        "select count(*) from audit_entry where action_type = 'UPDATE_PRODUCT' and admin_name = 'Dana'
                    and before ->> 'priceFils' = '50000' and after ->> 'priceFils' = '45000'";
    assert_eq!(count(&db, audited).await, 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn audit_entry_of_an_edited_offer_names_the_offer_and_its_product(db: PgPool) {
    let shop = retailer(&db, "north").await;
    admin(&db).await;
    import(&db, &[facts("source-1", "PART-0001")]).await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    edit(&db, OfferEdit { name: Some("A better name".into()), ..OfferEdit::default() }).await.unwrap();
    let filter = AuditFilter { action_type: Some("UPDATE_PRODUCT".into()), ..AuditFilter::default() };
    let entries = audit::list(&db, &filter, 0, 10).await.unwrap();
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].target_name.as_deref(), Some("A better name"));
    let product = sqlx::query_scalar("select product_id from offer").fetch_one(&db).await.unwrap();
    assert_eq!(entries[0].target_product, Some(product));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unmatched_offer_is_not_matched_again(db: PgPool) {
    let shop = retailer(&db, "north").await;
    admin(&db).await;
    let card = facts("card PART-0001", "PART-0001");
    let cooler =
        domain::model::ProductFacts { category: Category::CpuCooler, ..facts("cooler", "PART-0002") };
    import(&db, &[card.clone(), cooler.clone()]).await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    let matched = "select count(*) from offer where product_id is not null";
    assert_eq!(count(&db, matched).await, 1);

    let to = |product| OfferEdit { product: Some(product), ..OfferEdit::default() };
    let nowhere = edit(&db, to(Some(domain::model::ProductId::random()))).await;
    assert!(matches!(nowhere, Err(EditError::NoProduct(_))), "{nowhere:?}");
    let other = edit(&db, to(Some(cooler.id))).await;
    assert!(matches!(other, Err(EditError::OtherCategory { product: Category::CpuCooler, .. })), "{other:?}");

    edit(&db, to(None)).await.unwrap();
    store(&db, shop, &[draft("a", "PART-0001", 51_000)], NOW + Duration::hours(1)).await;
    assert_eq!(count(&db, matched).await, 0, "no crawl matches an unmatched offer again");
    edit(&db, to(Some(card.id))).await.unwrap();
    store(&db, shop, &[draft("a", "PART-0001", 52_000)], NOW + Duration::hours(2)).await;
    assert_eq!(count(&db, matched).await, 1, "an administrator may match it again");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_deleted_offer_stays_deleted(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let dana = admin(&db).await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    let id = offer(&db).await;
    let mut tx = db.begin().await.unwrap();
    offer_edits::delete(&mut tx, dana, id).await.unwrap();
    let again = offer_edits::delete(&mut tx, dana, id).await;
    assert!(matches!(again, Err(EditError::Deleted)));
    tx.commit().await.unwrap();
    let points = count(&db, "select count(*) from price_point").await;
    let met = store(&db, shop, &[draft("a", "PART-0001", 40_000)], NOW + Duration::days(1)).await;
    assert_eq!((met.new, met.changed, met.unchanged), (0, 0, 0));
    assert_eq!(
        count(&db, "select count(*) from offer where ended_at is not null and deleted_at is not null").await,
        1
    );
    assert_eq!(count(&db, "select count(*) from price_point").await, points, "and no price is kept");
    let edited = edit(&db, OfferEdit { name: Some("x".into()), ..OfferEdit::default() }).await;
    assert!(matches!(edited, Err(EditError::Deleted)), "{edited:?}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn edited_price_of_an_ended_offer_is_no_past_price(db: PgPool) {
    let shop = retailer(&db, "north").await;
    admin(&db).await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    sqlx::query("update offer set ended_at = now()").execute(&db).await.unwrap();
    edit(&db, OfferEdit { price: Some(Fils(45_000)), ..OfferEdit::default() }).await.unwrap();
    assert_eq!(count(&db, "select count(*) from price_point where price_fils = 45000").await, 0);
    assert_eq!(count(&db, "select count(*) from offer where price_fils = 45000").await, 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn released_pin_restores_the_retailer_value(db: PgPool) {
    let shop = retailer(&db, "north").await;
    admin(&db).await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    let set = OfferEdit {
        name: Some("A better name".into()),
        manufacturer: Some("Asus".into()),
        price: Some(Fils(45_000)),
        ..OfferEdit::default()
    };
    edit(&db, set).await.unwrap();
    let back = OfferEdit { unpin: vec![PinnedField::Price, PinnedField::Name], ..OfferEdit::default() };
    edit(&db, back).await.unwrap();
    let price =
        "select count(*) from offer where price_fils = 50000 and pinned = '{\"manufacturer\": \"Asus\"}'";
    assert_eq!(count(&db, price).await, 1, "the shop's price is known, and is back at once");
    assert_eq!(count(&db, "select count(*) from price_point").await, 3, "each price of the three was one");
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW + Duration::hours(1)).await;
    let name = "select count(*) from offer where title_en = 'ASUS card PART-0001' and manufacturer = 'Asus'";
    assert_eq!(count(&db, name).await, 1, "the name comes with the next crawl");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_move_is_screened_against_the_retailer_price(db: PgPool) {
    let shop = retailer(&db, "north").await;
    admin(&db).await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    edit(&db, OfferEdit { price: Some(Fils(20_000)), ..OfferEdit::default() }).await.unwrap();
    // Also when the offer comes back.
    sqlx::query("update offer set ended_at = now()").execute(&db).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let seen = std::sync::Mutex::new(Vec::new());
    let screen = |context: &price_screen::PriceContext<'_>| {
        seen.lock().unwrap().push((context.last_retailer_price, context.draft.price));
        price_screen::PriceVerdict::<()>::Publish
    };
    for price in [50_000, 48_000] {
        offer_batches::store_screened_batch(&mut tx, shop, &[draft("a", "PART-0001", price)], NOW, &screen)
            .await
            .unwrap();
    }
    assert_eq!(*seen.lock().unwrap(), [(Some(Fils(50_000)), Fils(48_000))], "the pinned price is no move");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn held_price_does_not_end_the_pin_of_the_published_one(db: PgPool) {
    let shop = retailer(&db, "north").await;
    admin(&db).await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    edit(&db, OfferEdit { price: Some(Fils(20_000)), ..OfferEdit::default() }).await.unwrap();
    let screen = |context: &price_screen::PriceContext<'_>| {
        assert_eq!(context.last_retailer_price, Some(Fils(50_000)));
        price_screen::PriceVerdict::Hold(())
    };
    let mut tx = db.begin().await.unwrap();
    let misread = [draft("a", "PART-0001", 5_000)];
    for _ in 0..2 {
        let (_, held) =
            offer_batches::store_screened_batch(&mut tx, shop, &misread, NOW, &screen).await.unwrap();
        assert_eq!(held.len(), 1);
    }
    tx.commit().await.unwrap();
    let pinned = "select count(*) from offer where price_fils = 20000 and pinned ? 'price'";
    assert_eq!(count(&db, pinned).await, 1);
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW + Duration::hours(1)).await;
    assert_eq!(count(&db, pinned).await, 1, "the retailer's own price has not changed");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn matched_offer_keeps_category_and_product_when_renamed(db: PgPool) {
    let shop = retailer(&db, "north").await;
    admin(&db).await;
    import(&db, &[facts("card PART-0001", "PART-0001")]).await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    let moved = edit(&db, OfferEdit { category: Some(Category::Cpu), ..OfferEdit::default() }).await;
    assert!(matches!(moved, Err(EditError::OtherCategory { offer: Category::Cpu, .. })), "{moved:?}");
    sqlx::query("update offer set linked_by = 'MATCHER'").execute(&db).await.unwrap();
    edit(&db, OfferEdit { name: Some("Renamed".into()), ..OfferEdit::default() }).await.unwrap();
    store(&db, shop, &[draft("a", "PART-0001", 51_000)], NOW + Duration::hours(1)).await;
    let joined = "select count(*) from offer where linked_by = 'MATCHER' and title_en = 'Renamed' and price_fils = 51000";
    assert_eq!(count(&db, joined).await, 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn edit_leaves_the_time_at_which_the_price_was_confirmed(db: PgPool) {
    let shop = retailer(&db, "north").await;
    admin(&db).await;
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    edit(&db, OfferEdit { name: Some("A better name".into()), ..OfferEdit::default() }).await.unwrap();
    let listed = offers::list_live(&db, &[card.id]).await.unwrap();
    assert_eq!(listed[0].offer.title_en.as_deref(), Some("A better name"));
    assert_eq!(listed[0].offer.price_confirmed_at, NOW);
}
