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
    /// The finding of the last check that the primary answered. While the primary is away, this finding holds.
    last_measured: Result<(), UnusedReason>,
    /// The finding that was applied last.
    applied: Result<(), UnusedReason>,
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
        let shared = Arc::clone(reads.replica.as_ref()?);
        Some(Self {
            // Beyond the bound, it does not matter how far the replica is behind.
            primary_positions: PositionLog::new(shared.max_lag + 2 * MAX_CHECK_WAIT),
            replica: shared,
            servers: Servers { primary, replica },
            database: None,
            last_measured: Err(UnusedReason::Unknown),
            applied: Err(UnusedReason::Unknown),
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
            self.last_measured = found;
        }
        // Without the primary the lag cannot be measured: the last finding holds, also once the replica is promoted.
        // Stale pages are better than none.
        self.apply(if replica.is_some() { self.last_measured } else { found });
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

    /// Puts the replica in or out of use, and logs a change.
    fn apply(&mut self, found: Result<(), UnusedReason>) {
        // A failed read may have put the replica out of use since the last check.
        let was_in_use = self.replica.in_use.swap(found.is_ok(), Ordering::Relaxed);
        let is_new = found != self.applied || found.is_ok() != was_in_use;
        match found {
            Ok(()) if is_new => info!("The replica keeps up: it answers reads"),
            Err(reason) if is_new => warn!("The replica answers no reads: {reason}"),
            _ => {}
        }
        self.applied = found;
    }
}

/// Asks a server for its position; `None` when it does not answer.
async fn ask(server: &PgPool) -> Option<ServerPosition> {
    tokio::time::timeout(MAX_CHECK_WAIT, replication::read_position(server)).await.ok()?.ok()
}
