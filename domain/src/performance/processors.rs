//! Facts of processors, and the indices that follow from them.

use std::{collections::HashMap, sync::LazyLock};

use serde::Serialize;

use super::names::NameIndex;
use crate::compat::tables::{self, read_number, rows};

pub(super) const FACTS: &str = include_str!("../../../config/performance/cpus.tsv");
pub(super) const ARCHITECTURES: &str =
    include_str!("../../../config/performance/processor_architectures.tsv");

/// Model whose indices are 100.
pub(super) const REFERENCE: &str = "ryzen 5 7600";
/// Work of a core with two busy threads against one with a single thread.
const TWO_THREADS: f64 = 1.308;
/// Exponent of the work of all cores: the rest goes into waiting for each other.
const THREAD_SCALING: f64 = 0.935;
/// Exponent by which work follows the power that is there.
const POWER_SCALING: f64 = 0.239;
const POWER_SMOOTHNESS: f64 = 4.0;
/// Share of a performance core's power, and of its weight in games, that an efficiency core has.
const EFFICIENCY_CORE_SHARE: f64 = 0.35;
/// Sustained power over TDP where the manufacturer states no sustained power.
const UNSTATED_POWER: f64 = 1.25;
const GAMES_CORE_SPEED: f64 = 0.848;
const GAMES_CACHE: f64 = 0.25;
const GAMES_TWO_THREADS: f64 = 1.2;
/// Cores with which a game runs at half its speed.
const GAMES_HALF_CORES: f64 = 1.5;

/// Estimated performance of a processor; 100 is the Ryzen 5 7600 in each field.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessorIndices {
    /// The processor's share in games.
    pub games: f64,
    /// Rendering and compiling.
    pub many_threads: f64,
    /// Office and the web.
    pub few_threads: f64,
}

/// Terms of the indices, for the page that explains them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessorTerms {
    /// Work of the fastest core.
    pub core_speed: f64,
    /// Work of all cores at full clock.
    pub all_cores: f64,
    /// Share of it that the package power leaves.
    pub power_share: f64,
    /// Gain in games from the L3 cache that one core reaches.
    pub cache_gain: f64,
    /// Share of a game's speed that the number of cores leaves.
    pub core_share: f64,
}

/// Facts that a processor's manufacturer states, and the indices that follow.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessorFacts {
    pub model: &'static str,
    pub architecture: &'static str,
    pub performance_cores: u32,
    pub efficiency_cores: u32,
    pub threads: u32,
    pub boost_clock_mhz: u32,
    pub efficiency_clock_mhz: Option<u32>,
    /// In MB.
    pub l3_cache: f64,
    /// The L3 cache that one core reaches, in MB.
    pub l3_reached: f64,
    pub memory_channels: u32,
    /// Package power that lasts, in W.
    pub sustained_watts: f64,
    pub source: &'static str,
    pub indices: ProcessorIndices,
    #[serde(skip)]
    constants: Architecture,
}

/// Constants of one architecture.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Architecture {
    core_work: f64,
    /// An efficiency core's work against a performance core's.
    efficiency_share: f64,
    games_gain: f64,
    core_watts: f64,
    /// Exponent by which stated power above the TDP lasts; 1 where it lasts without end.
    lasting_power: f64,
}

impl ProcessorFacts {
    /// Terms of the indices.
    pub fn terms(&self) -> ProcessorTerms {
        let (performance, efficiency) = (f64::from(self.performance_cores), f64::from(self.efficiency_cores));
        let core_speed = self.constants.core_work * f64::from(self.boost_clock_mhz) / 1000.0;
        let efficiency_speed = self.constants.core_work
            * self.constants.efficiency_share
            * f64::from(self.efficiency_clock_mhz.unwrap_or(0))
            / 1000.0;
        let [with_performance, with_efficiency] = self.thread_gains();
        let wanted = self.constants.core_watts * (performance + EFFICIENCY_CORE_SHARE * efficiency);
        let shortage = (wanted / self.sustained_watts).powf(POWER_SMOOTHNESS);
        let two_threads = if with_performance > 1.0 { GAMES_TWO_THREADS } else { 1.0 };
        let games_cores = performance * two_threads + EFFICIENCY_CORE_SHARE * efficiency;
        ProcessorTerms {
            core_speed,
            all_cores: performance * core_speed * with_performance
                + efficiency * efficiency_speed * with_efficiency,
            power_share: (1.0 + shortage).powf(-POWER_SCALING / POWER_SMOOTHNESS),
            // Excavator has no L3 cache; its L2 of 2 MB is what a core reaches.
            cache_gain: self.l3_reached.max(2.0).powf(GAMES_CACHE),
            core_share: games_cores.powi(2) / (games_cores.powi(2) + GAMES_HALF_CORES.powi(2)),
        }
    }

    /// Gain by a second thread, for performance and for efficiency cores.
    fn thread_gains(&self) -> [f64; 2] {
        let more = |has: bool| if has { TWO_THREADS } else { 1.0 };
        let cores = self.performance_cores + self.efficiency_cores;
        [more(self.threads > cores), more(self.threads == 2 * cores)]
    }

    /// Indices before they are related to the reference.
    pub(super) fn raw(&self) -> ProcessorIndices {
        let terms = self.terms();
        ProcessorIndices {
            games: terms.core_speed.powf(GAMES_CORE_SPEED)
                * self.constants.games_gain
                * terms.cache_gain
                * terms.core_share,
            many_threads: (terms.all_cores * terms.power_share).powf(THREAD_SCALING),
            few_threads: terms.core_speed,
        }
    }
}

impl ProcessorIndices {
    fn relative_to(self, reference: Self) -> Self {
        Self {
            games: 100.0 * self.games / reference.games,
            many_threads: 100.0 * self.many_threads / reference.many_threads,
            few_threads: 100.0 * self.few_threads / reference.few_threads,
        }
    }
}

static PROCESSORS: LazyLock<Vec<ProcessorFacts>> = LazyLock::new(|| {
    let architectures: HashMap<&str, Architecture> =
        rows(ARCHITECTURES).filter_map(|row| read_architecture(&row)).collect();
    let mut processors: Vec<ProcessorFacts> =
        rows(FACTS).filter_map(|row| read_facts(&row, &architectures)).collect();
    let Some(reference) = processors.iter().find(|facts| facts.model == REFERENCE).map(ProcessorFacts::raw)
    else {
        return Vec::new();
    };
    for facts in &mut processors {
        facts.indices = facts.raw().relative_to(reference);
    }
    processors
});

static NAMES: LazyLock<NameIndex> =
    LazyLock::new(|| NameIndex::of_processors(PROCESSORS.iter().map(|facts| facts.model)));

fn read_architecture(row: &[&'static str]) -> Option<(&'static str, Architecture)> {
    let [name, work, efficiency, games, watts, lasting, _reason] = row else { return None };
    let constants = Architecture {
        core_work: work.parse().ok()?,
        efficiency_share: read_number(efficiency)?.unwrap_or(0.0),
        games_gain: games.parse().ok()?,
        core_watts: watts.parse().ok()?,
        lasting_power: lasting.parse().ok()?,
    };
    Some((name, constants))
}

fn read_facts(row: &[&'static str], architectures: &HashMap<&str, Architecture>) -> Option<ProcessorFacts> {
    let [
        model,
        architecture,
        performance,
        efficiency,
        threads,
        clock,
        slow,
        cache,
        reached,
        channels,
        source,
    ] = row
    else {
        return None;
    };
    let constants = *architectures.get(architecture)?;
    let power = tables::processor(model)?;
    let tdp = f64::from(power.tdp);
    let stated_share = power.sustained.map_or(UNSTATED_POWER, |watts| f64::from(watts) / tdp);
    Some(ProcessorFacts {
        model,
        architecture,
        performance_cores: performance.parse().ok()?,
        efficiency_cores: efficiency.parse().ok()?,
        threads: threads.parse().ok()?,
        boost_clock_mhz: clock.parse().ok()?,
        efficiency_clock_mhz: read_number(slow)?,
        l3_cache: cache.parse().ok()?,
        l3_reached: reached.parse().ok()?,
        memory_channels: channels.parse().ok()?,
        sustained_watts: tdp * stated_share.powf(constants.lasting_power),
        source,
        indices: ProcessorIndices { games: 0.0, many_threads: 0.0, few_threads: 0.0 },
        constants,
    })
}

/// Every line of the table.
#[cfg(test)]
pub(super) fn all() -> &'static [ProcessorFacts] {
    &PROCESSORS
}

/// Facts of the processor that `model_name` names, a product's whole name or its model alone.
pub fn processor_facts(model_name: &str) -> Option<&'static ProcessorFacts> {
    PROCESSORS.get(NAMES.find(model_name)?)
}

/// Estimated performance of the processor that `model_name` names; `None` where it is not known.
pub fn processor_index(model_name: &str) -> Option<ProcessorIndices> {
    processor_facts(model_name).map(|facts| facts.indices)
}
