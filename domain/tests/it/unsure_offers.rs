//! Offers of which it is not sure what they are, and what a retailer's categories hold.

use domain::{
    model::{Category, NonPartReason, OfferDraft},
    store::{
        offers::{self, CategoryShare},
        unmatched::{self, UnmatchedFilter, WaitReason},
    },
};
use sqlx::PgPool;

use super::fixtures::{NOW, count, draft, retailer, store};

fn listed(id: &str, category: Option<Category>, retailer_categories: &[&str]) -> OfferDraft {
    let non_part_reason = (category == Some(Category::Other)).then_some(NonPartReason::Other);
    OfferDraft {
        category,
        non_part_reason,
        unsure: category.is_none().then_some(Category::Ram),
        retailer_categories: retailer_categories.iter().map(|path| (*path).to_owned()).collect(),
        part_numbers: Vec::new(),
        ..draft(id, "", 90_000)
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unsure_offer_waits_with_the_category_that_it_may_have(db: PgPool) {
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[listed("a", None, &[])], NOW).await;
    let waiting = unmatched::list(&db, &UnmatchedFilter::default(), 0, 10).await.unwrap();
    assert_eq!(waiting.len(), 1);
    assert_eq!((waiting[0].reason, waiting[0].unsure), (WaitReason::CategoryUnsure, Some(Category::Ram)));

    // The same listing, of which the classifier is surer by now.
    let sure = OfferDraft { category: Some(Category::Ram), unsure: None, ..listed("a", None, &[]) };
    assert_eq!(store(&db, shop, &[sure], NOW).await.changed, 1);
    let waiting = unmatched::list(&db, &UnmatchedFilter::default(), 0, 10).await.unwrap();
    assert_eq!((waiting[0].category, waiting[0].unsure), (Some(Category::Ram), None));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shares_of_a_category_count_live_offers_of_one_retailer(db: PgPool) {
    let (shop, other) = (retailer(&db, "north").await, retailer(&db, "south").await);
    let gpu = Some(Category::Gpu);
    let offers = [
        listed("a", gpu, &["Cards"]),
        listed("b", gpu, &["Cards", "New > Cards"]),
        listed("c", Some(Category::Other), &["Cards"]),
        listed("d", None, &["Cards"]),
        listed("e", gpu, &[]),
    ];
    store(&db, shop, &offers, NOW).await;
    store(&db, other, &[listed("a", gpu, &["Cards"])], NOW).await;
    sqlx::query("update offer set ended_at = now() where external_id = 'a' and retailer_id = $1")
        .bind(other)
        .execute(&db)
        .await
        .unwrap();
    let share = |retailer_category: &str, category, offers| CategoryShare {
        retailer_category: retailer_category.to_owned(),
        category,
        offers,
    };
    assert!(offers::list_category_shares(&db, shop).await.unwrap().is_empty(), "no crawl has ended");
    sqlx::query(
        "insert into crawl (retailer_id, state, finished_at) select id, 'COMPLETE', now() from retailer",
    )
    .execute(&db)
    .await
    .unwrap();
    let mut found = offers::list_category_shares(&db, shop).await.unwrap();
    found.sort_by_key(|share| (share.retailer_category.clone(), share.category));
    let expected = [
        share("Cards", None, 1),
        share("Cards", gpu, 2),
        share("Cards", Some(Category::Other), 1),
        share("New > Cards", gpu, 1),
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    assert!(expected.iter().all(|share| found.contains(share)), "{found:?}");
    assert!(offers::list_category_shares(&db, other).await.unwrap().is_empty());
}

/// Offers that an older program stored have no categories of the retailer yet.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn retailer_categories_are_stored_of_an_offer_that_says_nothing_else_new(db: PgPool) {
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[listed("a", Some(Category::Gpu), &[])], NOW).await;
    let listing = [listed("a", Some(Category::Gpu), &["Cards"])];
    assert_eq!(store(&db, shop, &listing, NOW).await.changed, 1);
    assert_eq!(store(&db, shop, &listing, NOW).await.unchanged, 1);
    let stored = "select count(*) from offer where retailer_categories = '{Cards}' and matched_at is null";
    assert_eq!(count(&db, stored).await, 1);
}
