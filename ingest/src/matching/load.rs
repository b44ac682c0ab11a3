//! Loads the input of a matcher run: words and numbers of the whole catalogue, and all products and offers of one
//! category at a time.

use std::collections::BTreeMap;

use domain::{
    model::{Category, OfferId, ProductId},
    store::matches::{self, FreeOffer},
};
use rustc_hash::FxHashSet;
use sqlx::PgPool;

use super::{
    Candidate, Catalogue, TermStatistics, decide::map_in_parallel, item::part_number_keys,
    stored_items::product_item,
};

/// Number of products or offers read at a time.
const BATCH: i64 = 2_000;

/// Data about all categories together.
pub(super) struct MarketWords {
    /// Words of all names and titles, and all part numbers; nothing about siblings yet.
    pub(super) statistics: TermStatistics,
    /// Products that no run changes.
    pub(super) fixed: FxHashSet<ProductId>,
}

/// Offers of a category, ordered by retailer, then by the retailer's own id.
pub(super) struct CategoryOffers {
    pub(super) free: Vec<FreeOffer>,
    /// Offers whose page no run changes.
    pub(super) bound: Vec<FreeOffer>,
    /// Pages that free offers currently are on without a right to stay, by the index of the offer.
    pub(super) left_pages: BTreeMap<u32, ProductId>,
}

/// Reads the words of all names and titles, and the part numbers of all fixed products.
pub(super) async fn load_market(db: &PgPool) -> sqlx::Result<MarketWords> {
    let mut market = MarketWords { statistics: TermStatistics::default(), fixed: FxHashSet::default() };
    let mut after = ProductId(uuid::Uuid::nil());
    loop {
        let names = matches::list_fixed_names(db, after, BATCH).await?;
        let Some(last) = names.last() else { break };
        after = last.id;
        for product in &names {
            market.fixed.insert(product.id);
            market.statistics.add_text(&product.name);
            part_number_keys(product.category, &product.part_numbers)
                .for_each(|key| market.statistics.add_part_number(&key));
        }
    }
    let mut after = OfferId(uuid::Uuid::nil());
    loop {
        let titles = matches::list_titles(db, after, BATCH).await?;
        let Some((last, _)) = titles.last() else { return Ok(market) };
        after = *last;
        titles.iter().for_each(|(_, title)| market.statistics.add_text(title));
    }
}

/// Reads the products of a category, and learns which words tell them apart.
pub(super) async fn load_catalogue(
    db: &PgPool,
    category: Category,
    market: &MarketWords,
) -> anyhow::Result<Catalogue> {
    let mut products: Vec<Candidate> = Vec::new();
    let mut after = ProductId(uuid::Uuid::nil());
    loop {
        let batch = matches::list_fixed_products(db, category, after, BATCH).await?;
        let Some(last) = batch.last() else { break };
        after = last.id;
        let ready = tokio::task::spawn_blocking(move || {
            map_in_parallel(&batch, |_, product| Candidate {
                id: product.id,
                item: product_item(product),
                sold: product.sold,
            })
        });
        products.extend(ready.await?);
    }
    let mut statistics = market.statistics.clone();
    statistics.learn_siblings(products.iter().map(|product| &product.item));
    let mut catalogue = Catalogue::new(statistics);
    products.into_iter().for_each(|product| catalogue.add(product));
    Ok(catalogue)
}

/// Reads the offers of a category; `None` where none is free.
///
/// A free offer loses its page in two cases. On a fixed product, so that every run decides anew and the order in
/// which retailers were crawled leaves no trace; and on a page that this run has given to offers of another category.
pub(super) async fn load_offers(
    db: &PgPool,
    category: Category,
    fixed: &FxHashSet<ProductId>,
    assigned: &FxHashSet<ProductId>,
) -> sqlx::Result<Option<CategoryOffers>> {
    let mut free = Vec::new();
    while let Some(batch) = next(matches::list_free(db, category, after(&free), BATCH).await?) {
        free.extend(batch);
    }
    if free.is_empty() {
        return Ok(None);
    }
    let mut bound = Vec::new();
    while let Some(batch) = next(matches::list_fixed(db, category, after(&bound), BATCH).await?) {
        bound.extend(batch);
    }
    for list in [&mut free, &mut bound] {
        list.sort_by(|one, other| {
            (&one.retailer, &one.external_id).cmp(&(&other.retailer, &other.external_id))
        });
    }
    let mut left_pages = BTreeMap::new();
    for (place, offer) in (0_u32..).zip(&mut free) {
        let leaves = |page: &mut ProductId| fixed.contains(page) || assigned.contains(page);
        left_pages.extend(offer.product_id.take_if(leaves).map(|page| (place, page)));
    }
    Ok(Some(CategoryOffers { free, bound, left_pages }))
}

fn after(offers: &[FreeOffer]) -> OfferId {
    offers.last().map_or(OfferId(uuid::Uuid::nil()), |offer| offer.id)
}

fn next(batch: Vec<FreeOffer>) -> Option<Vec<FreeOffer>> {
    (!batch.is_empty()).then_some(batch)
}
