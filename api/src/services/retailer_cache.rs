//! The retailers as last read from the database: listings are answered from the index without the database, so the
//! retailers' names must be available as well.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{
    model::Slug,
    store::{
        reductions::{self, REDUCTION_DAYS, ReductionCounts},
        retailers,
    },
};
use indexer::RetailerNames;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use crate::{
    http::error::{ApiResult, is_outage},
    wire::retailer::Retailer,
};

/// The enabled retailers, from the database or from the cache. Cheap to clone.
#[derive(Clone)]
pub struct RetailerCache {
    db: PgPool,
    cached: Arc<Mutex<Option<CachedRetailers>>>,
}

struct CachedRetailers {
    list: Arc<[Retailer]>,
    /// Names of the retailers, for queries that contain one.
    names: Arc<RetailerNames>,
}

impl RetailerCache {
    /// Creates an empty cache.
    pub fn new(db: PgPool) -> Self {
        Self { db, cached: Arc::default() }
    }

    /// Loads the enabled retailers from the database and caches them.
    ///
    /// # Errors
    /// On database errors.
    pub async fn load(&self) -> sqlx::Result<Arc<[Retailer]>> {
        let retailers: Arc<[Retailer]> = retailers::list(&self.db)
            .await?
            .into_iter()
            .filter(|retailer| retailer.enabled)
            .map(Retailer::from)
            .collect();
        let names = retailers
            .iter()
            .map(|retailer| (retailer.slug.as_str(), [retailer.name.as_str(), retailer.name_ar.as_str()]));
        let names = Arc::new(RetailerNames::of(names));
        *self.lock() = Some(CachedRetailers { list: Arc::clone(&retailers), names });
        Ok(retailers)
    }

    /// Returns the current retailers, or while the database is unavailable the last ones read.
    ///
    /// # Errors
    /// When the database is unavailable and the retailers were never read.
    pub async fn load_or_cached(&self) -> ApiResult<Arc<[Retailer]>> {
        match self.load().await {
            Ok(retailers) => Ok(retailers),
            Err(error) if is_outage(&error) => Ok(self.cached().ok_or(error)?),
            Err(error) => Err(error.into()),
        }
    }

    /// Counts the judged reductions of a retailer in the last days; `None` while the database is unavailable.
    ///
    /// # Errors
    /// On other database errors.
    pub async fn count_reductions(&self, retailer: &Slug) -> ApiResult<Option<ReductionCounts>> {
        let since = OffsetDateTime::now_utc() - Duration::days(REDUCTION_DAYS.into());
        match reductions::count(&self.db, retailer, since).await {
            Ok(counts) => Ok(Some(counts)),
            Err(error) if is_outage(&error) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the retailers as last read, for use while the database is unavailable.
    pub fn cached(&self) -> Option<Arc<[Retailer]>> {
        self.lock().as_ref().map(|cached| Arc::clone(&cached.list))
    }

    /// Returns the retailers' names in both languages, for parsing queries; empty until the retailers are read.
    pub fn names(&self) -> Arc<RetailerNames> {
        self.lock().as_ref().map(|cached| Arc::clone(&cached.names)).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Option<CachedRetailers>> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
