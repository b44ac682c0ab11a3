use domain::{
    config::Config,
    store::schema::{self, MigrationStatus},
};

use super::outcome::Outcome;
use crate::{
    cli::MigrateCommand,
    database::{self, DatabaseError},
    output::Output,
};

/// Runs `ingest migrate`; the default is `up`.
pub(super) async fn run(
    output: &Output,
    config: &Config,
    command: Option<MigrateCommand>,
) -> anyhow::Result<Outcome> {
    match command.unwrap_or(MigrateCommand::Up) {
        MigrateCommand::Up => up(output, config).await,
        MigrateCommand::Status => status(output, config).await,
        MigrateCommand::Down { to } => down(output, config, to).await,
    }
}

async fn up(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    let db = database::connect(config).await?;
    // A newer database is left unchanged; the error says so in the operator's terms.
    if let Some(newest) = schema::status(&db).await?.unknown.last() {
        return Err(DatabaseError::from(schema::SchemaError::Newer { newest: *newest }).into());
    }
    schema::migrate(&db).await.map_err(DatabaseError::from)?;
    let place = database::redact_password(&config.database.url);
    output.print(&serde_json::json!({ "migrated": place }), || {
        format!("The database at {place} is up to date.")
    });
    Ok(Outcome::Done)
}

async fn status(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    let db = database::connect(config).await?;
    let status = schema::status(&db).await?;
    let check = schema::check(&db).await;
    let problem = check.as_ref().err().map(ToString::to_string);
    let answer = serde_json::json!({
        "applied": status.applied, "pending": status.pending, "unknown": status.unknown, "broken": status.broken,
        "minKnownVersion": status.min_known_version, "problem": problem,
    });
    output.print(&answer, || describe(&status, problem.as_deref()));
    Ok(if problem.is_none() { Outcome::Done } else { Outcome::PartlyFailed })
}

fn describe(status: &MigrationStatus, problem: Option<&str>) -> String {
    let list = |versions: &[i64]| versions.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let mut lines = vec![match status.applied.last() {
        Some(newest) => format!("{} migrations applied, the newest {newest}.", status.applied.len()),
        None => "No migration applied.".to_owned(),
    }];
    if !status.pending.is_empty() {
        lines.push(format!("{} pending: {}.", status.pending.len(), list(&status.pending)));
    }
    if !status.unknown.is_empty() {
        lines.push(format!("{} of a newer program: {}.", status.unknown.len(), list(&status.unknown)));
    }
    lines.push(match problem {
        None => "This program can work with the database.".to_owned(),
        Some(problem) => format!("This program cannot work with the database: {problem}."),
    });
    lines.join("\n")
}

async fn down(output: &Output, config: &Config, version: i64) -> anyhow::Result<Outcome> {
    let db = database::connect(config).await?;
    let before = schema::status(&db).await?;
    if let Some(newest) = before.unknown.last() {
        return Err(DatabaseError::from(schema::SchemaError::Newer { newest: *newest }).into());
    }
    anyhow::ensure!(
        version == 0 || before.applied.contains(&version),
        "the database has no migration {version}: `ingest migrate status --json` lists those it has"
    );
    schema::undo(&db, version).await.map_err(DatabaseError::from)?;
    let undone: Vec<i64> = before.applied.into_iter().filter(|applied| *applied > version).collect();
    output.print(&serde_json::json!({ "undone": undone }), || match undone.len() {
        0 => "No migration was undone.".to_owned(),
        count => format!("Undid {count} migrations; the newest is now {version}."),
    });
    Ok(Outcome::Done)
}
