//! Condition of a product (new, or not), and what else a listing says of its sale, from each place where shops state it.

use domain::model::keys::fold::Folded;

use super::sale_words::{Meaning, Statement, begins_clause, find_statements};

/// Condition in which a product is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Condition {
    #[default]
    New,
    OpenBox,
    Refurbished,
    Used,
    Display,
    Returned,
    Damaged,
    /// A field of the condition that does not say new.
    Other,
}

impl Condition {
    /// Returns the condition in words, where it is not new.
    pub(crate) fn not_new(self) -> Option<&'static str> {
        match self {
            Condition::New => None,
            Condition::OpenBox => Some("open-box or B-stock"),
            Condition::Refurbished => Some("refurbished"),
            Condition::Used => Some("used"),
            Condition::Display => Some("a display or demo piece"),
            Condition::Returned => Some("returned"),
            Condition::Damaged => Some("damaged"),
            Condition::Other => Some("in a condition other than new"),
        }
    }
}

/// Terms that a listing states of the goods and the price, beside naming them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SaleTerms {
    pub condition: Condition,
    /// Whether the price is a part of the whole: a deposit, a reservation, one of several payments.
    pub part_payment: Option<PartPayment>,
    /// Whether the goods can be ordered before they can be had.
    pub pre_order: bool,
    /// Whether the goods cannot be had now: on back-order, announced, sold out.
    pub not_now: bool,
}

/// The part of a price that is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartPayment {
    Deposit,
    Instalment,
}

impl PartPayment {
    /// Returns the payment in words.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            PartPayment::Deposit => "a deposit or a reservation",
            PartPayment::Instalment => "an instalment or a monthly amount",
        }
    }
}

impl SaleTerms {
    /// Adds what another place says; the first condition and the first payment stay.
    pub(crate) fn or(self, other: SaleTerms) -> SaleTerms {
        SaleTerms {
            condition: if self.condition == Condition::New { other.condition } else { self.condition },
            part_payment: self.part_payment.or(other.part_payment),
            pre_order: self.pre_order | other.pre_order,
            not_now: self.not_now | other.not_now,
        }
    }

    fn add(&mut self, meaning: Meaning) {
        let stated = match meaning {
            Meaning::New => SaleTerms::default(),
            Meaning::NotNew(condition) => SaleTerms { condition, ..SaleTerms::default() },
            Meaning::Deposit => {
                SaleTerms { part_payment: Some(PartPayment::Deposit), ..SaleTerms::default() }
            }
            Meaning::Instalment => {
                SaleTerms { part_payment: Some(PartPayment::Instalment), ..SaleTerms::default() }
            }
            Meaning::PreOrder => SaleTerms { pre_order: true, ..SaleTerms::default() },
            Meaning::NotNow => SaleTerms { not_now: true, ..SaleTerms::default() },
        };
        *self = self.or(stated);
    }
}

/// Reads a title, with the option or variant in it. Returns the terms, and the words that state them.
pub(crate) fn of_title(text: &Folded) -> (SaleTerms, Vec<std::ops::Range<usize>>) {
    let mut terms = SaleTerms::default();
    let statements = find_statements(text);
    statements.iter().for_each(|statement| terms.add(statement.meaning));
    (terms, statements.into_iter().map(|statement| statement.words).collect())
}

/// Reads a name under which a shop files its goods: a category, a product type, a tag. A name that counts new goods too
/// (`New & Used`) says nothing, and words for instalments in it say how one may pay.
pub(crate) fn of_label(label: &str) -> SaleTerms {
    let text = Folded::new(label);
    let statements = find_statements(&text);
    let mut terms = SaleTerms::default();
    if names_new_goods(&text, &statements) {
        return terms;
    }
    for Statement { meaning, .. } in statements {
        if meaning != Meaning::Instalment {
            terms.add(meaning);
        }
    }
    terms
}

/// Number of words of a description that are read: later ones tell of the shop, its policies and other goods.
const MAX_DESCRIPTION_WORDS: usize = 40;
/// Words that may stand between the beginning of a clause and a statement about the goods: "This is a used card".
const LEADING: [&str; 51] = [
    "this",
    "these",
    "is",
    "are",
    "it",
    "its",
    "s",
    "a",
    "an",
    "the",
    "item",
    "product",
    "unit",
    "card",
    "part",
    "piece",
    "goods",
    "note",
    "important",
    "please",
    "attention",
    "condition",
    "state",
    "status",
    "price",
    "listing",
    "offer",
    "amount",
    "shown",
    "of",
    "only",
    "for",
    "sold",
    "as",
    "in",
    "very",
    "certified",
    "factory",
    "manufacturer",
    "هذا",
    "هذه",
    "المنتج",
    "منتج",
    "القطعه",
    "قطعه",
    "الحاله",
    "حاله",
    "السعر",
    "هو",
    "ملاحظه",
    "تنبيه",
];
/// Words that make the clause one about the shop's rules or its other goods.
const POLICY: [&str; 29] = [
    "items",
    "products",
    "units",
    "parts",
    "cards",
    "policy",
    "policies",
    "warranty",
    "are",
    "cannot",
    "can",
    "will",
    "not",
    "if",
    "we",
    "or",
    "must",
    "may",
    "should",
    "vs",
    "than",
    "المنتجات",
    "منتجات",
    "القطع",
    "قطع",
    "لا",
    "غير",
    "سياسه",
    "يمكن",
];

/// Reads the beginning of a description. Only a clause that begins with the statement speaks of the goods themselves;
/// "no refurbished goods are sold here" and "used for games" do not.
pub(crate) fn of_description(description: &str) -> SaleTerms {
    let text = Folded::new(description);
    let mut terms = SaleTerms::default();
    for Statement { meaning, words } in find_statements(&text) {
        if words.end > MAX_DESCRIPTION_WORDS {
            break;
        }
        // Words of stock and of ways to pay are too common in descriptions, and stay there for years.
        if matches!(meaning, Meaning::Instalment | Meaning::NotNow) {
            continue;
        }
        let start = (0..=words.start).rev().find(|index| begins_clause(&text, *index)).unwrap_or(0);
        let end = (words.end..=text.len()).find(|index| begins_clause(&text, *index)).unwrap_or(text.len());
        let leads = (start..words.start).all(|index| is_leading(text.word(index)));
        let is_policy = (words.end..end).any(|index| POLICY.contains(&text.word(index)));
        if leads && !is_policy {
            terms.add(meaning);
        }
    }
    terms
}

fn is_leading(word: &str) -> bool {
    LEADING.contains(&word)
        || word.starts_with(|letter: char| letter.is_ascii_digit())
        || matches!(word, "kd" | "kwd" | "refundable" | "non" | "small" | "دينار")
}

/// Words that call goods new, and words that state nothing, in a field of the condition.
const NEW: [&str; 15] = [
    "new",
    "brandnew",
    "newcondition",
    "sealed",
    "unopened",
    "unused",
    "original",
    "genuine",
    "retail",
    "oem",
    "جديد",
    "جديده",
    "مختوم",
    "اصلي",
    "اصليه",
];
const UNSTATED: [&str; 12] = [
    "na",
    "n a",
    "none",
    "null",
    "unknown",
    "unspecified",
    "not specified",
    "undefined",
    "other",
    "غير محدد",
    "لا يوجد",
    "غير معروف",
];

/// Reads the text of a field that holds the condition alone: schema.org's `itemCondition`, a feed's `condition`. An
/// empty text, or one that states nothing, is new, as where there is no such field; one that does not say new is not.
pub(crate) fn of_field(text: &str) -> Condition {
    let name = match text.trim() {
        address if address.contains("://") || address.starts_with("schema:") => {
            address.rsplit(['/', '#', ':']).next().unwrap_or_default()
        }
        words => words,
    };
    let folded = Folded::new(name);
    let whole = folded.window(0, folded.len());
    if folded.is_empty() || UNSTATED.contains(&whole) {
        return Condition::New;
    }
    // schema.org's words are one word each: `UsedCondition`.
    let stem = Folded::new(whole.strip_suffix("condition").unwrap_or(whole));
    let statements = [&folded, &stem].map(find_statements).concat();
    let mut terms = SaleTerms::default();
    statements.iter().for_each(|statement| terms.add(statement.meaning));
    if terms.condition != Condition::New {
        return terms.condition;
    }
    let says_new = statements.iter().any(|statement| statement.meaning == Meaning::New)
        || names_new_goods(&folded, &statements)
        || NEW.iter().any(|word| folded.iter().any(|stated| stated == *word));
    let denies = folded.iter().any(|word| matches!(word, "not" | "غير" | "ليس" | "non" | "مو"));
    match says_new && (!denies || statements.iter().any(|one| one.meaning == Meaning::New)) {
        true => Condition::New,
        false => Condition::Other,
    }
}

/// Returns the payment that a text of a price names, where it is a part of the whole: `12.500 KD / month`.
pub(crate) fn of_price_text(text: &str) -> Option<PartPayment> {
    of_title(&Folded::new(text)).0.part_payment
}

/// Whether the word new stands outside of all statements.
fn names_new_goods(text: &Folded, statements: &[Statement]) -> bool {
    (0..text.len())
        .filter(|index| matches!(text.word(*index), "new" | "جديد" | "الجديد" | "جديده"))
        .any(|index| !statements.iter().any(|statement| statement.words.contains(&index)))
}

#[cfg(test)]
mod tests;
