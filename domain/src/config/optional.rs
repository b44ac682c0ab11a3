use std::net::SocketAddr;

use serde::{Deserialize, Deserializer, de::Error};

/// Reads an address; an empty text is none.
pub(super) fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.trim() {
        "" => Ok(None),
        address => address.parse().map(Some).map_err(|_| {
            D::Error::custom(format!("{address:?} is no address of a port, such as 127.0.0.1:9465"))
        }),
    }
}
