//! Estimated performance of the chip of a processor or a graphics card, as a column.

use domain::{
    budget::PartPerformance,
    model::{Category, Specs},
};

use crate::interface::value_measure::Workload;

/// Factor from an index, of which the reference chip has 100, to the stored number.
const THOUSANDTHS: f64 = 10.0;

/// Performance indices of one product, in thousandths of the reference chip of its category; 0 is not known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ChipPerformance {
    gaming: u32,
    rendering: u32,
}

impl ChipPerformance {
    /// Estimates the indices of a product. Other categories and chips that no table knows have none.
    pub(crate) fn estimate(category: Category, name: &str, specs: &Specs) -> Self {
        let performance = PartPerformance::estimate(category, name, specs);
        Self { gaming: performance.gaming().unwrap_or(0), rendering: performance.full_load().unwrap_or(0) }
    }

    pub(crate) fn pack(self) -> u64 {
        u64::from(self.rendering) << u32::BITS | u64::from(self.gaming)
    }

    pub(crate) fn unpack(packed: u64) -> Self {
        Self { gaming: packed as u32, rendering: (packed >> u32::BITS) as u32 }
    }

    /// Whether an index is known.
    pub(crate) fn is_known(self) -> bool {
        self != Self::default()
    }

    /// Returns the index for a workload in thousandths of the reference chip; 0 is not known.
    pub(crate) fn thousandths(self, workload: Workload) -> u32 {
        match workload {
            Workload::Gaming => self.gaming,
            Workload::Rendering => self.rendering,
        }
    }

    /// Returns the index for a workload, of which the reference chip has 100; `None` where it is not known.
    pub(crate) fn index(self, workload: Workload) -> Option<f64> {
        let thousandths = self.thousandths(workload);
        (thousandths > 0).then(|| f64::from(thousandths) / THOUSANDTHS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_of_a_known_chip_survive_packing_and_an_unknown_chip_has_none() {
        let of = |category, name: &str| ChipPerformance::estimate(category, name, &Specs::new());
        let card = of(Category::Gpu, "Ombriq Storm GeForce RTX 4060");
        assert_eq!(card.index(Workload::Gaming), Some(100.0));
        assert_eq!(ChipPerformance::unpack(card.pack()), card);
        let processor = of(Category::Cpu, "AMD Ryzen 5 7600");
        assert_eq!(processor.index(Workload::Rendering), Some(100.0));
        for (category, name) in [(Category::Gpu, "Ombriq Storm RTX 9999"), (Category::Ram, "RTX 4060 RAM")] {
            let unknown = of(category, name);
            assert!(!unknown.is_known(), "{name}");
            assert_eq!(unknown.index(Workload::Gaming), None, "{name}");
        }
    }
}
