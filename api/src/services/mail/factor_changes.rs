//! Texts of mails about a factor of two-step login that was added or removed while another one stays.

use domain::store::users::Language;

use super::MailMessage;

/// Informs about a further passkey.
pub(super) fn passkey_added_mail(language: Language, name: &str, link: String) -> MailMessage {
    let (subject, change) = match language {
        Language::En => (
            "A passkey was added",
            "A passkey was added to your Tajmeea account. It now logs you in by itself.",
        ),
        Language::Ar => ("انضاف مفتاح مرور", "انضاف مفتاح مرور لحسابك في تجميعة. صار يدخّلك بروحه."),
    };
    write(language, name, link, subject, change)
}

/// Informs about a passkey that was removed, while other factors stay.
pub(super) fn passkey_removed_mail(language: Language, name: &str, link: String) -> MailMessage {
    let (subject, change) = match language {
        Language::En => (
            "A passkey was removed",
            "A passkey was removed from your Tajmeea account. Two-step login stays on.",
        ),
        Language::Ar => {
            ("انحذف مفتاح مرور", "انحذف مفتاح مرور من حسابك في تجميعة. الدخول بخطوتين باقي شغّال.")
        }
    };
    write(language, name, link, subject, change)
}

/// Informs about an authenticator app that was added to other factors.
pub(super) fn app_added_mail(language: Language, name: &str, link: String) -> MailMessage {
    let (subject, change) = match language {
        Language::En => (
            "An authenticator app was added",
            "An authenticator app was added to your Tajmeea account. Its codes now work at login, after your password.",
        ),
        Language::Ar => (
            "انضاف تطبيق مصادقة",
            "انضاف تطبيق مصادقة لحسابك في تجميعة. رموزه صارت تشتغل في الدخول بعد كلمة المرور.",
        ),
    };
    write(language, name, link, subject, change)
}

/// Informs about an authenticator app that was removed, while passkeys stay.
pub(super) fn app_removed_mail(language: Language, name: &str, link: String) -> MailMessage {
    let (subject, change) = match language {
        Language::En => (
            "An authenticator app was removed",
            "The authenticator app was removed from your Tajmeea account. Two-step login stays on.",
        ),
        Language::Ar => {
            ("انحذف تطبيق المصادقة", "انحذف تطبيق المصادقة من حسابك في تجميعة. الدخول بخطوتين باقي شغّال.")
        }
    };
    write(language, name, link, subject, change)
}

fn write(language: Language, name: &str, link: String, subject: &str, change: &str) -> MailMessage {
    let (greeting, button, notes) = match language {
        Language::En => (
            format!("Hello {name},"),
            "It was not me",
            [
                "If it was you, there is nothing to do.",
                "If it was not you, choose a new password and contact us.",
            ],
        ),
        Language::Ar => (
            format!("هلا {name}،"),
            "مو أنا",
            ["إذا كنت أنت، ما يحتاج تسوي شي.", "مو أنت؟ اختر كلمة مرور جديدة وتواصل معانا."],
        ),
    };
    MailMessage {
        subject: subject.to_owned(),
        paragraphs: vec![greeting, change.to_owned()],
        lines: Vec::new(),
        button: Some((button.to_owned(), link)),
        notes: notes.map(str::to_owned).to_vec(),
    }
}
