//! Decides which product each offer matches, and groups the offers of the same product. Pure: nothing here reads or
//! writes the database.

use std::{collections::BTreeSet, thread};

use domain::{
    config::Matching,
    model::{Fils, OfferId, ProductId},
    store::matches::ReassignableOffer,
};
use rustc_hash::FxHashMap;

use super::{
    Candidate, Catalogue, Comparison, Forest, Item, Verdict,
    catalogue::Scratch,
    cluster::{Clusters, Edge, PairResult, cluster},
    compare, decide,
    duplicates::remove_duplicates,
    one_retailer::{Distinction, Listing, distinction},
};

/// An offer that probably matches one of several products is asked about only if the likeliest has this confidence.
const MIN_CONFIDENCE_TO_ASK: f64 = 0.1;
/// Subtracted from the log odds of two offers of one retailer, because a retailer seldom lists one product twice.
const SAME_RETAILER_PENALTY: f64 = 1.5;

/// Maximum confidence of two entries that may be siblings, or of which one says too little, as a share of `ask_from`. Being
/// just below `ask_from`, the maximum keeps the grouping from joining the two and from asking about them.
const MAX_SIBLING_CONFIDENCE: f64 = 0.99;

/// Pairs that an administrator rejected.
pub(super) type RejectedPairs = BTreeSet<(OfferId, ProductId)>;

/// Decision about one offer after its comparison with the catalogue.
#[derive(Debug, Clone, Default)]
pub(super) struct Decision {
    /// The product and the confidence, where the confidence is high enough to match without an administrator.
    pub(super) matched: Option<(ProductId, f64)>,
    /// Whether a barcode or a part number names the matched product.
    pub(super) shares_number: bool,
    /// Candidates for an administrator to decide about, the highest confidence first.
    pub(super) questions: Vec<(ProductId, f64)>,
}

/// Finds the candidates of each offer and decides about them.
pub(super) fn decide_all(
    catalogue: &Catalogue,
    offers: &[(&ReassignableOffer, &Item)],
    rejected: &RejectedPairs,
    policy: &Matching,
) -> Vec<Decision> {
    map_in_parallel(offers, |scratch, (offer, item)| {
        decide_offer(catalogue, offer.id, item, rejected, policy, scratch)
    })
}

fn decide_offer(
    catalogue: &Catalogue,
    offer: OfferId,
    item: &Item,
    rejected: &RejectedPairs,
    policy: &Matching,
    scratch: &mut Scratch,
) -> Decision {
    let candidates: Vec<&Candidate> = catalogue
        .candidates(item, scratch)
        .into_iter()
        .map(|index| catalogue.get(index))
        .filter(|product| !rejected.contains(&(offer, product.id)))
        .collect();
    let comparisons: Vec<Comparison> =
        candidates.iter().map(|product| compare(item, &product.item, catalogue.statistics())).collect();
    let (candidates, comparisons): (Vec<&Candidate>, Vec<Comparison>) =
        remove_duplicates(candidates, comparisons, Forest::fitted()).into_iter().unzip();
    let confidences = Forest::fitted().confidences(&comparisons);
    let policy = widen_if_ambiguous(policy, &confidences);
    let mut decision = Decision::default();
    let only_fit = only_fit(&comparisons, &policy);
    for (index, (product, comparison)) in candidates.into_iter().zip(comparisons).enumerate() {
        let (verdict, confidence) = match only_fit {
            Some((fit, confidence)) if fit == index => (Verdict::Match, confidence),
            _ => {
                let confidence = confidences.get(index).copied().unwrap_or_default();
                (decide(&comparison, confidence, &policy), confidence)
            }
        };
        match verdict {
            Verdict::Match if decision.matched.is_none() => {
                decision.matched = Some((product.id, confidence));
                decision.shares_number = comparison.shares_number;
            }
            Verdict::Match | Verdict::Ask => decision.questions.push((product.id, confidence)),
            Verdict::NoMatch => {}
        }
    }
    decision.questions.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
    decision.questions.truncate(policy.asked_at_once);
    decision
}

/// Returns the index and the confidence of the one candidate that the offer fits: no other has all its names in the offer
/// too, or this one alone is the very model that the offer names, and none shares a number with it. The confidence is that of the pair alone, because candidates that lack a name of
/// the offer are no doubt about it.
fn only_fit(comparisons: &[Comparison], policy: &Matching) -> Option<(usize, f64)> {
    let fits: Vec<(usize, &Comparison)> =
        comparisons.iter().enumerate().filter(|(_, one)| one.fits_record && !one.vetoed).collect();
    let same_models = || fits.iter().filter(|(_, one)| one.same_model);
    let (index, comparison) = match fits[..] {
        [only] => only,
        _ => same_models().next().copied().filter(|_| same_models().count() == 1)?,
    };
    let has_number = comparisons.iter().enumerate().any(|(other, one)| other != index && one.shares_number);
    let confidence = Forest::fitted().confidence(comparison);
    let is_match = policy.match_by_model && !has_number && confidence >= policy.ask_from;
    is_match.then_some((index, confidence))
}

/// Lowers the threshold for asking where an offer probably matches one of several products, and none of them reaches
/// the threshold alone. Such an offer is no new product, and an administrator may know which of them it is.
fn widen_if_ambiguous(policy: &Matching, confidences: &[f64]) -> Matching {
    let likeliest = confidences.iter().copied().fold(0.0, f64::max);
    let matches_one_of_several =
        confidences.iter().sum::<f64>() >= policy.ask_from && likeliest >= MIN_CONFIDENCE_TO_ASK;
    let ask_from =
        if matches_one_of_several { policy.ask_from.min(likeliest / 2.0) } else { policy.ask_from };
    Matching { ask_from, ..*policy }
}

/// Entry of the grouping: an offer, or a product that has offers.
pub(super) struct GroupingEntry {
    /// `None` for a product.
    pub(super) offer: Option<OfferId>,
    pub(super) retailer: Option<String>,
    /// `None` for a product.
    pub(super) price: Option<Fils>,
    /// The product that the offer belongs to, or the product itself.
    pub(super) product: Option<ProductId>,
    /// Number of the product that the entry is, or that its offer matches.
    pub(super) product_number: Option<u32>,
}

/// Groups offers of the same product, and finds pairs of groups that may be the same product.
pub(super) fn group_offers(
    entries: &Catalogue<u32>,
    grouping_entries: &[GroupingEntry],
    rejected: &RejectedPairs,
    policy: &Matching,
) -> Clusters {
    let indices: Vec<u32> = (0_u32..).take(entries.len()).collect();
    let product_number = |index: u32| grouping_entries[index as usize].product_number;
    let candidate_pairs = map_in_parallel(&indices, |scratch, index| {
        let candidates = entries.candidates(&entries.get(*index).item, scratch);
        // Two entries that both have a product already are decided.
        let is_undecided = |other: &u32| {
            other != index && (product_number(*index).is_none() || product_number(*other).is_none())
        };
        candidates
            .into_iter()
            .filter(is_undecided)
            .map(|other| (other.min(*index), other.max(*index)))
            .collect::<Vec<(u32, u32)>>()
    });
    let mut pairs: Vec<(u32, u32)> = candidate_pairs.into_iter().flatten().collect();
    pairs.sort_unstable();
    pairs.dedup();
    let compare_pair =
        |left: u32, right: u32| compare_entries(entries, grouping_entries, rejected, policy, left, right);
    let results = map_in_parallel(&pairs, |_, (left, right)| compare_pair(*left, *right));
    let mut cache: FxHashMap<(u32, u32), Option<PairResult>> = FxHashMap::default();
    let mut edges = Vec::new();
    for ((left, right), result) in pairs.into_iter().zip(results) {
        cache.insert((left, right), result);
        let possible = result.map(|result| result.confidence).filter(|one| *one >= policy.ask_from);
        edges.extend(possible.map(|confidence| Edge { left, right, confidence }));
    }
    let product_numbers: Vec<Option<u32>> =
        grouping_entries.iter().map(|entry| entry.product_number).collect();
    let is_product = |index: u32| grouping_entries[index as usize].offer.is_none();
    cluster(&product_numbers, edges, policy.match_from, is_product, |left, right| {
        *cache.entry((left, right)).or_insert_with(|| compare_pair(left, right))
    })
}

/// Compares two entries; `None` where a fact or an administrator's rejection rules out that they are the same product.
pub(super) fn compare_entries(
    entries: &Catalogue<u32>,
    grouping_entries: &[GroupingEntry],
    rejected: &RejectedPairs,
    policy: &Matching,
    left: u32,
    right: u32,
) -> Option<PairResult> {
    let (one, other) = (entries.get(left), entries.get(right));
    let (of_one, of_other) = (&grouping_entries[left as usize], &grouping_entries[right as usize]);
    let is_rejected = |one: &GroupingEntry, other: &GroupingEntry| {
        one.offer.zip(other.product).is_some_and(|pair| rejected.contains(&pair))
    };
    if is_rejected(of_one, of_other) || is_rejected(of_other, of_one) {
        return None;
    }
    let forward = compare(&one.item, &other.item, entries.statistics());
    if forward.vetoed {
        return None;
    }
    let one_retailer = of_one.retailer.is_some() && of_one.retailer == of_other.retailer;
    if !forward.shares_number && listed_apart((&one.item, of_one), (&other.item, of_other)).is_some() {
        return None;
    }
    let backward = compare(&other.item, &one.item, entries.statistics());
    let log_odds =
        |comparison: &Comparison| Forest::fitted().log_odds(&comparison.features).clamp(-40.0, 40.0);
    let mean = f64::midpoint(log_odds(&forward), log_odds(&backward))
        - if one_retailer { SAME_RETAILER_PENALTY } else { 0.0 };
    let confidence = 1.0 / (1.0 + (-mean).exp());
    // A variant word or another number on one side alone: the two count as siblings until
    // an administrator says otherwise.
    let may_be_siblings = forward.may_be_siblings || backward.may_be_siblings;
    let is_doubtful = may_be_siblings || !(forward.is_identified || backward.is_identified);
    let confidence =
        if is_doubtful { confidence.min(MAX_SIBLING_CONFIDENCE * policy.ask_from) } else { confidence };
    Some(PairResult { confidence, may_be_siblings })
}

/// Returns what makes two entries two products of one retailer, unless they share a number; `None` where they are of
/// different retailers.
pub(super) fn listed_apart<'a>(
    one: (&'a Item, &GroupingEntry),
    other: (&'a Item, &GroupingEntry),
) -> Option<Distinction<'a>> {
    let (of_one, of_other) = (one.1, other.1);
    let one_retailer = of_one.retailer.is_some() && of_one.retailer == of_other.retailer;
    let prices = of_one.price.zip(of_other.price).filter(|_| one_retailer)?;
    distinction(Listing { price: prices.0, item: one.0 }, Listing { price: prices.1, item: other.0 })
}

/// Maps both halves of a list on two threads; keeps the order.
pub(super) fn map_in_parallel<T: Sync, R: Send>(
    list: &[T],
    work: impl Fn(&mut Scratch, &T) -> R + Sync,
) -> Vec<R> {
    let (first, second) = list.split_at(list.len() / 2);
    let work_on = |part: &[T]| {
        let mut scratch = Scratch::default();
        part.iter().map(|entry| work(&mut scratch, entry)).collect::<Vec<R>>()
    };
    thread::scope(|scope| {
        let second_half = scope.spawn(|| work_on(second));
        let mut results = work_on(first);
        match second_half.join() {
            Ok(rest) => results.extend(rest),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        results
    })
}
