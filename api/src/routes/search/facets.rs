use domain::model::Fils;
use indexer::FacetKind;
use serde::{Serialize, Serializer, ser::SerializeMap};
use utoipa::ToSchema;

const FILS_PER_DINAR: f64 = 1000.0;

/// Filter groups always in the same order.
#[derive(Debug)]
pub struct FacetMap(Vec<(String, Facet)>);

/// Counts of one filter group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Facet {
    /// Named values, most frequent first; price tiers, availability and ratings in their own order.
    Values {
        values: Vec<FacetValue>,
        /// Number of values that are left out; `allValues` asks for them. Absent where none is.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        more: Option<u64>,
    },
    /// Numbers; prices are in dinars.
    Range { min: f64, max: f64, buckets: Vec<FacetBucket> },
}

/// Number of products with one value.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacetValue {
    pub value: String,
    pub count: u64,
}

/// Number of products in `from..to`; the last bucket includes `to`.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacetBucket {
    pub from: f64,
    pub to: f64,
    pub count: u64,
}

impl FacetMap {
    /// Returns the lowest price of the matches, ignoring the price filter.
    pub fn lowest_price(&self) -> Option<Fils> {
        self.0.iter().find_map(|(group, facet)| match facet {
            // Dinars with three decimals, so rounding recovers the exact fils.
            Facet::Range { min, .. } if group == "price" => Some(Fils((min * FILS_PER_DINAR).round() as i64)),
            _ => None,
        })
    }
}

/// A manual implementation, because the order of the groups is part of the answer.
impl Serialize for FacetMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (group, facet) in &self.0 {
            map.serialize_entry(group, facet)?;
        }
        map.end()
    }
}

impl From<Vec<indexer::Facet>> for FacetMap {
    fn from(facets: Vec<indexer::Facet>) -> Self {
        Self(facets.into_iter().map(|facet| (facet.group.clone(), Facet::from(facet))).collect())
    }
}

impl From<indexer::Facet> for Facet {
    fn from(facet: indexer::Facet) -> Self {
        // The index stores money in fils.
        let unit = if facet.group == "price" { FILS_PER_DINAR } else { 1.0 };
        match facet.kind {
            FacetKind::Values(values) => Self::Values {
                values: values
                    .into_iter()
                    .map(|value| FacetValue { value: value.value, count: value.count })
                    .collect(),
                more: Some(facet.more).filter(|more| *more > 0),
            },
            FacetKind::Range { min, max, buckets } => Self::Range {
                min: min / unit,
                max: max / unit,
                buckets: buckets
                    .into_iter()
                    .map(|bucket| FacetBucket {
                        from: bucket.from / unit,
                        to: bucket.to / unit,
                        count: bucket.count,
                    })
                    .collect(),
            },
        }
    }
}
