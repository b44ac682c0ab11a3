//! Storing of the facts that a source states about products: an imported catalogue, or the titles of retailers.

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use sqlx::PgTransaction;
use time::Date;

use crate::{
    model::{ProductFacts, ProductId},
    store::{feed, product_facts},
};

/// The counters of an import of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct FactsCounters {
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
}

/// Stores the facts that a source states about products, by id: names, identity, and specs with their provenance.
/// Facts of other sources stay; facts that this source no longer states are removed. A record without changes writes
/// nothing. Of several records with one id, the last counts.
///
/// # Errors
/// When the source does not exist, or on database errors.
pub async fn upsert(
    tx: &mut PgTransaction<'_>,
    source: &str,
    facts: &[ProductFacts],
    today: Date,
) -> sqlx::Result<FactsCounters> {
    let by_id: HashMap<ProductId, &ProductFacts> = facts.iter().map(|fact| (fact.id, fact)).collect();
    let mut ids: Vec<ProductId> = by_id.keys().copied().collect();
    ids.sort_unstable();
    let stored_digests = product_facts::lock_digests(tx, &ids).await?;
    let mut counters = FactsCounters::default();
    let mut to_store = Vec::new();
    for id in ids {
        let Some(fact) = by_id.get(&id) else { continue };
        let digest = facts_digest(source, fact);
        match stored_digests.get(&id) {
            None => counters.new += 1,
            Some(Some(before)) if *before == digest => {
                counters.unchanged += 1;
                continue;
            }
            Some(_) => counters.changed += 1,
        }
        to_store.push((*fact, digest));
    }
    if to_store.is_empty() {
        return Ok(counters);
    }
    product_facts::upsert_products(tx, source, &to_store, today).await?;
    product_facts::replace_part_numbers(tx, &to_store).await?;
    let changed: Vec<ProductId> = to_store.iter().map(|(fact, _)| fact.id).collect();
    feed::append(&mut **tx, &changed).await?;
    Ok(counters)
}

/// Returns a digest of the whole record, by which an unchanged record is recognized without reading the stored columns.
fn facts_digest(source: &str, fact: &ProductFacts) -> Vec<u8> {
    let record = serde_json::json!([
        source,
        fact.category,
        fact.name,
        fact.manufacturer,
        fact.model,
        fact.series,
        fact.variant,
        fact.part_numbers,
        fact.shared_part_numbers,
        fact.eans,
        fact.aliases,
        fact.url,
        fact.image_url,
        fact.verified_on,
        fact.specs,
    ]);
    Sha256::digest(record.to_string().as_bytes())[..16].to_vec()
}
