use std::{fmt, str::FromStr, sync::Arc};

use domain::model::{Category, Fils, SpecKey};
use strum::{Display, IntoStaticStr};

use super::{
    product_set::ProductSet, query_prior::QueryPrior, retailer_names::RetailerNames,
    value_measure::ValueMeasure,
};

/// Maximum length of a query text, in characters.
pub const MAX_TEXT_CHARS: usize = 500;
/// Maximum number of hits on a page.
pub const MAX_LIMIT: u32 = 100;
/// Last result that paging reaches.
pub const MAX_DEPTH: u32 = 10_000;

/// One search or listing.
#[derive(Debug, Clone, Default)]
pub struct SearchRequest {
    /// The text that was typed; an empty text lists everything that passes the filters.
    pub text: String,
    /// `words` of understood parts that the user removed; they are searched as plain words.
    pub literal: Vec<String>,
    pub filters: Filters,
    pub sort: Sort,
    /// From 1; 0 is refused.
    pub page: u32,
    /// From 1 to [`MAX_LIMIT`].
    pub limit: u32,
    /// Whether to count the facets.
    pub facets: bool,
    /// The facet group whose values are all returned; of the others, only the most frequent ones.
    pub whole_group: Option<String>,
    /// Whether each hit carries the parts of its score.
    pub explain: bool,
    /// Products to leave out and to count apart (`hidden` of the response). Only applies to the requested
    /// categories.
    pub hide: Option<Arc<ProductSet>>,
    /// Names of the retailers. A retailer without a name here is named by its slug.
    pub retailer_names: Arc<RetailerNames>,
    /// What people chose for query texts; adds points where `[choices]` of `ranking.toml` allows some.
    pub query_prior: Arc<QueryPrior>,
}

/// Conditions on hits: every group must hold, by any of its values. An empty list is no filter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filters {
    pub categories: Vec<Category>,
    pub manufacturers: Vec<String>,
    /// Retailer slugs.
    pub retailers: Vec<String>,
    pub price_min: Option<Fils>,
    pub price_max: Option<Fils>,
    pub tiers: Vec<Tier>,
    pub in_stock: bool,
    /// Only products of retailers that take instalments by Tabby.
    pub tabby: bool,
    /// 0 to 5 stars.
    pub min_rating: Option<f32>,
    /// A product must pass every filter on a spec.
    pub specs: Vec<(SpecKey, SpecFilter)>,
    pub excluded: ExcludedValues,
}

/// Values that no hit may have. Excluded values of specs are [`SpecFilter::NoneOf`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExcludedValues {
    pub categories: Vec<Category>,
    pub manufacturers: Vec<String>,
    /// Retailer slugs. A product passes if another retailer sells it.
    pub retailers: Vec<String>,
}

impl Filters {
    /// Returns the manufacturers that filters name, wanted or excluded.
    pub(crate) fn chosen_manufacturers(&self) -> Vec<String> {
        [self.manufacturers.as_slice(), &self.excluded.manufacturers].concat()
    }

    /// Returns the retailers that filters name, wanted or excluded.
    pub(crate) fn chosen_retailers(&self) -> Vec<String> {
        [self.retailers.as_slice(), &self.excluded.retailers].concat()
    }

    /// Returns the values of a fact that filters name, wanted or excluded; none for a range.
    pub(crate) fn chosen_texts(&self, key: SpecKey) -> Vec<String> {
        let of_key = self.specs.iter().filter(|(filtered, _)| *filtered == key);
        let texts = of_key.flat_map(|(_, filter)| match filter {
            SpecFilter::AnyOf(values) | SpecFilter::NoneOf(values) => values.as_slice(),
            SpecFilter::Range { .. } => &[],
        });
        texts.cloned().collect()
    }
}

/// Condition on a spec.
#[derive(Debug, Clone, PartialEq)]
pub enum SpecFilter {
    AnyOf(Vec<String>),
    /// Products without the spec pass.
    NoneOf(Vec<String>),
    Range {
        min: Option<f64>,
        max: Option<f64>,
    },
}

/// The order of the hits. Ties are ordered by popularity, then by stock, then by position in the index; the stock is that
/// when the product was last indexed whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Sort {
    /// By score; by popularity when there is no text.
    #[default]
    Relevance,
    Popularity,
    PriceAscending,
    PriceDescending,
    /// Cheapest with delivery first.
    DeliveredAscending,
    NameAscending,
    NameDescending,
    /// Biggest price drop first.
    Drop,
    Rating,
    /// By a fact that listings filter on, as numbers or as words. Products without the fact come last.
    Spec {
        key: SpecKey,
        descending: bool,
    },
    /// Lowest price for each unit of a measure first. Products that are not in stock and products without the measure
    /// come last.
    Value(ValueMeasure),
}

/// A named price range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Display, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Tier {
    Budget,
    MidRange,
    HighEnd,
    Enthusiast,
}

/// One request for suggestions while a user types.
#[derive(Debug, Clone)]
pub struct SuggestRequest {
    pub text: String,
    /// Maximum number of products, 1 to 20; `ranking.toml` bounds the other kinds.
    pub limit: u32,
}

impl SearchRequest {
    /// Returns the request for the first page of 20 for a text, by relevance, with facets.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), page: 1, limit: 20, facets: true, ..Self::default() }
    }
}

/// A name that is not in a closed list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not one of the allowed values")]
pub struct UnknownName(pub String);

impl Sort {
    /// Every order with a name of its own; orders by a fact are `spec.<key>.asc` and `spec.<key>.desc`.
    pub const NAMED: [Sort; 14] = [
        Sort::Relevance,
        Sort::Popularity,
        Sort::PriceAscending,
        Sort::PriceDescending,
        Sort::DeliveredAscending,
        Sort::NameAscending,
        Sort::NameDescending,
        Sort::Drop,
        Sort::Rating,
        Sort::Value(ValueMeasure::Gaming),
        Sort::Value(ValueMeasure::Rendering),
        Sort::Value(ValueMeasure::Cores),
        Sort::Value(ValueMeasure::Capacity),
        Sort::Value(ValueMeasure::Watts),
    ];

    /// Returns the name on the wire; for an order by a fact only the prefix `spec`.
    pub fn as_str(self) -> &'static str {
        match self {
            Sort::Spec { .. } => "spec",
            Sort::Value(measure) => measure.as_str(),
            Sort::DeliveredAscending => "delivered_asc",
            Sort::Relevance => "relevance",
            Sort::Popularity => "popularity",
            Sort::PriceAscending => "price_asc",
            Sort::PriceDescending => "price_desc",
            Sort::NameAscending => "name_asc",
            Sort::NameDescending => "name_desc",
            Sort::Drop => "drop",
            Sort::Rating => "rating",
        }
    }
}

impl Tier {
    /// Every tier, cheapest first.
    pub const ALL: [Tier; 4] = [Tier::Budget, Tier::MidRange, Tier::HighEnd, Tier::Enthusiast];

    /// Returns the name on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl FromStr for Sort {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Sort::NAMED.into_iter().find(|sort| sort.as_str() == text);
        named.or_else(|| by_spec(text)).ok_or_else(|| UnknownName(text.to_owned()))
    }
}

/// Reads `spec.cores.desc`.
fn by_spec(text: &str) -> Option<Sort> {
    let (key, direction) = text.strip_prefix("spec.")?.rsplit_once('.')?;
    let descending = match direction {
        "asc" => false,
        "desc" => true,
        _ => return None,
    };
    Some(Sort::Spec { key: key.parse().ok()?, descending })
}

impl FromStr for Tier {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Tier::ALL.into_iter().find(|tier| tier.as_str() == text).ok_or_else(|| UnknownName(text.to_owned()))
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Spec { key, descending } => {
                write!(f, "spec.{key}.{}", if *descending { "desc" } else { "asc" })
            }
            named => f.write_str(named.as_str()),
        }
    }
}
