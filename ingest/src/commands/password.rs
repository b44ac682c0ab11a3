//! Passwords: how long, how common, and how they are kept.

use std::io::BufRead;

use anyhow::Context;
use argon2::{Argon2, password_hash::PasswordHasher};

/// In characters.
const SHORTEST: usize = 8;
/// In characters; longer ones only cost time.
const LONGEST: usize = 128;
/// The first guesses of every attacker, in lower case.
const COMMON: &str = include_str!("common_passwords.txt");

/// Asks for a password twice, or reads it from standard input.
pub(super) fn obtain(from_stdin: bool) -> anyhow::Result<String> {
    if from_stdin {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).context("the password cannot be read")?;
        return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
    }
    let first = rpassword::prompt_password("Password: ")
        .context("the password cannot be asked for here: use --password-stdin")?;
    let second =
        rpassword::prompt_password("The same again: ").context("the password cannot be asked for")?;
    anyhow::ensure!(first == second, "the two passwords differ");
    Ok(first)
}

/// # Errors
/// Why the password is refused.
pub(super) fn check(password: &str) -> anyhow::Result<()> {
    let length = password.chars().count();
    anyhow::ensure!(length >= SHORTEST, "the password needs at least {SHORTEST} characters, not {length}");
    anyhow::ensure!(length <= LONGEST, "the password may have at most {LONGEST} characters, not {length}");
    let lower = password.to_lowercase();
    anyhow::ensure!(
        !COMMON.lines().any(|common| common == lower),
        "this password is among the most common ones: choose another"
    );
    Ok(())
}

/// Argon2id with the library's recommended cost and a random salt.
pub(super) fn hash(password: &str) -> anyhow::Result<String> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    Ok(hash.map_err(|error| anyhow::anyhow!("the password cannot be hashed: {error}"))?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_common_passwords_are_refused() {
        for refused in ["", "short", "password", "PASSWORD1", "12345678", "qwertyuiop"] {
            assert!(check(refused).is_err(), "{refused}");
        }
        for taken in ["tajmeea-2026", "كلمة سر طويلة"] {
            assert!(check(taken).is_ok(), "{taken}");
        }
    }
}
