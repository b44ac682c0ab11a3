//! View counts of product pages: collected in memory, regularly added to the day's counts in Postgres. Visitors are not
//! recorded.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::http::{HeaderMap, header::USER_AGENT};
use domain::{
    model::ProductId,
    store::interest::{self, Interest},
};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::sync::watch;
use tracing::warn;

/// Interval of storing. A killed process loses at most the views of this time.
const STORE_EVERY: Duration = Duration::from_secs(10);
/// Maximum number of products counted per interval; further ones are ignored.
const MAX_PRODUCTS: usize = 10_000;
/// Maximum views of one product per interval, so that a script cannot make a product popular.
const MAX_VIEWS: i64 = 50;

/// Words in the `User-Agent` of crawlers and link previews.
const ROBOT_WORDS: [&str; 6] = ["bot", "crawl", "spider", "preview", "facebookexternalhit", "whatsapp"];

/// Views that are not stored yet. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct ViewCounter(Arc<Mutex<HashMap<ProductId, i64>>>);

impl ViewCounter {
    /// Counts a view of an existing product.
    pub fn count(&self, product: ProductId) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MAX_PRODUCTS || waiting.contains_key(&product) {
            let views = waiting.entry(product).or_default();
            *views = (*views + 1).min(MAX_VIEWS);
        }
    }

    /// Adds the collected views to the day's counts.
    ///
    /// # Errors
    /// On database errors; the views are then lost, because they are not worth keeping in memory.
    pub async fn store(&self, db: &PgPool) -> sqlx::Result<()> {
        let waiting = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if waiting.is_empty() {
            return Ok(());
        }
        let waiting: Vec<(ProductId, i64)> = waiting.into_iter().collect();
        interest::count(db, Interest::View, OffsetDateTime::now_utc().date(), &waiting).await
    }

    /// Stores at each interval until `stopping` turns true, and once more then.
    pub async fn run(self, db: PgPool, mut stopping: watch::Receiver<bool>) {
        loop {
            let stop = tokio::select! {
                () = tokio::time::sleep(STORE_EVERY) => false,
                // An error means that the sender is gone: stop as well.
                _ = stopping.wait_for(|stop| *stop) => true,
            };
            if let Err(error) = self.store(&db).await {
                warn!("Cannot store the counted product views: {error}");
            }
            if stop {
                return;
            }
        }
    }
}

/// Returns whether the `User-Agent` names a robot, or is empty. Views of robots do not count.
pub fn is_robot(headers: &HeaderMap) -> bool {
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let agent = agent.to_ascii_lowercase();
    agent.is_empty() || ROBOT_WORDS.iter().any(|word| agent.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsaved_views_are_bounded() {
        let (views, product) = (ViewCounter::default(), ProductId::random());
        (0..1_000).for_each(|_| views.count(product));
        (0..MAX_PRODUCTS * 2).for_each(|_| views.count(ProductId::random()));
        let waiting = views.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!((waiting.len(), waiting.get(&product)), (MAX_PRODUCTS, Some(&MAX_VIEWS)));
    }
}
