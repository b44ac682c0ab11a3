//! Reads from a streaming replica, and failovers: the real program with two real clusters.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use api::http::token::Token;
use domain::store::users::Role;
use sqlx::PgPool;
use tempfile::TempDir;

use crate::{
    app::write_web,
    browsers::{PASSWORD, account},
    clusters::{Cluster, Forwarder, Pair},
    fixtures::{World, execute, offer, store, world},
    metrics::{free_address, scrape},
    starting::{MAX_WAIT, Server, program},
};

const SARA: &str = "sara@example.com";

/// An api with a replica.
struct Replicated {
    server: Server,
    metrics: SocketAddr,
    _files: TempDir,
}

impl Replicated {
    /// Starts the api; returns when it reads from the replica.
    fn start(database_url: &str, standby: &Cluster) -> Self {
        let (files, metrics) = (tempfile::tempdir().unwrap(), free_address());
        write_web(&files.path().join("web"));
        let mut command = program(database_url, files.path());
        command
            .env("TAJMEEA_API__METRICS_LISTEN", metrics.to_string())
            .env("TAJMEEA_DATABASE__REPLICA_URL", &standby.url)
            .env("TAJMEEA_DATABASE__REPLICA_MAX_LAG_SECONDS", "2");
        let server = Server::start(command);
        server.get_until("/api/health", "\"status\":\"ok\"");
        let started = Self { server, metrics, _files: files };
        started.await_use(true);
        started
    }

    fn await_use(&self, in_use: bool) {
        let wanted = if in_use { 1.0 } else { 0.0 };
        eventually("the replica is put to use, or out of it", || {
            self.metric("database_replica_in_use") == wanted
        });
    }

    fn metric(&self, name: &str) -> f64 {
        let metrics = scrape(self.metrics);
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.map_or(0.0, |value| value.parse().unwrap())
    }

    /// The reads that each server answered: replica, primary.
    fn reads(&self) -> (f64, f64) {
        let of = |pool| self.metric(&format!("database_reads_total{{pool=\"{pool}\"}}"));
        (of("replica"), of("primary"))
    }

    fn send(&self, head: &str, cookie: &str, body: &str) -> String {
        send(self.server.address, head, cookie, body)
    }

    /// Asks for a page over and over, until told to stop.
    fn keep_asking(&self, paths: Vec<String>) -> Asking {
        let (address, stop) = (self.server.address, Arc::new(AtomicBool::new(false)));
        let is_over = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let (mut answered, mut failed) = (0, Vec::new());
            for path in paths.iter().cycle() {
                let answer = send(address, &format!("GET {path}"), "", "");
                match answer.starts_with("HTTP/1.1 200") {
                    true => answered += 1,
                    false => failed.push(format!("{path}: {answer}")),
                }
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                thread::sleep(Duration::from_millis(10));
            }
            (answered, failed)
        });
        Asking { stop, thread }
    }
}

/// Requests in the background.
struct Asking {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(usize, Vec<String>)>,
}

impl Asking {
    fn assert_all_answered(self) {
        self.stop.store(true, Ordering::Relaxed);
        let (answered, failed) = self.thread.join().unwrap();
        assert!(failed.is_empty() && answered > 10, "{answered} answered, failed: {failed:?}");
    }
}

fn send(address: SocketAddr, head: &str, cookie: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(
        stream,
        "{head} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < MAX_WAIT, "not in time: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

async fn filled(cluster: &Cluster) -> (PgPool, World) {
    let db = PgPool::connect(&cluster.url).await.unwrap();
    domain::MIGRATOR.run(&db).await.unwrap();
    let world = world(&db).await;
    (db, world)
}

/// Waits until the standby has replayed everything that the primary has committed. With `synchronous_commit = off` that is
/// more than the primary has written.
async fn await_replay(primary: &PgPool, standby: &PgPool) {
    let committed: String =
        sqlx::query_scalar("select pg_current_wal_insert_lsn()::text").fetch_one(primary).await.unwrap();
    let has_replayed = "select pg_last_wal_replay_lsn() >= $1::pg_lsn";
    let started = Instant::now();
    while !sqlx::query_scalar::<_, bool>(has_replayed).bind(&committed).fetch_one(standby).await.unwrap() {
        assert!(started.elapsed() < MAX_WAIT, "the standby does not replay {committed}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn product_pages_are_read_from_the_replica_while_it_keeps_up() {
    let pair = Pair::start();
    let (db, world) = filled(&pair.primary).await;
    let standby = PgPool::connect(&pair.standby.url).await.unwrap();
    let api = Replicated::start(&pair.primary.url, &pair.standby);
    let id = world.ryzen.id;
    let page = format!("/api/products?id={id}");
    let pages = [page.clone(), format!("/api/products/{id}/price-history"), format!("/product/{id}")];

    // A product that the standby lacks is read from the primary.
    await_replay(&db, &standby).await;
    let (replica, primary) = api.reads();
    for page in &pages {
        let answer = api.send(&format!("GET {page}"), "", "");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    assert!(api.reads().0 >= replica + 3.0 && api.reads().1 == primary, "{:?}", api.reads());
    // A user who is signed in has perhaps written a moment ago.
    let before = api.reads();
    let cookie = format!("tajmeea={}", Token::random().text());
    let answer = api.send(&format!("GET {page}"), &cookie, "");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(api.reads(), before, "the replica is not even asked");
    // The primary is asked for rows that the replica lacks.
    let unknown = api.send("GET /api/products?id=00000000-0000-4000-8000-000000000000", "", "");
    assert!(unknown.starts_with("HTTP/1.1 404"), "{unknown}");
    assert_eq!(api.reads().1, before.1 + 1.0);

    // A primary that writes nothing is no lag, a replica that replays nothing is one.
    thread::sleep(Duration::from_millis(2_500));
    assert_eq!(api.metric("database_replica_in_use"), 1.0);
    let asking = api.keep_asking(pages.to_vec());
    execute(&standby, "select pg_wal_replay_pause()").await;
    store(&db, world.alpha, &[offer(&world.ryzen, 139_250)]).await;
    api.server.get_until(&page, "139.25");
    api.await_use(false);
    assert!(api.metric("database_replica_lag_seconds") > 2.0);
    execute(&standby, "select pg_wal_replay_resume()").await;
    api.await_use(true);

    standby.close().await;
    pair.standby.stop();
    api.await_use(false);
    pair.standby.start_again();
    api.await_use(true);
    asking.assert_all_answered();
    assert_eq!(api.server.terminate().0, Some(0));
    db.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failover_fails_no_search_and_no_product_page() {
    let pair = Pair::start();
    let (db, world) = filled(&pair.primary).await;
    account(&db, SARA, "Sara", Role::User).await;
    let standby = PgPool::connect(&pair.standby.url).await.unwrap();
    let forwarder = Forwarder::start(&pair.primary).await;
    let api = Replicated::start(&forwarder.url(), &pair.standby);
    let credentials = format!(r#"{{"email":"{SARA}","password":"{PASSWORD}"}}"#);
    let signed_in = api.send("POST /api/auth/login", "", &credentials);
    let cookie = signed_in.split_once("tajmeea=").unwrap().1.split(';').next().unwrap();
    let cookie = format!("tajmeea={cookie}");
    let rename =
        |name: &str| api.send("PUT /api/user/settings", &cookie, &format!(r#"{{"username":"{name}"}}"#));
    assert!(rename("Sara before").starts_with("HTTP/1.1 200"));
    let is_replayed = "select exists (select from app_user where name = 'Sara before')";
    while !sqlx::query_scalar::<_, bool>(is_replayed).fetch_one(&standby).await.unwrap() {
        thread::sleep(Duration::from_millis(20));
    }

    let page = format!("/api/products?id={}", world.ryzen.id);
    let search = "/api/search?q=9800x3d".to_owned();
    let asking = api.keep_asking(vec![search.clone(), page.clone()]);
    db.close().await;
    pair.primary.kill();
    eventually("writes are refused", || rename("Sara meanwhile").starts_with("HTTP/1.1 503"));
    thread::sleep(Duration::from_secs(1));
    execute(&standby, "select pg_promote()").await;
    forwarder.lead_to(&pair.standby);
    eventually("writes are taken", || rename("Sara after").starts_with("HTTP/1.1 200"));

    // The index follows the new primary.
    store(&standby, world.alpha, &[offer(&world.ryzen, 131_250)]).await;
    api.server.get_until(&search, "131.25");
    api.server.get_until(&page, "131.25");
    asking.assert_all_answered();
    let names = "select name from app_user";
    assert_eq!(sqlx::query_scalar::<_, String>(names).fetch_all(&standby).await.unwrap(), ["Sara after"]);
    // The promoted server is no replica any more.
    api.await_use(false);
    assert_eq!(api.server.terminate().0, Some(0));
    standby.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_do_not_fail_while_the_replica_hangs() {
    let pair = Pair::start();
    let (db, world) = filled(&pair.primary).await;
    let standby = PgPool::connect(&pair.standby.url).await.unwrap();
    let api = Replicated::start(&pair.primary.url, &pair.standby);
    let asking = api.keep_asking(vec![format!("/api/products?id={}", world.ryzen.id)]);
    let backends = "select pid from pg_stat_activity where application_name = 'tajmeea-api'";
    let backends: Vec<i32> = sqlx::query_scalar(backends).fetch_all(&standby).await.unwrap();
    assert!(!backends.is_empty());
    let signal = |signal: &str| {
        let pids = backends.iter().map(ToString::to_string);
        Command::new("kill").arg(signal).args(pids).status().unwrap();
    };
    signal("-STOP");
    thread::sleep(Duration::from_secs(5));
    // Before anything is checked: a stopped process would hold up the end of the cluster.
    signal("-CONT");
    api.await_use(true);
    asking.assert_all_answered();
    assert_eq!(api.server.terminate().0, Some(0));
    standby.close().await;
    db.close().await;
}
