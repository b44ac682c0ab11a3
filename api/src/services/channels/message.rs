//! What channels tell of an alert that fired.

use domain::{
    model::AlertKind,
    store::{notifications::FiredAlert, users::Language},
};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    http::public_url::PublicUrl,
    services::mail,
    wire::{
        card_verdict::CardVerdict,
        kwd::{CURRENCY, Kwd},
    },
};

/// A message to a channel.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ChannelMessage {
    /// The same when the message is sent again.
    pub(super) id: Uuid,
    pub(super) title: String,
    pub(super) body: String,
    /// The page that shows more.
    pub(super) link: String,
    /// The alert as JSON, for programs; `None` for a test.
    pub(super) alert: Option<Value>,
}

impl ChannelMessage {
    pub(super) fn of_alert(
        language: Language,
        fired: &FiredAlert,
        verdict: Option<&CardVerdict>,
        public_url: &PublicUrl,
    ) -> Self {
        let (title, body) = mail::title_and_sentence(language, fired, verdict);
        let path = match language {
            Language::En => mail::page_of(fired),
            Language::Ar => arabic(&mail::page_of(fired)),
        };
        let link = format!("{public_url}{path}");
        Self { id: fired.id, title, body, link, alert: Some(alert_json(fired, verdict)) }
    }

    pub(super) fn test(language: Language, public_url: &PublicUrl) -> Self {
        let (title, body) = match language {
            Language::En => ("Test from Tajmeea", "Your alerts will arrive here like this message."),
            Language::Ar => ("تجربة من تجميعة", "تنبيهاتك راح توصل هني مثل هالرسالة."),
        };
        let link = match language {
            Language::En => format!("{public_url}/settings"),
            Language::Ar => format!("{public_url}/ar/settings"),
        };
        Self { id: Uuid::new_v4(), title: title.to_owned(), body: body.to_owned(), link, alert: None }
    }
}

/// Returns the Arabic page at a path.
fn arabic(path: &str) -> String {
    format!("/ar{path}")
}

/// Returns an alert as webhooks get it: prices in fils, and in dinars.
fn alert_json(fired: &FiredAlert, verdict: Option<&CardVerdict>) -> Value {
    let is_build = fired.kind == AlertKind::BuildTotal;
    let product = fired.product_id.map(|id| json!({ "id": id, "name": fired.name, "nameAr": fired.name_ar }));
    json!({
        "alertType": fired.kind,
        "product": product,
        "build": is_build.then(|| json!({ "id": fired.build_id, "name": fired.name })),
        "budget": fired.budget.as_ref().map(|watched| json!({
            "use": watched.0.use_key,
            "budgetFils": watched.0.budget.0,
            "budget": Kwd(watched.0.budget),
        })),
        "priceFils": fired.price.0,
        "price": Kwd(fired.price),
        "priceBeforeFils": fired.price_before.0,
        "priceBefore": Kwd(fired.price_before),
        "currency": CURRENCY,
        "priceVerdict": verdict,
        "firedAt": fired.fired_at.unix_timestamp(),
    })
}

/// Returns a text of at most so many characters; one that is cut ends with an ellipsis.
pub(super) fn shortened(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    text.chars().take(max - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_at_a_character() {
        assert_eq!(shortened("سعر", 3), "سعر");
        assert_eq!(shortened("سعرها", 3), "سع…");
    }
}
