use anyhow::Context;
use domain::{
    model::Email,
    store::{
        email_changes::{self, ConfirmedAddress},
        mails::{self, Mail, MailKind, Recipient},
        notifications::{self, FiredAlert},
        passkeys, sign_ups, tokens,
        users::Language,
    },
};
use lettre::message::Mailbox;
use sqlx::PgPool;
use uuid::Uuid;

use super::{
    MailMessage, MailSender, address_change, alerts, digest, factor_changes, second_factor, suspension, words,
};
use crate::{
    http::token::Token,
    services::{budget_address, verdicts},
};

impl MailSender {
    /// Returns recipient and message; `None` when there is nobody to write to.
    pub(super) async fn compose(&self, mail: &Mail) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        match mail.kind {
            MailKind::SignUp => self.compose_sign_up(mail).await,
            MailKind::PasswordReset => self.compose_reset(mail).await,
            MailKind::PasswordChanged => self.compose_password_changed(mail).await,
            MailKind::PriceAlerts => self.compose_alerts(mail).await,
            MailKind::SecondFactorAdded => self.compose_warning(mail, second_factor::added_mail).await,
            MailKind::SecondFactorRemoved => self.compose_warning(mail, second_factor::removed_mail).await,
            MailKind::RecoveryCodeUsed => {
                let left = mail.payload["codesLeft"].as_i64().context("the mail has no number of codes")?;
                self.compose_warning(mail, |language, name, link| {
                    second_factor::recovery_code_used_mail(language, name, left, link)
                })
                .await
            }
            MailKind::RecoveryCodesRenewed => {
                self.compose_warning(mail, second_factor::recovery_codes_renewed_mail).await
            }
            MailKind::PasskeyAdded => self.compose_warning(mail, factor_changes::passkey_added_mail).await,
            MailKind::PasskeyRemoved => {
                self.compose_warning(mail, factor_changes::passkey_removed_mail).await
            }
            MailKind::AuthenticatorAppAdded => {
                self.compose_warning(mail, factor_changes::app_added_mail).await
            }
            MailKind::AuthenticatorAppRemoved => {
                self.compose_warning(mail, factor_changes::app_removed_mail).await
            }
            MailKind::OldAddress => self.compose_address_change(mail, ConfirmedAddress::Old).await,
            MailKind::NewAddress => self.compose_address_change(mail, ConfirmedAddress::New).await,
            MailKind::AccountDeleted => self.compose_account_deleted(mail),
            MailKind::AccountSuspended => self.compose_notice(mail, suspension::suspended_mail).await,
            MailKind::AccountRestored => {
                let link = self.link("/login");
                self.compose_notice(mail, |language, name| suspension::restored_mail(language, name, link))
                    .await
            }
        }
    }

    /// Composes a mail about a change of the account's protection, with a link for an owner who has not made it.
    async fn compose_warning(
        &self,
        mail: &Mail,
        write: impl FnOnce(Language, &str, String) -> MailMessage,
    ) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        let link = self.link("/forgot-password");
        self.compose_notice(mail, |language, name| write(language, name, link)).await
    }

    /// Names the passkeys that sign in whatever the password is: who lost the account to somebody else removes them too.
    async fn compose_password_changed(&self, mail: &Mail) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        let passkeys = match mail.user_id {
            Some(id) => passkeys::count(&self.db, id).await?,
            None => 0,
        };
        let settings = self.link("/settings");
        self.compose_warning(mail, |language, name, link| {
            words::password_changed_mail(language, name, (passkeys, settings), link)
        })
        .await
    }

    /// Composes a mail to a user.
    async fn compose_notice(
        &self,
        mail: &Mail,
        write: impl FnOnce(Language, &str) -> MailMessage,
    ) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        let Some(recipient) = recipient(&self.db, mail).await? else { return Ok(None) };
        let message = write(mail.language, &recipient.name);
        Ok(Some((address(&recipient.email)?, message)))
    }

    async fn compose_sign_up(&self, mail: &Mail) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        let Some(id) = mail.sign_up_id else { return Ok(None) };
        let Some(sign_up) = sign_ups::find(&self.db, id).await? else { return Ok(None) };
        if sign_up.is_taken {
            // The owner's own name and address are used: the name and spelling that a stranger typed do not reach them.
            let typed: Email = sign_up.email.parse().context("the stored email address is invalid")?;
            let Some(recipient) = mails::find_recipient_by_key(&self.db, typed.key()).await? else {
                return Ok(None);
            };
            let message = words::existing_account_mail(mail.language, &recipient.name, self.link("/login"));
            return Ok(Some((address(&recipient.email)?, message)));
        }
        let token = Token::random();
        tokens::insert_verification(&self.db, id, &token.hash()).await?;
        let link = self.link(&format!("/verify-email?token={}", token.text()));
        Ok(Some((address(&sign_up.email)?, words::verification_mail(mail.language, &sign_up.name, link))))
    }

    /// Asks one of the two addresses to confirm a change. A new address that has an account is told so instead: the user who
    /// typed it does not learn of the account.
    async fn compose_address_change(
        &self,
        mail: &Mail,
        address_to_confirm: ConfirmedAddress,
    ) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        let id: Uuid = mail.payload["changeId"].as_str().context("the mail names no change")?.parse()?;
        let Some(recipient) = recipient(&self.db, mail).await? else { return Ok(None) };
        let Some(change) = email_changes::find(&self.db, id).await? else { return Ok(None) };
        if address_to_confirm == ConfirmedAddress::New && change.is_taken {
            let message = address_change::taken_address_mail(mail.language, self.link("/login"));
            return Ok(Some((address(&change.email)?, message)));
        }
        let token = Token::random();
        tokens::insert_email_change(&self.db, id, address_to_confirm, &token.hash()).await?;
        let link = self.link(&format!("/verify-email?token={}", token.text()));
        let (to, message) = match address_to_confirm {
            ConfirmedAddress::Old => (
                &recipient.email,
                address_change::old_address_mail(mail.language, &recipient.name, &change.email, link),
            ),
            ConfirmedAddress::New => {
                (&change.email, address_change::new_address_mail(mail.language, &recipient.name, link))
            }
        };
        Ok(Some((address(to)?, message)))
    }

    fn compose_account_deleted(&self, mail: &Mail) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        let Some(email) = &mail.email_key else { return Ok(None) };
        let name = mail.payload["name"].as_str().context("the mail has no name")?;
        Ok(Some((address(email)?, words::account_deleted_mail(mail.language, name, self.link("/signup")))))
    }

    /// Writes the reset mail to the account's own address, not to the one that was typed.
    async fn compose_reset(&self, mail: &Mail) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        let Some(key) = &mail.email_key else { return Ok(None) };
        let Some(recipient) = mails::find_recipient_by_key(&self.db, key).await? else { return Ok(None) };
        let token = Token::random();
        tokens::insert_reset(&self.db, recipient.id, &token.hash()).await?;
        let link = self.link(&format!("/reset-password?token={}", token.text()));
        Ok(Some((
            address(&recipient.email)?,
            words::password_reset_mail(mail.language, &recipient.name, link),
        )))
    }

    /// Reads the fired alerts when the mail is sent: users who have switched these mails off meanwhile get none.
    async fn compose_alerts(&self, mail: &Mail) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        let Some(recipient) = recipient(&self.db, mail).await? else { return Ok(None) };
        let mut fired = notifications::list_by_mail(&self.db, mail.id).await?;
        let is_digest = mail.payload["digest"] == true;
        if is_digest {
            fired = digest::merge_repeated_drops(fired);
        }
        let settings = self.link("/settings");
        let verdicts = verdicts::find_verdicts(&self.db, &fired).await?;
        let lines = || fired.iter().map(|one| (one, verdicts.get(&one.id), self.page_of(one))).collect();
        let (language, name) = (mail.language, &recipient.name);
        let message = match fired.as_slice() {
            [] => return Ok(None),
            _ if is_digest => digest::write_digest(language, name, lines(), settings),
            [one] => {
                alerts::write_single(language, name, one, verdicts.get(&one.id), self.page_of(one), &settings)
            }
            _ => alerts::write_several(language, name, lines(), settings),
        };
        Ok(Some((address(&recipient.email)?, message)))
    }

    fn page_of(&self, fired: &FiredAlert) -> String {
        self.link(&page_of(fired))
    }

    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }
}

/// Returns the path of the page about the subject of an alert.
pub(crate) fn page_of(fired: &FiredAlert) -> String {
    if let Some(watched) = &fired.budget {
        return budget_address::path(&watched.0);
    }
    match (fired.product_id, &fired.share_token) {
        (Some(id), _) => format!("/product/{id}"),
        (None, Some(token)) => format!("/build/{token}"),
        (None, None) => "/settings".to_owned(),
    }
}

async fn recipient(db: &PgPool, mail: &Mail) -> sqlx::Result<Option<Recipient>> {
    match mail.user_id {
        Some(id) => mails::find_recipient(db, id).await,
        None => Ok(None),
    }
}

fn address(text: &str) -> anyhow::Result<Mailbox> {
    Ok(Mailbox::new(None, text.parse().context("the stored email address is not a mailbox")?))
}
