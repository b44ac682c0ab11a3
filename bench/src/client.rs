//! A minimal HTTP client on tokio: one persistent connection, one request after the other.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

/// Maximum time of an answer; the api's own limit is 10 s.
const MAX_ANSWER_WAIT: Duration = Duration::from_secs(20);

/// A request to send.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: &'static str,
    pub path: String,
    pub body: String,
    pub cookie: Option<String>,
}

impl Request {
    /// A request of a path.
    pub fn get(path: impl Into<String>) -> Self {
        Self { method: "GET", path: path.into(), body: String::new(), cookie: None }
    }

    /// A request with a body of JSON.
    pub fn post(path: &str, body: String) -> Self {
        Self { method: "POST", path: path.to_owned(), body, cookie: None }
    }
}

/// The parts of an answer that the measurement needs.
pub struct Answer {
    pub status: u16,
    pub retry_after: bool,
    pub cookie: Option<String>,
    pub body: Vec<u8>,
}

/// A connection, opened when it is first needed and again after a failure.
pub struct Client {
    address: SocketAddr,
    /// The address of this machine from which it connects.
    from: IpAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    /// A client without a connection.
    pub fn new(address: SocketAddr) -> Self {
        Self::from_address(address, IpAddr::V4(Ipv4Addr::LOCALHOST))
    }

    /// A client that connects from one of this machine's addresses, of which there are many in 127.0.0.0/8.
    pub fn from_address(address: SocketAddr, from: IpAddr) -> Self {
        Self { address, from, stream: None }
    }

    /// Sends a request and reads the answer.
    ///
    /// # Errors
    /// When there is no connection, no answer in time, or one that is no HTTP.
    pub async fn ask(&mut self, request: &Request) -> io::Result<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => BufReader::with_capacity(64 << 10, connect(self.address, self.from).await?),
        };
        let answered = timeout(MAX_ANSWER_WAIT, exchange(&mut stream, request)).await;
        let (answer, keeps_open) =
            answered.map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "no answer in time"))??;
        if keeps_open {
            self.stream = Some(stream);
        }
        Ok(answer)
    }
}

async fn connect(address: SocketAddr, from: IpAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Returns the answer, and whether the connection stays open.
async fn exchange(stream: &mut BufReader<TcpStream>, request: &Request) -> io::Result<(Answer, bool)> {
    let Request { method, path, body, cookie } = request;
    let cookie = cookie.as_ref().map(|value| format!("cookie: {value}\r\n")).unwrap_or_default();
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let text = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\n{cookie}{kind}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.get_mut().write_all(text.as_bytes()).await?;
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| io::Error::other(format!("{path} answered {line:?}")))?;
    let mut answer = Answer { status, retry_after: false, cookie: None, body: Vec::new() };
    let (mut length, mut keeps_open) = (0, true);
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        let Some((name, value)) = line.trim().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().map_err(io::Error::other)?,
            "connection" => keeps_open = !value.trim().eq_ignore_ascii_case("close"),
            "retry-after" => answer.retry_after = true,
            "set-cookie" if value.trim().starts_with("tajmeea=") => {
                answer.cookie = value.split(';').next().map(|cookie| cookie.trim().to_owned());
            }
            _ => {}
        }
    }
    answer.body.resize(length, 0);
    stream.read_exact(&mut answer.body).await?;
    Ok((answer, keeps_open))
}
