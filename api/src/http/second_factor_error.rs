//! Reasons why two-step sign-in refuses a request.

use axum::http::StatusCode;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

const UNPROCESSABLE: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

/// Maximum number of passkeys of an account.
pub const MAX_PASSKEYS: usize = 10;

/// Reason why two-step sign-in refuses a request.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub enum SecondFactorError {
    #[error("The code is wrong or was used before.")]
    WrongCode,
    #[error("The passkey was not accepted, or it took too long. Please try again.")]
    WrongPasskey,
    #[error("Please enter a code, or use a passkey.")]
    ProofMissing,
    #[error("This account has an authenticator app already.")]
    Exists,
    #[error("Two-step login is not set up.")]
    Missing,
    #[error("This account has no passkey.")]
    NoPasskey,
    #[error("Passkey not found.")]
    PasskeyNotFound,
    #[error("Adding the passkey took too long, or it was added before. Please start again.")]
    PasskeyExpired,
    #[error("The passkey belongs to an account already.")]
    PasskeyExists,
    #[error("An account can have at most {MAX_PASSKEYS} passkeys. Please remove one first.")]
    TooManyPasskeys,
    #[error("Passkeys need a site with a domain and https. This site's address has neither.")]
    PasskeysUnavailable,
    #[error("Administrators need two-step login here. Please set it up in your settings.")]
    RequiredOfAdmins,
}

impl SecondFactorError {
    pub(super) fn status_and_code(self) -> (StatusCode, &'static str) {
        match self {
            Self::WrongCode => (UNPROCESSABLE, "WRONG_CODE"),
            Self::WrongPasskey => (UNPROCESSABLE, "WRONG_PASSKEY"),
            Self::ProofMissing => (UNPROCESSABLE, "SECOND_FACTOR_MISSING"),
            Self::Exists => (StatusCode::CONFLICT, "SECOND_FACTOR_EXISTS"),
            Self::Missing => (StatusCode::CONFLICT, "NO_SECOND_FACTOR"),
            Self::NoPasskey => (StatusCode::CONFLICT, "NO_PASSKEY"),
            Self::PasskeyNotFound => (StatusCode::NOT_FOUND, "PASSKEY_NOT_FOUND"),
            Self::PasskeyExpired => (StatusCode::CONFLICT, "PASSKEY_EXPIRED"),
            Self::PasskeyExists => (StatusCode::CONFLICT, "PASSKEY_EXISTS"),
            Self::TooManyPasskeys => (UNPROCESSABLE, "TOO_MANY_PASSKEYS"),
            Self::PasskeysUnavailable => (StatusCode::CONFLICT, "PASSKEYS_UNAVAILABLE"),
            Self::RequiredOfAdmins => (StatusCode::FORBIDDEN, "ADMIN_NEEDS_SECOND_FACTOR"),
        }
    }

    /// Returns the field of the request that is wrong.
    pub(super) fn field(self) -> Option<&'static str> {
        match self {
            Self::WrongCode | Self::ProofMissing => Some("code"),
            Self::WrongPasskey => Some("passkey"),
            _ => None,
        }
    }
}

/// The second factors by which a sign-in goes on. A recovery code always serves.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorChoices {
    /// Whether the account has an authenticator app.
    pub app: bool,
    /// For accounts with a passkey: the options of `navigator.credentials.get()`, in the JSON form that
    /// `PublicKeyCredential.parseRequestOptionsFromJSON()` reads. The answer is good for five minutes, once.
    #[schema(value_type = Option<Object>)]
    pub passkey: Option<Value>,
}
