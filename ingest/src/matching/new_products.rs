//! Offers that match nothing become products, where their facts tell them from everything else.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    model::{Category, OfferId, ProductFacts, ProductId, keys::manufacturer_key},
    store::{
        audit::{self, Actor, Deed},
        links,
        matches::{Finding, WaitingOffer},
        reference, sources,
    },
};
use serde_json::json;
use sqlx::PgTransaction;
use time::OffsetDateTime;

use super::{Candidate, Catalogue, Item, Known, run::offer_item};

/// Names are cut here, in characters.
const LONGEST_NAME: usize = 200;

/// What was made.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Created {
    pub(super) products: u64,
    pub(super) offers: u64,
}

/// Makes a product of each thing that some of these offers name and no product is, and joins the offers to it.
pub(super) async fn create(
    tx: &mut PgTransaction<'_>,
    judged: &[(WaitingOffer, Finding)],
    catalogue: &mut Catalogue,
) -> anyhow::Result<Created> {
    let mut groups: BTreeMap<(Category, String, String), Vec<&WaitingOffer>> = BTreeMap::new();
    for (offer, finding) in judged {
        if finding.link.is_none()
            && finding.ask.is_empty()
            && let Some(identity) = identity(offer)
        {
            groups.entry(identity).or_default().push(offer);
        }
    }
    if groups.is_empty() {
        return Ok(Created::default());
    }
    let facts: Vec<ProductFacts> = groups.values().filter_map(|offers| product(offers)).collect();
    sources::upsert(&mut **tx, &sources::of_shops()).await?;
    reference::upsert_facts(tx, sources::SHOPS, &facts, OffsetDateTime::now_utc().date()).await?;
    let deeds: Vec<Deed> = facts.iter().map(deed).collect();
    audit::record(tx, Actor::System, &deeds).await?;
    for fact in &facts {
        catalogue.add(Candidate { id: fact.id, item: item(fact), sold: true });
    }
    let offers: Vec<OfferId> = groups.values().flatten().map(|offer| offer.id).collect();
    let joined = links::link_exact_among(tx, &offers).await?;
    Ok(Created { products: facts.len() as u64, offers: joined })
}

/// What tells it from everything else; `None` where the facts do not suffice, or it is no part.
fn identity(offer: &WaitingOffer) -> Option<(Category, String, String)> {
    let category = offer.category.filter(|category| *category != Category::Other)?;
    let maker = manufacturer_key(offer.manufacturer.as_deref()?);
    offer.model.as_deref()?;
    Some((category, maker, offer_item(offer).into_model_key()?))
}

/// The product that these offers name: the shortest English title is its name, what any of them states its facts.
fn product(offers: &[&WaitingOffer]) -> Option<ProductFacts> {
    let named = |offer: &&&WaitingOffer| offer.title_en.is_some();
    let first = offers
        .iter()
        .filter(named)
        .min_by_key(|offer| offer.title_en.as_deref().map_or(0, str::len))
        .or(offers.first())?;
    let mut specs = first.specs.0.clone();
    for (key, value) in offers.iter().flat_map(|offer| offer.specs.0.iter()) {
        if specs.get(key).is_none() {
            // It was accepted once by the same rules.
            let _ = specs.insert(key, value.clone());
        }
    }
    let numbers: BTreeSet<String> = offers.iter().flat_map(|offer| offer.part_numbers.clone()).collect();
    let title = first.title_en.as_deref().or(first.title_ar.as_deref())?;
    Some(ProductFacts {
        id: ProductId::random(),
        category: first.category?,
        name: title.chars().take(LONGEST_NAME).collect(),
        manufacturer: first.manufacturer.clone()?,
        model: first.model.clone()?,
        series: None,
        variant: None,
        part_numbers: numbers.into_iter().collect(),
        shared_part_numbers: Vec::new(),
        eans: Vec::new(),
        aliases: Vec::new(),
        url: None,
        image_url: offers.iter().find_map(|offer| offer.image_url.clone()),
        verified_on: None,
        specs,
    })
}

fn item(fact: &ProductFacts) -> Item {
    Item::new(&Known {
        category: Some(fact.category),
        manufacturer: Some(&fact.manufacturer),
        model: Some(&fact.model),
        part_numbers: &fact.part_numbers,
        barcodes: &[],
        specs: &fact.specs,
    })
}

fn deed(fact: &ProductFacts) -> Deed {
    Deed {
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
