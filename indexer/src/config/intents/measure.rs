//! Facts that users give as numbers: `[[measures]]` of `config/search/intents.toml`.

use domain::model::{Category, SpecKey};

use super::intents_file::{BareBounds, MeasureEntry, MeasureSense};

/// A fact that users give as a number, with or without its unit.
#[derive(Debug, Clone)]
pub(crate) struct Measure {
    pub(crate) category: Category,
    pub(crate) key: SpecKey,
    pub(crate) unit: Option<String>,
    pub(crate) times: f64,
    from: f64,
    to: f64,
    values: Vec<f64>,
    pub(crate) bare: BareBounds,
    /// How a number without a bound is read: exactly, at least or at most.
    pub(crate) sense_without_bound: MeasureSense,
    /// Whether its name may stand before a number without a unit: `cl 30`.
    pub(crate) may_lead: bool,
}

impl Measure {
    pub(super) fn from_entry(entry: MeasureEntry) -> Self {
        Self {
            category: entry.category,
            key: entry.key,
            unit: entry.unit,
            times: entry.times.unwrap_or(1.0),
            from: entry.from.unwrap_or(f64::INFINITY),
            to: entry.to.unwrap_or(f64::NEG_INFINITY),
            values: entry.values,
            bare: entry.bare,
            sense_without_bound: entry.asks,
            may_lead: entry.before,
        }
    }

    /// Whether people state the measure without a unit or a name.
    pub(crate) fn is_said_bare(&self) -> bool {
        self.bare != BareBounds::None
    }

    /// Whether the number is a usual value of the measure.
    pub(crate) fn is_plausible(&self, number: f64) -> bool {
        (self.from..=self.to).contains(&number) || self.values.contains(&number)
    }
}
