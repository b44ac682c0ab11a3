//! Takes offers out of stock that no crawl and no refresh has read for days. The api does so, and not the worker: the
//! offers are unread above all when no worker runs.

use std::time::Duration;

use domain::transactions::unread_offers;
use sqlx::PgPool;
use tokio::{sync::watch, time::timeout};
use tracing::{info, warn};

/// Interval of the look for unread offers; it reads indexes alone where there are none.
const LOOK: Duration = Duration::from_secs(60);

/// Takes unread offers out of stock, in one process at a time.
#[derive(Debug, Clone)]
pub struct UnreadOffers {
    db: PgPool,
    /// Days after which an offer counts as unread.
    days: u16,
}

impl UnreadOffers {
    pub fn new(db: PgPool, days: u16) -> Self {
        Self { db, days }
    }

    /// Looks once. A failure is logged: the next look follows within a minute.
    pub async fn take_out_of_stock(&self) {
        match unread_offers::take_out_of_stock(&self.db, self.days).await {
            Ok(0) => {}
            Ok(offers) => info!(offers, "{offers} offers were not read for {} days: out of stock", self.days),
            Err(error) => warn!("Cannot look for offers that were not read for days: {error}"),
        }
    }

    /// Looks now and every minute, until `stopping` turns true.
    pub async fn run(self, mut stopping: watch::Receiver<bool>) {
        loop {
            self.take_out_of_stock().await;
            // An error means that the sender is gone: stop as well.
            if timeout(LOOK, stopping.wait_for(|stop| *stop)).await.is_ok() {
                return;
            }
        }
    }
}
