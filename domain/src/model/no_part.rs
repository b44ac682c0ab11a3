use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// Why a thing that a shop sells is no PC part of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NoPart {
    /// Belongs to a part but is none: a bracket, a caddy, thermal paste, a bag.
    Accessory,
    /// A whole computer: tower, server, notebook, tablet, all-in-one, network storage.
    Computer,
    Phone,
    Console,
    Watch,
    /// A cable or an adapter.
    Cable,
    /// Programs, licences, subscriptions and gift cards.
    Software,
    /// Switches, routers, access points and network modules.
    Network,
    /// Warranties, repairs, assembly.
    Service,
    /// Anything else that is no part: printers, chairs, cameras, memory cards.
    Other,
}

/// A string that names no such reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no reason for being no part is called {0:?}")]
pub struct UnknownNoPart(pub String);

impl NoPart {
    /// Every reason, in the order of their declaration.
    pub const ALL: [NoPart; 10] = [
        NoPart::Accessory,
        NoPart::Computer,
        NoPart::Phone,
        NoPart::Console,
        NoPart::Watch,
        NoPart::Cable,
        NoPart::Software,
        NoPart::Network,
        NoPart::Service,
        NoPart::Other,
    ];

    /// The stored and sent name, such as `ACCESSORY`.
    pub fn as_str(self) -> &'static str {
        match self {
            NoPart::Accessory => "ACCESSORY",
            NoPart::Computer => "COMPUTER",
            NoPart::Phone => "PHONE",
            NoPart::Console => "CONSOLE",
            NoPart::Watch => "WATCH",
            NoPart::Cable => "CABLE",
            NoPart::Software => "SOFTWARE",
            NoPart::Network => "NETWORK",
            NoPart::Service => "SERVICE",
            NoPart::Other => "OTHER",
        }
    }
}

impl fmt::Display for NoPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for NoPart {
    type Err = UnknownNoPart;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        NoPart::ALL
            .into_iter()
            .find(|reason| reason.as_str() == text)
            .ok_or_else(|| UnknownNoPart(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_reads_its_own_name() {
        for reason in NoPart::ALL {
            assert_eq!(reason.as_str().parse(), Ok(reason));
            assert_eq!(serde_json::to_value(reason).ok(), Some(reason.as_str().into()));
        }
        assert!("TOASTER".parse::<NoPart>().is_err());
    }
}
