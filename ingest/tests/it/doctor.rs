//! `ingest doctor`, with the real program.

use std::process::Command;

use serde_json::Value;
use sqlx::PgPool;

use crate::interrupted_workers::Cluster;

/// Runs `ingest doctor` with a replica; returns what it says of it: whether it is good, the sentence and the cure.
async fn check_replica(database: &str, replica: &str) -> anyhow::Result<(bool, String, Option<String>)> {
    let folder = tempfile::tempdir()?;
    let output = Command::new(env!("CARGO_BIN_EXE_ingest"))
        .args(["doctor", "--json"])
        .env("DATABASE_URL", database)
        .env("TAJMEEA_DATABASE__REPLICA_URL", replica)
        .env("TAJMEEA_DATABASE__REPLICA_MAX_LAG_SECONDS", "2")
        .env("TAJMEEA_DATA__DIRECTORY", folder.path())
        .env("TAJMEEA_INGEST__RETAILERS_DIRECTORY", folder.path())
        .env("RUST_LOG", "off")
        .output()?;
    let findings: Vec<Value> = serde_json::from_slice(&output.stdout)?;
    let found = findings.into_iter().find(|finding| finding["what"] == "replica").unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    Ok((found["good"] == true, text(&found["says"]).unwrap_or_default(), text(&found["cure"])))
}

#[tokio::test(flavor = "multi_thread")]
async fn doctor_says_what_is_wrong_with_the_replica() -> anyhow::Result<()> {
    let (primary, database) = Cluster::start()?;
    let db = PgPool::connect(&database).await?;
    domain::MIGRATOR.run(&db).await?;
    let (standby, replica) = primary.start_standby()?;
    let follower = PgPool::connect(&replica).await?;
    assert!(check_replica(&database, "").await?.1.starts_with("not configured"));
    let (good, says, _) = check_replica(&database, &replica).await?;
    assert!(good && says.starts_with("it follows the database, "), "{says}");

    sqlx::query("select pg_wal_replay_pause()").execute(&follower).await?;
    // These clusters commit before they write; what the replica must have is what is written.
    sqlx::raw_sql("set synchronous_commit = on; create table written_meanwhile ()").execute(&db).await?;
    let away = "postgres://user:secret@127.0.0.1:1/none";
    for (url, expected) in [
        (replica.as_str(), "did not arrive within 2 s"),
        (database.as_str(), "it follows no other server"),
        (away, "cannot reach the database at postgres://127.0.0.1:1/none"),
    ] {
        let (good, says, cure) = check_replica(&database, url).await?;
        assert!(!good && says.contains(expected), "{url}: {says}");
        assert!(cure.is_some_and(|cure| cure.contains("database.replica_url")));
    }
    follower.close().await;
    db.close().await;
    drop(standby);
    Ok(())
}
