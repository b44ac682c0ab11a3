//! Streaming replication: how far a replica (hot standby) is behind the server that it follows.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use sqlx::PgExecutor;

/// A server's place in the stream of changes (the write-ahead log).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerPosition {
    /// Cluster and database: a replica has those of its primary.
    pub database: String,
    /// Whether the server follows another one. A promoted standby follows nobody.
    pub is_standby: bool,
    /// The last byte that a primary has written, or that a standby has replayed.
    pub position: i64,
}

/// Reads a server's position.
pub async fn read_position(db: impl PgExecutor<'_>) -> sqlx::Result<ServerPosition> {
    sqlx::query_as!(
        ServerPosition,
        r#"select system_identifier::text || '-' || pg_database.oid::text as "database!",
                  pg_is_in_recovery() as "is_standby!",
                  (case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0') else pg_current_wal_lsn() end
                      - '0/0'::pg_lsn)::bigint as "position!"
           from pg_control_system(), pg_database where datname = current_database()"#,
    )
    .fetch_one(db)
    .await
}

/// The recent positions of a primary, by which the age of a replica's data is measured.
///
/// A replica that has replayed what the primary had written at a moment lacks nothing older than that moment. So no
/// server's clock is compared, and a primary that writes nothing does not look like a lag.
#[derive(Debug)]
pub struct PositionLog {
    /// Oldest first.
    positions: VecDeque<(Instant, i64)>,
    /// Positions older than this are removed.
    max_age: Duration,
}

impl PositionLog {
    /// Creates an empty log, which measures lags up to `max_age`.
    pub fn new(max_age: Duration) -> Self {
        Self { positions: VecDeque::new(), max_age }
    }

    /// Adds the primary's position, which was read after `at`. If the position has gone back, as after a failover that lost
    /// transactions, the older positions are removed.
    pub fn push(&mut self, at: Instant, position: i64) {
        if self.positions.back().is_some_and(|(_, last)| *last > position) {
            self.positions.clear();
        }
        self.positions.push_back((at, position));
        while let Some((oldest, _)) = self.positions.front()
            && at.duration_since(*oldest) > self.max_age
        {
            self.positions.pop_front();
        }
    }

    /// Returns the moment up to which a replica lacks nothing; `None` when the replica is further behind than the log reaches.
    pub fn caught_up_at(&self, replayed: i64) -> Option<Instant> {
        let found = self.positions.iter().rev().find(|(_, position)| *position <= replayed);
        found.map(|(at, _)| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn replica_lacks_nothing_older_than_the_position_that_it_has_replayed() {
        let start = Instant::now();
        let mut log = PositionLog::new(10 * SECOND);
        assert_eq!(log.caught_up_at(100), None, "nothing is known yet");
        for (second, position) in [(0, 100), (1, 150), (2, 150), (3, 200)] {
            log.push(start + second * SECOND, position);
        }
        for (replayed, second) in [(100, 0), (149, 0), (150, 2), (199, 2), (200, 3), (250, 3)] {
            assert_eq!(log.caught_up_at(replayed), Some(start + second * SECOND), "{replayed}");
        }
        assert_eq!(log.caught_up_at(99), None);
    }

    #[test]
    fn idle_primary_does_not_look_like_a_lag() {
        let start = Instant::now();
        let mut log = PositionLog::new(5 * SECOND);
        for second in 0..1_000 {
            log.push(start + second * SECOND, 100);
        }
        assert_eq!(log.caught_up_at(100), Some(start + 999 * SECOND));
        assert!(log.positions.len() <= 6, "old positions are forgotten");
    }

    #[test]
    fn position_that_goes_back_forgets_the_older_ones() {
        let start = Instant::now();
        let mut log = PositionLog::new(10 * SECOND);
        log.push(start, 200);
        log.push(start + SECOND, 150);
        assert_eq!(log.caught_up_at(150), Some(start + SECOND));
        assert_eq!(log.caught_up_at(149), None);
    }
}
