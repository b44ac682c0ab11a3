//! The size of a sound supply: from the wattage that the compatibility report recommends ([`crate::compat::Watts`]) to
//! `supply_over` W more, without the report's warning of an oversized one. Where nothing of that size is sold, the next
//! size that is.
//!
//! The recommended wattage depends on the whole build. Beside a processor and a graphics card it lies between the one of
//! these two alone and the one with memory, a hard drive and all settled parts; so the search refuses a supply early only
//! if it is too small for the first or too large for the second.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use uuid::Uuid;

use super::{
    catalogue::CataloguePart,
    choice::{Choice, Class},
    problem::Problem,
    utility::whole,
};
use crate::{
    compat::{Build, Code, ParsedPart, Part, Report, recommend_supply},
    model::{Category, ProductId, SpecKey, Specs},
};

/// The most watts by which memory of many modules and a pump can raise the recommended size beside fixed parts that draw
/// more than the base includes.
const SMALL_PARTS_MARGIN: i64 = 100;

/// The sizes of supplies that are sold, and the recommended sizes of pairs.
#[derive(Debug, Default)]
pub(super) struct SupplySizes {
    /// In W, ascending.
    sold: Vec<i64>,
    /// The least and the most recommended size beside a processor and a graphics card, by their places in the catalogue.
    recommended: Mutex<FxHashMap<[Option<usize>; 2], [i64; 2]>>,
}

impl SupplySizes {
    /// Returns the sizes of the supplies among some classes that the bounds hold for.
    pub(super) fn of<'c>(classes: impl Iterator<Item = &'c Class>) -> SupplySizes {
        let supplies = classes.filter(|class| class.category == Category::Psu);
        let bound = supplies.flat_map(|class| &class.choices).filter(|choice| choice.sound.is_bound);
        SupplySizes::of_watts(bound.map(|choice| choice.contribution.rated_watts))
    }

    pub(super) fn of_watts(watts: impl Iterator<Item = i64>) -> SupplySizes {
        let mut sold: Vec<i64> = watts.filter(|watts| *watts > 0).collect();
        sold.sort_unstable();
        sold.dedup();
        SupplySizes { sold, recommended: Mutex::default() }
    }

    /// Returns the smallest size that is sold and has at least so many watts.
    fn next_sold(&self, watts: i64) -> Option<i64> {
        self.sold.iter().copied().find(|sold| *sold >= watts)
    }

    /// Returns the largest sound size where so many watts are recommended.
    fn largest(&self, recommended: i64, over: i64) -> i64 {
        self.next_sold(recommended).unwrap_or(0).max(recommended + over)
    }

    /// Whether a supply of a whole build is of a sound size, by the build's report.
    pub(super) fn is_sound(&self, watts: i64, report: &Report, over: i64) -> bool {
        let Some(recommended) = report.watts.recommended_psu.map(i64::from) else { return true };
        let is_oversized = report.checks.iter().any(|check| check.code == Code::PsuOversized);
        watts >= recommended
            && (self.next_sold(recommended) == Some(watts) || watts <= recommended + over && !is_oversized)
    }
}

/// Returns memory and drives that draw at least as much as those of any build: memory of unknown voltage, and two drives of
/// unknown kind, which count as much as a hard drive.
fn usual_parts() -> [ParsedPart; 2] {
    [(Category::Ram, 1), (Category::Storage, 2)].map(|(category, quantity)| {
        let part = Part { id: ProductId(Uuid::nil()), category, name: String::new(), specs: Specs::new() };
        ParsedPart { quantity, ..ParsedPart::new(&part) }
    })
}

impl Problem<'_> {
    /// Whether the supply of a whole build is of a sound size: the chosen one, or the one included with the case.
    pub(super) fn is_supply_sound(&self, choices: &[&Choice], report: &Report) -> bool {
        let table = &self.utility_model.table.sound;
        let mut classes = self.classes().iter().zip(choices);
        let Some((_, supply)) = classes.find(|(class, _)| class.category == Category::Psu) else {
            return true;
        };
        if !supply.sound.is_bound {
            return true;
        }
        if supply.part.is_some() {
            return self.prepared.supply.is_sound(supply.contribution.rated_watts, report, table.supply_over);
        }
        let cases = self.classes().iter().zip(choices).filter(|(class, _)| class.category == Category::Case);
        let included = cases.filter_map(|(_, case)| included_watts(self.part(case)?)).max();
        is_included_enough(included, report.watts.recommended_psu)
    }

    /// Whether a supply may be of a sound size in some build with this processor and this graphics card. `case`: the case
    /// of a build without a supply of its own.
    pub(super) fn may_be_sound_supply(
        &self,
        [cpu, gpu, supply]: [&Choice; 3],
        case: Option<&Choice>,
    ) -> bool {
        if !supply.sound.is_bound {
            return true;
        }
        let [least, most] = self.bound_recommended([cpu, gpu]);
        if supply.part.is_some() {
            let over = self.utility_model.table.sound.supply_over;
            let watts = supply.contribution.rated_watts;
            return watts >= least && watts <= self.prepared.supply.largest(most, over);
        }
        let Some(case) = case.and_then(|case| self.part(case)) else { return true };
        included_watts(case).is_some_and(|included| included >= least)
    }

    /// Returns the least and the most watts that may be recommended beside a processor and a graphics card.
    fn bound_recommended(&self, cpu_gpu: [&Choice; 2]) -> [i64; 2] {
        let key = cpu_gpu.map(|choice| choice.part);
        let cached = || self.prepared.supply.recommended.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bounds) = cached().get(&key).copied() {
            return bounds;
        }
        let own: Vec<ParsedPart> =
            cpu_gpu.iter().filter_map(|choice| Some(self.part(choice)?.parsed.clone())).collect();
        let settled = self.prepared.settled.parts().iter();
        let others =
            settled.filter(|part| !matches!(part.category, Category::Cpu | Category::Gpu | Category::Psu));
        let all = own.iter().chain(others).cloned().chain(usual_parts());
        let margin = if self.prepared.settled.has_small_parts() { SMALL_PARTS_MARGIN } else { 0 };
        let least = recommend_supply(&Build::from_parsed(own.iter().cloned())).map_or(0, i64::from);
        let most = recommend_supply(&Build::from_parsed(all)).map_or(i64::MAX / 4, i64::from) + margin;
        cached().insert(key, [least, most]);
        [least, most]
    }
}

fn included_watts(case: &CataloguePart) -> Option<i64> {
    case.parsed.facts.number(SpecKey::IncludedPsuWattage).map(whole)
}

/// Whether a supply that comes with the case has the recommended watts. It has no upper bound: it costs nothing.
pub(super) fn is_included_enough(included: Option<i64>, recommended: Option<u32>) -> bool {
    recommended.is_none_or(|recommended| included.is_some_and(|included| included >= i64::from(recommended)))
}
