use std::{fmt, str::FromStr};

use email_address::{EmailAddress, Options};

/// The longest address that mail servers carry (RFC 5321), in bytes.
const MAX_LENGTH: usize = 254;

/// A mail address in normal form.
///
/// The part before the @ is ASCII only: letters that look like others, or become others in lower case (the Kelvin
/// sign), can therefore never name another user's account. The domain may be international and is stored in its ASCII
/// form.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Email {
    address: String,
    key: String,
}

/// The error for a text that is not a mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not an email address")]
pub struct EmailError;

impl Email {
    /// Returns the address as typed, for sending.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the normal form, by which an account is found. Two addresses with the same key are the same account.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the part before the @, in lower case.
    pub fn local_part(&self) -> &str {
        self.key.split_once('@').map_or(self.key.as_str(), |(local, _)| local)
    }
}

impl FromStr for Email {
    type Err = EmailError;

    fn from_str(text: &str) -> Result<Self, EmailError> {
        let (local, domain) = text.trim().rsplit_once('@').ok_or(EmailError)?;
        if !local.is_ascii() {
            return Err(EmailError);
        }
        let domain = idna::domain_to_ascii_strict(domain).map_err(|_| EmailError)?;
        let address = format!("{local}@{domain}");
        let options = Options::default().with_required_tld().without_domain_literal().without_display_text();
        if address.len() > MAX_LENGTH || EmailAddress::parse_with_options(&address, options).is_err() {
            return Err(EmailError);
        }
        let key = address.to_ascii_lowercase();
        Ok(Self { address, key })
    }
}

/// Hides the address, which must not reach a log by accident.
impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_key_ignores_case_and_space() {
        for same in ["sara@example.com", " Sara@Example.COM ", "SARA@EXAMPLE.com"] {
            assert_eq!(same.parse::<Email>().unwrap().key(), "sara@example.com", "{same}");
        }
        assert_eq!("Sara@example.com".parse::<Email>().unwrap().address(), "Sara@example.com");
    }

    #[test]
    fn international_domain_is_stored_in_ascii() {
        let email: Email = "sara@تجميعة.com".parse().unwrap();
        assert!(email.key().starts_with("sara@xn--"), "{}", email.key());
        // Full-width letters name the same domain.
        assert_eq!("sara@ｅｘａｍｐｌｅ.com".parse::<Email>().unwrap().key(), "sara@example.com");
    }

    #[test]
    fn malformed_email_is_refused() {
        let long = format!("{}@example.com", "x".repeat(250));
        let refused = [
            "",
            "@",
            "sara",
            "sara@",
            "@example.com",
            "a@b@example.com",
            "sara@localhost",
            "sara@exam ple.com",
            "sara\r\nBcc: x@example.com",
            "Sara <sara@example.com>",
            "sara@[127.0.0.1]",
            "sara@example..com",
            // A Cyrillic а, the Kelvin sign, a dotless ı.
            "sаra@example.com",
            "mi\u{212a}e@example.com",
            "m\u{131}ke@example.com",
            long.as_str(),
        ];
        for text in refused {
            assert!(text.parse::<Email>().is_err(), "{text}");
        }
    }
}
