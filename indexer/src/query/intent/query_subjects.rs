//! Subjects of a query: categories, chips, a whole PC; its amounts can be their price or their measure.

use domain::model::Category;

use crate::storage::vocabulary::Vocabulary;

/// Words before the number of a card's chipset.
pub(super) const CARD_FAMILIES: [&str; 6] = ["rtx", "gtx", "rx", "geforce rtx", "geforce gtx", "radeon rx"];

/// The subjects that a query asks for. They are found before the query is read, because amounts, uses and "for" phrases
/// depend on them.
#[derive(Debug, Clone, Default)]
pub(crate) struct QuerySubjects {
    /// The categories that words name.
    pub(crate) categories: Vec<Category>,
    /// The categories of facts that only they have: `ips` is of monitors.
    pub(crate) implied: Vec<Category>,
    /// Whether the query asks for anything that has a price: a category, a chipset, a whole PC.
    pub(crate) has_subject: bool,
    /// Whether a whole PC is named.
    pub(crate) asks_for_whole_pc: bool,
}

impl QuerySubjects {
    /// Returns the categories whose parts a query requests.
    pub(crate) fn requested_categories(&self) -> &[Category] {
        if self.categories.is_empty() { &self.implied } else { &self.categories }
    }
}

/// Whether the catalogue has cards with a chipset of this number.
pub(crate) fn is_card_number(number: &str, vocabulary: &Vocabulary) -> bool {
    CARD_FAMILIES.iter().any(|family| vocabulary.fact_phrases.contains_key(&format!("{family} {number}")))
}
