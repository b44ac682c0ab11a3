//! Pauses between attempts.

use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, RETRY_AFTER};

/// Maximum pause, whatever the settings.
const MAX_BACK_OFF: Duration = Duration::from_secs(3600);

/// Returns the pause before attempt number `attempt` + 1: a random share, from a tenth to all, of a limit that
/// doubles each time.
pub(super) fn back_off(first: Duration, attempt: u32) -> Duration {
    let longest = first.saturating_mul(2_u32.saturating_pow(attempt.min(10))).min(MAX_BACK_OFF);
    longest.mul_f64(rand::random_range(0.1..=1.0))
}

/// Parses Retry-After, as seconds or as a date.
pub(super) fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let format = time::format_description::well_known::Rfc2822;
    let date = time::OffsetDateTime::parse(&text.replace("GMT", "+0000"), &format).ok()?;
    SystemTime::from(date).duration_since(now).ok()
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    #[test]
    fn back_off_of_any_setting_is_bounded() {
        assert!(back_off(Duration::MAX, u32::MAX) <= MAX_BACK_OFF);
        assert!(back_off(Duration::from_millis(500), 2) <= Duration::from_secs(2));
    }

    #[test]
    fn retry_after_is_parsed_as_seconds_or_a_date() {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, HeaderValue::from_static("7"));
        assert_eq!(retry_after(&headers, SystemTime::UNIX_EPOCH), Some(Duration::from_secs(7)));
        headers.insert(RETRY_AFTER, HeaderValue::from_static("Thu, 01 Jan 1970 00:01:00 GMT"));
        assert_eq!(retry_after(&headers, SystemTime::UNIX_EPOCH), Some(Duration::from_secs(60)));
        headers.insert(RETRY_AFTER, HeaderValue::from_static("soon"));
        assert_eq!(retry_after(&headers, SystemTime::UNIX_EPOCH), None);
    }
}
