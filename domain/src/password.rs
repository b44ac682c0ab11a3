//! Password policy and hashing.

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use unicode_normalization::UnicodeNormalization;

/// The fewest characters of a password.
pub const MIN_LENGTH: usize = 8;
/// The most characters of a password: longer ones only cost time.
pub const MAX_LENGTH: usize = 128;
/// Passwords that a guesser reaches in fewer than 10 to the power of this many tries are refused: common ones,
/// keyboard walks, repetitions, and small variations of the account's own name or address.
const MIN_GUESSES_LOG10: f64 = 5.0;

/// Argon2id parameters: memory in KiB, passes, lanes. The second of OWASP's recommended settings.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Why a password is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("Password must be at least {MIN_LENGTH} characters")]
    TooShort,
    #[error("Password may have at most {MAX_LENGTH} characters")]
    TooLong,
    #[error("Password is too easy to guess: choose another one")]
    TooCommon,
    #[error("Password must not be your own name or e-mail address")]
    OwnName,
    #[error("Password is in a list of leaked passwords: choose another one")]
    Breached,
}

/// A failure of hashing itself, which is a programming error or a lack of memory.
#[derive(Debug, thiserror::Error)]
#[error("the password cannot be hashed: {0}")]
pub struct HashError(argon2::password_hash::Error);

/// Checks whether a password may be chosen. The check takes some milliseconds and must not run on an async thread.
///
/// # Errors
/// The error says why the password is refused. `own` lists the owner's name and mail address.
pub fn check(password: &str, own: &[&str]) -> Result<(), PasswordError> {
    let length = password.chars().count();
    if length < MIN_LENGTH {
        return Err(PasswordError::TooShort);
    }
    if length > MAX_LENGTH {
        return Err(PasswordError::TooLong);
    }
    let normal = password.to_lowercase();
    let local_part = own.iter().filter_map(|name| name.split_once('@')).map(|(local, _)| local);
    if own.iter().copied().chain(local_part).any(|name| name.trim().to_lowercase() == normal) {
        return Err(PasswordError::OwnName);
    }
    if zxcvbn::zxcvbn(password, own).guesses_log10() < MIN_GUESSES_LOG10 {
        return Err(PasswordError::TooCommon);
    }
    Ok(())
}

/// Returns the hash to store, with its parameters and a random salt. Hashing takes tens of milliseconds and must not
/// run on an async thread.
///
/// # Errors
/// When the memory cannot be allocated.
pub fn hash(password: &str) -> Result<String, HashError> {
    let hash = hasher().hash_password(normal_form(password).as_bytes()).map_err(HashError)?;
    Ok(hash.to_string())
}

/// Whether the password belongs to this hash. A malformed hash belongs to no password.
pub fn verify(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| hasher().verify_password(normal_form(password).as_bytes(), &hash).is_ok())
}

/// Whether the hash was made with other parameters than the current ones.
pub fn is_outdated(hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return true };
    let same = Params::try_from(&hash).is_ok_and(|params| {
        (params.m_cost(), params.t_cost(), params.p_cost()) == (MEMORY_KIB, PASSES, LANES)
    });
    hash.algorithm.as_str() != "argon2id" || !same
}

fn hasher() -> Argon2<'static> {
    // The constants are within argon2's bounds; its own defaults are the same numbers.
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Normalizes to NFKC, because the same password typed on another keyboard may use other code points.
fn normal_form(password: &str) -> String {
    password.nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_hashes_use_the_documented_parameters() {
        let hash = hash("a fine pass").unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(!is_outdated(&hash));
        for weaker in ["$argon2id$v=19$m=4096,t=2,p=1$", "$argon2i$v=19$m=19456,t=2,p=1$"] {
            assert!(is_outdated(&hash.replace("$argon2id$v=19$m=19456,t=2,p=1$", weaker)), "{weaker}");
        }
    }

    #[test]
    fn only_the_password_itself_verifies() {
        let hash = hash("كلمة سر طويلة").unwrap();
        assert!(verify("كلمة سر طويلة", &hash));
        assert!(!verify("كلمة سر طويله", &hash));
        assert!(!verify("", &hash));
        assert!(!verify("anything", "no hash at all"));
        // Composed and decomposed letters are the same password.
        assert!(verify("cafe\u{301} au lait", &super::hash("caf\u{e9} au lait").unwrap()));
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert_eq!(check("ش$ق7ل!م", &[]), Err(PasswordError::TooShort));
        assert_eq!(check("ش$ق7ل!مك", &[]), Ok(()));
        assert_eq!(check(&"x9#Qz.".repeat(21), &[]), Ok(()));
        assert_eq!(check(&"x9#Qz.".repeat(22), &[]), Err(PasswordError::TooLong));
    }

    #[test]
    fn common_passwords_and_their_variants_are_refused() {
        for common in [
            "password",
            "PASSWORD1",
            "12345678",
            "qwertyuiop",
            "password123",
            "iloveyou1",
            "aaaaaaaa",
            "abcdefgh",
            "p@ssw0rd",
            "football1",
            "87654321",
            "trustno1",
            "sunshine",
            "1q2w3e4r",
            "qwerty123",
        ] {
            assert_eq!(check(common, &[]), Err(PasswordError::TooCommon), "{common}");
        }
        for taken in ["tajmeea-2026", "كلمة سر طويلة", "a fine pass", "no Composition rules"] {
            assert_eq!(check(taken, &[]), Ok(()), "{taken}");
        }
    }

    #[test]
    fn password_rejects_own_name_and_address() {
        let own = ["Sara Al-Sabah", "sara.alsabah@example.com"];
        for refused in ["sara al-sabah", "Sara.AlSabah@Example.com", "sara.alsabah"] {
            assert_eq!(check(refused, &own), Err(PasswordError::OwnName), "{refused}");
        }
        assert_eq!(check("Sara Al-Sabah1", &own), Err(PasswordError::TooCommon));
    }
}
