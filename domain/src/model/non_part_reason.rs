use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// Why something that a retailer sells is not a PC part of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NonPartReason {
    /// An accessory of a part: a bracket, a caddy, thermal paste, a bag.
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
#[error("unknown non-part reason {0:?}")]
pub struct UnknownNonPartReason(pub String);

impl NonPartReason {
    /// Every reason, in the order of their declaration.
    pub const ALL: [NonPartReason; 10] = [
        NonPartReason::Accessory,
        NonPartReason::Computer,
        NonPartReason::Phone,
        NonPartReason::Console,
        NonPartReason::Watch,
        NonPartReason::Cable,
        NonPartReason::Software,
        NonPartReason::Network,
        NonPartReason::Service,
        NonPartReason::Other,
    ];

    /// Returns the stored and sent name, such as `ACCESSORY`.
    pub fn as_str(self) -> &'static str {
        match self {
            NonPartReason::Accessory => "ACCESSORY",
            NonPartReason::Computer => "COMPUTER",
            NonPartReason::Phone => "PHONE",
            NonPartReason::Console => "CONSOLE",
            NonPartReason::Watch => "WATCH",
            NonPartReason::Cable => "CABLE",
            NonPartReason::Software => "SOFTWARE",
            NonPartReason::Network => "NETWORK",
            NonPartReason::Service => "SERVICE",
            NonPartReason::Other => "OTHER",
        }
    }
}

impl fmt::Display for NonPartReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for NonPartReason {
    type Err = UnknownNonPartReason;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        NonPartReason::ALL
            .into_iter()
            .find(|reason| reason.as_str() == text)
            .ok_or_else(|| UnknownNonPartReason(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_parses_its_own_name() {
        for reason in NonPartReason::ALL {
            assert_eq!(reason.as_str().parse(), Ok(reason));
            assert_eq!(serde_json::to_value(reason).ok(), Some(reason.as_str().into()));
        }
        assert!("TOASTER".parse::<NonPartReason>().is_err());
    }
}
