use std::collections::BTreeSet;

use sqlx::PgPool;

use super::users;
use crate::MIGRATOR;

/// Why this build cannot serve a database.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    #[error("the database has no Tajmeea tables: run `ingest migrate` first")]
    Empty,
    #[error("the database is of an older version ({missing} migrations behind): run `ingest migrate` first")]
    Older { missing: usize },
    #[error("the database is of a newer version than this program (migration {newest}): update the program")]
    Newer { newest: i64 },
    #[error("migration {version} failed half way: repair the database, then run `ingest migrate` again")]
    Broken { version: i64 },
    #[error("the database cannot be read: {0}")]
    Database(#[from] sqlx::Error),
}

/// Migrates the database to this build's version. Several processes may call it at once: one works, the others wait.
///
/// # Errors
/// When a migration fails, or the database is of a newer version.
pub async fn migrate(db: &PgPool) -> Result<(), sqlx::migrate::MigrateError> {
    MIGRATOR.run(db).await?;
    users::fill_name_keys(db).await?;
    Ok(())
}

/// Reverts migrations, the newest first, down to a version, which stays applied.
///
/// # Errors
/// When a migration fails, or the database has migrations that this build does not know.
pub async fn undo(db: &PgPool, version: i64) -> Result<(), sqlx::migrate::MigrateError> {
    MIGRATOR.undo(db, version).await
}

/// The migrations of a database, compared with those of this build.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MigrationStatus {
    /// Applied migrations that this build also has.
    pub applied: Vec<i64>,
    /// Migrations of this build that are not applied yet.
    pub pending: Vec<i64>,
    /// Applied migrations of a newer program.
    pub unknown: Vec<i64>,
    /// A migration that stopped half way.
    pub broken: Option<i64>,
    /// The newest migration that a program must know to understand this schema; `None` in a schema older than this
    /// number.
    pub min_known_version: Option<i64>,
}

/// Reads which migrations the database has.
///
/// # Errors
/// When the database does not answer.
pub async fn status(db: &PgPool) -> sqlx::Result<MigrationStatus> {
    let ours: BTreeSet<i64> = MIGRATOR
        .iter()
        .filter(|step| step.migration_type.is_up_migration())
        .map(|step| step.version)
        .collect();
    // Queries without the compile-time check, because an empty or older database has no such tables.
    let rows: Vec<(i64, bool)> = if has_table(db, "_sqlx_migrations").await? {
        sqlx::query_as("select version, success from _sqlx_migrations order by version").fetch_all(db).await?
    } else {
        Vec::new()
    };
    let min_known_version = if has_table(db, "schema_floor").await? {
        sqlx::query_scalar("select min_known_version from schema_floor").fetch_optional(db).await?
    } else {
        None
    };
    let broken = rows.iter().find(|(_, success)| !success).map(|(version, _)| *version);
    let theirs: BTreeSet<i64> = rows.into_iter().map(|(version, _)| version).collect();
    Ok(MigrationStatus {
        applied: ours.intersection(&theirs).copied().collect(),
        pending: ours.difference(&theirs).copied().collect(),
        unknown: theirs.difference(&ours).copied().collect(),
        broken,
        min_known_version,
    })
}

async fn has_table(db: &PgPool, name: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar("select to_regclass($1) is not null").bind(name).fetch_one(db).await
}

/// Checks that this build can serve the database, which must have all migrations of this build. Those of newer
/// programs must only add to the schema.
///
/// # Errors
/// The error says how the database differs, in a sentence for an operator.
pub async fn check(db: &PgPool) -> Result<(), SchemaError> {
    let status = status(db).await?;
    if let Some(version) = status.broken {
        return Err(SchemaError::Broken { version });
    }
    if status.applied.is_empty() && status.unknown.is_empty() {
        return Err(SchemaError::Empty);
    }
    let known = status.applied.last().copied().unwrap_or_default();
    let is_understood = status.min_known_version.is_some_and(|min| min <= known);
    if let Some(newest) = status.unknown.last()
        && !is_understood
    {
        return Err(SchemaError::Newer { newest: *newest });
    }
    match status.pending.len() {
        0 => Ok(()),
        missing => Err(SchemaError::Older { missing }),
    }
}
