use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

use demo::{Fault, ShopKind};
use sqlx::PgPool;

use crate::{
    demo_server::DemoRetailers,
    interrupted_workers::database_url,
    stored_data::{empty_database, number},
};

/// Runs the real program and returns its output.
pub(crate) async fn ingest(
    database: &str,
    directory: &std::path::Path,
    arguments: &[&str],
    input: &str,
) -> anyhow::Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ingest"));
    command
        .args(arguments)
        .env("DATABASE_URL", database)
        .env("TAJMEEA_INGEST__RETAILERS_DIRECTORY", directory)
        .env("TAJMEEA_INGEST__RETRIES", "2")
        .env("TAJMEEA_INGEST__RETRY_PAUSE_MILLISECONDS", "20")
        .env("TAJMEEA_DATA__DIRECTORY", directory.join("data"))
        .env("RUST_LOG", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let input = input.to_owned();
    let output = tokio::task::spawn_blocking(move || -> anyhow::Result<Output> {
        let mut child = command.spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A program that does not read its input may have closed it already.
            let _ = stdin.write_all(input.as_bytes());
        }
        Ok(child.wait_with_output()?)
    });
    output.await?
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

pub(crate) fn output_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn exit_codes_distinguish_success_partial_success_and_failure(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let directory = tempfile::tempdir()?;
    street.write_files(directory.path())?;
    let database = database_url(&db).await?;
    let run = ["run", "--retailer", "dhow-digital", "--retailer", "sidra-store", "--json"];

    let good = ingest(&database, directory.path(), &run, "").await?;
    assert_eq!(code(&good), 0, "{}", output_text(&good));
    let reports: serde_json::Value = serde_json::from_slice(&good.stdout)?;
    assert_eq!(reports[0]["state"], "COMPLETE");

    street.world.set_fault(ShopKind::DhowDigital, Fault::Down);
    let partly = ingest(&database, directory.path(), &run, "").await?;
    assert_eq!(code(&partly), 3, "{}", output_text(&partly));

    street.world.set_fault(ShopKind::SidraStore, Fault::ServerError);
    let failed = ingest(&database, directory.path(), &run, "").await?;
    assert_eq!(code(&failed), 1, "{}", output_text(&failed));
    assert_eq!(code(&ingest(&database, directory.path(), &["run", "--limit", "some"], "").await?), 2);

    let status = ingest(&database, directory.path(), &["status"], "").await?;
    assert_eq!(code(&status), 0);
    assert!(output_text(&status).contains("answered 500"), "{}", output_text(&status));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn broken_file_is_named_and_other_retailers_are_crawled(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let directory = tempfile::tempdir()?;
    street.write_files(directory.path())?;
    for kept in ["noor-computers", "bandar-pc", "safat-tech", "mirqab-mart"] {
        std::fs::remove_file(directory.path().join(format!("{kept}.toml")))?;
    }
    let broken = directory.path().join("sidra-store.toml");
    std::fs::write(&broken, std::fs::read_to_string(&broken)?.replace("base_url", "base_uri"))?;
    let output = ingest(&database_url(&db).await?, directory.path(), &["run"], "").await?;
    assert_eq!(code(&output), 3, "{}", output_text(&output));
    assert!(output_text(&output).contains(
        "sidra-store.toml, line 4: there is no key \"base_uri\"; the nearest valid key is \"base_url\""
    ));
    assert!(number(&db, "select count(*) from offer").await? > 500);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn dry_run_writes_nothing(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let directory = tempfile::tempdir()?;
    street.write_files(directory.path())?;
    let database = database_url(&db).await?;
    for arguments in [
        ["retailer", "check", "safat-tech", "--limit", "5"].as_slice(),
        &["run", "--dry-run", "--retailer", "sidra-store"],
        &["retailer", "list"],
        &["doctor"],
    ] {
        let output = ingest(&database, directory.path(), arguments, "").await?;
        assert_eq!(code(&output), 0, "{arguments:?}: {}", output_text(&output));
        assert!(!output.stdout.is_empty());
    }
    assert_eq!(number(&db, "select count(*) from retailer").await?, 0);
    assert_eq!(number(&db, "select count(*) from offer").await?, 0);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn admin_is_created_once_and_with_a_strong_password(db: PgPool) -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let database = database_url(&db).await?;
    let make = ["user", "create-admin", "--email", "Sara@Example.com", "--password-stdin"];
    for (password, expected) in
        [("short\n", 1), ("password123\n", 1), ("a fine pass\n", 0), ("another one\n", 1)]
    {
        let output = ingest(&database, directory.path(), &make, password).await?;
        assert_eq!(code(&output), expected, "{password:?}: {}", output_text(&output));
        assert!(!output_text(&output).contains(password.trim()), "a password is never shown");
    }
    let kept = "select count(*) from app_user where role = 'ADMIN' and email_key = 'sara@example.com'
                and password_hash like '$argon2id$%' and email_verified_at is not null";
    assert_eq!(number(&db, kept).await?, 1);
    let wrong = ["user", "create-admin", "--email", "nobody", "--password-stdin"];
    assert_eq!(code(&ingest(&database, directory.path(), &wrong, "a fine pass\n").await?), 1);
    Ok(())
}

#[sqlx::test(migrations = false)]
async fn unreachable_or_empty_database_is_exit_code_four(db: PgPool) -> anyhow::Result<()> {
    empty_database(&db).await?;
    let directory = tempfile::tempdir()?;
    let database = database_url(&db).await?;
    let empty = ingest(&database, directory.path(), &["status"], "").await?;
    assert_eq!(code(&empty), 4, "{}", output_text(&empty));
    assert!(output_text(&empty).contains("ingest migrate"));
    let away = ingest("postgres://user:secret@127.0.0.1:1/none", directory.path(), &["status"], "").await?;
    assert_eq!(code(&away), 4, "{}", output_text(&away));
    assert!(
        output_text(&away).contains("127.0.0.1:1/none") && !output_text(&away).contains("secret"),
        "{}",
        output_text(&away)
    );

    assert_eq!(code(&ingest(&database, directory.path(), &["migrate"], "").await?), 0);
    assert_eq!(code(&ingest(&database, directory.path(), &["status"], "").await?), 0);
    Ok(())
}
