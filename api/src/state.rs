use std::sync::Arc;

use axum::extract::FromRef;
use domain::{
    breached::{BreachedListError, BreachedPasswords},
    config::{self, Config},
};
use indexer::Engine;
use sqlx::PgPool;
use tokio::sync::watch;

use crate::{
    http::{
        admission::Admission,
        limit::{Proxies, RateLimits},
        observe::RequestLog,
        public_url::PublicUrl,
        session::SessionState,
    },
    routes::{
        accounts::AccountState,
        budget::{BudgetService, curve::CurveCache},
        builds::views::BuildViews,
        hand_in::receive::{ListBodies, ReceiveState},
        health::Draining,
    },
    services::{
        background_tasks::BackgroundTasks,
        bot_check::BotCheck,
        channels::ChannelSender,
        click_outs::ClickOutCounter,
        follow::FollowedState,
        hashing::Hasher,
        listing_alerts::ListingSearch,
        pictures::Pictures,
        preview::Previews,
        read_pool::ReadPool,
        retailer_cache::RetailerCache,
        search_choices::SearchChoices,
        search_index::SearchIndex,
        search_log::SearchLog,
        solvers::{SolverPool, in_time::TimeLimits},
        telegram::Telegram,
        unsubscribe::UnsubscribeTokens,
        views::ViewCounter,
    },
    site::{Site, SiteState},
};

/// State of the server. Each handler and extractor asks for the part that it needs, so that only the router and the
/// start of the program know the whole. Cheap to clone.
#[derive(Clone, FromRef)]
pub struct AppState {
    /// The database: the source of truth.
    pub db: PgPool,
    /// The same database, or its replica: for reads that may be some seconds old.
    pub reads: ReadPool,
    pub index: SearchIndex,
    /// Whether this process is about to stop.
    pub draining: Draining,
    pub public_url: PublicUrl,
    /// Which requests are logged: all, unless set otherwise.
    pub request_log: RequestLog,
    /// Files of the web app.
    pub site: Arc<Site>,
    pub hasher: Hasher,
    pub limits: Arc<RateLimits>,
    pub admission: Arc<Admission>,
    pub proxies: Proxies,
    pub bot_check: Arc<BotCheck>,
    pub unsubscribe: UnsubscribeTokens,
    /// Sends to the channels of users.
    pub channels: ChannelSender,
    /// The Telegram bot, if there is one.
    pub telegram: Telegram,
    /// Whether administrators' calls are refused without a second factor.
    #[from_ref(skip)]
    pub admins_need_second_factor: bool,
    pub retailers: RetailerCache,
    /// Views of product pages that are not stored yet.
    pub views: ViewCounter,
    /// Ways out to retailers that are not stored yet.
    pub click_outs: ClickOutCounter,
    /// Searches that are not stored yet.
    pub search_log: SearchLog,
    /// Choices of visitors after searching a text.
    pub search_choices: SearchChoices,
    /// Views of shared builds.
    pub build_views: BuildViews,
    /// Preview images of shared builds.
    pub previews: Previews,
    /// Product pictures.
    pub pictures: Pictures,
    /// Finds builds for a sum of money.
    pub budget: BudgetService,
    pub curves: CurveCache,
    /// Room for lists that retailers hand in.
    pub list_bodies: ListBodies,
    pub tasks: BackgroundTasks,
}

/// Protection of the server against abuse, from the configuration.
pub struct AbuseProtection {
    pub hasher: Hasher,
    pub limits: Arc<RateLimits>,
    pub admission: Arc<Admission>,
    pub proxies: Proxies,
    pub bot_check: Arc<BotCheck>,
    pub solvers: SolverPool,
    pub budget_times: TimeLimits,
    pub admins_need_second_factor: bool,
    /// Whether searches are counted, and whether what visitors choose orders results.
    pub searches: config::Search,
    /// Where may be sent to for users, and the key for it.
    pub channels: config::Channels,
    pub telegram: Telegram,
}

impl AbuseProtection {
    /// Reads the configuration, and opens the list of breached passwords where one is configured.
    ///
    /// # Errors
    /// When that file cannot be read or has another format.
    pub fn new(config: &Config) -> Result<Self, BreachedListError> {
        let path = &config.security.breached_passwords;
        let breached = match path.as_os_str().is_empty() {
            true => None,
            false => Some(BreachedPasswords::open(path)?),
        };
        Ok(Self {
            hasher: Hasher::new(breached),
            limits: Arc::new(RateLimits::new(&config.limits)),
            admission: Arc::new(Admission::new(&config.load)),
            proxies: Proxies(config.api.trusted_proxies.as_slice().into()),
            bot_check: Arc::new(BotCheck::new(&config.bot_check)),
            solvers: SolverPool::new(config.limits.solver_seconds),
            budget_times: TimeLimits::new(&config.budget_builds),
            admins_need_second_factor: config.security.admins_need_second_factor,
            searches: config.search,
            channels: config.channels.clone(),
            telegram: Telegram::new(&config.telegram),
        })
    }
}

impl AppState {
    /// Creates the state of an opened engine and its follower.
    pub fn new(
        db: PgPool,
        engine: Engine,
        followed: FollowedState,
        site: Site,
        protection: AbuseProtection,
        pictures: Pictures,
    ) -> Self {
        let FollowedState { status, parts, budget } = followed;
        let AbuseProtection {
            hasher,
            limits,
            admission,
            proxies,
            bot_check,
            solvers,
            budget_times,
            admins_need_second_factor,
            searches,
            channels,
            telegram,
        } = protection;
        let search_choices = SearchChoices::new(searches);
        Self {
            index: SearchIndex::new(engine, parts, status, search_choices.clone()),
            draining: Draining(watch::channel(false).1),
            channels: ChannelSender::new(db.clone(), &channels, telegram.clone(), site.public_url.clone()),
            public_url: site.public_url.clone(),
            request_log: RequestLog::default(),
            site: Arc::new(site),
            retailers: RetailerCache::new(db.clone()),
            views: ViewCounter::default(),
            click_outs: ClickOutCounter::new(Arc::clone(&limits)),
            search_log: SearchLog::new(searches.log, Arc::clone(&limits)),
            search_choices,
            build_views: BuildViews::new(db.clone(), Arc::clone(&limits)),
            previews: Previews::default(),
            pictures,
            budget: BudgetService::new(budget, solvers, budget_times),
            curves: CurveCache::default(),
            list_bodies: ListBodies::default(),
            tasks: BackgroundTasks::default(),
            reads: ReadPool::new(db.clone()),
            db,
            hasher,
            limits,
            admission,
            proxies,
            bot_check,
            unsubscribe: UnsubscribeTokens::default(),
            telegram,
            admins_need_second_factor,
        }
    }
}

impl FromRef<AppState> for SessionState {
    fn from_ref(app: &AppState) -> Self {
        Self {
            db: app.db.clone(),
            limits: Arc::clone(&app.limits),
            public_url: app.public_url.clone(),
            admins_need_second_factor: app.admins_need_second_factor,
        }
    }
}

impl FromRef<AppState> for ListingSearch {
    fn from_ref(app: &AppState) -> Self {
        Self::new(app.db.clone(), app.index.clone(), app.retailers.clone())
    }
}

impl FromRef<AppState> for ReceiveState {
    fn from_ref(app: &AppState) -> Self {
        Self {
            db: app.db.clone(),
            limits: Arc::clone(&app.limits),
            admission: Arc::clone(&app.admission),
            bodies: app.list_bodies.clone(),
        }
    }
}

impl FromRef<AppState> for AccountState {
    fn from_ref(app: &AppState) -> Self {
        Self {
            db: app.db.clone(),
            hasher: app.hasher.clone(),
            limits: Arc::clone(&app.limits),
            bot_check: Arc::clone(&app.bot_check),
            public_url: app.public_url.clone(),
        }
    }
}

impl FromRef<AppState> for SiteState {
    fn from_ref(app: &AppState) -> Self {
        Self {
            site: Arc::clone(&app.site),
            db: app.db.clone(),
            index: app.index.clone(),
            retailers: app.retailers.clone(),
            build_views: app.build_views.clone(),
            previews: app.previews.clone(),
            budget: app.budget.clone(),
            search_log: app.search_log.clone(),
            limits: Arc::clone(&app.limits),
        }
    }
}
