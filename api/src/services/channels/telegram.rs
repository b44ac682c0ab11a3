use domain::store::telegram_links::ChatId;
use serde::Deserialize;

use super::{
    ChannelSender, SendError,
    message::{ChannelMessage, shortened},
};
use crate::services::telegram::TelegramError;

/// Maximum length of a sentence, in characters: with its link it is shorter than the longest message that Telegram takes.
const MAX_SENTENCE: usize = 1000;

/// A chat with the installation's bot.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TelegramAddress {
    chat_id: ChatId,
}

impl ChannelSender {
    /// Sends a message to a chat.
    pub(super) async fn send_telegram(
        &self,
        address: &TelegramAddress,
        message: &ChannelMessage,
    ) -> Result<(), SendError> {
        self.0.telegram.send(address.chat_id, &write(message)).await.map_err(SendError::from)
    }
}

/// Returns a message as plain text, in which nothing is markup. The link has a line of its own, so that no mark of direction
/// in a name reaches it.
fn write(message: &ChannelMessage) -> String {
    let sentence: String = message
        .body
        .chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|letter| !letter.is_control() && !matches!(letter, '\u{202a}'..='\u{202e}'))
        .collect();
    format!("{}\n{}", shortened(&sentence, MAX_SENTENCE), message.link)
}

impl From<TelegramError> for SendError {
    fn from(error: TelegramError) -> Self {
        match error {
            TelegramError::NotConfigured => Self::NotConfigured,
            TelegramError::Unreachable(_) => Self::Unreachable,
            TelegramError::TooOften(pause) => Self::TooOften(pause),
            TelegramError::Gone(_) => Self::Gone,
            TelegramError::Refused { code, .. } => Self::Status(code),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::{
        model::{AlertKind, Fils, ProductId},
        store::{notifications::FiredAlert, users::Language},
    };
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::*;
    use crate::http::public_url::PublicUrl;

    fn fired(name: &str) -> FiredAlert {
        FiredAlert {
            id: Uuid::new_v4(),
            product_id: Some(ProductId::random()),
            build_id: None,
            budget: None,
            listing: None,
            name: name.to_owned(),
            name_ar: None,
            picture: None,
            share_token: None,
            kind: AlertKind::AnyDrop,
            price: Fils(189_900),
            price_before: Fils(209_500),
            fired_at: OffsetDateTime::UNIX_EPOCH,
            read_at: None,
            repeats: false,
        }
    }

    fn text(language: Language, fired: &FiredAlert) -> String {
        let public_url = PublicUrl::new("https://tajmeea.example");
        write(&ChannelMessage::of_alert(language, fired, None, &public_url))
    }

    #[test]
    fn alert_says_name_price_before_and_link_in_both_languages() {
        let fired = fired("ASUS TUF RTX 5070");
        let id = fired.product_id.unwrap();
        for (language, link) in [
            (Language::En, format!("\nhttps://tajmeea.example/product/{id}")),
            (Language::Ar, format!("\nhttps://tajmeea.example/ar/product/{id}")),
        ] {
            let text = text(language, &fired);
            assert!(text.ends_with(&link), "{text}");
            for value in [fired.name.clone(), fired.price.to_string(), fired.price_before.to_string()] {
                assert!(text.contains(&value), "{text}");
            }
        }
    }

    #[test]
    fn names_are_sent_as_they_are_but_cannot_reach_the_link() {
        let fired = fired("<b>RTX</b> *5070* _x_ [a](b)\n&amp;\u{202e}");
        for language in [Language::En, Language::Ar] {
            let text = text(language, &fired);
            assert!(text.contains("<b>RTX</b> *5070* _x_ [a](b) &amp;"), "{text}");
            assert!(text.lines().count() == 2 && !text.contains('\u{202e}'), "{text}");
        }
    }

    #[test]
    fn long_name_leaves_the_link_whole() {
        let fired = fired(&"ك".repeat(5000));
        let text = text(Language::En, &fired);
        assert!(text.encode_utf16().count() < 4096);
        assert!(text.ends_with(&format!("/product/{}", fired.product_id.unwrap())), "{text}");
    }
}
