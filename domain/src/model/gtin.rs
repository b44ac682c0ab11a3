use std::fmt;

use serde::{Deserialize, Serialize};

/// A Global Trade Item Number (EAN, UPC, ISBN-13, ITF-14), which is the same at every retailer.
///
/// Stored with 14 digits, the form in which numbers of all lengths are comparable.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Gtin(String);

/// Why a text is not a GTIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GtinError {
    #[error("a GTIN has 8, 12, 13 or 14 digits")]
    Length,
    #[error("a GTIN holds digits only")]
    NotDigits,
    #[error("its check digit is wrong")]
    CheckDigit,
    /// GS1's prefixes 02, 04 and 20 to 29, which a retailer assigns freely for use inside the shop.
    #[error("its prefix is reserved for internal numbers of a retailer")]
    InStore,
}

impl Gtin {
    const DIGITS: usize = 14;

    /// Parses a number; spaces and dashes between digits are ignored.
    ///
    /// # Errors
    /// The error says which rule of the format is broken.
    pub fn parse(text: &str) -> Result<Self, GtinError> {
        let digits: String =
            text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').collect();
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(GtinError::NotDigits);
        }
        if !matches!(digits.len(), 8 | 12 | 13 | 14) {
            return Err(GtinError::Length);
        }
        let padded = format!("{digits:0>width$}", width = Self::DIGITS);
        // The weighted sum must be a multiple of ten.
        if !weighted_sum(&padded).is_multiple_of(10) || padded.bytes().all(|digit| digit == b'0') {
            return Err(GtinError::CheckDigit);
        }
        // GTIN-8 has its own prefixes: numbers that begin with 0 or 2 are for use inside the shop.
        let in_store = if digits.len() == 8 {
            digits.starts_with(['0', '2'])
        } else {
            let prefix = padded.get(1..3).unwrap_or_default();
            matches!(prefix, "02" | "04") || prefix.starts_with('2')
        };
        if in_store { Err(GtinError::InStore) } else { Ok(Self(padded)) }
    }

    /// Returns the fourteen digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the number as sources may write it: with 14 digits, and without the zeros that pad 13, 12 and 8 digits.
    pub fn spellings(&self) -> Vec<String> {
        [0, 1, 2, 6]
            .into_iter()
            .filter_map(|cut| self.0.split_at_checked(cut))
            .filter(|(zeros, _)| zeros.bytes().all(|digit| digit == b'0'))
            .map(|(_, digits)| digits.to_owned())
            .collect()
    }

    /// Returns the number of the item that a case holds; `None` for the number of an item itself.
    ///
    /// A case of the same items has the item's number behind a digit from 1 to 8, with a check digit of its own.
    pub fn item_in_case(&self) -> Option<Self> {
        if !self.0.starts_with(|first: char| matches!(first, '1'..='8')) {
            return None;
        }
        let item = self.0.get(1..Self::DIGITS - 1)?;
        let check_digit = (10 - weighted_sum(&format!("0{item}0")) % 10) % 10;
        Self::parse(&format!("0{item}{check_digit}")).ok()
    }
}

/// Returns the sum of fourteen digits, each multiplied by 3 or 1 in turn, beginning with 3.
fn weighted_sum(digits: &str) -> u32 {
    digits
        .bytes()
        .zip([3, 1].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum()
}

impl fmt::Display for Gtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gtins_are_padded_to_fourteen_digits() {
        for text in ["730143314572", "0730143314572", "00730143314572", " 7301-4331 4572"] {
            assert_eq!(Gtin::parse(text).as_ref().map(Gtin::as_str), Ok("00730143314572"), "{text}");
        }
        assert_eq!(Gtin::parse("96385074").as_ref().map(Gtin::as_str), Ok("00000096385074"));
    }

    #[test]
    fn spellings_leave_out_padding_only() {
        let spellings = |text| Gtin::parse(text).unwrap().spellings();
        assert_eq!(spellings("730143314572"), ["00730143314572", "0730143314572", "730143314572"]);
        assert_eq!(spellings("5901234123457"), ["05901234123457", "5901234123457"]);
        assert_eq!(spellings("15901234123454"), ["15901234123454"]);
        assert_eq!(spellings("96385074"), ["00000096385074", "0000096385074", "000096385074", "96385074"]);
    }

    #[test]
    fn case_holds_the_item_with_its_own_check_digit() {
        let item = |text| Gtin::parse(text).unwrap().item_in_case().map(|item| item.to_string());
        assert_eq!(item("15901234123454").as_deref(), Some("05901234123457"));
        assert_eq!(item("10730143314579").as_deref(), Some("00730143314572"));
        assert_eq!(item("05901234123457"), None);
        assert_eq!(item("730143314572"), None);
    }

    #[test]
    fn invalid_gtin_names_the_reason() {
        for (text, why) in [
            ("", GtinError::Length),
            ("12345", GtinError::Length),
            ("73014331457X", GtinError::NotDigits),
            ("٧٣٠١٤٣٣١٤٥٧٢", GtinError::NotDigits),
            ("730143314573", GtinError::CheckDigit),
            ("0000000000000", GtinError::CheckDigit),
            ("2000000000008", GtinError::InStore),
            ("0200000000004", GtinError::InStore),
        ] {
            assert_eq!(Gtin::parse(text), Err(why), "{text}");
        }
    }
}
