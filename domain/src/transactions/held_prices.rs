//! Decisions about prices that the price screen held.

use sqlx::PgTransaction;
use time::OffsetDateTime;
use uuid::Uuid;

use super::offer_batches::{BatchCounters, store_batch};
use crate::store::quarantine::{self, HeldOffer, HeldState};

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
