use std::time::Duration;

use url::Url;

use super::RequestAdditions;

/// Settings of the HTTP client, the same for every retailer.
#[derive(Debug, Clone)]
pub struct FetchSettings {
    /// User-Agent: our name, with a contact address.
    pub user_agent: String,
    pub connect_timeout: Duration,
    /// Timeout of one request with its body.
    pub request_timeout: Duration,
    /// Timeout of a feed, which may be large.
    pub feed_timeout: Duration,
    /// Maximum silence within a body.
    pub read_timeout: Duration,
    /// Maximum size of one page, in bytes after decompression.
    pub page_limit: u64,
    /// Maximum size of one feed, in bytes after decompression.
    pub feed_limit: u64,
    /// Number of further attempts after a transient failure.
    pub retries: u32,
    /// First pause between attempts; it doubles, with jitter.
    pub retry_pause: Duration,
    /// Maximum Retry-After for which a crawl waits.
    pub max_wait: Duration,
}

impl Default for FetchSettings {
    fn default() -> Self {
        Self {
            user_agent: concat!(
                "Tajmeea/",
                env!("CARGO_PKG_VERSION"),
                " (+https://tajmeea.example/how-prices-are-read)"
            )
            .into(),
            connect_timeout: Duration::from_secs(10),
            request_timeout: Duration::from_secs(60),
            feed_timeout: Duration::from_secs(15 * 60),
            read_timeout: Duration::from_secs(20),
            page_limit: 10 * 1024 * 1024,
            feed_limit: 1024 * 1024 * 1024,
            retries: 3,
            retry_pause: Duration::from_millis(500),
            max_wait: Duration::from_secs(120),
        }
    }
}

/// Access settings from a retailer file.
#[derive(Debug, Clone)]
pub struct RetailerAccess {
    pub base_url: Url,
    /// Further domains that belong to the retailer, such as its CDN.
    pub extra_domains: Vec<String>,
    pub allow_private_addresses: bool,
    pub requests_per_second: f64,
    pub concurrency: usize,
    /// Headers and parameters of each request.
    pub additions: RequestAdditions,
}
