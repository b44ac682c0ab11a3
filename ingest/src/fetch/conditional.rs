//! Conditional requests: which validators are reliable enough to store, and how they are sent back.

use domain::store::cached_responses::Validator;
use reqwest::header::{
    DATE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED,
};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc2822};

/// Maximum length of an ETag, in bytes; longer tags are a mistake of the server.
const MAX_TAG_BYTES: usize = 512;
/// Minimum age of Last-Modified when the page is sent. A page that changed more recently may change again within the
/// same second, which Last-Modified cannot express (RFC 9110, 8.8.2.2).
const SETTLED_AFTER: Duration = Duration::seconds(60);

/// Returns the validator of a response; `None` where the response has none that is reliable.
pub(super) fn validator_of(headers: &HeaderMap, now: OffsetDateTime) -> Option<Validator> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let etag = text(ETAG).filter(|tag| !without_weakness(tag).trim_matches('"').is_empty());
    let etag = etag.filter(|tag| tag.len() <= MAX_TAG_BYTES);
    let sent = text(DATE).and_then(http_date).map_or(now, |date| date.min(now));
    // A moment in the future, by the retailer's clock or by ours, says nothing about the page.
    let last_modified = text(LAST_MODIFIED)
        .filter(|moment| http_date(moment).is_some_and(|date| date + SETTLED_AFTER <= sent));
    let validator =
        Validator { etag: etag.map(str::to_owned), last_modified: last_modified.map(str::to_owned) };
    (validator != Validator::default()).then_some(validator)
}

/// Returns the header of a conditional request. An ETag is sent alone: servers that read both headers do not agree on
/// which one counts.
pub(super) fn condition(validator: &Validator) -> Option<(HeaderName, HeaderValue)> {
    let (name, text) = match (&validator.etag, &validator.last_modified) {
        (Some(tag), _) => (IF_NONE_MATCH, tag),
        (None, Some(moment)) => (IF_MODIFIED_SINCE, moment),
        (None, None) => return None,
    };
    Some((name, HeaderValue::from_str(text).ok()?))
}

/// Whether a 304 names another state of the page than the request did, by the validator `sent`.
pub(super) fn contradicts_validator(headers: &HeaderMap, sent: &Validator) -> bool {
    let stated =
        headers.get(ETAG).and_then(|value| value.to_str().ok()).map(|tag| without_weakness(tag.trim()));
    match (stated, &sent.etag) {
        (Some(stated), Some(sent)) => stated != without_weakness(sent),
        _ => false,
    }
}

/// Removes the weakness mark: for a conditional request `W/"1"` and `"1"` name the same state, and compressing
/// proxies turn one into the other.
fn without_weakness(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

fn http_date(text: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(&text.replace("GMT", "+0000"), &Rfc2822).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn read(headers: &[(HeaderName, &'static str)]) -> Option<Validator> {
        let headers =
            headers.iter().map(|(name, text)| (name.clone(), HeaderValue::from_static(text))).collect();
        validator_of(&headers, datetime!(2026-11-21 12:00 UTC))
    }

    fn validator(etag: Option<&str>, last_modified: Option<&str>) -> Option<Validator> {
        Some(Validator { etag: etag.map(str::to_owned), last_modified: last_modified.map(str::to_owned) })
    }

    #[test]
    fn only_reliable_validators_are_stored() {
        let hour_ago = "Sat, 21 Nov 2026 11:00:00 GMT";
        assert_eq!(read(&[(ETAG, "\"a\"")]), validator(Some("\"a\""), None));
        assert_eq!(read(&[(ETAG, "W/\"a\"")]), validator(Some("W/\"a\""), None));
        assert_eq!(read(&[(LAST_MODIFIED, hour_ago)]), validator(None, Some(hour_ago)));
        assert_eq!(read(&[]), None);
        assert_eq!(read(&[(ETAG, "")]), None);
        assert_eq!(read(&[(ETAG, "W/\"\"")]), None);
        assert_eq!(read(&[(LAST_MODIFIED, "yesterday")]), None);
        assert_eq!(read(&[(LAST_MODIFIED, "Sat, 21 Nov 2026 13:00:00 GMT")]), None, "it has not come yet");
        assert_eq!(read(&[(LAST_MODIFIED, "Sat, 21 Nov 2026 11:59:30 GMT")]), None, "it may change again");
        // The retailer's clock is two hours behind: by its own clock the page was changed just now.
        assert_eq!(
            read(&[
                (LAST_MODIFIED, "Sat, 21 Nov 2026 09:59:50 GMT"),
                (DATE, "Sat, 21 Nov 2026 10:00:00 GMT")
            ]),
            None
        );
    }

    #[test]
    fn etag_is_preferred_to_last_modified() {
        let both = Validator { etag: Some("\"a\"".into()), last_modified: Some("then".into()) };
        assert_eq!(condition(&both), Some((IF_NONE_MATCH, HeaderValue::from_static("\"a\""))));
        let date = Validator { etag: None, ..both };
        assert_eq!(condition(&date), Some((IF_MODIFIED_SINCE, HeaderValue::from_static("then"))));
    }

    #[test]
    fn weak_and_strong_etags_are_equal() {
        let sent = Validator { etag: Some("\"a\"".into()), last_modified: None };
        let with = |tag: &'static str| HeaderMap::from_iter([(ETAG, HeaderValue::from_static(tag))]);
        assert!(!contradicts_validator(&with("W/\"a\""), &sent));
        assert!(!contradicts_validator(&HeaderMap::new(), &sent));
        assert!(contradicts_validator(&with("\"b\""), &sent));
    }
}
