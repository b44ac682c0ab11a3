//! Which addresses are sent to: none in a private network, because users choose them.

use std::net::{IpAddr, SocketAddr};

use domain::public_address::is_public;
use reqwest::{
    Url,
    dns::{Addrs, Name, Resolve, Resolving},
};

/// Maximum length of an address in bytes, as the database has it.
const MAX_LENGTH: usize = 1024;

/// Where may be sent to.
#[derive(Debug, Clone, Copy)]
pub(super) struct AddressRules {
    /// Whether private addresses and plain HTTP are allowed: for tests.
    pub(super) allow_private: bool,
}

/// Reason why nothing is sent to an address. As a sentence it goes on after the name of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressProblem {
    #[error("must be an address of at most 1,024 bytes that begins with https://")]
    NotHttps,
    #[error("must not hold a user name or a password")]
    Credentials,
    #[error("must not lead into a private network")]
    Private,
}

impl AddressRules {
    /// Reads an address. Names are resolved only when something is sent ([`PublicResolver`]).
    pub(super) fn read(self, text: &str) -> Result<Url, AddressProblem> {
        let mut url = Url::parse(text.trim()).map_err(|_| AddressProblem::NotHttps)?;
        let is_secure = url.scheme() == "https" || (self.allow_private && url.scheme() == "http");
        if !is_secure || url.as_str().len() > MAX_LENGTH {
            return Err(AddressProblem::NotHttps);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(AddressProblem::Credentials);
        }
        let host = url.host_str().ok_or(AddressProblem::NotHttps)?;
        if !self.allow_private && is_private(host) {
            return Err(AddressProblem::Private);
        }
        url.set_fragment(None);
        Ok(url)
    }
}

/// Whether a host is in a private network for certain: an address there, or a name that only a private network knows.
fn is_private(host: &str) -> bool {
    match host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
        Ok(address) => !is_public(address),
        Err(_) => {
            let name = host.trim_end_matches('.').to_ascii_lowercase();
            let ending = name.rsplit_once('.').map(|(_, ending)| ending);
            matches!(ending, None | Some("localhost" | "local" | "internal" | "home" | "lan"))
        }
    }
}

/// Resolves names to public addresses only. The check follows the resolution, so a public name that points to a private
/// address is caught.
#[derive(Debug, Clone, Copy)]
pub(super) struct PublicResolver;

/// Error for a name that has private addresses only.
#[derive(Debug, thiserror::Error)]
#[error("the address is private or loopback")]
pub(super) struct PrivateAddressError;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err(PrivateAddressError.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_https_addresses_are_read() {
        let rules = AddressRules { allow_private: false };
        let read = |text: &str| rules.read(text).map(String::from);
        assert_eq!(read(" https://ntfy.sh/my-alerts#top ").unwrap(), "https://ntfy.sh/my-alerts");
        assert_eq!(read("https://8.8.8.8:8443/a?b=c").unwrap(), "https://8.8.8.8:8443/a?b=c");
        for text in
            ["", "x", "ntfy.sh/a", "http://ntfy.sh/a", "ftp://ntfy.sh", "file:///etc/passwd", "https://"]
        {
            assert_eq!(read(text), Err(AddressProblem::NotHttps), "{text}");
        }
        assert_eq!(read(&format!("https://ntfy.sh/{}", "a".repeat(1100))), Err(AddressProblem::NotHttps));
        for text in ["https://me@ntfy.sh/a", "https://me:secret@ntfy.sh/a", "https://:secret@ntfy.sh/a"] {
            assert_eq!(read(text), Err(AddressProblem::Credentials), "{text}");
        }
        for text in [
            "https://127.0.0.1/a",
            "https://127.1/a",
            "https://0x7f000001/a",
            "https://2130706433/a",
            "https://[::1]/a",
            "https://[::ffff:10.0.0.1]/a",
            "https://10.0.0.1",
            "https://169.254.169.254/latest/meta-data",
            "https://localhost/a",
            "https://LOCALHOST./a",
            "https://router/a",
            "https://nas.local/a",
            "https://a.localhost/a",
        ] {
            assert_eq!(read(text), Err(AddressProblem::Private), "{text}");
        }
    }

    #[test]
    fn tests_may_use_private_addresses() {
        let rules = AddressRules { allow_private: true };
        assert_eq!(rules.read("http://127.0.0.1:8000/a").unwrap().as_str(), "http://127.0.0.1:8000/a");
        assert!(rules.read("ftp://127.0.0.1/a").is_err());
    }

    #[tokio::test]
    async fn name_with_a_private_address_is_not_resolved() {
        let name = "localhost".parse().unwrap();
        let error = PublicResolver.resolve(name).await.err().unwrap();
        assert!(error.is::<PrivateAddressError>(), "{error}");
    }
}
