//! Metrics for Prometheus and signs of life for systemd, from the real program.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    os::unix::net::UnixDatagram,
    time::Instant,
};

use domain::store::backups::{self, BackupRun};
use sqlx::PgPool;

use crate::{
    fixtures::{now, world},
    starting::{MAX_WAIT, Server, program, url},
};

/// A port that is free a moment before the program takes it.
pub(crate) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

fn request(address: SocketAddr, head: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(
        stream,
        "{head} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n"
    )
    .unwrap();
    write!(stream, "content-length: {length}\r\n\r\n{body}").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

pub(crate) fn scrape(address: SocketAddr) -> String {
    let answer = request(address, "GET /metrics", "");
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

fn series(metrics: &str, family: &str) -> usize {
    metrics.lines().filter(|line| line.starts_with(family)).count()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn metrics_have_help_and_a_bounded_number_of_series(db: PgPool) {
    world(&db).await;
    let run = BackupRun { taken_at: now(), place: "here".to_owned(), bytes: 7 };
    backups::insert_run(&db, &run).await.unwrap();
    let (files, metrics) = (tempfile::tempdir().unwrap(), free_address());
    let mut command = program(&url(&db), files.path());
    command.env("TAJMEEA_API__METRICS_LISTEN", metrics.to_string());
    let server = Server::start(command);
    server.get_until("/api/health", "\"status\":\"ok\"");
    server.get("/api/search?q=ryzen");
    request(server.address, "POST /api/auth/login", r#"{"email":"nobody@example.com","password":"wrong"}"#);
    let started = Instant::now();
    while !scrape(metrics).contains("backup_age_seconds") {
        assert!(started.elapsed() < MAX_WAIT, "{}", scrape(metrics));
        std::thread::sleep(std::time::Duration::from_millis(50));
    }

    let told = scrape(metrics);
    for expected in [
        "http_requests_total{method=\"GET\",route=\"/api/search\",status=\"2xx\"} 1",
        "search_stage_duration_seconds_count{stage=\"match\"} ",
        "sign_in_refusals_total{reason=\"wrong_credentials\"} 1",
        "index_documents 4",
        "index_lag_seconds ",
        "database_up 1",
        "database_connections{state=\"idle\"}",
        "matches_waiting 0",
        "process_resident_memory_bytes ",
        "process_open_fds ",
        "build_info{version=\"",
    ] {
        assert!(told.contains(expected), "{expected} is missing in {told}");
    }
    for line in told.lines() {
        let Some(family) = line.strip_prefix("# TYPE ").and_then(|rest| rest.split(' ').next()) else {
            continue;
        };
        assert!(told.contains(&format!("# HELP {family} ")), "{family} has no help text");
    }

    for number in 0..60 {
        request(server.address, &format!("INVENTED{number} /api/{number}/{number}"), "");
        server.get(&format!("/api/products/{number}/price-history"));
    }
    let later = scrape(metrics);
    let grown = series(&later, "http_requests_total") - series(&told, "http_requests_total");
    assert!(grown <= 3, "{grown} more series: {later}");
    assert_eq!(server.terminate().0, Some(0));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn systemd_is_notified_of_start_watchdog_and_stop(db: PgPool) {
    world(&db).await;
    let files = tempfile::tempdir().unwrap();
    let path = files.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(MAX_WAIT)).unwrap();
    let receive = || {
        let mut buffer = [0; 256];
        let length = socket.recv(&mut buffer).unwrap();
        String::from_utf8_lossy(&buffer[..length]).trim().to_owned()
    };
    let mut command = program(&url(&db), files.path());
    command.env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "400000");
    let server = Server::start(command);
    assert_eq!(receive(), "READY=1");
    assert_eq!([receive(), receive()], ["WATCHDOG=1", "WATCHDOG=1"]);
    server.ask_to_stop();
    while receive() != "STOPPING=1" {}
    assert_eq!(server.wait().0, Some(0));
}
