//! Loads the input of a matcher run: words and numbers of the whole catalogue, and all products and offers of one
//! category at a time.

use std::collections::BTreeMap;

use domain::{
    model::{Category, OfferId, ProductId},
    store::matches::{self, ReassignableOffer},
};
use rustc_hash::FxHashSet;
use sqlx::PgPool;

use super::{
    Candidate, Catalogue, TermStatistics, decide::map_in_parallel, item::part_number_keys,
    stored_items::product_item,
};

/// Number of products or offers read at a time.
const ROWS_PER_QUERY: i64 = 2_000;

/// Words of the whole catalogue and of all titles, over all categories.
pub(super) struct CatalogueWords {
    /// Words of all names and titles, and all part numbers; nothing about siblings yet.
    pub(super) statistics: TermStatistics,
    /// Products that no run changes.
    pub(super) fixed: FxHashSet<ProductId>,
}

/// Offers of a category, ordered by retailer, then by the retailer's own id.
pub(super) struct CategoryOffers {
    pub(super) reassignable: Vec<ReassignableOffer>,
    /// Offers whose product no run changes.
    pub(super) fixed: Vec<ReassignableOffer>,
    /// Products that reassignable offers belong to now and lose at the start of the run, by the index of the offer.
    pub(super) vacated_products: BTreeMap<u32, ProductId>,
}

/// Reads the words of all names and titles, and the part numbers of all fixed products.
pub(super) async fn load_catalogue_words(db: &PgPool) -> sqlx::Result<CatalogueWords> {
    let mut words = CatalogueWords { statistics: TermStatistics::default(), fixed: FxHashSet::default() };
    let mut names: Vec<String> = Vec::new();
    let mut after = ProductId(uuid::Uuid::nil());
    loop {
        let products = matches::list_fixed_names(db, after, ROWS_PER_QUERY).await?;
        let Some(last) = products.last() else { break };
        after = last.id;
        for product in products {
            words.fixed.insert(product.id);
            words.statistics.add_text(&product.name);
            part_number_keys(product.category, &product.part_numbers)
                .for_each(|key| words.statistics.add_part_number(&key));
            names.push(product.name);
        }
    }
    words.statistics.forget_model_names(names.iter().map(String::as_str));
    let mut after = OfferId(uuid::Uuid::nil());
    loop {
        let titles = matches::list_titles(db, after, ROWS_PER_QUERY).await?;
        let Some((last, _)) = titles.last() else { return Ok(words) };
        after = *last;
        titles.iter().for_each(|(_, title)| words.statistics.add_text(title));
    }
}

/// Reads the products of a category, and learns which words tell them apart.
pub(super) async fn load_catalogue(
    db: &PgPool,
    category: Category,
    words: &CatalogueWords,
) -> anyhow::Result<Catalogue> {
    let mut products: Vec<Candidate> = Vec::new();
    let mut after = ProductId(uuid::Uuid::nil());
    loop {
        let batch = matches::list_fixed_products(db, category, after, ROWS_PER_QUERY).await?;
        let Some(last) = batch.last() else { break };
        after = last.id;
        let statistics = words.statistics.clone();
        let ready = tokio::task::spawn_blocking(move || {
            map_in_parallel(&batch, |_, product| Candidate {
                id: product.id,
                item: product_item(product, &statistics),
                has_offer: product.sold,
            })
        });
        products.extend(ready.await?);
    }
    let mut statistics = words.statistics.clone();
    statistics.learn_siblings(products.iter().map(|product| &product.item));
    let mut catalogue = Catalogue::new(statistics);
    products.into_iter().for_each(|product| catalogue.add(product));
    Ok(catalogue)
}

/// Reads the offers of a category; `None` where none is reassignable.
///
/// A reassignable offer loses its product in two cases:
/// 1. Its product is fixed. Every run decides about such offers anew, so that the outcome does not depend on the order
///    in which retailers were crawled.
/// 2. This run has given its product to offers of another category.
pub(super) async fn load_offers(
    db: &PgPool,
    category: Category,
    fixed_products: &FxHashSet<ProductId>,
    assigned: &FxHashSet<ProductId>,
) -> sqlx::Result<Option<CategoryOffers>> {
    let mut reassignable = Vec::new();
    while let Some(batch) =
        next(matches::list_reassignable(db, category, after(&reassignable), ROWS_PER_QUERY).await?)
    {
        reassignable.extend(batch);
    }
    if reassignable.is_empty() {
        return Ok(None);
    }
    let mut fixed = Vec::new();
    while let Some(batch) =
        next(matches::list_fixed_offers(db, category, after(&fixed), ROWS_PER_QUERY).await?)
    {
        fixed.extend(batch);
    }
    for list in [&mut reassignable, &mut fixed] {
        list.sort_by(|one, other| {
            (&one.retailer, &one.external_id).cmp(&(&other.retailer, &other.external_id))
        });
    }
    let mut vacated_products = BTreeMap::new();
    for (index, offer) in (0_u32..).zip(&mut reassignable) {
        let is_vacated =
            |product: &mut ProductId| fixed_products.contains(product) || assigned.contains(product);
        vacated_products.extend(offer.product_id.take_if(is_vacated).map(|product| (index, product)));
    }
    Ok(Some(CategoryOffers { reassignable, fixed, vacated_products }))
}

fn after(offers: &[ReassignableOffer]) -> OfferId {
    offers.last().map_or(OfferId(uuid::Uuid::nil()), |offer| offer.id)
}

fn next(batch: Vec<ReassignableOffer>) -> Option<Vec<ReassignableOffer>> {
    (!batch.is_empty()).then_some(batch)
}
