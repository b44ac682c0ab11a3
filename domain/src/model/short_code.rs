/// The characters of a code: no vowels, so that no code reads as a word, and none of those that look alike.
const ALPHABET: &[u8; 28] = b"23456789bcdfghjkmnpqrstvwxyz";
/// The number of characters: 28^7 are more than 13 thousand million codes.
const LENGTH: usize = 7;

/// The code of a short link to a guest's build: seven random characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortCode(String);

impl ShortCode {
    /// Reads a code out of an address; `None` for a text of another form. Capitals are read as small letters.
    pub fn read(text: &str) -> Option<Self> {
        let code = text.to_ascii_lowercase();
        let fits = code.len() == LENGTH && code.bytes().all(|one| ALPHABET.contains(&one));
        fits.then_some(Self(code))
    }

    /// Returns the code of a random number. The remainder of 64 bits prefers no code by more than one in a thousand million.
    pub fn from_random(number: u64) -> Self {
        let mut rest = number;
        let characters = (0..LENGTH).filter_map(|_| {
            let index = usize::try_from(rest % ALPHABET.len() as u64).ok()?;
            rest /= ALPHABET.len() as u64;
            ALPHABET.get(index).copied().map(char::from)
        });
        Self(characters.collect())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_codes_can_be_read_and_differ() {
        let codes: std::collections::HashSet<String> = (0..1000_u64)
            .map(|index| ShortCode::from_random(index.wrapping_mul(0x9e37_79b9_7f4a_7c15)).0)
            .collect();
        assert_eq!(codes.len(), 1000);
        for code in codes {
            assert_eq!(ShortCode::read(&code).unwrap().as_str(), code);
        }
        assert_eq!(ShortCode::from_random(0).as_str(), "2222222");
        assert_eq!(ShortCode::from_random(u64::MAX).as_str().len(), 7);
    }

    #[test]
    fn code_has_seven_characters_that_do_not_look_alike() {
        assert_eq!(ShortCode::read("BcD4567").unwrap().as_str(), "bcd4567");
        for wrong in ["", "bcd456", "bcd45678", "bcd456a", "bcd456l", "bcd4560", "bcd456/", "bcd45ت"] {
            assert!(ShortCode::read(wrong).is_none(), "{wrong}");
        }
    }
}
