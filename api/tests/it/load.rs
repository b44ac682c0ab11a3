//! Load shedding, over HTTP against the program itself. Locked tables keep requests of one class busy.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use sqlx::PgPool;

use crate::{
    fixtures::world,
    starting::{MAX_WAIT, Server, program, url},
};

/// Slots of each class in these tests.
const SLOTS: usize = 2;
/// Promised time from a request to its refusal.
const PROMISE: Duration = Duration::from_millis(50);
/// Tries of which the median is judged: other tests use the same processors.
const TRIES: usize = 9;

/// A well-formed token, so that the server looks for its session.
const TOKEN: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A request as a browser sends it.
struct Request {
    head: String,
    body: String,
}

impl Request {
    fn get(path: &str) -> Self {
        Self { head: format!("GET {path}"), body: String::new() }
    }

    fn post(path: &str, body: &str) -> Self {
        Self { head: format!("POST {path}"), body: body.to_owned() }
    }

    /// Opens a connection and sends this request.
    fn send(&self, address: SocketAddr) -> TcpStream {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(MAX_WAIT)).unwrap();
        write!(
            stream,
            "{} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: tajmeea={TOKEN}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{}",
            self.head,
            self.body.len(),
            self.body
        )
        .unwrap();
        stream
    }

    fn ask(&self, address: SocketAddr) -> String {
        let mut answer = String::new();
        self.send(address).read_to_string(&mut answer).unwrap();
        answer
    }
}

/// The only change of data that needs no session. Each asks for another address: mails to one are limited.
fn forgot_password() -> Request {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    Request::post("/api/auth/forgot-password", &format!(r#"{{"email":"nobody{number}@example.com"}}"#))
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

/// A class of requests, the table that its request reads, and whether the answer to a refusal is a page.
struct Case {
    class: &'static str,
    table: &'static str,
    request: Request,
    is_page: bool,
}

fn cases(product: &str) -> Vec<Case> {
    let components = format!(r#"{{"components":{{"CPU":"{product}"}}}}"#);
    let reset = format!(r#"{{"token":"{TOKEN}","newPassword":"a fine new pass phrase"}}"#);
    let case = |class, table, request, is_page| Case { class, table, request, is_page };
    vec![
        case("search", "session", Request::get("/api/search?q=ryzen&explain=1"), false),
        case("compatibility", "product", Request::post("/api/compatibility", &components), false),
        case("pages", "price_point", Request::get(&format!("/api/products/{product}/price-history")), false),
        case("pages", "product", Request::get(&format!("/product/{product}")), true),
        case("admin", "session", Request::get("/api/admin/open-work"), false),
        case("passwords", "one_time_token", Request::post("/api/auth/reset-password", &reset), false),
        // Writes wait for the outbox, which nothing but writes and the sender of mails reads.
        case("writes", "mail", forgot_password(), false),
    ]
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn each_class_sheds_in_time_while_the_others_are_answered(db: PgPool) {
    let world = world(&db).await;
    let files = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(files.path().join("web")).unwrap();
    std::fs::write(
        files.path().join("web/index.html"),
        "<html lang=\"en\" dir=\"ltr\"><head></head><body><div id=\"root\"></div></body></html>",
    )
    .unwrap();
    let mut command = program(&url(&db), files.path());
    // Limits on how often one address asks are of no concern here.
    command.env("TAJMEEA_LIMITS__MAIL_ADDRESS__BURST", "1000");
    command.env("TAJMEEA_LIMITS__MAIL_ACCOUNT__BURST", "1000");
    for class in ["SEARCH", "COMPATIBILITY", "PAGES", "PASSWORDS", "ADMIN", "WRITES"] {
        command.env(format!("TAJMEEA_LOAD__{class}__AT_ONCE"), SLOTS.to_string());
    }
    let server = Server::start(command);
    server.get_until("/api/health", "\"status\":\"ok\"");
    let address = server.address;
    for case in cases(&world.ryzen.id.to_string()) {
        let mut locked = db.begin().await.unwrap();
        let lock = format!("lock table {} in access exclusive mode", case.table);
        sqlx::raw_sql(sqlx::AssertSqlSafe(lock)).execute(&mut *locked).await.unwrap();
        let request = &case.request;
        let held: Vec<TcpStream> = (0..SLOTS).map(|_| request.send(address)).collect();
        std::thread::sleep(Duration::from_millis(300));
        let mut times: Vec<Duration> = (0..TRIES).map(|_| refused(&case, address)).collect();
        times.sort();
        assert!(times[TRIES / 2] < PROMISE, "{}: {times:?}", case.class);
        if case.class != "search" {
            assert_eq!(status(&Request::get("/api/search?q=ryzen").ask(address)), "200", "{}", case.class);
        }
        if case.class != "writes" {
            assert_eq!(status(&forgot_password().ask(address)), "200", "{}", case.class);
        }
        locked.rollback().await.unwrap();
        for mut stream in held {
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert_ne!(status(&answer), "503", "{}: {answer}", case.class);
        }
        // The slots are free again.
        assert_ne!(status(&request.ask(address)), "503", "{}", case.class);
    }
    assert_eq!(server.terminate().0, Some(0));
}

/// Sends a request that must be refused; returns the time that took.
fn refused(case: &Case, address: SocketAddr) -> Duration {
    let started = Instant::now();
    let answer = case.request.ask(address);
    let took = started.elapsed();
    assert!(answer.starts_with("HTTP/1.1 503"), "{}: {answer}", case.class);
    assert!(answer.contains("retry-after: "), "{}: {answer}", case.class);
    assert!(answer.contains("cache-control: no-store"), "{}: {answer}", case.class);
    let expected = if case.is_page { "<div id=\"root\">" } else { "\"code\":\"OVERLOADED\"" };
    assert!(answer.contains(expected), "{}: {answer}", case.class);
    took
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn request_whose_body_arrives_slowly_holds_no_slot(db: PgPool) {
    let files = tempfile::tempdir().unwrap();
    let mut command = program(&url(&db), files.path());
    command.env("TAJMEEA_LOAD__WRITES__AT_ONCE", "1");
    let server = Server::start(command);
    let mut slow = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(server.address).unwrap();
        write!(stream, "POST /api/auth/forgot-password HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{").unwrap();
        slow.push(stream);
    }
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(status(&forgot_password().ask(server.address)), "200");
    drop(slow);
    assert_eq!(server.terminate().0, Some(0));
}
