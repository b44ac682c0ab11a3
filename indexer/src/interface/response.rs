use std::{collections::BTreeMap, ops::Range};

use domain::{
    compat::Check,
    model::{Category, Fils, Picture, ProductId},
};

use super::product_set::HideReasonNumber;

/// Result of a search.
#[derive(Debug, Clone, Default)]
pub struct SearchResponse {
    /// The requested page.
    pub hits: Vec<Hit>,
    /// Number of matching products, without the hidden ones.
    pub total: u64,
    /// Whether `total` is exact. Without facets it may be too low, but never lower than the hits on the page.
    pub is_total_exact: bool,
    /// Number of matches that `hide` left out.
    pub hidden: u64,
    /// The hidden matches by the reason that `hide` gives for them.
    pub hidden_by: BTreeMap<HideReasonNumber, u64>,
    /// One entry per group, always in the same order; empty when not requested.
    pub facets: Vec<Facet>,
    /// The parts of the text that were read as a filter or an order.
    pub understood: Vec<UnderstoodPart>,
    /// The text in its likely spelling, if that was searched or is clearly meant.
    pub corrected: Option<String>,
    /// Words that had to be dropped to find anything.
    pub dropped: Vec<String>,
    /// Understood constraints (a kind of part, a chip, a capacity, a price) that had to give way, as typed: the hits are
    /// the nearest products.
    pub relaxed: Vec<String>,
    /// Where nothing was found: hits near a model that does not exist, or products of the category nearest to an item
    /// that no retailer carries.
    pub nearby: Vec<Hit>,
    /// Intent of the query beyond a list of products.
    pub intent: Option<SearchIntent>,
    /// The role of each word: a filter, a use, a required or an optional word; in order, and only when requested.
    pub word_roles: Vec<WordRole>,
}

/// Intent of a query beyond a list of products.
#[derive(Debug, Clone, PartialEq)]
pub enum SearchIntent {
    /// Several things side by side; the best product of each side leads the hits.
    Comparison { sides: Vec<ComparisonSide> },
    /// A whole PC.
    WholePc { budget: Option<Fils>, uses: Vec<String> },
    /// An item that no retailer carries here; `nearby` has products of the nearest category.
    NotCarried { words: String, near: Option<Category> },
    /// Things of several kinds, and whether they fit together; the best product of each leads the hits.
    Fit { sides: Vec<ComparisonSide>, verdict: FitVerdict },
}

/// Verdict of the rules of `domain::compat` on the things that a query names.
#[derive(Debug, Clone, PartialEq)]
pub struct FitVerdict {
    pub answer: FitAnswer,
    /// The rule that decides; `None` where no rule compares the things.
    pub check: Option<Check>,
    /// Names of the things, by the ids in `check`. A thing that is no single product has an id of its own.
    pub names: BTreeMap<ProductId, String>,
}

/// Answer to the question whether things fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FitAnswer {
    Yes,
    /// They fit, but a rule warns.
    Caution,
    No,
    /// A fact that decides is not known, or no rule compares the things.
    Unknown,
}

/// One side of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonSide {
    pub words: String,
    /// The side's best product, if it has any.
    pub product: Option<ProductId>,
}

/// Some words of a query and the role in which they were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordRole {
    pub words: String,
    /// `required`, `optional`, or the kind of filter.
    pub role: &'static str,
    pub meaning: String,
}

/// One product found.
#[derive(Debug, Clone)]
pub struct Hit {
    pub id: ProductId,
    /// Larger is better; comparable only within one response.
    pub score: f32,
    /// JSON of the card as it was indexed.
    pub card: Vec<u8>,
    /// The parts of the score; only when requested.
    pub explanation: Vec<ScorePart>,
}

/// One part of a score.
#[derive(Debug, Clone, PartialEq)]
pub struct ScorePart {
    pub name: &'static str,
    pub points: f32,
}

/// One filter group with its counts. They are made without the group's own filter, except those of `availability`.
#[derive(Debug, Clone, PartialEq)]
pub struct Facet {
    /// `price`, `tier`, `manufacturer`, `retailer`, `availability`, `rating`, `category` or `spec.<key>`.
    pub group: String,
    pub kind: FacetKind,
    /// Number of values that the response leaves out; `SearchRequest::whole_group` asks for them.
    pub more: u64,
}

/// A group's counts.
#[derive(Debug, Clone, PartialEq)]
pub enum FacetKind {
    /// Most frequent first; `tier`, `availability` and `rating` have a fixed order.
    Values(Vec<ValueCount>),
    /// Numbers in ascending buckets; money is in fils.
    Range { min: f64, max: f64, buckets: Vec<Bucket> },
}

/// Number of hits with one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueCount {
    pub value: String,
    pub count: u64,
}

/// Number of hits in `from..to`; the last bucket includes its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bucket {
    pub from: f64,
    pub to: f64,
    pub count: u64,
}

/// Some words of the query, and the filter or order as which they were read.
#[derive(Debug, Clone, PartialEq)]
pub struct UnderstoodPart {
    pub kind: UnderstoodKind,
    /// The value in words that need no translation (`32 GB`, `AM5`), or its wire name (`GPU`, `price_asc`).
    pub label: String,
    /// The words in the form in which words are compared: `below 1200 kd` of `Below 1,200 KD`. Sent back in `literal`,
    /// they are searched as plain words.
    pub words: String,
    /// Wire filter names and values, such as `("maxPrice", ["200"])`.
    pub filter: Vec<(String, Vec<String>)>,
    /// Whether the hits must not have it: `not 8gb`. The names of its filters begin with `-`.
    pub excluded: bool,
}

impl UnderstoodPart {
    /// Returns a part that hits have.
    pub(crate) fn new(
        kind: UnderstoodKind,
        label: impl Into<String>,
        words: impl Into<String>,
        filter: Vec<(String, Vec<String>)>,
    ) -> Self {
        Self { kind, label: label.into(), words: words.into(), filter, excluded: false }
    }
}

/// Kind of filter or order that words were read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum UnderstoodKind {
    Category,
    Brand,
    Price,
    Spec,
    Stock,
    Sort,
    /// A part that the products must fit.
    Fit,
    /// A part that the products are wanted for, although no rule can tell which fit it: facts of it are not known.
    FitUnknown,
    /// A use that the products are wanted for.
    Use,
    Retailer,
    /// A word of names, only as an excluded one.
    Word,
}

/// Suggestions for a text that is being typed.
#[derive(Debug, Clone, Default)]
pub struct SuggestResponse {
    pub products: Vec<SuggestedProduct>,
    pub categories: Vec<SuggestedCategory>,
    pub brands: Vec<SuggestedText>,
    pub queries: Vec<SuggestedText>,
}

/// A product to jump to.
#[derive(Debug, Clone, PartialEq)]
pub struct SuggestedProduct {
    pub id: ProductId,
    pub name: String,
    pub name_ar: Option<String>,
    pub category: Category,
    pub picture: Option<Picture>,
    pub price: Option<Fils>,
    pub in_stock: bool,
    /// Ranges of matching characters (not bytes) of `name`.
    pub highlights: Vec<Range<usize>>,
    /// Ranges of matching characters of `name_ar`.
    pub highlights_ar: Vec<Range<usize>>,
}

/// A category to open.
#[derive(Debug, Clone, PartialEq)]
pub struct SuggestedCategory {
    pub category: Category,
    /// Number of products in the category.
    pub count: u64,
}

/// A brand or a completed query.
#[derive(Debug, Clone, PartialEq)]
pub struct SuggestedText {
    pub text: String,
    /// Ranges of characters that were typed.
    pub highlights: Vec<Range<usize>>,
}

impl UnderstoodKind {
    /// Returns the name on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
