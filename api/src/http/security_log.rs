//! Security events: log lines of the target `security`, with stable names. They hold ids and networks, and no personal
//! text. docs/operating.md lists them.

use domain::model::UserId;
use strum::IntoStaticStr;
use tracing::{field::display, info};

use crate::http::limit::ClientAddress;

/// Something that a reader of the log looks for after an attack. The names in the log never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum SecurityEvent {
    SignedIn,
    SignInRefused,
    #[strum(serialize = "sign_in_locked")]
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
    /// Logs the event. `user` is the account that it happened to, where that is known.
    pub fn log(self, client: ClientAddress, user: Option<UserId>) {
        self.log_by(client, user, None);
    }

    /// Logs what an administrator did to a user.
    pub fn log_of_admin(self, client: ClientAddress, admin: UserId, user: UserId) {
        self.log_by(client, Some(user), Some(admin));
    }

    fn log_by(self, client: ClientAddress, user: Option<UserId>, admin: Option<UserId>) {
        let name: &str = self.into();
        let (user, admin) = (user.map(|user| display(user.0)), admin.map(|admin| display(admin.0)));
        let network = display(client.network());
        info!(
            target: "security",
            { security.event = name, user.id = user, admin.id = admin, client.network = network },
            "security event {name}"
        );
    }
}
