//! Texts of mails about a change of the address.

use domain::store::users::Language;

use super::MailMessage;

/// Asks the address that the user leaves to confirm the change.
pub(super) fn old_address_mail(language: Language, name: &str, new: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "Confirm the change of your address".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                format!("Your Tajmeea account is to move to the address {new}."),
                "Follow this link to allow it. The new address gets a link too: the change is made once both were followed."
                    .into(),
            ],
            lines: Vec::new(),
            button: Some(("Allow the change".into(), link)),
            notes: vec![
                "The link works once, for 24 hours.".into(),
                "If it was not you, do not follow the link: nothing changes without it. But choose a new password.".into(),
            ],
        },
        Language::Ar => MailMessage {
            subject: "أكّد تغيير إيميلك".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                format!("وصلنا طلب تغيير إيميل حسابك في تجميعة إلى {new}."),
                "افتح هالرابط إذا موافق. الإيميل الجديد يوصله رابط بعد: يتغيّر الإيميل لما تفتح الاثنين.".into(),
            ],
            lines: Vec::new(),
            button: Some(("موافق على التغيير".into(), link)),
            notes: vec![
                "الرابط يشتغل مرة وحدة خلال 24 ساعة.".into(),
                "مو أنت؟ لا تفتح الرابط: ما يتغيّر شي بدونه. بس اختر كلمة مرور جديدة.".into(),
            ],
        },
    }
}

/// Asks the new address to confirm the change.
pub(super) fn new_address_mail(language: Language, name: &str, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "Confirm your new address".into(),
            paragraphs: vec![
                format!("Hello {name},"),
                "Follow this link to use this address for your Tajmeea account. Your old address gets a link too: the change is made once both were followed."
                    .into(),
            ],
            lines: Vec::new(),
            button: Some(("Confirm my new address".into(), link)),
            notes: vec![
                "The link works once, for 24 hours.".into(),
                "If you have no Tajmeea account, ignore this mail.".into(),
            ],
        },
        Language::Ar => MailMessage {
            subject: "أكّد إيميلك الجديد".into(),
            paragraphs: vec![
                format!("هلا {name}،"),
                "افتح هالرابط عشان يصير هالإيميل لحسابك في تجميعة. إيميلك القديم يوصله رابط بعد: يتغيّر الإيميل لما تفتح الاثنين."
                    .into(),
            ],
            lines: Vec::new(),
            button: Some(("أكّد إيميلي الجديد".into(), link)),
            notes: vec![
                "الرابط يشتغل مرة وحدة خلال 24 ساعة.".into(),
                "ما عندك حساب في تجميعة؟ تجاهل هالرسالة.".into(),
            ],
        },
    }
}

/// Informs an address that has an account that another account cannot move to it. It names neither user.
pub(super) fn taken_address_mail(language: Language, link: String) -> MailMessage {
    match language {
        Language::En => MailMessage {
            subject: "This address has an account already".into(),
            paragraphs: vec![
                "Somebody wanted to move another Tajmeea account to this address. It has an account already, so nothing was changed."
                    .into(),
                "If it was you, log in to the account of this address, and delete it first.".into(),
            ],
            lines: Vec::new(),
            button: Some(("Log in".into(), link)),
            notes: vec!["If it was not you, there is nothing to do.".into()],
        },
        Language::Ar => MailMessage {
            subject: "هالإيميل عليه حساب من قبل".into(),
            paragraphs: vec![
                "أحد حب ينقل حساب ثاني في تجميعة لهالإيميل. عليه حساب من قبل، وما تغيّر شي.".into(),
                "إذا كنت أنت، سجّل دخولك في حساب هالإيميل واحذفه أول.".into(),
            ],
            lines: Vec::new(),
            button: Some(("تسجيل الدخول".into(), link)),
            notes: vec!["مو أنت؟ ما يحتاج تسوي شي.".into()],
        },
    }
}
