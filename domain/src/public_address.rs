//! Tells addresses in the public internet from those of private networks, to which no address that others name may lead us.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::LazyLock,
};

use ipnet::IpNet;

/// Blocks of IPv4 that no public server has, from IANA's registry of special-purpose addresses and that of multicast ones.
const SPECIAL_V4: [&str; 18] = [
    "0.0.0.0/8",       // this network
    "10.0.0.0/8",      // private
    "100.64.0.0/10",   // shared by customers of a carrier
    "127.0.0.0/8",     // loopback
    "169.254.0.0/16",  // link-local, and the metadata of clouds
    "172.16.0.0/12",   // private
    "192.0.0.0/24",    // protocol assignments
    "192.0.2.0/24",    // documentation
    "192.31.196.0/24", // AS112: answers of the domain name system for private addresses
    "192.52.193.0/24", // tunnels for multicast
    "192.88.99.0/24",  // relays of 6to4
    "192.168.0.0/16",  // private
    "192.175.48.0/24", // AS112
    "198.18.0.0/15",   // benchmarks
    "198.51.100.0/24", // documentation
    "203.0.113.0/24",  // documentation
    "224.0.0.0/4",     // multicast
    "240.0.0.0/4",     // reserved, and broadcast
];
/// The one block of IPv6 that is handed out for the internet; everything outside of it is special: loopback, unique local
/// (fc00::/7), link-local (fe80::/10), the former site-local (fec0::/10), multicast, local NAT64 (64:ff9b:1::/48),
/// addresses to be discarded (100::/64), segment routing (5f00::/16).
const GLOBAL_V6: &str = "2000::/3";
/// Blocks of IPv6 inside that one that no public server has, from IANA's registry.
const SPECIAL_V6: [&str; 4] = [
    "2001::/23",         // protocol assignments: Teredo, benchmarks, ORCHID, AS112
    "2001:db8::/32",     // documentation
    "2620:4f:8000::/48", // AS112
    "3fff::/20",         // documentation
];

static SPECIAL: LazyLock<Vec<IpNet>> = LazyLock::new(|| {
    let blocks = SPECIAL_V4.iter().chain(&SPECIAL_V6);
    blocks.filter_map(|block| block.parse().ok()).collect()
});
static GLOBAL: LazyLock<Option<IpNet>> = LazyLock::new(|| GLOBAL_V6.parse().ok());

/// Whether an address lies in the public internet.
pub fn is_public(address: IpAddr) -> bool {
    let address = match address {
        IpAddr::V6(v6) => embedded_v4(v6).map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    };
    let is_global = address.is_ipv4() || GLOBAL.is_some_and(|block| block.contains(&address));
    is_global && !SPECIAL.iter().any(|block| block.contains(&address))
}

/// Returns the IPv4 address inside a mapped, translated, compatible, NAT64 or 6to4 address.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let bytes = address.octets();
    let v4 = |at: usize| Ipv4Addr::new(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => {
            Some(v4(12))
        }
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 || low > 1 => Some(v4(12)),
        [0x2002, ..] => Some(v4(2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRIVATE: [&str; 51] = [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fc00::1",
        "fe80::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "::7f00:1",
        "::ffff:0:7f00:1",
        "64:ff9b:1::7f00:1",
        "64:ff9b:1::808:808",
        "64:ff9b:2::1",
        "fec0::1",
        "feff::1",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:1::1",
        "2001:2::1",
        "2001:4:112::1",
        "2001:10::1",
        "2001:20::1",
        "2001:1ff:ffff::1",
        "2001:db8::1",
        "2620:4f:8000::1",
        "3fff::1",
        "3fff:fff:ffff::1",
        "100::1",
        "100:0:0:1::1",
        "5f00::1",
        "ff02::1",
        "4000::1",
        "192.0.0.1",
        "192.0.2.1",
        "192.31.196.1",
        "192.52.193.1",
        "192.88.99.1",
        "192.175.48.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "240.0.0.1",
    ];
    const PUBLIC: [&str; 10] = [
        "1.1.1.1",
        "93.184.216.34",
        "192.0.1.1",
        "198.20.0.1",
        "2606:4700::1111",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2a00:1450::1",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
    ];

    #[test]
    fn private_addresses_are_not_public() {
        for text in PRIVATE {
            assert!(!is_public(text.parse().expect("an address")), "{text}");
        }
        assert_eq!(SPECIAL.len(), SPECIAL_V4.len() + SPECIAL_V6.len(), "each block is one");
        for text in PUBLIC {
            assert!(is_public(text.parse().expect("an address")), "{text}");
        }
    }
}
