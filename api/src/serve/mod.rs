mod database;
mod figures;
mod metrics;
mod settings;

use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use axum::extract::FromRef;
use indexer::{Engine, SearchConfig};
use sqlx::PgPool;
use telemetry::Metrics;
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};
use tracing::{info, warn};

use self::database::Database;
use crate::{
    http::{connections, public_url::PublicUrl},
    router::router,
    routes::health::Draining,
    services::{
        background_tasks::BackgroundTasks,
        budget_alerts::BudgetAlertEvaluator,
        follow::Follower,
        listing_alerts::{ListingAlertEvaluator, ListingSearch},
        mail,
        pictures::Pictures,
        retailer_cache::RetailerCache,
        telegram::TelegramPoller,
        unread_offers::UnreadOffers,
    },
    site::Site,
    state::AppState,
};

pub use self::settings::{Settings, StartError};

/// Maximum time a stopping process waits for each of its tasks, such as the requests in progress.
const MAX_STOP_WAIT: Duration = Duration::from_secs(10);

/// Maximum time for which the start waits for unread offers to be taken out of stock; the rest follows while the process
/// serves.
const MAX_FIRST_LOOK: Duration = Duration::from_secs(5);

/// Serves until SIGTERM or Ctrl-C, then finishes the requests in progress.
///
/// # Errors
/// When the server cannot start; the error names the reason and the setting.
pub async fn serve(settings: Settings) -> Result<(), StartError> {
    require_public_url(&settings)?;
    // Ports first: binding fails at once, and a second server must not touch the first one's index.
    let (listener, metrics_listener) = bind_ports(&settings).await?;
    let metrics = Metrics::install(env!("CARGO_PKG_VERSION"))?;
    let database = database::connect(&settings).await?;
    let opened = open_index(&settings.index_directory).await?;
    let database = database.require_unless(opened.feed_position.is_some())?;
    let db = database.pool.clone();
    let (follower, followed) =
        Follower::new(db.clone(), opened.engine.clone(), opened.feed_position.as_deref());
    let (stop, stopping) = watch::channel(false);
    let address = listener.local_addr()?;
    let site = load_site(&settings, address);
    let sender = open_mail(&db, &settings, &site)?;
    let pictures = Pictures::open(&settings.pictures, &settings.data_directory)?;
    let app = AppState::new(db.clone(), opened.engine, followed, site, settings.protection, pictures);
    let (drain, draining) = watch::channel(false);
    let tasks = BackgroundTasks::default();
    let reads = database::open_reads(&db, &settings.database, &stopping, &tasks)?;
    let (draining_state, request_log) = (Draining(draining.clone()), settings.request_log);
    let app = AppState { draining: draining_state, request_log, reads, tasks, ..app };
    prepare(&database, &app, settings.in_stock_days, &stopping).await;
    let checking = check_when_back(database, app.retailers.clone());
    let mut following = tokio::spawn(follower.run(stopping.clone()));
    let measuring = metrics::start(metrics_listener, metrics, app.clone(), stopping.clone())?;
    let tasks = start_tasks(&app, sender, &stopping);
    // From the first request on, a stop signal lets it finish.
    let stop_signal = telemetry::stop_signal();
    let limits = settings.connections.raise_descriptor_limit();
    let mut serving = tokio::spawn(connections::serve(listener, router(app), limits, draining, stopping));
    info!("Serving on http://{address}");
    telemetry::notify_ready();
    let watchdog = tokio::spawn(telemetry::run_watchdog());
    tokio::select! {
        () = drain_after(stop_signal, drain, settings.drain) => info!("Stopping"),
        checked = checking => return checked,
        // Both tasks run until the process stops. When one ends early, the process ends, so that its supervisor restarts it:
        // without a follower, prices would only get older.
        ended = &mut following => return Err(task_failed("the follower of the database", ended)),
        ended = &mut serving => return Err(task_failed("the web server", ended)),
    }
    stop.send_replace(true);
    // The follower may be in the middle of a commit.
    finish_all([("requests", serving), ("the follower's last commit", following)]).await;
    finish_all(tasks).await;
    finish_all([("the metrics", measuring)]).await;
    db.close().await;
    watchdog.abort();
    info!("Stopped");
    Ok(())
}

/// Starts the tasks that store views, searches and click-outs, load what visitors choose, send mails and messages to channels,
/// evaluate alerts on budgets and listings, and read from Telegram. Returns each with what the end of the process waits for.
fn start_tasks(
    app: &AppState,
    sender: mail::MailSender,
    stopping: &watch::Receiver<bool>,
) -> [(&'static str, JoinHandle<()>); 9] {
    let (views, db, stop) = (app.views.clone(), app.db.clone(), stopping.clone());
    let run_views = move || views.clone().run(db.clone(), stop.clone());
    let (log, db, stop) = (app.search_log.clone(), app.db.clone(), stopping.clone());
    let run_searches = move || log.clone().run(db.clone(), stop.clone());
    let (click_outs, db, stop) = (app.click_outs.clone(), app.db.clone(), stopping.clone());
    let run_click_outs = move || click_outs.clone().run(db.clone(), stop.clone());
    let (choices, db, stop) = (app.search_choices.clone(), app.db.clone(), stopping.clone());
    let load_choices = move || choices.clone().run(db.clone(), stop.clone());
    let (sender, stop) = (Arc::new(sender), stopping.clone());
    let send_mails = move || {
        let (sender, stop) = (Arc::clone(&sender), stop.clone());
        async move { sender.run(stop).await }
    };
    let (channels, stop) = (app.channels.clone(), stopping.clone());
    let send_messages = move || channels.clone().run(stop.clone());
    let (evaluator, stop) =
        (BudgetAlertEvaluator::new(app.db.clone(), app.budget.alerts.clone()), stopping.clone());
    let evaluate_alerts = move || evaluator.clone().run(stop.clone());
    let (poller, stop) = (TelegramPoller::new(app.db.clone(), app.telegram.clone()), stopping.clone());
    let read_telegram = move || poller.clone().run(stop.clone());
    let listings = ListingAlertEvaluator::new(ListingSearch::from_ref(app));
    let stop = stopping.clone();
    let evaluate_listings = move || listings.clone().run(stop.clone());
    [
        ("the last views", app.tasks.start("views", stopping.clone(), run_views)),
        ("the last searches", app.tasks.start("searches", stopping.clone(), run_searches)),
        ("the last click-outs", app.tasks.start("click-outs", stopping.clone(), run_click_outs)),
        ("the choices of visitors", app.tasks.start("search choices", stopping.clone(), load_choices)),
        ("the mail that is being sent", app.tasks.start("mails", stopping.clone(), send_mails)),
        ("the messages to channels", app.tasks.start("channels", stopping.clone(), send_messages)),
        ("the budget alerts", app.tasks.start("budget alerts", stopping.clone(), evaluate_alerts)),
        ("the Telegram bot", app.tasks.start("telegram", stopping.clone(), read_telegram)),
        ("the alerts on listings", app.tasks.start("listing alerts", stopping.clone(), evaluate_listings)),
    ]
}

fn open_mail(db: &PgPool, settings: &Settings, site: &Site) -> Result<mail::MailSender, StartError> {
    mail::MailSender::new(db.clone(), &settings.mail, &settings.data_directory, site.public_url.as_str())
        .map_err(|error| StartError::Mail(format!("{error:#}")))
}

/// Refuses to serve other machines without the public address, to which links in pages and mails lead.
fn require_public_url(settings: &Settings) -> Result<(), StartError> {
    if settings.public_url.is_empty() && !settings.listen.ip().is_loopback() {
        return Err(StartError::PublicUrl { address: settings.listen });
    }
    Ok(())
}

/// Checks a database that was unavailable at the start as soon as it answers; then never returns.
async fn check_when_back(database: Database, retailers: RetailerCache) -> Result<(), StartError> {
    if database.is_away() {
        database.check_when_back().await?;
        load_retailers(&retailers).await;
    }
    std::future::pending().await
}

/// Caches the retailers before the first request, in case the database becomes unavailable later, and takes unread offers
/// out of stock before anything reads or fires their prices: the process may have been away for days. Goes on looking for
/// such offers until `stopping` turns true.
async fn prepare(database: &Database, app: &AppState, in_stock_days: u16, stopping: &watch::Receiver<bool>) {
    let unread_offers = UnreadOffers::new(database.pool.clone(), in_stock_days);
    if !database.is_away() {
        load_retailers(&app.retailers).await;
        let _ = tokio::time::timeout(MAX_FIRST_LOOK, unread_offers.take_out_of_stock()).await;
    }
    let stop = stopping.clone();
    app.tasks.start("unread offers", stopping.clone(), move || unread_offers.clone().run(stop.clone()));
}

async fn load_retailers(retailers: &RetailerCache) {
    // A failure is no reason to stop: requests try again.
    let _ = retailers.load().await;
}

fn task_failed<T>(what: &'static str, ended: Result<T, tokio::task::JoinError>) -> StartError {
    StartError::Died {
        what,
        why: ended.err().map_or_else(|| "it ended".to_owned(), |error| error.to_string()),
    }
}

/// Binds the port of the server, then that of the metrics.
async fn bind_ports(settings: &Settings) -> Result<(TcpListener, TcpListener), StartError> {
    let listener = listen("api.listen", settings.listen).await?;
    Ok((listener, listen("api.metrics_listen", settings.metrics_listen).await?))
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
        "" => PublicUrl::of_listener(address),
        url => PublicUrl::new(url),
    };
    let mut site = Site::load(settings.web_root.clone(), public_url, settings.site_facts.clone());
    if let (Some(page), Some(origin)) = (&mut site.page, settings.protection.bot_check.foreign_origin()) {
        page.allow_service(origin);
    }
    if site.page.is_none() {
        warn!("There is no built front end in {}: serving only the API", settings.web_root.display());
    }
    site
}

/// Waits for the stop signal, then for load balancers to notice that the process drains.
async fn drain_after(stop_signal: impl Future<Output = ()>, drain: watch::Sender<bool>, time: Duration) {
    stop_signal.await;
    telemetry::notify_stopping();
    if !time.is_zero() {
        info!("Draining: serving for {} s more until load balancers stop sending requests", time.as_secs());
        drain.send_replace(true);
        tokio::time::sleep(time).await;
    }
}

/// Waits for each task in turn, and says which of them did not end in time.
async fn finish_all<const COUNT: usize>(tasks: [(&str, JoinHandle<()>); COUNT]) {
    for (what, task) in tasks {
        if tokio::time::timeout(MAX_STOP_WAIT, task).await.is_err() {
            warn!("Stopped before {what} ended: it took too long");
        }
    }
}
