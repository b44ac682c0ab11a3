use std::sync::{Arc, Mutex, PoisonError};

use indexer::Engine;
use sqlx::PgPool;
use tokio::sync::watch;

use crate::{
    error::{ApiError, ApiResult},
    follow::IndexStatus,
    retailers::Retailer,
    site::Site,
};

/// What every handler shares. Cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// The truth.
    pub db: PgPool,
    /// How far the index is behind.
    pub index: watch::Receiver<IndexStatus>,
    /// The web's files and addresses.
    pub site: Arc<Site>,
    engine: Engine,
    known_retailers: Arc<Mutex<Option<Arc<[Retailer]>>>>,
}

impl AppState {
    /// State over an opened engine and its follower's status.
    pub fn new(db: PgPool, engine: Engine, index: watch::Receiver<IndexStatus>, site: Site) -> Self {
        Self { db, index, site: Arc::new(site), engine, known_retailers: Arc::default() }
    }

    /// The fast view of the truth.
    ///
    /// # Errors
    /// While the first index is being built: an empty answer would say that there is nothing.
    pub fn engine(&self) -> ApiResult<&Engine> {
        if self.index.borrow().ready { Ok(&self.engine) } else { Err(ApiError::Starting) }
    }

    /// The engine as it is, for health.
    pub fn unready_engine(&self) -> &Engine {
        &self.engine
    }

    /// The shops as the database last said, for when it is away.
    pub fn known_retailers(&self) -> Option<Arc<[Retailer]>> {
        self.known_retailers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Remembers the shops.
    pub fn remember_retailers(&self, retailers: Arc<[Retailer]>) {
        *self.known_retailers.lock().unwrap_or_else(PoisonError::into_inner) = Some(retailers);
    }
}
