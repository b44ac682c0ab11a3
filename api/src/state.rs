use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRef;
use domain::{
    compat::Chosen,
    model::{Category, ProductId},
};
use indexer::{Engine, RetailerNames};
use sqlx::PgPool;
use tokio::sync::watch;

use crate::{
    http::error::{ApiError, ApiResult},
    routes::{accounts::Accounts, budget::BudgetSolver, builds::views::BuildViews},
    services::{
        fit::{Misfits, PartFacts},
        follow::{FollowedIndex, IndexStatus},
        pictures::Pictures,
        preview::Previews,
        views::ViewCounter,
    },
    site::Site,
    wire::retailer::Retailer,
};

/// State shared by all handlers. Cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// The database: the source of truth.
    pub db: PgPool,
    /// Status of the index relative to the database.
    pub index: watch::Receiver<IndexStatus>,
    /// Whether this process is about to stop and asks load balancers to send no further requests.
    pub draining: watch::Receiver<bool>,
    /// Files and addresses of the web app.
    pub site: Arc<Site>,
    /// State of the account handlers.
    pub accounts: Arc<Accounts>,
    /// Views of product pages that are not stored yet.
    pub views: ViewCounter,
    /// Views of shared builds.
    pub build_views: BuildViews,
    /// Preview images of shared builds.
    pub previews: Previews,
    /// Product pictures.
    pub pictures: Pictures,
    /// Finds builds for a sum of money.
    pub budget: BudgetSolver,
    engine: Engine,
    parts: PartFacts,
    cached_retailers: Arc<Mutex<Option<CachedRetailers>>>,
}

/// The retailers as last read from the database.
#[derive(Clone)]
struct CachedRetailers {
    list: Arc<[Retailer]>,
    /// Names of the retailers, for queries that contain one.
    names: Arc<RetailerNames>,
}

impl AppState {
    /// Creates the state of an opened engine and its follower.
    pub fn new(
        db: PgPool,
        engine: Engine,
        followed: FollowedIndex,
        site: Site,
        accounts: Accounts,
        pictures: Pictures,
    ) -> Self {
        let FollowedIndex { index, parts, budget } = followed;
        Self {
            db,
            index,
            draining: watch::channel(false).1,
            site: Arc::new(site),
            accounts: Arc::new(accounts),
            views: ViewCounter::default(),
            build_views: BuildViews::default(),
            previews: Previews::default(),
            pictures,
            budget: BudgetSolver::new(budget),
            engine,
            parts,
            cached_retailers: Arc::default(),
        }
    }

    /// Returns the search engine.
    ///
    /// # Errors
    /// 503 while the first index is being built: an empty answer would suggest that there are no products.
    pub fn engine(&self) -> ApiResult<&Engine> {
        if self.index.borrow().ready { Ok(&self.engine) } else { Err(ApiError::Starting) }
    }

    /// Finds the products that do not fit a build, in the given categories, or in all when none is given.
    ///
    /// # Errors
    /// 503 while the parts are being loaded.
    pub async fn find_misfits(&self, build: &[ProductId], categories: &[Category]) -> ApiResult<Misfits> {
        self.parts.find_misfits(build, categories).await.ok_or(ApiError::Starting)
    }

    /// Returns parts with their facts, in the order of the ids, without unknown ids.
    ///
    /// # Errors
    /// 503 while the parts are being loaded.
    pub fn find_parts(&self, ids: impl IntoIterator<Item = ProductId>) -> ApiResult<Vec<Chosen>> {
        self.parts.find(ids).ok_or(ApiError::Starting)
    }

    /// Returns the engine even if the index is not ready, for health and metrics.
    pub fn unready_engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns the retailers as last read, for use while the database is unavailable.
    pub fn cached_retailers(&self) -> Option<Arc<[Retailer]>> {
        let known = self.cached_retailers.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().map(|known| Arc::clone(&known.list))
    }

    /// Returns the retailers' names in both languages, for parsing queries; empty until the retailers are read.
    pub fn retailer_names(&self) -> Arc<RetailerNames> {
        let known = self.cached_retailers.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().map(|known| Arc::clone(&known.names)).unwrap_or_default()
    }

    /// Caches the retailers.
    pub fn cache_retailers(&self, retailers: Arc<[Retailer]>) {
        let names = retailers
            .iter()
            .map(|retailer| (retailer.slug.as_str(), [retailer.name.as_str(), retailer.name_ar.as_str()]));
        let names = Arc::new(RetailerNames::of(names));
        let known = CachedRetailers { list: retailers, names };
        *self.cached_retailers.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
    }
}

impl FromRef<AppState> for PgPool {
    fn from_ref(app: &AppState) -> Self {
        app.db.clone()
    }
}
