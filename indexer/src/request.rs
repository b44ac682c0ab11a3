use std::{fmt, str::FromStr, sync::Arc};

use domain::model::{Category, Fils, SpecKey};

use crate::{ProductSet, RetailerNames};

/// The longest query text, in characters.
pub const MAX_TEXT_CHARS: usize = 500;
/// The largest page.
pub const MAX_LIMIT: u32 = 100;
/// The last result that paging reaches.
pub const MAX_DEPTH: u32 = 10_000;

/// One search or listing.
#[derive(Debug, Clone, Default)]
pub struct SearchRequest {
    /// What was typed; empty lists everything that the filters let through.
    pub text: String,
    /// `words` of understood chips that the user removed: these words are searched as they stand.
    pub literal: Vec<String>,
    pub filters: Filters,
    pub sort: Sort,
    /// From 1; 0 is refused.
    pub page: u32,
    /// From 1 to [`MAX_LIMIT`].
    pub limit: u32,
    /// Whether to count the filter groups.
    pub facets: bool,
    /// Whether each hit carries the parts of its score.
    pub explain: bool,
    /// Products to leave out and count apart (`hidden` of the answer); of other categories than those asked for none are.
    pub hide: Option<Arc<ProductSet>>,
    /// Names of the retailers. A retailer without a name here is named by its slug.
    pub retailer_names: Arc<RetailerNames>,
}

/// What hits must satisfy: every group, and any value inside a group. An empty list is no filter.
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
    pub tabby: bool,
    /// 0 to 5 stars.
    pub min_rating: Option<f32>,
    pub specs: Vec<(SpecKey, SpecFilter)>,
}

/// What a spec must be.
#[derive(Debug, Clone, PartialEq)]
pub enum SpecFilter {
    AnyOf(Vec<String>),
    Range { min: Option<f64>, max: Option<f64> },
}

/// The order of the hits. Equal places are broken by popularity, then by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Sort {
    /// By score; by popularity when there is no text.
    #[default]
    Relevance,
    Popularity,
    PriceAscending,
    PriceDescending,
    /// Cheapest at the door first.
    DeliveredAscending,
    NameAscending,
    NameDescending,
    /// Biggest price drop first.
    Drop,
    Rating,
    /// By a fact that shoppers filter on: by number or by word. Products of which it is not known come last.
    Spec {
        key: SpecKey,
        descending: bool,
    },
}

/// A price range with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tier {
    Budget,
    MidRange,
    HighEnd,
    Enthusiast,
}

/// What `suggest` is asked as somebody types.
#[derive(Debug, Clone)]
pub struct SuggestRequest {
    pub text: String,
    /// At most so many products, 1 to 20; other kinds are bounded in `ranking.toml`.
    pub limit: u32,
}

impl SearchRequest {
    /// The first page of 20 for a text, by relevance, with facets.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), page: 1, limit: 20, facets: true, ..Self::default() }
    }
}

/// A name that is none of a closed list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not one of the allowed values")]
pub struct UnknownName(pub String);

impl Sort {
    /// Every order that has a name of its own; those by a fact are `spec.<key>.asc` and `spec.<key>.desc`.
    pub const NAMED: [Sort; 9] = [
        Sort::Relevance,
        Sort::Popularity,
        Sort::PriceAscending,
        Sort::PriceDescending,
        Sort::DeliveredAscending,
        Sort::NameAscending,
        Sort::NameDescending,
        Sort::Drop,
        Sort::Rating,
    ];

    /// The name on the wire; of an order by a fact what all of them begin with.
    pub fn as_str(self) -> &'static str {
        match self {
            Sort::Spec { .. } => "spec",
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

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Tier::Budget => "budget",
            Tier::MidRange => "mid-range",
            Tier::HighEnd => "high-end",
            Tier::Enthusiast => "enthusiast",
        }
    }
}

impl FromStr for Sort {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Sort::NAMED.into_iter().find(|sort| sort.as_str() == text);
        named.or_else(|| by_spec(text)).ok_or_else(|| UnknownName(text.to_owned()))
    }
}

/// `spec.cores.desc`.
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

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
