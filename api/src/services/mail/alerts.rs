//! Texts of price-alert mails.

use domain::{
    budget::WatchedBudget,
    model::{AlertKind, Fils},
    store::{notifications::FiredAlert, users::Language},
};

use super::{
    MailMessage,
    alert_events::{Words, is_about_low, is_event, next_event_note},
};
use crate::{
    services::{
        texts::Texts,
        verdicts::{say_evidence, say_verdict},
    },
    wire::card_verdict::CardVerdict,
};

/// Writes the mail about one alert.
pub(super) fn write_single(
    language: Language,
    name: &str,
    fired: &FiredAlert,
    verdict: Option<&CardVerdict>,
    link: String,
    settings: &str,
) -> MailMessage {
    if let Some(watched) = &fired.budget {
        return write_budget(language, name, fired.price, &watched.0, link, settings);
    }
    let (subject, sentence) = subject_and_sentence(language, fired);
    let sentence = with_evidence(language, sentence, verdict);
    let is_public = fired.product_id.is_some() || fired.share_token.is_some();
    let lines = is_public.then(|| pass_on(language, &subject, &link)).into_iter().collect();
    match language {
        Language::En => MailMessage {
            subject,
            paragraphs: vec![format!("Hello {name},"), sentence],
            lines,
            button: Some(("See the price".into(), link)),
            notes: vec![next_note(language, fired).into(), unsubscribe_note(language, settings)],
        },
        Language::Ar => MailMessage {
            subject,
            paragraphs: vec![format!("هلا {name}،"), sentence],
            lines,
            button: Some(("شوف السعر".into(), link)),
            notes: vec![next_note(language, fired).into(), unsubscribe_note(language, settings)],
        },
    }
}

/// Returns a line that opens WhatsApp with the find as the message, for a friend of the user.
fn pass_on(language: Language, subject: &str, link: &str) -> (String, String) {
    let message = format!("{subject}\n{link}");
    // Spaces as %20: WhatsApp shows a plus as it is.
    let text: String = form_urlencoded::byte_serialize(message.as_bytes()).collect();
    let label = match language {
        Language::En => "Pass it on by WhatsApp",
        Language::Ar => "أرسلها واتساب",
    };
    (label.to_owned(), format!("https://wa.me/?text={}", text.replace('+', "%20")))
}

/// Returns the title of a message about one alert, and the sentences that say the price and what its history says about it:
/// for other channels than mails.
pub(crate) fn title_and_sentence(
    language: Language,
    fired: &FiredAlert,
    verdict: Option<&CardVerdict>,
) -> (String, String) {
    if let Some(watched) = &fired.budget {
        return budget_subject_and_sentence(language, fired.price, &watched.0);
    }
    let (title, sentence) = subject_and_sentence(language, fired);
    (title, with_evidence(language, sentence, verdict))
}

/// Adds what the history of the product says about the price.
fn with_evidence(language: Language, sentence: String, verdict: Option<&CardVerdict>) -> String {
    match verdict {
        Some(verdict) => format!("{sentence} {}.", say_evidence(verdict).in_language(language)),
        None => sentence,
    }
}

/// Returns the sentence that says whether the alert stays on. One on any drop does; of the others those that repeat do.
fn next_note(language: Language, fired: &FiredAlert) -> &'static str {
    if let Some(note) = next_event_note(language, fired) {
        return note;
    }
    match (language, fired.kind) {
        (Language::En, AlertKind::AnyDrop) => {
            "This price alert stays on: you will hear of the next lower price."
        }
        (Language::Ar, AlertKind::AnyDrop) => "هالتنبيه مستمر، ونراسلك إذا نزل السعر أكثر.",
        (Language::En, AlertKind::ListingAtOrBelow | AlertKind::ListingNewMatch) if fired.repeats => {
            "This alert stays on: you will hear of the next finds, at most once a day."
        }
        (Language::Ar, AlertKind::ListingAtOrBelow | AlertKind::ListingNewMatch) if fired.repeats => {
            "هالتنبيه مستمر، ونراسلك عن أي شي جديد نلقاه، مرة باليوم كحد أقصى."
        }
        (Language::En, _) if fired.repeats => {
            "This price alert stays on: you will hear of lower prices, at most once a day."
        }
        (Language::Ar, _) if fired.repeats => {
            "هالتنبيه مستمر، ونراسلك إذا نزل السعر أكثر، مرة باليوم كحد أقصى."
        }
        (Language::En, _) => "This price alert is done and now off. You can set another one at any time.",
        (Language::Ar, _) => "خلص هالتنبيه. تقدر تضيف غيره أي وقت.",
    }
}

/// Returns the subject of a mail about one alert, and the sentence that says the price.
fn subject_and_sentence(language: Language, fired: &FiredAlert) -> (String, String) {
    let (item, price) = (item_name(language, fired), money(language, fired.price));
    if let Some(listing) = &fired.listing {
        return found_in_listing(language, fired, listing);
    }
    let before = money(language, fired.price_before);
    let words = Words { language, item: &item, name: &fired.name, price: &price, before: &before };
    if let Some(texts) = words.subject_and_sentence(fired.kind) {
        return texts;
    }
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

/// Returns subject and sentence about a product that an alert found in its listing. The words of the listing name it, where
/// it has some.
fn found_in_listing(language: Language, fired: &FiredAlert, listing: &str) -> (String, String) {
    let (item, price) = (item_name(language, fired), money(language, fired.price));
    let words =
        form_urlencoded::parse(listing.as_bytes()).find(|(name, _)| name == "q").map(|(_, words)| words);
    match (language, fired.kind, words) {
        (Language::En, AlertKind::ListingAtOrBelow, words) => (
            format!("Found: {}, {price}", fired.name),
            format!(
                "{item} is in stock at {price}. You asked for such a price {}.",
                for_listing_en(words.as_deref())
            ),
        ),
        (Language::En, _, words) => (
            format!("New match: {}, {price}", fired.name),
            format!("{item} is in stock at {price}. It is now {}.", for_listing_en(words.as_deref())),
        ),
        (Language::Ar, AlertKind::ListingAtOrBelow, words) => (
            format!("لقيناه: {item} بـ{price}"),
            format!("{item} متوفر بـ{price}. طلبت هالسعر {}.", for_listing_ar(words.as_deref())),
        ),
        (Language::Ar, _, words) => (
            format!("جديد: {item} بـ{price}"),
            format!("{item} متوفر بـ{price}، وصار {}.", for_listing_ar(words.as_deref())),
        ),
    }
}

fn for_listing_en(words: Option<&str>) -> String {
    words.map_or_else(
        || "in the list with your filters".to_owned(),
        |words| format!("in your search for “{words}”"),
    )
}

fn for_listing_ar(words: Option<&str>) -> String {
    words.map_or_else(|| "في القائمة بفلاترك".to_owned(), |words| format!("في بحثك عن «{}»", isolated(words)))
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
    let (subject, text) = budget_subject_and_sentence(language, price, watched);
    let (hello, button, note) = match language {
        Language::En => (
            format!("Hello {name},"),
            "See the build",
            "This alert is done and now off. You can set another one at any time.",
        ),
        Language::Ar => (format!("هلا {name}،"), "شوف التجميعة", "خلص هالتنبيه. تقدر تضيف غيره أي وقت."),
    };
    MailMessage {
        subject,
        paragraphs: vec![hello, text],
        lines: Vec::new(),
        button: Some((button.into(), link)),
        notes: vec![note.into(), unsubscribe_note(language, settings)],
    }
}

fn budget_subject_and_sentence(language: Language, price: Fils, watched: &WatchedBudget) -> (String, String) {
    let (use_name, sum, price) =
        (use_name(language, watched), money(language, watched.budget), money(language, price));
    match language {
        Language::En => (
            format!("{use_name} now fits into {sum}"),
            format!(
                "You asked for a {use_name} PC within {sum}. Today’s cheapest one costs {price}, with every part in stock. \
                 Prices and stock can change quickly."
            ),
        ),
        Language::Ar => (
            format!("{use_name} صار على قد {sum}"),
            format!(
                "طلبت تجميعة {use_name} بحدود {sum}. أرخص وحدة اليوم بـ{price} وكل قطعها متوفرة. \
                 الأسعار والتوفر تتغير بسرعة."
            ),
        ),
    }
}

/// One of several alerts, what the history of its product says about the price, and the link to its page.
pub(super) type AlertLine<'a> = (&'a FiredAlert, Option<&'a CardVerdict>, String);

/// Writes the mail about several alerts, each with what its history says and a link to its page.
pub(super) fn write_several(
    language: Language,
    name: &str,
    fired: Vec<AlertLine<'_>>,
    settings: String,
) -> MailMessage {
    let (subject, intro) = subject_and_intro(language, &fired);
    let lines = write_lines(language, fired);
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

/// Returns the subject of a mail about several alerts, and the sentence before their lines.
fn subject_and_intro(language: Language, fired: &[AlertLine<'_>]) -> (String, &'static str) {
    let count = fired.len();
    let is_drop =
        |one: &FiredAlert| one.budget.is_none() && !is_event(one.kind) && higher_price_before(one).is_some();
    let have_dropped = fired.iter().all(|(one, ..)| is_drop(one));
    let have_no_target =
        fired.iter().any(|(one, ..)| is_event(one.kind) || is_about_low(one.kind) && !is_drop(one));
    match language {
        Language::En if have_dropped => {
            (format!("{count} prices that you watch have dropped"), "These prices are lower now:")
        }
        Language::Ar if have_dropped => (format!("نزلت أسعار تتابعها ({count})"), "هالأسعار نزلت:"),
        Language::En if have_no_target => {
            (format!("News about {count} things that you watch"), "These are the prices now:")
        }
        Language::Ar if have_no_target => (format!("جديد عن أشياء تتابعها ({count})"), "هذي أسعارها الحين:"),
        Language::En => {
            (format!("{count} prices that you watch have reached your target"), "These are the prices now:")
        }
        Language::Ar => (format!("أسعار تتابعها وصلت للي تبيه ({count})"), "هذي أسعارها الحين:"),
    }
}

/// Returns the texts of the lines about several alerts, each with its link.
pub(super) fn write_lines(language: Language, fired: Vec<AlertLine<'_>>) -> Vec<(String, String)> {
    let text = |one, verdict: Option<&CardVerdict>| match verdict {
        Some(verdict) => format!("{} · {}", line(language, one), say_verdict(verdict).in_language(language)),
        None => line(language, one),
    };
    fired.into_iter().map(|(one, verdict, link)| (text(one, verdict), link)).collect()
}

/// Returns the line about one of several alerts.
fn line(language: Language, one: &FiredAlert) -> String {
    if let Some(watched) = &one.budget {
        return budget_line(language, one.price, &watched.0);
    }
    let (item, price) = (item_name(language, one), money(language, one.price));
    let before = money(language, one.price_before);
    let words = Words { language, item: &item, name: &one.name, price: &price, before: &before };
    if let Some(text) = words.line(one.kind) {
        return text;
    }
    match (language, higher_price_before(one).map(|before| money(language, before))) {
        (Language::En, Some(before)) => format!("{item}: {price}, was {before}"),
        (Language::Ar, Some(before)) => format!("{item}: {price} بعد {before}"),
        (_, None) => format!("{item}: {price}"),
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

pub(super) fn unsubscribe_note(language: Language, settings: &str) -> String {
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
