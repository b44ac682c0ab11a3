//! Reasons why a list that a retailer hands in is refused. Their sentences are in both languages: a program of the
//! retailer's shows them to people who know no codes of ours.

use axum::http::StatusCode;

/// Reason why a list that a retailer hands in is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HandInError {
    /// Also for a retailer that does not exist: nobody learns which retailers have tokens.
    #[error("The token is missing, wrong or revoked. Send it as `Authorization: Bearer tajmeea_…`.")]
    WrongToken,
    #[error("This retailer is switched off.")]
    RetailerOff,
    #[error(
        "The list must be CSV, TSV, JSON or XML, plain or gzipped: for example with the content type text/csv."
    )]
    UnknownType,
    #[error("The list is larger than {megabytes} MB. Send it gzipped, or as changes in several parts.")]
    TooLarge { megabytes: usize },
    #[error("The list is empty.")]
    Empty,
    #[error("{most} lists of this retailer are still waiting to be read. Please try again later.")]
    TooManyWaiting { most: i64 },
    #[error("The list was not stored: {problem}.")]
    Unreadable { problem: String },
    #[error("List not found.")]
    NotFound,
}

impl HandInError {
    /// Returns status and code.
    pub(super) fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::WrongToken => (StatusCode::UNAUTHORIZED, "WRONG_TOKEN"),
            Self::RetailerOff => (StatusCode::CONFLICT, "RETAILER_OFF"),
            Self::UnknownType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "UNKNOWN_LIST_TYPE"),
            Self::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE"),
            Self::Empty => (StatusCode::UNPROCESSABLE_ENTITY, "EMPTY_LIST"),
            Self::TooManyWaiting { .. } => (StatusCode::CONFLICT, "LISTS_WAITING"),
            Self::Unreadable { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "LIST_UNREADABLE"),
            Self::NotFound => (StatusCode::NOT_FOUND, "LIST_NOT_FOUND"),
        }
    }

    /// Returns the sentence in Arabic. What a reader of lists says of a problem is English alone.
    pub(super) fn arabic(&self) -> String {
        match self {
            Self::WrongToken => {
                "الرمز ناقص أو غلط أو ملغي. ارسله جذي: Authorization: Bearer tajmeea_…".to_owned()
            }
            Self::RetailerOff => "هالمحل موقّف.".to_owned(),
            Self::UnknownType => {
                "لازم تكون القائمة CSV أو TSV أو JSON أو XML، مضغوطة gzip أو لا، مثلاً بنوع المحتوى text/csv."
                    .to_owned()
            }
            Self::TooLarge { megabytes } => {
                format!("القائمة أكبر من {megabytes} ميغابايت. ارسلها مضغوطة gzip، أو كتغييرات على أجزاء.")
            }
            Self::Empty => "القائمة فاضية.".to_owned(),
            Self::TooManyWaiting { most } => {
                format!("قوائم هالمحل اللي للحين تنتظر القراءة عددها {most}. جرّب بعدين.")
            }
            Self::Unreadable { problem } => format!("ما انحفظت القائمة: {problem}."),
            Self::NotFound => "ما لقينا هالقائمة.".to_owned(),
        }
    }
}
