use std::{collections::BTreeMap, ops::Range};

use domain::model::{Category, Fils, Picture, ProductId};

use crate::Reason;

/// What a search found.
#[derive(Debug, Clone, Default)]
pub struct SearchResponse {
    /// The page asked for.
    pub hits: Vec<Hit>,
    /// How many products match in all, without the hidden ones.
    pub total: u64,
    /// Whether `total` is exact: without counts it may be less, but never less than a page shows.
    pub is_total_exact: bool,
    /// How many matches `hide` left out.
    pub hidden: u64,
    /// The same by the reason for which `hide` has them.
    pub hidden_by: BTreeMap<Reason, u64>,
    /// One entry a group, in display order; empty when not asked for.
    pub facets: Vec<Facet>,
    /// What of the text was read as a filter or an order.
    pub understood: Vec<Understood>,
    /// The text with a likely spelling, when that is what was searched or what is clearly meant.
    pub corrected: Option<String>,
    /// Words that had to be left out to find anything.
    pub dropped: Vec<String>,
    /// Only when nothing was found for a model that does not exist: what comes near it.
    pub nearby: Vec<Hit>,
    /// Intent of the query beyond a list of products.
    pub intent: Option<SearchIntent>,
    /// Readings that the grammar gave the words, in their order; only when asked for.
    pub grammar: Vec<GrammarPart>,
}

/// Intent of a query beyond a list of products.
#[derive(Debug, Clone, PartialEq)]
pub enum SearchIntent {
    /// Two things side by side; the best product of each side leads the hits.
    Comparison { sides: Vec<ComparisonSide> },
    /// A whole computer.
    Build { budget: Option<Fils>, uses: Vec<String> },
    /// A thing that nobody sells here; `nearby` has products of the category that comes nearest.
    NotSold { words: String, near: Option<Category> },
}

/// One side of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonSide {
    pub words: String,
    /// The side's best product, where it has any.
    pub product: Option<ProductId>,
}

/// Some words of a query and the role in which they were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarPart {
    pub words: String,
    /// `required`, `optional`, or the kind of filter.
    pub role: &'static str,
    pub meaning: String,
}

/// One product found.
#[derive(Debug, Clone)]
pub struct Hit {
    pub id: ProductId,
    /// Larger is better; only comparable within one answer.
    pub score: f32,
    /// The card's JSON as it was indexed.
    pub card: Vec<u8>,
    /// The parts of the score, when asked for.
    pub explanation: Vec<ScorePart>,
}

/// One part of a score.
#[derive(Debug, Clone, PartialEq)]
pub struct ScorePart {
    pub name: &'static str,
    pub points: f32,
}

/// One filter group with its counts, each made without the group's own filter.
#[derive(Debug, Clone, PartialEq)]
pub struct Facet {
    /// `price`, `tier`, `manufacturer`, `retailer`, `availability`, `rating`, `category` or `spec.<key>`.
    pub group: String,
    pub kind: FacetKind,
}

/// A group's counts.
#[derive(Debug, Clone, PartialEq)]
pub enum FacetKind {
    /// Most frequent first.
    Values(Vec<ValueCount>),
    /// Numbers in ascending buckets; money is in fils.
    Range { min: f64, max: f64, buckets: Vec<Bucket> },
}

/// How many hits have one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueCount {
    pub value: String,
    pub count: u64,
}

/// How many hits lie in `from..to`, the last bucket with its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bucket {
    pub from: f64,
    pub to: f64,
    pub count: u64,
}

/// Some words of the query and the filter or order they were read as.
#[derive(Debug, Clone, PartialEq)]
pub struct Understood {
    pub kind: UnderstoodKind,
    /// The value in words that need no translation (`32 GB`, `AM5`), or its wire name (`GPU`, `price_asc`).
    pub label: String,
    /// The words as typed; send them back in `literal` to have them searched as they stand.
    pub words: String,
    /// Wire filter names and values, such as `("maxPrice", ["200"])`.
    pub filter: Vec<(String, Vec<String>)>,
}

/// What kind of filter some words are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnderstoodKind {
    Category,
    Brand,
    Price,
    Spec,
    Stock,
    Sort,
    /// Part that the products must fit beside.
    Fit,
    /// Use that the products are wanted for.
    Use,
    Retailer,
}

/// What somebody may be about to type.
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
    /// What matched, as ranges of characters (not bytes) of `name`.
    pub highlights: Vec<Range<usize>>,
    /// What matched, as ranges of characters of `name_ar`.
    pub highlights_ar: Vec<Range<usize>>,
}

/// A category to open.
#[derive(Debug, Clone, PartialEq)]
pub struct SuggestedCategory {
    pub category: Category,
    /// How many products it holds.
    pub count: u64,
}

/// A brand or a completed query.
#[derive(Debug, Clone, PartialEq)]
pub struct SuggestedText {
    pub text: String,
    /// What was typed of it, as ranges of characters.
    pub highlights: Vec<Range<usize>>,
}

impl UnderstoodKind {
    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            UnderstoodKind::Category => "category",
            UnderstoodKind::Brand => "brand",
            UnderstoodKind::Price => "price",
            UnderstoodKind::Spec => "spec",
            UnderstoodKind::Stock => "stock",
            UnderstoodKind::Sort => "sort",
            UnderstoodKind::Fit => "fit",
            UnderstoodKind::Use => "use",
            UnderstoodKind::Retailer => "retailer",
        }
    }
}
