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
                "If it was you and you forgot your password, choose a new one on the login page.".into(),
            ],
            lines: Vec::new(),
            button: Some(("Log in".into(), link)),
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

/// Informs about a changed password, and about the number of passkeys that sign in without it, with the address of the
/// settings that remove them.
pub(super) fn password_changed_mail(
    language: Language,
    name: &str,
    (passkeys, settings): (i64, String),
    link: String,
) -> MailMessage {
    let still_signs_in = match language {
        Language::En => format!(
            "Passkeys that still sign in without the password: {passkeys}. Remove any that you don't know in your settings, under two-step sign-in."
        ),
        Language::Ar => format!(
            "مفاتيح المرور اللي للحين تدخّل بدون كلمة المرور: {passkeys}. احذف اللي ما تعرفه من الإعدادات تحت الدخول بخطوتين."
        ),
    };
    let lines = if passkeys == 0 { Vec::new() } else { vec![(still_signs_in, settings)] };
    match language {
        Language::En => MailMessage {
            subject: "Your password was changed".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "The password of your Tajmeea account was changed, and all other devices were signed out."
                    .into(),
            ],
            lines,
            button: Some(("It was not me".into(), link)),
            notes: vec!["If it was you, there is nothing to do.".into()],
        },
        Language::Ar => MailMessage {
            subject: "تغيّرت كلمة المرور".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "تغيّرت كلمة المرور لحسابك في تجميعة، وطلّعناك من كل الأجهزة الثانية.".into(),
            ],
            lines,
            button: Some(("مو أنا".into(), link)),
            notes: vec!["إذا كنت أنت، ما يحتاج تسوي شي.".into()],
        },
    }
}

/// Informs about a deleted account.
pub(super) fn account_deleted_mail(language: Language, name: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "Your account was deleted".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "Your Tajmeea account was deleted, with its favorites, builds, reviews and alerts.".into(),
            ],
            lines: Vec::new(),
            button: Some(("Make a new account".into(), link)),
            notes: vec![
                "This is the last mail: we keep nothing about you, and cannot bring the account back.".into(),
                "If it was not you, somebody knew your password: change it wherever else you use it.".into(),
            ],
        },
        Language::Ar => MailMessage {
            subject: "تم حذف حسابك".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "تم حذف حسابك في تجميعة، مع مفضلتك وتجميعاتك وتقييماتك وتنبيهاتك.".into(),
            ],
            lines: Vec::new(),
            button: Some(("سوّ حساب جديد".into(), link)),
            notes: vec![
                "هذه آخر رسالة: لا نحتفظ بأي شيء عنك، ولا يمكن استرجاع الحساب.".into(),
                "مو أنت؟ يعني أحد يعرف كلمة المرور: غيّرها في كل مكان ثاني تستخدمها فيه.".into(),
            ],
        },
    }
}
