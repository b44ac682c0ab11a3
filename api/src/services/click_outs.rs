//! Counts of shoppers who leave for a retailer's own page: collected in memory, regularly added to the day's counts in Postgres.
//! Shoppers are not recorded: of an address only the rate limit is kept, in memory.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::http::HeaderMap;
use domain::{
    model::{Category, Slug},
    store::click_outs,
};
use sqlx::PgPool;
use time::{Date, OffsetDateTime};
use tokio::sync::watch;
use tracing::warn;

use super::views::is_robot;
use crate::http::limit::{ClientAddress, RateLimits};

/// Interval of storing. A killed process loses at most the click-outs of this time.
const STORE_EVERY: Duration = Duration::from_secs(10);
/// Maximum number of pairs of retailer and category that wait to be stored; further ones are not counted.
const MAX_WAITING: usize = 10_000;

/// Numbers of click-outs by day, retailer and category.
type Counts = HashMap<(Date, Slug, Category), i64>;

/// Click-outs that are not stored yet. Cheap to clone.
#[derive(Clone)]
pub struct ClickOutCounter {
    limits: Arc<RateLimits>,
    waiting: Arc<Mutex<Counts>>,
}

impl ClickOutCounter {
    /// Creates a counter without click-outs.
    pub fn new(limits: Arc<RateLimits>) -> Self {
        Self { limits, waiting: Arc::default() }
    }

    /// Counts a click-out, unless a robot or an address beyond its rate limit sent the request.
    pub fn count(&self, address: ClientAddress, headers: &HeaderMap, retailer: Slug, category: Category) {
        if is_robot(headers) || self.limits.click_outs.check(address.key()).is_err() {
            return;
        }
        let key = (OffsetDateTime::now_utc().date(), retailer, category);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MAX_WAITING || waiting.contains_key(&key) {
            *waiting.entry(key).or_default() += 1;
        }
    }

    /// Adds the collected click-outs to the counts of their days.
    ///
    /// # Errors
    /// On database errors; the click-outs are then lost, because they are not worth keeping in memory.
    pub async fn store(&self, db: &PgPool) -> sqlx::Result<()> {
        let waiting = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        let mut days: HashMap<Date, Vec<(Slug, Category, i64)>> = HashMap::new();
        for ((day, retailer, category), times) in waiting {
            days.entry(day).or_default().push((retailer, category, times));
        }
        for (day, counted) in days {
            click_outs::add(db, day, &counted).await?;
        }
        Ok(())
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
                warn!("Cannot store the counted click-outs: {error}");
            }
            if stop {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use axum::http::{HeaderValue, header::USER_AGENT};
    use domain::config::Config;

    use super::*;

    #[test]
    fn robots_and_floods_of_one_address_are_not_counted() {
        let counter = ClickOutCounter::new(Arc::new(RateLimits::new(&Config::load().unwrap().limits)));
        let browser = HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_static("Mozilla/5.0"))]);
        let count = |last: u8, headers: &HeaderMap| {
            let address = ClientAddress(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)));
            counter.count(address, headers, "alpha".parse().unwrap(), Category::Gpu);
        };
        let counted = || {
            let waiting = counter.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.values().sum::<i64>()
        };
        count(1, &HeaderMap::new());
        count(1, &HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_static("Googlebot/2.1"))]));
        assert_eq!(counted(), 0);
        count(1, &browser);
        count(2, &browser);
        assert_eq!(counted(), 2);
        (0..10_000).for_each(|_| count(3, &browser));
        assert!((3..5_000).contains(&counted()), "{}", counted());
    }
}
