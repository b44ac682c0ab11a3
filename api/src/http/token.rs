use std::fmt;

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// 256 random bits.
const BYTES: usize = 32;

/// A secret that gives access to its holder, for instance to a session or a password reset. Only its hash is stored.
///
/// Tokens are looked up by their hash, so timing reveals nothing about the token.
#[derive(Clone)]
pub struct Token([u8; BYTES]);

impl Token {
    /// Creates a token from the system's secure random generator.
    pub fn random() -> Self {
        Self(rand::random())
    }

    /// Derives a token from a secret for one purpose: deterministic, and one-way.
    pub fn derived(purpose: &str, secret: &str) -> Self {
        Self(Sha256::new().chain_update(purpose).chain_update([0]).chain_update(secret).finalize().into())
    }

    /// Parses the text of a token; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// Returns the text for cookies and links.
    pub fn text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the hash to store. A random token needs no salt.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

/// Keeps tokens out of logs, even by accident.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_round_trips_and_other_text_is_refused() {
        let token = Token::random();
        assert_eq!(Token::read(&token.text()).unwrap().hash(), token.hash());
        let short = token.text()[1..].to_owned();
        for mangled in ["", "x", short.as_str(), "../../etc/passwd", "token with spaces", "ت"] {
            assert!(Token::read(mangled).is_none(), "{mangled}");
        }
        assert!(!format!("{token:?}").contains(&token.text()));
    }
}
