//! Connects to the database, or explains in a sentence why that failed.

use std::time::Duration;

use domain::{config::Config, store::schema};
use sqlx::{
    Connection, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};

/// Maximum time for a connection.
const MAX_CONNECT_WAIT: Duration = Duration::from_secs(10);

/// Why the database cannot be used. The command ends with exit code 4.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    #[error("cannot reach the database at {place}: {why}")]
    Unreachable { place: String, why: String },
    #[error(transparent)]
    Schema(#[from] schema::SchemaError),
    #[error("cannot migrate the database: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

/// Connects without checking the version of the database.
///
/// # Errors
/// [`DatabaseError::Unreachable`].
pub async fn connect(config: &Config) -> Result<PgPool, DatabaseError> {
    let url = &config.database.url;
    let unreachable = |why: String| DatabaseError::Unreachable { place: redact_password(url), why };
    let options: PgConnectOptions =
        url.parse().map_err(|error: sqlx::Error| unreachable(error.to_string()))?;
    // Batches are passed as arrays. A generic plan, made while a retailer's first batches arrived and the tables were
    // small, reads all rows of the retailer for every later batch; a new plan costs a thousandth of storing one
    // batch. JIT compilation of a query takes some ten milliseconds, more than most of our queries.
    let options = options.options([("plan_cache_mode", "force_custom_plan"), ("jit", "off")]);
    // A single connection comes first: a pool would retry for its whole timeout and then not report the cause.
    let alone = tokio::time::timeout(MAX_CONNECT_WAIT, PgConnection::connect_with(&options)).await;
    let alone = alone.map_err(|_| unreachable("no answer".to_owned()))?;
    let _ = alone.map_err(|error| unreachable(error.to_string()))?.close().await;
    let pool = PgPoolOptions::new()
        .max_connections(config.database.max_connections)
        .acquire_timeout(MAX_CONNECT_WAIT);
    pool.connect_with(options).await.map_err(|error| unreachable(error.to_string()))
}

/// Opens a single connection to the replica (`database.replica_url`).
///
/// # Errors
/// [`DatabaseError::Unreachable`].
pub async fn connect_replica(config: &Config) -> Result<PgConnection, DatabaseError> {
    let url = &config.database.replica_url;
    let unreachable = |why: String| DatabaseError::Unreachable { place: redact_password(url), why };
    let connected = tokio::time::timeout(MAX_CONNECT_WAIT, PgConnection::connect(url)).await;
    connected
        .map_err(|_| unreachable("no answer".to_owned()))?
        .map_err(|error| unreachable(error.to_string()))
}

/// Connects to a database of exactly this program's version.
///
/// # Errors
/// When the database is unreachable or of another version.
pub async fn open(config: &Config) -> Result<PgPool, DatabaseError> {
    let db = connect(config).await?;
    schema::check(&db).await?;
    Ok(db)
}

/// Whether waiting may help: the database was stopped, is starting, the connection broke, or the transaction met another
/// one and was rolled back for it.
pub fn is_outage(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed => true,
        // Classes 08 (connection), 57P (stopped or starting by an operator) and 40 (deadlock).
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| ["08", "57P", "40"].iter().any(|class| code.starts_with(class)))
        }
        _ => false,
    }
}

/// Whether an outage of the database is among the causes of an error.
pub fn is_caused_by_outage(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<sqlx::Error>()).any(is_outage)
}

/// Returns the address without user and password.
pub fn redact_password(url: &str) -> String {
    let Ok(mut url) = url::Url::parse(url) else {
        return "the given address".to_owned();
    };
    let _ = url.set_password(None);
    let _ = url.set_username("");
    url.to_string()
}
