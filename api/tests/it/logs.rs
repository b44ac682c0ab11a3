//! Watches all log lines of the test suite: none may contain a mail address, password or token. Every test that starts
//! the api takes part, and fails when a line of its process contains one.

use std::{
    collections::BTreeSet,
    io::{self, Write},
    sync::{Mutex, Once, PoisonError},
};

use serde_json::Value;
use tracing_subscriber::{EnvFilter, fmt::MakeWriter};

/// More than the default level, so that raising the level reveals nothing either.
const LEVEL: &str =
    "info,api=trace,domain=trace,ingest=trace,indexer=debug,sqlx=warn,lettre=debug,tantivy=warn";
/// Minimum length of a secret: shorter texts occur in many words.
const SHORTEST_SECRET: usize = 8;

static LOG: Mutex<Log> = Mutex::new(Log { lines: Vec::new(), secrets: BTreeSet::new(), found: Vec::new() });

struct Log {
    lines: Vec<String>,
    secrets: BTreeSet<String>,
    found: Vec<String>,
}

/// Starts watching the log.
pub(crate) fn watch() {
    static START: Once = Once::new();
    START.call_once(|| {
        tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .with_env_filter(EnvFilter::new(LEVEL))
            .with_writer(Watched)
            .init();
    });
}

/// Registers a text that must not occur in any line, before or after now.
pub(crate) fn secret(text: &str) {
    if text.len() < SHORTEST_SECRET {
        return;
    }
    let mut log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    if log.secrets.insert(text.to_owned()) {
        let told: Vec<String> = log.lines.iter().filter(|line| line.contains(text)).cloned().collect();
        log.found.extend(told);
    }
}

/// Registers the passwords and tokens of a request.
pub(crate) fn secrets_of(body: &Value) {
    for (name, value) in body.as_object().into_iter().flatten() {
        let name = name.to_lowercase();
        if (name.contains("password") || name.contains("token"))
            && let Some(text) = value.as_str()
        {
            secret(text);
        }
    }
}

/// Returns the lines of a target.
pub(crate) fn lines_of(target: &str) -> Vec<Value> {
    let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    let lines = log.lines.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["target"] == target).collect()
}

/// Fails the test that drops it when a line contained a secret.
pub(crate) struct Check;

impl Drop for Check {
    fn drop(&mut self) {
        let found = std::mem::take(&mut LOG.lock().unwrap_or_else(PoisonError::into_inner).found);
        if !std::thread::panicking() {
            assert!(found.is_empty(), "the log says what it must not:\n{}", found.join("\n"));
        }
    }
}

impl Log {
    fn check_line(&mut self, line: &str) {
        // Links are logged on purpose while there is no mail server, under this target only.
        if line.contains("\"target\":\"mail_link\"") {
            return;
        }
        if names_an_address(line) || self.secrets.iter().any(|secret| line.contains(secret)) {
            self.found.push(line.to_owned());
        }
        self.lines.push(line.to_owned());
    }
}

/// Returns whether the line has a mail address such as `sara@example.com`. The user before the host of a database
/// address does not count.
fn names_an_address(line: &str) -> bool {
    let part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | '+');
    line.match_indices('@').any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(part);
        let host: String = line[at + 1..].chars().take_while(|letter| part(*letter)).collect();
        before && host.trim_matches('.').contains('.')
    })
}

/// Creates the writers of the subscriber.
struct Watched;

impl<'a> MakeWriter<'a> for Watched {
    type Writer = Line;

    fn make_writer(&'a self) -> Line {
        Line(Vec::new())
    }
}

/// One line, checked when it is complete.
struct Line(Vec<u8>);

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let text = String::from_utf8_lossy(&self.0);
        LOG.lock().unwrap_or_else(PoisonError::into_inner).check_line(&text);
    }
}

#[test]
fn log_watch_finds_secrets() {
    let mut log =
        Log { lines: Vec::new(), secrets: BTreeSet::from(["the pass".to_owned()]), found: Vec::new() };
    for good in [
        r#"{"message":"GET /api/auth/me answered 200 in 1.2 ms"}"#,
        r#"{"message":"Connected to postgres@localhost"}"#,
        r#"{"message":"A mail has the link http://x/verify-email?token=abc","target":"mail_link"}"#,
    ] {
        log.check_line(good);
    }
    assert!(log.found.is_empty(), "{:?}", log.found);
    for bad in [r#"{"message":"sara@example.com signed in"}"#, r#"{"message":"tried \"the pass\""}"#] {
        log.check_line(bad);
        assert_eq!(log.found.pop().as_deref(), Some(bad));
    }
}

/// Tests the watch itself: it sees the log lines of the api's requests.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn log_watch_sees_request_lines(db: sqlx::PgPool) {
    let app = crate::app::TestApp::new(db).await;
    let id = "a-request-that-is-looked-for";
    app.get_with("/api/health", &[("x-request-id", id)]).await;
    let seen = |log: &Log| log.lines.iter().any(|line| line.contains(id) && line.contains("answered 200"));
    assert!(seen(&LOG.lock().unwrap_or_else(PoisonError::into_inner)));
}
