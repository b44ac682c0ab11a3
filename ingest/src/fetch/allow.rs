//! Decides which addresses of a retailer may be requested: its own, where its robots.txt allows them.

use std::{net::IpAddr, sync::Arc};

use domain::public_address::is_public;
use reqwest::Method;
use url::{Host, Url};

use super::{
    FetchError, HostState, MAX_REDIRECTS, RetailerClient,
    attempt::{Failure, ResponseKind},
    body, host_name,
    pace::Pace,
    retry,
    robots::{self, Rules},
};

impl RetailerClient {
    /// Returns the host's state, after its robots.txt has allowed the address.
    pub(super) async fn allowed_host(&self, url: &Url) -> Result<Arc<HostState>, FetchError> {
        self.check_address(url)?;
        let host = self.host(url);
        let rules = host.rules.get_or_init(|| self.load_rules(url, &host.pace)).await;
        match rules {
            Ok(rules) if rules.allow(url) => Ok(host.clone()),
            Ok(_) => Err(FetchError::Disallowed { host: host_name(url), path: url.path().to_owned() }),
            Err(error) => Err(error.clone()),
        }
    }

    /// Loads robots.txt. As in RFC 9309, a missing file allows everything, and an unreachable one allows nothing.
    async fn load_rules(&self, url: &Url, pace: &Pace) -> Result<Rules, FetchError> {
        let mut address = url.clone();
        address.set_path("/robots.txt");
        address.set_query(None);
        address.set_fragment(None);
        let rules = match self.fetch_robots(&address, pace).await {
            Ok(body) => Rules::parse(&self.settings.user_agent, &body),
            Err(FetchError::Status { status: 400..=499, .. }) => Rules::None,
            Err(error @ FetchError::PrivateAddress { .. }) => return Err(error),
            Err(error) => {
                return Err(FetchError::RobotsUnreadable { host: host_name(url), why: error.to_string() });
            }
        };
        if let Some(delay) = rules.delay(&host_name(url)) {
            pace.slow_to(delay);
        }
        Ok(rules)
    }

    async fn fetch_robots(&self, address: &Url, pace: &Pace) -> Result<Vec<u8>, FetchError> {
        let mut url = address.clone();
        let mut attempt = 0;
        let mut redirects = 0;
        loop {
            let request = self.request(Method::GET, &url, self.settings.request_timeout);
            let outcome = match self.send(&request, &url, None, pace).await {
                Ok(ResponseKind::Success(response)) => {
                    body::read(response, &url, robots::SIZE_LIMIT).await.map_err(Failure::from)
                }
                Ok(ResponseKind::NotModified(_)) => {
                    Err(FetchError::NotModifiedUnasked { url: url.clone() }.into())
                }
                Ok(ResponseKind::Redirect(next)) if redirects < MAX_REDIRECTS => {
                    redirects += 1;
                    url = self.own_address(&url, &next)?;
                    continue;
                }
                Ok(ResponseKind::Redirect(_)) => {
                    return Err(FetchError::TooManyRedirects { url, limit: MAX_REDIRECTS });
                }
                Err(failure) => Err(failure),
            };
            match outcome {
                Ok(fetched) => return Ok(fetched.body),
                Err(failure) if failure.error.is_transient() && attempt < self.settings.retries => {
                    let pause = failure
                        .retry_after
                        .unwrap_or_else(|| retry::back_off(self.settings.retry_pause, attempt));
                    tokio::time::sleep(pause.min(self.settings.max_wait)).await;
                    attempt += 1;
                }
                Err(failure) => return Err(failure.error),
            }
        }
    }

    pub(super) fn own_address(&self, from: &Url, location: &str) -> Result<Url, FetchError> {
        let additions = &self.access.additions;
        let next = from.join(location).map_err(|_| FetchError::BadAddress(additions.hide(location)))?;
        let next = additions.without_parameters(next);
        if additions.is_secret_in(next.as_str()) {
            return Err(FetchError::BadAddress(additions.hide(next.as_str())));
        }
        self.check_address(&next).map_err(|error| match error {
            FetchError::LeavesDomain { to, .. } => FetchError::LeavesDomain { from: from.clone(), to },
            other => other,
        })?;
        // Another port of the same host is another service, to which a retailer must not redirect.
        let port = next.port_or_known_default();
        let is_usual = next.port().is_none() || port == from.port_or_known_default();
        if !is_usual && port != self.access.base_url.port_or_known_default() {
            let to = format!("{}:{}", host_name(&next), port.unwrap_or_default());
            return Err(FetchError::LeavesDomain { from: from.clone(), to });
        }
        Ok(next)
    }

    /// Refuses addresses that are not HTTP or not the retailer's, and address literals of a private network.
    fn check_address(&self, url: &Url) -> Result<(), FetchError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(FetchError::BadAddress(url.to_string()));
        }
        let literal = match url.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
            Some(Host::Domain(_)) => None,
            None => return Err(FetchError::BadAddress(url.to_string())),
        };
        if literal.is_some_and(|address| !self.access.allow_private_addresses && !is_public(address)) {
            return Err(FetchError::PrivateAddress { host: host_name(url) });
        }
        let host = url.host_str().unwrap_or_default();
        let own = self.access.base_url.host_str().unwrap_or_default();
        let is_own =
            belongs_to(host, own) || self.access.extra_domains.iter().any(|extra| belongs_to(host, extra));
        if is_own {
            return Ok(());
        }
        Err(FetchError::LeavesDomain { from: self.access.base_url.clone(), to: host.to_owned() })
    }
}

/// Whether `host` is `domain` or a subdomain of it; a leading `www.` of the domain is ignored.
pub(crate) fn belongs_to(host: &str, domain: &str) -> bool {
    let domain = domain.strip_prefix("www.").unwrap_or(domain);
    host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirect_to_a_private_address_is_refused() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let access = crate::fetch::RetailerAccess {
            base_url: "https://shop.example/".parse().expect("an address"),
            // Private addresses stay refused even where the retailer file names them.
            extra_domains: ["127.0.0.1", "10.0.0.7", "[::1]", "169.254.169.254"].map(str::to_owned).into(),
            allow_private_addresses: false,
            requests_per_second: 1.0,
            concurrency: 1,
            additions: crate::fetch::RequestAdditions::default(),
        };
        let client = RetailerClient::new(&crate::fetch::FetchSettings::default(), access).expect("a client");
        let from = "https://shop.example/p/1".parse().expect("an address");
        for location in [
            "http://127.0.0.1/",
            "//10.0.0.7/x",
            "http://[::1]/",
            "http://0x7f.1/",
            "http://169.254.169.254/latest",
        ] {
            let error = client.own_address(&from, location).expect_err(location);
            assert!(matches!(error, FetchError::PrivateAddress { .. }), "{location}: {error}");
        }
        let error = client.own_address(&from, "https://shop.example.evil.com/").expect_err("another domain");
        assert!(matches!(error, FetchError::LeavesDomain { .. }), "{error}");
        assert!(client.own_address(&from, "//cdn.shop.example/1").is_ok());
        assert!(client.own_address(&from, "http://shop.example/1").is_ok());
        let error = client.own_address(&from, "https://shop.example:9200/_search").expect_err("another port");
        assert!(matches!(error, FetchError::LeavesDomain { .. }), "{error}");
    }

    #[test]
    fn redirect_that_repeats_a_secret_is_refused_without_it() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut additions = crate::fetch::RequestAdditions::default();
        additions.add_parameter("key".to_owned(), "s3cret-key".to_owned());
        for secret in ["s3cret-key", "t0ken-of-shop"] {
            additions.add_secret(secret.to_owned());
        }
        let access = crate::fetch::RetailerAccess {
            base_url: "https://shop.example/".parse().expect("an address"),
            extra_domains: Vec::new(),
            allow_private_addresses: false,
            requests_per_second: 1.0,
            concurrency: 1,
            additions,
        };
        let client = RetailerClient::new(&crate::fetch::FetchSettings::default(), access).expect("a client");
        let from = "https://shop.example/feed".parse().expect("an address");
        for location in [
            "/login?next=%2Ffeed%3Fkey%3Ds3cret-key",
            "/login?next=%252Ffeed%253Fkey%253Ds3cret%252Dkey",
            "/feed/s3cret%2Dkey.csv",
            "/x#t0ken-of-shop",
            "https://s3cret-key.other.example/",
            "https://[s3cret%2Dkey/",
        ] {
            let error = client.own_address(&from, location).expect_err(location).to_string();
            assert!(
                error.contains("[hidden]") && !error.contains("s3cret") && !error.contains("t0ken"),
                "{error}"
            );
        }
        let stripped = client.own_address(&from, "/feed2?key=s3cret-key&page=2").expect("an own address");
        assert_eq!(stripped.as_str(), "https://shop.example/feed2?page=2");
    }

    #[test]
    fn retailer_hosts_are_its_domain_and_subdomains() {
        assert!(belongs_to("shop.example", "www.shop.example"));
        assert!(belongs_to("cdn.shop.example", "shop.example"));
        assert!(!belongs_to("evilshop.example", "shop.example"));
        assert!(!belongs_to("shop.example.evil.com", "shop.example"));
    }
}
