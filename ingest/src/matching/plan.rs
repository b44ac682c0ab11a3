//! Plans what a run of the matcher will store for one category. Pure: nothing here reads or writes the database.

use std::collections::{BTreeMap, BTreeSet};

use domain::{config::Matching, model::ProductId, store::matches::ReassignableOffer};

use super::{
    Candidate, Catalogue, Item,
    cluster::{Clusters, UncertainPair},
    decide::{Decision, GroupingEntry, RejectedPairs, decide_all, group_offers, map_in_parallel},
    grouped_products::{self, GroupedProduct},
    identity::says_enough,
    load::CategoryOffers,
    one_retailer::matches_without_rivals,
    product_names::assign_names,
    stored_items::offer_item,
};

/// All results of a run for one category. Offers are named by their indices.
pub(super) struct Plan {
    pub(super) catalogue: Catalogue,
    /// Ordered by retailer, then by the retailer's own id.
    pub(super) offers: Vec<ReassignableOffer>,
    pub(super) items: Vec<Item>,
    /// Offers that are matched to an existing product, each with the product and the confidence.
    pub(super) matches: Vec<(u32, ProductId, f64)>,
    pub(super) grouped_products: Vec<GroupedProduct>,
    pub(super) questions: Vec<Question>,
    /// Offers that belong to no product: their titles say nothing that tells siblings apart.
    pub(super) waiting: Vec<u32>,
}

/// An offer and a product that it may match, for an administrator to decide.
pub(super) struct Question {
    pub(super) offer: u32,
    pub(super) target: QuestionTarget,
    pub(super) confidence: f64,
}

/// The product that the offer of a question may match.
pub(super) enum QuestionTarget {
    Product(ProductId),
    /// The product of another group, and the index of one of its offers.
    Grouped(ProductId, u32),
}

/// Decides about all reassignable offers of a category; `catalogue` holds the category's products.
pub(super) fn build(
    mut catalogue: Catalogue,
    offers: CategoryOffers,
    rejected: &RejectedPairs,
    policy: &Matching,
) -> Plan {
    let CategoryOffers { reassignable: offers, fixed, vacated_products } = offers;
    let items: Vec<Item> =
        map_in_parallel(&offers, |_, offer| catalogue.add_implied_facts(offer_item(offer, &catalogue)));
    if let Some(category) = offers.first().map(|offer| offer.category) {
        catalogue.learn_descriptions(category, items.iter());
    }
    let pairs: Vec<(&ReassignableOffer, &Item)> = offers.iter().zip(&items).collect();
    let decisions = decide_all(&catalogue, &pairs, rejected, policy);
    let mut matches = matches_without_rivals(&offers, &items, &decisions);
    let input = GroupingInput::new(
        &catalogue,
        &offers,
        &items,
        &fixed,
        &matches,
        &likely_products(&decisions, policy),
    );
    let Clusters { groups, uncertain_pairs, confidences } =
        group_offers(&input.entries, &input.grouping_entries, rejected, policy);

    let says_enough = |index: &u32| {
        items.get(*index as usize).is_some_and(|item| says_enough(item, catalogue.statistics()))
    };
    let sorted = sort_groups(groups, &input, offers.len(), says_enough);
    let confidence = |index: u32| confidences.get(index as usize).copied().unwrap_or_default();
    matches.extend(sorted.added.iter().map(|(index, product)| (*index, *product, confidence(*index))));
    let SortedGroups { waiting, without_product, grouped_product_of_group, fixed_product_of_group, .. } =
        sorted;
    let mut products = grouped_products::assign_products(without_product, &offers);
    assign_names(&mut products, &offers, &catalogue);
    // An administrator has rejected the product for an offer of the group: another offer of the group is no reason to ask
    // again.
    let is_rejected = |grouped: &GroupedProduct, product: ProductId| {
        grouped_products::members(grouped, &offers)
            .iter()
            .any(|offer| rejected.contains(&(offer.id, product)))
    };
    let mut questions = ask_about_products(&products, &decisions, policy, is_rejected);
    questions.extend(uncertain_pairs.iter().filter_map(|uncertain| {
        ask_about_pair(uncertain, &products, &grouped_product_of_group, &fixed_product_of_group)
    }));
    let questions = limit_questions(questions, &products, policy.asked_at_once);
    matches.retain(|(index, product, _)| vacated_products.get(index) != Some(product));
    Plan { catalogue, offers, items, matches, grouped_products: products, questions, waiting }
}

/// The groups by what becomes of their offers.
#[derive(Default)]
struct SortedGroups {
    /// Offers that join the product of their group.
    added: Vec<(u32, ProductId)>,
    /// Offers that say too little for a page of their own.
    waiting: Vec<u32>,
    /// Groups that need a product of their own.
    without_product: Vec<Vec<u32>>,
    grouped_product_of_group: BTreeMap<usize, usize>,
    fixed_product_of_group: BTreeMap<usize, ProductId>,
}

fn sort_groups(
    groups: Vec<Vec<u32>>,
    input: &GroupingInput,
    offers: usize,
    says_enough: impl Fn(&u32) -> bool,
) -> SortedGroups {
    let mut sorted = SortedGroups::default();
    for (number, members) in groups.into_iter().enumerate() {
        let product = members.iter().find_map(|index| input.find_product(*index));
        let reassignable: Vec<u32> = members.into_iter().filter(|index| (*index as usize) < offers).collect();
        match product {
            Some(product) => {
                sorted.fixed_product_of_group.insert(number, product);
                let added = reassignable.into_iter().filter(|index| input.find_product(*index).is_none());
                sorted.added.extend(added.map(|index| (index, product)));
            }
            None if !reassignable.iter().any(&says_enough) => sorted.waiting.extend(reassignable),
            None => {
                sorted.grouped_product_of_group.insert(number, sorted.without_product.len());
                sorted.without_product.push(reassignable);
            }
        }
    }
    sorted
}

/// Returns the products that an offer probably matches (a confidence of at least `match_from`) and is not matched to:
/// the two share no identifier, or may be siblings. The grouping includes these products, so that the offer still
/// joins one that cannot be its sibling.
fn likely_products(decisions: &[Decision], policy: &Matching) -> Vec<ProductId> {
    let first_candidates = decisions.iter().filter_map(|decision| decision.questions.first());
    first_candidates
        .filter(|(_, confidence)| *confidence >= policy.match_from)
        .map(|(product, _)| *product)
        .collect()
}

/// The entries of the grouping: the reassignable offers (at the same indices as in [`Plan::offers`]), then the offers
/// of fixed products, then the products that any of these offers matches or probably matches.
struct GroupingInput {
    entries: Catalogue<u32>,
    grouping_entries: Vec<GroupingEntry>,
    products: Vec<ProductId>,
}

impl GroupingInput {
    fn new(
        catalogue: &Catalogue,
        offers: &[ReassignableOffer],
        items: &[Item],
        fixed: &[ReassignableOffer],
        matches: &[(u32, ProductId, f64)],
        likely: &[ProductId],
    ) -> GroupingInput {
        let matched: BTreeMap<u32, ProductId> =
            matches.iter().map(|(index, product, _)| (*index, *product)).collect();
        let needed = matched
            .values()
            .copied()
            .chain(fixed.iter().filter_map(|offer| offer.product_id))
            .chain(likely.iter().copied());
        let needed: BTreeSet<ProductId> =
            needed.filter(|product| catalogue.find(*product).is_some()).collect();
        let products: Vec<ProductId> = needed.into_iter().collect();
        let number = |product: ProductId| -> Option<u32> {
            products.binary_search(&product).ok().and_then(|number| u32::try_from(number).ok())
        };
        let entry = |offer: &ReassignableOffer, product: Option<ProductId>| GroupingEntry {
            offer: Some(offer.id),
            retailer: Some(offer.retailer.clone()),
            price: Some(offer.price),
            product: offer.product_id,
            product_number: product.and_then(number),
        };
        let mut entries: Catalogue<u32> = Catalogue::new(catalogue.statistics().clone());
        let mut grouping_entries = Vec::new();
        let mut add = |item: Item, entry: GroupingEntry| {
            let id = u32::try_from(grouping_entries.len()).unwrap_or(u32::MAX);
            entries.add(Candidate { id, item, has_offer: true });
            grouping_entries.push(entry);
        };
        for ((index, offer), item) in (0_u32..).zip(offers).zip(items) {
            add(item.clone(), entry(offer, matched.get(&index).copied()));
        }
        let fixed_items =
            map_in_parallel(fixed, |_, offer| catalogue.add_implied_facts(offer_item(offer, catalogue)));
        for (offer, item) in fixed.iter().zip(fixed_items) {
            add(item, entry(offer, offer.product_id));
        }
        for product in &products {
            if let Some(candidate) = catalogue.find(*product) {
                let product_number = number(*product);
                add(
                    candidate.item.clone(),
                    GroupingEntry {
                        offer: None,
                        retailer: None,
                        price: None,
                        product: Some(*product),
                        product_number,
                    },
                );
            }
        }
        GroupingInput { entries, grouping_entries, products }
    }

    /// Returns the product of an entry: the entry itself if it is a product, else the product that its offer matches.
    fn find_product(&self, index: u32) -> Option<ProductId> {
        let product_number = self.grouping_entries[index as usize].product_number?;
        Some(self.products[product_number as usize])
    }
}

/// Builds the question about two groups that may be the same product: two grouped products, or a grouped and a
/// fixed one.
fn ask_about_pair(
    uncertain: &UncertainPair,
    products: &[GroupedProduct],
    grouped_product_of_group: &BTreeMap<usize, usize>,
    fixed_product_of_group: &BTreeMap<usize, ProductId>,
) -> Option<Question> {
    let grouped = |group: usize| grouped_product_of_group.get(&group).and_then(|index| products.get(*index));
    let edge = (uncertain.edge.left, uncertain.edge.right);
    let (left, right) = (grouped(uncertain.left_group), grouped(uncertain.right_group));
    match (left, right) {
        (Some(left), Some(right)) => ask_about_groups(left, right, edge, uncertain.edge.confidence),
        (Some(product), None) | (None, Some(product)) => {
            let offer = if product.members.contains(&edge.0) { edge.0 } else { edge.1 };
            let other = if left.is_some() { uncertain.right_group } else { uncertain.left_group };
            let target = QuestionTarget::Product(*fixed_product_of_group.get(&other)?);
            Some(Question { offer, target, confidence: uncertain.edge.confidence })
        }
        (None, None) => None,
    }
}

/// Asks whether the smaller group is the same product as the larger one, by their two most similar offers.
fn ask_about_groups(
    left: &GroupedProduct,
    right: &GroupedProduct,
    edge: (u32, u32),
    confidence: f64,
) -> Option<Question> {
    let (of_left, of_right) = if left.members.contains(&edge.0) { edge } else { (edge.1, edge.0) };
    let (offer, product, member) = if left.members.len() < right.members.len() {
        (of_left, right.id, of_right)
    } else {
        (of_right, left.id, of_left)
    };
    Some(Question { offer, target: QuestionTarget::Grouped(product, member), confidence })
}

/// Asks about each fixed product that the offers of a grouped product may match: once, by the offer of the highest
/// confidence.
fn ask_about_products(
    products: &[GroupedProduct],
    decisions: &[Decision],
    policy: &Matching,
    is_rejected: impl Fn(&GroupedProduct, ProductId) -> bool,
) -> Vec<Question> {
    let mut questions = Vec::new();
    for grouped in products {
        let mut best_by_product: BTreeMap<ProductId, (u32, f64)> = BTreeMap::new();
        for index in &grouped.members {
            let Some(decision) = decisions.get(*index as usize) else { continue };
            for (product, confidence) in &decision.questions {
                let best = best_by_product.entry(*product).or_insert((*index, *confidence));
                if best.1 < *confidence {
                    *best = (*index, *confidence);
                }
            }
        }
        best_by_product.retain(|product, _| !is_rejected(grouped, *product));
        let mut best_by_product: Vec<_> = best_by_product.into_iter().collect();
        best_by_product.sort_by(|one, other| other.1.1.total_cmp(&one.1.1).then(one.0.cmp(&other.0)));
        best_by_product.truncate(policy.asked_at_once);
        questions.extend(best_by_product.into_iter().map(|(product, (offer, confidence))| Question {
            offer,
            target: QuestionTarget::Product(product),
            confidence,
        }));
    }
    questions
}

/// Keeps at most `limit` questions of each grouped product, those of the highest confidence.
fn limit_questions(mut questions: Vec<Question>, products: &[GroupedProduct], limit: usize) -> Vec<Question> {
    let product_of: BTreeMap<u32, usize> = products
        .iter()
        .enumerate()
        .flat_map(|(number, product)| product.members.iter().map(move |index| (*index, number)))
        .collect();
    questions
        .sort_by(|one, other| other.confidence.total_cmp(&one.confidence).then(one.offer.cmp(&other.offer)));
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    questions.retain(|question| {
        let Some(product) = product_of.get(&question.offer) else { return false };
        let count = counts.entry(*product).or_default();
        *count += 1;
        *count <= limit
    });
    questions
}
