use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// An amount of money in fils; 1 Kuwaiti dinar is 1,000 fils.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize, sqlx::Type,
)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct Fils(pub i64);

/// Why a text is not an amount in dinars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    #[error("is not a number of dinars")]
    NotANumber,
    #[error("has more than three decimals")]
    TooPrecise,
    #[error("is too large")]
    TooLarge,
}

impl Fils {
    /// No money.
    pub const ZERO: Fils = Fils(0);
    /// The largest price accepted from outside: a million dinars.
    pub const MAX_PRICE: Fils = Fils(1_000_000_000);

    /// Returns the sum, or `None` on overflow.
    pub fn checked_add(self, other: Fils) -> Option<Fils> {
        self.0.checked_add(other.0).map(Fils)
    }

    /// Returns the sum, or the largest value on overflow.
    pub fn saturating_add(self, other: Fils) -> Fils {
        Fils(self.0.saturating_add(other.0))
    }

    /// Returns the product, or the largest value on overflow.
    pub fn saturating_mul(self, times: i64) -> Fils {
        Fils(self.0.saturating_mul(times))
    }

    /// Writes dinars as [`Fils::to_string`], without decimals that are all zero: `449.500`, `500`.
    pub fn to_short_string(self) -> String {
        let exact = self.to_string();
        exact.strip_suffix(".000").map_or_else(|| exact.clone(), str::to_owned)
    }
}

/// Writes dinars with three decimals and without the currency: `129.900`.
impl fmt::Display for Fils {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let fils = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:03}", fils / 1000, fils % 1000)
    }
}

impl FromStr for Fils {
    type Err = MoneyError;

    /// Parses dinars with a point and at most three decimals: `129.9`, `-0.250`, `40`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) || digits.ends_with('.') {
            return Err(MoneyError::NotANumber);
        }
        let significant = fraction.trim_end_matches('0');
        if significant.len() > 3 {
            return Err(MoneyError::TooPrecise);
        }
        let whole: i64 = whole.parse().map_err(|_| MoneyError::TooLarge)?;
        let fils: i64 = format!("{significant:0<3}").parse().map_err(|_| MoneyError::NotANumber)?;
        let total = whole
            .checked_mul(1000)
            .and_then(|thousands| thousands.checked_add(fils))
            .ok_or(MoneyError::TooLarge)?;
        Ok(Fils(if negative { -total } else { total }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dinars_round_trip() {
        for (text, fils) in
            [("129.9", 129_900), ("0.250", 250), ("40", 40_000), ("-1.005", -1005), ("1.5000", 1500)]
        {
            assert_eq!(text.parse(), Ok(Fils(fils)), "{text}");
        }
        assert_eq!(Fils(129_900).to_string(), "129.900");
        assert_eq!(Fils(-5).to_string(), "-0.005");
    }

    #[test]
    fn malformed_amount_is_refused() {
        for text in ["", ".", "1.", ".5", "1,5", "1e3", "NaN", "--1", "١٢"] {
            assert_eq!(text.parse::<Fils>(), Err(MoneyError::NotANumber), "{text}");
        }
        assert_eq!("1.2345".parse::<Fils>(), Err(MoneyError::TooPrecise));
        assert_eq!("99999999999999999999".parse::<Fils>(), Err(MoneyError::TooLarge));
        assert_eq!("9223372036854775".parse::<Fils>(), Ok(Fils(9_223_372_036_854_775_000)));
        assert_eq!("9223372036854776".parse::<Fils>(), Err(MoneyError::TooLarge));
    }
}
