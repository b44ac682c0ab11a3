use std::{fmt, net::SocketAddr, sync::Arc};

/// Public address of the site, without a final slash. Cheap to clone.
#[derive(Debug, Clone)]
pub struct PublicUrl {
    address: Arc<str>,
    /// Whether the address is configured. If not, it is the listening address, which has other names as well.
    pub is_configured: bool,
}

impl PublicUrl {
    /// Reads the configured address.
    pub fn new(configured: &str) -> Self {
        Self { address: configured.trim_end_matches('/').into(), is_configured: true }
    }

    /// Returns the address of a listener, for a site without a configured address.
    pub fn of_listener(address: SocketAddr) -> Self {
        Self { address: format!("http://{address}").into(), is_configured: false }
    }

    /// Returns the address as text.
    pub fn as_str(&self) -> &str {
        &self.address
    }

    /// Returns whether the address uses TLS.
    pub fn is_secure(&self) -> bool {
        self.address.starts_with("https://")
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}
