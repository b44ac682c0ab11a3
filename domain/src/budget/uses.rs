//! The table of uses, `config/budget/uses.toml`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;
use strum::{Display, EnumString, IntoStaticStr};

use super::{
    measure_curve::MeasureCurve,
    part::PartPerformance,
    sound_table::{SoundTable, UseBounds},
};

const TEXT: &str = include_str!("../../../config/budget/uses.toml");

/// The name of a use of a build, as on the wire and in the table. [`Use`] holds the settings of the use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[derive(Display, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
#[strum(parse_err_ty = UnknownUse, parse_err_fn = unknown)]
pub enum UseKey {
    #[serde(rename = "gaming-1080p")]
    #[strum(serialize = "gaming-1080p")]
    Gaming1080p,
    #[serde(rename = "gaming-1440p")]
    #[strum(serialize = "gaming-1440p")]
    Gaming1440p,
    #[serde(rename = "gaming-4k")]
    #[strum(serialize = "gaming-4k")]
    Gaming4k,
    Rendering,
    Office,
}

impl UseKey {
    /// Every use.
    pub const ALL: [UseKey; 5] =
        [UseKey::Gaming1080p, UseKey::Gaming1440p, UseKey::Gaming4k, UseKey::Rendering, UseKey::Office];

    /// Returns the name as sent and as the table spells it.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// A text that names no use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no use is called {0:?}")]
pub struct UnknownUse(pub String);

fn unknown(text: &str) -> UnknownUse {
    UnknownUse(text.to_owned())
}

/// A quantity that a term of the utility counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    Graphics,
    Processor,
    FewThreads,
    GraphicsMemory,
    Memory,
    MemorySpeed,
    Storage,
    DriveSpeed,
    Efficiency,
    Headroom,
    /// Of a board: what can be added later.
    #[serde(rename = "upgrade")]
    BoardExpandability,
    /// Of a monitor: the millions of pixels that it shows in a second.
    #[serde(rename = "picture")]
    MonitorPixelRate,
}

/// The workload in which a use compares graphics cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum GraphicsWorkload {
    #[serde(rename = "games-1080p")]
    Games1080p,
    #[serde(rename = "games-1440p")]
    Games1440p,
    #[serde(rename = "games-4k")]
    Games4k,
    #[serde(rename = "rendering")]
    Rendering,
}

/// The workload in which a use compares processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProcessorWorkload {
    Games,
    ManyThreads,
    FewThreads,
}

/// The values that a part needs to be chosen for a use; 0 sets no minimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Minimum {
    pub graphics: i64,
    pub processor: i64,
    pub graphics_memory: i64,
    pub memory: i64,
    pub storage: i64,
    pub drive_speed: i64,
}

/// One term of a use's utility, with its curve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub measure: Measure,
    pub weight: i64,
    pub curve: MeasureCurve,
}

/// The settings of a use: its minimum and its utility. [`UseKey`] is the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    pub key: UseKey,
    pub graphics_workload: GraphicsWorkload,
    pub processor_workload: ProcessorWorkload,
    /// The performance of the graphics card counts up to this many percent of the performance of the processor; `None`
    /// counts all.
    pub balance: Option<i64>,
    pub minimum: Minimum,
    /// The bounds of a sound build for this use.
    pub bounds: UseBounds,
    pub terms: Vec<Term>,
}

/// Limits of a quiet build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quiet {
    pub max_noise: i64,
    pub min_efficiency: i64,
}

/// The whole table: the constants and the row of every use.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uses {
    pub good_enough_percent: i64,
    pub next_step_thousandths: i64,
    pub checked_percent: i64,
    pub unspent_percent: i64,
    pub base_watts: i64,
    /// The fewest points that an upgrade must gain.
    pub least_gain: i64,
    pub quiet: Quiet,
    pub sound: SoundTable,
    /// By socket: points for the time for which new processors are expected for it.
    #[serde(rename = "platform")]
    pub socket_points: BTreeMap<String, i64>,
    curves: BTreeMap<String, MeasureCurve>,
    #[serde(rename = "uses")]
    rows: BTreeMap<UseKey, UseRow>,
    /// What the rows say, with their curves.
    #[serde(skip)]
    uses: BTreeMap<UseKey, Use>,
}

/// Why the table cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UsesError {
    #[error("config/budget/uses.toml cannot be read: {0}")]
    Text(String),
    #[error("use {0}: there is no curve called {1:?}")]
    Curve(UseKey, String),
    #[error("use {0}: the weights must be above 0 and sum to 100, not to {1}")]
    Weights(UseKey, i64),
    #[error("use {0} is missing")]
    Missing(UseKey),
    #[error("the steps or floors of a sound build do not ascend")]
    Sound,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct UseRow {
    /// The keys of the table call performance an index.
    graphics_index: GraphicsWorkload,
    processor_index: ProcessorWorkload,
    balance: Option<i64>,
    #[serde(default)]
    minimum: Minimum,
    #[serde(rename = "sound")]
    bounds: UseBounds,
    terms: Vec<TermRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct TermRow {
    measure: Measure,
    weight: i64,
    curve: String,
}

static USES: LazyLock<Result<Uses, UsesError>> = LazyLock::new(|| Uses::read(TEXT));

impl Uses {
    /// Returns the embedded table.
    ///
    /// # Errors
    /// When the table cannot be read. A test reads it, so a released binary never fails here.
    pub fn embedded() -> Result<&'static Uses, &'static UsesError> {
        USES.as_ref()
    }

    /// Reads a table.
    ///
    /// # Errors
    /// When the text is not such a table, a curve is missing, or the weights of a use do not sum to 100.
    pub fn read(text: &str) -> Result<Uses, UsesError> {
        let mut table: Uses = toml::from_str(text).map_err(|error| UsesError::Text(error.to_string()))?;
        if !table.sound.is_ascending() {
            return Err(UsesError::Sound);
        }
        for (key, row) in std::mem::take(&mut table.rows) {
            table.uses.insert(key, read_use(key, row, &table.curves)?);
        }
        if let Some(missing) = UseKey::ALL.into_iter().find(|key| !table.uses.contains_key(key)) {
            return Err(UsesError::Missing(missing));
        }
        Ok(table)
    }

    /// Returns a use. [`Uses::read`] checks that the table has every one.
    pub fn get(&self, key: UseKey) -> Option<&Use> {
        self.uses.get(&key)
    }
}

fn read_use(key: UseKey, row: UseRow, curves: &BTreeMap<String, MeasureCurve>) -> Result<Use, UsesError> {
    let sum: i64 = row.terms.iter().map(|term| term.weight.clamp(0, 1_000)).sum();
    if sum != 100 || row.terms.iter().any(|term| term.weight < 1) {
        return Err(UsesError::Weights(key, sum));
    }
    let term = |row: TermRow| {
        let curve = curves.get(&row.curve).cloned().ok_or(UsesError::Curve(key, row.curve))?;
        Ok(Term { measure: row.measure, weight: row.weight, curve })
    };
    let terms = row.terms.into_iter().map(term).collect::<Result<_, UsesError>>()?;
    let UseRow { graphics_index, processor_index, balance, minimum, bounds, .. } = row;
    let (graphics_workload, processor_workload) = (graphics_index, processor_index);
    Ok(Use { key, graphics_workload, processor_workload, balance, minimum, bounds, terms })
}

impl Use {
    /// Returns the performance of a graphics card in the workload of this use; 0 where it is not known.
    pub fn graphics_performance(&self, performance: &PartPerformance) -> i64 {
        let value = match self.graphics_workload {
            GraphicsWorkload::Games1080p => performance.games_1080p,
            GraphicsWorkload::Games1440p => performance.games_1440p,
            GraphicsWorkload::Games4k => performance.games_4k,
            GraphicsWorkload::Rendering => performance.rendering,
        };
        i64::from(value.unwrap_or(0))
    }

    /// Returns the performance of a processor in the workload of this use; 0 where it is not known.
    pub fn processor_performance(&self, performance: &PartPerformance) -> i64 {
        let value = match self.processor_workload {
            ProcessorWorkload::Games => performance.games,
            ProcessorWorkload::ManyThreads => performance.many_threads,
            ProcessorWorkload::FewThreads => performance.few_threads,
        };
        i64::from(value.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_table_parses() {
        let uses = Uses::embedded().expect("the table");
        for key in UseKey::ALL {
            assert_eq!(key.as_str().parse(), Ok(key));
            assert!(uses.get(key).is_some_and(|build_use| build_use.key == key));
        }
        assert!("gaming".parse::<UseKey>().is_err());
    }

    #[test]
    fn table_whose_weights_do_not_sum_to_100_is_refused() {
        let text = TEXT.replacen("weight = 43", "weight = 44", 1);
        assert_eq!(Uses::read(&text).err(), Some(UsesError::Weights(UseKey::Gaming1080p, 101)));
    }
}
