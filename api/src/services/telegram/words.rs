//! Texts of the bot. They are sent as plain text, so that nothing in a name is read as markup.

use domain::store::users::Language;

use crate::services::texts::Texts;

/// Confirms that the chat is linked. It names the account, so that whoever followed a stranger's link sees that.
pub(super) fn linked(language: Language, name: &str) -> String {
    let name = Texts(language).isolate(name);
    match language {
        Language::En => format!(
            "Done: this chat now gets the price alerts of the Tajmeea account “{name}”. Not yours? Send /stop to end it."
        ),
        Language::Ar => {
            format!("تم: تنبيهات الأسعار لحساب «{name}» في تجميعة توصل هني. مو حسابك؟ ارسل /stop عشان توقف.")
        }
    }
}

/// Refuses a code.
pub(super) fn invalid_code(language: Language) -> &'static str {
    match language {
        Language::En => {
            "This link doesn’t work any more. Open Settings on Tajmeea, and connect Telegram once again."
        }
        Language::Ar => "هالرابط ما يشتغل بعد. افتح الإعدادات في تجميعة واربط تيليجرام مرة ثانية.",
    }
}

/// Refuses a code of another account than the chat's.
pub(super) fn other_account(language: Language) -> &'static str {
    match language {
        Language::En => {
            "This chat is connected to another Tajmeea account. Send /stop first, then open the link again."
        }
        Language::Ar => {
            "هالمحادثة مربوطة بحساب ثاني في تجميعة. ارسل /stop أول، وبعدها افتح الرابط مرة ثانية."
        }
    }
}

/// Confirms that nothing more is sent.
pub(super) fn stopped(language: Language) -> &'static str {
    match language {
        Language::En => {
            "No more price alerts come to this chat. You can connect it again in Settings on Tajmeea."
        }
        Language::Ar => "ما راح توصلك تنبيهات أسعار هني. تقدر تربطها مرة ثانية من الإعدادات في تجميعة.",
    }
}

/// Says what the bot is for.
pub(super) fn help(language: Language) -> &'static str {
    match language {
        Language::En => {
            "This bot sends Tajmeea’s price alerts: connect it in Settings on Tajmeea, or send /stop to end them."
        }
        Language::Ar => {
            "هالبوت يرسل تنبيهات الأسعار من تجميعة: اربطه من الإعدادات في تجميعة، أو ارسل /stop عشان توقف."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_turn_a_sentence_around_or_break_it() {
        for language in [Language::En, Language::Ar] {
            let text = linked(language, "Sa\u{202e}ra\n<b>*_");
            assert!(text.contains("Sara <b>*_"), "{text}");
            assert!(!text.contains('\u{202e}') && !text.contains('\n'), "{text}");
        }
    }
}
