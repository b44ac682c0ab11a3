//! Mails: written in the database by what causes them, composed and sent here.

mod alerts;
mod compose;
mod letter;
mod transport;
mod words;

use std::{path::Path, time::Duration};

use anyhow::Context;
use domain::{
    config,
    store::{
        mails::{self, Mail},
        notifications, sign_ups, solutions, tokens,
    },
};
use lettre::message::Mailbox;
use metrics::gauge;
use sqlx::PgPool;
use tokio::{sync::watch, time::Instant};
use tracing::{info, warn};

use self::transport::Transport;

pub use letter::Letter;

/// How often the outbox is looked at.
const POLL: Duration = Duration::from_secs(1);
/// How many mails are taken at once, and for how long: whoever dies with them leaves them to others afterwards.
const BATCH: i64 = 10;
const LEASE: time::Duration = time::Duration::minutes(5);
/// The pause after a failure; it doubles, up to the longest.
const FIRST_PAUSE: time::Duration = time::Duration::seconds(30);
const LONGEST_PAUSE: time::Duration = time::Duration::hours(6);
/// How often what is over is removed.
const TIDYING: Duration = Duration::from_secs(15 * 60);

/// Sends what waits in the outbox. Any number of processes may do so at once.
pub struct Sender {
    db: PgPool,
    transport: Transport,
    from: Mailbox,
    /// Where links lead.
    public_url: String,
    /// Whether each link goes into the log as well: for machines without mail.
    links_in_log: bool,
}

impl Sender {
    /// A sender as the operator set it up.
    ///
    /// # Errors
    /// Names the key that cannot be read.
    pub fn new(db: PgPool, config: &config::Mail, data: &Path, public_url: &str) -> anyhow::Result<Self> {
        let transport = Transport::new(config, data)?;
        let links_in_log = config.links_in_log && matches!(transport, Transport::Files(_));
        Ok(Self {
            db,
            transport,
            from: config
                .from
                .parse()
                .context("mail.from is no address in the manner of Name <a@b.example>")?,
            public_url: public_url.to_owned(),
            links_in_log,
        })
    }

    /// Sends until told to stop.
    pub async fn run(self, mut stopping: watch::Receiver<bool>) {
        if let Transport::Files(folder) = &self.transport {
            info!("Mails are written to {}", folder.display());
        }
        let mut tidied: Option<Instant> = None;
        loop {
            let more = self.send_due().await.unwrap_or_else(|error| {
                warn!("Mails cannot be looked for: {error}");
                false
            });
            if tidied.is_none_or(|at| at.elapsed() > TIDYING) {
                tidied = Some(Instant::now());
                if let Err(error) = self.tidy().await {
                    warn!("What is over cannot be removed: {error}");
                }
            }
            if more {
                continue;
            }
            tokio::select! {
                () = tokio::time::sleep(POLL) => {}
                // An error means that the sender is gone: stop as well.
                _ = stopping.wait_for(|stop| *stop) => return,
            }
        }
    }

    /// Sends what is due now; whether there may be more.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn send_due(&self) -> sqlx::Result<bool> {
        notifications::write_mails(&self.db).await?;
        let due = mails::claim(&self.db, BATCH, LEASE).await?;
        for mail in &due {
            match self.send(mail).await {
                Ok(()) => mails::finish(&self.db, mail.id).await?,
                Err(error) => self.postpone(mail, &format!("{error:#}")).await?,
            }
        }
        Ok(due.len() as i64 == BATCH)
    }

    async fn send(&self, mail: &Mail) -> anyhow::Result<()> {
        // Nobody to write to (no account, or gone meanwhile) is no failure.
        let Some((to, letter)) = self.compose(mail).await? else { return Ok(()) };
        if self.links_in_log
            && let Some(link) = letter.link()
        {
            info!(target: "mail_link", "A mail ({:?}) has the link {link}", mail.kind);
        }
        let message = letter.message(mail.id, self.from.clone(), to, mail.language)?;
        self.transport.send(mail.id, message).await
    }

    async fn postpone(&self, mail: &Mail, error: &str) -> sqlx::Result<()> {
        let doublings = mail.attempts.clamp(1, 16) - 1;
        let pause = (FIRST_PAUSE * 2_i32.pow(doublings.unsigned_abs())).min(LONGEST_PAUSE);
        let error = without_addresses(error);
        warn!(
            "Mail {} ({:?}) was not sent, and will be tried again in {} s: {error}",
            mail.id,
            mail.kind,
            pause.whole_seconds(),
        );
        mails::postpone(&self.db, mail.id, &error, pause).await
    }

    async fn tidy(&self) -> sqlx::Result<()> {
        sign_ups::delete_expired(&self.db).await?;
        tokens::delete_expired(&self.db).await?;
        solutions::delete_expired(&self.db).await?;
        mails::delete_old(&self.db).await?;
        notifications::delete_old(&self.db).await?;
        let waiting = mails::count_waiting(&self.db).await?;
        gauge!("mails_waiting").set(waiting.waiting as f64);
        gauge!("mails_failing").set(waiting.failing as f64);
        Ok(())
    }
}

/// What mail servers say often names whom they refused; logs and operators' lists do not.
fn without_addresses(text: &str) -> String {
    let words = text.split_whitespace().map(|word| if word.contains('@') { "(address)" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stay_out_of_logs() {
        let said = "permanent error (550): <sara@example.com>: unknown user";
        assert_eq!(without_addresses(said), "permanent error (550): (address) unknown user");
    }
}
