//! Rules of administrators about searches.

use std::collections::HashMap;

use domain::model::ProductId;

/// Rules about searches. The engine takes them as they are: whoever enters them checks that redirects lead to pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchRules {
    pub synonyms: Vec<SynonymRule>,
    /// Rules for whole texts, by the text in the form of [`normalize_query`](crate::normalize_query).
    pub texts: HashMap<String, TextRules>,
}

/// Words that also mean other words. The other words do not mean these, unless another rule says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SynonymRule {
    pub words: String,
    pub other: String,
}

/// Rules for one whole text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextRules {
    /// Path of the page to which the text leads.
    pub redirect: Option<String>,
    /// Products before all others, in their order.
    pub pinned: Vec<ProductId>,
    /// Products behind the first hits of the others.
    pub buried: Vec<ProductId>,
}
