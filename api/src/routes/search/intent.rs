use domain::model::{Category, ProductId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::{category::CategoryName, kwd::Kwd};

/// Intent of a query beyond a list of products.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SearchIntent {
    /// A comparison of several things; the best product of each side leads the list.
    Comparison { sides: Vec<ComparisonSide> },
    /// A request for a whole computer; `uses` are wire names such as `gaming`.
    #[serde(rename = "build")]
    WholePc {
        /// Budget in dinars.
        #[schema(required)]
        budget: Option<Kwd>,
        uses: Vec<String>,
    },
    /// A thing that no compared retailer carries; `nearby` holds products of the closest category (`near`).
    NotCarried {
        words: String,
        #[schema(required, value_type = Option<CategoryName>)]
        near: Option<Category>,
    },
}

/// One side of a comparison.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComparisonSide {
    pub words: String,
    /// Best product of the side; null if it has none.
    #[schema(required, value_type = Option<uuid::Uuid>)]
    pub product: Option<ProductId>,
}

/// Words of the query and their role in its interpretation.
#[derive(Debug, Serialize, ToSchema)]
pub struct WordRole {
    pub words: String,
    /// `required`, `optional`, or the kind of filter.
    pub role: &'static str,
    pub meaning: String,
}

impl From<indexer::SearchIntent> for SearchIntent {
    fn from(intent: indexer::SearchIntent) -> Self {
        match intent {
            indexer::SearchIntent::Comparison { sides } => {
                Self::Comparison { sides: sides.into_iter().map(ComparisonSide::from).collect() }
            }
            indexer::SearchIntent::WholePc { budget, uses } => {
                Self::WholePc { budget: budget.map(Kwd), uses }
            }
            indexer::SearchIntent::NotCarried { words, near } => Self::NotCarried { words, near },
        }
    }
}

impl From<indexer::ComparisonSide> for ComparisonSide {
    fn from(side: indexer::ComparisonSide) -> Self {
        Self { words: side.words, product: side.product }
    }
}

impl From<indexer::WordRole> for WordRole {
    fn from(part: indexer::WordRole) -> Self {
        Self { words: part.words, role: part.role, meaning: part.meaning }
    }
}
