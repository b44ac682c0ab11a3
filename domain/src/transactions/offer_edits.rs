//! Edits of offers by administrators. Every change and its audit entry are one transaction.

use serde_json::{Value, json};
use sqlx::PgTransaction;

use crate::{
    model::{Category, Fils, OfferId, ProductId, Stock, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        clock, feed,
        matches::match_rows,
        offers::{
            EditableOffer, PinnedField, PinnedPrice,
            edit::{self as rows, EditEffects},
            set_category,
        },
        price_alerts, prices, splits,
    },
};

/// The fields to change; `None` leaves a field as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OfferEdit {
    pub name: Option<String>,
    pub category: Option<Category>,
    pub manufacturer: Option<String>,
    pub price: Option<Fils>,
    /// The product of the offer; an inner `None` unmatches the offer.
    pub product: Option<Option<ProductId>>,
    /// Fields to unpin, whose values come from the retailer again; other edited fields are pinned.
    pub unpin: Vec<PinnedField>,
}

/// Why an offer was not changed.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    #[error("there is no such offer")]
    NoOffer,
    #[error("this offer was deleted meanwhile")]
    Deleted,
    #[error("there is no product {0}")]
    NoProduct(ProductId),
    #[error("that product is of category {product}, and this offer of {offer}")]
    OtherCategory { product: Category, offer: Category },
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl OfferEdit {
    /// Returns the edited offer. `product_category` is the category of the product that the edit chooses; `None`
    /// where the edit chooses none.
    fn apply(&self, before: &EditableOffer, product_category: Option<Category>) -> EditableOffer {
        let mut after = before.clone();
        // An offer without a known category takes the category of the product.
        let is_uncategorised = matches!(before.draft.category, None | Some(Category::Other));
        let category = self.category.or(product_category.filter(|_| is_uncategorised));
        let EditableOffer { draft, pins, product_id, .. } = &mut after;
        for field in &self.unpin {
            pins.release(*field, draft);
        }
        if let Some(name) = &self.name {
            pins.name = Some(name.clone());
            draft.title_en = Some(name.clone());
        }
        if let Some(category) = category {
            pins.category = Some(category);
            set_category(draft, category);
        }
        if let Some(manufacturer) = &self.manufacturer {
            pins.manufacturer = Some(manufacturer.clone());
            draft.manufacturer = Some(manufacturer.clone());
        }
        if let Some(price) = self.price {
            let retailer_price = pins.price.map_or(draft.price, |pinned| pinned.retailer_price);
            pins.price = Some(PinnedPrice { price, retailer_price });
            draft.price = price;
        }
        draft.list_price = draft.list_price.filter(|list| *list > draft.price);
        *product_id = self.product.unwrap_or(*product_id);
        after
    }

    /// Whether the edit changes anything by which the matcher compares the offer with products.
    fn changes_compared_fields(&self) -> bool {
        self.name.is_some() || self.category.is_some() || self.manufacturer.is_some()
    }
}

async fn lock(tx: &mut PgTransaction<'_>, id: OfferId) -> Result<EditableOffer, EditError> {
    let stored = EditableOffer::lock(tx, id).await?.ok_or(EditError::NoOffer)?;
    if stored.is_deleted { Err(EditError::Deleted) } else { Ok(stored) }
}

/// Locks the product of an offer; returns its category, or none where the product is removed.
async fn lock_product_of(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
) -> sqlx::Result<Option<(ProductId, Option<Category>)>> {
    let Some(product) = rows::find_product(tx, offer).await? else { return Ok(None) };
    Ok(Some((product, rows::lock_category(tx, product).await?)))
}

/// Changes an offer, and pins the changed fields.
///
/// # Errors
/// When there is no such offer, or the product does not exist or is of another category.
pub async fn edit(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: OfferId,
    edit: &OfferEdit,
) -> Result<(), EditError> {
    // Products are locked before offers, as in merges.
    let chosen_category = match edit.product.flatten() {
        Some(product) => Some(rows::lock_category(tx, product).await?.ok_or(EditError::NoProduct(product))?),
        None => None,
    };
    let unchanged_product = match edit.product {
        None if edit.category.is_some() => lock_product_of(tx, id).await?,
        _ => None,
    };
    let before = lock(tx, id).await?;
    let after = edit.apply(&before, chosen_category);
    let product_category = match (after.product_id, unchanged_product) {
        (Some(product), Some((locked, category))) if product == locked => category,
        // Another product has become the offer's since, by a merge or the matcher.
        (Some(product), _) if edit.category.is_some() && chosen_category.is_none() => {
            rows::lock_category(tx, product).await?
        }
        _ => chosen_category,
    };
    if let (Some(product), Some(offer)) = (product_category, after.draft.category)
        && product != offer
    {
        return Err(EditError::OtherCategory { product, offer });
    }
    let effects = EditEffects {
        is_matched_by_admin: edit.product.is_some(),
        needs_matching: edit.changes_compared_fields(),
    };
    rows::store_edit(tx, id, &after, effects).await?;
    decide_matches(tx, admin, id, edit.product, before.product_id).await?;
    // The past prices of an ended offer end with it.
    if !before.is_ended && after.draft.price != before.draft.price {
        let now = clock::now(&mut **tx).await?;
        prices::ensure_partitions(&mut **tx, now, now).await?;
        prices::insert_points(&mut **tx, &[id], None, now).await?;
    }
    let products: Vec<ProductId> = [before.product_id, after.product_id].into_iter().flatten().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate(tx, Some(before.retailer_id), &products).await?;
    record_audit(tx, admin, "UPDATE_PRODUCT", id, as_json(&before), Some(as_json(&after))).await
}

/// Approves the match with the product that the administrator chose, or rejects the match that the administrator ended,
/// so that the matcher neither undoes the choice nor asks about the offer again.
async fn decide_matches(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    offer: OfferId,
    requested: Option<Option<ProductId>>,
    previous: Option<ProductId>,
) -> sqlx::Result<()> {
    match (requested, previous) {
        (Some(Some(product)), _) => {
            rows::approve_match(tx, admin, offer, product).await?;
            match_rows::delete_pending_matches(tx, &[offer]).await
        }
        (Some(None), Some(previous)) => splits::reject_for_offers(tx, admin, previous, &[offer]).await,
        _ => Ok(()),
    }
}

/// Deletes an offer for good. A tombstone stays, so that no crawl restores the offer.
///
/// # Errors
/// When there is no such offer.
pub async fn delete(tx: &mut PgTransaction<'_>, admin: UserId, id: OfferId) -> Result<(), EditError> {
    let before = lock(tx, id).await?;
    let was_live = rows::mark_deleted(tx, id).await?;
    match_rows::delete_pending_matches(tx, &[id]).await?;
    if was_live {
        let now = clock::now(&mut **tx).await?;
        prices::ensure_partitions(&mut **tx, now, now).await?;
        prices::insert_points(&mut **tx, &[id], Some(Stock::Out), now).await?;
    }
    let products: Vec<ProductId> = before.product_id.into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate_stock(tx, None, &products).await?;
    record_audit(tx, admin, "DELETE_PRODUCT", id, as_json(&before), None).await
}

fn as_json(stored: &EditableOffer) -> Value {
    json!({
        "name": stored.draft.title_en.as_ref().or(stored.draft.title_ar.as_ref()),
        "category": stored.draft.category,
        "manufacturer": stored.draft.manufacturer,
        "priceFils": stored.draft.price.0,
        "canonicalId": stored.product_id,
        "pinned": stored.pins,
    })
}

async fn record_audit(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    action_type: &'static str,
    id: OfferId,
    before: Value,
    after: Option<Value>,
) -> Result<(), EditError> {
    let event = AuditEvent {
        action_type,
        target_type: "PRODUCT",
        target_id: id.to_string(),
        before: Some(before),
        after,
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(())
}
