use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Notify;

/// Phase of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Waits for the rest of a request's head; a new connection waits for all of it.
    Head,
    /// Answers a request.
    Busy,
    /// Waits for the next request; the last answer may still be on its way.
    Idle,
    /// Was requested to close.
    Closing,
}

/// An open connection.
pub(super) struct Connection {
    state: Mutex<(Phase, Instant)>,
    close: Notify,
}

/// All open connections of a listener.
#[derive(Default)]
pub(super) struct ConnectionTable {
    rows: Mutex<Rows>,
}

#[derive(Default)]
struct Rows {
    next_id: u64,
    open: HashMap<u64, Arc<Connection>>,
}

/// Row of a connection in the table; dropping it removes the row.
pub(super) struct ConnectionRow<'a> {
    table: &'a ConnectionTable,
    id: u64,
    pub(super) connection: Arc<Connection>,
}

impl Drop for ConnectionRow<'_> {
    fn drop(&mut self) {
        lock(&self.table.rows).open.remove(&self.id);
    }
}

impl Connection {
    fn new() -> Self {
        Self { state: Mutex::new((Phase::Head, Instant::now())), close: Notify::new() }
    }

    /// Records the start of a phase.
    pub(super) fn start_phase(&self, phase: Phase) {
        *lock(&self.state) = (phase, Instant::now());
    }

    /// Records received bytes. On an idle connection they begin a head, whose time limit further bytes do not extend.
    pub(super) fn record_received(&self) {
        let mut state = lock(&self.state);
        if state.0 == Phase::Idle {
            *state = (Phase::Head, Instant::now());
        }
    }

    /// Records sent bytes: a client that still reads an answer is not silent.
    pub(super) fn record_sent(&self) {
        let mut state = lock(&self.state);
        if state.0 == Phase::Idle {
            state.1 = Instant::now();
        }
    }

    /// Whether the connection waits for a head: its request may be on its way.
    pub(super) fn is_awaiting_head(&self) -> bool {
        lock(&self.state).0 == Phase::Head
    }

    /// Waits until the connection must close.
    pub(super) async fn wait_closed(&self) {
        self.close.notified().await;
    }

    /// Asks the connection to close.
    fn request_close(&self) {
        self.start_phase(Phase::Closing);
        self.close.notify_one();
    }

    /// Returns phase and time since which the connection is silent. `None` for busy connections, and for closing ones,
    /// which must not be counted again.
    fn silent_since(&self) -> Option<(Phase, Instant)> {
        let state = *lock(&self.state);
        matches!(state.0, Phase::Head | Phase::Idle).then_some(state)
    }
}

impl ConnectionTable {
    pub(super) fn insert(&self) -> ConnectionRow<'_> {
        let connection = Arc::new(Connection::new());
        let mut rows = lock(&self.rows);
        let id = rows.next_id;
        rows.next_id += 1;
        rows.open.insert(id, Arc::clone(&connection));
        ConnectionRow { table: self, id, connection }
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.rows).open.len()
    }

    /// Closes connections beyond their time limit and returns their number.
    pub(super) fn close_overdue(&self, head: Duration, idle: Duration) -> usize {
        let mut closed = 0;
        for connection in lock(&self.rows).open.values() {
            let Some((phase, since)) = connection.silent_since() else { continue };
            let limit = if phase == Phase::Head { head } else { idle };
            if since.elapsed() > limit {
                connection.request_close();
                closed += 1;
            }
        }
        closed
    }

    /// Closes up to `count` connections, the longest silent first, and returns their number.
    pub(super) fn close_silent(&self, count: usize) -> usize {
        let rows = lock(&self.rows);
        let mut silent: Vec<(Instant, &Arc<Connection>)> = rows
            .open
            .values()
            .filter_map(|connection| Some((connection.silent_since()?.1, connection)))
            .collect();
        silent.sort_unstable_by_key(|(since, _)| *since);
        silent.truncate(count);
        for (_, connection) in &silent {
            connection.request_close();
        }
        silent.len()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn at(connection: &Connection) -> (Phase, Instant) {
        *lock(&connection.state)
    }

    #[test]
    fn header_bytes_do_not_extend_the_header_timeout() {
        let connection = Connection::new();
        let (_, since) = at(&connection);
        connection.record_received();
        connection.record_sent();
        assert_eq!(at(&connection), (Phase::Head, since));
        connection.start_phase(Phase::Idle);
        connection.record_received();
        assert_eq!(at(&connection).0, Phase::Head);
    }

    #[test]
    fn busy_connections_are_never_closed() {
        let table = ConnectionTable::default();
        let row = table.insert();
        let busy = &row.connection;
        busy.start_phase(Phase::Busy);
        assert_eq!((table.close_overdue(Duration::ZERO, Duration::ZERO), table.close_silent(9)), (0, 0));
        busy.start_phase(Phase::Idle);
        assert_eq!(table.close_silent(9), 1);
    }

    #[test]
    fn longest_silent_connections_are_closed_first() {
        let table = ConnectionTable::default();
        let rows: Vec<_> = (0..3).map(|_| table.insert()).collect();
        let now = Instant::now();
        for (age, row) in [5_u64, 20, 10].into_iter().zip(&rows) {
            *lock(&row.connection.state) = (Phase::Idle, now.checked_sub(Duration::from_secs(age)).unwrap());
        }
        assert_eq!(table.close_overdue(Duration::ZERO, Duration::from_secs(15)), 1);
        // The connection that is closing already is not counted again.
        assert_eq!(table.close_silent(1), 1);
        let notified_rows = rows.iter().map(|row| row.connection.close.notified().now_or_never().is_some());
        assert_eq!(notified_rows.collect::<Vec<_>>(), [false, true, true]);
        drop(rows);
        assert_eq!(table.len(), 0);
    }
}
