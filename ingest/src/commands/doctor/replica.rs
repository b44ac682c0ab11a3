//! Check of the streaming replica by `ingest doctor`.

use std::time::{Duration, Instant};

use domain::{config::Config, store::replication};

use crate::database;

/// Time between two looks at a replica that is behind.
const PAUSE: Duration = Duration::from_millis(100);

/// Checks that the replica follows the database, within its bound: that what the database has written by now arrives there
/// in time.
pub(super) async fn check(config: &Config) -> Result<String, String> {
    if config.database.replica_url.is_empty() {
        return Ok("not configured: everything reads the database".to_owned());
    }
    let db = database::connect(config).await.map_err(|_| "unknown without the database".to_owned())?;
    let mut replica = database::connect_replica(config).await.map_err(|error| error.to_string())?;
    let primary = replication::read_position(&db).await.map_err(|error| error.to_string())?;
    let max_lag = Duration::from_secs(config.database.replica_max_lag_seconds.get().into());
    let started = Instant::now();
    loop {
        let found = replication::read_position(&mut replica).await.map_err(|error| error.to_string())?;
        if found.database != primary.database {
            return Err("database.replica_url leads to another database than DATABASE_URL".to_owned());
        }
        if !found.is_standby {
            return Err("it follows no other server: it was promoted, or is the database itself".to_owned());
        }
        if found.position >= primary.position {
            return Ok(format!("it follows the database, {:.1} s behind", started.elapsed().as_secs_f64()));
        }
        if started.elapsed() > max_lag {
            let missing = primary.position.saturating_sub(found.position);
            return Err(format!(
                "{missing} bytes that the database had written did not arrive within {} s",
                max_lag.as_secs()
            ));
        }
        tokio::time::sleep(PAUSE).await;
    }
}
