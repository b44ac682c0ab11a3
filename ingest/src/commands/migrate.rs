use domain::{config::Config, store::schema};

use super::{
    Outcome,
    database::{self, DatabaseProblem},
};
use crate::output::Output;

/// `ingest migrate`
pub(super) async fn run(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    let db = database::connect(config).await?;
    // A newer database is left alone, and said so in words that an operator knows.
    if let Err(problem @ schema::SchemaError::Newer { .. }) = schema::check(&db).await {
        return Err(DatabaseProblem::from(problem).into());
    }
    schema::migrate(&db).await.map_err(DatabaseProblem::from)?;
    let place = database::place(&config.database.url);
    output.answer(&serde_json::json!({ "migrated": place }), || {
        format!("The database at {place} is up to date.")
    });
    Ok(Outcome::Done)
}
