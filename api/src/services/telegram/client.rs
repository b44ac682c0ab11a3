//! Calls of Telegram's Bot API (<https://core.telegram.org/bots/api>).

use std::{
    fmt,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use domain::store::telegram_links::ChatId;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::time::Instant;
use tracing::warn;

use super::updates::Update;

/// Timeouts of a connection, and of a call that is answered at once.
const MAX_CONNECT_WAIT: Duration = Duration::from_secs(4);
const MAX_ANSWER_WAIT: Duration = Duration::from_secs(5);
/// Time for which Telegram holds a question for updates open while there are none.
const POLL_SECONDS: u64 = 25;
/// Timeout of such a question. A server that is silent for longer is asked again.
const MAX_POLL_WAIT: Duration = Duration::from_secs(POLL_SECONDS + 10);
/// Maximum number of updates in one answer, and maximum size of an answer in bytes.
const UPDATES_AT_ONCE: u32 = 50;
const MAX_ANSWER: usize = 4 * 1024 * 1024;
/// Maximum length of a message, in UTF-16 code units.
const MAX_MESSAGE: usize = 4096;
/// Longest pause that an answer may ask for: a mistake of the server does not silence the bot for days.
const MAX_PAUSE: Duration = Duration::from_secs(15 * 60);

/// A bot, which speaks by its token. The token is a part of each call's address, so that no address is ever shown.
pub(super) struct BotClient {
    /// `None` where TLS cannot be set up.
    http: Option<reqwest::Client>,
    /// Address of the Bot API with the token.
    base: String,
    /// Time before which nothing is sent, because Telegram asked for a pause.
    silent_until: Mutex<Option<Instant>>,
}

/// Reason why a call failed. None of them contains the token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TelegramError {
    #[error("this installation cannot speak with Telegram")]
    NotConfigured,
    #[error("Telegram does not answer: {0}")]
    Unreachable(String),
    #[error("Telegram asks for a pause of {} s", .0.as_secs())]
    TooOften(Duration),
    /// The user has blocked the bot or deleted the account: the chat never takes a message again.
    #[error("the chat takes no messages: {0}")]
    Gone(String),
    #[error("Telegram refuses the call with {code}: {description}")]
    Refused { code: u16, description: String },
}

/// The bot itself, as Telegram describes it.
#[derive(Debug, Deserialize)]
pub(super) struct BotUser {
    pub(super) username: Option<String>,
}

/// Answer to any call.
#[derive(Deserialize)]
struct Answer {
    ok: bool,
    #[serde(default)]
    result: Value,
    error_code: Option<u16>,
    description: Option<String>,
    parameters: Option<Parameters>,
}

#[derive(Deserialize)]
struct Parameters {
    retry_after: Option<u64>,
}

/// Keeps the token out of logs, even by accident.
impl fmt::Debug for BotClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BotClient(…)")
    }
}

impl BotClient {
    /// Creates the client of a bot.
    pub(super) fn new(api_address: &str, token: &str) -> Self {
        // reqwest is built without a TLS provider of its own. An error means that one is installed already, which
        // serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(MAX_CONNECT_WAIT)
            // Another host would be told the token.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .inspect_err(|error| warn!("Cannot speak with Telegram: {error}"))
            .ok();
        Self { http, base: format!("{api_address}/bot{token}"), silent_until: Mutex::default() }
    }

    pub(super) async fn get_me(&self) -> Result<BotUser, TelegramError> {
        self.call("getMe", &json!({}), MAX_ANSWER_WAIT).await
    }

    /// Waits for messages from `offset` on; `None` asks for those that were not confirmed. Asking for an offset confirms
    /// what came before it. Returns an empty list when there are none for a while.
    pub(super) async fn get_updates(&self, offset: Option<i64>) -> Result<Vec<Update>, TelegramError> {
        let mut question = json!({
            "timeout": POLL_SECONDS,
            "limit": UPDATES_AT_ONCE,
            "allowed_updates": ["message"],
        });
        if let Some(offset) = offset {
            question["offset"] = offset.into();
        }
        let updates: Vec<Value> = self.call("getUpdates", &question, MAX_POLL_WAIT).await?;
        let read: Vec<Update> = updates.iter().filter_map(Update::read).collect();
        // Without a number, they can never be confirmed, and would come again at once.
        if read.is_empty() && !updates.is_empty() { Err(unreadable()) } else { Ok(read) }
    }

    /// Sends plain text: nothing in it is read as markup.
    ///
    /// # Errors
    /// [`TelegramError::Gone`] when the chat takes no messages any more; [`TelegramError::TooOften`] while Telegram wants
    /// a pause, also without asking it again.
    pub(super) async fn send_message(&self, chat_id: ChatId, text: &str) -> Result<(), TelegramError> {
        if let Some(pause) = self.remaining_pause() {
            return Err(TelegramError::TooOften(pause));
        }
        let message = json!({ "chat_id": chat_id, "text": shortened(text, MAX_MESSAGE) });
        let sent: Result<Value, _> = self.call("sendMessage", &message, MAX_ANSWER_WAIT).await;
        if let Err(TelegramError::TooOften(pause)) = &sent {
            self.set_pause(*pause);
        }
        sent.map(|_| ())
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: &str,
        question: &Value,
        max_wait: Duration,
    ) -> Result<T, TelegramError> {
        let asked = tokio::time::timeout(max_wait, self.ask(method, question)).await;
        let body = asked.map_err(|_| {
            TelegramError::Unreachable(format!("no answer within {} s", max_wait.as_secs()))
        })??;
        let answer: Answer = serde_json::from_slice(&body).map_err(|_| unreadable())?;
        if answer.ok {
            return serde_json::from_value(answer.result).map_err(|_| unreadable());
        }
        Err(answer.into_error())
    }

    /// Returns the body of an answer, whatever its status: errors have one of the same shape.
    async fn ask(&self, method: &str, question: &Value) -> Result<Vec<u8>, TelegramError> {
        let http = self.http.as_ref().ok_or(TelegramError::NotConfigured)?;
        let request = http.post(format!("{}/{method}", self.base)).json(question);
        let mut response = request.send().await.map_err(unreachable_server)?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unreachable_server)? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_ANSWER {
                return Err(unreadable());
            }
        }
        Ok(body)
    }

    fn remaining_pause(&self) -> Option<Duration> {
        let until = *self.silent_until.lock().unwrap_or_else(PoisonError::into_inner);
        until?.checked_duration_since(Instant::now()).filter(|pause| !pause.is_zero())
    }

    fn set_pause(&self, pause: Duration) {
        let until = Instant::now() + pause;
        let mut silent_until = self.silent_until.lock().unwrap_or_else(PoisonError::into_inner);
        *silent_until = Some(silent_until.map_or(until, |other| other.max(until)));
    }
}

impl Answer {
    fn into_error(self) -> TelegramError {
        let code = self.error_code.unwrap_or_default();
        let description = self.description.unwrap_or_default();
        let pause = self.parameters.and_then(|parameters| parameters.retry_after);
        match code {
            429 => TelegramError::TooOften(Duration::from_secs(pause.unwrap_or(1).max(1)).min(MAX_PAUSE)),
            403 => TelegramError::Gone(description),
            400 if description.contains("chat not found") => TelegramError::Gone(description),
            _ => TelegramError::Refused { code, description },
        }
    }
}

fn unreadable() -> TelegramError {
    TelegramError::Unreachable("the answer is not one of the Bot API".to_owned())
}

/// Describes a failure without the address, which contains the token.
fn unreachable_server(error: reqwest::Error) -> TelegramError {
    TelegramError::Unreachable(error.without_url().to_string())
}

/// Returns a text that is at most as long as Telegram takes.
fn shortened(text: &str, max: usize) -> String {
    if text.encode_utf16().count() <= max {
        return text.to_owned();
    }
    let mut length = 1;
    let kept = text.chars().take_while(|letter| {
        length += letter.len_utf16();
        length <= max
    });
    kept.chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(answer: Value) -> TelegramError {
        serde_json::from_value::<Answer>(answer).unwrap().into_error()
    }

    #[test]
    fn errors_are_told_apart() {
        let pause = json!({ "ok": false, "error_code": 429, "description": "Too Many Requests: retry after 7",
            "parameters": { "retry_after": 7 } });
        assert_eq!(error(pause), TelegramError::TooOften(Duration::from_secs(7)));
        let endless =
            json!({ "ok": false, "error_code": 429, "parameters": { "retry_after": 9_999_999_u64 } });
        assert_eq!(error(endless), TelegramError::TooOften(MAX_PAUSE));
        for (code, description, is_gone) in [
            (403, "Forbidden: bot was blocked by the user", true),
            (403, "Forbidden: user is deactivated", true),
            (400, "Bad Request: chat not found", true),
            (400, "Bad Request: message text is empty", false),
            (401, "Unauthorized", false),
            (409, "Conflict: terminated by other getUpdates request", false),
        ] {
            let told = error(json!({ "ok": false, "error_code": code, "description": description }));
            assert_eq!(matches!(told, TelegramError::Gone(_)), is_gone, "{told}");
            assert!(told.to_string().contains(description), "{told}");
        }
    }

    #[test]
    fn long_texts_are_shortened_by_telegrams_measure() {
        assert_eq!(shortened("short", 5), "short");
        assert_eq!(shortened("longer", 5), "long…");
        // Each counts as two.
        assert_eq!(shortened("😀😀😀", 6), "😀😀😀");
        assert_eq!(shortened("😀😀😀", 5), "😀😀…");
    }

    #[tokio::test]
    async fn nothing_is_sent_in_a_pause_and_failures_do_not_name_the_token() {
        let client = BotClient::new("http://127.0.0.1:1", "123:secret");
        let error = client.send_message(5, "hello").await.unwrap_err();
        assert!(matches!(error, TelegramError::Unreachable(_)), "{error}");
        assert!(!format!("{error} {error:?} {client:?}").contains("secret"));
        client.set_pause(Duration::from_secs(60));
        client.set_pause(Duration::from_secs(1));
        let error = client.send_message(5, "hello").await.unwrap_err();
        assert!(matches!(error, TelegramError::TooOften(pause) if pause.as_secs() > 30), "{error}");
    }
}
