//! Codes of authenticator apps (TOTP, RFC 6238), and recovery codes.

use sha2::{Digest, Sha256};
use totp_rs::{Algorithm, Builder, Secret, Totp};

/// Name under which an app lists the account.
const ISSUER: &str = "Tajmeea";
/// The parameters that every authenticator app knows: SHA-1, six digits, a new code every 30 seconds.
const DIGITS: u8 = 6;
const PERIOD: u64 = 30;
/// Length of a secret in bytes, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// Number of recovery codes.
const RECOVERY_CODES: usize = 10;
/// Length of a recovery code in bytes: 80 bits, which nobody guesses, so that a fast hash protects it.
const RECOVERY_BYTES: usize = 10;

/// A user's authenticator app.
pub struct Authenticator(Totp);

/// A recovery code as the user sees it, and its hash.
pub struct RecoveryCode {
    pub text: String,
    pub hash: Vec<u8>,
}

/// Creates the secret of a new app.
pub fn random_secret() -> [u8; SECRET_BYTES] {
    rand::random()
}

impl Authenticator {
    /// Creates the app's counterpart. `account` is the name beside the codes in the app.
    ///
    /// # Errors
    /// When the secret is shorter than 128 bits, which the database refuses too.
    pub fn new(secret: Vec<u8>, account: &str) -> anyhow::Result<Self> {
        // A colon separates issuer and account.
        let account = account.replace(':', "_");
        // No skew: `find_step` tries the neighbouring periods itself, to know which one matched.
        let totp = Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(DIGITS)
            .with_step_duration(PERIOD)
            .with_skew(0)
            .with_secret(secret)
            .with_issuer(Some(ISSUER))
            .with_account_name(account)
            .build()?;
        Ok(Self(totp))
    }

    /// Returns the secret for typing into an app, in base32.
    pub fn secret_text(&self) -> String {
        self.0.secret().to_base32()
    }

    /// Returns the `otpauth:` address that apps open or read from a QR code.
    ///
    /// # Errors
    /// When the account has no name.
    pub fn url(&self) -> anyhow::Result<String> {
        Ok(self.0.to_url()?)
    }

    /// Returns the period that a code belongs to: the one of `now` (seconds since 1970), or one of its neighbours, since
    /// clocks differ and typing takes time.
    pub fn find_step(&self, code: &str, now: i64) -> Option<i64> {
        let code: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
        let current = u64::try_from(now).ok()? / PERIOD;
        let mut near = (current.saturating_sub(1)..=current + 1).rev();
        near.find(|step| self.0.check(&code, step * PERIOD).is_some())
            .and_then(|step| i64::try_from(step).ok())
    }
}

/// Creates new recovery codes, such as `GEZD-GNBV-GY3T-QOJQ`.
pub fn random_recovery_codes() -> Vec<RecoveryCode> {
    (0..RECOVERY_CODES).map(|_| recovery_code(&rand::random::<[u8; RECOVERY_BYTES]>())).collect()
}

fn recovery_code(random: &[u8]) -> RecoveryCode {
    let letters: Vec<char> = Secret::from(random.to_vec()).to_base32().chars().collect();
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    let text = groups.join("-");
    RecoveryCode { hash: recovery_hash(&text), text }
}

/// Returns the hash of a recovery code; case, spaces and hyphens do not count.
pub fn recovery_hash(text: &str) -> Vec<u8> {
    let letters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    Sha256::digest(letters.to_ascii_uppercase().as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238's examples.
    fn example() -> Authenticator {
        Authenticator::new(b"12345678901234567890".to_vec(), "sara@example.com").unwrap()
    }

    #[test]
    fn codes_are_those_of_rfc_6238() {
        // The examples have eight digits; the last six are the code of six digits.
        for (time, code) in [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924")] {
            assert_eq!(example().find_step(code, time), Some(time / 30), "{code}");
        }
        assert_eq!(example().find_step("287 082", 59), Some(1));
    }

    #[test]
    fn code_is_valid_in_its_period_and_the_neighbouring_ones() {
        for (now, step) in
            [(0, Some(1)), (29, Some(1)), (59, Some(1)), (89, Some(1)), (90, None), (150, None)]
        {
            assert_eq!(example().find_step("287082", now), step, "{now}");
        }
        for wrong in ["", "28708", "2870820", "٢٨٧٠٨٢", "abcdef"] {
            assert_eq!(example().find_step(wrong, 59), None, "{wrong}");
        }
    }

    #[test]
    fn otpauth_address_names_site_and_account() {
        let url = example().url().unwrap();
        assert!(
            url.starts_with("otpauth://totp/Tajmeea:sara%40example.com?secret=GEZDGNBVGY3TQOJQ"),
            "{url}"
        );
        assert!(url.contains("issuer=Tajmeea"), "{url}");
        assert_eq!(example().secret_text(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }

    #[test]
    fn recovery_codes_are_read_however_they_are_typed() {
        let code = recovery_code(b"1234567890");
        assert_eq!(code.text, "GEZD-GNBV-GY3T-QOJQ");
        assert_eq!(recovery_hash("gezdgnbv gy3tqojq"), code.hash);
        assert_ne!(recovery_hash("gezdgnbv gy3tqoja"), code.hash);
        let codes = random_recovery_codes();
        assert_eq!(codes.len(), RECOVERY_CODES);
        assert_ne!(codes[0].hash, codes[1].hash);
    }
}
