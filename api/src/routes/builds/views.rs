//! View counts of shared builds: the owner never counts, and every other visitor counts once a day.
//!
//! Visitors are told apart by a digest with a secret of the day. Both are deleted after the day, so that nobody can
//! tell afterwards who viewed which build.

use std::sync::{Arc, Mutex, PoisonError};

use axum::http::{HeaderMap, header::USER_AGENT};
use domain::{
    model::{BuildId, UserId},
    store::builds::{self, SavedBuild},
};
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use time::{Date, OffsetDateTime};

use crate::{
    http::limit::{ClientAddress, RateLimits},
    services::views::is_robot,
};

/// The visitor of a build's page.
pub struct ViewVisitor<'a> {
    pub reader: Option<UserId>,
    pub address: ClientAddress,
    pub headers: &'a HeaderMap,
}

/// A day and its secret.
type Salt = (Date, Vec<u8>);

/// Counts views of shared builds. Cheap to clone.
#[derive(Clone)]
pub struct BuildViews {
    db: PgPool,
    limits: Arc<RateLimits>,
    salt: Arc<Mutex<Option<Salt>>>,
}

impl BuildViews {
    /// Creates a counter that has no salt yet.
    pub fn new(db: PgPool, limits: Arc<RateLimits>) -> Self {
        Self { db, limits, salt: Arc::default() }
    }

    /// Counts a view. Returns the new count, or `None` when the view does not count.
    ///
    /// # Errors
    /// On database errors.
    pub async fn count(&self, build: &SavedBuild, visitor: &ViewVisitor<'_>) -> sqlx::Result<Option<i64>> {
        let is_owner = visitor.reader == Some(build.user_id);
        // Views from one address beyond the limit do not count: one visitor may change the browser's name.
        let is_over_limit = || self.limits.build_views.check(visitor.address.key()).is_err();
        if is_owner || is_robot(visitor.headers) || is_over_limit() {
            return Ok(None);
        }
        let today = OffsetDateTime::now_utc().date();
        let salt = self.salt(today).await?;
        builds::count_view(&self.db, build.id, today, &digest(&salt, build.id, visitor)).await
    }

    async fn salt(&self, today: Date) -> sqlx::Result<Vec<u8>> {
        let stored = self.salt.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((day, salt)) = stored
            && day == today
        {
            return Ok(salt);
        }
        let salt = builds::load_or_insert_salt(&self.db, today, &rand::random::<[u8; 32]>()).await?;
        *self.salt.lock().unwrap_or_else(PoisonError::into_inner) = Some((today, salt.clone()));
        Ok(salt)
    }
}

/// A signed-in user is one visitor on every device; others are told apart by address and `User-Agent`.
fn digest(salt: &[u8], build: BuildId, visitor: &ViewVisitor<'_>) -> [u8; 32] {
    let mut digest = Sha256::new_with_prefix(salt);
    digest.update(build.0.as_bytes());
    match visitor.reader {
        Some(user_id) => {
            digest.update(b"person");
            digest.update(user_id.0.as_bytes());
        }
        None => {
            digest.update(b"nobody");
            digest.update(visitor.address.key().bytes());
            digest.update(visitor.headers.get(USER_AGENT).map_or(&[][..], |agent| agent.as_bytes()));
        }
    }
    digest.finalize().into()
}
