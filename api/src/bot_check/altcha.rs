use altcha::{
    Challenge, CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution,
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use domain::store::solutions;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use tokio::sync::OnceCell;

use crate::error::ApiResult;

/// How long a challenge may take, with the form around it.
const LIFETIME: Duration = Duration::minutes(20);
/// How far the clocks of two api processes may be apart.
const CLOCK_SKEW: Duration = Duration::minutes(5);
/// Each try costs this many rounds of PBKDF2; about two hundred tries find a solution: a second on a telephone.
const COST: u32 = 2_000;
const MIN_TRIES: u32 = 100;
const MAX_TRIES: u32 = 300;
/// The largest proof that is read, in bytes.
const MAX_PROOF: usize = 4096;
const SECRET_NAME: &str = "altcha";

/// ALTCHA, self-hosted: the browser computes, nobody else is asked. All api processes share one key, in the database.
#[derive(Default)]
pub struct Altcha {
    secret: OnceCell<String>,
}

impl Altcha {
    /// A piece of work, signed so that it need not be remembered.
    pub(super) async fn challenge(&self, db: &PgPool) -> ApiResult<Challenge> {
        let secret = self.secret(db).await?;
        let options = CreateChallengeOptions {
            algorithm: "PBKDF2/SHA-256".to_owned(),
            cost: COST,
            counter: Some(rand::random_range(MIN_TRIES..=MAX_TRIES)),
            expires_at: Some((OffsetDateTime::now_utc() + LIFETIME).unix_timestamp()),
            hmac_signature_secret: Some(secret.to_owned()),
            hmac_key_signature_secret: Some(secret.to_owned()),
            ..CreateChallengeOptions::default()
        };
        Ok(create_challenge(options).map_err(anyhow::Error::from)?)
    }

    /// Whether the work was done, and handed in for the first time.
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
        // Remembered a little longer than it would be taken, whichever clock is right.
        let until = OffsetDateTime::now_utc() + LIFETIME + CLOCK_SKEW;
        Ok(solutions::redeem(db, signature, until).await?)
    }

    async fn secret(&self, db: &PgPool) -> ApiResult<&str> {
        let made = self.secret.get_or_try_init(async || {
            let fresh: [u8; 32] = rand::random();
            let kept = solutions::load_or_insert_secret(db, SECRET_NAME, &fresh).await?;
            Ok::<_, sqlx::Error>(BASE64_STANDARD.encode(kept))
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
