//! Connections that send nothing, or so little that no request gets complete.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

const REQUEST: &[u8] = b"GET /api/health/live HTTP/1.1\r\nhost: localhost\r\n\r\n";
/// A head that never ends, one byte at a time.
const SLOW: &[u8] = b"GET /api/search?q=rtx HTTP/1.1\r\nhost: localhost\r\nx-slow: ";
const BYTE_EVERY: Duration = Duration::from_secs(1);
/// Pause before a connection that the server closed is opened again.
const PAUSE: Duration = Duration::from_millis(500);

/// Idle and slow connections, which are closed when this is dropped.
pub(crate) struct Silent {
    _tasks: JoinSet<()>,
    pub(crate) open: Arc<AtomicUsize>,
    pub(crate) closed: Arc<AtomicUsize>,
}

impl Silent {
    /// Opens the connections, and opens each again when the server closes it.
    pub(crate) fn open(address: SocketAddr, idle: usize, slow: usize) -> Self {
        let (open, closed) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let mut tasks = JoinSet::new();
        for number in 0..idle + slow {
            let (open, closed) = (Arc::clone(&open), Arc::clone(&closed));
            tasks.spawn(async move {
                // Not all at once: the queue of the listener is short.
                tokio::time::sleep(Duration::from_micros(number as u64 * 400)).await;
                loop {
                    let _ = hold(address, number < slow, &open).await;
                    closed.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(PAUSE).await;
                }
            });
        }
        Self { _tasks: tasks, open, closed }
    }
}

/// Holds a connection until the server closes it.
async fn hold(address: SocketAddr, is_slow: bool, open: &AtomicUsize) -> io::Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    open.fetch_add(1, Ordering::Relaxed);
    let held = if is_slow { drip(&mut stream).await } else { idle(&mut stream).await };
    open.fetch_sub(1, Ordering::Relaxed);
    held
}

/// Sends one request, then nothing.
async fn idle(stream: &mut TcpStream) -> io::Result<()> {
    stream.write_all(REQUEST).await?;
    let mut buffer = [0; 1024];
    while stream.read(&mut buffer).await? > 0 {}
    Ok(())
}

/// Sends a head byte by byte.
async fn drip(stream: &mut TcpStream) -> io::Result<()> {
    for byte in SLOW.iter().copied().chain(std::iter::repeat(b'a')) {
        stream.write_all(&[byte]).await?;
        tokio::time::sleep(BYTE_EVERY).await;
    }
    Ok(())
}
