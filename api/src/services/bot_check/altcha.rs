use altcha::{
    Challenge, CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution,
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use domain::store::used_bot_checks;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use tokio::sync::OnceCell;

use crate::http::error::ApiResult;

/// Validity of a challenge, including the time to fill in the form.
const LIFETIME: Duration = Duration::minutes(20);
/// Maximum clock difference between two api processes.
const CLOCK_SKEW: Duration = Duration::minutes(5);
/// PBKDF2 rounds per try. A solution takes three hundred tries on average: three million rounds, which the two workers of
/// a page compute in one to two seconds on a telephone, and twice that at most. Many rounds per try, because a browser's own
/// code computes the rounds, while each try costs a call to it.
const COST: u32 = 10_000;
/// The number that solves a challenge is one of the first so many, each equally often: whoever leaves out some of them, or
/// gives up after some and asks for another challenge, computes no less on average.
const MAX_TRIES: u32 = 600;
/// Maximum length of a proof, in bytes.
const MAX_PROOF: usize = 4096;
const SECRET_NAME: &str = "altcha";

/// ALTCHA proof of work, self-hosted: the browser computes, and no third party is involved. All api processes share one
/// key, stored in the database.
#[derive(Default)]
pub struct Altcha {
    secret: OnceCell<String>,
}

impl Altcha {
    /// Creates a challenge, signed so that the server need not store it.
    pub async fn challenge(&self, db: &PgPool) -> ApiResult<Challenge> {
        let secret = self.secret(db).await?;
        let options = CreateChallengeOptions {
            algorithm: "PBKDF2/SHA-256".to_owned(),
            cost: COST,
            counter: Some(rand::random_range(0..MAX_TRIES)),
            expires_at: Some((OffsetDateTime::now_utc() + LIFETIME).unix_timestamp()),
            hmac_signature_secret: Some(secret.to_owned()),
            hmac_key_signature_secret: Some(secret.to_owned()),
            ..CreateChallengeOptions::default()
        };
        Ok(create_challenge(options).map_err(anyhow::Error::from)?)
    }

    /// Returns whether the proof is valid and used for the first time.
    pub(super) async fn accept(&self, db: &PgPool, proof: &str) -> ApiResult<bool> {
        let Some(payload) = read(proof) else { return Ok(false) };
        let secret = self.secret(db).await?;
        let options = VerifySolutionOptions {
            hmac_key_signature_secret: Some(secret.to_owned()),
            ..VerifySolutionOptions::new(&payload.challenge, &payload.solution, secret)
        };
        if !verify_solution(options).is_ok_and(|result| result.verified) {
            return Ok(false);
        }
        let Some(signature) = &payload.challenge.signature else { return Ok(false) };
        // The signature is stored for a little longer than the challenge is valid, whichever process's clock is right.
        let until = OffsetDateTime::now_utc() + LIFETIME + CLOCK_SKEW;
        Ok(used_bot_checks::redeem(db, signature, until).await?)
    }

    async fn secret(&self, db: &PgPool) -> ApiResult<&str> {
        let made = self.secret.get_or_try_init(async || {
            let fresh: [u8; 32] = rand::random();
            let secret = used_bot_checks::load_or_insert_secret(db, SECRET_NAME, &fresh).await?;
            Ok::<_, sqlx::Error>(BASE64_STANDARD.encode(secret))
        });
        Ok(made.await?)
    }
}

fn read(proof: &str) -> Option<Payload> {
    if proof.len() > MAX_PROOF {
        return None;
    }
    serde_json::from_slice(&BASE64_STANDARD.decode(proof).ok()?).ok()
}
