mod database;
mod figures;
mod metrics;

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use domain::{config, store::schema::SchemaError};
use indexer::{Engine, IndexError, SearchConfig};
use pictures::PictureStoreError;
use telemetry::{Metrics, MetricsError};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};
use tracing::{info, warn};

use self::database::Database;
use crate::{
    http::connections::{self, ConnectionLimits},
    router::router,
    routes::{accounts::Accounts, catalogue::retailers},
    services::{follow::Follower, mail, pictures::Pictures},
    site::Site,
    state::AppState,
};

/// Maximum time a stopping process waits for each of its tasks, such as the requests in progress.
const STOP_PATIENCE: Duration = Duration::from_secs(10);

/// Settings of one server.
pub struct Settings {
    pub database_url: String,
    pub max_connections: u32,
    /// Maximum time to wait at the start for a database that is not available yet.
    pub database_patience: Duration,
    pub listen: SocketAddr,
    pub metrics_listen: SocketAddr,
    pub web_root: PathBuf,
    pub public_url: String,
    pub connections: ConnectionLimits,
    /// Time for which `/api/health` reports "stopping" before the listener closes.
    pub drain: Duration,
    pub index_directory: PathBuf,
    pub accounts: Accounts,
    pub mail: config::Mail,
    pub pictures: config::Pictures,
    /// Directory for mails written to files, and for pictures unless another store is configured.
    pub data_directory: PathBuf,
}

/// Reason why a server did not start or had to stop, as a sentence for its operator.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("The database URL is invalid: {0}. Set DATABASE_URL or database.url.")]
    DatabaseUrl(String),
    #[error(
        "The database at {place} does not answer: {source}. Start it, or set DATABASE_URL to its address."
    )]
    Database { place: String, source: sqlx::Error },
    #[error("The database at {place} cannot be used: {source}.")]
    Schema { place: String, source: SchemaError },
    #[error(
        "Cannot listen on {address} ({key}): {source}. Stop the program that uses it, or set another address."
    )]
    Listen { key: &'static str, address: SocketAddr, source: std::io::Error },
    #[error(
        "Nobody can follow links to {address}: set api.public_url (TAJMEEA_API__PUBLIC_URL) to the address under which shoppers \
         reach it, as https://tajmeea.example."
    )]
    PublicUrl { address: SocketAddr },
    #[error("Cannot open the search index in {directory}: {source}.")]
    Index { directory: String, source: IndexError },
    #[error("Cannot record metrics: {0}.")]
    Metrics(#[from] MetricsError),
    #[error("Cannot send mails: {0}.")]
    Mail(String),
    #[error("Cannot serve pictures: {0}.")]
    Pictures(#[from] PictureStoreError),
    #[error("The server cannot start: {0}.")]
    Server(#[from] std::io::Error),
    #[error("The server stopped because {what} failed: {why}.")]
    Died { what: &'static str, why: String },
}

/// Serves until SIGTERM or Ctrl-C, then finishes the requests in progress.
///
/// # Errors
/// When the server cannot start; the error names the reason and the setting.
pub async fn serve(settings: Settings) -> Result<(), StartError> {
    if settings.public_url.is_empty() && !settings.listen.ip().is_loopback() {
        return Err(StartError::PublicUrl { address: settings.listen });
    }
    // Ports first: binding fails at once, and a second server must not touch the first one's index.
    let listener = listen("api.listen", settings.listen).await?;
    let metrics_listener = listen("api.metrics_listen", settings.metrics_listen).await?;
    let metrics = Metrics::install(env!("CARGO_PKG_VERSION"))?;
    let database = database::connect(&settings).await?;
    let opened = open_index(&settings.index_directory).await?;
    let database = database.require_unless(opened.cursor.is_some())?;
    let db = database.pool.clone();
    let (follower, followed) = Follower::new(db.clone(), opened.engine.clone(), opened.cursor.as_deref());
    let (stop, stopping) = watch::channel(false);
    let address = listener.local_addr()?;
    let site = load_site(&settings, address);
    let sender =
        mail::MailSender::new(db.clone(), &settings.mail, &settings.data_directory, &site.public_url)
            .map_err(|error| StartError::Mail(format!("{error:#}")))?;
    let pictures = Pictures::open(&settings.pictures, &settings.data_directory)?;
    let mut app = AppState::new(db.clone(), opened.engine, followed, site, settings.accounts, pictures);
    let (drain, draining) = watch::channel(false);
    app.draining = draining.clone();
    if !database.is_away() {
        cache_retailers(&app).await;
    }
    let checking = check_when_back(database, app.clone());
    let mut following = tokio::spawn(follower.run(stopping.clone()));
    info!("Metrics on http://{}/metrics", metrics_listener.local_addr()?);
    let measuring = tokio::spawn(metrics::serve(metrics_listener, metrics, app.clone(), stopping.clone()));
    let counting = tokio::spawn(app.views.clone().run(db.clone(), stopping.clone()));
    let mailing = tokio::spawn(sender.run(stopping.clone()));
    let limits = settings.connections.raise_descriptor_limit();
    let mut serving = tokio::spawn(connections::serve(listener, router(app), limits, draining, stopping));
    info!("Serving on http://{address}");
    telemetry::notify_ready();
    let watchdog = tokio::spawn(telemetry::run_watchdog());
    tokio::select! {
        () = drain_at_signal(drain, settings.drain) => info!("Stopping"),
        checked = checking => return checked,
        // Both tasks run until the process stops. When one ends early, a restart is better than serving ever older
        // prices.
        ended = &mut following => return Err(task_failed("the follower of the database", ended)),
        ended = &mut serving => return Err(task_failed("the web server", ended)),
    }
    stop.send_replace(true);
    finish("requests", serving).await;
    // Waits for the follower, which may be in the middle of a commit.
    finish("the follower's last commit", following).await;
    finish("the last views", counting).await;
    finish("the mail that is being sent", mailing).await;
    finish("the metrics", measuring).await;
    db.close().await;
    watchdog.abort();
    info!("Stopped");
    Ok(())
}

/// Checks a database that was unavailable at the start as soon as it answers; then never returns.
async fn check_when_back(database: Database, app: AppState) -> Result<(), StartError> {
    if database.is_away() {
        database.check_when_back().await?;
        cache_retailers(&app).await;
    }
    std::future::pending().await
}

/// Caches the retailers before the first request, in case the database becomes unavailable.
async fn cache_retailers(app: &AppState) {
    if let Ok(retailers) = retailers::load(&app.db).await {
        app.cache_retailers(retailers);
    }
}

fn task_failed<T>(what: &'static str, ended: Result<T, tokio::task::JoinError>) -> StartError {
    StartError::Died {
        what,
        why: ended.err().map_or_else(|| "it ended".to_owned(), |error| error.to_string()),
    }
}

async fn listen(key: &'static str, address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|source| StartError::Listen { key, address, source })
}

async fn open_index(directory: &Path) -> Result<indexer::OpenOutcome, StartError> {
    let failed = |source| StartError::Index { directory: directory.display().to_string(), source };
    let config = SearchConfig::embedded().map_err(failed)?;
    let path = directory.to_owned();
    let opened = tokio::task::spawn_blocking(move || Engine::open(&path, config)).await;
    opened.map_err(|error| StartError::Server(std::io::Error::other(error)))?.map_err(failed)
}

fn load_site(settings: &Settings, address: SocketAddr) -> Site {
    let public_url = match settings.public_url.as_str() {
        "" => format!("http://{address}"),
        url => url.to_owned(),
    };
    let mut site = Site::load(settings.web_root.clone(), &public_url);
    site.is_url_configured = !settings.public_url.is_empty();
    if let (Some(page), Some(origin)) = (&mut site.page, settings.accounts.bot_check.foreign_origin()) {
        page.allow_service(origin);
    }
    if site.page.is_none() {
        warn!("There is no built front end in {}: serving only the API", settings.web_root.display());
    }
    site
}

/// Waits for the stop signal, then for load balancers to notice that the process drains.
async fn drain_at_signal(drain: watch::Sender<bool>, time: Duration) {
    signal().await;
    telemetry::notify_stopping();
    if !time.is_zero() {
        info!("Draining: serving for {} s more until load balancers stop sending requests", time.as_secs());
        drain.send_replace(true);
        tokio::time::sleep(time).await;
    }
}

async fn finish<T>(what: &str, task: JoinHandle<T>) {
    if tokio::time::timeout(STOP_PATIENCE, task).await.is_err() {
        warn!("Stopped before {what} ended: it took too long");
    }
}

async fn signal() {
    let interrupted = tokio::signal::ctrl_c();
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut stream) => {
                stream.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = interrupted => {}
        () = terminated => {}
    }
}
