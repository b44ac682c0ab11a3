use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use anyhow::Context;
use domain::{
    MIGRATOR,
    config::Config,
    store::backups::{self, TableCounts},
};
use sqlx::PgPool;
use tokio::task::spawn_blocking;

use super::{CONFIGURATION, DUMP, FileChecksum, Manifest, list_complete, programs};

/// Options of a restore.
#[derive(Debug, Clone, Copy)]
pub struct RestoreOptions {
    /// Tables copied and indexes built at once; one restores all or nothing.
    pub jobs: NonZeroUsize,
}

/// Outcome of a restore, with the steps that are left to the operator.
#[derive(Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RestoreReport {
    pub manifest: Manifest,
    pub rows: i64,
    /// The folder of the operator's files; nothing is written over with them.
    pub configuration: PathBuf,
    /// True when the database is of an older version than this program, so that `ingest migrate` is next.
    pub needs_migration: bool,
}

/// Reads a backup and verifies its files by their checksums.
///
/// # Errors
/// Says which file is missing or damaged, or why this program cannot restore it.
pub async fn check(backup: &Path) -> anyhow::Result<Manifest> {
    let backup = backup.to_owned();
    spawn_blocking(move || check_files(&backup)).await?
}

fn check_files(backup: &Path) -> anyhow::Result<Manifest> {
    let manifest = Manifest::read(backup).map_err(|error| name_newest(backup, error))?;
    let newest = MIGRATOR.iter().map(|step| step.version).max().unwrap_or_default();
    anyhow::ensure!(
        manifest.migration <= newest,
        "the backup in {} is of a newer version (migration {}) than this program (migration {newest}): restore it with \
         that version",
        backup.display(),
        manifest.migration
    );
    check_file(backup, Path::new(DUMP), &manifest.dump)?;
    for file in &manifest.configuration {
        check_file(backup, Path::new(&file.file), &file.checksum)?;
    }
    Ok(manifest)
}

fn check_file(backup: &Path, file: &Path, stated: &FileChecksum) -> anyhow::Result<()> {
    let path = backup.join(file);
    let found = FileChecksum::of(&path).with_context(|| format!("cannot read {}", path.display()))?;
    anyhow::ensure!(
        found == *stated,
        "{} is damaged: its checksum differs from the manifest. Use another backup",
        path.display()
    );
    Ok(())
}

/// Proposes the newest backup to an operator who named the folder of all backups.
fn name_newest(folder: &Path, error: anyhow::Error) -> anyhow::Error {
    match list_complete(folder).ok().and_then(|backups| backups.into_iter().next_back()) {
        Some(newest) => anyhow::anyhow!(
            "{} holds several backups: name one of them. The newest is {}",
            folder.display(),
            newest.display()
        ),
        None => error,
    }
}

/// Fills an empty database from a backup, and verifies the rows of each table.
///
/// # Errors
/// Before anything is written, when the backup is damaged or the database is not empty; afterwards, when the copy fails or
/// the counts differ.
pub async fn restore(
    db: &PgPool,
    config: &Config,
    backup: &Path,
    options: RestoreOptions,
) -> anyhow::Result<RestoreReport> {
    let manifest = check(backup).await?;
    let contents = backups::list_contents(db).await?;
    anyhow::ensure!(
        contents.is_empty(),
        "the database is not empty (it has {}): restore into a new one. `createdb` makes it, and DATABASE_URL names it",
        contents.join(", ")
    );
    programs::restore(&config.database.url, &backup.join(DUMP), options.jobs)
        .await
        .context("cannot restore the database")?;
    let restored = backups::count_rows(&mut *db.acquire().await?).await?;
    verify(&manifest.tables, &restored)?;
    backups::analyze(db).await?;
    let newest = MIGRATOR.iter().map(|step| step.version).max().unwrap_or_default();
    Ok(RestoreReport {
        rows: manifest.rows(),
        configuration: backup.join(CONFIGURATION),
        needs_migration: manifest.migration < newest,
        manifest,
    })
}

/// Compares the rows of each table with those that the backup was made of.
fn verify(stated: &TableCounts, found: &TableCounts) -> anyhow::Result<()> {
    let names: std::collections::BTreeSet<&String> = stated.keys().chain(found.keys()).collect();
    let words = |rows: Option<&i64>| rows.map_or_else(|| "no".to_owned(), i64::to_string);
    let wrong: Vec<String> = names
        .into_iter()
        .filter(|name| stated.get(*name) != found.get(*name))
        .map(|name| format!("{name}: {} rows instead of {}", words(found.get(name)), words(stated.get(name))))
        .collect();
    anyhow::ensure!(
        wrong.is_empty(),
        "the restored database differs from the backup ({}): do not use it",
        wrong.join("; ")
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_differ_or_are_missing_are_named() {
        let counts = |rows: &[(&str, i64)]| {
            rows.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect::<TableCounts>()
        };
        let stated = counts(&[("offer", 5), ("product", 2)]);
        assert!(verify(&stated, &stated).is_ok());
        let error = verify(&stated, &counts(&[("offer", 4)])).unwrap_err().to_string();
        assert!(error.contains("offer: 4 rows instead of 5; product: no rows instead of 2"), "{error}");
    }
}
