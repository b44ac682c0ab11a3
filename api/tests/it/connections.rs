//! Slow, silent or many clients, against the program itself.

use std::{
    io::{Read, Write},
    net::TcpStream,
    process::Command,
    time::{Duration, Instant},
};

use domain::{
    model::{RetailerToken, Slug},
    transactions,
};
use sqlx::PgPool;

use crate::{
    fixtures::world,
    logs,
    starting::{MAX_WAIT, Server, program, url},
};

/// Opens a connection that has sent only this text.
fn half_request(server: &Server, sent: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(MAX_WAIT)).unwrap();
    stream.write_all(sent.as_bytes()).unwrap();
    stream
}

/// Reads until the server closes the connection; returns the text and the time that took.
fn read_to_end(mut stream: TcpStream) -> (String, Duration) {
    let started = Instant::now();
    let mut answer = String::new();
    // A reset ends the connection as well.
    let _ = stream.read_to_string(&mut answer);
    (answer, started.elapsed())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unfinished_requests_leave_room_for_others(db: PgPool) {
    world(&db).await;
    let files = tempfile::tempdir().unwrap();
    let api = program(&url(&db), files.path());
    // The same program with few open files allowed, and with time limits too long to help.
    let mut command = Command::new("bash");
    command.args(["-c", "ulimit -n 320; exec \"$@\"", "bash"]).arg(api.get_program()).args(api.get_args());
    command.env_clear().envs(api.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("TAJMEEA_API__MAX_HEAD_SECONDS", "3600").env("TAJMEEA_API__MAX_IDLE_SECONDS", "3600");
    command.stderr(std::process::Stdio::piped());
    let server = Server::start(command);
    server.get_until("/api/health", "\"status\":\"ok\"");
    let mut slow = Vec::new();
    for number in 0..400 {
        slow.push(half_request(
            &server,
            if number % 2 == 0 { "GET /api/health HTTP/1.1\r\nhost" } else { "" },
        ));
        if number % 50 == 0 {
            let started = Instant::now();
            let answer = server.get("/api/search?q=9800x3d");
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        }
    }
    let (code, log) = server.terminate();
    assert_eq!(code, Some(0), "{log}");
    assert!(!log.contains("Cannot accept a connection"), "{log}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn silent_connections_are_closed_in_time(db: PgPool) {
    let files = tempfile::tempdir().unwrap();
    let mut command = program(&url(&db), files.path());
    command.env("TAJMEEA_API__MAX_HEAD_SECONDS", "1").env("TAJMEEA_API__MAX_IDLE_SECONDS", "3");
    let server = Server::start(command);
    let new = half_request(&server, "");
    let half = half_request(&server, "GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-slow: ");
    let idle = half_request(&server, "GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n");
    for (name, stream, limit) in [("new", new, 1), ("half", half, 1), ("idle", idle, 3)] {
        let (answer, took) = read_to_end(stream);
        assert_eq!(answer.starts_with("HTTP/1.1 "), name == "idle", "{name}: {answer}");
        assert!(took < Duration::from_secs(limit + 10), "{name}: {took:?}");
    }
    // A connection that keeps sending requests stays open.
    let mut stream = half_request(&server, "");
    for _ in 0..5 {
        stream.write_all(b"GET /robots.txt HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        drain(&mut stream);
        std::thread::sleep(Duration::from_millis(700));
    }
    assert_eq!(server.terminate().0, Some(0));
}

/// Reads the bytes that have arrived.
fn drain(stream: &mut TcpStream) {
    std::thread::sleep(Duration::from_millis(50));
    let mut buffer = [0; 16 * 1024];
    stream.set_nonblocking(true).unwrap();
    while matches!(stream.read(&mut buffer), Ok(bytes) if bytes > 0) {}
    stream.set_nonblocking(false).unwrap();
}

const SIGN_IN: &str =
    "POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn slow_body_answers_408(db: PgPool) {
    let files = tempfile::tempdir().unwrap();
    let mut command = program(&url(&db), files.path());
    command.env("TAJMEEA_API__MAX_BODY_SECONDS", "1");
    let server = Server::start(command);
    let (answer, took) = read_to_end(half_request(&server, &format!("{SIGN_IN}100\r\n\r\n{{\"email\":")));
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("REQUEST_TIMEOUT"), "{answer}");
    assert!(took < Duration::from_secs(8), "{took:?}");
    assert_eq!(server.terminate().0, Some(0));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn list_that_a_retailer_hands_in_may_arrive_more_slowly(db: PgPool) {
    let alpha = world(&db).await.alpha;
    let token = RetailerToken::new(rand::random());
    logs::secret(&token.text());
    let mut tx = db.begin().await.unwrap();
    let name: Slug = "alpha".parse().unwrap();
    transactions::retailer_tokens::create(&mut tx, (alpha, &name), &token).await.unwrap();
    tx.commit().await.unwrap();
    let files = tempfile::tempdir().unwrap();
    let mut command = program(&url(&db), files.path());
    command.env("TAJMEEA_API__MAX_BODY_SECONDS", "1").env("TAJMEEA_API__MAX_LIST_SECONDS", "4");
    let server = Server::start(command);
    let head = format!(
        "PUT /api/retailers/alpha/offers?mode=changes HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         authorization: Bearer {}\r\ncontent-length: ",
        token.text()
    );
    let mut slow = half_request(&server, &format!("{head}26\r\n\r\nid,title,price"));
    std::thread::sleep(Duration::from_secs(2));
    slow.write_all(b",link\n1,A,1\n").unwrap();
    let (answer, _) = read_to_end(slow);
    assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    let (answer, took) = read_to_end(half_request(&server, &format!("{head}26\r\n\r\nid,title,price")));
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(took > Duration::from_secs(3), "{took:?}");
    assert_eq!(server.terminate().0, Some(0));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shutdown_drains_running_requests(db: PgPool) {
    world(&db).await;
    let files = tempfile::tempdir().unwrap();
    let mut command = program(&url(&db), files.path());
    command.env("TAJMEEA_API__DRAIN_SECONDS", "3");
    let server = Server::start(command);
    server.get_until("/api/health", "\"status\":\"ok\"");
    let body = r#"{"email":"sara@example.com","password":"not the one"}"#;
    let mut begun = half_request(&server, &format!("{SIGN_IN}{}\r\n\r\n{}", body.len(), &body[..10]));
    server.ask_to_stop();
    let health = server.get_until("/api/health", "\"status\":\"stopping\"");
    assert!(health.starts_with("HTTP/1.1 503"), "{health}");
    // Requests that still arrive are answered with `connection: close`.
    let answer = server.get("/api/search?q=9800x3d");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close"), "{answer}");
    std::thread::sleep(Duration::from_secs(4));
    assert!(TcpStream::connect(server.address).is_err(), "the listener is closed by now");
    begun.write_all(&body.as_bytes()[10..]).unwrap();
    let (answer, _) = read_to_end(begun);
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    let (code, log) = server.wait();
    assert_eq!(code, Some(0), "{log}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn connections_that_wait_as_the_listener_closes_are_answered(db: PgPool) {
    world(&db).await;
    let files = tempfile::tempdir().unwrap();
    let server = Server::start(program(&url(&db), files.path()));
    server.get_until("/api/health", "\"status\":\"ok\"");
    // Connected longer before the stop than it waits for a request, they send theirs only after it.
    let mut waiting: Vec<TcpStream> = (0..50).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(2100));
    server.ask_to_stop();
    let refused = Instant::now();
    while TcpStream::connect(server.address).is_ok() {
        assert!(refused.elapsed() < MAX_WAIT, "the listener stays open");
    }
    std::thread::sleep(Duration::from_millis(500));
    for stream in &mut waiting {
        // Not a search: of fifty at once a busy machine refuses some.
        stream.write_all(b"GET /robots.txt HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    }
    for stream in waiting {
        let (answer, _) = read_to_end(stream);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close"), "{answer}");
    }
    assert_eq!(server.wait().0, Some(0));
}
