//! What a run is going to do, before anything is stored: pure.

use std::collections::BTreeMap;

use domain::{config::Matching, model::ProductId, store::matches::FreeOffer};

use super::{
    Candidate, Catalogue, Item,
    cluster::Clusters,
    decide::{Decision, Rejected, decide_all, group, in_halves},
    pages::{self, Page},
    run::offer_item,
};

/// All that a run found. Offers are named by their places.
pub(super) struct Plan {
    pub(super) catalogue: Catalogue,
    /// In order of content.
    pub(super) offers: Vec<FreeOffer>,
    pub(super) items: Vec<Item>,
    /// Offers that are of a product, and how sure it is.
    pub(super) linked: Vec<(u32, ProductId, f64)>,
    pub(super) pages: Vec<Page>,
    pub(super) asked: Vec<Question>,
}

/// An offer and what it may be of.
pub(super) struct Question {
    pub(super) offer: u32,
    pub(super) about: Asked,
    pub(super) confidence: f64,
}

/// What an offer may be of.
pub(super) enum Asked {
    Product(ProductId),
    /// The page of another group, and an offer of it.
    Page(ProductId, u32),
}

/// Decides about all free offers.
pub(super) fn make(
    catalogue: Catalogue,
    mut offers: Vec<FreeOffer>,
    rejected: &Rejected,
    policy: &Matching,
) -> Plan {
    offers.sort_by(|one, other| (&one.retailer, &one.external_id).cmp(&(&other.retailer, &other.external_id)));
    let items: Vec<Item> = in_halves(&offers, |_, offer| catalogue.complete(offer_item(offer)));
    let pairs: Vec<(&FreeOffer, &Item)> = offers.iter().zip(&items).collect();
    let decisions = decide_all(&catalogue, &pairs, rejected, policy);
    let mut linked = Vec::new();
    let mut left: Vec<u32> = Vec::new();
    for (place, decision) in (0_u32..).zip(&decisions) {
        match decision.link {
            Some((product, confidence)) => linked.push((place, product, confidence)),
            None => left.push(place),
        }
    }
    let mut among: Catalogue<u32> = Catalogue::new(catalogue.statistics().clone());
    for place in &left {
        if let Some(item) = items.get(*place as usize) {
            among.add(Candidate { id: *place, item: item.clone(), sold: true });
        }
    }
    let known: Vec<&FreeOffer> = left.iter().filter_map(|place| offers.get(*place as usize)).collect();
    let Clusters { groups, doubts } = group(&among, &known, rejected, policy);
    let place = |at: u32| left.get(at as usize).copied().unwrap_or_default();
    let groups: Vec<Vec<u32>> =
        groups.into_iter().map(|members| members.into_iter().map(place).collect()).collect();
    let pages = pages::assign_pages(groups, &offers);
    let mut asked = ask_about_products(&pages, &decisions, policy);
    asked.extend(doubts.iter().filter_map(|doubt| {
        let edge = (place(doubt.edge.left), place(doubt.edge.right));
        ask_about_page(pages.get(doubt.left_group)?, pages.get(doubt.right_group)?, edge, doubt.edge.confidence)
    }));
    let asked = surest_of_each_page(asked, &pages, policy.asked_at_once);
    Plan { catalogue, offers, items, linked, pages, asked }
}

/// The smaller page may be the larger one's: asked by the offers that are most alike.
fn ask_about_page(left: &Page, right: &Page, edge: (u32, u32), confidence: f64) -> Option<Question> {
    let (of_left, of_right) = if left.members.contains(&edge.0) { edge } else { (edge.1, edge.0) };
    let (offer, page, member) = if left.members.len() < right.members.len() {
        (of_left, right.id, of_right)
    } else {
        (of_right, left.id, of_left)
    };
    Some(Question { offer, about: Asked::Page(page, member), confidence })
}

/// Of each page the products that its offers may be of, each once, by the offer that is surest.
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
        asked.extend(
            surest.into_iter().map(|(product, (offer, confidence))| Question {
                offer,
                about: Asked::Product(product),
                confidence,
            }),
        );
    }
    asked
}

/// At most so many questions of one page, the surest.
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
