//! The utility that a part adds to a build, and the utility of a whole build.
//!
//! Utility = Σ weight × curve(measure), in whole points (`config/budget/uses.toml`). All measures but two belong to a
//! single part, so their points are summed part by part ([`Contribution::points`]). The other two depend on several
//! parts: `graphics` is limited to what the processor can feed, and `headroom` divides the watts of the power supply by
//! those of processor, graphics card and everything else (`base_watts`).
//!
//! Worked example, games at 1440p: a graphics card of performance 1,200 beside a processor of performance 500 counts as
//! min(1200, 500 × 220 %) = 1,100. The curve `index` gives 620 + 100 × 230 / 1000 = 643 thousandths, times the weight
//! 48: 30,864 points. The processor's own term gives 400 × 16 = 6,400. A supply of 600 W over 100 + 88 + 250 = 438 W
//! has 136 %: 900 thousandths × 2 = 1,800 points.

use std::sync::Arc;

use super::{
    measure_curve::MeasureCurve,
    part::PartPerformance,
    uses::{Measure, Minimum, Use, UseKey, Uses},
};
use crate::{
    compat::{FactKey, ParsedPart},
    model::{Category, SpecKey, Specs},
};

/// The points and quantities that one part contributes to the utility of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Contribution {
    /// Points of the terms that depend on this part alone.
    pub points: i64,
    /// Performance of a processor, and of a graphics card, in the workload of the use.
    pub processor: i64,
    pub graphics: i64,
    /// Power draw of a processor or graphics card, in W.
    pub watts: i64,
    /// Rated power of a supply, in W.
    pub rated_watts: i64,
}

/// The contribution of a part for one use, and whether the part reaches the minimum of the use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PartScore {
    pub contribution: Contribution,
    pub meets_minimum: bool,
}

/// Returns the score of a part for each use of `UseKey::ALL`; none where the table of uses cannot be read.
pub(super) fn list_scores(part: UtilityInputs<'_>) -> Arc<[PartScore]> {
    let Ok(table) = Uses::embedded() else { return Arc::default() };
    let score = |key: &UseKey| Some(UtilityModel { table, build_use: table.get(*key)? }.compute_score(part));
    UseKey::ALL.iter().map(score).collect::<Option<_>>().unwrap_or_default()
}

/// The utility for one use: the table of all uses with its constants, and the row of this use (`build_use`, because
/// `use` is a keyword of Rust).
#[derive(Debug, Clone, Copy)]
pub(super) struct UtilityModel<'a> {
    pub table: &'a Uses,
    pub build_use: &'a Use,
}

/// The facts of a part that its contribution is computed from.
#[derive(Debug, Clone, Copy)]
pub(super) struct UtilityInputs<'a> {
    pub parsed: &'a ParsedPart,
    pub specs: &'a Specs,
    pub performance: &'a PartPerformance,
}

impl UtilityModel<'_> {
    /// Returns contribution and minimum check of a part.
    pub(super) fn compute_score(&self, part: UtilityInputs<'_>) -> PartScore {
        PartScore { contribution: self.compute_contribution(part), meets_minimum: self.meets_minimum(part) }
    }

    /// Returns the contribution of a part.
    pub(super) fn compute_contribution(&self, part: UtilityInputs<'_>) -> Contribution {
        let is_of = |category: Category| part.parsed.category == category;
        let (build_use, performance) = (self.build_use, part.performance);
        let draws = is_of(Category::Cpu) || is_of(Category::Gpu);
        let fact = |key: FactKey| whole(part.parsed.facts.number(key).unwrap_or(0.0));
        Contribution {
            points: self.points_together(&[(part, 1)]),
            processor: if is_of(Category::Cpu) { build_use.processor_performance(performance) } else { 0 },
            graphics: if is_of(Category::Gpu) { build_use.graphics_performance(performance) } else { 0 },
            watts: if draws { fact(FactKey::Watts) } else { 0 },
            rated_watts: if is_of(Category::Psu) { fact(SpecKey::PsuWattage.into()) } else { 0 },
        }
    }

    /// Returns the points of all parts of one category in a build, each with its quantity. Their capacities are added
    /// up, memory is as fast as its slowest kit, and the best drive and monitor count. So two kits of 16 GB have the
    /// points of one of 32 GB, and no build has more points than the weights of its use.
    pub(super) fn points_together(&self, parts: &[(UtilityInputs<'_>, u32)]) -> i64 {
        let points = |measure: Measure| -> i64 {
            let values =
                parts.iter().filter_map(|(part, times)| Some((self.measure(measure, *part)?, *times)));
            let value = match measure {
                Measure::Memory | Measure::Storage => {
                    values.map(|(value, times)| value * i64::from(times)).reduce(|sum, value| sum + value)
                }
                Measure::MemorySpeed => values.map(|(value, _)| value).min(),
                _ => values.map(|(value, _)| value).max(),
            };
            self.term_points(measure, |curve| value.map_or(0, |value| curve.value_at(value)))
        };
        let measures = parts.first().map(|(part, _)| category_measures(part.parsed.category));
        measures.unwrap_or_default().iter().map(|measure| points(*measure)).sum()
    }

    /// Returns the points of the terms of a measure; `value` returns the value of the measure on the curve of a term.
    fn term_points(&self, measure: Measure, value: impl Fn(&MeasureCurve) -> i64) -> i64 {
        let terms = self.build_use.terms.iter().filter(|term| term.measure == measure);
        terms.map(|term| term.weight * value(&term.curve)).sum()
    }

    /// Returns a measure of one part; `None` where it is not known.
    fn measure(&self, measure: Measure, part: UtilityInputs<'_>) -> Option<i64> {
        let spec = |key: SpecKey| part.specs.number(key).map(whole);
        match measure {
            Measure::Processor => Some(self.build_use.processor_performance(part.performance)),
            Measure::FewThreads => part.performance.few_threads.map(i64::from),
            Measure::GraphicsMemory => spec(SpecKey::GpuVram),
            Measure::Memory => part.parsed.facts.number(SpecKey::RamCapacity).map(whole),
            Measure::MemorySpeed => spec(SpecKey::RamSpeed),
            Measure::Storage => spec(SpecKey::StorageCapacity),
            Measure::DriveSpeed => drive_speed(part),
            Measure::Efficiency => Some(efficiency_rank(part.specs)),
            Measure::BoardExpandability => Some(self.board_expandability(part.parsed)),
            Measure::MonitorPixelRate => monitor_pixel_rate(part.specs),
            Measure::Graphics | Measure::Headroom => None,
        }
    }

    /// Returns the points of a board's socket, and five for each memory and M.2 slot.
    fn board_expandability(&self, board: &ParsedPart) -> i64 {
        let socket =
            board.facts.word(SpecKey::Socket).and_then(|socket| self.table.socket_points.get(socket));
        let slots = |key: SpecKey| whole(board.facts.number(key).unwrap_or(0.0)) * 5;
        socket.copied().unwrap_or(0) + slots(SpecKey::MemorySlots) + slots(SpecKey::M2Slots)
    }

    /// Returns the points for as much graphics performance as the processor can feed. The points never fall when an
    /// argument rises.
    pub(super) fn graphics_points(&self, graphics: i64, processor: i64) -> i64 {
        let fed = self.build_use.balance.map_or(i64::MAX, |percent| processor.saturating_mul(percent) / 100);
        let measure = graphics.min(fed);
        self.term_points(Measure::Graphics, |curve| curve.value_at(measure))
    }

    /// Returns the points for the headroom of a power supply over processor and graphics card. The points never rise
    /// when these draw more.
    pub(super) fn headroom_points(&self, rated_watts: i64, watts: i64) -> i64 {
        let load = (self.table.base_watts + watts).max(1);
        let percent = rated_watts.saturating_mul(100) / load;
        self.term_points(Measure::Headroom, |curve| curve.value_at(percent))
    }

    /// Returns the utility of a whole build.
    pub(super) fn utility<'m>(&self, contributions: impl Iterator<Item = &'m Contribution>) -> i64 {
        let total = contributions.fold(Contribution::default(), |sum, contribution| Contribution {
            points: sum.points + contribution.points,
            processor: sum.processor + contribution.processor,
            graphics: sum.graphics + contribution.graphics,
            watts: sum.watts + contribution.watts,
            rated_watts: sum.rated_watts + contribution.rated_watts,
        });
        total.points
            + self.graphics_points(total.graphics, total.processor)
            + self.headroom_points(total.rated_watts, total.watts)
    }

    /// Whether a part reaches the use's minimum for its category.
    pub(super) fn meets_minimum(&self, part: UtilityInputs<'_>) -> bool {
        let Minimum { graphics, processor, graphics_memory, memory, storage, drive_speed } =
            self.build_use.minimum;
        let at_least = |measure: Measure, minimum: i64| {
            minimum <= 0 || self.measure(measure, part).is_some_and(|value| value >= minimum)
        };
        match part.parsed.category {
            Category::Cpu => at_least(Measure::Processor, processor),
            Category::Gpu => {
                self.build_use.graphics_performance(part.performance) >= graphics
                    && at_least(Measure::GraphicsMemory, graphics_memory)
            }
            Category::Ram => at_least(Measure::Memory, memory),
            Category::Storage => {
                at_least(Measure::Storage, storage) && at_least(Measure::DriveSpeed, drive_speed)
            }
            _ => true,
        }
    }
}

/// Returns the measures that depend on the parts of one category alone.
fn category_measures(category: Category) -> &'static [Measure] {
    match category {
        Category::Cpu => &[Measure::Processor, Measure::FewThreads],
        Category::Gpu => &[Measure::GraphicsMemory],
        Category::Ram => &[Measure::Memory, Measure::MemorySpeed],
        Category::Storage => &[Measure::Storage, Measure::DriveSpeed],
        Category::Psu => &[Measure::Efficiency],
        Category::Motherboard => &[Measure::BoardExpandability],
        Category::Monitor => &[Measure::MonitorPixelRate],
        _ => &[],
    }
}

/// Returns a drive's speed class: 0 hard drive, 1 solid state by SATA, 2 NVMe of unknown generation, else the PCIe
/// generation up to 5.
fn drive_speed(part: UtilityInputs<'_>) -> Option<i64> {
    let facts = &part.parsed.facts;
    let form = facts.word(SpecKey::StorageFormFactor);
    if facts.word(SpecKey::StorageKind) == Some("HDD") || form.is_some_and(|form| form.starts_with("3.5")) {
        return Some(0);
    }
    match form? {
        "M.2-NVMe" => {
            Some(facts.number(FactKey::PcieGeneration).map_or(2, |generation| whole(generation).clamp(2, 5)))
        }
        "M.2-SATA" => Some(1),
        "2.5-SATA" if facts.word(SpecKey::StorageKind).is_some() => Some(1),
        _ => None,
    }
}

/// Returns the rank of a supply's 80 PLUS badge: 0 without one, 1 without a metal, 2 Bronze to 6 Titanium.
pub(super) fn efficiency_rank(specs: &Specs) -> i64 {
    let text = specs.text(SpecKey::PsuEfficiency).unwrap_or_default().to_lowercase();
    let ranks = [("titanium", 6), ("platinum", 5), ("gold", 4), ("silver", 3), ("bronze", 2)];
    let found = ranks.iter().find(|(name, _)| text.contains(name)).map(|(_, rank)| *rank);
    found.unwrap_or(i64::from(text.contains("80")))
}

/// Returns the millions of pixels that a monitor shows in a second.
fn monitor_pixel_rate(specs: &Specs) -> Option<i64> {
    let (width, height) = specs.text(SpecKey::Resolution)?.split_once(['x', 'X', '×'])?;
    let side = |text: &str| text.trim().parse::<i64>().ok().filter(|side| (1..=16_384).contains(side));
    let pixels = side(width)? * side(height)?;
    Some(pixels * specs.integer(SpecKey::RefreshRate)?.clamp(0, 2_000) / 1_000_000)
}

/// Truncates to a whole number. Facts are bounded where they are read; an unbounded one saturates.
#[expect(clippy::cast_possible_truncation, reason = "saturates, and facts are bounded")]
pub(super) fn whole(number: f64) -> i64 {
    number.clamp(-1e12, 1e12) as i64
}
