//! Accounts: signing in and out, and what belongs to a person.

pub mod hashing;
pub mod sign_in;

use domain::{
    config::Config,
    model::UserId,
    store::{sessions::Session, users::Role},
};
use serde::Serialize;
use utoipa::ToSchema;

use self::hashing::Hasher;
use crate::limit::{Limits, Proxies};

/// What the calls about accounts share.
pub struct Accounts {
    pub hasher: Hasher,
    pub limits: Limits,
    pub proxies: Proxies,
}

impl Accounts {
    /// Accounts as the operator set them up.
    pub fn new(config: &Config) -> Self {
        Self {
            hasher: Hasher::new(),
            limits: Limits::new(&config.limits),
            proxies: Proxies(config.api.trusted_proxies.clone()),
        }
    }
}

/// The person who is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    #[schema(value_type = uuid::Uuid)]
    pub id: UserId,
    pub name: String,
    pub email: String,
    #[schema(value_type = String, example = "USER")]
    pub role: Role,
    pub email_verified: bool,
}

impl From<&Session> for User {
    fn from(session: &Session) -> Self {
        Self {
            id: session.user_id,
            name: session.name.clone(),
            email: session.email.clone(),
            role: session.role,
            email_verified: session.email_verified_at.is_some(),
        }
    }
}
