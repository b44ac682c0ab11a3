//! Splitting of a product that is two, for good, and the undoing of a split.

use std::collections::BTreeSet;

use serde_json::json;
use sqlx::PgTransaction;
use time::{Duration, OffsetDateTime};

use super::{
    merges::{MergeError, find},
    product_facts,
};
use crate::{
    model::{MatchedBy, OfferId, ProductFacts, ProductId, Specs, UserId, keys::fold::Folded},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
        merges::{self as merge_rows, LockedProduct, SplitOffer},
        price_alerts, sources, splits as split_rows,
    },
};

/// The time within which an administrator can undo a split, whoever made it.
pub const UNDO_WITHIN: Duration = Duration::hours(1);

/// The most characters of a product's name; longer names are cut.
const MAX_NAME_CHARS: usize = 200;

/// Splits some offers of a product off into a new product. Their past prices move along, and the part numbers and
/// barcodes that only they state. Favourites, alerts, builds and reviews stay, because users gave them to the original.
///
/// The matcher never joins the two again: the original is rejected for the offers that are split off, and the new product
/// for those that stay. An offer keeps its rejections when its listing ends and comes back, and when its product is merged
/// into another. A product made of offers states from now on what the offers state that stay.
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
    let (split_off, remaining): (Vec<_>, Vec<_>) = merge_rows::lock_offers(tx, &[product])
        .await?
        .into_iter()
        .partition(|offer| offers.contains(&offer.id));
    let belongs = |id: &OfferId| split_off.iter().any(|offer| offer.id == *id);
    if let Some(other) = offers.iter().find(|id| !belongs(id)) {
        return Err(MergeError::OtherOffer(*other));
    }
    if split_off.is_empty() || remaining.is_empty() {
        return Err(MergeError::SplitsNoneOrAll);
    }
    let facts = new_product_facts(original, &split_off, &remaining);
    let ids = |offers: &[SplitOffer]| offers.iter().map(|offer| offer.id).collect::<Vec<OfferId>>();
    let (split_ids, remaining_ids) = (ids(&split_off), ids(&remaining));
    sources::upsert(&mut **tx, &sources::retailers()).await?;
    store_facts(tx, &facts).await?;
    split_rows::store_undo_state(tx, admin, product, facts.id, &split_ids).await?;
    split_rows::move_offers(tx, facts.id, &split_ids).await?;
    split_rows::reject_for_offers(tx, admin, product, &split_ids).await?;
    split_rows::reject_for_offers(tx, admin, facts.id, &remaining_ids).await?;
    split_rows::remove_identity(tx, product, &facts.part_numbers, &facts.eans).await?;
    restate_facts(tx, original, &remaining, &split_off).await?;
    feed::append(&mut **tx, &[product, facts.id]).await?;
    price_alerts::evaluate(tx, None, &[product]).await?;
    let event = AuditEvent {
        action_type: "SPLIT_PRODUCT",
        target_type: "PRODUCT",
        target_id: product.to_string(),
        before: Some(json!({ "name": original.name, "offers": split_off.len() + remaining.len() })),
        after: Some(json!({ "newProductId": facts.id, "newName": facts.name, "splitOffers": split_ids })),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(facts.id)
}

/// Undoes a split of the last hour, given the product that it made, and returns the original: the offers belong to it
/// again as before, and the rejections of the split are lifted. Offers that joined the new product since, and what users
/// have given to it, go to the original too. The new product's address redirects there.
///
/// # Errors
/// When there is no such product, it was not split off in the last hour, or one of the two products was merged or removed since.
pub async fn undo(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    new_product: ProductId,
) -> Result<ProductId, MergeError> {
    let Some(original) = split_rows::find_original(tx, new_product, UNDO_WITHIN).await? else {
        let locked = merge_rows::lock_products(tx, &[new_product]).await?;
        find(&locked, new_product)?;
        return Err(MergeError::TooLateToUndo);
    };
    let locked = merge_rows::lock_products(tx, &[original, new_product]).await?;
    let gone = |error: MergeError| match error {
        MergeError::NoProduct(_) => MergeError::MergedAgain,
        other => other,
    };
    let (kept, undone) = (find(&locked, original).map_err(gone)?, find(&locked, new_product).map_err(gone)?);
    // The previous holder of the locks may have undone the split.
    if split_rows::find_original(tx, new_product, UNDO_WITHIN).await? != Some(original) {
        return Err(MergeError::TooLateToUndo);
    }
    let offers = merge_rows::lock_offers(tx, &[original, new_product]).await?;
    split_rows::restore_matches(tx, new_product).await?;
    merge_rows::move_matches(tx, new_product, original).await?;
    let moved = merge_rows::move_offers(tx, new_product, original, MatchedBy::Matcher).await?;
    split_rows::restore_offers(tx, new_product).await?;
    split_rows::restore_identity(tx, new_product).await?;
    merge_rows::delete_questions_about_current_product(tx, original).await?;
    merge_rows::move_favorites_and_alerts(tx, new_product, original).await?;
    merge_rows::move_builds_and_reviews(tx, new_product, original).await?;
    merge_rows::store_redirect(tx, new_product, original).await?;
    restate_facts(tx, kept, &offers, &[]).await?;
    split_rows::delete_undo_state(tx, new_product).await?;
    feed::append(&mut **tx, &[original, new_product]).await?;
    price_alerts::evaluate(tx, None, &[original]).await?;
    let event = AuditEvent {
        action_type: "UNDO_SPLIT",
        target_type: "PRODUCT",
        target_id: original.to_string(),
        before: Some(json!({ "newProductId": new_product, "newName": undone.name })),
        after: Some(json!({ "name": kept.name, "offers": moved })),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(original)
}

async fn store_facts(tx: &mut PgTransaction<'_>, facts: &ProductFacts) -> sqlx::Result<()> {
    let today = OffsetDateTime::now_utc().date();
    product_facts::upsert(tx, sources::RETAILERS, std::slice::from_ref(facts), today).await?;
    Ok(())
}

/// Stores anew what a product made of offers states, because it has other offers now, and no longer those that `left`: a
/// name, facts and numbers of offers that left are another product's. A product of a reference keeps its facts.
async fn restate_facts(
    tx: &mut PgTransaction<'_>,
    product: &LockedProduct,
    offers: &[SplitOffer],
    left: &[SplitOffer],
) -> sqlx::Result<()> {
    if product.source.as_deref() != Some(sources::RETAILERS) {
        return Ok(());
    }
    // The shown name stays, unless it is rather that of the offers that left. The matcher writes names by a rule, so that few
    // are the title of an offer: a title in the place of such a name would be replaced by the next run.
    let is_kept = nearness(&product.name, offers) >= nearness(&product.name, left);
    let stated = stated_facts(product, product.id, offers);
    let name = if is_kept { product.name.clone() } else { stated.name.clone() };
    store_facts(tx, &ProductFacts { name, ..stated }).await
}

/// Returns how many words of a name the title has that has most of them, and one more where the title is the name.
fn nearness(name: &str, offers: &[SplitOffer]) -> usize {
    let words = Folded::new(name);
    let titles = offers.iter().flat_map(|offer| [&offer.title_en, &offer.title_ar]).flatten();
    let shared = titles.map(|title| {
        // Without spaces, `16GB` is found in `16 GB`.
        let text: String = Folded::new(title).iter().collect();
        words.iter().filter(|word| text.contains(word)).count() + usize::from(cut_name(title) == name)
    });
    shared.max().unwrap_or_default()
}

/// Returns the facts of the new product: those of the offers that are split off, without the part numbers and barcodes
/// that the remaining ones state too.
fn new_product_facts(
    original: &LockedProduct,
    split_off: &[SplitOffer],
    remaining: &[SplitOffer],
) -> ProductFacts {
    let facts = stated_facts(original, ProductId::random(), split_off);
    let shared = stated_facts(original, original.id, remaining);
    let only = |own: Vec<String>, others: &[String]| -> Vec<String> {
        own.into_iter().filter(|number| !others.contains(number)).collect()
    };
    ProductFacts {
        part_numbers: only(facts.part_numbers, &shared.part_numbers),
        eans: only(facts.eans, &shared.eans),
        ..facts
    }
}

/// Returns the facts that offers of `product` state together: the name is their shortest English title, and each spec has
/// the first value that any of them states.
fn stated_facts(product: &LockedProduct, id: ProductId, offers: &[SplitOffer]) -> ProductFacts {
    let english = offers.iter().filter_map(|offer| offer.title_en.as_deref()).min_by_key(|title| title.len());
    let title = english.or_else(|| offers.iter().find_map(|offer| offer.title_ar.as_deref()));
    let name = cut_name(title.unwrap_or(&product.name));
    let first = |of: fn(&SplitOffer) -> Option<&String>| offers.iter().find_map(of).cloned();
    let mut specs = Specs::new();
    for (key, value) in offers.iter().flat_map(|offer| offer.specs.0.iter()) {
        if specs.get(key).is_none() {
            // The same rules have accepted the value before.
            let _ = specs.insert(key, value.clone());
        }
    }
    let all = |of: fn(&SplitOffer) -> &Vec<String>| -> Vec<String> {
        let distinct: BTreeSet<&String> = offers.iter().flat_map(of).collect();
        distinct.into_iter().cloned().collect()
    };
    ProductFacts {
        id,
        category: product.category,
        manufacturer: first(|offer| offer.manufacturer.as_ref())
            .unwrap_or_else(|| product.manufacturer.clone()),
        model: first(|offer| offer.model.as_ref()).unwrap_or_else(|| name.clone()),
        name,
        series: None,
        variant: None,
        part_numbers: all(|offer| &offer.part_numbers),
        shared_part_numbers: Vec::new(),
        eans: all(|offer| &offer.gtins),
        aliases: Vec::new(),
        url: None,
        image_url: first(|offer| offer.image_url.as_ref()),
        verified_on: None,
        specs,
    }
}

fn cut_name(title: &str) -> String {
    title.chars().take(MAX_NAME_CHARS).collect()
}
