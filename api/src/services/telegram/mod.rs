//! The installation's Telegram bot, where one is configured: it links chats to accounts, and sends price alerts to them.

mod client;
mod poll;
mod updates;
mod words;

use std::sync::{Arc, OnceLock};

use domain::{config, store::telegram_links::ChatId};

use self::client::BotClient;
use crate::http::token::Token;

pub use self::{client::TelegramError, poll::TelegramPoller};

/// The bot, if there is one. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Telegram(Option<Arc<Bot>>);

#[derive(Debug)]
struct Bot {
    client: BotClient,
    /// The bot's name, once Telegram has told it.
    name: OnceLock<String>,
}

impl Telegram {
    /// Creates the bot of the configuration; none without a token.
    pub fn new(config: &config::Telegram) -> Self {
        let create = |token: &String| {
            let client = BotClient::new(&config.api_address, token);
            Arc::new(Bot { client, name: OnceLock::new() })
        };
        Self(config.bot_token.as_ref().map(create))
    }

    /// Returns whether there is a bot.
    pub fn is_configured(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the link that opens the chat with the bot and sends it a code; `None` without a bot.
    ///
    /// # Errors
    /// When Telegram, which knows the bot's name, does not answer.
    pub async fn start_link(&self, code: &Token) -> Result<Option<String>, TelegramError> {
        let Some(bot) = &self.0 else { return Ok(None) };
        let name = bot.name().await?;
        Ok(Some(format!("https://t.me/{name}?start={}", code.text())))
    }

    /// Sends a message to a linked chat, as plain text of at most 4,096 characters; a longer one is cut.
    ///
    /// # Errors
    /// [`TelegramError::Gone`] when the chat takes no messages any more: its channel is to be removed.
    /// [`TelegramError::TooOften`] with the time after which the message may be sent again.
    pub async fn send(&self, chat_id: ChatId, text: &str) -> Result<(), TelegramError> {
        match &self.0 {
            Some(bot) => bot.client.send_message(chat_id, text).await,
            None => Err(TelegramError::NotConfigured),
        }
    }
}

impl Bot {
    /// Returns the bot's name. Of calls at once each asks Telegram, so that none waits for another one's answer.
    async fn name(&self) -> Result<&str, TelegramError> {
        if let Some(name) = self.name.get() {
            return Ok(name);
        }
        let name = self.client.get_me().await?.username.filter(|name| is_bot_name(name));
        let name = name.ok_or_else(|| TelegramError::Unreachable("the bot has no name".to_owned()))?;
        Ok(self.name.get_or_init(|| name))
    }
}

/// Returns whether a text is a name of Telegram, which becomes a part of a link.
fn is_bot_name(name: &str) -> bool {
    (5..=32).contains(&name.len())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
