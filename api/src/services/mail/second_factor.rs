//! Texts of mails about the second factor, which shoppers know as two-step login.

use domain::store::users::Language;

use super::MailMessage;

/// Informs about a second factor that was switched on.
pub(super) fn added_mail(language: Language, name: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "Two-step login is on".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "Two-step login was turned on for your Tajmeea account, with new recovery codes. All other devices were signed out."
                    .into(),
            ],
            lines: Vec::new(),
            button: Some(("It was not me".into(), link)),
            notes: vec![
                "If it was you, there is nothing to do.".into(),
                "If it was not you, choose a new password and contact us: we turn it off for you.".into(),
            ],
        },
        Language::Ar => MailMessage {
            subject: "اشتغل الدخول بخطوتين".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "اشتغل الدخول بخطوتين لحسابك في تجميعة، ومعاه رموز استرجاع جديدة. وطلّعناك من كل الأجهزة الثانية.".into(),
            ],
            lines: Vec::new(),
            button: Some(("مو أنا".into(), link)),
            notes: vec![
                "إذا كنت أنت، ما يحتاج تسوي شي.".into(),
                "مو أنت؟ اختر كلمة مرور جديدة وتواصل معانا، ونطفيه لك.".into(),
            ],
        },
    }
}

/// Informs about a second factor that was switched off, by the user or by an operator.
pub(super) fn removed_mail(language: Language, name: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "Two-step login is off".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "Two-step login was turned off for your Tajmeea account. Your password alone logs you in now."
                    .into(),
            ],
            lines: Vec::new(),
            button: Some(("It was not me".into(), link)),
            notes: vec!["If it was you, or if you asked us to, there is nothing to do.".into()],
        },
        Language::Ar => MailMessage {
            subject: "انطفى الدخول بخطوتين".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "انطفى الدخول بخطوتين لحسابك في تجميعة. الحين تدخل بكلمة المرور بس.".into(),
            ],
            lines: Vec::new(),
            button: Some(("مو أنا".into(), link)),
            notes: vec!["إذا كنت أنت، أو أنت طلبته منا، ما يحتاج تسوي شي.".into()],
        },
    }
}

/// Informs about the use of a recovery code: by a sign-in, or by an administrator's confirmation.
pub(super) fn recovery_code_used_mail(
    language: Language,
    name: &str,
    codes_left: i64,
    link: String,
) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "A recovery code was used".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "Somebody used the password and a recovery code of your Tajmeea account.".into(),
                format!("Recovery codes left: {codes_left}."),
            ],
            lines: Vec::new(),
            button: Some(("It was not me".into(), link)),
            notes: vec![
                "If it was you, there is nothing to do.".into(),
                "You get new codes in your settings, under two-step login.".into(),
            ],
        },
        Language::Ar => MailMessage {
            subject: "انستخدم رمز استرجاع".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "أحد استخدم كلمة مرور حسابك في تجميعة ورمز استرجاع.".into(),
                format!("باقي من رموز الاسترجاع: {codes_left}."),
            ],
            lines: Vec::new(),
            button: Some(("مو أنا".into(), link)),
            notes: vec![
                "إذا كنت أنت، ما يحتاج تسوي شي.".into(),
                "تبي رموز جديدة؟ تحصّلها في الإعدادات تحت الدخول بخطوتين.".into(),
            ],
        },
    }
}

/// Informs about new recovery codes, which replaced the old ones.
pub(super) fn recovery_codes_renewed_mail(language: Language, name: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "You have new recovery codes".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "New recovery codes were made for your Tajmeea account. The old ones no longer work.".into(),
            ],
            lines: Vec::new(),
            button: Some(("It was not me".into(), link)),
            notes: vec![
                "If it was you, there is nothing to do.".into(),
                "If it was not you, choose a new password and contact us.".into(),
            ],
        },
        Language::Ar => MailMessage {
            subject: "عندك رموز استرجاع جديدة".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "طلعت رموز استرجاع جديدة لحسابك في تجميعة. القديمة ما تشتغل بعد.".into(),
            ],
            lines: Vec::new(),
            button: Some(("مو أنا".into(), link)),
            notes: vec![
                "إذا كنت أنت، ما يحتاج تسوي شي.".into(),
                "مو أنت؟ اختر كلمة مرور جديدة وتواصل معانا.".into(),
            ],
        },
    }
}
