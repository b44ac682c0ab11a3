//! Actions of administrators on the account of one user: roles, sessions, suspension, deletion, lost second factors.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use domain::{
    model::UserId,
    store::audit::Actor,
    transactions::{
        second_factors::{self, RemoveSecondFactorError},
        user_accounts::{self, AccountChangeError},
        user_roles::{self, RoleError},
    },
};
use serde::Deserialize;
use sqlx::{PgPool, PgTransaction};
use utoipa::ToSchema;

use crate::http::{
    cache::CachePolicy,
    error::{AdminError, ApiError, ApiResult},
    extract::Path,
    limit::ClientAddress,
    public_url::PublicUrl,
    security_log::SecurityEvent,
    session::{Admin, cookie},
};

/// Action on a user's account. All but `restore` end all sessions of the user, where they change anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UserAction {
    /// Makes the user an administrator. Sessions end here, too: a stolen one gains no rights.
    GrantAdmin,
    /// Removes the administrator role from a user, or from the caller.
    RevokeAdmin,
    /// Ends all sessions; the user may sign in again.
    SignOut,
    /// The user cannot sign in until restored, and gets no alert mails.
    Suspend,
    /// Lets a suspended user sign in again.
    Restore,
    /// Deletes the account and all its data, for good.
    Delete,
    /// Removes the authenticator app and the passkeys of a user who lost them and the recovery codes. A mail tells the user.
    RemoveSecondFactor,
}

/// `POST /api/admin/users/{id}/{action}`: changes a user's account.
#[utoipa::path(
    post,
    path = "/api/admin/users/{id}/{action}",
    params(("id" = uuid::Uuid, Path), ("action" = inline(UserAction), Path)),
    responses(
        (status = 204, description = "The account is changed, or was so already"),
        (status = 404, description = "The user or the action does not exist"),
        (status = 409, description = "The user is an administrator, the last one, or suspended, or has no second factor: the code says which"),
    )
)]
pub async fn change_user(
    State(db): State<PgPool>,
    State(public_url): State<PublicUrl>,
    client: ClientAddress,
    Admin(session): Admin,
    Path((id, action)): Path<(String, String)>,
) -> ApiResult<Response> {
    let action = read_action(&action)?;
    let id: UserId = id.parse().map_err(|_| AdminError::UserNotFound)?;
    let mut tx = db.begin().await?;
    action.run(&mut tx, session.user_id, id).await?;
    tx.commit().await?;
    action.event().log_of_admin(client, session.user_id, id);
    // The caller's own sessions have ended, except that an administrator stays one.
    let is_signed_out = id == session.user_id && action != UserAction::GrantAdmin;
    let cleared_cookie = is_signed_out.then(|| cookie::clear_session(&public_url));
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, cleared_cookie, ()).into_response())
}

fn read_action(text: &str) -> ApiResult<UserAction> {
    let named = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(text);
    UserAction::deserialize(named).map_err(|_| ApiError::NoRoute)
}

impl UserAction {
    /// Makes the change and its audit entry.
    async fn run(self, tx: &mut PgTransaction<'_>, admin: UserId, id: UserId) -> ApiResult<()> {
        match self {
            Self::GrantAdmin => user_roles::grant_admin(tx, admin, id).await?,
            Self::RevokeAdmin => user_roles::revoke_admin(tx, admin, id).await?,
            Self::SignOut => user_roles::sign_out(tx, admin, id).await?,
            Self::Suspend => user_accounts::suspend(tx, admin, id).await?,
            Self::Restore => user_accounts::restore(tx, admin, id).await?,
            Self::Delete => user_accounts::delete(tx, admin, id).await?,
            Self::RemoveSecondFactor => second_factors::remove(tx, Actor::Admin(admin), id).await?,
        }
        Ok(())
    }

    fn event(self) -> SecurityEvent {
        match self {
            Self::GrantAdmin => SecurityEvent::AdminGranted,
            Self::RevokeAdmin => SecurityEvent::AdminRevoked,
            Self::SignOut => SecurityEvent::SessionsEnded,
            Self::Suspend => SecurityEvent::AccountSuspended,
            Self::Restore => SecurityEvent::AccountRestored,
            Self::Delete => SecurityEvent::AccountDeleted,
            Self::RemoveSecondFactor => SecurityEvent::SecondFactorRemoved,
        }
    }
}

impl From<RoleError> for ApiError {
    fn from(error: RoleError) -> Self {
        match error {
            RoleError::NoUser => AdminError::UserNotFound.into(),
            RoleError::LastAdmin => AdminError::LastAdmin.into(),
            RoleError::Suspended => AdminError::UserSuspended.into(),
            RoleError::Database(error) => error.into(),
        }
    }
}

impl From<AccountChangeError> for ApiError {
    fn from(error: AccountChangeError) -> Self {
        match error {
            AccountChangeError::NoUser => AdminError::UserNotFound.into(),
            AccountChangeError::IsAdmin => AdminError::UserIsAdmin.into(),
            AccountChangeError::Database(error) => error.into(),
        }
    }
}

impl From<RemoveSecondFactorError> for ApiError {
    fn from(error: RemoveSecondFactorError) -> Self {
        match error {
            RemoveSecondFactorError::UnknownUser => AdminError::UserNotFound.into(),
            RemoveSecondFactorError::Missing => AdminError::NoSecondFactor.into(),
            RemoveSecondFactorError::Database(error) => error.into(),
        }
    }
}
