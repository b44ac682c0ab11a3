use serde_json::json;
use sqlx::PgTransaction;

use super::{ManufacturerState, apply_decisions, rename_products};
use crate::{
    model::{
        ProductId,
        keys::{manufacturer_key, manufacturers::manufacturer_aliases},
    },
    store::{
        audit::{self, Actor, AuditEvent},
        feed, sources,
    },
};

/// Why a name could not be decided.
#[derive(Debug, thiserror::Error)]
pub enum DecisionError {
    #[error("there is no manufacturer {0:?} to decide on")]
    Unknown(String),
    #[error("there is no manufacturer {0:?} whose other name it could be")]
    UnknownTarget(String),
    #[error("a name cannot be another name of itself")]
    Itself,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

struct LockedManufacturer {
    key: String,
    name: String,
    state: ManufacturerState,
    alias_of: Option<String>,
}

/// Locks a manufacturer, found by its key or by its name in any spelling.
async fn lock(tx: &mut PgTransaction<'_>, name: &str) -> Result<LockedManufacturer, DecisionError> {
    sqlx::query_as!(
        LockedManufacturer,
        r#"select key, name, state as "state: ManufacturerState", alias_of from manufacturer
           where key = any($1::text[]) order by key = $2 desc limit 1 for update"#,
        &[name.to_owned(), manufacturer_key(name)],
        name,
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or_else(|| DecisionError::Unknown(name.to_owned()))
}

/// Confirms that a name is a manufacturer's.
///
/// # Errors
/// When there is no such name.
pub async fn confirm(tx: &mut PgTransaction<'_>, actor: Actor, name: &str) -> Result<(), DecisionError> {
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
) -> Result<(), DecisionError> {
    let before = lock(tx, name).await?;
    let canonical = find_canonical(tx, of).await?;
    if manufacturer_key(&canonical) == before.key {
        return Err(DecisionError::Itself);
    }
    store(tx, actor, &before, ManufacturerState::Alias, Some(&canonical)).await?;
    // An alias never leads to another alias.
    sqlx::query!(
        "update manufacturer set alias_of = $2 where state = 'ALIAS' and alias_of = $1",
        before.name,
        canonical,
    )
    .execute(&mut **tx)
    .await?;
    move_products(tx, &before.key, &canonical).await?;
    apply_decisions(tx).await?;
    record_audit(tx, actor, "ALIAS_MANUFACTURER", &before, ManufacturerState::Alias, Some(&canonical)).await
}

/// Refuses a name that is not a manufacturer's, such as the retailer's own: no offer gets the name again. Products
/// that were created under the name stay.
///
/// # Errors
/// When there is no such name.
pub async fn refuse(tx: &mut PgTransaction<'_>, actor: Actor, name: &str) -> Result<(), DecisionError> {
    let before = lock(tx, name).await?;
    store(tx, actor, &before, ManufacturerState::Refused, None).await?;
    apply_decisions(tx).await?;
    record_audit(tx, actor, "REFUSE_MANUFACTURER", &before, ManufacturerState::Refused, None).await
}

/// Returns the canonical name of a manufacturer, found in the built-in table, among these names, or among products.
async fn find_canonical(tx: &mut PgTransaction<'_>, name: &str) -> Result<String, DecisionError> {
    if let Some(maker) = manufacturer_aliases().find_name(name) {
        return Ok(maker.to_owned());
    }
    sqlx::query_scalar!(
        r#"select name as "name!" from (
               select coalesce(alias_of, name) as name, 1 as rank from manufacturer
               where key = $1 and state <> 'REFUSED'
               union all
               (select manufacturer, 2 from product where manufacturer_key = $1 and removed_at is null limit 1))
               as found
           order by rank limit 1"#,
        manufacturer_key(name),
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or_else(|| DecisionError::UnknownTarget(name.to_owned()))
}

async fn store(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    before: &LockedManufacturer,
    state: ManufacturerState,
    alias_of: Option<&str>,
) -> sqlx::Result<()> {
    let admin = match actor {
        Actor::Admin(id) => Some(id.0),
        Actor::System => None,
    };
    sqlx::query!(
        "update manufacturer set state = $2, alias_of = $3, decided_by = $4, decided_at = now() where key = $1",
        before.key,
        state as ManufacturerState,
        alias_of,
        admin,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn move_products(tx: &mut PgTransaction<'_>, key: &str, canonical: &str) -> sqlx::Result<()> {
    let products = sqlx::query_scalar!(
        r#"select id as "id: ProductId" from product where manufacturer_key = $1 and source = $2 order by id for update"#,
        key,
        sources::RETAILERS,
    )
    .fetch_all(&mut **tx)
    .await?;
    rename_products(tx, &products, canonical).await?;
    feed::append(&mut **tx, &products).await
}

async fn record_audit(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    action_type: &'static str,
    before: &LockedManufacturer,
    state: ManufacturerState,
    alias_of: Option<&str>,
) -> Result<(), DecisionError> {
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
