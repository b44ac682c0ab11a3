use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use domain::store::replication::{self, PositionLog, ServerPosition};
use sqlx::PgPool;
use tokio::sync::watch;
use tracing::{info, warn};

use super::{ReadPool, Replica};

/// Time between two checks of the replica, and so the resolution of its lag.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);
/// Maximum time for the answer of each server to a check.
const MAX_CHECK_WAIT: Duration = Duration::from_secs(1);

/// Compares the positions of the primary and its replica over and over, and decides whether the replica answers reads.
pub struct ReplicaMonitor {
    replica: Arc<Replica>,
    servers: Servers,
    primary_positions: PositionLog,
    /// The primary's cluster and database, once it has answered.
    database: Option<String>,
    /// The finding while the primary last answered. It stands while the primary is away.
    standing: Result<(), UnusedReason>,
    /// The finding that was last made effective.
    published: Result<(), UnusedReason>,
}

/// Connections of the monitor's own: a busy pool must not delay it.
struct Servers {
    primary: PgPool,
    replica: PgPool,
}

/// Why the replica answers no reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum UnusedReason {
    #[error("its lag is not known yet")]
    Unknown,
    #[error("it does not answer")]
    Away,
    #[error("it is no replica of the database: correct database.replica_url")]
    OtherDatabase,
    #[error("it follows no other server: it was promoted, or is the primary itself")]
    NoStandby,
    #[error("it is too far behind")]
    Behind,
}

impl ReplicaMonitor {
    /// Creates the monitor of a pool's replica, with connections of its own; `None` where the pool has no replica.
    pub fn new(reads: &ReadPool, primary: PgPool, replica: PgPool) -> Option<Self> {
        let watched = Arc::clone(reads.replica.as_ref()?);
        Some(Self {
            // Beyond the bound, it does not matter how far the replica is behind.
            primary_positions: PositionLog::new(watched.max_lag + 2 * MAX_CHECK_WAIT),
            replica: watched,
            servers: Servers { primary, replica },
            database: None,
            standing: Err(UnusedReason::Unknown),
            published: Err(UnusedReason::Unknown),
        })
    }

    /// Checks until `stopping` turns true.
    pub async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        loop {
            self.check().await;
            // An error means that the sender is gone: stop as well.
            if tokio::time::timeout(CHECK_INTERVAL, stopping.wait_for(|stop| *stop)).await.is_ok() {
                return;
            }
        }
    }

    async fn check(&mut self) {
        // The primary first: what it has written by now is what the replica must have.
        let at = Instant::now();
        let primary = ask(&self.servers.primary).await.filter(|primary| !primary.is_standby);
        let replica = ask(&self.servers.replica).await;
        if let Some(primary) = &primary {
            self.primary_positions.push(at, primary.position);
            self.database = Some(primary.database.clone());
        }
        let found = replica.as_ref().map_or(Err(UnusedReason::Away), |replica| self.assess(replica));
        if primary.is_some() {
            self.standing = found;
        }
        // Without the primary the lag cannot be measured: the replica stays as it stood, also once it is promoted. Stale
        // pages are better than none.
        self.publish(if replica.is_some() { self.standing } else { found });
    }

    fn assess(&self, replica: &ServerPosition) -> Result<(), UnusedReason> {
        if self.database.as_ref() != Some(&replica.database) {
            return Err(UnusedReason::OtherDatabase);
        }
        if !replica.is_standby {
            return Err(UnusedReason::NoStandby);
        }
        let at = self.primary_positions.caught_up_at(replica.position).ok_or(UnusedReason::Behind)?;
        self.replica.set_caught_up_at(at);
        if at.elapsed() > self.replica.max_lag { Err(UnusedReason::Behind) } else { Ok(()) }
    }

    /// Makes what was found effective, and logs it where it is new.
    fn publish(&mut self, found: Result<(), UnusedReason>) {
        // A failed read may have put the replica out of use since the last check.
        let was_in_use = self.replica.in_use.swap(found.is_ok(), Ordering::Relaxed);
        let is_new = found != self.published || found.is_ok() != was_in_use;
        match found {
            Ok(()) if is_new => info!("The replica keeps up: it answers reads"),
            Err(reason) if is_new => warn!("The replica answers no reads: {reason}"),
            _ => {}
        }
        self.published = found;
    }
}

/// Asks a server for its position; `None` when it does not answer.
async fn ask(server: &PgPool) -> Option<ServerPosition> {
    tokio::time::timeout(MAX_CHECK_WAIT, replication::read_position(server)).await.ok()?.ok()
}
