use std::sync::{Arc, Mutex, PoisonError};

use domain::{
    compat::Chosen,
    model::{Category, ProductId},
};
use indexer::{Engine, RetailerNames};
use sqlx::PgPool;
use tokio::sync::watch;

use crate::{
    accounts::Accounts,
    budget::BudgetSolver,
    builds::views::BuildViews,
    error::{ApiError, ApiResult},
    fit::{Misfits, PartFacts},
    follow::{FollowedIndex, IndexStatus},
    pictures::Pictures,
    preview::Previews,
    retailers::Retailer,
    site::Site,
    views::ViewCounter,
};

/// What every handler shares. Cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// The truth.
    pub db: PgPool,
    /// How far the index is behind.
    pub index: watch::Receiver<IndexStatus>,
    /// Whether this process is about to stop and wants no further visitors.
    pub draining: watch::Receiver<bool>,
    /// The web's files and addresses.
    pub site: Arc<Site>,
    /// What the calls about accounts share.
    pub accounts: Arc<Accounts>,
    /// Looks at products' pages, to be stored.
    pub views: ViewCounter,
    /// Looks at shared builds.
    pub build_views: BuildViews,
    /// Pictures of shared builds.
    pub previews: Previews,
    /// Products' pictures.
    pub pictures: Pictures,
    /// Finds builds for a sum of money.
    pub budget: BudgetSolver,
    engine: Engine,
    parts: PartFacts,
    cached_retailers: Arc<Mutex<Option<CachedRetailers>>>,
}

/// The shops as the database last said.
#[derive(Clone)]
struct CachedRetailers {
    list: Arc<[Retailer]>,
    /// Their names, for queries that name one.
    names: Arc<RetailerNames>,
}

impl AppState {
    /// State over an opened engine, and what its follower keeps.
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

    /// The fast view of the truth.
    ///
    /// # Errors
    /// While the first index is being built: an empty answer would say that there is nothing.
    pub fn engine(&self) -> ApiResult<&Engine> {
        if self.index.borrow().ready { Ok(&self.engine) } else { Err(ApiError::Starting) }
    }

    /// What does not fit beside a build, of some categories or (when none is named) of all.
    ///
    /// # Errors
    /// While the parts are being read.
    pub async fn find_misfits(&self, build: &[ProductId], categories: &[Category]) -> ApiResult<Misfits> {
        self.parts.find_misfits(build, categories).await.ok_or(ApiError::Starting)
    }

    /// Parts with the facts that the rules read, in the order of the ids; unknown ids are left out.
    ///
    /// # Errors
    /// While the parts are being read.
    pub fn find_parts(&self, ids: impl IntoIterator<Item = ProductId>) -> ApiResult<Vec<Chosen>> {
        self.parts.find(ids).ok_or(ApiError::Starting)
    }

    /// The engine as it is, for health.
    pub fn unready_engine(&self) -> &Engine {
        &self.engine
    }

    /// The shops as the database last said, for when it is away.
    pub fn cached_retailers(&self) -> Option<Arc<[Retailer]>> {
        let known = self.cached_retailers.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().map(|known| Arc::clone(&known.list))
    }

    /// Names of the retailers in both languages, for reading queries; empty before the database listed them.
    pub fn retailer_names(&self) -> Arc<RetailerNames> {
        let known = self.cached_retailers.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().map(|known| Arc::clone(&known.names)).unwrap_or_default()
    }

    /// Remembers the shops.
    pub fn cache_retailers(&self, retailers: Arc<[Retailer]>) {
        let names = retailers
            .iter()
            .map(|retailer| (retailer.slug.as_str(), [retailer.name.as_str(), retailer.name_ar.as_str()]));
        let names = Arc::new(RetailerNames::of(names));
        let known = CachedRetailers { list: retailers, names };
        *self.cached_retailers.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
    }
}
