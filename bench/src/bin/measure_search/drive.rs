//! A minimal HTTP client: one persistent connection per thread, one request after the other.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

/// A persistent connection.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
    body: Vec<u8>,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Self { stream: BufReader::with_capacity(256 << 10, stream), address, body: Vec::new() })
    }

    /// Returns the answer's body; any status but 200 is an error.
    pub(crate) fn get(&mut self, path: &str) -> io::Result<&[u8]> {
        match self.ask(path)? {
            200 => Ok(&self.body),
            status => Err(io::Error::other(format!("{path} answered {status}"))),
        }
    }

    /// Returns the answer's status. The body is read completely and kept.
    pub(crate) fn ask(&mut self, path: &str) -> io::Result<u16> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("{path} answered {line:?}")))?;
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let header = line.trim();
            if header.is_empty() {
                break;
            }
            if let Some((name, value)) = header.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
        }
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body)?;
        Ok(status)
    }
}

/// Requests every path once per round, one after the other; returns the times by path.
pub(crate) fn one_client(
    address: SocketAddr,
    paths: &[String],
    rounds: usize,
) -> io::Result<Vec<Vec<Duration>>> {
    let mut client = Client::connect(address)?;
    let mut times = vec![Vec::with_capacity(rounds); paths.len()];
    for _ in 0..rounds {
        for (path, times) in paths.iter().zip(&mut times) {
            let started = Instant::now();
            client.get(path)?;
            times.push(started.elapsed());
        }
    }
    Ok(times)
}

/// Returns the searches per second, and the times.
pub(crate) fn many_clients(
    address: SocketAddr,
    paths: &[String],
    clients: usize,
    length: Duration,
) -> io::Result<(f64, Vec<Duration>)> {
    let next = AtomicUsize::new(0);
    let started = Instant::now();
    let times = thread::scope(|scope| {
        let run = || -> io::Result<Vec<Duration>> {
            let mut client = Client::connect(address)?;
            let mut times = Vec::new();
            while started.elapsed() < length {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let asked = Instant::now();
                client.get(&paths[number % paths.len()])?;
                times.push(asked.elapsed());
            }
            Ok(times)
        };
        let threads: Vec<_> = (0..clients).map(|_| scope.spawn(run)).collect();
        let mut all = Vec::new();
        for thread in threads {
            all.extend(thread.join().map_err(|_| io::Error::other("a client died"))??);
        }
        Ok::<_, io::Error>(all)
    })?;
    Ok((times.len() as f64 / started.elapsed().as_secs_f64(), times))
}
