use std::time::Duration;

use url::Url;

/// How every shop is fetched; the same for all of them.
#[derive(Debug, Clone)]
pub struct FetchSettings {
    /// Who we are, with a way to reach us.
    pub user_agent: String,
    pub connect_timeout: Duration,
    /// For one request with its body.
    pub request_timeout: Duration,
    /// For a feed, which may be large.
    pub feed_timeout: Duration,
    /// The longest silence inside a body.
    pub read_timeout: Duration,
    /// Bytes of one page, after decompression.
    pub page_limit: u64,
    /// Bytes of one feed, after decompression.
    pub feed_limit: u64,
    /// Further tries after a failure that may pass.
    pub retries: u32,
    /// The first pause between tries; it doubles, with jitter.
    pub retry_pause: Duration,
    /// The longest Retry-After a crawl waits for.
    pub longest_wait: Duration,
}

impl Default for FetchSettings {
    fn default() -> Self {
        Self {
            user_agent: concat!("Tajmeea/", env!("CARGO_PKG_VERSION"), " (+https://tajmeea.example/bot)")
                .into(),
            connect_timeout: Duration::from_secs(10),
            request_timeout: Duration::from_secs(60),
            feed_timeout: Duration::from_secs(15 * 60),
            read_timeout: Duration::from_secs(20),
            page_limit: 10 * 1024 * 1024,
            feed_limit: 1024 * 1024 * 1024,
            retries: 3,
            retry_pause: Duration::from_millis(500),
            longest_wait: Duration::from_secs(120),
        }
    }
}

/// What a shop's file says about reaching it.
#[derive(Debug, Clone)]
pub struct RetailerAccess {
    pub base_url: Url,
    /// Further domains that belong to the shop, such as its CDN.
    pub extra_domains: Vec<String>,
    pub allow_private_addresses: bool,
    pub requests_per_second: f64,
    pub concurrency: usize,
}
