use std::sync::Arc;

use indexer::Engine;
use sqlx::PgPool;
use tokio::sync::watch;

use crate::{follow::IndexStatus, site::Site};

/// What every handler shares. Cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// The truth.
    pub db: PgPool,
    /// The fast view of it.
    pub engine: Engine,
    /// How far the view is behind.
    pub index: watch::Receiver<IndexStatus>,
    /// The web's files and addresses.
    pub site: Arc<Site>,
}
