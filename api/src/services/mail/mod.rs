//! Mail delivery: composes and sends the mails of the database's outbox. Other code inserts mails of accounts. The
//! mails of price alerts are driven from here: each round first fires the due alerts and queues their mails
//! (`domain::transactions::alert_mails`).

mod address_change;
mod alert_events;
mod alerts;
mod compose;
mod digest;
mod factor_changes;
mod message;
mod second_factor;
mod suspension;
mod transport;
mod unsubscribe;
mod words;

use std::{path::Path, time::Duration};

use anyhow::Context;
use domain::{
    config,
    store::{
        email_changes,
        mails::{self, Mail, MailKind},
        notification_deliveries, notifications, passkeys, sign_ups, telegram_links, tokens, used_bot_checks,
    },
    transactions::alert_mails,
};
use lettre::message::Mailbox;
use metrics::{counter, gauge};
use sqlx::PgPool;
use tokio::sync::watch;
use tracing::{info, warn};

use self::transport::Transport;
use crate::services::unsubscribe::UnsubscribeTokens;

pub(crate) use alerts::title_and_sentence;
pub(crate) use compose::page_of;
pub use message::MailMessage;

/// Poll interval of the outbox.
const POLL: Duration = Duration::from_secs(1);
/// Number of mails sent at once, and the duration of their lease: the mails of a process that dies are taken over by
/// others after the lease. The lease is longer than a mail may take (`mail.max_seconds`, at most [`MAX_TIME`]).
const MAILS_AT_ONCE: i64 = 10;
const LEASE: time::Duration = time::Duration::minutes(5);
/// Maximum time for one mail, whatever is configured: two minutes less than the lease.
const MAX_TIME: Duration = Duration::from_secs(180);
/// Pause after a failure, doubled each time up to the maximum.
const FIRST_PAUSE: time::Duration = time::Duration::seconds(30);
const MAX_PAUSE: time::Duration = time::Duration::hours(6);
/// Interval of the deletion of expired rows.
const DELETE_INTERVAL: Duration = Duration::from_secs(15 * 60);
/// Interval of the evaluation of all alerts.
const EVALUATION_INTERVAL: Duration = Duration::from_secs(15 * 60);
/// Interval of the count of waiting mails.
const COUNT_INTERVAL: Duration = Duration::from_secs(10);

/// Sends the mails of the outbox. Any number of processes may do so at once.
pub struct MailSender {
    db: PgPool,
    transport: Transport,
    from: Mailbox,
    /// Time limit for one mail.
    max_time: Duration,
    /// Base address of links.
    public_url: String,
    unsubscribe: UnsubscribeTokens,
    /// Whether each link is also logged: for machines without mail.
    links_in_log: bool,
}

impl MailSender {
    /// Creates a sender from the configuration.
    ///
    /// # Errors
    /// Names the configuration key that cannot be read.
    pub fn new(db: PgPool, config: &config::Mail, data: &Path, public_url: &str) -> anyhow::Result<Self> {
        let transport = Transport::new(config, data)?;
        let links_in_log = config.links_in_log && matches!(transport, Transport::Files(_));
        Ok(Self {
            db,
            transport,
            from: config.from.parse().context("mail.from must be an address such as Name <a@b.example>")?,
            max_time: Duration::from_secs(config.max_seconds.get().into()).min(MAX_TIME),
            public_url: public_url.to_owned(),
            unsubscribe: UnsubscribeTokens::default(),
            links_in_log,
        })
    }

    /// Sends until `stopping` turns true. Counting and deleting run on their own, so that a slow mail server does not
    /// delay them.
    pub async fn run(&self, stopping: watch::Receiver<bool>) {
        if let Transport::Files(folder) = &self.transport {
            info!("Mails are written to {}", folder.display());
        }
        tokio::join!(
            self.evaluate_alerts_periodically(stopping.clone()),
            self.fire_alerts_periodically(stopping.clone()),
            self.send_periodically(stopping.clone()),
            self.count_periodically(stopping.clone()),
            self.delete_expired_periodically(stopping),
        );
    }

    async fn evaluate_alerts_periodically(&self, mut stopping: watch::Receiver<bool>) {
        loop {
            if let Err(error) = alert_mails::evaluate_all(&self.db).await {
                warn!("Cannot evaluate all price alerts: {error}");
            }
            if is_stopped_after(EVALUATION_INTERVAL, &mut stopping).await {
                return;
            }
        }
    }

    /// Fires alerts in a loop of its own: the notification centre does not wait for mails.
    async fn fire_alerts_periodically(&self, mut stopping: watch::Receiver<bool>) {
        loop {
            if let Err(error) = self.fire_alerts().await {
                warn!("Cannot fire the price alerts that are due: {error}");
            }
            if is_stopped_after(POLL, &mut stopping).await {
                return;
            }
        }
    }

    async fn send_periodically(&self, mut stopping: watch::Receiver<bool>) {
        loop {
            let more = self.send_mails().await.unwrap_or_else(|error| {
                warn!("Cannot send the mails that are due: {error}");
                false
            });
            let pause = if more { Duration::ZERO } else { POLL };
            if is_stopped_after(pause, &mut stopping).await {
                return;
            }
        }
    }

    async fn count_periodically(&self, mut stopping: watch::Receiver<bool>) {
        loop {
            if let Err(error) = self.count().await {
                warn!("Cannot count the mails in the outbox: {error}");
            }
            if is_stopped_after(COUNT_INTERVAL, &mut stopping).await {
                return;
            }
        }
    }

    async fn delete_expired_periodically(&self, mut stopping: watch::Receiver<bool>) {
        loop {
            if let Err(error) = self.delete_expired().await {
                warn!("Cannot delete expired rows: {error}");
            }
            if is_stopped_after(DELETE_INTERVAL, &mut stopping).await {
                return;
            }
        }
    }

    /// Fires the due alerts and queues their mails.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn fire_alerts(&self) -> sqlx::Result<()> {
        let queued = alert_mails::fire_and_queue_mails(&self.db).await?;
        counter!("alerts_due_total").increment(queued.alerts_due.unsigned_abs());
        Ok(())
    }

    /// Sends the mails that are due, concurrently. Returns whether there may be more.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn send_mails(&self) -> sqlx::Result<bool> {
        let claimed_mails = mails::claim(&self.db, MAILS_AT_ONCE, LEASE).await?;
        let sends = claimed_mails.iter().map(|mail| self.send_or_postpone(mail));
        let done = futures::future::join_all(sends).await;
        done.into_iter().collect::<sqlx::Result<()>>()?;
        Ok(claimed_mails.len() as i64 == MAILS_AT_ONCE)
    }

    async fn send_or_postpone(&self, mail: &Mail) -> sqlx::Result<()> {
        // Not when the mail is queued: a mail that failed, or that many others delay, would be sent at night.
        if mails::postpone_in_quiet_hours(&self.db, mail.id).await? {
            return Ok(());
        }
        let sent = match tokio::time::timeout(self.max_time, self.send(mail)).await {
            Ok(sent) => sent,
            Err(_) => {
                Err(anyhow::anyhow!("the mail server did not answer within {} s", self.max_time.as_secs()))
            }
        };
        match sent {
            Ok(()) => {
                counter!("mails_sent_total", "kind" => kind_label(mail.kind)).increment(1);
                mails::finish(&self.db, mail.id).await
            }
            Err(error) => {
                counter!("mail_failures_total", "kind" => kind_label(mail.kind)).increment(1);
                self.postpone(mail, &format!("{error:#}")).await
            }
        }
    }

    async fn send(&self, mail: &Mail) -> anyhow::Result<()> {
        // A mail without a recipient (no account, or deleted meanwhile) counts as sent.
        let Some((to, message)) = self.compose(mail).await? else { return Ok(()) };
        if self.links_in_log
            && let Some(link) = message.link()
        {
            info!(target: "mail_link", "A mail ({:?}) has the link {link}", mail.kind);
        }
        let unsubscribe = self.unsubscribe_link(mail).await?;
        let message = message.to_mime(mail.id, self.from.clone(), to, mail.language, unsubscribe.as_ref())?;
        self.transport.send(mail.id, message).await
    }

    async fn postpone(&self, mail: &Mail, error: &str) -> sqlx::Result<()> {
        let doublings = mail.attempts.clamp(1, 16) - 1;
        let pause = (FIRST_PAUSE * 2_i32.pow(doublings.unsigned_abs())).min(MAX_PAUSE);
        let error = without_addresses(error);
        warn!(
            "Cannot send mail {} ({:?}), next attempt in {} s: {error}",
            mail.id,
            mail.kind,
            pause.whole_seconds(),
        );
        mails::postpone(&self.db, mail.id, &error, pause).await
    }

    async fn delete_expired(&self) -> sqlx::Result<()> {
        sign_ups::delete_expired(&self.db).await?;
        email_changes::delete_expired(&self.db).await?;
        tokens::delete_expired(&self.db).await?;
        telegram_links::delete_expired(&self.db).await?;
        passkeys::delete_expired_challenges(&self.db).await?;
        used_bot_checks::delete_expired(&self.db).await?;
        mails::delete_old(&self.db).await?;
        notification_deliveries::delete_old(&self.db).await?;
        notifications::delete_old(&self.db).await?;
        Ok(())
    }

    /// Reports the numbers of waiting and failing mails to the metrics.
    async fn count(&self) -> sqlx::Result<()> {
        let waiting = mails::count_waiting(&self.db).await?;
        gauge!("mails_waiting").set(waiting.waiting as f64);
        gauge!("mails_failing").set(waiting.failing as f64);
        Ok(())
    }
}

/// The kind as a label of metrics.
fn kind_label(kind: MailKind) -> &'static str {
    match kind {
        MailKind::SignUp => "sign_up",
        MailKind::PasswordReset => "password_reset",
        MailKind::PasswordChanged => "password_changed",
        MailKind::PriceAlerts => "price_alerts",
        MailKind::SecondFactorAdded => "second_factor_added",
        MailKind::SecondFactorRemoved => "second_factor_removed",
        MailKind::RecoveryCodeUsed => "recovery_code_used",
        MailKind::RecoveryCodesRenewed => "recovery_codes_renewed",
        MailKind::PasskeyAdded => "passkey_added",
        MailKind::PasskeyRemoved => "passkey_removed",
        MailKind::AuthenticatorAppAdded => "authenticator_app_added",
        MailKind::AuthenticatorAppRemoved => "authenticator_app_removed",
        MailKind::OldAddress => "old_address",
        MailKind::NewAddress => "new_address",
        MailKind::AccountDeleted => "account_deleted",
        MailKind::AccountSuspended => "account_suspended",
        MailKind::AccountRestored => "account_restored",
    }
}

/// Waits for the pause; returns whether the process stops.
async fn is_stopped_after(pause: Duration, stopping: &mut watch::Receiver<bool>) -> bool {
    // An error means that the sender is gone: stop as well.
    tokio::time::timeout(pause, stopping.wait_for(|stop| *stop)).await.is_ok()
}

/// Masks mail addresses: mail servers' errors often name the recipient, which must not reach logs and administrators'
/// lists.
fn without_addresses(text: &str) -> String {
    let words = text.split_whitespace().map(|word| if word.contains('@') { "(address)" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stay_out_of_logs() {
        let error = "permanent error (550): <sara@example.com>: unknown user";
        assert_eq!(without_addresses(error), "permanent error (550): (address) unknown user");
    }
}
