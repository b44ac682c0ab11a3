//! `config/search/intents.toml` as written.

use std::collections::BTreeMap;

use domain::model::{Category, SpecKey};
use serde::Deserialize;

use crate::interface::value_measure::Workload;

/// The file as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IntentsFile {
    pub(super) price: PriceSection,
    pub(super) measures: Vec<MeasureEntry>,
    pub(super) count_words: BTreeMap<String, Vec<String>>,
    pub(super) filler: WordList,
    pub(super) links: Links,
    pub(super) comparison: ComparisonSection,
    pub(super) question: QuestionSection,
    pub(super) describing: DescribingSection,
    pub(super) build: WordList,
    pub(super) uses: Vec<UseEntry>,
    pub(super) value: ValueSection,
    pub(super) not_carried: Vec<NotCarriedEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PriceSection {
    pub(super) not: Vec<String>,
    pub(super) less: Vec<String>,
    pub(super) more: Vec<String>,
    pub(super) cap: Vec<String>,
    pub(super) floor: Vec<String>,
    pub(super) about: Vec<String>,
    pub(super) band: u8,
    pub(super) budget: Vec<String>,
    pub(super) weak_cap: Vec<String>,
    pub(super) weak_floor: Vec<String>,
    pub(super) links: Vec<String>,
    pub(super) joiners: Vec<String>,
    pub(super) between: Vec<String>,
    pub(super) to: Vec<String>,
    pub(super) after_cap: Vec<String>,
    pub(super) after_floor: Vec<String>,
    pub(super) after_about: Vec<String>,
    pub(super) measured: Vec<String>,
    pub(super) currency: Vec<String>,
    pub(super) foreign_currency: Vec<String>,
    pub(super) excluding: Vec<String>,
    pub(super) absent: Vec<String>,
    pub(super) max_bare: u32,
    /// A value and the words that spell it, separated by spaces.
    pub(super) numbers: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MeasureEntry {
    pub(super) category: Category,
    pub(super) key: SpecKey,
    pub(super) unit: Option<String>,
    pub(super) times: Option<f64>,
    pub(super) from: Option<f64>,
    pub(super) to: Option<f64>,
    #[serde(default)]
    pub(super) values: Vec<f64>,
    #[serde(default)]
    pub(super) bare: BareBounds,
    #[serde(default)]
    pub(super) words: Vec<String>,
    #[serde(default)]
    pub(super) asks: MeasureSense,
    #[serde(default)]
    pub(super) before: bool,
}

/// Sense of a number without a bound: the products that it asks for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MeasureSense {
    #[default]
    Exact,
    /// At least so much: a case for a card of that length.
    Min,
    /// At most so much: a monitor's response time.
    Max,
}

/// Bounds with which a bare number is the measure and not a price.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BareBounds {
    #[default]
    None,
    /// Lower bounds and ranges.
    Min,
    Both,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WordList {
    pub(crate) words: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Links {
    pub(super) words: Vec<String>,
    pub(super) prepositions: Vec<String>,
    pub(super) target_pcs: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DescribingSection {
    pub(super) words: Vec<String>,
    pub(super) endings: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ComparisonSection {
    pub(super) between: Vec<String>,
    pub(super) weak_between: Vec<String>,
    pub(super) lead: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QuestionSection {
    pub(super) openers: Vec<String>,
    pub(super) links: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UseEntry {
    pub(super) name: String,
    pub(super) words: Vec<String>,
    /// Further words of the use. In a category with a usual measure they ask for the order by it instead.
    #[serde(default)]
    pub(super) value_words: Vec<String>,
    pub(super) order: Vec<PreferenceEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PreferenceEntry {
    pub(super) category: Category,
    pub(super) key: Option<SpecKey>,
    /// The index that `min` and `max` bound, in place of a fact.
    pub(super) index: Option<Workload>,
    #[serde(default)]
    pub(super) values: Vec<String>,
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    #[serde(default)]
    pub(super) words: Vec<String>,
    pub(super) price: Option<PriceRange>,
    pub(super) points: f32,
}

/// Words of orders by the price for each unit of a measure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueSection {
    pub(super) leads: Vec<String>,
    pub(super) per: Vec<String>,
    pub(super) units: Vec<ValueUnitEntry>,
}

/// The names of a measure's unit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueUnitEntry {
    /// The name on the wire of the order by the measure.
    pub(super) sort: String,
    pub(super) words: Vec<String>,
    /// The categories that are meant where the query names none.
    pub(super) categories: Vec<Category>,
}

/// A range of prices in dinars.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PriceRange {
    pub(crate) min: Option<u32>,
    pub(crate) max: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NotCarriedEntry {
    pub(super) words: Vec<String>,
    pub(super) near: Option<Category>,
    /// Whether names of parts have the words too, so that the words prove nothing: a module is `for laptop`.
    #[serde(default)]
    pub(super) in_names: bool,
}
