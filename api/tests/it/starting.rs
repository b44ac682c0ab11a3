//! The program itself, started as an operator starts it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, ChildStderr, Command, Stdio},
    time::{Duration, Instant},
};

use sqlx::PgPool;

use crate::fixtures::{empty_database, world};

/// Maximum time for a program to start or stop on a busy machine.
pub(crate) const MAX_WAIT: Duration = Duration::from_secs(30);

pub(crate) fn program(database_url: &str, directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_api"));
    command
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("DATABASE_URL", database_url)
        .env("TAJMEEA_API__LISTEN", "127.0.0.1:0")
        .env("TAJMEEA_API__METRICS_LISTEN", "127.0.0.1:0")
        .env("TAJMEEA_API__WEB_ROOT", directory.join("web"))
        .env("TAJMEEA_INDEX__DIRECTORY", directory.join("index"))
        .env("TAJMEEA_DATA__DIRECTORY", directory.join("data"))
        .env("TAJMEEA_API__DRAIN_SECONDS", "0")
        .args(["--wait-for-database", "0"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// Returns the address of this test's own database.
pub(crate) fn url(db: &PgPool) -> String {
    use sqlx::ConnectOptions;
    db.connect_options().to_url_lossy().to_string()
}

/// Runs a program that is expected to fail; returns its exit code and output.
fn run_failing(mut command: Command) -> (Option<i32>, String) {
    let mut child = command.spawn().unwrap();
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > MAX_WAIT {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut words = String::new();
    child.stderr.take().unwrap().read_to_string(&mut words).unwrap();
    (status.code(), words.lines().last().unwrap_or_default().to_owned())
}

/// A running server and the unread rest of its log.
pub(crate) struct Server {
    child: Child,
    log: BufReader<ChildStderr>,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let address = loop {
            let mut line = String::new();
            assert!(log.read_line(&mut line).unwrap() > 0, "it ended without serving");
            if let Some((_, rest)) = line.split_once("Serving on http://") {
                break rest.split_once('"').unwrap().0.parse().unwrap();
            }
        };
        Self { child, log, address }
    }

    /// Returns the full answer to a GET, with its status line.
    pub(crate) fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    pub(crate) fn get_until(&self, path: &str, wanted: &str) -> String {
        let started = Instant::now();
        loop {
            let answer = self.get(path);
            if answer.contains(wanted) {
                return answer;
            }
            assert!(started.elapsed() < MAX_WAIT, "{path} still answers {answer}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends SIGTERM.
    pub(crate) fn ask_to_stop(&self) {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(asked.success());
    }

    /// Sends SIGKILL, as the kernel does when memory is short.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGTERM and waits for the end; returns the exit code and the rest of the log.
    pub(crate) fn terminate(self) -> (Option<i32>, String) {
        self.ask_to_stop();
        self.wait()
    }

    /// Waits for the end; returns the exit code and the rest of the log.
    pub(crate) fn wait(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.log.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn server_stops_on_signal_and_restarts_after_a_kill(db: PgPool) {
    world(&db).await;
    let files = tempfile::tempdir().unwrap();
    let mut server = Server::start(program(&url(&db), files.path()));
    server.get_until("/api/health", "\"status\":\"ok\"");
    assert!(server.get("/api/search?q=9800x3d").contains("\"total\":1"));
    server.child.kill().unwrap();
    server.child.wait().unwrap();

    let server = Server::start(program(&url(&db), files.path()));
    // The existing index answers at once.
    let answer = server.get("/api/search?q=9800x3d");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"total\":1"), "{answer}");
    let (code, log) = server.terminate();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.lines().last().unwrap().contains("Stopped"), "{log}");
    let line = log.lines().find(|line| line.contains("/api/search")).unwrap();
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!((&line["http.status"], &line["http.route"]), (&200.into(), &"/api/search".into()));
    let span: Vec<&String> = line["span"].as_object().unwrap().keys().collect();
    assert_eq!(span, ["name", "request.id"], "fields of traces are in the log without traces");
    assert!(!log.contains("9800x3d"), "what somebody typed stays out of the log");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn port_in_use_is_named(db: PgPool) {
    let files = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (variable, key) in
        [("TAJMEEA_API__LISTEN", "api.listen"), ("TAJMEEA_API__METRICS_LISTEN", "api.metrics_listen")]
    {
        let mut command = program(&url(&db), files.path());
        command.env(variable, &address);
        let (code, words) = run_failing(command);
        assert_eq!(code, Some(1), "{words}");
        assert!(words.contains(&address) && words.contains(key), "{words}");
    }
}

#[test]
fn unreachable_database_is_named_without_its_password() {
    let files = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (code, words) = run_failing(program(&format!("postgres://me:secret@{free}/parts"), files.path()));
    assert_eq!(code, Some(4), "{words}");
    assert!(words.contains(&format!("{free}/parts")) && !words.contains("secret"), "{words}");
}

#[test]
fn public_url_is_required_beyond_localhost() {
    let files = tempfile::tempdir().unwrap();
    let mut command = program("postgres://localhost/parts", files.path());
    command.env("TAJMEEA_API__LISTEN", "0.0.0.0:0");
    let (code, words) = run_failing(command);
    assert_eq!(code, Some(1), "{words}");
    assert!(words.contains("api.public_url"), "{words}");
}

#[test]
fn malformed_database_url_is_refused() {
    let files = tempfile::tempdir().unwrap();
    for foul in ["", "mysql://me@localhost/parts", "postgres://me:secret@host:port/parts"] {
        let (code, words) = run_failing(program(foul, files.path()));
        assert_eq!(code, Some(4), "{foul}: {words}");
        assert!(words.contains("DATABASE_URL") && !words.contains("secret"), "{words}");
    }
}

#[sqlx::test(migrations = false)]
async fn empty_database_error_names_the_migrate_command(db: PgPool) {
    empty_database(&db).await;
    let files = tempfile::tempdir().unwrap();
    let (code, words) = run_failing(program(&url(&db), files.path()));
    assert_eq!(code, Some(4), "{words}");
    assert!(words.contains("ingest migrate"), "{words}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_database_of_another_version_is_refused(db: PgPool) {
    let files = tempfile::tempdir().unwrap();
    // A later version of the program ran a migration that this version does not support.
    let newer = "with later as (
                     insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                     values (99990101000000, 'later', true, '', 0))
                 update schema_floor set min_known_version = 99990101000000";
    let older = "delete from _sqlx_migrations where version in
                 (select version from _sqlx_migrations order by version desc limit 2)";
    for (change, word) in [(newer, "newer"), (older, "older")] {
        sqlx::query(change).execute(&db).await.unwrap();
        let (code, words) = run_failing(program(&url(&db), files.path()));
        assert_eq!(code, Some(4), "{words}");
        assert!(words.contains(word), "{words}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unwritable_index_is_named(db: PgPool) {
    let files = tempfile::tempdir().unwrap();
    std::fs::write(files.path().join("index"), "in the way").unwrap();
    let (code, words) = run_failing(program(&url(&db), files.path()));
    assert_eq!(code, Some(1), "{words}");
    assert!(words.contains(&files.path().join("index").display().to_string()), "{words}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_configuration_names_file_and_line(db: PgPool) {
    let files = tempfile::tempdir().unwrap();
    let broken = files.path().join("broken.toml");
    std::fs::write(&broken, "[api]\nlisten = nowhere\n").unwrap();
    let mut command = program(&url(&db), files.path());
    command.env("TAJMEEA_CONFIG", &broken);
    let output = command.output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(words.contains("broken.toml") && words.contains("line 2"), "{words}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn stored_index_answers_while_the_database_is_down(db: PgPool) {
    world(&db).await;
    let files = tempfile::tempdir().unwrap();
    let server = Server::start(program(&url(&db), files.path()));
    server.get_until("/api/health", "\"status\":\"ok\"");
    assert_eq!(server.terminate().0, Some(0));
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = Server::start(program(&format!("postgres://me@{nobody}/parts"), files.path()));
    let answer = server.get("/api/search?q=9800x3d");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"total\":1"), "{answer}");
    server.get_until("/api/health", "\"status\":\"degraded\"");
    let (code, log) = server.terminate();
    assert_eq!(code, Some(0), "{log}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn replica_that_is_away_prevents_no_start_and_an_invalid_url_does(db: PgPool) {
    world(&db).await;
    let files = tempfile::tempdir().unwrap();
    let start = |replica: &str| {
        let mut command = program(&url(&db), files.path());
        command.env("TAJMEEA_DATABASE__REPLICA_URL", replica);
        command
    };
    let (code, words) = run_failing(start("mysql://replica.example/parts"));
    assert_eq!(code, Some(4), "{words}");
    assert!(words.contains("database.replica_url"), "{words}");
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = Server::start(start(&format!("postgres://me@{nobody}/parts")));
    server.get_until("/api/health", "\"status\":\"ok\"");
    let unknown = server.get("/api/products?id=00000000-0000-4000-8000-000000000000");
    assert!(unknown.starts_with("HTTP/1.1 404"), "{unknown}");
    assert_eq!(server.terminate().0, Some(0));
}
