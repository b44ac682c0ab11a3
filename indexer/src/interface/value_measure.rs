use domain::model::{Category, SpecKey};
use serde::Deserialize;
use strum::{Display, IntoStaticStr};

/// A measure of what a product gives for its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, IntoStaticStr)]
#[strum(serialize_all = "snake_case", prefix = "value_")]
pub enum ValueMeasure {
    /// Gigabytes of memory, of a drive, or of a graphics card's memory.
    Capacity,
    /// Watts of a power supply.
    Watts,
    /// Cores of a processor.
    Cores,
    /// Estimated performance of a processor or a graphics chip in games.
    Gaming,
    /// Estimated performance of a processor or a graphics chip in rendering.
    Rendering,
}

/// Work for which the performance of a chip is estimated (`domain::performance`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Workload {
    /// Games: of a graphics card those at 1440p.
    Gaming,
    /// Rendering, which keeps all cores or shaders busy.
    Rendering,
}

/// Source of the amounts of a measure in one category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AmountSource {
    Fact(SpecKey),
    Performance(Workload),
}

impl ValueMeasure {
    /// Returns the name on the wire, which is that of the order by it.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the measure by which most shoppers compare the prices of a category; `None` where there is none.
    pub fn usual_of(category: Category) -> Option<Self> {
        match category {
            Category::Cpu | Category::Gpu => Some(Self::Gaming),
            Category::Ram | Category::Storage => Some(Self::Capacity),
            Category::Psu => Some(Self::Watts),
            _ => None,
        }
    }

    /// Returns the source of the amounts in a category; `None` where its products do not have the measure.
    pub(crate) fn source(self, category: Category) -> Option<AmountSource> {
        match (self, category) {
            (Self::Capacity, Category::Ram) => Some(AmountSource::Fact(SpecKey::RamCapacity)),
            (Self::Capacity, Category::Storage) => Some(AmountSource::Fact(SpecKey::StorageCapacity)),
            (Self::Capacity, Category::Gpu) => Some(AmountSource::Fact(SpecKey::GpuVram)),
            (Self::Watts, Category::Psu) => Some(AmountSource::Fact(SpecKey::PsuWattage)),
            (Self::Cores, Category::Cpu) => Some(AmountSource::Fact(SpecKey::Cores)),
            (Self::Gaming, Category::Cpu | Category::Gpu) => {
                Some(AmountSource::Performance(Workload::Gaming))
            }
            (Self::Rendering, Category::Cpu | Category::Gpu) => {
                Some(AmountSource::Performance(Workload::Rendering))
            }
            _ => None,
        }
    }
}
