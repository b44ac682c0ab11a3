//! Backups of a filled database, restored into a fresh one by the real program.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use domain::store::backups::{self, TableCounts};
use ingest::backup::Manifest;
use sqlx::{AssertSqlSafe, PgPool};
use uuid::Uuid;

use crate::{
    command_line::{code, ingest, output_text},
    demo_server::{DemoRetailers, context, crawl_all, import_reference},
    interrupted_workers::database_url,
    stored_data::{StoredData, assert_same, empty_database},
};

/// An empty database on the same server, and its address.
async fn create_database(db: &PgPool) -> anyhow::Result<(String, String)> {
    let name = format!("restored_{}", Uuid::new_v4().simple());
    sqlx::raw_sql(AssertSqlSafe(format!("create database {name} template template0"))).execute(db).await?;
    let mut url = url::Url::parse(&database_url(db).await?)?;
    url.set_path(&name);
    Ok((name, url.into()))
}

async fn drop_database(db: &PgPool, name: &str) -> sqlx::Result<()> {
    sqlx::raw_sql(AssertSqlSafe(format!("drop database {name} with (force)"))).execute(db).await.map(drop)
}

/// A database with offers, prices and products, and the shops' files.
async fn fill(db: &PgPool) -> anyhow::Result<tempfile::TempDir> {
    let (street, files) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    street.write_files(files.path())?;
    import_reference(db).await?;
    crawl_all(&context(db), &street.files()).await?;
    Ok(files)
}

/// Makes a backup and answers its folder.
async fn back_up(database: &str, files: &Path, folder: &Path) -> anyhow::Result<PathBuf> {
    let place = folder.to_string_lossy();
    let output = ingest(database, files, &["backup", &place, "--json"], "").await?;
    anyhow::ensure!(code(&output) == 0, "{}", output_text(&output));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    Ok(answer["backup"].as_str().unwrap_or_default().into())
}

async fn count(db: &PgPool) -> anyhow::Result<TableCounts> {
    Ok(backups::count_rows(&mut *db.acquire().await?).await?)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn backup_restores_into_an_empty_database_row_by_row(db: PgPool) -> anyhow::Result<()> {
    let files = fill(&db).await?;
    let folder = tempfile::tempdir()?;
    let database = database_url(&db).await?;
    let (stored, counts) = (StoredData::read(&db).await?, count(&db).await?);
    let backup = back_up(&database, files.path(), &folder.path().join("made by it")).await?;
    let manifest = Manifest::read(&backup)?;
    assert_eq!(manifest.tables, counts);
    assert!(manifest.tables["offer"] > 500 && manifest.tables["price_point"] > 500);
    assert_eq!(manifest.configuration.len(), 6);
    assert!(backup.join("configuration/retailers/sidra-store.toml").is_file());
    assert_eq!(fs::metadata(&backup)?.permissions().mode() & 0o777, 0o700);
    let newest = backups::find_newest_run(&db).await?.expect("a noted backup");
    assert_eq!(newest.taken_at, manifest.taken_at);

    let (name, fresh) = create_database(&db).await?;
    let place = backup.to_string_lossy();
    let output = ingest(&fresh, files.path(), &["restore", &place], "").await?;
    assert_eq!(code(&output), 0, "{}", output_text(&output));
    let restored = PgPool::connect(&fresh).await?;
    assert_same(&StoredData::read(&restored).await?, &stored);
    assert_eq!(count(&restored).await?, counts);
    assert_eq!(code(&ingest(&fresh, files.path(), &["status"], "").await?), 0);

    let again = ingest(&fresh, files.path(), &["restore", &place], "").await?;
    assert_eq!(code(&again), 1);
    assert!(output_text(&again).contains("the database is not empty"), "{}", output_text(&again));
    assert_eq!(count(&restored).await?, counts);
    restored.close().await;
    drop_database(&db, &name).await?;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn parallel_restore_gives_the_same_rows(db: PgPool) -> anyhow::Result<()> {
    let files = fill(&db).await?;
    let folder = tempfile::tempdir()?;
    let backup = back_up(&database_url(&db).await?, files.path(), folder.path()).await?;
    let (name, fresh) = create_database(&db).await?;
    let output =
        ingest(&fresh, files.path(), &["restore", &backup.to_string_lossy(), "--jobs", "2"], "").await?;
    assert_eq!(code(&output), 0, "{}", output_text(&output));
    let restored = PgPool::connect(&fresh).await?;
    assert_same(&StoredData::read(&restored).await?, &StoredData::read(&db).await?);
    restored.close().await;
    drop_database(&db, &name).await?;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn damaged_or_unknown_backup_is_refused_before_anything_is_written(db: PgPool) -> anyhow::Result<()> {
    let (files, folder) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let backup = back_up(&database_url(&db).await?, files.path(), folder.path()).await?;
    let (name, fresh) = create_database(&db).await?;
    let refused = async |place: &Path| {
        let output = ingest(&fresh, files.path(), &["restore", &place.to_string_lossy()], "").await?;
        anyhow::ensure!(code(&output) == 1, "{}", output_text(&output));
        anyhow::Ok(output_text(&output))
    };
    let several = refused(folder.path()).await?;
    assert!(
        several.contains("name one of them") && several.contains(&*backup.to_string_lossy()),
        "{several}"
    );
    assert!(refused(files.path()).await?.contains("is not a complete backup"));

    let manifest = backup.join("manifest.json");
    let good = fs::read_to_string(&manifest)?;
    fs::write(&manifest, good.replace("\"migration\": 2026", "\"migration\": 2926"))?;
    assert!(refused(&backup).await?.contains("of a newer version"));
    fs::write(&manifest, good.replace("\"layout\": 1", "\"layout\": 2"))?;
    assert!(refused(&backup).await?.contains("made by a newer program"));
    fs::write(&manifest, &good)?;
    let whole = ["restore", "--check", &backup.to_string_lossy()];
    assert_eq!(code(&ingest("postgres://127.0.0.1:1/none", files.path(), &whole, "").await?), 0);

    let dump = backup.join("database.dump");
    let mut bytes = fs::read(&dump)?;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&dump, bytes)?;
    assert!(refused(&backup).await?.contains("database.dump is damaged"));

    let restored = PgPool::connect(&fresh).await?;
    assert_eq!(backups::list_contents(&restored).await?, Vec::<String>::new());
    restored.close().await;
    drop_database(&db, &name).await?;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn restored_rows_that_differ_from_the_manifest_fail_the_command(db: PgPool) -> anyhow::Result<()> {
    let (files, folder) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let backup = back_up(&database_url(&db).await?, files.path(), folder.path()).await?;
    let manifest = backup.join("manifest.json");
    let text = fs::read_to_string(&manifest)?;
    fs::write(&manifest, text.replace("\"schema_floor\": 1", "\"schema_floor\": 2"))?;
    let (name, fresh) = create_database(&db).await?;
    let output = ingest(&fresh, files.path(), &["restore", &backup.to_string_lossy()], "").await?;
    assert_eq!(code(&output), 1);
    assert!(output_text(&output).contains("schema_floor: 1 rows instead of 2"), "{}", output_text(&output));
    drop_database(&db, &name).await?;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn scheduled_backups_keep_the_newest(db: PgPool) -> anyhow::Result<()> {
    let (files, folder) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let database = database_url(&db).await?;
    let place = folder.path().to_string_lossy();
    let oldest = back_up(&database, files.path(), folder.path()).await?;
    for _ in 0..2 {
        let output = ingest(&database, files.path(), &["backup", &place, "--keep", "2"], "").await?;
        assert_eq!(code(&output), 0, "{}", output_text(&output));
    }
    let kept = ingest::backup::list_complete(folder.path())?;
    assert_eq!(kept.len(), 2);
    assert!(!kept.contains(&oldest));
    assert_eq!(code(&ingest(&database, files.path(), &["backup", &place, "--keep", "0"], "").await?), 2);
    Ok(())
}

/// Nothing tells a process that it is killed; what it has started must end all the same.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn killed_backup_takes_pg_dump_with_it(db: PgPool) -> anyhow::Result<()> {
    let (files, folder, programs) = (tempfile::tempdir()?, tempfile::tempdir()?, tempfile::tempdir()?);
    // A pg_dump that writes for ever, whatever it is told, and says which process it is.
    let (process, pg_dump) = (programs.path().join("process"), programs.path().join("pg_dump"));
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'pg_dump (PostgreSQL) 17'; exit; fi\n\
         trap '' TERM; echo $$ > '{0}.new'; mv '{0}.new' '{0}'; while :; do sleep 0.05; echo x >> '{0}.written'; done\n",
        process.display()
    );
    fs::write(&pg_dump, script)?;
    fs::set_permissions(&pg_dump, fs::Permissions::from_mode(0o755))?;
    let mut backup = Command::new(env!("CARGO_BIN_EXE_ingest"))
        .arg("backup")
        .arg(folder.path())
        .env("DATABASE_URL", database_url(&db).await?)
        .env("TAJMEEA_INGEST__RETAILERS_DIRECTORY", files.path())
        .env("PG_BIN_DIR", programs.path())
        .env("RUST_LOG", "off")
        .stdout(Stdio::null())
        .spawn()?;
    let pause = || tokio::time::sleep(Duration::from_millis(20));
    while !process.exists() && backup.try_wait()?.is_none() {
        pause().await;
    }
    let started = fs::read_to_string(&process)?.trim().to_owned();
    backup.kill()?;
    backup.wait()?;
    let place = Path::new("/proc").join(&started);
    for _ in 0..1_000 {
        if !place.exists() {
            return Ok(());
        }
        pause().await;
    }
    Command::new("kill").args(["-9", &started]).status()?;
    anyhow::bail!("pg_dump writes on")
}

#[sqlx::test(migrations = false)]
async fn failed_backup_leaves_nothing(db: PgPool) -> anyhow::Result<()> {
    empty_database(&db).await?;
    let (files, folder) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let place = folder.path().to_string_lossy();
    let empty = ingest(&database_url(&db).await?, files.path(), &["backup", &place], "").await?;
    assert_eq!(code(&empty), 1);
    assert!(output_text(&empty).contains("nothing to back up"), "{}", output_text(&empty));
    let away =
        ingest("postgres://user:secret@127.0.0.1:1/none", files.path(), &["backup", &place], "").await?;
    assert_eq!(code(&away), 4);
    assert_eq!(ingest::backup::list_complete(folder.path())?, Vec::<PathBuf>::new());
    let left = fs::read_dir(folder.path())?.filter_map(|entry| Some(entry.ok()?.file_name()));
    assert_eq!(left.collect::<Vec<_>>(), [".lock"]);
    Ok(())
}
