//! Additions of a retailer file to each request: headers, cookies, a language, parameters. Some of it is secret, so it is
//! added where a request is sent, and stands in no address that errors, logs or the cache name.

use reqwest::header::{ACCEPT, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::RetailerAccess;

/// Shown in place of a secret.
const HIDDEN: &str = "[hidden]";
/// Minimum length of a value that is searched for in texts to be shown, in bytes: a shorter one stands in many words.
const MIN_HIDDEN_BYTES: usize = 4;

/// Maximum number of times that a secret in an address may be percent-encoded to be found.
const MAX_ENCODINGS: usize = 3;

/// Additions to each request to a retailer's own hosts.
#[derive(Clone, Default)]
pub struct RequestAdditions {
    headers: HeaderMap,
    query: Vec<(String, String)>,
    /// Texts that no address or message may show, beside the values of `query`.
    secrets: Vec<String>,
    /// Further domains that may see the additions.
    domains: Vec<String>,
}

impl RequestAdditions {
    /// Returns additions that further domains may see too.
    pub fn for_domains(domains: Vec<String>) -> Self {
        Self { domains, ..Self::default() }
    }

    /// Adds a header; its value is never shown.
    pub fn add_header(&mut self, name: HeaderName, mut value: HeaderValue) {
        value.set_sensitive(true);
        self.headers.insert(name, value);
    }

    /// Adds a parameter to every address that has none of this name; its value is never shown.
    pub fn add_parameter(&mut self, name: String, value: String) {
        self.query.push((name, value));
    }

    /// Adds a text that no address to which the retailer redirects may hold, and no message may show: a token, a key.
    pub fn add_secret(&mut self, secret: String) {
        if secret.len() >= MIN_HIDDEN_BYTES {
            self.secrets.push(secret);
        }
    }

    /// Returns the headers of a request: its own, and the added ones that it does not set itself.
    pub(super) fn headers(&self, own: &HeaderMap) -> HeaderMap {
        let mut headers = own.clone();
        for (name, value) in &self.headers {
            // Every request accepts everything, unless the file says what.
            if *name == ACCEPT || !headers.contains_key(name) {
                headers.insert(name.clone(), value.clone());
            }
        }
        headers
    }

    /// Returns an address with the added parameters.
    pub(super) fn address(&self, url: &Url) -> Url {
        let mut url = url.clone();
        for (name, value) in &self.query {
            if url.query_pairs().all(|(own, _)| own != *name) {
                url.query_pairs_mut().append_pair(name, value);
            }
        }
        url
    }

    /// Returns an address to which the retailer redirected, without the added parameters.
    pub(super) fn without_parameters(&self, url: Url) -> Url {
        let is_added = |name: &str, value: &str| {
            self.query.iter().any(|(n, v)| (n.as_str(), v.as_str()) == (name, value))
        };
        if self.query.is_empty() || !url.query_pairs().any(|(name, value)| is_added(&name, &value)) {
            return url;
        }
        let mut rest = url.clone();
        rest.set_query(None);
        for (name, value) in url.query_pairs().filter(|(name, value)| !is_added(name, value)) {
            rest.query_pairs_mut().append_pair(&name, &value);
        }
        rest
    }

    /// Whether an address holds a secret, percent-encoded up to [`MAX_ENCODINGS`] times: a shop's redirect may repeat the address
    /// that was asked for, as `?next=%2Ffeed%3Fkey%3D…`.
    pub(super) fn is_secret_in(&self, address: &str) -> bool {
        // As the parts of an address are encoded, and as the values of a form are.
        let (mut part, mut value) = (address.to_owned(), address.to_owned());
        for _ in 0..=MAX_ENCODINGS {
            if self.secrets.iter().any(|secret| part.contains(secret) || value.contains(secret)) {
                return true;
            }
            (part, value) = (percent_decoded(&part), percent_decoded(&value.replace('+', " ")));
        }
        false
    }

    /// Returns a text of the retailer without the secrets.
    pub(super) fn hide(&self, text: &str) -> String {
        let encoded =
            |value: &str| url::form_urlencoded::byte_serialize(value.as_bytes()).collect::<String>();
        let values = self.query.iter().map(|(_, value)| value).chain(&self.secrets);
        let hidden =
            values.filter(|value| value.len() >= MIN_HIDDEN_BYTES).fold(text.to_owned(), |text, value| {
                text.replace(value, HIDDEN).replace(&encoded(value), HIDDEN)
            });
        if self.is_secret_in(&hidden) { HIDDEN.to_owned() } else { hidden }
    }
}

/// Decodes `%41` to `A`, once; anything else stays as it is.
fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut decoded, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        let digits =
            text.get(at + 1..at + 3).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| *byte == b'%') {
            Some(letter) => {
                decoded.push(letter);
                at += 3;
            }
            None => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

impl std::fmt::Debug for RequestAdditions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.query.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("RequestAdditions")
            .field("headers", &self.headers)
            .field("query", &names)
            .field("domains", &self.domains)
            .finish()
    }
}

impl RetailerAccess {
    /// Returns the additions for a request, where its host may see them: the retailer's own, and not in the clear where
    /// the retailer's address is not.
    pub(super) fn additions_for(&self, url: &Url) -> Option<&RequestAdditions> {
        let is_safe = url.scheme() == "https" || self.base_url.scheme() == "http";
        let host = url.host_str().unwrap_or_default();
        let own =
            self.base_url.host_str().into_iter().chain(self.additions.domains.iter().map(String::as_str));
        let may_see = is_safe && own.into_iter().any(|domain| super::allow::belongs_to(host, domain));
        may_see.then_some(&self.additions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(base: &str) -> RetailerAccess {
        let mut additions = RequestAdditions::for_domains(vec!["feeds.example".to_owned()]);
        additions.add_header(HeaderName::from_static("x-key"), HeaderValue::from_static("s3cret-header"));
        additions.add_parameter("key".to_owned(), "s3cret & more".to_owned());
        RetailerAccess {
            base_url: base.parse().expect("an address"),
            extra_domains: vec!["cdn.example".to_owned()],
            allow_private_addresses: false,
            requests_per_second: 1.0,
            concurrency: 1,
            additions,
        }
    }

    #[test]
    fn only_own_hosts_see_the_additions() {
        let https = access("https://www.shop.example");
        let sees = |url: &str| https.additions_for(&url.parse().expect("an address")).is_some();
        assert!(
            sees("https://shop.example/x")
                && sees("https://api.shop.example/")
                && sees("https://feeds.example/f")
        );
        assert!(
            !sees("https://cdn.example/i.jpg")
                && !sees("http://shop.example/x")
                && !sees("https://evilshop.example/")
        );
        let http = access("http://shop.example");
        assert!(http.additions_for(&"http://shop.example/x".parse().expect("an address")).is_some());
    }

    #[test]
    fn parameters_are_added_when_sent_and_taken_off_redirects() {
        let additions = access("https://shop.example").additions;
        let url: Url = "https://shop.example/feed?page=2".parse().expect("an address");
        let sent = additions.address(&url);
        assert_eq!(sent.query(), Some("page=2&key=s3cret+%26+more"));
        assert_eq!(additions.address(&sent), sent);
        assert_eq!(additions.without_parameters(sent), url);
        let other: Url = "https://shop.example/feed?key=own".parse().expect("an address");
        assert_eq!(
            (additions.address(&other), additions.without_parameters(other.clone())),
            (other.clone(), other)
        );
    }

    #[test]
    fn secret_is_found_in_an_address_however_it_is_encoded() {
        let mut additions = RequestAdditions::default();
        additions.add_secret("s3cret & m\u{e9}re+".to_owned());
        let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let mut inner = "/feed?key=s3cret & m\u{e9}re+".to_owned();
        for _ in 0..=MAX_ENCODINGS {
            let address = format!("https://shop.example/login?next={inner}");
            assert!(additions.is_secret_in(&address), "{address}");
            assert!(!additions.hide(&address).contains("s3cret"), "{address}");
            inner = encoded(&inner);
        }
        let plain = "https://shop.example/%d8%a7?x=%&y=%4&z=100%25";
        assert!(!additions.is_secret_in(plain));
        assert_eq!(additions.hide(plain), plain);
    }

    #[test]
    fn secrets_are_shown_nowhere() {
        let access = access("https://shop.example");
        let shown =
            format!("{access:?} {}", access.additions.hide("http://?key=s3cret+%26+more s3cret & more"));
        assert!(!shown.contains("s3cret") && shown.contains("x-key") && shown.contains(HIDDEN), "{shown}");
    }
}
