//! Security events: log lines of the target `security`, with stable names. They hold ids and networks, and no personal
//! text. docs/operating.md lists them.

use domain::model::UserId;
use tracing::{field::display, info};

use crate::http::limit::ClientAddress;

/// Something that a reader of the log looks for after an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecurityEvent {
    SignedIn,
    SignInRefused,
    SignInRateLimited,
    CodeRefused,
    PasswordRefused,
    PasswordChanged,
    PasswordReset,
    SessionsEnded,
    AdminGranted,
    AdminRevoked,
    SecondFactorAdded,
    SecondFactorRemoved,
    RecoveryCodeUsed,
    RecoveryCodesRenewed,
    AuthenticatorAppAdded,
    AuthenticatorAppRemoved,
    PasskeyAdded,
    PasskeyRemoved,
    PasskeyRefused,
    PasskeyCounterRefused,
    EmailChangeRequested,
    EmailChanged,
    AccountDeleted,
    AccountSuspended,
    AccountRestored,
}

impl SecurityEvent {
    /// Returns the name in the log, which never changes.
    fn name(self) -> &'static str {
        match self {
            Self::SignedIn => "signed_in",
            Self::SignInRefused => "sign_in_refused",
            Self::SignInRateLimited => "sign_in_locked",
            Self::CodeRefused => "code_refused",
            Self::PasswordRefused => "password_refused",
            Self::PasswordChanged => "password_changed",
            Self::PasswordReset => "password_reset",
            Self::SessionsEnded => "sessions_ended",
            Self::AdminGranted => "admin_granted",
            Self::AdminRevoked => "admin_revoked",
            Self::SecondFactorAdded => "second_factor_added",
            Self::SecondFactorRemoved => "second_factor_removed",
            Self::RecoveryCodeUsed => "recovery_code_used",
            Self::RecoveryCodesRenewed => "recovery_codes_renewed",
            Self::AuthenticatorAppAdded => "authenticator_app_added",
            Self::AuthenticatorAppRemoved => "authenticator_app_removed",
            Self::PasskeyAdded => "passkey_added",
            Self::PasskeyRemoved => "passkey_removed",
            Self::PasskeyRefused => "passkey_refused",
            Self::PasskeyCounterRefused => "passkey_counter_refused",
            Self::EmailChangeRequested => "email_change_requested",
            Self::EmailChanged => "email_changed",
            Self::AccountDeleted => "account_deleted",
            Self::AccountSuspended => "account_suspended",
            Self::AccountRestored => "account_restored",
        }
    }

    /// Logs the event. `user` is the account that it happened to, where that is known.
    pub fn log(self, client: ClientAddress, user: Option<UserId>) {
        self.log_by(client, user, None);
    }

    /// Logs what an administrator did to a user.
    pub fn log_of_admin(self, client: ClientAddress, admin: UserId, user: UserId) {
        self.log_by(client, Some(user), Some(admin));
    }

    fn log_by(self, client: ClientAddress, user: Option<UserId>, admin: Option<UserId>) {
        let name = self.name();
        let (user, admin) = (user.map(|user| display(user.0)), admin.map(|admin| display(admin.0)));
        let network = display(client.network());
        info!(
            target: "security",
            { security.event = name, user.id = user, admin.id = admin, client.network = network },
            "security event {name}"
        );
    }
}
