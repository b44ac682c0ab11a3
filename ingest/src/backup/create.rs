use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use domain::{
    config::Config,
    store::backups::{self, BackupRun, DatabaseSnapshot},
};
use sqlx::PgPool;
use tokio::task::spawn_blocking;

use super::{
    BackupFolder, CONFIGURATION, ConfigurationFile, DUMP, FileChecksum, Manifest, PictureReference,
    manifest::LAYOUT, programs,
};

/// Backs the installation up while it runs; answers the new backup's folder and what is in it.
///
/// # Errors
/// When the database or the folder fails; nothing of the backup is left then.
pub async fn create(
    db: &PgPool,
    config: &Config,
    folder: &BackupFolder,
) -> anyhow::Result<(PathBuf, Manifest)> {
    let snapshot = backups::begin_snapshot(db).await?;
    let unfinished = folder.begin(snapshot.taken_at)?;
    let written = write(config, snapshot, &unfinished).await;
    let completed = written.and_then(|manifest| Ok((folder.complete(&unfinished)?, manifest)));
    let Ok((path, manifest)) = completed else {
        // The cause is told, not that its remains cannot be removed: the next backup removes them.
        let _ = fs::remove_dir_all(&unfinished);
        return completed;
    };
    record(db, &path, &manifest).await;
    Ok((path, manifest))
}

/// Writes everything into the folder; the manifest last.
async fn write(config: &Config, snapshot: DatabaseSnapshot, backup: &Path) -> anyhow::Result<Manifest> {
    let DatabaseSnapshot { mut tx, id, taken_at } = snapshot;
    let migration = backups::newest_migration(&mut tx).await?;
    let migration = migration.context("the database has no Tajmeea tables: there is nothing to back up")?;
    let server = backups::server_version(&mut *tx).await?;
    let tables = backups::count_rows(&mut tx).await?;
    let pg_dump = programs::dump_version().await?;
    let dump = backup.join(DUMP);
    programs::dump(&config.database.url, &id, &dump).await.context("cannot dump the database")?;
    tx.rollback().await?;
    let dump = spawn_blocking(move || FileChecksum::of(&dump))
        .await?
        .context("cannot read the dump to compute its checksum")?;
    let manifest = Manifest {
        layout: LAYOUT,
        taken_at,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        server,
        pg_dump,
        migration,
        dump,
        configuration: copy_configuration(config, backup)?,
        pictures: find_pictures(config)?,
        tables,
    };
    manifest.write(backup)?;
    Ok(manifest)
}

/// Copies the operator's files: a few small ones. Secrets that are in the environment stay there.
fn copy_configuration(config: &Config, backup: &Path) -> anyhow::Result<Vec<ConfigurationFile>> {
    let retailers = Path::new(CONFIGURATION).join("retailers");
    fs::create_dir_all(backup.join(&retailers)).context("cannot copy the configuration")?;
    let mut copied = Vec::new();
    if let Some(file) = Config::file() {
        copied.push(copy(&file, backup, Path::new(CONFIGURATION))?);
    }
    let directory = &config.ingest.retailers_directory;
    let unreadable = || format!("cannot read the retailer files in {}", directory.display());
    let mut files: Vec<PathBuf> = fs::read_dir(directory)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .with_context(unreadable)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    for file in files {
        copied.push(copy(&file, backup, &retailers)?);
    }
    Ok(copied)
}

fn copy(file: &Path, backup: &Path, folder: &Path) -> anyhow::Result<ConfigurationFile> {
    let failed = || format!("cannot copy {}", file.display());
    let name = folder.join(file.file_name().with_context(failed)?);
    let target = backup.join(&name);
    fs::copy(file, &target).with_context(failed)?;
    let checksum = FileChecksum::of(&target).with_context(failed)?;
    Ok(ConfigurationFile { file: name.display().to_string(), from: absolute(file)?, checksum })
}

fn find_pictures(config: &Config) -> anyhow::Result<PictureReference> {
    if !config.pictures.store.is_empty() {
        return Ok(PictureReference::Store(config.pictures.store.clone()));
    }
    Ok(PictureReference::Folder(absolute(&pictures::picture_folder(&config.data.directory))?))
}

fn absolute(path: &Path) -> anyhow::Result<String> {
    Ok(std::path::absolute(path)?.display().to_string())
}

/// Tells the database of the backup, for `ingest doctor` and the metrics. The backup is good without that.
async fn record(db: &PgPool, path: &Path, manifest: &Manifest) {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let run = BackupRun {
        taken_at: manifest.taken_at,
        place: format!("{}:{}", host.trim(), path.display()),
        bytes: i64::try_from(manifest.dump.bytes).unwrap_or(i64::MAX),
    };
    if let Err(error) = backups::insert_run(db, &run).await {
        tracing::warn!(error = %error, "Cannot record the backup in the database: {error}");
    }
}
