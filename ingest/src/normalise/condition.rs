//! Condition of a product: new, or not.

use std::sync::LazyLock;

use domain::model::keys::fold::Folded;

use super::phrases::Phrases;

/// Condition in which a product is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Condition {
    #[default]
    New,
    OpenBox,
    Refurbished,
    Used,
}

impl Condition {
    /// Returns the condition in words, where it is not new.
    pub(crate) fn not_new(self) -> Option<&'static str> {
        match self {
            Condition::New => None,
            Condition::OpenBox => Some("open-box or B-stock"),
            Condition::Refurbished => Some("refurbished"),
            Condition::Used => Some("used"),
        }
    }
}

static WORDS: LazyLock<Phrases<Condition>> = LazyLock::new(|| {
    let mut words = Phrases::new();
    let table = [
        (
            Condition::Used,
            "used|pre owned|preowned|second hand|2nd hand|like new|مستعمل|مستعمله|مستخدم|يوزد|شبه جديد|استعمال خفيف",
        ),
        (Condition::OpenBox, "open box|openbox|b stock|bstock|b ware|اوبن بوكس|مفتوح الكرتون|مفتوح"),
        (Condition::Refurbished, "refurbished|renewed|refurb|recertified|مجدد|مجدده|معاد تجديده"),
        // Phrases that only look like one of the above.
        (Condition::New, "used for|widely used|can be used"),
    ];
    for (condition, phrases) in table {
        phrases.split('|').for_each(|phrase| words.insert(phrase, condition));
    }
    words
});

/// Returns the condition that a title states, and the words that state it; without such words the product is new.
pub(crate) fn find_condition(text: &Folded) -> (Condition, std::ops::Range<usize>) {
    let mut index = 0;
    while index < text.len() {
        match WORDS.at(text, index) {
            Some((Condition::New, count)) => index += count,
            Some((condition, count)) => return (*condition, index..index + count),
            None => index += 1,
        }
    }
    (Condition::New, 0..0)
}
