use std::time::Duration;

use domain::{
    config,
    store::schema::{self, SchemaError},
};
use sqlx::{
    ConnectOptions, Connection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::sync::watch;
use tracing::warn;

use super::settings::{Settings, StartError};
use crate::{
    http::error::is_outage,
    services::{
        background_tasks::BackgroundTasks,
        read_pool::{ReadPool, ReplicaMonitor},
    },
};

/// Interval of connection attempts while the database is not available.
const DATABASE_POLL: Duration = Duration::from_millis(300);
/// Maximum time a request waits for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// The same for the replica, before the primary is asked instead.
const REPLICA_ACQUIRE_TIMEOUT: Duration = Duration::from_millis(500);

/// The database, which may be unavailable.
pub(super) struct Database {
    pub(super) pool: PgPool,
    address: String,
    /// Why the database did not answer at the start; its schema is then unchecked.
    outage: Option<sqlx::Error>,
}

/// Connects to the database and waits for it as long as configured.
///
/// # Errors
/// When waiting does not help: the address, the user or the schema is wrong.
pub(super) async fn connect(settings: &Settings) -> Result<Database, StartError> {
    let options = read_url(&settings.database.url).map_err(StartError::DatabaseUrl)?;
    let address = display_address(&options);
    let outage = await_database(&options, &address, settings.max_database_wait).await?;
    let pool = PgPoolOptions::new()
        .max_connections(settings.database.max_connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_lazy_with(options);
    let database = Database { pool, address, outage };
    match database.outage {
        Some(_) => Ok(database),
        None => database.check().await.map(|()| database),
    }
}

impl Database {
    /// Requires a database that answers, unless the index is already filled.
    ///
    /// # Errors
    /// When there is neither a database nor an index.
    pub(super) fn require_unless(self, index_is_filled: bool) -> Result<Self, StartError> {
        match self.outage {
            Some(source) if !index_is_filled => Err(StartError::Database { address: self.address, source }),
            _ => Ok(self),
        }
    }

    /// Returns whether the database did not answer at the start.
    pub(super) fn is_away(&self) -> bool {
        self.outage.is_some()
    }

    async fn check(&self) -> Result<(), StartError> {
        let address = self.address.clone();
        match schema::check(&self.pool).await {
            Ok(()) => Ok(()),
            Err(SchemaError::Database(source)) => Err(StartError::Database { address, source }),
            Err(source) => Err(StartError::Schema { address, source }),
        }
    }

    /// Waits for a database that was unavailable at the start, then checks its schema. Returns at once when the schema
    /// was checked already.
    ///
    /// # Errors
    /// When the schema cannot be served.
    pub(super) async fn check_when_back(self) -> Result<(), StartError> {
        let Some(source) = &self.outage else { return Ok(()) };
        warn!(
            "The database at {} does not answer ({source}): searches are answered from the index",
            self.address
        );
        loop {
            tokio::time::sleep(DATABASE_POLL).await;
            match self.check().await {
                Err(StartError::Database { .. }) => {}
                checked => return checked,
            }
        }
    }
}

/// Opens the pool for reads that may be some seconds old, and starts the monitor of the replica where one is configured.
/// Waits for no connection: a replica that is away prevents no start.
///
/// # Errors
/// When the replica's URL is invalid.
pub(super) fn open_reads(
    primary: &PgPool,
    settings: &config::Database,
    stopping: &watch::Receiver<bool>,
    tasks: &BackgroundTasks,
) -> Result<ReadPool, StartError> {
    if settings.replica_url.is_empty() {
        return Ok(ReadPool::new(primary.clone()));
    }
    let options = read_url(&settings.replica_url).map_err(StartError::ReplicaUrl)?;
    let open = |max_connections: u32, options: PgConnectOptions| {
        PgPoolOptions::new()
            .max_connections(max_connections)
            .acquire_timeout(REPLICA_ACQUIRE_TIMEOUT)
            .connect_lazy_with(options)
    };
    let replica = open(settings.max_connections, options.clone());
    let max_lag = Duration::from_secs(settings.replica_max_lag_seconds.get().into());
    let reads = ReadPool::with_replica(primary.clone(), replica, max_lag);
    let primary_options = PgConnectOptions::clone(&primary.connect_options());
    let (monitored, primary, replica) = (reads.clone(), open(1, primary_options), open(1, options));
    let stop = stopping.clone();
    tasks.start("replica monitor", stopping.clone(), move || {
        let monitor = ReplicaMonitor::new(&monitored, primary.clone(), replica.clone());
        let stop = stop.clone();
        async move {
            if let Some(monitor) = monitor {
                monitor.run(stop).await;
            }
        }
    });
    Ok(reads)
}

fn read_url(url: &str) -> Result<PgConnectOptions, String> {
    if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err("it must begin with postgres://".to_owned());
    }
    let options: PgConnectOptions = url.parse().map_err(|error: sqlx::Error| error.to_string())?;
    // JIT is off: compiling a query takes some ten milliseconds, more than most of ours run.
    Ok(options.application_name("tajmeea-api").options([("jit", "off")]))
}

/// Waits while the database is unavailable or starting up. Returns the reason if it still is after `max_wait`. Errors
/// that waiting does not fix (a wrong name or password) fail at once.
async fn await_database(
    options: &PgConnectOptions,
    address: &str,
    max_wait: Duration,
) -> Result<Option<sqlx::Error>, StartError> {
    let deadline = tokio::time::Instant::now() + max_wait;
    let mut is_logged = false;
    loop {
        // A connection of its own, because a pool does not report the reason.
        let source = match options.connect().await {
            Ok(connection) => {
                // The connection only tested whether the database answers; an error while closing changes nothing.
                let _ = connection.close().await;
                return Ok(None);
            }
            Err(error) => error,
        };
        if !is_outage(&source) {
            return Err(StartError::Database { address: address.to_owned(), source });
        }
        if tokio::time::Instant::now() >= deadline {
            return Ok(Some(source));
        }
        if !is_logged {
            warn!("The database at {address} does not answer yet ({source}): waiting for it");
            is_logged = true;
        }
        tokio::time::sleep(DATABASE_POLL).await;
    }
}

/// Returns the address of the database, without user and password.
fn display_address(options: &PgConnectOptions) -> String {
    let host = match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    };
    format!("{host}/{}", options.get_database().unwrap_or_default())
}
