//! The outcome of the matcher does not depend on the order in which retailers are crawled, and a
//! second run changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use demo::{Catalogue, ShopKind};
use domain::model::OfferDraft;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use sqlx::PgPool;

use crate::{
    demo_server::{DemoRetailers, import_reference},
    matcher_fixtures::{match_all, shop, store},
    sample_offers::{draft, forget_offers},
};

/// One listing of the demo retailers in this many becomes an offer.
const EVERY: usize = 5;
/// Number of random orders to try.
const ORDERS: u64 = 3;
/// Maximum number of offers of a thousand that may share a page with other offers than in the first order.
const MAX_MOVED_PER_MILLE: usize = 5;

/// Returns the offers of each shop, as a crawl would store them.
fn shops(catalogue: &Catalogue, street: &DemoRetailers) -> BTreeMap<&'static str, Vec<OfferDraft>> {
    let mut shops: BTreeMap<&'static str, Vec<OfferDraft>> = BTreeMap::new();
    for kind in ShopKind::ALL {
        let file = street.file(kind);
        let listings = catalogue.truth().into_iter().filter(|listing| listing.retailer == kind.slug());
        let titles: BTreeSet<String> = listings.step_by(EVERY).map(|listing| listing.title).collect();
        shops.insert(kind.slug(), titles.iter().filter_map(|title| draft(title, &file)).collect());
    }
    shops
}

/// Returns each offer with the offers of its page.
async fn offers_by_page(db: &PgPool) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let pages: Vec<Vec<String>> = sqlx::query_scalar(
        "select array_agg(external_id order by external_id) from offer group by coalesce(product_id, id)",
    )
    .fetch_all(db)
    .await?;
    let of_page = |page: Vec<String>| page.clone().into_iter().map(move |offer| (offer, page.clone()));
    Ok(pages.into_iter().flat_map(of_page).collect())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn random_retailer_orders_give_the_same_pages(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    let shops = shops(&street.world.catalogue, &street);
    for (slug, drafts) in &shops {
        store(&db, shop(&db, slug).await, drafts).await;
    }
    match_all(&db).await;
    let first = offers_by_page(&db).await?;
    assert!(first.len() > 400, "{} offers", first.len());
    let again = match_all(&db).await;
    assert_eq!((again.matched, again.created), (0, 0), "a second run changes nothing");

    for order in 0..ORDERS {
        forget_offers(&db).await?;
        let mut shuffled: Vec<&str> = shops.keys().copied().collect();
        shuffled.shuffle(&mut StdRng::seed_from_u64(order));
        for slug in &shuffled {
            store(&db, shop(&db, slug).await, &shops[slug]).await;
            match_all(&db).await;
        }
        let other = offers_by_page(&db).await?;
        let moved: Vec<&String> = first
            .iter()
            .filter(|(offer, page)| other.get(*offer) != Some(*page))
            .map(|(offer, _)| offer)
            .collect();
        assert!(
            moved.len() * 1000 <= first.len() * MAX_MOVED_PER_MILLE,
            "{} of {} in the order {shuffled:?}: {moved:#?}",
            moved.len(),
            first.len()
        );
    }
    Ok(())
}
