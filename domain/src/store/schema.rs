use std::collections::BTreeSet;

use sqlx::PgPool;

use crate::MIGRATOR;

/// Why a database cannot be served by this build.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    #[error("the database has no Tajmeea tables yet: run `ingest migrate` first")]
    Empty,
    #[error("the database is of an older version ({missing} migrations behind): run `ingest migrate` first")]
    Older { missing: usize },
    #[error("the database is of a newer version than this program (migration {newest}): update the program")]
    Newer { newest: i64 },
    #[error(
        "a migration stopped half way (migration {version}): put the database right, then run `ingest migrate` again"
    )]
    Broken { version: i64 },
    #[error("the database cannot be read: {0}")]
    Database(#[from] sqlx::Error),
}

/// Brings the database to this build's version. Several processes may call it at once: one works, the others wait.
///
/// # Errors
/// When a migration fails, or the database is of a newer version.
pub async fn migrate(db: &PgPool) -> Result<(), sqlx::migrate::MigrateError> {
    MIGRATOR.run(db).await
}

/// Whether the database is of exactly this build's version.
///
/// # Errors
/// Names how it differs, in a sentence for an operator.
pub async fn check(db: &PgPool) -> Result<(), SchemaError> {
    // Checked by hand, not by macro: the table belongs to sqlx and is absent from an empty database.
    let known: bool =
        sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null").fetch_one(db).await?;
    if !known {
        return Err(SchemaError::Empty);
    }
    let rows: Vec<(i64, bool)> =
        sqlx::query_as("select version, success from _sqlx_migrations order by version")
            .fetch_all(db)
            .await?;
    if let Some((version, _)) = rows.iter().find(|(_, success)| !success) {
        return Err(SchemaError::Broken { version: *version });
    }
    let ours: BTreeSet<i64> = MIGRATOR
        .iter()
        .filter(|step| step.migration_type.is_up_migration())
        .map(|step| step.version)
        .collect();
    let theirs: BTreeSet<i64> = rows.into_iter().map(|(version, _)| version).collect();
    if let Some(newest) = theirs.difference(&ours).max() {
        return Err(SchemaError::Newer { newest: *newest });
    }
    match ours.difference(&theirs).count() {
        0 => Ok(()),
        _ if theirs.is_empty() => Err(SchemaError::Empty),
        missing => Err(SchemaError::Older { missing }),
    }
}
