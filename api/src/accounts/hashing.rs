use std::{sync::Arc, time::Duration};

use domain::password;
use tokio::sync::Semaphore;

use crate::error::{ApiError, ApiResult};

/// The longest that somebody waits for a turn.
const PATIENCE: Duration = Duration::from_secs(5);
/// A hash of nothing that anybody knows: an unknown address costs the same time as a wrong password.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$IftFlgPYu5T+cRDTZ7j2Nw$xYzS3W9bhA6HaCmVm4Ixwk8hTyeGhKrs1xZUKt7Cg1g";

/// Hashes passwords off the async threads, only so many at once that searches still get their turn.
#[derive(Clone)]
pub struct Hasher {
    permits: Arc<Semaphore>,
}

/// What signing in with a password found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyOutcome {
    pub right: bool,
    /// A new hash of the right password, when the kept one was made with older parameters.
    pub rehashed: Option<String>,
}

impl Hasher {
    /// Uses at most half of the machine.
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { permits: Arc::new(Semaphore::new((cores / 2).max(1))) }
    }

    /// Compares a password with the hash of an account, or with that of nobody.
    ///
    /// # Errors
    /// When too many others wait.
    pub async fn verify(&self, password: String, hash: Option<String>) -> ApiResult<VerifyOutcome> {
        self.run(move || {
            let Some(hash) = hash else {
                password::verify(&password, NOBODY);
                return Ok(VerifyOutcome { right: false, rehashed: None });
            };
            let right = password::verify(&password, &hash);
            let rehashed = if right && password::is_outdated(&hash) {
                Some(password::hash(&password).map_err(anyhow::Error::from)?)
            } else {
                None
            };
            Ok(VerifyOutcome { right, rehashed })
        })
        .await
    }

    /// The hash of a password that may be chosen. `field` names it on the wire, `own` is what its owner is called.
    ///
    /// # Errors
    /// 422 when it may not.
    pub async fn hash_new(
        &self,
        field: &'static str,
        password: String,
        own: Vec<String>,
    ) -> ApiResult<String> {
        self.run(move || {
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            password::check(&password, &own)
                .map_err(|problem| ApiError::RefusedPassword { field, problem })?;
            Ok(password::hash(&password).map_err(anyhow::Error::from)?)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        let waited = tokio::time::timeout(PATIENCE, Arc::clone(&self.permits).acquire_owned()).await;
        let permit = waited
            .map_err(|_| ApiError::Unavailable(anyhow::anyhow!("too many passwords wait to be hashed")))?
            .map_err(anyhow::Error::from)?;
        let done = tokio::task::spawn_blocking(move || {
            // Held by the work, not by who waits for it: who hangs up frees no place.
            let _permit = permit;
            work()
        });
        done.await.map_err(anyhow::Error::from)?
    }
}

impl Default for Hasher {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verify_takes_equal_time_with_and_without_an_account() {
        assert!(!password::is_outdated(NOBODY));
    }

    #[tokio::test]
    async fn outdated_hash_is_renewed() {
        let old =
            "$argon2id$v=19$m=4096,t=1,p=1$c29tZXNhbHRoZXJl$VJcnbsGPUcVr7TLjGEJkRCGgZDAzGJEf5Mha0gCYLfM";
        let hasher = Hasher::new();
        let wrong = hasher.verify("another password".into(), Some(old.into())).await.unwrap();
        assert_eq!(wrong, VerifyOutcome { right: false, rehashed: None });
        assert!(!hasher.verify("anything".into(), None).await.unwrap().right);
    }
}
