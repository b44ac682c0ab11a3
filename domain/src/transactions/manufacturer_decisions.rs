//! Decisions about manufacturers' names: confirm, make an alias, refuse. Each writes its audit entry.

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::keys::{manufacturer_key, manufacturers::manufacturer_aliases},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
        manufacturers::{
            self, ManufacturerState,
            decide::{self as rows, LockedManufacturer},
        },
    },
};

/// Why a name could not be decided.
#[derive(Debug, thiserror::Error)]
pub enum ManufacturerDecisionError {
    #[error("there is no manufacturer {0:?} to decide on")]
    NoManufacturer(String),
    #[error("there is no manufacturer {0:?} whose other name it could be")]
    UnknownTarget(String),
    #[error("a name cannot be another name of itself")]
    Itself,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

async fn lock(
    tx: &mut PgTransaction<'_>,
    name: &str,
) -> Result<LockedManufacturer, ManufacturerDecisionError> {
    rows::lock(tx, name).await?.ok_or_else(|| ManufacturerDecisionError::NoManufacturer(name.to_owned()))
}

/// Confirms that a name is a manufacturer's.
///
/// # Errors
/// When there is no such name.
pub async fn confirm(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    name: &str,
) -> Result<(), ManufacturerDecisionError> {
    let before = lock(tx, name).await?;
    store(tx, actor, &before, ManufacturerState::Confirmed, None).await?;
    record_audit(tx, actor, "CONFIRM_MANUFACTURER", &before, ManufacturerState::Confirmed, None).await
}

/// Makes a name an alias of a manufacturer: offers under the name, and products made from retailers' titles, get the
/// manufacturer's own name.
///
/// # Errors
/// When there is no such name, or no such manufacturer.
pub async fn alias(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    name: &str,
    of: &str,
) -> Result<(), ManufacturerDecisionError> {
    let before = lock(tx, name).await?;
    let canonical = find_canonical(tx, of).await?;
    if manufacturer_key(&canonical) == before.key {
        return Err(ManufacturerDecisionError::Itself);
    }
    store(tx, actor, &before, ManufacturerState::Alias, Some(&canonical)).await?;
    // An alias never leads to another alias.
    rows::redirect_aliases(tx, &before.name, &canonical).await?;
    move_products(tx, &before.key, &canonical).await?;
    manufacturers::apply_decisions(tx).await?;
    record_audit(tx, actor, "ALIAS_MANUFACTURER", &before, ManufacturerState::Alias, Some(&canonical)).await
}

/// Refuses a name that is not a manufacturer's, such as the retailer's own: no offer gets the name again. Products
/// that were created under the name stay.
///
/// # Errors
/// When there is no such name.
pub async fn refuse(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    name: &str,
) -> Result<(), ManufacturerDecisionError> {
    let before = lock(tx, name).await?;
    store(tx, actor, &before, ManufacturerState::Refused, None).await?;
    manufacturers::apply_decisions(tx).await?;
    record_audit(tx, actor, "REFUSE_MANUFACTURER", &before, ManufacturerState::Refused, None).await
}

/// Returns the canonical name of a manufacturer, found in the built-in table, among these names, or among products.
async fn find_canonical(tx: &mut PgTransaction<'_>, name: &str) -> Result<String, ManufacturerDecisionError> {
    if let Some(manufacturer) = manufacturer_aliases().find_name(name) {
        return Ok(manufacturer.to_owned());
    }
    rows::find_canonical(tx, name)
        .await?
        .ok_or_else(|| ManufacturerDecisionError::UnknownTarget(name.to_owned()))
}

async fn store(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    before: &LockedManufacturer,
    state: ManufacturerState,
    alias_of: Option<&str>,
) -> sqlx::Result<()> {
    rows::store(tx, &before.key, state, alias_of, actor.admin()).await
}

async fn move_products(tx: &mut PgTransaction<'_>, key: &str, canonical: &str) -> sqlx::Result<()> {
    let products = rows::lock_products(tx, key).await?;
    manufacturers::rename_products(tx, &products, canonical).await?;
    feed::append(&mut **tx, &products).await
}

async fn record_audit(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    action_type: &'static str,
    before: &LockedManufacturer,
    state: ManufacturerState,
    alias_of: Option<&str>,
) -> Result<(), ManufacturerDecisionError> {
    let event = AuditEvent {
        action_type,
        target_type: "MANUFACTURER",
        target_id: before.key.clone(),
        before: Some(json!({ "name": before.name, "state": before.state, "aliasOf": before.alias_of })),
        after: Some(json!({ "name": before.name, "state": state, "aliasOf": alias_of })),
    };
    audit::record(tx, actor, &[event]).await?;
    Ok(())
}
