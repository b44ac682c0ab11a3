//! Plans a run of the matcher, before anything is stored: pure.

use std::collections::{BTreeMap, BTreeSet};

use domain::{config::Matching, model::ProductId, store::matches::FreeOffer};

use super::{
    Candidate, Catalogue, Item,
    cluster::{Clusters, Doubt},
    decide::{Decision, Node, Rejected, decide_all, group_offers, map_in_parallel},
    grouped_products::{self, Page},
    load::CategoryOffers,
    stored_items::offer_item,
};

/// All results of a run for one category. Offers are named by their indices.
pub(super) struct Plan {
    pub(super) catalogue: Catalogue,
    /// Ordered by retailer, then by the retailer's own id.
    pub(super) offers: Vec<FreeOffer>,
    pub(super) items: Vec<Item>,
    /// Offers that move to a product's page, each with the product and the confidence.
    pub(super) linked: Vec<(u32, ProductId, f64)>,
    pub(super) pages: Vec<Page>,
    pub(super) asked: Vec<Question>,
}

/// An offer and a product or page that it may match, for an administrator to decide.
pub(super) struct Question {
    pub(super) offer: u32,
    pub(super) about: QuestionTarget,
    pub(super) confidence: f64,
}

/// The candidate of a question.
pub(super) enum QuestionTarget {
    Product(ProductId),
    /// The page of another group, and the index of an offer on it.
    Page(ProductId, u32),
}

/// Decides about all free offers of a category; `catalogue` holds the category's products.
pub(super) fn build(
    catalogue: Catalogue,
    offers: CategoryOffers,
    rejected: &Rejected,
    policy: &Matching,
) -> Plan {
    let CategoryOffers { free: offers, bound, left_pages } = offers;
    let items: Vec<Item> =
        map_in_parallel(&offers, |_, offer| catalogue.complete(offer_item(offer, &catalogue)));
    let pairs: Vec<(&FreeOffer, &Item)> = offers.iter().zip(&items).collect();
    let decisions = decide_all(&catalogue, &pairs, rejected, policy);
    let mut linked: Vec<(u32, ProductId, f64)> = (0_u32..)
        .zip(&decisions)
        .filter_map(|(place, decision)| {
            decision.link.map(|(product, confidence)| (place, product, confidence))
        })
        .collect();
    let among =
        Among::new(&catalogue, &offers, &items, &bound, &linked, &likely_products(&decisions, policy));
    let Clusters { groups, doubts } = group_offers(&among.things, &among.nodes, rejected, policy);

    let mut of_no_product = Vec::new();
    let mut page_of_group: BTreeMap<usize, usize> = BTreeMap::new();
    let mut product_of_group: BTreeMap<usize, ProductId> = BTreeMap::new();
    for (number, members) in groups.into_iter().enumerate() {
        let product = members.iter().find_map(|place| among.product(*place));
        let free: Vec<u32> = members.into_iter().filter(|place| (*place as usize) < offers.len()).collect();
        match product {
            Some(product) => {
                product_of_group.insert(number, product);
                let new = free.into_iter().filter(|place| among.product(*place).is_none());
                linked.extend(new.map(|place| (place, product, policy.join_offers_from)));
            }
            None => {
                page_of_group.insert(number, of_no_product.len());
                of_no_product.push(free);
            }
        }
    }
    let pages = grouped_products::assign_pages(of_no_product, &offers);
    let mut asked = ask_about_products(&pages, &decisions, policy);
    asked.extend(
        doubts.iter().filter_map(|doubt| ask_about_doubt(doubt, &pages, &page_of_group, &product_of_group)),
    );
    let asked = surest_of_each_page(asked, &pages, policy.asked_at_once);
    linked.retain(|(place, product, _)| left_pages.get(place) != Some(product));
    Plan { catalogue, offers, items, linked, pages, asked }
}

/// Returns products that an offer likely matches although no stated identifier links them. They take part in the
/// grouping with the offers, where a name alone joins only what cannot be siblings.
fn likely_products(decisions: &[Decision], policy: &Matching) -> Vec<ProductId> {
    let likeliest = decisions.iter().filter_map(|decision| decision.ask.first());
    likeliest.filter(|(_, confidence)| *confidence >= policy.link_from).map(|(product, _)| *product).collect()
}

/// The entries of the grouping: the free offers (at their own indices), then the offers of fixed
/// products, then those products.
struct Among {
    things: Catalogue<u32>,
    nodes: Vec<Node>,
    products: Vec<ProductId>,
}

impl Among {
    fn new(
        catalogue: &Catalogue,
        offers: &[FreeOffer],
        items: &[Item],
        bound: &[FreeOffer],
        linked: &[(u32, ProductId, f64)],
        likely: &[ProductId],
    ) -> Among {
        let of_link: BTreeMap<u32, ProductId> =
            linked.iter().map(|(place, product, _)| (*place, *product)).collect();
        let used = of_link
            .values()
            .copied()
            .chain(bound.iter().filter_map(|offer| offer.product_id))
            .chain(likely.iter().copied());
        let used: BTreeSet<ProductId> = used.filter(|product| catalogue.find(*product).is_some()).collect();
        let products: Vec<ProductId> = used.into_iter().collect();
        let number = |product: ProductId| -> Option<u32> {
            products.binary_search(&product).ok().and_then(|number| u32::try_from(number).ok())
        };
        let node = |offer: &FreeOffer, product: Option<ProductId>| Node {
            offer: Some(offer.id),
            retailer: Some(offer.retailer.clone()),
            page: offer.product_id,
            label: product.and_then(number),
        };
        let mut things: Catalogue<u32> = Catalogue::new(catalogue.statistics().clone());
        let mut nodes = Vec::new();
        let mut add = |item: Item, node: Node| {
            let id = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
            things.add(Candidate { id, item, sold: true });
            nodes.push(node);
        };
        for ((place, offer), item) in (0_u32..).zip(offers).zip(items) {
            add(item.clone(), node(offer, of_link.get(&place).copied()));
        }
        let bound_items = map_in_parallel(bound, |_, offer| catalogue.complete(offer_item(offer, catalogue)));
        for (offer, item) in bound.iter().zip(bound_items) {
            add(item, node(offer, offer.product_id));
        }
        for product in &products {
            if let Some(known) = catalogue.find(*product) {
                let label = number(*product);
                add(known.item.clone(), Node { offer: None, retailer: None, page: Some(*product), label });
            }
        }
        Among { things, nodes, products }
    }

    /// Returns the product that an entry is, or that its offer matches.
    fn product(&self, place: u32) -> Option<ProductId> {
        let label = self.nodes.get(place as usize)?.label?;
        self.products.get(label as usize).copied()
    }
}

/// Builds the question about two groups that may be the same product: two pages, or a page and a product.
fn ask_about_doubt(
    doubt: &Doubt,
    pages: &[Page],
    page_of_group: &BTreeMap<usize, usize>,
    product_of_group: &BTreeMap<usize, ProductId>,
) -> Option<Question> {
    let page = |group: usize| page_of_group.get(&group).and_then(|page| pages.get(*page));
    let edge = (doubt.edge.left, doubt.edge.right);
    let (left, right) = (page(doubt.left_group), page(doubt.right_group));
    match (left, right) {
        (Some(left), Some(right)) => ask_about_page(left, right, edge, doubt.edge.confidence),
        (Some(page), None) | (None, Some(page)) => {
            let offer = if page.members.contains(&edge.0) { edge.0 } else { edge.1 };
            let other = if left.is_some() { doubt.right_group } else { doubt.left_group };
            let about = QuestionTarget::Product(*product_of_group.get(&other)?);
            Some(Question { offer, about, confidence: doubt.edge.confidence })
        }
        (None, None) => None,
    }
}

/// Asks whether the smaller page is the same product as the larger one, by their two most similar offers.
fn ask_about_page(left: &Page, right: &Page, edge: (u32, u32), confidence: f64) -> Option<Question> {
    let (of_left, of_right) = if left.members.contains(&edge.0) { edge } else { (edge.1, edge.0) };
    let (offer, page, member) = if left.members.len() < right.members.len() {
        (of_left, right.id, of_right)
    } else {
        (of_right, left.id, of_left)
    };
    Some(Question { offer, about: QuestionTarget::Page(page, member), confidence })
}

/// Returns for each page the products that its offers may match, each once, with the offer of the highest confidence.
fn ask_about_products(pages: &[Page], decisions: &[Decision], policy: &Matching) -> Vec<Question> {
    let mut asked = Vec::new();
    for page in pages {
        let mut surest: BTreeMap<ProductId, (u32, f64)> = BTreeMap::new();
        for place in &page.members {
            let Some(decision) = decisions.get(*place as usize) else { continue };
            for (product, confidence) in &decision.ask {
                let best = surest.entry(*product).or_insert((*place, *confidence));
                if best.1 < *confidence {
                    *best = (*place, *confidence);
                }
            }
        }
        let mut surest: Vec<_> = surest.into_iter().collect();
        surest.sort_by(|one, other| other.1.1.total_cmp(&one.1.1).then(one.0.cmp(&other.0)));
        surest.truncate(policy.asked_at_once);
        asked.extend(surest.into_iter().map(|(product, (offer, confidence))| Question {
            offer,
            about: QuestionTarget::Product(product),
            confidence,
        }));
    }
    asked
}

/// Keeps at most `most` questions of each page, those of the highest confidence.
fn surest_of_each_page(mut asked: Vec<Question>, pages: &[Page], most: usize) -> Vec<Question> {
    let page_of: BTreeMap<u32, usize> = pages
        .iter()
        .enumerate()
        .flat_map(|(number, page)| page.members.iter().map(move |place| (*place, number)))
        .collect();
    asked.sort_by(|one, other| other.confidence.total_cmp(&one.confidence).then(one.offer.cmp(&other.offer)));
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    asked.retain(|question| {
        let Some(page) = page_of.get(&question.offer) else { return false };
        let count = counts.entry(*page).or_default();
        *count += 1;
        *count <= most
    });
    asked
}
