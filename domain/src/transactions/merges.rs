//! Merging of two products that are the same, the undoing of a merge, and splitting of a product that is two.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sqlx::PgTransaction;
use time::OffsetDateTime;

use super::product_facts;
use crate::{
    model::{Category, MatchedBy, OfferId, ProductFacts, ProductId, Specs, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
        merges::{self as merge_rows, LockedProduct, SplitOffer},
        price_alerts, sources,
    },
};

/// The most characters of a product's name; longer names are cut.
const MAX_NAME_CHARS: usize = 200;

/// Why products could not be merged or split.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is no such product, or it was already merged.
    #[error("there is no product {0}")]
    NoProduct(ProductId),
    #[error("a product cannot be merged into itself")]
    Itself,
    #[error("one is of category {from}, the other of {into}")]
    OtherCategory { from: Category, into: Category },
    /// Only an administrator can revoke an administrator's rejection.
    #[error("an administrator rejected a match between these products")]
    RejectedPair,
    #[error("offer {0} is not of this product")]
    OtherOffer(OfferId),
    #[error("some offers must be split off, and some must stay")]
    SplitsNoneOrAll,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

fn find(locked: &[LockedProduct], id: ProductId) -> Result<&LockedProduct, MergeError> {
    locked.iter().find(|product| product.id == id).ok_or(MergeError::NoProduct(id))
}

/// Merges two products for an administrator. Offers with their past prices, favourites, alerts, saved builds, reviews,
/// matches and interest move to `into`, which also takes over the facts that it lacked. `from` stays as a redirect to
/// `into`. Earlier rejections of an offer of one product for the other one are overruled.
///
/// # Errors
/// When the products are one already or of different categories, or one does not exist.
pub async fn merge(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    merge_as(tx, Actor::Admin(admin), from, into).await
}

/// Merges two products for the matcher. Matches made by an administrator stay the administrator's.
///
/// # Errors
/// As [`merge`], and when an administrator said that an offer of one product does not belong to the other.
pub async fn merge_as_system(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    merge_as(tx, Actor::System, from, into).await
}

async fn merge_as(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    if from == into {
        return Err(MergeError::Itself);
    }
    let locked = merge_rows::lock_products(tx, &[from, into]).await?;
    let (merged, target) = (find(&locked, from)?, find(&locked, into)?);
    if merged.category != target.category {
        return Err(MergeError::OtherCategory { from: merged.category, into: target.category });
    }
    if actor == Actor::System && merge_rows::is_rejected_pair(tx, from, into).await? {
        return Err(MergeError::RejectedPair);
    }
    // Offers are locked before matches, as by every transaction that needs both.
    merge_rows::lock_offers(tx, from).await?;
    merge_rows::move_matches(tx, from, into).await?;
    let offers = match actor {
        // Offers that an administrator moves count as matched by the administrator, so that no crawl ends the
        // match. All matches of the product's offers with the product are approved, rejected ones too, because the
        // merge is the later decision.
        Actor::Admin(admin) => {
            let moved = merge_rows::move_offers(tx, from, into, MatchedBy::Admin).await?;
            merge_rows::approve_matches_with_current_product(tx, admin, into).await?;
            moved
        }
        Actor::System => {
            let moved = merge_rows::move_offers(tx, from, into, MatchedBy::Matcher).await?;
            merge_rows::delete_questions_about_current_product(tx, into).await?;
            moved
        }
    };
    merge_rows::move_favorites_and_alerts(tx, from, into).await?;
    merge_rows::move_builds_and_reviews(tx, from, into).await?;
    merge_rows::add_facts(tx, from, into).await?;
    merge_rows::store_redirect(tx, from, into).await?;
    feed::append(&mut **tx, &[from, into]).await?;
    price_alerts::evaluate(tx, None, &[into]).await?;
    let event = AuditEvent {
        action_type: "MERGE_PRODUCT",
        target_type: "PRODUCT",
        target_id: from.to_string(),
        before: Some(json!({ "name": merged.name, "mergedInto": null })),
        after: Some(json!({ "name": target.name, "mergedInto": into, "offers": offers })),
    };
    audit::record(tx, actor, &[event]).await?;
    Ok(())
}

/// Undoes a merge, unless one of the two products was merged again or removed since. Returns whether the merge was
/// undone.
///
/// The merged product exists again with its offers, their history, and the favourites, alerts, builds and reviews that
/// moved. The other product loses the facts that it took over, also where a later merge or import has stated them again;
/// the next import restores those that it states. Rows that were dropped because both products had them (an equal alert,
/// the older of two reviews) do not come back, and the counted views stay with the other product. Alerts that fired
/// meanwhile have fired: their mails are sent.
pub(super) async fn unmerge(tx: &mut PgTransaction<'_>, undo_state: &Value) -> sqlx::Result<bool> {
    let Some((from, into)) = merge_rows::restore_product(tx, undo_state).await? else { return Ok(false) };
    merge_rows::restore_offers(tx, undo_state).await?;
    merge_rows::restore_facts(tx, undo_state).await?;
    merge_rows::restore_user_data(tx, undo_state).await?;
    feed::append(&mut **tx, &[from, into]).await?;
    price_alerts::evaluate(tx, None, &[from, into]).await?;
    Ok(true)
}

/// Splits some offers of a product off into a new product. Their past prices and the part numbers that only they state
/// move to the new product. Favourites, alerts, builds and reviews stay, because users gave them to the original.
///
/// # Errors
/// When an offer does not belong to the product, no offer is named, or none would stay.
pub async fn split(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    product: ProductId,
    offers: &[OfferId],
) -> Result<ProductId, MergeError> {
    let locked = merge_rows::lock_products(tx, &[product]).await?;
    let original = find(&locked, product)?;
    let (split_off, remaining): (Vec<_>, Vec<_>) =
        merge_rows::lock_offers(tx, product).await?.into_iter().partition(|offer| offers.contains(&offer.id));
    let belongs = |id: &OfferId| split_off.iter().any(|offer| offer.id == *id);
    if let Some(other) = offers.iter().find(|id| !belongs(id)) {
        return Err(MergeError::OtherOffer(*other));
    }
    if split_off.is_empty() || remaining.is_empty() {
        return Err(MergeError::SplitsNoneOrAll);
    }
    let facts = new_product_facts(original, &split_off, &remaining);
    sources::upsert(&mut **tx, &sources::retailers()).await?;
    product_facts::upsert(
        tx,
        sources::RETAILERS,
        std::slice::from_ref(&facts),
        OffsetDateTime::now_utc().date(),
    )
    .await?;
    merge_rows::move_split(tx, admin, product, facts.id, offers, &facts.part_numbers).await?;
    feed::append(&mut **tx, &[product, facts.id]).await?;
    price_alerts::evaluate(tx, None, &[product]).await?;
    let event = AuditEvent {
        action_type: "SPLIT_PRODUCT",
        target_type: "PRODUCT",
        target_id: product.to_string(),
        before: Some(json!({ "name": original.name, "offers": split_off.len() + remaining.len() })),
        after: Some(json!({ "newProductId": facts.id, "newName": facts.name, "splitOffers": offers })),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(facts.id)
}

/// Returns the facts of the new product, from the offers that are split off: its name is their shortest English title,
/// and each spec has the first value that any of them states.
fn new_product_facts(
    original: &LockedProduct,
    split_off: &[SplitOffer],
    remaining: &[SplitOffer],
) -> ProductFacts {
    let english =
        split_off.iter().filter_map(|offer| offer.title_en.as_deref()).min_by_key(|title| title.len());
    let title = english.or_else(|| split_off.iter().find_map(|offer| offer.title_ar.as_deref()));
    let name: String = title.unwrap_or(&original.name).chars().take(MAX_NAME_CHARS).collect();
    let first = |of: fn(&SplitOffer) -> Option<&String>| split_off.iter().find_map(of).cloned();
    let mut specs = Specs::new();
    for (key, value) in split_off.iter().flat_map(|offer| offer.specs.0.iter()) {
        if specs.get(key).is_none() {
            // The same rules have accepted the value before.
            let _ = specs.insert(key, value.clone());
        }
    }
    let numbers = |offers: &[SplitOffer]| -> BTreeSet<String> {
        offers.iter().flat_map(|offer| offer.part_numbers.clone()).collect()
    };
    ProductFacts {
        id: ProductId::random(),
        category: original.category,
        manufacturer: first(|offer| offer.manufacturer.as_ref())
            .unwrap_or_else(|| original.manufacturer.clone()),
        model: first(|offer| offer.model.as_ref()).unwrap_or_else(|| name.clone()),
        name,
        series: None,
        variant: None,
        part_numbers: numbers(split_off).difference(&numbers(remaining)).cloned().collect(),
        shared_part_numbers: Vec::new(),
        eans: Vec::new(),
        aliases: Vec::new(),
        url: None,
        image_url: first(|offer| offer.image_url.as_ref()),
        verified_on: None,
        specs,
    }
}
