//! Visitors of searches, told apart in memory without keeping who they are.
//!
//! - A *network* (an IPv4 /24, an IPv6 /48) counts as one visitor of a text. The browsers of one person at home count once, and
//!   so do all people behind one router. A person who uses several networks on a day counts once for each.
//! - A *browser* is a digest of address and `User-Agent` with a secret of the process, which is never stored. By it, a search
//!   that the server rendered and that the app then requests as well counts once, and a browser's choice of a product for a
//!   text counts once a day.

use std::{sync::Arc, time::Duration};

use axum::http::{HeaderMap, header::USER_AGENT};
use domain::{model::ProductId, store::users::Language};
use moka::sync::Cache;
use sha2::{Digest, Sha256};

use super::{
    search_log::{ResultAction, SearchedText},
    views::is_robot,
};
use crate::http::limit::{ClientAddress, NetworkKey, RateLimits};

/// Maximum number of browsers' choices that are remembered for a day, and of rendered searches for a minute: about 100 bytes
/// each.
const MAX_CHOICES: u64 = 50_000;
const MAX_RENDERED: u64 = 20_000;
const CHOICES_FOR: Duration = Duration::from_secs(86_400);
/// Time within which the app requests what the server has rendered with its page, if it does: it uses that answer for as
/// long (`web/src/api/preloadedResponse.ts`).
const RENDERED_FOR: Duration = Duration::from_secs(60);
/// Headers by which a browser says that it loads a page that its user may never see.
const PURPOSE_HEADERS: [&str; 2] = ["sec-purpose", "purpose"];

/// Half a SHA-256.
type BrowserDigest = [u8; 16];

/// A visitor of a search.
#[derive(Debug, Clone, Copy)]
pub struct Visitor {
    browser: BrowserDigest,
    network: NetworkKey,
}

impl Visitor {
    /// Returns the network, by which visitors of a text are counted.
    pub fn network(self) -> NetworkKey {
        self.network
    }
}

/// The visitors that this process has seen of late.
pub struct Visitors {
    limits: Arc<RateLimits>,
    /// Secret of the process.
    salt: [u8; 32],
    /// Searches that were counted when the server rendered their page.
    rendered: Cache<BrowserDigest, ()>,
    /// Choices that were counted.
    chosen: Cache<BrowserDigest, ()>,
}

impl Visitors {
    /// Creates a process's own memory of visitors.
    pub fn new(limits: Arc<RateLimits>) -> Self {
        Self {
            limits,
            salt: rand::random(),
            rendered: Cache::builder().max_capacity(MAX_RENDERED).time_to_live(RENDERED_FOR).build(),
            chosen: Cache::builder().max_capacity(MAX_CHOICES).time_to_live(CHOICES_FOR).build(),
        }
    }

    /// Returns the visitor to count for; `None` for a robot, a page loaded in advance, and an address beyond its rate limit.
    pub fn admit(&self, address: ClientAddress, headers: &HeaderMap) -> Option<Visitor> {
        if is_robot(headers)
            || is_loaded_in_advance(headers)
            || self.limits.counted_searches.check(address.key()).is_err()
        {
            return None;
        }
        let agent = headers.get(USER_AGENT).map_or(&[][..], |agent| agent.as_bytes());
        let browser = self.digest(&[&address.key().bytes(), agent]);
        Some(Visitor { browser, network: address.network() })
    }

    /// Remembers that a search was counted when the server rendered its page.
    pub fn remember_rendered(&self, visitor: Visitor, searched: &SearchedText) {
        self.rendered.insert(self.search_digest(visitor, searched), ());
    }

    /// Returns whether a search is the app's request for what the server has just rendered, and forgets that.
    pub fn take_rendered(&self, visitor: Visitor, searched: &SearchedText) -> bool {
        self.rendered.remove(&self.search_digest(visitor, searched)).is_some()
    }

    /// Returns whether a browser chooses a product for a text for the first time today, and remembers it.
    pub fn is_first_choice(
        &self,
        visitor: Visitor,
        searched: &SearchedText,
        product: ProductId,
        action: ResultAction,
    ) -> bool {
        let search = self.search_digest(visitor, searched);
        let action = if action == ResultAction::Click { b"click".as_slice() } else { b"add".as_slice() };
        let key = self.digest(&[&search, product.0.as_bytes(), action]);
        self.chosen.entry(key).or_insert(()).is_fresh()
    }

    fn search_digest(&self, visitor: Visitor, searched: &SearchedText) -> BrowserDigest {
        let language = if searched.language == Language::Ar { b"ar" } else { b"en" };
        self.digest(&[&visitor.browser, language, searched.text.as_bytes()])
    }

    /// Returns half a SHA-256 of the secret and parts, of which only the last has no fixed length.
    fn digest(&self, parts: &[&[u8]]) -> BrowserDigest {
        let mut digest = Sha256::new_with_prefix(self.salt);
        parts.iter().for_each(|part| digest.update(part));
        let mut half = BrowserDigest::default();
        half.iter_mut().zip(digest.finalize()).for_each(|(to, from)| *to = from);
        half
    }
}

fn is_loaded_in_advance(headers: &HeaderMap) -> bool {
    PURPOSE_HEADERS.iter().any(|name| {
        let purpose = headers.get(*name).and_then(|purpose| purpose.to_str().ok()).unwrap_or_default();
        purpose.contains("prefetch") || purpose.contains("prerender")
    })
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use axum::http::HeaderValue;
    use domain::config::Config;

    use super::*;

    fn visitors() -> Visitors {
        Visitors::new(Arc::new(RateLimits::new(&Config::load().unwrap().limits)))
    }

    fn address(last: u8) -> ClientAddress {
        ClientAddress(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)))
    }

    fn browser(agent: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_static(agent))])
    }

    fn searched(text: &str) -> SearchedText {
        SearchedText { text: text.to_owned(), language: Language::En }
    }

    #[test]
    fn robots_floods_and_pages_loaded_in_advance_are_not_admitted() {
        let visitors = visitors();
        assert!(visitors.admit(address(1), &HeaderMap::new()).is_none());
        assert!(visitors.admit(address(1), &browser("Googlebot/2.1")).is_none());
        for (name, purpose) in [("sec-purpose", "prefetch;prerender"), ("purpose", "prefetch")] {
            let mut headers = browser("Mozilla/5.0");
            headers.insert(name, HeaderValue::from_static(purpose));
            assert!(visitors.admit(address(1), &headers).is_none(), "{name}");
        }
        let admitted = (0..10_000).filter(|_| visitors.admit(address(1), &browser("Mozilla/5.0")).is_some());
        assert!((1..5_000).contains(&admitted.count()));
    }

    #[test]
    fn browsers_of_one_network_are_one_visitor() {
        let visitors = visitors();
        let admit = |last, agent| visitors.admit(address(last), &browser(agent)).unwrap();
        let (first, second) = (admit(1, "Firefox"), admit(200, "Safari"));
        assert_ne!(first.browser, second.browser);
        assert_eq!(first.network(), second.network());
    }

    #[test]
    fn rendered_search_is_taken_once_by_its_own_browser() {
        let visitors = visitors();
        let admit = |agent| visitors.admit(address(1), &browser(agent)).unwrap();
        let (first, second) = (admit("Firefox"), admit("Safari"));
        visitors.remember_rendered(first, &searched("fan"));
        assert!(!visitors.take_rendered(second, &searched("fan")));
        assert!(!visitors.take_rendered(first, &searched("pump")));
        assert!(visitors.take_rendered(first, &searched("fan")));
        assert!(!visitors.take_rendered(first, &searched("fan")));
    }

    #[test]
    fn choice_of_a_browser_counts_once() {
        let visitors = visitors();
        let admit = |agent| visitors.admit(address(1), &browser(agent)).unwrap();
        let (first, second, product) = (admit("Firefox"), admit("Safari"), ProductId::random());
        let is_first =
            |visitor, text, action| visitors.is_first_choice(visitor, &searched(text), product, action);
        assert!(is_first(first, "fan", ResultAction::Click));
        assert!(!is_first(first, "fan", ResultAction::Click));
        assert!(is_first(first, "fan", ResultAction::Addition));
        assert!(is_first(second, "fan", ResultAction::Click));
        assert!(is_first(first, "fans", ResultAction::Click));
    }
}
