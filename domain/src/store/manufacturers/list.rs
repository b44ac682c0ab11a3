use std::collections::BTreeMap;

use sqlx::PgExecutor;
use time::OffsetDateTime;

use super::ManufacturerState;
use crate::store::sources;

/// A manufacturer that the built-in table does not know.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Manufacturer {
    /// The normalized name.
    pub key: String,
    pub name: String,
    pub state: ManufacturerState,
    /// The manufacturer of which this name is an alias.
    pub alias_of: Option<String>,
    pub offers: i32,
    pub shops: i32,
    /// Some titles of offers under this name.
    pub titles: Vec<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub first_seen: OffsetDateTime,
    /// The administrator who decided; `None` also for a decision on the command line.
    pub decided_by: Option<String>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub decided_at: Option<OffsetDateTime>,
}

/// Returns a page of manufacturers, those with the most offers first.
pub async fn list(
    db: impl PgExecutor<'_>,
    state: Option<ManufacturerState>,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<Manufacturer>> {
    sqlx::query_as!(
        Manufacturer,
        r#"select key, manufacturer.name, state as "state: ManufacturerState", alias_of, offers, shops, titles, first_seen,
               admin.name as "decided_by?", decided_at
           from manufacturer left join app_user as admin on admin.id = decided_by
           where $1::text is null or state = $1
           order by offers desc, key offset $2 limit $3"#,
        state as Option<ManufacturerState>,
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Counts of manufacturers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManufacturerCounts {
    /// The number that match the filter.
    pub total: i64,
    /// The number that wait for an administrator.
    pub unconfirmed: i64,
}

/// Counts the manufacturers that match a filter, and those that wait for an administrator.
pub async fn count(
    db: impl PgExecutor<'_>,
    state: Option<ManufacturerState>,
) -> sqlx::Result<ManufacturerCounts> {
    sqlx::query_as!(
        ManufacturerCounts,
        r#"select count(*) filter (where $1::text is null or state = $1) as "total!",
               count(*) filter (where state = 'UNCONFIRMED') as "unconfirmed!"
           from manufacturer"#,
        state as Option<ManufacturerState>,
    )
    .fetch_one(db)
    .await
}

/// Maps each key to its canonical name; `None` where the name was refused.
pub async fn list_canonical(db: impl PgExecutor<'_>) -> sqlx::Result<BTreeMap<String, Option<String>>> {
    let rows = sqlx::query!(
        r#"select key, case when state = 'REFUSED' then null else coalesce(alias_of, name) end as name from manufacturer"#,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.key, row.name)).collect())
}

/// Maps the keys of the manufacturers of all products that come from a reference to their names.
pub async fn list_reference(db: impl PgExecutor<'_>) -> sqlx::Result<BTreeMap<String, String>> {
    let rows = sqlx::query!(
        r#"select manufacturer_key as key, min(manufacturer) as "name!" from product
           where source is distinct from $1 and manufacturer_key <> '' group by manufacturer_key"#,
        sources::RETAILERS,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.key, row.name)).collect())
}
