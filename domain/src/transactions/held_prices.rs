//! Decisions about prices that the price screen held.

use sqlx::PgTransaction;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    offer_assignments::Assignment,
    offer_batches::{BatchCounters, store_batch},
    offer_edits::{self, EditError, OfferEdit},
};
use crate::{
    model::{Category, OfferId, UserId},
    store::{
        offers::edit as rows,
        quarantine::{self, HeldOffer, HeldState},
    },
};

/// Why a held offer could not be decided.
#[derive(Debug, thiserror::Error)]
pub enum HeldPriceError {
    #[error("no held offer has the id {0}")]
    NoHeldOffer(Uuid),
    #[error("the price was already decided: {}", match .0 {
        HeldState::Held => "held",
        HeldState::Released => "released",
        HeldState::Dropped => "dropped",
        HeldState::Superseded => "superseded by a later crawl",
    })]
    Decided(HeldState),
    #[error(transparent)]
    Edit(#[from] EditError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Publishes a held offer as the crawl read it.
///
/// # Errors
/// When there is no such offer, or it was decided meanwhile.
pub async fn release(
    tx: &mut PgTransaction<'_>,
    id: Uuid,
    now: OffsetDateTime,
) -> Result<BatchCounters, HeldPriceError> {
    let held = decide(tx, id, HeldState::Released).await?;
    Ok(store_batch(tx, held.retailer_id, &[held.draft], now).await?)
}

/// Publishes a held offer as the crawl read it, with a category, a manufacturer or a product that an administrator
/// assigns: the price was held because it is unusual for what the offer was taken for. A category other than that of the
/// offer's product takes the offer off that product.
///
/// # Errors
/// As [`release`]; and when the offer was deleted, or the assigned product does not exist or is of another category.
pub async fn release_as(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: Uuid,
    assignment: &Assignment,
    now: OffsetDateTime,
) -> Result<(), HeldPriceError> {
    // Products are locked before offers, as in merges.
    if let Some(product) = assignment.product {
        rows::lock_category(tx, product).await?.ok_or(EditError::NoProduct(product))?;
    } else if assignment.category.is_some() {
        lock_product_of(tx, id).await?;
    }
    let held = decide(tx, id, HeldState::Released).await?;
    let external_id = held.draft.external_id.clone();
    store_batch(tx, held.retailer_id, &[held.draft], now).await?;
    let offer = rows::find_id(tx, held.retailer_id, &external_id).await?.ok_or(EditError::NoOffer)?;
    let mut edit = assignment.to_edit();
    if let (Some(category), None) = (assignment.category, assignment.product) {
        leave_product_of_other_category(tx, offer, category, &mut edit).await?;
    }
    Ok(offer_edits::edit(tx, admin, offer, &edit).await?)
}

/// Locks the product of the offer whose price is held, if it has one.
async fn lock_product_of(tx: &mut PgTransaction<'_>, id: Uuid) -> sqlx::Result<()> {
    let Some(held) = quarantine::find(&mut **tx, id).await? else { return Ok(()) };
    let Some(offer) = rows::find_id(tx, held.retailer_id, &held.draft.external_id).await? else {
        return Ok(());
    };
    if let Some(product) = rows::find_product(tx, offer).await? {
        rows::lock_category(tx, product).await?;
    }
    Ok(())
}

async fn leave_product_of_other_category(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
    category: Category,
    edit: &mut OfferEdit,
) -> sqlx::Result<()> {
    let Some(product) = rows::find_product(tx, offer).await? else { return Ok(()) };
    if rows::lock_category(tx, product).await? != Some(category) {
        edit.product = Some(None);
    }
    Ok(())
}

/// Drops a held offer: its price is wrong. If a later crawl reads the same price and the price screen holds it again,
/// it stays unpublished and nobody is asked.
///
/// # Errors
/// As [`release`].
pub async fn drop_held(tx: &mut PgTransaction<'_>, id: Uuid) -> Result<(), HeldPriceError> {
    decide(tx, id, HeldState::Dropped).await.map(|_| ())
}

async fn decide(tx: &mut PgTransaction<'_>, id: Uuid, state: HeldState) -> Result<HeldOffer, HeldPriceError> {
    let waited = quarantine::set_state(tx, id, state).await?;
    let held = quarantine::find(&mut **tx, id).await?.ok_or(HeldPriceError::NoHeldOffer(id))?;
    if waited { Ok(held) } else { Err(HeldPriceError::Decided(held.state)) }
}
