//! Reads that may be some seconds old: from a streaming replica while it keeps up with the primary, else from the
//! primary. Without a configured replica, everything reads the primary.

mod monitor;

use std::{
    convert::Infallible,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use metrics::{counter, gauge};
use sqlx::PgPool;
use tracing::warn;

use crate::http::{error::is_outage, public_url::PublicUrl, session::cookie};

pub use monitor::ReplicaMonitor;

/// Maximum time of a read from the replica, before the primary is asked instead.
const MAX_REPLICA_WAIT: Duration = Duration::from_secs(2);

/// The pools for reads that may be some seconds old. Cheap to clone.
///
/// As an extractor it leaves the replica out for a browser with a session: its user sees what was just written.
#[derive(Clone)]
pub struct ReadPool {
    primary: PgPool,
    replica: Option<Arc<Replica>>,
}

/// A streaming replica, and whether it may answer.
struct Replica {
    pool: PgPool,
    max_lag: Duration,
    in_use: AtomicBool,
    /// The moment up to which the replica is known to lack nothing.
    caught_up_at: Mutex<Instant>,
}

impl ReadPool {
    /// Creates a pool without a replica.
    pub fn new(primary: PgPool) -> Self {
        Self { primary, replica: None }
    }

    /// Creates a pool with a replica, which answers nothing until a [`ReplicaMonitor`] finds that it keeps up.
    pub fn with_replica(primary: PgPool, replica: PgPool, max_lag: Duration) -> Self {
        let replica = Replica {
            pool: replica,
            max_lag,
            in_use: AtomicBool::new(false),
            caught_up_at: Mutex::new(Instant::now()),
        };
        Self { primary, replica: Some(Arc::new(replica)) }
    }

    /// Returns the pool without its replica, for reads that must see a write that was just made.
    #[must_use]
    pub fn primary_only(&self) -> Self {
        Self::new(self.primary.clone())
    }

    /// Reads from the replica while it keeps up; from the primary otherwise, and when the replica fails.
    ///
    /// # Errors
    /// When the primary fails too.
    pub async fn read<T, F>(&self, query: impl Fn(PgPool) -> F) -> sqlx::Result<T>
    where
        F: Future<Output = sqlx::Result<T>>,
    {
        self.read_again_if_incomplete(|_| true, query).await
    }

    /// Reads as [`read`](Self::read) does, and once more from the primary where the replica's answer is not complete: what
    /// is missing may be too new for the replica.
    ///
    /// # Errors
    /// When the primary fails too.
    pub async fn read_again_if_incomplete<T, F>(
        &self,
        is_complete: impl Fn(&T) -> bool,
        query: impl Fn(PgPool) -> F,
    ) -> sqlx::Result<T>
    where
        F: Future<Output = sqlx::Result<T>>,
    {
        let Some(replica) = &self.replica else { return query(self.primary.clone()).await };
        if let Some(found) = replica.try_read(&query).await
            && is_complete(&found)
        {
            counter!("database_reads_total", "pool" => "replica").increment(1);
            return Ok(found);
        }
        counter!("database_reads_total", "pool" => "primary").increment(1);
        query(self.primary.clone()).await
    }

    /// Reports the replica's lag, and whether it answers reads, to the metrics.
    pub fn record(&self) {
        if let Some(replica) = &self.replica {
            gauge!("database_replica_lag_seconds").set(replica.lag().as_secs_f64());
            gauge!("database_replica_in_use").set(f64::from(u8::from(replica.is_in_use())));
        }
    }
}

impl Replica {
    /// Reads from the replica; `None` when it is not in use, or fails.
    async fn try_read<T, F>(&self, query: impl Fn(PgPool) -> F) -> Option<T>
    where
        F: Future<Output = sqlx::Result<T>>,
    {
        if !self.is_in_use() {
            return None;
        }
        let problem = match tokio::time::timeout(MAX_REPLICA_WAIT, query(self.pool.clone())).await {
            Ok(Ok(found)) => return Some(found),
            // The query failed, for example because the replica has not replayed a migration yet: the primary answers, and
            // the replica stays in use.
            Ok(Err(error)) if !is_outage(&error) => return None,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer in time".to_owned(),
        };
        // Out of use at once, so that the following requests do not wait for the replica. The monitor puts the replica
        // into use again.
        if self.in_use.swap(false, Ordering::Relaxed) {
            warn!("A read from the replica failed ({problem}): reads go to the primary");
        }
        None
    }

    fn is_in_use(&self) -> bool {
        self.in_use.load(Ordering::Relaxed)
    }

    /// The time since the replica was last known to lack nothing.
    fn lag(&self) -> Duration {
        self.caught_up_at.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    fn set_caught_up_at(&self, at: Instant) {
        *self.caught_up_at.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }
}

impl<S> FromRequestParts<S> for ReadPool
where
    S: Send + Sync,
    ReadPool: FromRef<S>,
    PublicUrl: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let reads = Self::from_ref(state);
        let has_session = cookie::read(&PublicUrl::from_ref(state), &parts.headers).is_some();
        Ok(if has_session { reads.primary_only() } else { reads })
    }
}
