//! Texts of price-alert mails.

use domain::{
    budget::WatchedBudget,
    model::{AlertKind, Fils},
    store::{notifications::FiredAlert, users::Language},
};

use super::MailMessage;
use crate::services::texts::Texts;

/// Writes the mail about one alert.
pub(super) fn write_single(
    language: Language,
    name: &str,
    fired: &FiredAlert,
    link: String,
    settings: &str,
) -> MailMessage {
    if let Some(watched) = &fired.budget {
        return write_budget(language, name, fired.price, &watched.0, link, settings);
    }
    let (subject, sentence) = subject_and_sentence(language, fired);
    // An alert on any drop stays on; every other alert fires once.
    let is_over = fired.kind != AlertKind::AnyDrop;
    match language {
        Language::En => MailMessage {
            subject,
            paragraphs: vec![format!("Hello {name},"), sentence],
            lines: Vec::new(),
            button: Some(("See the price".into(), link)),
            notes: vec![
                if is_over {
                    "This price alert is done and now off. You can set another one at any time."
                } else {
                    "This price alert stays on: you will hear of the next lower price."
                }
                .into(),
                unsubscribe_note(language, settings),
            ],
        },
        Language::Ar => MailMessage {
            subject,
            paragraphs: vec![format!("هلا {name}،"), sentence],
            lines: Vec::new(),
            button: Some(("شوف السعر".into(), link)),
            notes: vec![
                if is_over {
                    "خلص هالتنبيه. تقدر تضيف غيره أي وقت."
                } else {
                    "هالتنبيه مستمر، ونراسلك إذا نزل السعر أكثر."
                }
                .into(),
                unsubscribe_note(language, settings),
            ],
        },
    }
}

/// Returns the subject of a mail about one alert, and the sentence that says the price.
fn subject_and_sentence(language: Language, fired: &FiredAlert) -> (String, String) {
    let (item, price) = (item_name(language, fired), money(language, fired.price));
    match (language, higher_price_before(fired).map(|before| money(language, before))) {
        (Language::En, Some(before)) => (
            format!("Price drop: {}, now {price}", fired.name),
            format!("{item} is at {price} now. It was {before}."),
        ),
        (Language::En, None) => {
            (format!("Price alert: {}, now {price}", fired.name), format!("{item} is at {price} now."))
        }
        (Language::Ar, Some(before)) => {
            (format!("نزل السعر: {item} الحين {price}"), format!("سعر {item} الحين {price} بعد {before}."))
        }
        (Language::Ar, None) => {
            (format!("تنبيه السعر: {item} الحين {price}"), format!("سعر {item} الحين {price}."))
        }
    }
}

/// Writes the mail about a build that fits a budget now.
fn write_budget(
    language: Language,
    name: &str,
    price: Fils,
    watched: &WatchedBudget,
    link: String,
    settings: &str,
) -> MailMessage {
    let (use_name, sum, price) =
        (use_name(language, watched), money(language, watched.budget), money(language, price));
    let (subject, hello, text, button, note) = match language {
        Language::En => (
            format!("{use_name} now fits into {sum}"),
            format!("Hello {name},"),
            format!(
                "You asked for a {use_name} PC within {sum}. Today’s cheapest one costs {price}, with every part in stock. \
                 Prices and stock can change quickly."
            ),
            "See the build",
            "This alert is done and now off. You can set another one at any time.",
        ),
        Language::Ar => (
            format!("{use_name} صار على قد {sum}"),
            format!("هلا {name}،"),
            format!(
                "طلبت تجميعة {use_name} بحدود {sum}. أرخص وحدة اليوم بـ{price} وكل قطعها متوفرة. \
                 الأسعار والتوفر تتغير بسرعة."
            ),
            "شوف التجميعة",
            "خلص هالتنبيه. تقدر تضيف غيره أي وقت.",
        ),
    };
    MailMessage {
        subject,
        paragraphs: vec![hello, text],
        lines: Vec::new(),
        button: Some((button.into(), link)),
        notes: vec![note.into(), unsubscribe_note(language, settings)],
    }
}

/// Writes the mail about several alerts, each with a link to its page.
pub(super) fn write_several(
    language: Language,
    name: &str,
    fired: Vec<(&FiredAlert, String)>,
    settings: String,
) -> MailMessage {
    let count = fired.len();
    let line = |one: &FiredAlert| {
        if let Some(watched) = &one.budget {
            return budget_line(language, one.price, &watched.0);
        }
        let (item, price) = (item_name(language, one), money(language, one.price));
        match (language, higher_price_before(one).map(|before| money(language, before))) {
            (Language::En, Some(before)) => format!("{item}: {price}, was {before}"),
            (Language::Ar, Some(before)) => format!("{item}: {price} بعد {before}"),
            (_, None) => format!("{item}: {price}"),
        }
    };
    let have_dropped =
        fired.iter().all(|(one, _)| one.budget.is_none() && higher_price_before(one).is_some());
    let (subject, intro) = match (language, have_dropped) {
        (Language::En, true) => {
            (format!("{count} prices that you watch have dropped"), "These prices are lower now:")
        }
        (Language::En, false) => {
            (format!("{count} prices that you watch have reached your target"), "These are the prices now:")
        }
        (Language::Ar, true) => (format!("نزلت أسعار تتابعها ({count})"), "هالأسعار نزلت:"),
        (Language::Ar, false) => (format!("أسعار تتابعها وصلت للي تبيه ({count})"), "هذي أسعارها الحين:"),
    };
    let lines = fired.into_iter().map(|(one, link)| (line(one), link)).collect();
    match language {
        Language::En => MailMessage {
            subject,
            paragraphs: vec![format!("Hello {name},"), intro.into()],
            lines,
            notes: vec![unsubscribe_note(language, &settings)],
            button: Some(("My price alerts".into(), settings)),
        },
        Language::Ar => MailMessage {
            subject,
            paragraphs: vec![format!("هلا {name}،"), intro.into()],
            lines,
            notes: vec![unsubscribe_note(language, &settings)],
            button: Some(("تنبيهات الأسعار".into(), settings)),
        },
    }
}

fn budget_line(language: Language, price: Fils, watched: &WatchedBudget) -> String {
    let (use_name, sum, price) =
        (use_name(language, watched), money(language, watched.budget), money(language, price));
    match language {
        Language::En => format!("{use_name} within {sum}: {price}"),
        Language::Ar => format!("تجميعة {use_name} بحدود {sum}: {price}"),
    }
}

/// Returns the name of the use as the pages write it.
fn use_name(language: Language, watched: &WatchedBudget) -> String {
    let name = Texts(language).find(&format!("budget.uses.{}", watched.use_key)).unwrap_or_default();
    match language {
        Language::En => name.to_owned(),
        Language::Ar => isolated(name),
    }
}

fn unsubscribe_note(language: Language, settings: &str) -> String {
    match language {
        Language::En => format!("You get this mail because you set a price alert. To stop: {settings}"),
        Language::Ar => format!("توصلك هالرسالة لأنك ضفت تنبيه سعر. توقفه من هني: {settings}"),
    }
}

/// Returns the name of the product or build. In Arabic a name in Latin letters is isolated, so that it keeps its own
/// direction.
fn item_name(language: Language, fired: &FiredAlert) -> String {
    let is_build = fired.kind == AlertKind::BuildTotal;
    match (language, is_build) {
        (Language::En, false) => fired.name.clone(),
        (Language::En, true) => format!("Your build “{}”", fired.name),
        (Language::Ar, false) => isolated(fired.name_ar.as_ref().unwrap_or(&fired.name)),
        (Language::Ar, true) => format!("تجميعتك «{}»", isolated(&fired.name)),
    }
}

/// Returns the price when the user asked, or was last notified. `None` where it is not higher than the price now: the
/// total of a build that had a part without a price, when the user asked, was only that of the others.
fn higher_price_before(fired: &FiredAlert) -> Option<Fils> {
    (fired.price_before > fired.price).then_some(fired.price_before)
}

fn isolated(text: &str) -> String {
    format!("\u{2068}{text}\u{2069}")
}

fn money(language: Language, price: Fils) -> String {
    match language {
        Language::En => format!("KWD {price}"),
        Language::Ar => format!("{} د.ك", isolated(&price.to_string())),
    }
}
