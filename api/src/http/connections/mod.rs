//! Network connections: their number, time limits and shutdown.
//!
//! A connection waits for the head of a request, is busy with one, or is idle between two. A client can prolong the
//! first and the last of these phases without end. Both therefore have a time limit, and when all connections are in
//! use, the ones that have been silent longest are closed in favour of new ones.

mod descriptors;
mod stream;
mod table;

use std::{convert::Infallible, net::SocketAddr, num::NonZeroU32, pin::pin, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, Request, Response, header},
};
use domain::config;
use hyper::{
    body::{Body as _, Incoming},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use metrics::{counter, gauge};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
};
use tower::ServiceExt;
use tower_http::timeout::DeadlineBody;
use tracing::{debug, warn};

use self::{
    stream::WatchedStream,
    table::{Connection, ConnectionTable, Phase},
};
use super::list_address::retailer_of_list;

/// Interval of the sweep that closes silent connections.
const SWEEP: Duration = Duration::from_millis(250);
/// Pause after a connection could not be accepted, for instance because the process has no descriptor left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Maximum silence of a connection, counted from the stop at the earliest: a request may be on its way.
const MAX_SILENCE_AT_STOP: Duration = Duration::from_secs(2);
/// Maximum number of connections accepted while the listener closes; the system queues at most this many.
const MAX_QUEUED: usize = 4096;
/// Divisor of the number of connections closed at once when there are too many. Each eviction walks over all
/// connections, so one is not enough.
const EVICTED_PART: usize = 64;

/// Limits on connections, from the configuration.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    pub max_connections: NonZeroU32,
    /// Time limit for the head of a request.
    pub head: Duration,
    /// Time limit for the body of a request.
    pub body: Duration,
    /// Time limit for the body of a request that sends a list of offers.
    pub list: Duration,
    /// Time limit for a connection without a request.
    pub idle: Duration,
}

impl ConnectionLimits {
    /// Reads the limits from the configuration.
    pub fn new(config: &config::Api) -> Self {
        let seconds = |seconds: NonZeroU32| Duration::from_secs(seconds.get().into());
        Self {
            max_connections: config.max_connections,
            head: seconds(config.max_head_seconds),
            body: seconds(config.max_body_seconds),
            list: seconds(config.max_list_seconds),
            idle: seconds(config.max_idle_seconds),
        }
    }

    /// Raises the process' limit on open files; when the system refuses, fewer connections are held.
    pub fn raise_descriptor_limit(self) -> Self {
        Self { max_connections: descriptors::raise_limit(self.max_connections), ..self }
    }
}

/// State shared by all connections of a listener.
struct Shared {
    routes: Router,
    limits: ConnectionLimits,
    table: ConnectionTable,
    slots: Arc<Semaphore>,
    /// Whether answers ask clients to close the connection and send their next request elsewhere. A stop does the same.
    draining: watch::Receiver<bool>,
    stopping: watch::Receiver<bool>,
}

/// Serves until `stopping` turns true, then finishes the requests in progress. While `draining` is true, each answer
/// closes its connection.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    limits: ConnectionLimits,
    draining: watch::Receiver<bool>,
    stopping: watch::Receiver<bool>,
) {
    let max = limits.max_connections.get();
    let slots = Arc::new(Semaphore::new(max as usize));
    let shared =
        Arc::new(Shared { routes, limits, table: ConnectionTable::default(), slots, draining, stopping });
    let sweeping = tokio::spawn(sweep(Arc::clone(&shared)));
    tokio::select! {
        () = accept(&listener, &shared) => {}
        () = stopped(shared.stopping.clone()) => {}
    }
    accept_queued(listener, &shared).await;
    sweeping.abort();
    tokio::select! {
        // All slots are free when no connection is left. A closed semaphore would end the wait as well.
        _ = shared.slots.acquire_many(max) => {}
        () = close_silent(&shared) => {}
    }
}

/// Accepts the connections that wait in the system's queue, then closes the listener, which would reset them. Asks the
/// system itself: the runtime does not know of a connection before it has polled the listener again.
async fn accept_queued(listener: TcpListener, shared: &Arc<Shared>) {
    let Ok(listener) = listener.into_std() else { return };
    for _ in 0..MAX_QUEUED {
        let Ok((stream, peer)) = listener.accept() else { break };
        let Ok(stream) = stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream)) else {
            continue;
        };
        // Without a wait for a free one: each moment is one in which more connections may come.
        let slot = Arc::clone(&shared.slots).try_acquire_owned().ok();
        tokio::spawn(serve_connection(Arc::clone(shared), stream, peer, slot));
    }
}

/// Repeatedly closes connections without a request: a stopping process need not wait for them.
async fn close_silent(shared: &Shared) {
    // Connections that were silent before the stop may send a request as well.
    tokio::time::sleep(MAX_SILENCE_AT_STOP).await;
    loop {
        shared.table.close_overdue(MAX_SILENCE_AT_STOP, MAX_SILENCE_AT_STOP);
        tokio::time::sleep(SWEEP).await;
    }
}

async fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    loop {
        let slot = free_slot(shared).await;
        match listener.accept().await {
            Ok((stream, peer)) => {
                tokio::spawn(serve_connection(Arc::clone(shared), stream, peer, slot));
            }
            Err(error) => {
                warn!("Cannot accept a connection: {error}");
                evict(shared);
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Waits for a slot and closes silent connections to get one. Busy connections end within the time limit of an answer.
async fn free_slot(shared: &Shared) -> Option<OwnedSemaphorePermit> {
    if let Ok(slot) = Arc::clone(&shared.slots).try_acquire_owned() {
        return Some(slot);
    }
    loop {
        evict(shared);
        let slot = Arc::clone(&shared.slots).acquire_owned();
        if let Ok(slot) = tokio::time::timeout(ACCEPT_PAUSE, slot).await {
            // The semaphore is never closed, so this is always a slot.
            return slot.ok();
        }
    }
}

fn evict(shared: &Shared) {
    let count = (shared.limits.max_connections.get() as usize).div_ceil(EVICTED_PART);
    let evicted = shared.table.close_silent(count);
    counter!("http_connections_evicted_total").increment(evicted as u64);
}

async fn sweep(shared: Arc<Shared>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let closed = shared.table.close_overdue(shared.limits.head, shared.limits.idle);
        counter!("http_connections_timed_out_total").increment(closed as u64);
        gauge!("http_connections").set(shared.table.len() as f64);
    }
}

async fn serve_connection(
    shared: Arc<Shared>,
    stream: TcpStream,
    peer: SocketAddr,
    // Held to the end, until the row is removed and the socket closed.
    _slot: Option<OwnedSemaphorePermit>,
) {
    // Answers are written whole: Nagle's algorithm would only delay them.
    let _ = stream.set_nodelay(true);
    let row = shared.table.insert();
    let io = TokioIo::new(WatchedStream::new(stream, Arc::clone(&row.connection)));
    let service = service_fn(|request| answer(&shared, &row.connection, peer, request));
    let mut serving = pin!(http1::Builder::new().serve_connection(io, service));
    let mut stopped = pin!(stopped(shared.stopping.clone()));
    let mut is_stopping = false;
    loop {
        tokio::select! {
            ended = &mut serving => {
                if let Err(error) = ended {
                    debug!("The connection from {peer} failed: {error}");
                }
                break;
            }
            () = row.connection.wait_closed() => break,
            () = &mut stopped, if !is_stopping => {
                is_stopping = true;
                // hyper would close a new connection at once, under the request that its client is sending. Its answer
                // closes it, or its silence.
                if !row.connection.is_awaiting_head() {
                    serving.as_mut().graceful_shutdown();
                }
            }
        }
    }
}

async fn answer(
    shared: &Shared,
    connection: &Connection,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    connection.start_phase(Phase::Busy);
    let limit = match retailer_of_list(request.method(), request.uri().path()) {
        Some(_) => shared.limits.list,
        None => shared.limits.body,
    };
    let mut request = request.map(|body| limit_time(body, limit));
    request.extensions_mut().insert(ConnectInfo(peer));
    let mut response = shared.routes.clone().oneshot(request).await?;
    connection.start_phase(Phase::Idle);
    if *shared.draining.borrow() || *shared.stopping.borrow() {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}

/// Wraps the body so that it must arrive within `limit` of its request's head.
fn limit_time(body: Incoming, limit: Duration) -> Body {
    if body.is_end_stream() { Body::new(body) } else { Body::new(DeadlineBody::new(limit, body)) }
}

async fn stopped(mut stopping: watch::Receiver<bool>) {
    // An error means that the sender is gone: stop as well.
    let _ = stopping.wait_for(|stop| *stop).await;
}
