//! One run of the matcher over the offers that wait.

use std::thread;

use domain::{
    config::Matching,
    model::{OfferId, ProductId},
    store::matches::{self, ComparedProduct, Finding, Proposal, RunCounters, WaitingOffer},
};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use super::{
    Candidate, Catalogue, Comparison, Item, Known, Verdict, Weights, compare, judge, manufacturers,
    new_products, twins::without_twins,
};

/// Products read, and offers judged and stored, at a time.
const BATCH: i64 = 2_000;
/// Below this confidence a product is not among those that a person would choose from.
const LEAST_ASKED: f64 = 0.1;

/// Compares the offers that wait with the products, joins, asks, and makes products of what matches nothing.
/// Offers at which it has looked are left alone unless `all` is wanted. Told to stop, it stops between batches.
///
/// # Errors
/// On database errors; what was stored before stays.
pub async fn run(
    db: &PgPool,
    policy: &Matching,
    all: bool,
    stop: &CancellationToken,
    mut seen: impl FnMut(u64),
) -> anyhow::Result<RunCounters> {
    manufacturers::assign_unknown(db).await?;
    let mut counters = RunCounters::default();
    let mut after = OfferId(uuid::Uuid::nil());
    let mut batch = matches::list_waiting(db, after, BATCH, all).await?;
    if batch.is_empty() {
        matches::update_worth(db, &policy.worth).await?;
        return Ok(counters);
    }
    let mut catalogue = load(db).await?;
    while let Some(last) = batch.last() {
        after = last.id;
        let policy = *policy;
        let (back, judged) = tokio::task::spawn_blocking(move || {
            let judged = judge_all(&catalogue, batch, &policy);
            (catalogue, judged)
        })
        .await?;
        catalogue = back;
        let mut tx = db.begin().await?;
        let findings: Vec<Finding> = judged.iter().map(|(_, finding)| finding.clone()).collect();
        let stored = matches::store_findings(&mut tx, &findings).await?;
        let created = if policy.create_products {
            new_products::create(&mut tx, &judged, &mut catalogue).await?
        } else {
            new_products::Created::default()
        };
        tx.commit().await?;
        counters.compared += stored.compared;
        counters.joined += stored.joined + created.offers;
        counters.asked += stored.asked;
        counters.created += created.products;
        seen(counters.compared);
        if stop.is_cancelled() {
            break;
        }
        batch = matches::list_waiting(db, after, BATCH, all).await?;
    }
    matches::update_worth(db, &policy.worth).await?;
    Ok(counters)
}

/// Every product, ready to be compared.
async fn load(db: &PgPool) -> anyhow::Result<Catalogue> {
    let mut catalogue = Catalogue::default();
    let mut after = ProductId(uuid::Uuid::nil());
    loop {
        let products = matches::list_products(db, after, BATCH).await?;
        let Some(last) = products.last() else { return Ok(catalogue) };
        after = last.id;
        let ready = tokio::task::spawn_blocking(move || {
            halves(products, |product| Candidate {
                id: product.id,
                item: product_item(&product),
                sold: product.sold,
            })
        });
        for product in ready.await? {
            catalogue.add(product);
        }
    }
}

/// What is known of a product.
pub fn product_item(product: &ComparedProduct) -> Item {
    Item::of_product(
        &product.name,
        &Known {
            category: Some(product.category),
            manufacturer: Some(&product.manufacturer),
            model: Some(&product.model),
            part_numbers: &product.part_numbers,
            barcodes: &product.barcodes,
            specs: &product.specs.0,
        },
    )
}

/// What is known of an offer. The model that was not understood is its title.
pub(super) fn offer_item(offer: &WaitingOffer) -> Item {
    Item::new(&Known {
        category: offer.category,
        manufacturer: offer.manufacturer.as_deref(),
        model: offer.model.as_deref().or(offer.title_en.as_deref()).or(offer.title_ar.as_deref()),
        part_numbers: &offer.part_numbers,
        barcodes: &[],
        specs: &offer.specs.0,
    })
}

fn judge_all(
    catalogue: &Catalogue,
    offers: Vec<WaitingOffer>,
    policy: &Matching,
) -> Vec<(WaitingOffer, Finding)> {
    halves(offers, |offer| {
        let finding = find(catalogue, &offer, policy);
        (offer, finding)
    })
}

/// The products an offer may be of, and what to do about them.
fn find(catalogue: &Catalogue, offer: &WaitingOffer, policy: &Matching) -> Finding {
    let item = offer_item(offer);
    let candidates = catalogue.candidates(&item);
    let comparisons: Vec<Comparison> =
        candidates.iter().map(|product| compare(&item, &product.item)).collect();
    let (candidates, comparisons): (Vec<&Candidate>, Vec<Comparison>) =
        without_twins(candidates, comparisons, Weights::fitted()).into_iter().unzip();
    let confidences = Weights::fitted().confidences(&comparisons);
    let policy = wavering(policy, &confidences);
    let mut finding = Finding { offer_id: offer.id, link: None, ask: Vec::new() };
    for ((product, comparison), confidence) in candidates.into_iter().zip(comparisons).zip(confidences) {
        let verdict = judge(&comparison, confidence, &policy);
        let proposal = Proposal { product_id: product.id, confidence, rationale: comparison.evidence };
        match verdict {
            Verdict::Link if finding.link.is_none() => finding.link = Some(proposal),
            Verdict::Link | Verdict::Ask => finding.ask.push(proposal),
            Verdict::Apart => {}
        }
    }
    finding.ask.sort_by(|left, right| right.confidence.total_cmp(&left.confidence));
    finding.ask.truncate(policy.asked_at_once);
    finding
}

/// Where an offer is likely one of several products, and too unlikely each of them alone to be asked about, the likeliest are
/// asked about: it is nothing new, and a person may tell which it is.
fn wavering(policy: &Matching, confidences: &[f64]) -> Matching {
    let likeliest = confidences.iter().copied().fold(0.0, f64::max);
    let one_of_them = confidences.iter().sum::<f64>() >= policy.ask_from && likeliest >= LEAST_ASKED;
    let ask_from = if one_of_them { policy.ask_from.min(likeliest / 2.0) } else { policy.ask_from };
    Matching { ask_from, ..*policy }
}

/// Works on both halves of a list at once; keeps the order.
fn halves<T: Send, R: Send>(mut list: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let second = list.split_off(list.len() / 2);
    thread::scope(|scope| {
        let beside = scope.spawn(|| second.into_iter().map(&work).collect::<Vec<R>>());
        let mut done: Vec<R> = list.into_iter().map(&work).collect();
        match beside.join() {
            Ok(rest) => done.extend(rest),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        done
    })
}
