use std::{sync::Arc, time::Duration};

use domain::{
    breached::BreachedPasswords,
    password::{self, PasswordError},
};
use tokio::sync::Semaphore;

use crate::http::error::{ApiError, ApiResult};

/// Maximum time a password waits for a hashing slot; after that the answer is 503.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// Hash that is compared when an address has no account, so that the answer takes as long as for a wrong password.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$IftFlgPYu5T+cRDTZ7j2Nw$xYzS3W9bhA6HaCmVm4Ixwk8hTyeGhKrs1xZUKt7Cg1g";

/// Hashes passwords on blocking threads, with a limited number at once so that searches still get CPU time.
#[derive(Clone)]
pub struct Hasher {
    slots: Arc<Semaphore>,
    breached: Option<Arc<BreachedPasswords>>,
}

/// Outcome of comparing a password with a stored hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyOutcome {
    pub is_correct: bool,
    /// A new hash of the correct password, when the stored one uses outdated parameters.
    pub rehashed: Option<String>,
}

impl Hasher {
    /// Allows as many hashes at once as half of the cores, at least one. New passwords must not be in the list of breached
    /// ones, where there is a list.
    pub fn new(breached: Option<BreachedPasswords>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { slots: Arc::new(Semaphore::new((cores / 2).max(1))), breached: breached.map(Arc::new) }
    }

    /// Compares a password with the hash of an account, or with a dummy hash when there is no account.
    ///
    /// # Errors
    /// 503 when no slot is free for 5 seconds.
    pub async fn verify(&self, password: String, hash: Option<String>) -> ApiResult<VerifyOutcome> {
        self.run(move || {
            let Some(hash) = hash else {
                password::verify(&password, DUMMY_HASH);
                return Ok(VerifyOutcome { is_correct: false, rehashed: None });
            };
            let is_correct = password::verify(&password, &hash);
            let rehashed = if is_correct && password::is_outdated(&hash) {
                Some(password::hash(&password).map_err(anyhow::Error::from)?)
            } else {
                None
            };
            Ok(VerifyOutcome { is_correct, rehashed })
        })
        .await
    }

    /// Returns the hash of a new password. `field` names the password on the wire; `forbidden_words` are the user's name and
    /// mail address, which the password must not repeat.
    ///
    /// # Errors
    /// 422 when the password is refused; 503 when no slot is free for 5 seconds, or the list of breached passwords
    /// cannot be read.
    pub async fn hash_new(
        &self,
        field: &'static str,
        password: String,
        forbidden_words: Vec<String>,
    ) -> ApiResult<String> {
        let breached = self.breached.clone();
        self.run(move || {
            let refused = |problem| ApiError::RefusedPassword { field, problem };
            let forbidden_words: Vec<&str> = forbidden_words.iter().map(String::as_str).collect();
            password::check(&password, &forbidden_words).map_err(refused)?;
            let is_breached = breached.map_or(Ok(false), |list| list.contains(&password));
            if is_breached.map_err(|error| ApiError::Unavailable(error.into()))? {
                return Err(refused(PasswordError::Breached));
            }
            Ok(password::hash(&password).map_err(anyhow::Error::from)?)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        let waited = tokio::time::timeout(MAX_WAIT, Arc::clone(&self.slots).acquire_owned()).await;
        let slot = waited
            .map_err(|_| ApiError::Unavailable(anyhow::anyhow!("too many passwords are queued for hashing")))?
            .map_err(anyhow::Error::from)?;
        let result = tokio::task::spawn_blocking(move || {
            // The work holds the slot, not the request: a client that hangs up does not free CPU time that is still
            // in use.
            let _slot = slot;
            work()
        });
        result.await.map_err(anyhow::Error::from)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dummy_hash_takes_as_long_as_a_current_one() {
        assert!(!password::is_outdated(DUMMY_HASH));
    }

    #[tokio::test]
    async fn wrong_password_renews_no_hash() {
        let old =
            "$argon2id$v=19$m=4096,t=1,p=1$c29tZXNhbHRoZXJl$VJcnbsGPUcVr7TLjGEJkRCGgZDAzGJEf5Mha0gCYLfM";
        let hasher = Hasher::new(None);
        let wrong = hasher.verify("another password".into(), Some(old.into())).await.unwrap();
        assert_eq!(wrong, VerifyOutcome { is_correct: false, rehashed: None });
        assert!(!hasher.verify("anything".into(), None).await.unwrap().is_correct);
    }
}
