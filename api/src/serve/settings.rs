use std::{net::SocketAddr, path::PathBuf, time::Duration};

use domain::{breached::BreachedListError, config, store::schema::SchemaError};
use indexer::IndexError;
use pictures::PictureStoreError;
use telemetry::MetricsError;

use crate::{
    http::{connections::ConnectionLimits, observe::RequestLog},
    site::facts::SiteFacts,
    state::AbuseProtection,
};

/// Settings of one server.
pub struct Settings {
    pub database: config::Database,
    /// Maximum time to wait at the start for a database that is not available yet.
    pub max_database_wait: Duration,
    pub listen: SocketAddr,
    pub metrics_listen: SocketAddr,
    pub web_root: PathBuf,
    pub public_url: String,
    pub site_facts: SiteFacts,
    pub request_log: RequestLog,
    pub connections: ConnectionLimits,
    /// Time for which `/api/health` reports "stopping" before the listener closes.
    pub drain: Duration,
    pub index_directory: PathBuf,
    pub protection: AbuseProtection,
    pub mail: config::Mail,
    /// Days after which an offer that was not read is no longer in stock.
    pub in_stock_days: u16,
    pub pictures: config::Pictures,
    /// Directory for mails written to files, and for pictures unless another store is configured.
    pub data_directory: PathBuf,
}

/// Reason why a server did not start or had to stop, as a sentence for its operator.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("The database URL is invalid: {0}. Set DATABASE_URL or database.url.")]
    DatabaseUrl(String),
    #[error(
        "The database at {address} does not answer: {source}. Start it, or set DATABASE_URL to its address."
    )]
    Database { address: String, source: sqlx::Error },
    #[error("The URL of the replica is invalid: {0}. Correct database.replica_url, or empty it.")]
    ReplicaUrl(String),
    #[error("The database at {address} cannot be used: {source}.")]
    Schema { address: String, source: SchemaError },
    #[error(
        "Cannot listen on {address} ({key}): {source}. Stop the program that uses it, or set another address."
    )]
    Listen { key: &'static str, address: SocketAddr, source: std::io::Error },
    #[error(
        "Nobody can follow links to {address}: set api.public_url (TAJMEEA_API__PUBLIC_URL) to the address under which shoppers \
         reach it, as https://tajmeea.example."
    )]
    PublicUrl { address: SocketAddr },
    #[error("Cannot open the search index in {directory}: {source}.")]
    Index { directory: String, source: IndexError },
    #[error("The list of breached passwords (security.breached_passwords) cannot be used: {0}.")]
    BreachedPasswords(#[from] BreachedListError),
    #[error("Cannot record metrics: {0}.")]
    Metrics(#[from] MetricsError),
    #[error("Cannot send mails: {0}.")]
    Mail(String),
    #[error("Cannot serve pictures: {0}.")]
    Pictures(#[from] PictureStoreError),
    #[error("The server cannot start: {0}.")]
    Server(#[from] std::io::Error),
    #[error("The server stopped because {what} failed: {why}.")]
    Died { what: &'static str, why: String },
}
