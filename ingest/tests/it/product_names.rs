//! Names of the products that the demo retailers' offers make.

use std::collections::BTreeMap;

use demo::ShopKind;
use domain::{
    config::Config,
    model::{Category, keys::fold::Folded},
    store::sources,
};
use ingest::matching;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    demo_server::{DemoRetailers, context, crawl_all, import_reference},
    matcher_fixtures::{mapped_offer, match_all, match_new, shop, store},
    stored_data::number,
};

/// Maximum number of names that several products have, because their titles say the same. To become zero.
const MAX_SHARED: usize = 3;

/// Names and categories of the products made of offers.
async fn names(db: &PgPool) -> sqlx::Result<Vec<(String, Category)>> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "select name, category from product where source = $1 and removed_at is null order by name, id",
    )
    .bind(sources::RETAILERS)
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|(name, category)| (name, category.parse().expect("a category"))).collect())
}

/// Returns what of a title does not belong to a name.
fn find_fault(name: &str, category: Category) -> Option<&'static str> {
    let folded = Folded::new(name);
    let text = folded.window(0, folded.len());
    let has = |phrase: &str| format!(" {text} ").contains(&format!(" {phrase} "));
    let kind = Folded::new(category.label_en());
    let kinds = kind.iter().map(|word| word.trim_end_matches('s'));
    let count = |word: &str| folded.iter().filter(|other| other.trim_end_matches('s') == word).count();
    if name.chars().any(|letter| matches!(letter, '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}')) {
        return Some("Arabic letters");
    }
    if name.contains(['|', '*', '…']) {
        return Some("a sign");
    }
    if ["free", "shipping", "delivery", "kuwait", "warranty", "in stock"].into_iter().any(has) {
        return Some("advertising");
    }
    if ShopKind::ALL.into_iter().any(|shop| has(&shop.names().0.to_lowercase())) {
        return Some("a retailer's name");
    }
    kinds.into_iter().any(|word| count(word) > 1).then_some("the kind twice")
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn names_of_demo_products_have_no_advertising(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    crawl_all(&context(&db), &street.files()).await?;
    matching::run(&db, &Config::load()?, false, &CancellationToken::new(), |_| ()).await?;
    let names = names(&db).await?;
    assert!(names.len() > 50, "{} products", names.len());
    let faults: Vec<(&str, &str)> = names
        .iter()
        .filter_map(|(name, category)| Some((name.as_str(), find_fault(name, *category)?)))
        .collect();
    assert!(faults.is_empty(), "{} of {}: {faults:#?}", faults.len(), names.len());

    let mut counts: BTreeMap<(Category, String), usize> = BTreeMap::new();
    for (name, category) in &names {
        *counts.entry((*category, name.to_lowercase())).or_default() += 1;
    }
    let shared: Vec<_> = counts.iter().filter(|(_, count)| **count > 1).collect();
    assert!(shared.len() <= MAX_SHARED, "{} names of several products: {shared:#?}", shared.len());

    let head = number(&db, "select max(seq) from product_change").await?;
    match_all(&db).await;
    assert_eq!(names, self::names(&db).await?, "a second run changes no name");
    assert_eq!(number(&db, "select max(seq) from product_change").await?, head);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn product_of_an_older_version_gets_its_name_by_the_rule(db: PgPool) -> anyhow::Result<()> {
    let shop = shop(&db, "corner").await;
    let title = "*HOT* Corsair Obsidiana 64GB (2x32GB) DDR5 7200MHz CL34 RAM | Free Shipping";
    store(&db, shop, &[mapped_offer("kit", Category::Ram, title)]).await;
    match_new(&db).await;
    let expected = "Corsair Obsidiana 64GB (2x32GB) DDR5-7200 CL34";
    assert_eq!(names(&db).await?, [(expected.to_owned(), Category::Ram)]);

    sqlx::query("update product set name = $1, facts_digest = null").bind(title).execute(&db).await?;
    match_all(&db).await;
    assert_eq!(names(&db).await?, [(expected.to_owned(), Category::Ram)]);
    Ok(())
}
