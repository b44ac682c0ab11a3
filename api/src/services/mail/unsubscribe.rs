//! The link that ends mails of a kind, for the mails that a user may do without.

use domain::store::{
    mails::{Mail, MailKind},
    users::Language,
};

use super::MailSender;

/// The link of a mail that ends mails of its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnsubscribeLink {
    pub(super) label: &'static str,
    /// Opens a page that asks for a press, and ends the mails when a mail program posts to it (RFC 8058).
    pub(super) link: String,
}

impl MailSender {
    /// Returns the link of a mail that its user may unsubscribe from; `None` for a mail about the account and its protection.
    pub(super) async fn unsubscribe_link(&self, mail: &Mail) -> sqlx::Result<Option<UnsubscribeLink>> {
        let Some(user_id) = mail.user_id.filter(|_| is_optional(mail.kind)) else { return Ok(None) };
        let token = self.unsubscribe.sign(&self.db, user_id).await?;
        let (label, folder) = match mail.language {
            Language::En => ("Stop all price alert mails", ""),
            Language::Ar => ("وقّف كل رسائل تنبيهات الأسعار", "/ar"),
        };
        Ok(Some(UnsubscribeLink {
            label,
            link: format!("{}{folder}/unsubscribe?token={token}", self.public_url),
        }))
    }
}

/// Whether a user may unsubscribe from mails of this kind.
fn is_optional(kind: MailKind) -> bool {
    match kind {
        MailKind::PriceAlerts => true,
        MailKind::SignUp
        | MailKind::PasswordReset
        | MailKind::PasswordChanged
        | MailKind::SecondFactorAdded
        | MailKind::SecondFactorRemoved
        | MailKind::RecoveryCodeUsed
        | MailKind::RecoveryCodesRenewed
        | MailKind::PasskeyAdded
        | MailKind::PasskeyRemoved
        | MailKind::AuthenticatorAppAdded
        | MailKind::AuthenticatorAppRemoved
        | MailKind::OldAddress
        | MailKind::NewAddress
        | MailKind::AccountDeleted
        | MailKind::AccountSuspended
        | MailKind::AccountRestored => false,
    }
}
