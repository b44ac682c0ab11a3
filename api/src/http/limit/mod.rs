//! Rate limits: token buckets by account, by address, or by both. Limits that protect accounts, mails and reviews are
//! shared by all processes. Limits that only slow down one client are counted in each process.

mod address;
mod shared;

use std::{hash::Hash, sync::Arc, time::Duration};

use domain::{
    config::{self, RateLimit},
    model::{RetailerTokenId, UserId},
};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter, clock::Clock};
use moka::sync::Cache;

use crate::http::error::{ApiError, ApiResult};

pub use address::{AddressKey, ClientAddress, NetworkKey, Proxies};
pub use shared::{LimitKey, SharedLimiter};

/// Maximum number of buckets per limiter, about 100 bytes each. Beyond it the least used are evicted: a flood of names
/// or addresses takes no more memory, and the buckets of frequent callers stay.
const MAX_BUCKETS: u64 = 100_000;

/// Limiter of one kind of attempt, with a bucket for each key `K` in this process.
pub struct Limiter<K> {
    quota: Quota,
    buckets: Cache<K, Arc<DefaultDirectRateLimiter>>,
}

impl<K: Hash + Eq + Send + Sync + 'static> Limiter<K> {
    /// Creates a limiter without buckets.
    pub fn new(limit: RateLimit) -> Self {
        Self::with_capacity(limit, MAX_BUCKETS)
    }

    fn with_capacity(limit: RateLimit, capacity: u64) -> Self {
        let second = Duration::from_secs(u64::from(limit.seconds.get()));
        // Never zero, because `seconds` is not.
        let quota = Quota::with_period(second).unwrap_or(Quota::per_second(limit.burst));
        // A full bucket carries no information, so it may be dropped.
        let full = second.saturating_mul(limit.burst.get());
        let buckets = Cache::builder().max_capacity(capacity).time_to_idle(full).build();
        Self { quota: quota.allow_burst(limit.burst), buckets }
    }

    /// Counts one attempt.
    ///
    /// # Errors
    /// 429 with the seconds until the next attempt is allowed.
    pub fn check(&self, key: K) -> ApiResult<()> {
        let bucket = self.buckets.get_with(key, || Arc::new(RateLimiter::direct(self.quota)));
        bucket.check().map_err(|denied| {
            let wait = denied.wait_time_from(bucket.clock().now());
            ApiError::TooOften { seconds: wait.as_secs() + 1 }
        })
    }
}

/// Random number of a browser, from its device cookie.
pub type DeviceId = [u8; 16];

/// All rate limits of the API. The section `[limits]` of `config/default.toml` explains each; two keys are shorter there:
/// `sign_in_pair` and `challenges`. The seconds of solvers are counted by
/// [`solvers`](crate::services::solvers).
pub struct RateLimits {
    pub sign_in_account_and_address: SharedLimiter<(String, AddressKey)>,
    pub sign_in_account: SharedLimiter<String>,
    pub sign_in_address: SharedLimiter<AddressKey>,
    pub sign_in_device: SharedLimiter<(DeviceId, UserId)>,
    pub password_checks: SharedLimiter<UserId>,
    pub second_factor: SharedLimiter<UserId>,
    pub sign_up_address: SharedLimiter<AddressKey>,
    pub sign_up_network: SharedLimiter<NetworkKey>,
    pub bot_check_challenges: Limiter<AddressKey>,
    pub mail_address: SharedLimiter<AddressKey>,
    pub mail_account: SharedLimiter<String>,
    pub writes: Limiter<UserId>,
    pub reviews: SharedLimiter<UserId>,
    pub alerts: SharedLimiter<UserId>,
    pub channel_tests: SharedLimiter<UserId>,
    pub build_views: Limiter<AddressKey>,
    pub guest_builds: SharedLimiter<AddressKey>,
    pub guest_builds_network: SharedLimiter<NetworkKey>,
    pub unknown_links: Limiter<AddressKey>,
    pub suggestions: SharedLimiter<AddressKey>,
    pub suggestions_network: SharedLimiter<NetworkKey>,
    pub counted_searches: Limiter<AddressKey>,
    pub click_outs: Limiter<AddressKey>,
    pub parts_lists: Limiter<AddressKey>,
    pub offer_addresses: Limiter<AddressKey>,
    pub handed_lists: SharedLimiter<RetailerTokenId>,
}

impl RateLimits {
    /// Creates the limits from the configuration.
    pub fn new(limits: &config::RateLimitSettings) -> Self {
        Self {
            sign_in_account_and_address: SharedLimiter::new("sign_in_pair", limits.sign_in_pair),
            sign_in_account: SharedLimiter::new("sign_in_account", limits.sign_in_account),
            sign_in_address: SharedLimiter::new("sign_in_address", limits.sign_in_address),
            sign_in_device: SharedLimiter::new("sign_in_device", limits.sign_in_device),
            password_checks: SharedLimiter::new("password_checks", limits.password_checks),
            second_factor: SharedLimiter::new("second_factor", limits.second_factor),
            sign_up_address: SharedLimiter::new("sign_up_address", limits.sign_up_address),
            sign_up_network: SharedLimiter::new("sign_up_network", limits.sign_up_network),
            bot_check_challenges: Limiter::new(limits.challenges),
            mail_address: SharedLimiter::new("mail_address", limits.mail_address),
            mail_account: SharedLimiter::new("mail_account", limits.mail_account),
            writes: Limiter::new(limits.writes),
            reviews: SharedLimiter::new("reviews", limits.reviews),
            alerts: SharedLimiter::new("alerts", limits.alerts),
            channel_tests: SharedLimiter::new("channel_tests", limits.channel_tests),
            build_views: Limiter::new(limits.build_views),
            guest_builds: SharedLimiter::new("guest_builds", limits.guest_builds),
            guest_builds_network: SharedLimiter::new("guest_builds_network", limits.guest_builds_network),
            unknown_links: Limiter::new(limits.unknown_links),
            suggestions: SharedLimiter::new("suggestions", limits.suggestions),
            suggestions_network: SharedLimiter::new("suggestions_network", limits.suggestions_network),
            counted_searches: Limiter::new(limits.counted_searches),
            click_outs: Limiter::new(limits.click_outs),
            parts_lists: Limiter::new(limits.parts_lists),
            offer_addresses: Limiter::new(limits.offer_addresses),
            handed_lists: SharedLimiter::new("handed_lists", limits.handed_lists),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    fn limit(burst: u32, seconds: u32) -> RateLimit {
        RateLimit { burst: NonZeroU32::new(burst).unwrap(), seconds: NonZeroU32::new(seconds).unwrap() }
    }

    #[test]
    fn each_key_has_its_own_bucket_and_retry_after() {
        let limiter = Limiter::new(limit(3, 60));
        for _ in 0..3 {
            assert!(limiter.check("sara").is_ok());
        }
        match limiter.check("sara") {
            Err(ApiError::TooOften { seconds }) => assert!((55..=61).contains(&seconds), "{seconds}"),
            other => panic!("{other:?}"),
        }
        assert!(limiter.check("noor").is_ok());
    }

    #[test]
    fn flood_of_keys_evicts_idle_keys_only() {
        let limiter = Limiter::with_capacity(limit(5, 3600), 1000);
        let mut allowed = 0;
        for key in 0..50_000 {
            assert!(limiter.check(key).is_ok());
            allowed += u32::from(key % 20 == 0 && limiter.check(u64::MAX).is_ok());
        }
        limiter.buckets.run_pending_tasks();
        assert!(limiter.buckets.entry_count() <= 1000, "{}", limiter.buckets.entry_count());
        assert_eq!(allowed, 5);
    }
}
