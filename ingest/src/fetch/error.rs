use std::time::Duration;

use url::Url;

/// Why a request failed. Each message is a sentence that names the address.
#[derive(Debug, Clone, thiserror::Error)]
pub enum FetchError {
    #[error("{host}'s robots.txt does not allow {path}")]
    Disallowed { host: String, path: String },
    #[error("{host}'s robots.txt could not be read ({why}), so nothing may be fetched from it now")]
    RobotsUnreadable { host: String, why: String },
    #[error(
        "{host} is a private or loopback address, which no retailer may use unless its file sets allow_private_addresses = true"
    )]
    PrivateAddress { host: String },
    #[error("{from} redirects to {to}, which is outside the retailer's domain")]
    LeavesDomain { from: Url, to: String },
    #[error("{0} is not a URL that can be fetched")]
    BadAddress(String),
    #[error("{url} redirects more than {limit} times")]
    TooManyRedirects { url: Url, limit: usize },
    #[error("{url} answered {status}")]
    Status { url: Url, status: u16 },
    #[error("{url} answered 304 (not modified) although the page itself was asked for")]
    NotModifiedUnasked { url: Url },
    #[error("{url} asks to wait {}s before the next request, longer than a crawl waits", wait.as_secs())]
    WaitTooLong { url: Url, wait: Duration },
    #[error("{url} is larger than the limit of {limit} bytes")]
    TooLarge { url: Url, limit: u64 },
    #[error("{url} took longer than allowed")]
    TimedOut { url: Url },
    #[error("{url} could not be reached: {why}")]
    Unreachable { url: Url, why: String },
    #[error("{host} failed {failures} times in a row; the last was: {last}")]
    CircuitOpen { host: String, failures: u32, last: String },
}

impl FetchError {
    /// Whether the same request may succeed a little later.
    pub(super) fn is_transient(&self) -> bool {
        match self {
            FetchError::Status { status, .. } => matches!(status, 408 | 425 | 429 | 500..=599),
            FetchError::TimedOut { .. }
            | FetchError::Unreachable { .. }
            | FetchError::NotModifiedUnasked { .. } => true,
            _ => false,
        }
    }

    /// Whether a transient failure is its host's, whichever page was requested; else other pages may well be fine.
    pub(super) fn concerns_host(&self) -> bool {
        match self {
            FetchError::Status { status, .. } => matches!(status, 429 | 503),
            FetchError::TimedOut { .. } | FetchError::Unreachable { .. } => true,
            _ => false,
        }
    }

    /// Whether the whole retailer is out of reach, so that requests for its other pages are pointless.
    pub fn is_fatal(&self) -> bool {
        matches!(
            self,
            FetchError::RobotsUnreadable { .. }
                | FetchError::PrivateAddress { .. }
                | FetchError::WaitTooLong { .. }
                | FetchError::CircuitOpen { .. }
        )
    }

    /// Converts reqwest's error, without the address that it repeats.
    pub(super) fn from_reqwest(url: &Url, error: reqwest::Error) -> FetchError {
        let url = url.clone();
        if error.is_timeout() {
            return FetchError::TimedOut { url };
        }
        let error = error.without_url();
        // The innermost cause is the useful one: "Connection refused" rather than "error sending request".
        let mut cause: &dyn std::error::Error = &error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        let why = cause.to_string();
        FetchError::Unreachable { url, why }
    }
}
