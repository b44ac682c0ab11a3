//! Traces for OpenTelemetry, from the real program to a collector of this test.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener},
    process::Command,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use sqlx::PgPool;

use crate::{
    fixtures::world,
    starting::{MAX_WAIT, Server, program, url},
};

/// Heads and bodies of the requests that the collector got.
type Received = Arc<Mutex<Vec<(String, Vec<u8>)>>>;

/// A collector that answers every request with 200. Its thread ends with the test.
fn collector() -> (SocketAddr, Received) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let received = Received::default();
    let store = Arc::clone(&received);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") && stream.read_line(&mut head).unwrap() > 0 {}
            let head = head.to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
            let mut body = vec![0; length.parse().unwrap()];
            stream.read_exact(&mut body).unwrap();
            store.lock().unwrap().push((head, body));
            stream
                .get_mut()
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                .unwrap();
        }
    });
    (address, received)
}

fn traced(mut command: Command, endpoint: &str) -> Command {
    command.env("TAJMEEA_TELEMETRY__OTLP_ENDPOINT", endpoint).env("TAJMEEA_TELEMETRY__TRACE_PERCENT", "100");
    command
}

/// Texts stand in protobuf as they are.
fn contains(body: &[u8], text: &str) -> bool {
    body.windows(text.len()).any(|window| window == text.as_bytes())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn requests_are_traced_with_their_route_stages_and_queries(db: PgPool) {
    world(&db).await;
    let files = tempfile::tempdir().unwrap();
    let (address, received) = collector();
    let server = Server::start(traced(program(&url(&db), files.path()), &format!("http://{address}/")));
    server.get_until("/api/health", "\"status\":\"ok\"");
    server.get("/api/search?q=secret9800x3d");
    server.get("/api/products/7c9e6679-7425-40de-944b-e07fc1f90ae7/price-history");
    let (code, log) = server.terminate();
    assert_eq!(code, Some(0), "{log}");

    let received = received.lock().unwrap();
    assert!(!received.is_empty(), "{log}");
    for (head, _) in received.iter() {
        assert!(head.starts_with("post /v1/traces ") && head.contains("application/x-protobuf"), "{head}");
    }
    let body: Vec<u8> = received.iter().flat_map(|(_, body)| body.clone()).collect();
    for text in ["GET /api/search", "parse", "match", "collect", "service.name", "http.response.status_code"]
    {
        assert!(contains(&body, text), "{text} is not in the traces");
    }
    assert!(contains(&body, "db.query.text") || contains(&body, "db.statement"), "no query is in the traces");
    assert!(!contains(&body, "secret9800x3d"), "a search text is in the traces");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn collector_that_is_away_delays_neither_requests_nor_the_end(db: PgPool) {
    world(&db).await;
    let files = tempfile::tempdir().unwrap();
    // Accepts connections, and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", silent.local_addr().unwrap());
    let server = Server::start(traced(program(&url(&db), files.path()), &endpoint));
    server.get_until("/api/health", "\"status\":\"ok\"");
    let started = Instant::now();
    // Not more: nobody reads the log meanwhile, and a full pipe stops the program.
    for _ in 0..50 {
        assert!(server.get("/api/search?q=ryzen").starts_with("HTTP/1.1 200"));
    }
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    let stopping = Instant::now();
    let (code, log) = server.terminate();
    assert_eq!(code, Some(0), "{log}");
    assert!(stopping.elapsed() < MAX_WAIT, "{:?}", stopping.elapsed());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_collector_address_names_its_key(db: PgPool) {
    let files = tempfile::tempdir().unwrap();
    let output = traced(program(&url(&db), files.path()), "somewhere").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("telemetry.otlp_endpoint") && told.contains("somewhere"), "{told}");
}
