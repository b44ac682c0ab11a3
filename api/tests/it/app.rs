use std::{path::Path, time::Duration};

use api::{
    http::public_url::PublicUrl,
    router::router,
    routes::budget::BudgetService,
    services::{
        background_tasks::BackgroundTasks,
        budget_alerts::BudgetAlertEvaluator,
        channels::ChannelSender,
        click_outs::ClickOutCounter,
        follow::{Follower, IndexStatus},
        listing_alerts::{ListingAlertEvaluator, ListingSearch},
        pictures::Pictures,
        search_choices::SearchChoices,
        search_log::SearchLog,
        solvers::{Client, SolverPool, SolverSlot},
        telegram::Telegram,
        views::ViewCounter,
    },
    site::{Site, facts::SiteFacts},
    state::{AbuseProtection, AppState},
};
use axum::{
    Router,
    body::{Body, Bytes},
    http::{HeaderMap, Request, StatusCode},
};
use domain::{budget::Thoroughness, config::Config};
use indexer::{Engine, SearchConfig};
use serde_json::Value;
use sqlx::PgPool;
use tempfile::TempDir;
use tokio::{sync::watch, task::JoinHandle, time::Instant};
use tower::ServiceExt;

use crate::logs;

/// Maximum time from a commit until the change is found.
pub(crate) const FRESH: Duration = Duration::from_secs(2);
/// Timeout of a wait: tests on the same server hold back the feed while their transactions are open, which is not the
/// api's delay.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// A complete api process without sockets: router, index and follower.
pub(crate) struct TestApp {
    pub(crate) engine: Engine,
    pub(crate) pictures: Pictures,
    pub(crate) budget: BudgetService,
    pub(crate) solvers: SolverPool,
    pub(crate) views: ViewCounter,
    pub(crate) search_log: SearchLog,
    pub(crate) click_outs: ClickOutCounter,
    pub(crate) channels: ChannelSender,
    pub(crate) search_choices: SearchChoices,
    pub(crate) tasks: BackgroundTasks,
    pub(crate) budget_alerts: BudgetAlertEvaluator,
    pub(crate) telegram: Telegram,
    pub(crate) listing_alerts: ListingAlertEvaluator,
    router: Router,
    index: watch::Receiver<IndexStatus>,
    stop: watch::Sender<bool>,
    following: JoinHandle<()>,
    files: TempDir,
    _logs: logs::Check,
}

/// Answer to a request.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl TestApp {
    /// Serves the current content of the database; returns when the first index is built.
    pub(crate) async fn new(db: PgPool) -> Self {
        Self::with_files(db, tempfile::tempdir().unwrap()).await
    }

    /// Starts like `new`, on a directory that may already hold an index.
    pub(crate) async fn with_files(db: PgPool, files: TempDir) -> Self {
        Self::starting(db, files).started().await
    }

    /// Starts like `new`, with a configuration.
    pub(crate) async fn with_config(db: PgPool, config: &Config) -> Self {
        Self::starting_with(db, tempfile::tempdir().unwrap(), config).started().await
    }

    async fn started(self) -> Self {
        let app = self;
        app.index.clone().wait_for(|status| status.ready && status.lag().is_some()).await.unwrap();
        app
    }

    /// Starts without waiting for the index.
    pub(crate) fn starting(db: PgPool, files: TempDir) -> Self {
        Self::starting_with(db, files, &Config::load().unwrap())
    }

    fn starting_with(db: PgPool, files: TempDir, config: &Config) -> Self {
        logs::watch();
        write_web(&files.path().join("web"));
        let opened = Engine::open(&files.path().join("index"), SearchConfig::embedded().unwrap()).unwrap();
        let (follower, followed) =
            Follower::new(db.clone(), opened.engine.clone(), opened.feed_position.as_deref());
        let (stop, stopping) = watch::channel(false);
        let address = match config.api.public_url.as_str() {
            "" => "https://tajmeea.example/",
            address => address,
        };
        let site = Site::load(files.path().join("web"), PublicUrl::new(address), SiteFacts::new(config));
        let protection = AbuseProtection::new(config).unwrap();
        let solvers = protection.solvers.clone();
        let pictures = Pictures::open(&config.pictures, files.path()).unwrap();
        let state =
            AppState::new(db, opened.engine.clone(), followed.clone(), site, protection, pictures.clone());
        let following = tokio::spawn(follower.run(stopping));
        Self {
            engine: opened.engine,
            pictures,
            budget: state.budget.clone(),
            solvers,
            views: state.views.clone(),
            search_log: state.search_log.clone(),
            click_outs: state.click_outs.clone(),
            channels: state.channels.clone(),
            search_choices: state.search_choices.clone(),
            tasks: state.tasks.clone(),
            budget_alerts: BudgetAlertEvaluator::new(state.db.clone(), state.budget.alerts.clone()),
            telegram: state.telegram.clone(),
            listing_alerts: ListingAlertEvaluator::new(ListingSearch::new(
                state.db.clone(),
                state.index.clone(),
                state.retailers.clone(),
            )),
            router: router(state),
            index: followed.status,
            stop,
            following,
            files,
            _logs: logs::Check,
        }
    }

    /// Returns the directory of the index files.
    pub(crate) fn index_directory(&self) -> std::path::PathBuf {
        self.files.path().join("index")
    }

    /// Stops the follower as a stopping process does, and returns the directory.
    pub(crate) async fn stop(self) -> TempDir {
        self.stop.send_replace(true);
        self.following.await.unwrap();
        self.files
    }

    /// Stops everything at once, as kill -9 does, and returns the directory.
    pub(crate) async fn kill(self) -> TempDir {
        self.following.abort();
        assert!(self.following.await.unwrap_err().is_cancelled());
        self.files
    }

    /// Takes all slots for thorough searches; they are free again when the result is dropped.
    pub(crate) async fn take_searches(&self) -> Vec<SolverSlot> {
        let mut taken = Vec::new();
        loop {
            let slot = self.solvers.acquire(Client::Curves).await.unwrap();
            if slot.thoroughness == Thoroughness::Quick {
                return taken;
            }
            taken.push(slot);
        }
    }

    pub(crate) async fn get(&self, uri: &str) -> Reply {
        self.send(Request::get(uri).body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn get_with(&self, uri: &str, headers: &[(&str, &str)]) -> Reply {
        let request =
            headers.iter().fold(Request::get(uri), |request, (name, value)| request.header(*name, *value));
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let (parts, body) = self.router.clone().oneshot(request).await.unwrap().into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        Reply { status: parts.status, headers: parts.headers, body }
    }

    /// Repeats the request until the answer is as wanted; returns the time that took.
    pub(crate) async fn eventually(&self, uri: &str, wanted: impl Fn(&Value) -> bool) -> Duration {
        let started = Instant::now();
        loop {
            let reply = self.get(uri).await;
            if reply.status.is_success() && wanted(&reply.json()) {
                return started.elapsed();
            }
            assert!(
                started.elapsed() < MAX_WAIT,
                "{uri} still answers {}",
                String::from_utf8_lossy(&reply.body)
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("{error}: {} answered {}", self.status, String::from_utf8_lossy(&self.body))
        })
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.to_vec()).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns the names of the products on this page.
    pub(crate) fn names(&self) -> Vec<String> {
        let body = self.json();
        let products = body["products"].as_array().unwrap_or_else(|| panic!("no products in {body}"));
        products.iter().map(|product| product["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Asserts that this is an error in the common shape, and returns its `fields`.
    pub(crate) fn assert_error(&self, status: u16, code: &str) -> Value {
        let body = self.json();
        assert_eq!((self.status.as_u16(), body["code"].as_str()), (status, Some(code)), "{body}");
        assert!(body["error"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{body}");
        assert_eq!(self.header("cache-control"), "no-store");
        assert!(!self.header("x-request-id").is_empty());
        body["fields"].clone()
    }
}

/// Writes a minimal built front end.
pub(crate) fn write_web(root: &Path) {
    std::fs::create_dir_all(root.join("assets")).unwrap();
    let page = "<!doctype html>\n<html lang=\"en\" dir=\"ltr\"><head><title>Tajmeea</title>\
                <meta name=\"description\" content=\"Compare.\" /><script>start()</script></head>\
                <body><div id=\"root\"></div><script type=\"module\" src=\"/assets/app-1.js\"></script></body></html>\n";
    std::fs::write(root.join("index.html"), page).unwrap();
    std::fs::write(root.join("assets/compilingWorker-1.js"), "compile()\n").unwrap();
    std::fs::write(root.join("assets/app-1.js"), "start()\n".repeat(200)).unwrap();
    std::fs::create_dir_all(root.join(".vite")).unwrap();
    std::fs::write(root.join(".vite/manifest.json"), "{}").unwrap();
    std::fs::write(root.join("favicon.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").unwrap();
    std::fs::write(root.join("service-worker.js"), "begin()\n").unwrap();
    for language in ["en", "ar"] {
        std::fs::write(root.join(format!("manifest.{language}.webmanifest")), "{}").unwrap();
    }
}
