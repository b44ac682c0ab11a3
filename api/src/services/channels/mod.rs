//! Channels of alerts beside mails: tells browsers, webhooks, ntfy and Telegram of the alerts that fired. Any number of
//! processes may do so at once: each message is claimed, sent and marked as done.

mod address;
mod message;
mod ntfy;
mod push;
mod request;
mod telegram;
mod vapid;
mod webhook;

use std::{sync::Arc, time::Duration};

use domain::{
    config,
    store::{
        notification_channels::{self, ChannelKind, NotificationChannel},
        notification_deliveries::{self, ClaimedDelivery},
        users::Language,
    },
};
use futures::{StreamExt, future, stream::FuturesUnordered};
use metrics::counter;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use sqlx::PgPool;
use tokio::sync::{OnceCell, watch};
use tracing::{info, warn};

use self::{address::AddressRules, message::ChannelMessage, vapid::VapidKey};
use crate::{
    http::public_url::PublicUrl,
    services::{telegram::Telegram, verdicts},
};

pub use address::AddressProblem;
pub use push::{PushAddress, PushKeyProblem};
pub use request::SendError;
pub use webhook::WebhookAddress;

/// Poll interval of the queue.
const POLL: Duration = Duration::from_secs(1);
/// Messages that one process sends at once, each to another channel: what hangs holds back nobody else.
const MESSAGES_AT_ONCE: usize = 32;
/// Duration of a claim: the messages of a process that dies are taken over by others afterwards. Longer than the three
/// seconds that a message may take ([`request::MAX_WAIT`]).
const LEASE: time::Duration = time::Duration::seconds(60);
/// Pause after a failure, four times as long each time; after so many attempts, the message is given up.
const FIRST_PAUSE: time::Duration = time::Duration::seconds(30);
const MAX_ATTEMPTS: i32 = 6;

/// Sends to channels. Cheap to clone.
#[derive(Clone)]
pub struct ChannelSender(Arc<Sender>);

struct Sender {
    db: PgPool,
    rules: AddressRules,
    client: OnceCell<reqwest::Client>,
    vapid: VapidKey,
    telegram: Telegram,
    public_url: PublicUrl,
}

/// The address of a topic of an ntfy server.
#[derive(Debug, Deserialize)]
struct NtfyAddress {
    url: String,
}

impl ChannelSender {
    /// Creates a sender from the configuration. `public_url` is the base address of links.
    pub fn new(db: PgPool, config: &config::Channels, telegram: Telegram, public_url: PublicUrl) -> Self {
        Self(Arc::new(Sender {
            db,
            rules: AddressRules { allow_private: config.allow_private_addresses },
            client: OnceCell::new(),
            vapid: VapidKey::new(config.vapid_private_key.clone()),
            telegram,
            public_url,
        }))
    }

    /// Reads an address that a user typed or a browser gave, and returns it as it is stored.
    ///
    /// # Errors
    /// The reason why nothing is sent there.
    pub fn read_address(&self, text: &str) -> Result<String, AddressProblem> {
        self.0.rules.read(text).map(String::from)
    }

    /// Returns the public key of this installation in base64url, with which browsers subscribe.
    ///
    /// # Errors
    /// When the database does not answer, or the configured key is none.
    pub async fn push_key(&self) -> anyhow::Result<String> {
        Ok(vapid::public_text(self.0.vapid.load(&self.0.db).await?))
    }

    /// Sends until `stopping` turns true; then only what has begun.
    pub async fn run(self, mut stopping: watch::Receiver<bool>) {
        let mut sending = FuturesUnordered::new();
        loop {
            match self.claim(MESSAGES_AT_ONCE - sending.len()).await {
                Ok(claimed) => sending.extend(claimed.into_iter().map(|one| self.deliver(one))),
                Err(error) => warn!("Cannot claim the messages to channels that are due: {error}"),
            }
            tokio::select! {
                Some(()) = sending.next(), if !sending.is_empty() => {}
                is_stopped = is_stopped_after(POLL, &mut stopping) => {
                    if is_stopped {
                        break;
                    }
                }
            }
        }
        while sending.next().await.is_some() {}
    }

    /// Sends the messages that are due now, one for each channel. Returns their number.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn send_due(&self) -> sqlx::Result<usize> {
        let claimed = self.claim(MESSAGES_AT_ONCE).await?;
        let count = claimed.len();
        future::join_all(claimed.into_iter().map(|one| self.deliver(one))).await;
        Ok(count)
    }

    /// Sends a test message, which says nothing of an alert, and records whether it arrived: a channel that was paused goes on.
    ///
    /// # Errors
    /// When the database does not answer. The inner error says why the message did not arrive.
    pub async fn send_test(&self, channel: &NotificationChannel) -> sqlx::Result<Result<(), SendError>> {
        let message = ChannelMessage::test(channel.language, &self.0.public_url);
        let sent = self.send(channel.kind, &channel.address, channel.language, &message).await;
        match &sent {
            Ok(()) => notification_deliveries::record_success(&self.0.db, channel.id).await?,
            Err(SendError::Gone) => self.remove(channel.kind, &channel.address).await?,
            Err(error) => {
                notification_deliveries::record_failure(&self.0.db, channel.id, &error.to_string()).await?;
            }
        }
        Ok(sent)
    }

    async fn claim(&self, room: usize) -> sqlx::Result<Vec<ClaimedDelivery>> {
        let Ok(limit @ 1..) = i64::try_from(room) else { return Ok(Vec::new()) };
        notification_deliveries::postpone_in_quiet_hours(&self.0.db).await?;
        notification_deliveries::claim(&self.0.db, limit, LEASE).await
    }

    /// Sends a claimed message. When the database does not answer, the message is sent again after its lease.
    async fn deliver(&self, delivery: ClaimedDelivery) {
        if let Err(error) = self.try_deliver(&delivery).await {
            warn!("Cannot record a message to a channel ({:?}): {error}", delivery.kind);
        }
    }

    async fn try_deliver(&self, delivery: &ClaimedDelivery) -> sqlx::Result<()> {
        let db = &self.0.db;
        let Some(fired) = notification_deliveries::find_alert(db, delivery).await? else {
            return notification_deliveries::finish(db, delivery, None).await;
        };
        let verdicts = verdicts::find_verdicts(db, std::slice::from_ref(&fired)).await?;
        let verdict = verdicts.get(&fired.id);
        let message = ChannelMessage::of_alert(delivery.language, &fired, verdict, &self.0.public_url);
        let sent = self.send(delivery.kind, &delivery.address, delivery.language, &message).await;
        let (kind, outcome) = (kind_label(delivery.kind), if sent.is_ok() { "sent" } else { "failed" });
        counter!("channel_messages_total", "kind" => kind, "outcome" => outcome).increment(1);
        match sent {
            Ok(()) => {
                notification_deliveries::finish(db, delivery, None).await?;
                notification_deliveries::record_success(db, delivery.channel_id).await
            }
            // No fault of the channel: the bot has to wait with whatever it sends.
            Err(error @ SendError::TooOften(pause)) => {
                let pause = time::Duration::try_from(pause).unwrap_or(FIRST_PAUSE);
                notification_deliveries::postpone(db, delivery, &error.to_string(), pause, false).await
            }
            Err(error) if is_fault_of_ours(delivery.kind, error) => {
                self.postpone_or_give_up(delivery, &error.to_string()).await
            }
            // With the channel, its messages go.
            Err(SendError::Gone) => self.remove(delivery.kind, &delivery.address).await,
            Err(error) => self.record_failure(delivery, &error.to_string()).await,
        }
    }

    /// Schedules the next attempt, for all messages of the channel, or gives the message up after the last one.
    async fn postpone_or_give_up(&self, delivery: &ClaimedDelivery, error: &str) -> sqlx::Result<()> {
        let db = &self.0.db;
        let pause =
            FIRST_PAUSE * 4_i32.pow((delivery.attempts.clamp(1, MAX_ATTEMPTS - 1) - 1).unsigned_abs());
        if delivery.attempts >= MAX_ATTEMPTS {
            notification_deliveries::finish(db, delivery, Some(error)).await?;
            return notification_deliveries::postpone_others(db, delivery, pause).await;
        }
        notification_deliveries::postpone(db, delivery, error, pause, true).await
    }

    async fn record_failure(&self, delivery: &ClaimedDelivery, error: &str) -> sqlx::Result<()> {
        let db = &self.0.db;
        self.postpone_or_give_up(delivery, error).await?;
        if notification_deliveries::record_failure(db, delivery.channel_id, error).await? {
            info!("Paused the channel {} ({:?}) after {error}", delivery.channel_id, delivery.kind);
        }
        Ok(())
    }

    /// Removes a browser whose push service knows it no more, or a chat that takes no messages.
    async fn remove(&self, kind: ChannelKind, address: &Value) -> sqlx::Result<()> {
        let key = match kind {
            ChannelKind::Telegram => address["chatId"].to_string(),
            _ => address["endpoint"].as_str().unwrap_or_default().to_owned(),
        };
        notification_channels::remove_by_address(&self.0.db, kind, &key).await?;
        Ok(())
    }

    async fn send(
        &self,
        kind: ChannelKind,
        address: &Value,
        language: Language,
        message: &ChannelMessage,
    ) -> Result<(), SendError> {
        match kind {
            ChannelKind::Push => self.send_push(&read(address)?, language, message).await,
            ChannelKind::Webhook => self.send_webhook(&read(address)?, language, message).await,
            ChannelKind::Ntfy => {
                let NtfyAddress { url } = read(address)?;
                self.send_ntfy(&url, message).await
            }
            ChannelKind::Telegram => self.send_telegram(&read(address)?, message).await,
        }
    }
}

/// Whether the failure says nothing about the channel: the operator's setup is wrong, or this installation sends too much.
fn is_fault_of_ours(kind: ChannelKind, error: SendError) -> bool {
    match error {
        SendError::NotConfigured | SendError::Status(429) => true,
        SendError::Status(401) => kind == ChannelKind::Telegram,
        _ => false,
    }
}

/// Waits for the pause; returns whether the process stops.
async fn is_stopped_after(pause: Duration, stopping: &mut watch::Receiver<bool>) -> bool {
    // An error means that the sender is gone: stop as well.
    tokio::time::timeout(pause, stopping.wait_for(|stop| *stop)).await.is_ok()
}

/// Reads an address from its JSON in the database.
fn read<T: DeserializeOwned>(address: &Value) -> Result<T, SendError> {
    T::deserialize(address).map_err(|_| SendError::BadAddress)
}

/// The kind as a label of metrics.
fn kind_label(kind: ChannelKind) -> &'static str {
    match kind {
        ChannelKind::Push => "push",
        ChannelKind::Webhook => "webhook",
        ChannelKind::Ntfy => "ntfy",
        ChannelKind::Telegram => "telegram",
    }
}
