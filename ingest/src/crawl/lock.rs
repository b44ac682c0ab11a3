//! Lock that allows one crawl of a retailer at a time, over all processes.

use std::time::Duration;

use domain::model::Slug;
use sqlx::{Connection, Either, PgPool, postgres::PgAdvisoryLock};

/// Maximum time to wait for the lock: the connection of a killed process lives on for a moment.
const MAX_LOCK_WAIT: Duration = Duration::from_secs(10);
const TRY_EVERY: Duration = Duration::from_millis(100);

/// Lock held while a retailer is read; Postgres releases it when the process dies.
pub(crate) struct CrawlLock {
    guard: sqlx::postgres::PgAdvisoryLockGuard<sqlx::PgConnection>,
}

/// Acquires the retailer's lock; `None` when another process holds it.
pub(super) async fn acquire(db: &PgPool, slug: &Slug) -> sqlx::Result<Option<CrawlLock>> {
    acquire_named(db, name(slug), MAX_LOCK_WAIT).await
}

/// Whether any process is reading a retailer now.
pub(crate) async fn is_locked(db: &PgPool, slug: &Slug) -> sqlx::Result<bool> {
    match acquire_named(db, name(slug), Duration::ZERO).await? {
        Some(lock) => {
            lock.release().await;
            Ok(false)
        }
        None => Ok(true),
    }
}

fn name(slug: &Slug) -> String {
    format!("tajmeea crawl {slug}")
}

/// Acquires the lock of this name; `None` when another process holds it for longer than `max_wait`.
pub(crate) async fn acquire_named(
    db: &PgPool,
    name: String,
    max_wait: Duration,
) -> sqlx::Result<Option<CrawlLock>> {
    let lock = PgAdvisoryLock::new(name);
    let mut connection = db.acquire().await?.detach();
    let deadline = tokio::time::Instant::now() + max_wait;
    loop {
        match lock.try_acquire(connection).await? {
            Either::Left(guard) => return Ok(Some(CrawlLock { guard })),
            Either::Right(given_back) => connection = given_back,
        }
        if tokio::time::Instant::now() >= deadline {
            connection.close().await?;
            return Ok(None);
        }
        tokio::time::sleep(TRY_EVERY).await;
    }
}

impl CrawlLock {
    /// Releases the lock. Closing the connection does the same, so failures do not matter.
    pub(crate) async fn release(self) {
        if let Ok(connection) = self.guard.release_now().await {
            let _ = connection.close().await;
        }
    }
}
