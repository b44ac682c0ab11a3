//! Statements that store a decision about a manufacturer's name.

use sqlx::PgTransaction;

use super::ManufacturerState;
use crate::{
    model::{ProductId, UserId, keys::manufacturer_key},
    store::sources,
};

/// A name that no other transaction changes until this one ends.
pub(crate) struct LockedManufacturer {
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) state: ManufacturerState,
    pub(crate) alias_of: Option<String>,
}

/// Locks a manufacturer, found by its key or by its name in any spelling.
pub(crate) async fn lock(tx: &mut PgTransaction<'_>, name: &str) -> sqlx::Result<Option<LockedManufacturer>> {
    sqlx::query_as!(
        LockedManufacturer,
        r#"select key, name, state as "state: ManufacturerState", alias_of from manufacturer
           where key = any($1::text[]) order by key = $2 desc limit 1 for update"#,
        &[name.to_owned(), manufacturer_key(name)],
        name,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Returns the canonical name of a manufacturer, found among the stored names, or among products.
pub(crate) async fn find_canonical(tx: &mut PgTransaction<'_>, name: &str) -> sqlx::Result<Option<String>> {
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
    .await
}

/// Stores the state of a name, and what it is an alias of.
pub(crate) async fn store(
    tx: &mut PgTransaction<'_>,
    key: &str,
    state: ManufacturerState,
    alias_of: Option<&str>,
    decided_by: Option<UserId>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update manufacturer set state = $2, alias_of = $3, decided_by = $4, decided_at = now() where key = $1",
        key,
        state as ManufacturerState,
        alias_of,
        decided_by.map(|admin| admin.0),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Leads every alias of a name to another name, so that no alias leads to another alias.
pub(crate) async fn redirect_aliases(
    tx: &mut PgTransaction<'_>,
    name: &str,
    canonical: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update manufacturer set alias_of = $2 where state = 'ALIAS' and alias_of = $1",
        name,
        canonical,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Locks the products of a manufacturer that were made from retailers' titles, and returns them.
pub(crate) async fn lock_products(tx: &mut PgTransaction<'_>, key: &str) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select id as "id: ProductId" from product where manufacturer_key = $1 and source = $2 order by id for update"#,
        key,
        sources::RETAILERS,
    )
    .fetch_all(&mut **tx)
    .await
}
