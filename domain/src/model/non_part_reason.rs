use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray, VariantNames};

/// Why something that a retailer sells is not a PC part of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
#[derive(Display, EnumString, IntoStaticStr, VariantArray, VariantNames)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE", const_into_str)]
#[strum(parse_err_ty = UnknownNonPartReason, parse_err_fn = unknown)]
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
    pub const ALL: &'static [NonPartReason] = <NonPartReason as VariantArray>::VARIANTS;
    /// The names of all reasons.
    pub const NAMES: &'static [&'static str] = <NonPartReason as VariantNames>::VARIANTS;

    /// Returns the stored and sent name, such as `ACCESSORY`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

fn unknown(text: &str) -> UnknownNonPartReason {
    UnknownNonPartReason(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_parses_its_own_name() {
        for &reason in NonPartReason::ALL {
            assert_eq!(reason.as_str().parse(), Ok(reason));
            assert_eq!(serde_json::to_value(reason).ok(), Some(reason.as_str().into()));
        }
        assert!("TOASTER".parse::<NonPartReason>().is_err());
    }
}
