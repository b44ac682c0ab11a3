//! The administrators' table of offers: every order, the filters and the search.

use domain::{
    model::{Category, OfferDraft, ProductId},
    store::offers::{self, ManagedFilter, ManagedSearch, ManagedSort, SortColumn},
};
use sqlx::PgPool;

use crate::fixtures::{NOW, draft, import_card, retailer, store};

async fn names(db: &PgPool, filter: &ManagedFilter, by: Option<&str>, descending: bool) -> Vec<String> {
    let mut tx = db.begin().await.unwrap();
    let by = by.map(|name| SortColumn::find(name).unwrap());
    let sort = ManagedSort { by, descending };
    let (found, total) = offers::list_managed(&mut tx, filter, sort, 0, 10).await.unwrap();
    assert_eq!(found.len() as i64, total, "the page holds all");
    found.into_iter().map(|offer| offer.name).collect()
}

fn named(id: &str, name: &str, fils: i64) -> OfferDraft {
    OfferDraft { title_en: Some(name.into()), part_numbers: Vec::new(), ..draft(id, "", fils) }
}

/// Creates three offers of two retailers; one is matched, one is a cooler. Returns the matched product.
async fn world(db: &PgPool) -> ProductId {
    let card = import_card(db, "card PART-0001", "PART-0001").await;
    let (north, south) = (retailer(db, "north").await, retailer(db, "south").await);
    let cooler = OfferDraft {
        category: Some(Category::CpuCooler),
        manufacturer: Some("Noctua".into()),
        ..named("c", "Cooler NH-D15", 30_000)
    };
    store(db, north, &[draft("a", "PART-0001", 50_000), cooler], NOW).await;
    store(db, south, &[named("b", "Big card 5070 بطاقة", 40_000)], NOW).await;
    card.id
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offers_are_listed_in_every_order(db: PgPool) {
    world(&db).await;
    let (joined, big, cooler) = ("ASUS card PART-0001", "Big card 5070 بطاقة", "Cooler NH-D15");
    let all = ManagedFilter::default();
    for (by, order) in [("name", [joined, big, cooler]), ("price", [cooler, big, joined])] {
        let by = Some(by);
        assert_eq!(names(&db, &all, by, false).await, order);
        let backwards: Vec<&str> = order.into_iter().rev().collect();
        assert_eq!(names(&db, &all, by, true).await, backwards);
    }
    for (by, first, last) in
        [("category", cooler, "card"), ("manufacturer", "card", cooler), ("retailer", "", big)]
    {
        let by = Some(by);
        let order = names(&db, &all, by, false).await;
        assert!(order[0].contains(first) && order[2].contains(last), "{by:?}: {order:?}");
        let order = names(&db, &all, by, true).await;
        assert!(order[2].contains(first) && order[0].contains(last), "{by:?}: {order:?}");
    }
    assert_eq!(names(&db, &all, Some("inStock"), false).await.len(), 3);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offers_are_filtered_and_searched(db: PgPool) {
    let card = world(&db).await;
    let (joined, big, cooler) = ("ASUS card PART-0001", "Big card 5070 بطاقة", "Cooler NH-D15");
    let find = |category, matched, search| ManagedFilter { category, matched, search };
    let words = |products: &[ProductId], words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Some(ManagedSearch { products: products.to_vec(), words, number: None })
    };
    for (filter, found) in [
        (find(Some(Category::CpuCooler), None, None), vec![cooler]),
        (find(None, Some(true), None), vec![joined]),
        (find(None, Some(false), None), vec![big, cooler]),
        (find(None, None, words(&[card], &["car"])), vec![joined, big]),
        (find(None, None, words(&[], &["بطا", "big"])), vec![big]),
        (find(None, Some(false), words(&[card], &["card"])), vec![big]),
        (find(None, Some(true), words(&[card], &["card"])), vec![joined]),
        (find(Some(Category::Cpu), None, words(&[card], &["card"])), vec![]),
        (find(None, None, words(&[], &["it's & | ! :* \\"])), vec![]),
        (find(None, None, words(&[], &[])), vec![]),
    ] {
        let by = if filter.search.is_some() { None } else { Some("name") };
        assert_eq!(names(&db, &filter, by, false).await, found, "{filter:?}");
    }
}
