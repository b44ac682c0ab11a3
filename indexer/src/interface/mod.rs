//! The types that cross the border of the crate: requests, responses, documents and errors.
//!
//! Every other module may name them, so they lie below all modules but `text`, the only one that they may import.
//!
//! | file | contents |
//! |---|---|
//! | `request` | a search, its filters and orders; a request for suggestions |
//! | `response` | hits, facets, understood parts, suggestions |
//! | `document` | a product as the index receives it, and a change of it |
//! | `product_set` | products that a search leaves out, given by groups of products |
//! | `retailer_names` | names by which a query can name a retailer |
//! | `error` | why a search or a write failed |

pub(crate) mod document;
pub(crate) mod error;
pub(crate) mod product_set;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod retailer_names;

pub use document::{Change, Document, RetailerFacet};
pub use error::{IndexError, Problem, SearchError};
pub use product_set::{GroupLookup, HideGroup, HideReasonNumber, ProductSet, RowGroups, id_bits};
pub use request::{
    Filters, MAX_DEPTH, MAX_LIMIT, MAX_TEXT_CHARS, SearchRequest, Sort, SpecFilter, SuggestRequest, Tier,
    UnknownName,
};
pub use response::{
    Bucket, ComparisonSide, Facet, FacetKind, Hit, ScorePart, SearchIntent, SearchResponse, SuggestResponse,
    SuggestedCategory, SuggestedProduct, SuggestedText, UnderstoodKind, UnderstoodPart, ValueCount, WordRole,
};
pub use retailer_names::RetailerNames;
