//! What the mails say.

use domain::store::users::Language;

use super::Letter;

/// Confirms an address: the account is made when the link is followed.
pub(super) fn verify(language: Language, name: &str, link: String) -> Letter {
    match language {
        Language::En => Letter {
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
        Language::Ar => Letter {
            subject: "أكّد بريدك الإلكتروني".into(),
            paragraphs: vec![
                format!("مرحباً {name}،"),
                "افتح هذا الرابط لتأكيد بريدك وإكمال حسابك في تجميعة.".into(),
            ],
            lines: Vec::new(),
            button: Some(("تأكيد البريد".into(), link)),
            notes: vec![
                "الرابط يعمل مرة واحدة خلال 24 ساعة.".into(),
                "إذا لم تكن أنت من سجّل فتجاهل هذه الرسالة: لا يُنشأ حساب بدون الرابط.".into(),
            ],
        },
    }
}

/// Somebody signed up with an address that has an account.
pub(super) fn already_here(language: Language, name: &str, link: String) -> Letter {
    match language {
        Language::En => Letter {
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
        Language::Ar => Letter {
            subject: "لديك حساب في تجميعة".into(),
            paragraphs: vec![
                format!("مرحباً {name}،"),
                "سجّل شخص ما ببريدك. لديك حساب من قبل، ولم يتغير شيء.".into(),
                "إذا كنت أنت ونسيت كلمة المرور فاختر كلمة جديدة من صفحة الدخول.".into(),
            ],
            lines: Vec::new(),
            button: Some(("تسجيل الدخول".into(), link)),
            notes: vec!["إذا لم تكن أنت فلا حاجة لفعل شيء.".into()],
        },
    }
}

/// A link to choose a new password.
pub(super) fn reset(language: Language, name: &str, link: String) -> Letter {
    match language {
        Language::En => Letter {
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
        Language::Ar => Letter {
            subject: "اختر كلمة مرور جديدة".into(),
            paragraphs: vec![
                format!("مرحباً {name}،"),
                "افتح هذا الرابط لاختيار كلمة مرور جديدة لحسابك في تجميعة.".into(),
            ],
            lines: Vec::new(),
            button: Some(("اختيار كلمة مرور جديدة".into(), link)),
            notes: vec![
                "الرابط يعمل مرة واحدة خلال ساعة.".into(),
                "إذا لم تطلبه فتجاهل هذه الرسالة: كلمة المرور لا تتغير.".into(),
            ],
        },
    }
}

/// The password is another now.
pub(super) fn changed(language: Language, name: &str, link: String) -> Letter {
    match language {
        Language::En => Letter {
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
        Language::Ar => Letter {
            subject: "تغيّرت كلمة المرور".into(),
            paragraphs: vec![
                format!("مرحباً {name}،"),
                "تغيّرت كلمة المرور لحسابك في تجميعة، وسُجّل الخروج من كل الأجهزة الأخرى.".into(),
            ],
            lines: Vec::new(),
            button: Some(("لم أكن أنا".into(), link)),
            notes: vec!["إذا كنت أنت فلا حاجة لفعل شيء.".into()],
        },
    }
}
