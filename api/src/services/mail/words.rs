//! Texts of account mails.

use domain::store::users::Language;

use super::MailMessage;

/// Asks to verify an address; following the link creates the account.
pub(super) fn verification_mail(language: Language, name: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "Verify your e-mail address".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "Follow this link to verify your address and finish your Tajmeea account.".into(),
            ],
            lines: Vec::new(),
            button: Some(("Verify my address".into(), link)),
            notes: vec![
                "The link works once, for 24 hours.".into(),
                "If you did not sign up, ignore this mail: without the link no account is made.".into(),
            ],
        },
        Language::Ar => MailMessage {
            subject: "أكّد إيميلك".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "افتح هالرابط عشان تأكّد إيميلك ويكمل حسابك في تجميعة.".into(),
            ],
            lines: Vec::new(),
            button: Some(("أكّد إيميلي".into(), link)),
            notes: vec![
                "الرابط يشتغل مرة وحدة خلال 24 ساعة.".into(),
                "ما سجّلت عندنا؟ تجاهل هالرسالة: ما ينفتح حساب بدون الرابط.".into(),
            ],
        },
    }
}

/// Informs the owner of an account about a sign-up with their address.
pub(super) fn existing_account_mail(language: Language, name: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "You already have a Tajmeea account".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "Somebody signed up with your address. You have an account already, so nothing was changed."
                    .into(),
                "If it was you and you forgot your password, choose a new one on the sign-in page.".into(),
            ],
            lines: Vec::new(),
            button: Some(("Sign in".into(), link)),
            notes: vec!["If it was not you, there is nothing to do.".into()],
        },
        Language::Ar => MailMessage {
            subject: "عندك حساب في تجميعة".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "أحد سجّل بإيميلك. عندك حساب من قبل، وما تغيّر شي.".into(),
                "إذا كنت أنت ونسيت كلمة المرور، اختر وحدة جديدة من صفحة الدخول.".into(),
            ],
            lines: Vec::new(),
            button: Some(("تسجيل الدخول".into(), link)),
            notes: vec!["مو أنت؟ ما يحتاج تسوي شي.".into()],
        },
    }
}

/// Sends a link to choose a new password.
pub(super) fn password_reset_mail(language: Language, name: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "Choose a new password".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "Follow this link to choose a new password for your Tajmeea account.".into(),
            ],
            lines: Vec::new(),
            button: Some(("Choose a new password".into(), link)),
            notes: vec![
                "The link works once, for 1 hour.".into(),
                "If you did not ask for it, ignore this mail: your password stays as it is.".into(),
            ],
        },
        Language::Ar => MailMessage {
            subject: "اختر كلمة مرور جديدة".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "افتح هالرابط عشان تختار كلمة مرور جديدة لحسابك في تجميعة.".into(),
            ],
            lines: Vec::new(),
            button: Some(("اختر كلمة مرور جديدة".into(), link)),
            notes: vec![
                "الرابط يشتغل مرة وحدة خلال ساعة.".into(),
                "ما طلبته؟ تجاهل هالرسالة: كلمة المرور ما تتغيّر.".into(),
            ],
        },
    }
}

/// Informs about a changed password.
pub(super) fn password_changed_mail(language: Language, name: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "Your password was changed".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "The password of your Tajmeea account was changed, and all other devices were signed out."
                    .into(),
            ],
            lines: Vec::new(),
            button: Some(("It was not me".into(), link)),
            notes: vec!["If it was you, there is nothing to do.".into()],
        },
        Language::Ar => MailMessage {
            subject: "تغيّرت كلمة المرور".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "تغيّرت كلمة المرور لحسابك في تجميعة، وطلّعناك من كل الأجهزة الثانية.".into(),
            ],
            lines: Vec::new(),
            button: Some(("مو أنا".into(), link)),
            notes: vec!["إذا كنت أنت، ما يحتاج تسوي شي.".into()],
        },
    }
}
