//! Limits that all api processes count together, in PostgreSQL.

use std::hash::Hash;

use domain::{
    config::RateLimit,
    model::{RetailerTokenId, UserId},
    store::rate_limits,
};
use sha2::{Digest, Sha256};
use sqlx::PgPool;

use super::{AddressKey, DeviceId, Limiter, NetworkKey};
use crate::http::error::{ApiError, ApiResult};

/// Limiter of one kind of attempt, with a bucket for each key `K` in the database. A limiter of this process stands
/// before it: a flood from one key reaches the buckets in the database no more often than the limit allows.
pub struct SharedLimiter<K> {
    kind: &'static str,
    limit: RateLimit,
    local: Limiter<K>,
}

impl<K: LimitKey> SharedLimiter<K> {
    /// Creates a limiter; `kind` names its buckets in the database.
    pub fn new(kind: &'static str, limit: RateLimit) -> Self {
        Self { kind, limit, local: Limiter::new(limit) }
    }

    /// Counts one attempt. Call it outside of transactions, since it takes a connection.
    ///
    /// # Errors
    /// 429 with the seconds until the next attempt is allowed, 503 while the database does not answer.
    pub async fn check(&self, db: &PgPool, key: K) -> ApiResult<()> {
        let digest = Sha256::digest(key.bytes()).into();
        self.local.check(key)?;
        match rate_limits::take(db, self.kind, &digest, self.limit).await? {
            Some(seconds) => Err(ApiError::TooOften { seconds }),
            None => Ok(()),
        }
    }
}

/// Key of a shared limit, as bytes that are the same in every process.
pub trait LimitKey: Hash + Eq + Send + Sync + 'static {
    fn bytes(&self) -> Vec<u8>;
}

impl LimitKey for String {
    fn bytes(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }
}

impl LimitKey for UserId {
    fn bytes(&self) -> Vec<u8> {
        self.0.as_bytes().to_vec()
    }
}

impl LimitKey for RetailerTokenId {
    fn bytes(&self) -> Vec<u8> {
        self.0.as_bytes().to_vec()
    }
}

impl LimitKey for AddressKey {
    fn bytes(&self) -> Vec<u8> {
        AddressKey::bytes(*self).to_vec()
    }
}

impl LimitKey for NetworkKey {
    fn bytes(&self) -> Vec<u8> {
        NetworkKey::bytes(*self).to_vec()
    }
}

impl LimitKey for DeviceId {
    fn bytes(&self) -> Vec<u8> {
        self.to_vec()
    }
}

/// The second part has a fixed length, so that no two pairs have the same bytes.
impl<A: LimitKey, B: LimitKey> LimitKey for (A, B) {
    fn bytes(&self) -> Vec<u8> {
        [self.0.bytes(), self.1.bytes()].concat()
    }
}
