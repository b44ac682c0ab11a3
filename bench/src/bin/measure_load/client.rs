//! A minimal HTTP client on tokio: one persistent connection, one request after the other.

use std::{io, net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::timeout,
};

/// Maximum time of an answer; the api's own limit is 10 s.
const MAX_ANSWER_WAIT: Duration = Duration::from_secs(20);

/// A request to send.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) body: String,
    pub(crate) cookie: Option<String>,
}

impl Request {
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self { method: "GET", path: path.into(), body: String::new(), cookie: None }
    }

    pub(crate) fn post(path: &str, body: String) -> Self {
        Self { method: "POST", path: path.to_owned(), body, cookie: None }
    }
}

/// The parts of an answer that the measurement needs.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) retry_after: bool,
    pub(crate) cookie: Option<String>,
    pub(crate) body: Vec<u8>,
}

/// A connection, opened when it is first needed and again after a failure.
pub(crate) struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, stream: None }
    }

    /// Sends a request and reads the answer.
    pub(crate) async fn ask(&mut self, request: &Request) -> io::Result<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => BufReader::with_capacity(64 << 10, connect(self.address).await?),
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

async fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address).await?;
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
