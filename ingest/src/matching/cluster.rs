//! Groups offers of the same product: constrained agglomerative clustering.
//!
//! 1. Every pair of offers that may be the same product has a confidence. Some pairs are ruled out, because a fact
//!    differs or an administrator rejected the pair.
//! 2. Offers that are matched to one product form one group from the start, together with the product itself. Groups
//!    of two different products are never merged.
//! 3. Pairs are processed from the highest confidence down to `merge_from`; pairs of equal confidence in the order of
//!    the offers.
//! 4. The groups of both sides are merged, except in three cases: any pair across them is ruled out or may be siblings;
//!    a pair with the product itself has a confidence below 0.5; or the members of the smaller group fit the larger one
//!    below 0.5 on average (each by its three best pairs). So a vague title never chains two siblings together.
//!
//! The outcome depends on the offers alone, not on the order in which they arrived: the caller passes them in an
//! order of content.
//!
//! Worked example: A `970 EVO Plus 1TB` and B `970 EVO Plus 1000GB MZ-V7S1T0BW` have a confidence of .99 and are
//! merged. C `970 EVO Plus` joins A (.93). D `970 EVO Plus 2TB` and A are ruled out, so C, once grouped with A and
//! B, is never grouped with D.

use std::collections::BTreeMap;

/// Number of best pairs that count when a member is compared with another group.
const BEST_PAIRS: usize = 3;

/// Result of comparing two offers that nothing rules out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PairResult {
    /// Range: 0 to 1.
    pub(super) confidence: f64,
    /// Never in one group, however well other offers fit both.
    pub(super) may_be_siblings: bool,
}

/// A pair of offers, by their indices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Edge {
    pub(super) left: u32,
    pub(super) right: u32,
    /// Range: 0 to 1.
    pub(super) confidence: f64,
}

/// Two groups that may be the same product, with the pair of the highest confidence between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct UncertainPair {
    pub(super) left_group: usize,
    pub(super) right_group: usize,
    /// The pair across the two groups with the highest confidence.
    pub(super) edge: Edge,
}

/// Groups of offers, and pairs of groups that may be the same product.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Clusters {
    /// Indices of offers; each group is in ascending order, the groups are ordered by their first member.
    pub(super) groups: Vec<Vec<u32>>,
    pub(super) uncertain_pairs: Vec<UncertainPair>,
    /// By index of the offer: the confidence that it belongs to its group, which is the lowest one of the pairs by which
    /// it joined; 1 where it was the first.
    pub(super) confidences: Vec<f64>,
}

/// Groups offers. `product_numbers` holds for each offer the number of the product that it is matched to, if any.
/// `pair` compares two offers; `None` where the pair is ruled out.
pub(super) fn cluster(
    product_numbers: &[Option<u32>],
    mut edges: Vec<Edge>,
    merge_from: f64,
    is_product: impl Fn(u32) -> bool,
    mut pair: impl FnMut(u32, u32) -> Option<PairResult>,
) -> Clusters {
    edges.sort_by(|one, other| {
        other
            .confidence
            .total_cmp(&one.confidence)
            .then((one.left, one.right).cmp(&(other.left, other.right)))
    });
    let (mut group_of, mut members) = initial_groups(product_numbers);
    let mut product_number_of: Vec<Option<u32>> = product_numbers.to_vec();
    let mut confidences = vec![1.0_f64; product_numbers.len()];
    for edge in edges.iter().take_while(|edge| edge.confidence >= merge_from) {
        let (into, from) = (group_of[edge.left as usize], group_of[edge.right as usize]);
        let (into, from) = (into.min(from), into.max(from));
        let (one, other) = (product_number_of[into], product_number_of[from]);
        let both_have_products = one.is_some() && other.is_some();
        if into == from
            || both_have_products
            || !may_merge(&members[into], &members[from], &is_product, &mut pair)
        {
            continue;
        }
        product_number_of[into] = one.or(other);
        for (group, _) in [(into, one), (from, other)].iter().filter(|(_, product)| product.is_none()) {
            for index in &members[*group] {
                let confidence = &mut confidences[*index as usize];
                *confidence = confidence.min(edge.confidence);
            }
        }
        let moved = std::mem::take(&mut members[from]);
        for index in &moved {
            group_of[*index as usize] = into;
        }
        members[into].extend(moved);
        members[into].sort_unstable();
    }
    let uncertain_pairs = uncertain_pairs(&edges, &group_of, &members, &product_number_of, &mut pair);
    let mut numbers = vec![usize::MAX; product_numbers.len()];
    let mut groups = Vec::new();
    for (index, group) in members.into_iter().enumerate().filter(|(_, group)| !group.is_empty()) {
        numbers[index] = groups.len();
        groups.push(group);
    }
    let numbered = |uncertain: UncertainPair| UncertainPair {
        left_group: numbers[uncertain.left_group],
        right_group: numbers[uncertain.right_group],
        ..uncertain
    };
    let uncertain_pairs = uncertain_pairs.into_iter().map(numbered).collect();
    Clusters { groups, uncertain_pairs, confidences }
}

/// Returns the groups to start from: one for each offer, except that the offers of one product share a group.
fn initial_groups(product_numbers: &[Option<u32>]) -> (Vec<usize>, Vec<Vec<u32>>) {
    let mut first: BTreeMap<u32, usize> = BTreeMap::new();
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); product_numbers.len()];
    let mut group_of = Vec::with_capacity(product_numbers.len());
    for (index, product_number) in (0_u32..).zip(product_numbers) {
        let new_group = index as usize;
        let group = product_number
            .map_or(new_group, |product_number| *first.entry(product_number).or_insert(new_group));
        members[group].push(index);
        group_of.push(group);
    }
    (group_of, members)
}

/// Whether no pair across two groups is ruled out or may be siblings, and the smaller group fits the larger one well
/// enough.
fn may_merge(
    left: &[u32],
    right: &[u32],
    is_product: &impl Fn(u32) -> bool,
    pair: &mut impl FnMut(u32, u32) -> Option<PairResult>,
) -> bool {
    let (smaller, larger) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    let mut sum = 0.0;
    for one in smaller {
        let mut best = [0.0_f64; BEST_PAIRS];
        for other in larger {
            let Some(PairResult { confidence, may_be_siblings }) = pair(*one.min(other), *one.max(other))
            else {
                return false;
            };
            if may_be_siblings || (confidence < 0.5 && (is_product(*one) || is_product(*other))) {
                return false;
            }
            if let Some(weakest) = best.iter_mut().min_by(|left, right| f64::total_cmp(left, right)) {
                *weakest = weakest.max(confidence);
            }
        }
        let counted = larger.len().min(BEST_PAIRS);
        sum += best.iter().sum::<f64>() / counted as f64;
    }
    sum >= 0.5 * smaller.len() as f64
}

/// Returns for each two groups the pair of the highest confidence, unless any pair across them is ruled out.
fn uncertain_pairs(
    edges: &[Edge],
    group_of: &[usize],
    members: &[Vec<u32>],
    product_number_of: &[Option<u32>],
    pair: &mut impl FnMut(u32, u32) -> Option<PairResult>,
) -> Vec<UncertainPair> {
    let mut best_edges: BTreeMap<(usize, usize), Edge> = BTreeMap::new();
    for edge in edges {
        let (left, right) = (group_of[edge.left as usize], group_of[edge.right as usize]);
        let both_have_products = product_number_of[left].is_some() && product_number_of[right].is_some();
        if left != right && !both_have_products {
            best_edges.entry((left.min(right), left.max(right))).or_insert(*edge);
        }
    }
    best_edges
        .into_iter()
        .filter(|((left, right), _)| {
            members[*left].iter().all(|one| {
                members[*right].iter().all(|other| pair(*one.min(other), *one.max(other)).is_some())
            })
        })
        .map(|((left_group, right_group), edge)| UncertainPair { left_group, right_group, edge })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(pairs: &[(u32, u32, f64)]) -> (Vec<Edge>, impl Fn(u32, u32) -> Option<PairResult>) {
        let edges = pairs
            .iter()
            .filter(|(.., confidence)| *confidence > 0.0)
            .map(|(left, right, confidence)| Edge { left: *left, right: *right, confidence: *confidence })
            .collect();
        let pairs = pairs.to_vec();
        let pair = move |left, right| {
            let found = pairs.iter().find(|(one, other, _)| (*one, *other) == (left, right));
            let confidence = found.map_or(0.6, |(.., confidence)| *confidence);
            (confidence > 0.0).then_some(PairResult { confidence, may_be_siblings: false })
        };
        (edges, pair)
    }

    #[test]
    fn rejected_pairs_are_never_chained_together() {
        let (edges, pair) = table(&[(0, 1, 0.99), (0, 2, 0.93), (2, 3, 0.92), (0, 3, 0.0), (1, 3, 0.0)]);
        let clusters = cluster(&[None; 4], edges, 0.9, |_| false, pair);
        assert_eq!(clusters.groups, [vec![0, 1, 2], vec![3]]);
        assert!(clusters.uncertain_pairs.is_empty());
    }

    #[test]
    fn vague_offer_chains_no_siblings_together() {
        let (edges, pair) = table(&[(0, 1, 0.99), (1, 2, 0.95), (0, 2, 0.49)]);
        let siblings = move |left, right| {
            let may_be_siblings = (left, right) == (0, 2);
            pair(left, right).map(|result| PairResult { may_be_siblings, ..result })
        };
        let clusters = cluster(&[None; 3], edges, 0.9, |_| false, siblings);
        assert_eq!(clusters.groups, [vec![0, 1], vec![2]]);
    }

    #[test]
    fn offer_has_the_confidence_of_the_pair_by_which_it_joined() {
        let (edges, pair) = table(&[(0, 1, 0.99), (1, 2, 0.93), (2, 3, 0.95)]);
        let clusters = cluster(&[Some(7), None, None, None], edges, 0.9, |_| false, pair);
        assert_eq!(clusters.groups, [vec![0, 1, 2, 3]]);
        assert_eq!(clusters.confidences, [1.0, 0.99, 0.93, 0.93]);
    }

    #[test]
    fn uncertain_pair_is_reported_and_not_joined() {
        let (edges, pair) = table(&[(0, 1, 0.99), (1, 2, 0.7), (0, 2, 0.5)]);
        let clusters = cluster(&[None; 3], edges, 0.9, |_| false, pair);
        assert_eq!(clusters.groups, [vec![0, 1], vec![2]]);
        let uncertain = UncertainPair {
            left_group: 0,
            right_group: 1,
            edge: Edge { left: 1, right: 2, confidence: 0.7 },
        };
        assert_eq!(clusters.uncertain_pairs, [uncertain]);
    }

    #[test]
    fn offers_of_one_product_cluster_and_two_products_never_do() {
        let (edges, pair) = table(&[(0, 2, 0.95), (1, 3, 0.97), (2, 3, 0.96)]);
        let clusters = cluster(&[Some(7), Some(8), None, None], edges, 0.9, |_| false, pair);
        assert_eq!(clusters.groups, [vec![0], vec![1, 2, 3]]);
        assert!(clusters.uncertain_pairs.len() <= 1);
    }
}
