use anyhow::Context;
use domain::{
    model::Email,
    store::{
        mails::{self, Mail, MailKind, Recipient},
        notifications::{self, FiredAlert},
        sign_ups, tokens,
        users::Language,
    },
};
use lettre::message::Mailbox;
use sqlx::PgPool;

use super::{MailMessage, MailSender, alerts, factor_changes, second_factor, words};
use crate::{http::token::Token, services::budget_address};

impl MailSender {
    /// Returns recipient and message; `None` when there is nobody to write to.
    pub(super) async fn compose(&self, mail: &Mail) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        match mail.kind {
            MailKind::SignUp => self.compose_sign_up(mail).await,
            MailKind::PasswordReset => self.compose_reset(mail).await,
            MailKind::PasswordChanged => self.compose_warning(mail, words::password_changed_mail).await,
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
        }
    }

    /// Composes a mail about a change of the account's protection, with a link for an owner who has not made it.
    async fn compose_warning(
        &self,
        mail: &Mail,
        write: impl FnOnce(Language, &str, String) -> MailMessage,
    ) -> anyhow::Result<Option<(Mailbox, MailMessage)>> {
        let Some(recipient) = recipient(&self.db, mail).await? else { return Ok(None) };
        let message = write(mail.language, &recipient.name, self.link("/forgot-password"));
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
        let fired = notifications::list_by_mail(&self.db, mail.id).await?;
        let settings = self.link("/settings");
        let message = match fired.as_slice() {
            [] => return Ok(None),
            [one] => alerts::write_single(mail.language, &recipient.name, one, self.page_of(one), &settings),
            several => {
                let lines = several.iter().map(|one| (one, self.page_of(one))).collect();
                alerts::write_several(mail.language, &recipient.name, lines, settings)
            }
        };
        Ok(Some((address(&recipient.email)?, message)))
    }

    fn page_of(&self, fired: &FiredAlert) -> String {
        if let Some(watched) = &fired.budget {
            return self.link(&budget_address::path(&watched.0));
        }
        match (fired.product_id, &fired.share_token) {
            (Some(id), _) => self.link(&format!("/product/{id}")),
            (None, Some(token)) => self.link(&format!("/build/{token}")),
            (None, None) => self.link("/settings"),
        }
    }

    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
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
