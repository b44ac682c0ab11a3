//! Texts of mails about the suspension of an account by an administrator, and about its end.

use domain::store::users::Language;

use super::MailMessage;

/// Informs about a suspension. There is no link: nothing on the site lifts it.
pub(super) fn suspended_mail(language: Language, name: &str) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "Your account is suspended".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "We have suspended your Tajmeea account: you are signed out everywhere and cannot log in.".into(),
                "Your builds, favorites and alerts are kept. Until the suspension ends, we send you no price alerts."
                    .into(),
            ],
            lines: Vec::new(),
            button: None,
            notes: vec!["If you think that this is a mistake, please write to us.".into()],
        },
        Language::Ar => MailMessage {
            subject: "حسابك موقّف".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "وقّفنا حسابك في تجميعة: طلّعناك من كل الأجهزة وما تقدر تدخل.".into(),
                "تجميعاتك ومفضلتك وتنبيهاتك محفوظة. لين يرتفع التوقيف ما نرسل لك تنبيهات أسعار.".into(),
            ],
            lines: Vec::new(),
            button: None,
            notes: vec!["تشوف إن فيه غلط؟ راسلنا.".into()],
        },
    }
}

/// Informs about the end of a suspension.
pub(super) fn restored_mail(language: Language, name: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "Your account works again".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "The suspension of your Tajmeea account has ended. You can log in again, and your price alerts are back."
                    .into(),
            ],
            lines: Vec::new(),
            button: Some(("Log in".into(), link)),
            notes: Vec::new(),
        },
        Language::Ar => MailMessage {
            subject: "حسابك رجع يشتغل".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "رفعنا التوقيف عن حسابك في تجميعة. تقدر تدخل مرة ثانية، وتنبيهات الأسعار رجعت.".into(),
            ],
            lines: Vec::new(),
            button: Some(("تسجيل الدخول".into(), link)),
            notes: Vec::new(),
        },
    }
}
