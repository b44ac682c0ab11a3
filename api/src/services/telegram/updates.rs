//! What users write to the bot.

use domain::store::{telegram_links::ChatId, users::Language};
use serde::Deserialize;
use serde_json::Value;

use crate::http::token::Token;

/// Something that happened in a chat of the bot.
#[derive(Debug)]
pub(super) struct Update {
    /// Number of the update; they grow.
    pub(super) id: i64,
    /// The message, if a person wrote one in a private chat.
    pub(super) message: Option<Message>,
}

/// A message of a person to the bot.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) chat_id: ChatId,
    /// The language of the person's Telegram: Arabic, or English for all others.
    pub(super) language: Language,
    pub(super) command: Command,
}

/// What a person wants of the bot.
#[derive(Debug)]
pub(super) enum Command {
    /// Link the chat to the account that made the code; `None` for a code that cannot be one of ours.
    Link(Option<Token>),
    /// End the link.
    Stop,
    /// Anything else.
    Other,
}

#[derive(Deserialize)]
struct WireUpdate {
    update_id: i64,
    message: Option<Value>,
}

#[derive(Deserialize)]
struct WireMessage {
    chat: WireChat,
    from: Option<WireSender>,
    text: Option<String>,
}

#[derive(Deserialize)]
struct WireChat {
    id: ChatId,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct WireSender {
    language_code: Option<String>,
}

impl Update {
    /// Reads an update; `None` without a number, since nothing could confirm it.
    pub(super) fn read(value: &Value) -> Option<Self> {
        let update = WireUpdate::deserialize(value).ok()?;
        // Groups and channels have no account to be linked to, and messages of a shape that is new to us no meaning.
        let message = update.message.and_then(|message| WireMessage::deserialize(&message).ok());
        let message = message.filter(|message| message.chat.kind == "private").map(Message::from);
        Some(Self { id: update.update_id, message })
    }
}

impl From<WireMessage> for Message {
    fn from(message: WireMessage) -> Self {
        let code = message.from.and_then(|sender| sender.language_code).unwrap_or_default();
        let language = if code.starts_with("ar") { Language::Ar } else { Language::En };
        let command = Command::read(message.text.as_deref().unwrap_or_default());
        Self { chat_id: message.chat.id, language, command }
    }
}

impl Command {
    fn read(text: &str) -> Self {
        let mut words = text.split_whitespace();
        let command = words.next().unwrap_or_default().to_ascii_lowercase();
        // "/stop@name_of_the_bot" is the same command.
        match (command.split('@').next().unwrap_or_default(), words.next()) {
            ("/start", Some(code)) => Self::Link(Token::read(code)),
            ("/stop", _) => Self::Stop,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn commands_are_read_however_they_are_written() {
        let token = Token::random();
        for text in [format!("/start {}", token.text()), format!(" /START@shop_bot   {} x", token.text())] {
            let Command::Link(Some(read)) = Command::read(&text) else { panic!("{text}") };
            assert_eq!(read.hash(), token.hash());
        }
        for text in ["/start short", "/start ../../etc", "/start كود"] {
            assert!(matches!(Command::read(text), Command::Link(None)), "{text}");
        }
        for text in ["/stop", "/Stop@shop_bot now"] {
            assert!(matches!(Command::read(text), Command::Stop), "{text}");
        }
        for text in ["", "/start", "stop", "/stopping", "hello", "@", "/"] {
            assert!(matches!(Command::read(text), Command::Other), "{text}");
        }
    }

    #[test]
    fn update_without_a_readable_private_message_is_only_counted() {
        let message = |chat: Value| json!({ "update_id": 7, "message": { "chat": chat, "text": "/stop" } });
        let read = Update::read(&message(json!({ "id": 5, "type": "private" }))).unwrap();
        assert_eq!((read.id, read.message.map(|message| message.chat_id)), (7, Some(5)));
        for other in [
            message(json!({ "id": -5, "type": "group" })),
            message(json!({ "id": "5", "type": "private" })),
            json!({ "update_id": 7, "message": "?" }),
            json!({ "update_id": 7, "message": null }),
            json!({ "update_id": 7, "edited_message": {} }),
        ] {
            let read = Update::read(&other).unwrap();
            assert!(read.id == 7 && read.message.is_none(), "{other}");
        }
        assert!(Update::read(&json!({ "message": {} })).is_none());
        assert!(Update::read(&json!("nothing")).is_none());
    }

    #[test]
    fn language_is_that_of_the_persons_telegram() {
        let message = |code: Value| {
            json!({ "update_id": 1, "message": {
                "chat": { "id": 5, "type": "private" }, "from": { "language_code": code }, "text": "?" } })
        };
        for (code, language) in [
            (json!("ar"), Language::Ar),
            (json!("ar-KW"), Language::Ar),
            (json!("en"), Language::En),
            (json!("hi"), Language::En),
            (json!(null), Language::En),
        ] {
            assert_eq!(Update::read(&message(code)).unwrap().message.unwrap().language, language);
        }
    }
}
