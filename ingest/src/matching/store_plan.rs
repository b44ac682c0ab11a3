//! Stores the results of a matcher run in batches. Each batch leaves a consistent state, from which
//! the next run continues.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    config::{Config, Matching, PriceScreen},
    model::{OfferId, ProductFacts, ProductId},
    store::{
        audit::{self, Actor, AuditEvent},
        matches::{self, Proposal, RunCounters},
        sources,
    },
    transactions::{
        automatic_matches::{self, MatchedOffers},
        merges::{self, MergeError},
        product_facts,
    },
};
use serde_json::json;
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use super::{
    compare::{compare, explain_pair},
    grouped_products::{self, GroupedProduct},
    plan::{Plan, QuestionTarget},
    policy::cap_confidence,
};

/// Number of offers or products stored in one transaction.
const ROWS_PER_TRANSACTION: usize = 1_000;

/// The product that an offer left, and the product that it moved to.
type Move = (Option<ProductId>, ProductId);

/// Results that a run has stored so far, over all categories.
#[derive(Default)]
pub(super) struct StoredResults {
    pub(super) counters: RunCounters,
    moves: Vec<Move>,
}

/// Stores the results of a category. A request to stop is honoured between batches.
pub(super) async fn store(
    db: &PgPool,
    config: &Config,
    plan: &Plan,
    stop: &CancellationToken,
    stored: &mut StoredResults,
) -> anyhow::Result<()> {
    let StoredResults { counters, moves } = stored;
    let limits = &config.price_screen;
    counters.compared += plan.offers.len() as u64;
    for matches in plan.matches.chunks(ROWS_PER_TRANSACTION) {
        let mut proposals = Vec::with_capacity(matches.len());
        for (index, product, confidence) in matches {
            moves.extend(plan.offers.get(*index as usize).map(|offer| (offer.product_id, *product)));
            proposals.extend(plan.propose(*index, *product, *confidence));
        }
        let mut tx = db.begin().await?;
        let done = automatic_matches::assign(&mut tx, limits, &proposals).await?;
        tx.commit().await?;
        counters.matched += done.matched;
        counters.held += done.held;
        if stop.is_cancelled() {
            return Ok(());
        }
    }
    for batch in plan.grouped_products.chunks(ROWS_PER_TRANSACTION) {
        let batch: Vec<&GroupedProduct> =
            batch.iter().filter(|product| config.matching.create_products || !product.is_new).collect();
        let (created, done) = store_products(db, limits, plan, &batch, moves).await?;
        counters.created += created;
        counters.matched += done.matched;
        counters.held += done.held;
        if stop.is_cancelled() {
            return Ok(());
        }
    }
    release_waiting(db, plan).await?;
    counters.asked += store_questions(db, plan).await?;
    Ok(())
}

/// Ends a run that was not stopped: merges emptied products with their favourites and alerts into their successors, and
/// orders the questions.
pub(super) async fn finish(db: &PgPool, policy: &Matching, stored: &StoredResults) -> anyhow::Result<()> {
    merge_emptied(db, &stored.moves).await?;
    matches::update_review_priorities(db, &policy.review_priority).await?;
    Ok(())
}

/// Creates grouped products, updates those with other offers or another name, and moves their offers there; returns the
/// number of new products, and the counters of their offers.
async fn store_products(
    db: &PgPool,
    limits: &PriceScreen,
    plan: &Plan,
    products: &[&GroupedProduct],
    moves: &mut Vec<Move>,
) -> anyhow::Result<(u64, MatchedOffers)> {
    let mut facts: Vec<ProductFacts> = Vec::new();
    let mut proposals: Vec<Proposal> = Vec::new();
    let mut events: Vec<AuditEvent> = Vec::new();
    let ids: Vec<ProductId> = products.iter().map(|product| product.id).collect();
    let stored_names: BTreeMap<ProductId, String> =
        matches::list_names(db, &ids).await?.into_iter().collect();
    for product in products {
        let members = grouped_products::members(product, &plan.offers);
        moves.extend(members.iter().map(|offer| (offer.product_id, product.id)));
        if !product.changed && stored_names.get(&product.id) == Some(&product.name) {
            continue;
        }
        let Some(fact) = grouped_products::describe_product(product, &members) else { continue };
        events.extend(product.is_new.then(|| creation_event(&fact)));
        facts.push(fact);
        proposals.extend(members.iter().filter(|offer| offer.product_id != Some(product.id)).map(|offer| {
            Proposal { offer_id: offer.id, product_id: product.id, confidence: 1.0, rationale: Vec::new() }
        }));
    }
    if facts.is_empty() {
        return Ok((0, MatchedOffers::default()));
    }
    let mut tx = db.begin().await?;
    sources::upsert(&mut *tx, &sources::retailers()).await?;
    product_facts::upsert(&mut tx, sources::RETAILERS, &facts, OffsetDateTime::now_utc().date()).await?;
    audit::record(&mut tx, Actor::System, &events).await?;
    let done = automatic_matches::assign(&mut tx, limits, &proposals).await?;
    tx.commit().await?;
    Ok((events.len() as u64, done))
}

/// Takes the offers that say too little out of the products that they belonged to.
async fn release_waiting(db: &PgPool, plan: &Plan) -> anyhow::Result<()> {
    let waiting: Vec<OfferId> = plan
        .waiting
        .iter()
        .filter_map(|index| plan.offers.get(*index as usize).map(|offer| offer.id))
        .collect();
    for batch in waiting.chunks(ROWS_PER_TRANSACTION) {
        let mut tx = db.begin().await?;
        automatic_matches::release(&mut tx, batch).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Stores the questions, marks the products of their offers as provisional, and marks all offers as processed.
async fn store_questions(db: &PgPool, plan: &Plan) -> anyhow::Result<u64> {
    let questions: Vec<Proposal> =
        plan.questions.iter().filter_map(|question| plan.propose_question(question)).collect();
    let offers = grouped_products::ids(&plan.offers);
    let uncertain: BTreeSet<u32> = plan.questions.iter().map(|question| question.offer).collect();
    let (provisional, ordinary): (Vec<&GroupedProduct>, Vec<&GroupedProduct>) = plan
        .grouped_products
        .iter()
        .partition(|product| product.members.iter().any(|index| uncertain.contains(index)));
    let ids =
        |products: &[&GroupedProduct]| products.iter().map(|product| product.id).collect::<Vec<ProductId>>();
    let mut tx = db.begin().await?;
    let changed = matches::replace_pending_matches(&mut tx, &offers, &questions).await?;
    matches::set_provisional(&mut tx, &ids(&provisional), true).await?;
    matches::set_provisional(&mut tx, &ids(&ordinary), false).await?;
    matches::mark_compared(&mut tx, &plan.offers).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Merges each product that lost all its offers, with its favourites and alerts, into the product to which most of the
/// offers moved.
async fn merge_emptied(db: &PgPool, moves: &[Move]) -> anyhow::Result<()> {
    for (from, into) in grouped_products::find_emptied_products(moves) {
        let mut tx = db.begin().await?;
        match merges::merge_as_system(&mut tx, from, into).await {
            Ok(()) => tx.commit().await?,
            Err(MergeError::Database(error)) => return Err(error.into()),
            // The two were rejected as a match by an administrator, are of different categories by now, or are gone:
            // the product stays, without offers.
            Err(_) => tx.rollback().await?,
        }
    }
    Ok(())
}

impl Plan {
    fn propose(&self, index: u32, product_id: ProductId, confidence: f64) -> Option<Proposal> {
        let (offer, item) = (self.offers.get(index as usize)?, self.items.get(index as usize)?);
        let product = self.catalogue.find(product_id)?;
        let rationale = explain_pair(item, &product.item, self.catalogue.statistics());
        Some(Proposal { offer_id: offer.id, product_id, confidence, rationale })
    }

    fn propose_question(&self, question: &super::plan::Question) -> Option<Proposal> {
        let (offer, item) =
            (self.offers.get(question.offer as usize)?, self.items.get(question.offer as usize)?);
        let (product_id, other) = match question.target {
            QuestionTarget::Product(product) => (product, &self.catalogue.find(product)?.item),
            QuestionTarget::Grouped(product, member) => (product, self.items.get(member as usize)?),
        };
        let rationale = explain_pair(item, other, self.catalogue.statistics());
        let may_be_siblings = compare(item, other, self.catalogue.statistics()).may_be_siblings;
        let confidence = cap_confidence(question.confidence, &rationale, may_be_siblings);
        Some(Proposal { offer_id: offer.id, product_id, confidence, rationale })
    }
}

fn creation_event(fact: &ProductFacts) -> AuditEvent {
    AuditEvent {
        action_type: "CREATE_PRODUCT",
        target_type: "PRODUCT",
        target_id: fact.id.to_string(),
        before: None,
        after: Some(json!({
            "name": fact.name,
            "category": fact.category,
            "manufacturer": fact.manufacturer,
            "model": fact.model,
        })),
    }
}
