use std::{fmt, hint::black_box};

use sha2::{Digest, Sha256};

/// Beginning of every token, by which people and secret scanners recognise it.
const PREFIX: &str = "tajmeea_";
/// 256 random bits.
const BYTES: usize = 32;

/// A secret by which a retailer hands its offers in. Only its hash is stored.
#[derive(Clone)]
pub struct RetailerToken([u8; BYTES]);

impl RetailerToken {
    /// Creates a token from bytes of a secure random generator.
    pub fn new(random: [u8; BYTES]) -> Self {
        Self(random)
    }

    /// Reads a token; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(PREFIX)?.as_bytes();
        let mut bytes = [0; BYTES];
        if digits.len() != 2 * BYTES {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = 16 * digit(*pair.first()?)? + digit(*pair.last()?)?;
        }
        Some(Self(bytes))
    }

    /// Returns the text that the retailer keeps.
    pub fn text(&self) -> String {
        let digits = self.0.iter().map(|byte| format!("{byte:02x}"));
        digits.fold(PREFIX.to_owned(), |text, pair| text + &pair)
    }

    /// Returns the hash to store. A random token needs no salt.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    /// Whether the token has this stored hash, in a time that does not depend on where the two differ.
    pub fn has_hash(&self, stored: &[u8]) -> bool {
        let own = self.hash();
        let differing = own.iter().zip(stored).fold(0, |all, (left, right)| black_box(all | (left ^ right)));
        stored.len() == own.len() && differing == 0
    }
}

fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    }
}

/// Keeps tokens out of logs, even by accident.
impl fmt::Debug for RetailerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RetailerToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_round_trips_and_other_text_is_refused() {
        let token = RetailerToken::new(std::array::from_fn(|number| number as u8 * 7));
        let text = token.text();
        assert!(RetailerToken::read(&text).is_some_and(|read| read.has_hash(&token.hash())));
        let (short, long, shouted) = (&text[..text.len() - 1], format!("{text}0"), text.to_uppercase());
        let bare = text.trim_start_matches(PREFIX);
        for mangled in ["", PREFIX, short, &long, &shouted, bare, "tajmeea_متجر"] {
            assert!(RetailerToken::read(mangled).is_none(), "{mangled}");
        }
        assert!(!format!("{token:?}").contains(bare));
    }

    #[test]
    fn only_the_whole_hash_is_the_same() {
        let token = RetailerToken::new([7; 32]);
        let hash = token.hash();
        for place in 0..hash.len() {
            let mut other = hash;
            other[place] ^= 1;
            assert!(!token.has_hash(&other), "{place}");
        }
        assert!(!token.has_hash(&hash[..31]));
        assert!(!token.has_hash(&[]));
    }
}
