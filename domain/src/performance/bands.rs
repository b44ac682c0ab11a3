//! Indices in words: the bands of `config/performance/bands.toml`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

const TEXT: &str = include_str!("../../../config/performance/bands.toml");

/// A workload of which a graphics card has an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum GraphicsBands {
    #[serde(rename = "games-1080p")]
    Games1080p,
    #[serde(rename = "games-1440p")]
    Games1440p,
    #[serde(rename = "games-4k")]
    Games4k,
    #[serde(rename = "rendering")]
    Rendering,
}

/// A workload of which a processor has an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProcessorBands {
    Games,
    ManyThreads,
    FewThreads,
}

/// The words for the indices from `from` on, up to the next band.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    pub from: f64,
    pub en: String,
    pub ar: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bands {
    bands: Vec<Band>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    graphics: BTreeMap<GraphicsBands, Bands>,
    processor: BTreeMap<ProcessorBands, Bands>,
}

// A test reads the table, so a released binary never lacks it.
static TABLE: LazyLock<Option<Table>> = LazyLock::new(|| toml::from_str(TEXT).ok());

impl Bands {
    /// Returns the last band that an index reaches.
    fn find(&self, index: f64) -> Option<&Band> {
        self.bands.iter().rev().find(|band| band.from <= index)
    }
}

impl GraphicsBands {
    /// Returns the words for the index of a graphics card; 100 is the reference chip.
    pub fn describe(self, index: f64) -> Option<&'static Band> {
        TABLE.as_ref()?.graphics.get(&self)?.find(index)
    }
}

impl ProcessorBands {
    /// Returns the words for the index of a processor; 100 is the reference model.
    pub fn describe(self, index: f64) -> Option<&'static Band> {
        TABLE.as_ref()?.processor.get(&self)?.find(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_has_ascending_bands_from_0() {
        let table: Table = toml::from_str(TEXT).expect("the table");
        assert_eq!((table.graphics.len(), table.processor.len()), (4, 3));
        for bands in table.graphics.values().chain(table.processor.values()) {
            let bands = &bands.bands;
            assert!(bands.first().is_some_and(|band| band.from == 0.0), "{bands:?}");
            assert!(bands.windows(2).all(|pair| pair[0].from < pair[1].from), "{bands:?}");
            assert!(bands.iter().all(|band| !band.en.is_empty() && !band.ar.is_empty()), "{bands:?}");
        }
    }

    #[test]
    fn index_has_the_last_band_that_it_reaches() {
        let at = |index: f64| GraphicsBands::Games1440p.describe(index).map(|band| band.en.as_str());
        assert_eq!(at(124.9), Some("1440p: medium settings in most games"));
        assert_eq!(at(125.0), Some("1440p: high settings in most games"));
        assert_eq!(at(9_000.0), Some("1440p: highest settings, for fast monitors too"));
        assert_eq!(at(f64::NAN), None);
        assert_eq!(
            ProcessorBands::Games.describe(100.0).map(|band| band.en.as_str()),
            Some("For fast cards")
        );
    }
}
