//! The types that cross the border of the crate: requests, responses, documents and errors.
//!
//! Every other module may name them, so they lie below all modules but `text`, the only one that they may import.
//!
//! | file | contents |
//! |---|---|
//! | `request` | a search, its filters and orders; a request for suggestions |
//! | `response` | hits, facets, understood parts, suggestions |
//! | `document` | a product as the index receives it, and a change of it |
//! | `value_measure` | measures of what a product gives for its price |
//! | `product_set` | products that a search leaves out, given by groups of products |
//! | `query_prior` | what people chose for a query text |
//! | `search_rules` | synonyms, redirects, pinned and buried products of administrators |
//! | `retailer_names` | names by which a query can name a retailer |
//! | `error` | why a search or a write failed |

pub(crate) mod document;
pub(crate) mod error;
pub(crate) mod product_set;
pub(crate) mod query_prior;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod retailer_names;
pub(crate) mod search_rules;
pub(crate) mod value_measure;

pub use document::{Change, Document, RetailerFacet};
pub(crate) use error::Result;
pub use error::{IndexError, Problem, SearchError};
pub use product_set::{GroupLookup, HideGroup, HideReasonNumber, ProductSet, RowGroups, id_bits};
pub use query_prior::{QueryChoice, QueryPrior};
pub use request::{
    ExcludedValues, Filters, MAX_DEPTH, MAX_LIMIT, MAX_TEXT_CHARS, SearchRequest, Sort, SpecFilter,
    SuggestRequest, Tier, UnknownName,
};
pub use response::{
    Bucket, ComparisonSide, Facet, FacetKind, FitAnswer, FitVerdict, Hit, ScorePart, SearchIntent,
    SearchResponse, SuggestResponse, SuggestedCategory, SuggestedProduct, SuggestedText, UnderstoodKind,
    UnderstoodPart, ValueCount, WordRole,
};
pub use retailer_names::RetailerNames;
pub use search_rules::{SearchRules, SynonymRule, TextRules};
pub use value_measure::ValueMeasure;
