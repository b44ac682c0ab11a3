use std::{
    convert::Infallible,
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::{ConnectInfo, FromRef, FromRequestParts},
    http::{HeaderMap, request::Parts},
};
use ipnet::IpNet;

const FORWARDED: &str = "x-forwarded-for";

/// Address of the client, as far as it can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// Key that limits count by: a household's IPv6 /64, or an IPv4 address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AddressKey(u128);

/// Key of a larger network, that one machine may own many addresses of: an IPv4 /24 or an IPv6 /48.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NetworkKey(u128);

impl ClientAddress {
    /// Returns the key of the client's network.
    pub fn network(self) -> NetworkKey {
        match self.0.to_canonical() {
            IpAddr::V4(address) => NetworkKey(address.to_ipv6_mapped().to_bits() >> 8 << 8),
            IpAddr::V6(address) => NetworkKey(address.to_bits() >> 80 << 80),
        }
    }

    /// Returns the key that limits count by.
    pub fn key(self) -> AddressKey {
        match self.0.to_canonical() {
            IpAddr::V4(address) => AddressKey(address.to_ipv6_mapped().to_bits()),
            IpAddr::V6(address) => AddressKey(address.to_bits() >> 64 << 64),
        }
    }
}

impl AddressKey {
    /// Returns the bytes, for digests.
    pub fn bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}

impl NetworkKey {
    /// Returns the bytes, for digests.
    pub fn bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}

/// Writes the network in CIDR notation: for logs, which need no more than that of an address.
impl fmt::Display for NetworkKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Ipv6Addr::from_bits(self.0).to_canonical() {
            IpAddr::V4(address) => write!(f, "{address}/24"),
            IpAddr::V6(address) => write!(f, "{address}/48"),
        }
    }
}

impl<S> FromRequestParts<S> for ClientAddress
where
    S: Send + Sync,
    Proxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        // A request made in-process has no socket: it comes from this machine.
        let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        Ok(Proxies::from_ref(state).client(peer, &parts.headers))
    }
}

/// Trusted proxies, from the configuration.
#[derive(Debug, Clone, Default)]
pub struct Proxies(pub Arc<[IpNet]>);

impl Proxies {
    /// Returns the peer's address, or the address that our proxies report for it. Anyone can send `X-Forwarded-For`, so
    /// the header is read from its end, and only as far as our own proxies wrote it.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let mut client = peer.to_canonical();
        let lines: Vec<&str> =
            headers.get_all(FORWARDED).iter().filter_map(|value| value.to_str().ok()).collect();
        for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            if !self.is_trusted_proxy(client) {
                break;
            }
            let Some(named) = read_hop(hop.trim()) else { break };
            client = named;
        }
        ClientAddress(client)
    }

    fn is_trusted_proxy(&self, address: IpAddr) -> bool {
        self.0.iter().any(|net| net.contains(&address))
    }
}

/// Reads an address, with or without a port.
fn read_hop(hop: &str) -> Option<IpAddr> {
    let address = hop.parse().ok().or_else(|| hop.parse().ok().map(|socket: SocketAddr| socket.ip()))?;
    Some(IpAddr::to_canonical(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let proxies = Proxies(proxies.iter().map(|net| net.parse().unwrap()).collect());
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append(FORWARDED, line.parse().unwrap());
        }
        proxies.client(peer.parse().unwrap(), &headers).0.to_string()
    }

    #[test]
    fn forwarded_header_is_trusted_from_configured_proxies_only() {
        assert_eq!(client(&[], "203.0.113.9", &["1.2.3.4"]), "203.0.113.9");
        assert_eq!(client(&["10.0.0.0/8"], "203.0.113.9", &["1.2.3.4"]), "203.0.113.9");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "::ffff:10.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn forwarded_addresses_written_by_the_client_are_ignored() {
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &["6.6.6.6, 1.2.3.4"]), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &["6.6.6.6", "1.2.3.4, 10.0.0.2"]), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &["1.2.3.4:5555"]), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &["1.2.3.4, nonsense"]), "10.0.0.1");
    }

    #[test]
    fn ipv6_addresses_share_a_limit_per_64() {
        let key = |text: &str| ClientAddress(text.parse().unwrap()).key();
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_eq!(key("::ffff:1.2.3.4"), key("1.2.3.4"));
        assert_ne!(key("1.2.3.4"), key("1.2.3.5"));
    }

    #[test]
    fn networks_are_24_and_48_bits_long() {
        let network = |text: &str| ClientAddress(text.parse().unwrap()).network();
        assert_eq!(network("192.0.2.7"), network("::ffff:192.0.2.200"));
        assert_ne!(network("192.0.2.7"), network("192.0.3.7"));
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:ffff::9"));
        assert_ne!(network("2001:db8:1::1"), network("2001:db8:2::1"));
        assert_eq!(network("192.0.2.7").to_string(), "192.0.2.0/24");
        assert_eq!(network("2001:db8:1:2::1").to_string(), "2001:db8:1::/48");
    }
}
