//! Reads what users write to the bot, and answers.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use domain::{
    config::RateLimit,
    store::telegram_links::{self, ChatId, LinkOutcome},
};
use sqlx::{
    Connection, Either, PgConnection, PgPool,
    postgres::{PgAdvisoryLock, PgAdvisoryLockGuard},
};
use tokio::{sync::watch, time::Instant};
use tracing::{info, warn};

use super::{
    Bot, Telegram, TelegramError,
    updates::{Command, Message, Update},
    words,
};
use crate::http::{limit::Limiter, token::Token};

/// Interval at which the polling process checks its lock, and at which the others try to take it.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Timeout of that check.
const MAX_CHECK_WAIT: Duration = Duration::from_secs(5);
/// Pause after a failure, doubled each time up to the maximum.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const MAX_PAUSE: Duration = Duration::from_secs(60);
/// Shortest time between two questions without news: a server that does not hold them open is not flooded.
const MIN_IDLE_TIME: Duration = Duration::from_millis(500);
/// Longest pause that an answer to a user waits for, when Telegram asks for one. After a longer one it is not sent.
const MAX_ANSWER_PAUSE: Duration = Duration::from_secs(5);
/// Answers to one chat: so many at once, then one more every so many seconds.
const ANSWERS_AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);
const SECONDS_PER_ANSWER: NonZeroU32 = NonZeroU32::MIN.saturating_add(19);

/// Lock of the one process that polls: Telegram answers only one at a time. Postgres releases it when the process dies.
const LOCK: &str = "tajmeea telegram";

type Lock = PgAdvisoryLockGuard<PgConnection>;

/// Reads messages to the bot. Of all api processes, one does so at a time. Cheap to clone.
#[derive(Clone)]
pub struct TelegramPoller {
    db: PgPool,
    telegram: Telegram,
    /// Bounds the answers to one chat, in bounded memory.
    answers: Arc<Limiter<ChatId>>,
}

impl TelegramPoller {
    /// Creates a poller.
    pub fn new(db: PgPool, telegram: Telegram) -> Self {
        let limit = RateLimit { burst: ANSWERS_AT_ONCE, seconds: SECONDS_PER_ANSWER };
        Self { db, telegram, answers: Arc::new(Limiter::new(limit)) }
    }

    /// Reads and answers until `stopping` turns true. Without a bot, it only waits for that.
    pub async fn run(self, mut stopping: watch::Receiver<bool>) {
        let Some(bot) = self.telegram.0.as_deref() else {
            return stopped(&mut stopping).await;
        };
        loop {
            match try_lock(&self.db).await {
                Ok(Some(lock)) => self.poll_until_lost(bot, lock, &mut stopping).await,
                Ok(None) => {}
                Err(error) => warn!("Cannot ask the database which process reads from Telegram: {error}"),
            }
            if is_stopped_after(CHECK_INTERVAL, &mut stopping).await {
                return;
            }
        }
    }

    /// Polls until the process stops, or until the connection that holds the lock is gone and another process may poll.
    async fn poll_until_lost(&self, bot: &Bot, mut lock: Lock, stopping: &mut watch::Receiver<bool>) {
        info!("This process reads what is written to the Telegram bot");
        let (mut offset, mut pause) = (None, FIRST_PAUSE);
        loop {
            let started = Instant::now();
            let Some(polled) = poll_once(bot, offset, &mut lock, stopping).await else { break };
            let handled = match polled {
                // What is handled halfway is undone, and handled by the next process.
                Ok(updates) => tokio::select! {
                    handled = self.handle_all(bot, updates, &mut offset) => handled,
                    () = stopped(stopping) => break,
                },
                Err(error) => Err(anyhow::Error::from(error)),
            };
            let wait = match handled {
                Ok(count) => {
                    pause = FIRST_PAUSE;
                    if count == 0 { MIN_IDLE_TIME.saturating_sub(started.elapsed()) } else { Duration::ZERO }
                }
                Err(error) => {
                    let wait = wait_after(&error, pause);
                    warn!("Cannot read from Telegram, next attempt in {} s: {error:#}", wait.as_secs());
                    pause = (pause * 2).min(MAX_PAUSE);
                    wait
                }
            };
            if is_stopped_after(wait, stopping).await || !is_held(&mut lock).await {
                break;
            }
        }
        // A connection that is closed releases the lock.
        let _ = tokio::time::timeout(MAX_CHECK_WAIT, lock.leak().close()).await;
    }

    /// Handles updates in order, and moves the offset behind those that were handled. Returns their number.
    ///
    /// # Errors
    /// When the database does not answer; the update is handled again.
    async fn handle_all(
        &self,
        bot: &Bot,
        updates: Vec<Update>,
        offset: &mut Option<i64>,
    ) -> anyhow::Result<usize> {
        let count = updates.len();
        if count == 0 {
            // Everything is confirmed. After a week without updates, Telegram may number the next ones anew.
            *offset = None;
        }
        for update in updates {
            // Telegram repeats what was not confirmed.
            if offset.is_none_or(|offset| update.id >= offset) {
                if let Some(message) = &update.message {
                    self.handle(bot, message).await?;
                }
                *offset = Some(update.id.saturating_add(1));
            }
        }
        Ok(count)
    }

    async fn handle(&self, bot: &Bot, message: &Message) -> sqlx::Result<()> {
        let (chat_id, language) = (message.chat_id, message.language);
        let may_answer = self.answers.check(chat_id).is_ok();
        let text = match &message.command {
            Command::Stop => {
                // Always, however often it was asked.
                let account_language = telegram_links::unlink_chat(&self.db, chat_id).await?;
                words::stopped(account_language.unwrap_or(language)).to_owned()
            }
            _ if !may_answer => return Ok(()),
            Command::Link(None) => words::invalid_code(language).to_owned(),
            Command::Link(Some(code)) => match self.redeem(code, chat_id).await? {
                LinkOutcome::Linked(account) => words::linked(account.language, &account.name),
                LinkOutcome::OtherAccount => words::other_account(language).to_owned(),
                LinkOutcome::Invalid => words::invalid_code(language).to_owned(),
            },
            Command::Other => words::help(language).to_owned(),
        };
        if may_answer {
            self.answer(bot, chat_id, &text).await;
        }
        Ok(())
    }

    async fn redeem(&self, code: &Token, chat_id: ChatId) -> sqlx::Result<LinkOutcome> {
        let mut tx = self.db.begin().await?;
        let outcome = telegram_links::redeem(&mut tx, &code.hash(), chat_id).await?;
        tx.commit().await?;
        Ok(outcome)
    }

    /// Answers a user. An answer that cannot be sent is dropped: what was asked is done, and settings show it.
    async fn answer(&self, bot: &Bot, chat_id: ChatId, text: &str) {
        let mut sent = bot.client.send_message(chat_id, text).await;
        if let Err(TelegramError::TooOften(pause)) = sent
            && pause <= MAX_ANSWER_PAUSE
        {
            tokio::time::sleep(pause).await;
            sent = bot.client.send_message(chat_id, text).await;
        }
        match sent {
            Ok(()) => {}
            Err(TelegramError::Gone(_)) => {
                if let Err(error) = telegram_links::unlink_chat(&self.db, chat_id).await {
                    warn!("Cannot end the link of a Telegram chat that takes no messages: {error}");
                }
            }
            Err(error) => warn!("Cannot answer in Telegram: {error}"),
        }
    }
}

/// Asks for updates, and meanwhile checks the lock. `None` when the process stops or has lost the lock.
async fn poll_once(
    bot: &Bot,
    offset: Option<i64>,
    lock: &mut Lock,
    stopping: &mut watch::Receiver<bool>,
) -> Option<Result<Vec<Update>, TelegramError>> {
    let polling = bot.client.get_updates(offset);
    tokio::pin!(polling);
    loop {
        tokio::select! {
            polled = &mut polling => return Some(polled),
            is_stopped = is_stopped_after(CHECK_INTERVAL, stopping) => {
                if is_stopped || !is_held(lock).await {
                    return None;
                }
            }
        }
    }
}

/// Takes the lock of the polling process on a connection of its own; `None` while another process has it.
async fn try_lock(db: &PgPool) -> sqlx::Result<Option<Lock>> {
    let connection = db.acquire().await?.detach();
    match PgAdvisoryLock::new(LOCK).try_acquire(connection).await? {
        Either::Left(lock) => Ok(Some(lock)),
        Either::Right(connection) => {
            connection.close().await?;
            Ok(None)
        }
    }
}

async fn is_held(lock: &mut Lock) -> bool {
    let connection: &mut PgConnection = AsMut::as_mut(lock);
    let checked = tokio::time::timeout(MAX_CHECK_WAIT, connection.ping()).await;
    let is_held = matches!(checked, Ok(Ok(())));
    if !is_held {
        warn!("The connection was lost: another process may read what is written to the Telegram bot");
    }
    is_held
}

/// Returns the pause after a failure: the one that Telegram asks for, or the given one.
fn wait_after(error: &anyhow::Error, pause: Duration) -> Duration {
    match error.downcast_ref() {
        Some(TelegramError::TooOften(wanted)) => *wanted,
        _ => pause,
    }
}

/// Waits until the process stops.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone: stop as well.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// Waits for the pause; returns whether the process stops.
async fn is_stopped_after(pause: Duration, stopping: &mut watch::Receiver<bool>) -> bool {
    tokio::time::timeout(pause, stopped(stopping)).await.is_ok()
}
