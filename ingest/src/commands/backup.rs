use domain::config::Config;

use super::outcome::Outcome;
use crate::{
    backup::{self, BackupFolder, Manifest, PictureReference, RestoreOptions, RestoreReport},
    cli::{BackupArguments, RestoreArguments},
    database,
    output::Output,
    progress::Progress,
};

/// `ingest backup`
pub(super) async fn create(
    output: &Output,
    config: &Config,
    arguments: &BackupArguments,
) -> anyhow::Result<Outcome> {
    let folder = BackupFolder::open(&arguments.directory)?;
    // Of whatever version the database is: a backup comes before an upgrade.
    let db = database::connect(config).await?;
    let bar = Progress::new(output).spinner("backup");
    let created = backup::create(&db, config, &folder).await;
    bar.clear();
    let (path, manifest) = created?;
    let removed = arguments.keep.map(|keep| folder.remove_older(keep)).transpose();
    let answer = serde_json::json!({
        "backup": path, "manifest": manifest, "removed": removed.as_ref().ok().and_then(Option::as_ref),
    });
    output.print(&answer, || {
        let removed = removed.as_ref().ok().and_then(Option::as_ref).map_or(0, Vec::len);
        describe(&path.display().to_string(), &manifest, removed)
    });
    match removed {
        Ok(_) => Ok(Outcome::Done),
        Err(error) => {
            output.warn(format!("the backup is complete, but older ones were not removed: {error:#}"));
            Ok(Outcome::PartlyFailed)
        }
    }
}

fn describe(path: &str, manifest: &Manifest, removed: usize) -> String {
    let mut lines = vec![format!(
        "{path}: {} rows of {} tables in {}, and {} configuration files.",
        manifest.rows(),
        manifest.tables.len(),
        megabytes(manifest.dump.bytes),
        manifest.configuration.len()
    )];
    lines.push(say_pictures(&manifest.pictures));
    if removed > 0 {
        lines.push(format!("Older backups removed: {removed}."));
    }
    lines.join("\n")
}

fn say_pictures(pictures: &PictureReference) -> String {
    match pictures {
        PictureReference::Folder(folder) => format!("The backup has no pictures: copy {folder} as well."),
        PictureReference::Store(store) => format!("The backup has no pictures: they are in {store}."),
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1_000_000.0)
}

/// `ingest restore`
pub(super) async fn restore(
    output: &Output,
    config: &Config,
    arguments: &RestoreArguments,
) -> anyhow::Result<Outcome> {
    if arguments.check {
        let manifest = backup::check(&arguments.backup).await?;
        output.print(&manifest, || {
            format!(
                "The backup is complete: {} rows of {} tables, taken {}.",
                manifest.rows(),
                manifest.tables.len(),
                manifest.taken_at
            )
        });
        return Ok(Outcome::Done);
    }
    let db = database::connect(config).await?;
    let bar = Progress::new(output).spinner("restore");
    let options = RestoreOptions { jobs: arguments.jobs };
    let restored = backup::restore(&db, config, &arguments.backup, options).await;
    bar.clear();
    let report = restored?;
    let place = database::redact_password(&config.database.url);
    output.print(&report, || describe_restored(&place, &report));
    Ok(Outcome::Done)
}

fn describe_restored(place: &str, report: &RestoreReport) -> String {
    let mut lines = vec![
        format!("Restored {} rows of {} tables into {place}.", report.rows, report.manifest.tables.len()),
        format!("The configuration is in {}: copy it to its place yourself.", report.configuration.display()),
        match &report.manifest.pictures {
            PictureReference::Folder(folder) => {
                format!("Pictures were in {folder}: restore your copy of it.")
            }
            PictureReference::Store(store) => format!("Pictures are in {store}."),
        },
    ];
    if report.needs_migration {
        lines.push("The backup is of an older version: run `ingest migrate` first.".to_owned());
    }
    lines.push("Each api process rebuilds its search index at its next start.".to_owned());
    lines.join("\n")
}
