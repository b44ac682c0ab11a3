//! The joins of the stored catalogue, for an operator who checks whether they are right.
//!
//! A page of several offers hangs together by pairs: two offers, or an offer and the record of a reference. Of all pairs of
//! a page, the joins are the strongest ones that connect everything, as many as there are offers besides the first (a
//! maximum spanning tree). So where two pairs of twins share a page, the one link between them is listed with its own low
//! confidence, however sure the matcher is of each twin.
//!
//! The confidence is that of the grouping (`decide.rs`), computed anew by the present tables and trees. A pair that a veto
//! rules out today has 0: a key, an earlier run or an administrator joined the two.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    config::Matching,
    model::{Category, Evidence, Fils, MatchedBy, OfferId, ProductId},
    store::matches::{self, JoinedOffer, JoinedProduct, ReassignableOffer},
};
use sha2::{Digest, Sha256};
use sqlx::PgPool;

use super::{
    Candidate, Catalogue, Item,
    cluster::Edge,
    compare::{compare, explain_pair},
    decide::{GroupingEntry, RejectedPairs, compare_entries, listed_apart, map_in_parallel},
    load,
    one_retailer::Distinction,
    stored_items::{offer_item, product_item},
};

/// Number of offers read at a time.
const OFFERS_PER_QUERY: i64 = 2_000;

/// An offer of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageOffer {
    pub id: OfferId,
    pub title: String,
    pub retailer: String,
    pub price: Fils,
    pub url: String,
    pub matched_by: MatchedBy,
}

/// An offer of a page, with what holds it there.
#[derive(Debug, Clone, PartialEq)]
pub struct Join {
    pub product_id: ProductId,
    /// The name of the page.
    pub product: String,
    pub category: Category,
    pub offer: PageOffer,
    /// The offer with which it is joined; `None` for the record of a reference.
    pub with: Option<PageOffer>,
    /// 0 to 1.
    pub confidence: f64,
    /// The evidence of the pair, where the product's side is the other offer or the record.
    pub evidence: Vec<Evidence>,
}

/// Returns the joins of all pages that no administrator made, the least sure first.
///
/// # Errors
/// On database errors.
pub async fn list_joins(db: &PgPool, policy: &Matching) -> anyhow::Result<Vec<Join>> {
    list_joins_of(db, policy, None).await
}

/// Returns the joins of one page, those that an administrator made included, the least sure first.
///
/// # Errors
/// On database errors.
pub async fn list_page_joins(
    db: &PgPool,
    policy: &Matching,
    category: Category,
    product: ProductId,
) -> anyhow::Result<Vec<Join>> {
    list_joins_of(db, policy, Some((category, product))).await
}

async fn list_joins_of(
    db: &PgPool,
    policy: &Matching,
    only: Option<(Category, ProductId)>,
) -> anyhow::Result<Vec<Join>> {
    let words = load::load_catalogue_words(db).await?;
    let mut joins: Vec<Join> = Vec::new();
    let is_wanted = |category: &Category| {
        *category != Category::Other && only.is_none_or(|(wanted, _)| wanted == *category)
    };
    for category in Category::ALL.into_iter().filter(is_wanted) {
        let mut offers = load_offers(db, category).await?;
        offers.retain(|offer| only.is_none_or(|(_, product)| product == offer.product_id));
        if offers.is_empty() {
            continue;
        }
        let ids: BTreeSet<ProductId> = offers.iter().map(|offer| offer.product_id).collect();
        let ids: Vec<ProductId> = ids.into_iter().collect();
        let products = matches::find_joined_products(db, &ids).await?;
        let catalogue = load::load_catalogue(db, category, &words).await?;
        let policy = *policy;
        let found = tokio::task::spawn_blocking(move || find_joins(&catalogue, &offers, &products, &policy));
        joins.extend(found.await?);
    }
    if only.is_none() {
        joins.retain(|join| !is_decided(join));
    }
    sort(&mut joins);
    Ok(joins)
}

/// Whether an administrator made the join: both sides are where somebody put them.
fn is_decided(join: &Join) -> bool {
    let by_hand = |offer: &PageOffer| offer.matched_by == MatchedBy::Admin;
    by_hand(&join.offer) && join.with.as_ref().is_none_or(by_hand)
}

fn sort(joins: &mut [Join]) {
    joins.sort_by(|one, other| {
        one.confidence.total_cmp(&other.confidence).then(one.offer.id.cmp(&other.offer.id))
    });
}

/// Draws `size` joins, the same ones for the same seed and joins, whatever their order; the least sure first.
pub fn sample(mut joins: Vec<Join>, size: usize, seed: u64) -> Vec<Join> {
    joins.sort_by_cached_key(|join| {
        let mut digest = Sha256::new();
        digest.update(seed.to_le_bytes());
        digest.update(join.offer.id.0.as_bytes());
        digest.update(join.product_id.0.as_bytes());
        digest.finalize()
    });
    joins.truncate(size);
    sort(&mut joins);
    joins
}

async fn load_offers(db: &PgPool, category: Category) -> sqlx::Result<Vec<JoinedOffer>> {
    let mut offers: Vec<JoinedOffer> = Vec::new();
    loop {
        let after = offers.last().map_or(OfferId(uuid::Uuid::nil()), |last| last.offer.id);
        let batch = matches::list_joined_offers(db, category, after, OFFERS_PER_QUERY).await?;
        if batch.is_empty() {
            return Ok(offers);
        }
        offers.extend(batch);
    }
}

/// Side of a pair: an offer, or a record of a reference.
enum Side<'a> {
    Offer(&'a JoinedOffer),
    Record,
}

fn find_joins(
    catalogue: &Catalogue,
    offers: &[JoinedOffer],
    products: &[JoinedProduct],
    policy: &Matching,
) -> Vec<Join> {
    let mut entries: Catalogue<u32> = Catalogue::new(catalogue.statistics().clone());
    let mut grouping_entries: Vec<GroupingEntry> = Vec::new();
    let mut sides: Vec<Side<'_>> = Vec::new();
    let mut pages: BTreeMap<ProductId, Vec<u32>> = BTreeMap::new();
    let mut add = |item: Item, side, product: ProductId, offer: Option<&ReassignableOffer>| {
        let index = u32::try_from(grouping_entries.len()).unwrap_or(u32::MAX);
        entries.add(Candidate { id: index, item, has_offer: true });
        grouping_entries.push(GroupingEntry {
            offer: None,
            retailer: offer.map(|offer| offer.retailer.clone()),
            price: offer.map(|offer| offer.price),
            product: None,
            product_number: None,
        });
        sides.push(side);
        pages.entry(product).or_default().push(index);
    };
    // The record of a page comes before its offers.
    for joined in products.iter().filter(|joined| joined.is_of_reference) {
        add(product_item(&joined.product, catalogue.statistics()), Side::Record, joined.product.id, None);
    }
    let items = map_in_parallel(offers, |_, joined| {
        catalogue.add_implied_facts(offer_item(&joined.offer, catalogue))
    });
    for (joined, item) in offers.iter().zip(items) {
        add(item, Side::Offer(joined), joined.product_id, Some(&joined.offer));
    }
    let rejected = RejectedPairs::new();
    let confidence = |one: u32, other: u32| {
        compare_entries(&entries, &grouping_entries, &rejected, policy, one.min(other), one.max(other))
            .map_or(0.0, |result| result.confidence)
    };
    let names: BTreeMap<ProductId, &JoinedProduct> =
        products.iter().map(|joined| (joined.product.id, joined)).collect();
    let mut joins = Vec::new();
    for (product, members) in &pages {
        let Some(page) = names.get(product) else { continue };
        let tree = strongest_tree(members, confidence);
        joins.extend(
            (0..tree.len())
                .filter_map(|place| describe(page, &tree, place, &sides, (&entries, &grouping_entries))),
        );
    }
    joins
}

/// Returns the pairs of a maximum spanning tree: each connects one more member (`right`) with the members before it, by
/// the pair of the highest confidence.
fn strongest_tree(members: &[u32], confidence: impl Fn(u32, u32) -> f64) -> Vec<Edge> {
    let Some((first, rest)) = members.split_first() else { return Vec::new() };
    let edge = |left: u32, right: u32| Edge { left, right, confidence: confidence(left, right) };
    let mut open: Vec<Edge> = rest.iter().map(|member| edge(*first, *member)).collect();
    let mut tree = Vec::with_capacity(open.len());
    // Of equal pairs the first member is taken.
    while let Some(place) = (0..open.len()).reduce(|best, place| {
        let is_better = open[place].confidence > open[best].confidence;
        if is_better { place } else { best }
    }) {
        let taken = open.remove(place);
        for candidate in &mut open {
            let other = edge(taken.right, candidate.right);
            if other.confidence > candidate.confidence {
                *candidate = other;
            }
        }
        tree.push(taken);
    }
    tree
}

/// Returns the number of members that stay connected with one when a pair of the tree is taken away.
fn count_connected(tree: &[Edge], without: usize, member: u32) -> usize {
    let mut connected = vec![member];
    let mut place = 0;
    while let Some(member) = connected.get(place).copied() {
        place += 1;
        for (_, edge) in tree.iter().enumerate().filter(|(index, _)| *index != without) {
            let neighbour = match (edge.left == member, edge.right == member) {
                (true, _) => edge.right,
                (_, true) => edge.left,
                _ => continue,
            };
            if !connected.contains(&neighbour) {
                connected.push(neighbour);
            }
        }
    }
    connected.len()
}

/// Describes a pair of the tree. It divides the page in two: the offer is that of the smaller part, which would have to go.
fn describe(
    page: &JoinedProduct,
    tree: &[Edge],
    place: usize,
    sides: &[Side<'_>],
    (entries, grouping_entries): (&Catalogue<u32>, &[GroupingEntry]),
) -> Option<Join> {
    let edge = tree.get(place)?;
    let side = |index: u32| sides.get(index as usize);
    let (mut offer, mut other) = (edge.right, edge.left);
    if count_connected(tree, place, other) < count_connected(tree, place, offer)
        && matches!(side(other), Some(Side::Offer(_)))
    {
        std::mem::swap(&mut offer, &mut other);
    }
    // Somebody put the one offer here by hand: the other one is to be checked.
    if let (Some(Side::Offer(one)), Some(Side::Offer(two))) = (side(offer), side(other))
        && one.matched_by == MatchedBy::Admin
        && two.matched_by != MatchedBy::Admin
    {
        std::mem::swap(&mut offer, &mut other);
    }
    let Side::Offer(joined) = side(offer)? else { return None };
    let (item, other_item) = (&entries.get(offer).item, &entries.get(other).item);
    let mut evidence = explain_pair(item, other_item, entries.statistics());
    if !compare(item, other_item, entries.statistics()).shares_number {
        let listing = |index: u32, item| (item, &grouping_entries[index as usize]);
        let apart = listed_apart(listing(offer, item), listing(other, other_item));
        evidence.extend(apart.map(Distinction::evidence));
    }
    Some(Join {
        product_id: page.product.id,
        product: page.product.name.clone(),
        category: page.product.category,
        offer: page_offer(joined),
        with: match side(other)? {
            Side::Offer(other) => Some(page_offer(other)),
            Side::Record => None,
        },
        confidence: edge.confidence,
        evidence,
    })
}

fn page_offer(joined: &JoinedOffer) -> PageOffer {
    let offer = &joined.offer;
    PageOffer {
        id: offer.id,
        title: offer.title_en.as_ref().or(offer.title_ar.as_ref()).cloned().unwrap_or_default(),
        retailer: offer.retailer.clone(),
        price: offer.price,
        url: joined.url.clone(),
        matched_by: joined.matched_by,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(members: &[u32], pairs: &[(u32, u32, f64)]) -> Vec<(u32, u32, f64)> {
        let confidence = |one: u32, other: u32| {
            let wanted = (one.min(other), one.max(other));
            pairs.iter().find(|(left, right, _)| (*left, *right) == wanted).map_or(0.0, |pair| pair.2)
        };
        strongest_tree(members, confidence)
            .into_iter()
            .map(|edge| (edge.left, edge.right, edge.confidence))
            .collect()
    }

    #[test]
    fn link_between_two_pairs_of_twins_is_listed() {
        let pairs = [(0, 1, 0.99), (2, 3, 0.98), (0, 2, 0.2), (1, 3, 0.6), (0, 3, 0.1), (1, 2, 0.3)];
        assert_eq!(tree(&[0, 1, 2, 3], &pairs), [(0, 1, 0.99), (1, 3, 0.6), (3, 2, 0.98)]);
    }

    #[test]
    fn smaller_part_of_a_page_is_the_one_to_go() {
        let edge = |left, right| Edge { left, right, confidence: 0.5 };
        let tree = [edge(0, 1), edge(1, 2), edge(1, 3)];
        let parts = |place: usize, one, other| {
            (count_connected(&tree, place, one), count_connected(&tree, place, other))
        };
        assert_eq!((parts(0, 0, 1), parts(2, 1, 3)), ((1, 3), (3, 1)));
    }

    #[test]
    fn page_of_one_offer_has_no_join() {
        assert!(tree(&[], &[]).is_empty() && tree(&[7], &[]).is_empty());
        assert_eq!(tree(&[4, 7], &[(4, 7, 0.7)]), [(4, 7, 0.7)]);
    }

    #[test]
    fn sample_depends_on_the_seed_alone() {
        let join = |number: u128| Join {
            product_id: ProductId(uuid::Uuid::from_u128(number)),
            product: String::new(),
            category: Category::Gpu,
            offer: PageOffer {
                id: OfferId(uuid::Uuid::from_u128(number)),
                title: String::new(),
                retailer: String::new(),
                price: Fils(0),
                url: String::new(),
                matched_by: MatchedBy::Matcher,
            },
            with: None,
            confidence: 0.5,
            evidence: Vec::new(),
        };
        let joins: Vec<Join> = (0..100).map(join).collect();
        let reversed: Vec<Join> = joins.iter().rev().cloned().collect();
        let drawn = sample(joins.clone(), 10, 1);
        assert_eq!(drawn.len(), 10);
        assert_eq!(drawn, sample(reversed, 10, 1));
        assert_ne!(drawn, sample(joins, 10, 2));
    }
}
