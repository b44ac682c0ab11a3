//! The table of a sound build, `[sound]` in `config/budget/uses.toml`, and the order in which its bounds are relaxed.

use serde::{Deserialize, Serialize};

/// Fils of a dinar: the table states prices in dinars.
const FILS_PER_DINAR: i64 = 1_000;

/// The bounds of a sound build that a search keeps. Where no build within the budget keeps those of one stage, the next
/// stage applies: a cheap build is better than none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Soundness {
    /// All bounds.
    Full,
    /// Without the floors of price, class and efficiency: what is left are memory, storage and the size of the supply.
    WithoutFloors,
    /// The size of the supply alone.
    SupplyOnly,
    /// No bounds besides the use's minimum and the rules of compatibility.
    Unbounded,
}

impl Soundness {
    /// Every stage, the strictest first.
    pub const ORDER: [Soundness; 4] =
        [Soundness::Full, Soundness::WithoutFloors, Soundness::SupplyOnly, Soundness::Unbounded];

    pub(super) fn has_floors(self) -> bool {
        self == Soundness::Full
    }

    pub(super) fn has_capacities(self) -> bool {
        self <= Soundness::WithoutFloors
    }

    pub(super) fn has_supply(self) -> bool {
        self <= Soundness::SupplyOnly
    }
}

/// The bounds of a sound build that depend on its use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseBounds {
    /// The least and the most memory and storage, in GB.
    pub memory: [i64; 2],
    pub storage: [i64; 2],
    /// Between a card and the end of its case, in mm.
    pub case_margin: i64,
    /// The highest index of the card in percent of the processor's; `None` where the use does not need both.
    pub balance: Option<i64>,
}

/// The floors of the parts beside processors of `from_watts` and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CoolerFloor {
    pub from_watts: i64,
    /// The least price in percent of the processor's: of a cooler that states its rating, and of one that does not.
    pub rated_percent: i64,
    pub unrated_percent: i64,
}

/// The floors of boards beside processors of `from_watts` and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardFloor {
    pub from_watts: i64,
    /// The least class of the chipset: 1 entry-level, 2 any other.
    pub class: i64,
    /// The least price in percent of the processor's.
    pub percent: i64,
}

/// The floors of cases beside graphics cards of `from_watts` and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CaseFloor {
    pub from_watts: i64,
    /// The length in mm of the largest place for fans or a radiator: 240 takes two fans of 120 mm.
    pub place: i64,
    /// The least price in percent of the graphics card's: of a case that states its places and its room for a card, and of
    /// one that does not.
    pub stated_percent: i64,
    pub unstated_percent: i64,
}

/// The least efficiency of supplies of `from_watts` and more, as the measure `efficiency` counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EfficiencyFloor {
    pub from_watts: i64,
    pub rank: i64,
}

/// The bounds of a sound build that hold for every use. Of several floors, the one with the most `from_watts` that a part
/// reaches counts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundTable {
    /// In KWD, ascending.
    price_steps: Vec<i64>,
    /// In W.
    pub supply_over: i64,
    efficiency: Vec<EfficiencyFloor>,
    cooler: Vec<CoolerFloor>,
    board: Vec<BoardFloor>,
    case: Vec<CaseFloor>,
}

impl SoundTable {
    /// Returns the step of a price in fils: the number of steps that it reaches. Prices of one step are alike, so that a
    /// cheaper part of the same step can still dominate a dearer one.
    pub(super) fn price_step(&self, price: i64) -> i64 {
        let reached = self.price_steps.iter().filter(|step| **step * FILS_PER_DINAR <= price).count();
        i64::try_from(reached).unwrap_or(i64::MAX)
    }

    /// Returns the least efficiency of a supply of so many watts.
    pub(super) fn efficiency_floor(&self, watts: i64) -> i64 {
        reached(&self.efficiency, watts, |floor| floor.from_watts).map_or(0, |floor| floor.rank)
    }

    pub(super) fn cooler_floor(&self, watts: i64) -> Option<CoolerFloor> {
        reached(&self.cooler, watts, |floor| floor.from_watts)
    }

    pub(super) fn board_floor(&self, watts: i64) -> Option<BoardFloor> {
        reached(&self.board, watts, |floor| floor.from_watts)
    }

    pub(super) fn case_floor(&self, watts: i64) -> Option<CaseFloor> {
        reached(&self.case, watts, |floor| floor.from_watts)
    }

    /// Whether the steps and floors ascend: a part that draws more never needs less.
    pub(super) fn is_ascending(&self) -> bool {
        let ascend = |values: &[Vec<i64>]| {
            values.iter().zip(values.iter().skip(1)).all(|(lower, higher)| {
                lower.first() < higher.first() && lower.iter().zip(higher).all(|(a, b)| a <= b)
            })
        };
        let steps: Vec<Vec<i64>> = self.price_steps.iter().map(|step| vec![*step]).collect();
        let efficiency = self.efficiency.iter().map(|floor| vec![floor.from_watts, floor.rank]);
        let cooler = self
            .cooler
            .iter()
            .map(|floor| vec![floor.from_watts, floor.rated_percent, floor.unrated_percent]);
        let board = self.board.iter().map(|floor| vec![floor.from_watts, floor.class, floor.percent]);
        let case = self
            .case
            .iter()
            .map(|floor| vec![floor.from_watts, floor.place, floor.stated_percent, floor.unstated_percent]);
        ascend(&steps)
            && ascend(&efficiency.collect::<Vec<_>>())
            && ascend(&cooler.collect::<Vec<_>>())
            && ascend(&board.collect::<Vec<_>>())
            && ascend(&case.collect::<Vec<_>>())
    }
}

/// Returns the last floor that a part of so many watts reaches.
fn reached<T: Copy>(floors: &[T], watts: i64, from_watts: impl Fn(&T) -> i64) -> Option<T> {
    floors.iter().filter(|floor| from_watts(floor) <= watts).max_by_key(|floor| from_watts(floor)).copied()
}
