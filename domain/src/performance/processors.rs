//! Specifications of processors, and their performance indices.

use std::{collections::HashMap, sync::LazyLock};

use serde::Serialize;

use super::{
    extrapolation::{FamilyMember, find_predecessor, generation_gain},
    names::{NameIndex, names_notebook},
};
use crate::{
    compat::tables::{self, read_number, rows},
    model::{
        families::{self, TitleWords},
        keys::fold::Folded,
    },
};

pub(super) const FACTS: &str = include_str!("../../../config/performance/cpus.tsv");
pub(super) const ARCHITECTURES: &str =
    include_str!("../../../config/performance/processor_architectures.tsv");

/// The model whose indices are 100.
pub(super) const REFERENCE: &str = "ryzen 5 7600";
/// Work of a core with two busy threads, relative to one thread.
const TWO_THREADS: f64 = 1.308;
/// Exponent of the work of all cores: less than 1, because cores wait for each other.
const THREAD_SCALING: f64 = 0.935;
/// Exponent by which work follows the available power.
const POWER_SCALING: f64 = 0.239;
const POWER_SMOOTHNESS: f64 = 4.0;
/// An efficiency core's power, and its weight in games, relative to a performance core.
const EFFICIENCY_CORE_SHARE: f64 = 0.35;
/// Sustained power relative to TDP, where the manufacturer states no sustained power.
const UNSTATED_POWER: f64 = 1.25;
const GAMES_CORE_SPEED: f64 = 0.848;
const GAMES_CACHE: f64 = 0.25;
const GAMES_TWO_THREADS: f64 = 1.2;
/// The number of cores with which a game runs at half its speed.
const GAMES_HALF_CORES: f64 = 1.5;

/// Estimated performance of a processor; 100 is the Ryzen 5 7600 in each field.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessorIndices {
    /// Games, as far as the processor limits them.
    pub games: f64,
    /// Rendering and compiling.
    pub many_threads: f64,
    /// Office work and browsing.
    pub few_threads: f64,
}

/// The terms of the indices, for the page that explains them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessorTerms {
    /// Work of the fastest core.
    pub core_speed: f64,
    /// Work of the core that games run on: of the die with stacked cache, where there is one beside another die.
    pub games_core_speed: f64,
    /// Work of all cores at full clock.
    pub all_cores: f64,
    /// The share of `all_cores` that the package power allows.
    pub power_share: f64,
    /// Gain in games from the L3 cache that one core reaches.
    pub cache_gain: f64,
    /// The share of a game's speed that the number of cores of one die allows.
    pub core_share: f64,
}

/// A processor's specifications as its manufacturer states them, and the indices computed from them.
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
    /// Clock of the die with stacked cache, where another die has the boost clock.
    pub cache_die_clock_mhz: Option<u32>,
    pub memory_channels: u32,
    /// The package power that the processor sustains, in W.
    pub sustained_watts: f64,
    pub source: &'static str,
    pub indices: ProcessorIndices,
    #[serde(skip)]
    constants: Architecture,
}

/// Fitted constants of one architecture.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Architecture {
    core_work: f64,
    /// An efficiency core's work per GHz relative to a performance core's.
    efficiency_share: f64,
    games_gain: f64,
    core_watts: f64,
    /// Exponent of the stated power above the TDP; 1 where the processor sustains the stated power.
    lasting_power: f64,
    /// The most performance cores of one die; `None` where all cores are on one die.
    max_die_cores: Option<u32>,
}

impl ProcessorFacts {
    /// Returns the terms of the indices.
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
        let games_cores = self.die_cores() * two_threads + EFFICIENCY_CORE_SHARE * efficiency;
        let games_clock = self.cache_die_clock_mhz.unwrap_or(self.boost_clock_mhz);
        ProcessorTerms {
            core_speed,
            games_core_speed: self.constants.core_work * f64::from(games_clock) / 1000.0,
            all_cores: performance * core_speed * with_performance
                + efficiency * efficiency_speed * with_efficiency,
            power_share: (1.0 + shortage).powf(-POWER_SCALING / POWER_SMOOTHNESS),
            // Excavator has no L3 cache; each core reaches 2 MB of L2 instead.
            cache_gain: self.l3_reached.max(2.0).powf(GAMES_CACHE),
            core_share: games_cores.powi(2) / (games_cores.powi(2) + GAMES_HALF_CORES.powi(2)),
        }
    }

    /// Returns the performance cores of one die. A game runs on one: its threads share data, and another die's cache is
    /// slow to reach.
    fn die_cores(&self) -> f64 {
        let cores = self.performance_cores;
        let dies = self.constants.max_die_cores.map_or(1, |most| cores.div_ceil(most.max(1)).max(1));
        f64::from(cores) / f64::from(dies)
    }

    /// Returns the gain from a second thread per core, for performance and for efficiency cores.
    fn thread_gains(&self) -> [f64; 2] {
        let more = |has: bool| if has { TWO_THREADS } else { 1.0 };
        let cores = self.performance_cores + self.efficiency_cores;
        [more(self.threads > cores), more(self.threads == 2 * cores)]
    }

    /// Returns the indices before they are divided by the reference's.
    pub(super) fn raw(&self) -> ProcessorIndices {
        let terms = self.terms();
        ProcessorIndices {
            games: terms.games_core_speed.powf(GAMES_CORE_SPEED)
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
    let [name, work, efficiency, games, watts, lasting, die, _reason] = row else { return None };
    let constants = Architecture {
        core_work: work.parse().ok()?,
        efficiency_share: read_number(efficiency)?.unwrap_or(0.0),
        games_gain: games.parse().ok()?,
        core_watts: watts.parse().ok()?,
        lasting_power: lasting.parse().ok()?,
        max_die_cores: read_number(die)?,
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
        cache_die_clock,
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
        cache_die_clock_mhz: read_number(cache_die_clock)?,
        memory_channels: channels.parse().ok()?,
        sustained_watts: tdp * stated_share.powf(constants.lasting_power),
        source,
        indices: ProcessorIndices { games: 0.0, many_threads: 0.0, few_threads: 0.0 },
        constants,
    })
}

/// Returns every row of the table.
#[cfg(test)]
pub(super) fn all() -> &'static [ProcessorFacts] {
    &PROCESSORS
}

/// Returns the specifications of the processor that `model_name` names; `model_name` is a product's whole name or its
/// model alone.
pub fn processor_facts(model_name: &str) -> Option<&'static ProcessorFacts> {
    PROCESSORS.get(NAMES.find(model_name)?)
}

/// Returns the estimated performance of the processor that `model_name` names; `None` where it is not known.
pub fn processor_index(model_name: &str) -> Option<ProcessorIndices> {
    processor_facts(model_name).map(|facts| facts.indices)
}

/// Indices of a processor that no table knows, extrapolated from its predecessor.
#[derive(Debug, Clone, PartialEq)]
pub struct ProcessorExtrapolation {
    pub model: String,
    pub predecessor: &'static ProcessorFacts,
    pub indices: ProcessorIndices,
}

/// Places of the models of the table in their families; `None` for models outside of the families that continue.
static MEMBERS: LazyLock<Vec<Option<FamilyMember>>> =
    LazyLock::new(|| PROCESSORS.iter().map(|facts| Some(find_member(facts.model)?.1)).collect());

/// Returns the first processor that a text names, with its place in its family. Notebooks' processors have none.
fn find_member(text: &str) -> Option<(String, FamilyMember)> {
    let folded = Folded::new(text);
    let found = families::find_processor(&TitleWords::split(&folded)).filter(|found| !found.is_mobile)?;
    let member = FamilyMember {
        family: found.family,
        generation: found.generation,
        tier: found.tier,
        variant: found.suffix,
    };
    Some((found.name, member))
}

/// Returns the extrapolated indices of a processor that `name` names and no table knows; `None` where a table knows it,
/// or where no predecessor is near. See [`super::extrapolation`].
pub fn extrapolate_processor(name: &str) -> Option<ProcessorExtrapolation> {
    if names_notebook(name) || processor_facts(name).is_some() {
        return None;
    }
    let (model, member) = find_member(name)?;
    let (position, distance) = find_predecessor(&MEMBERS, &member)?;
    let predecessor = PROCESSORS.get(position)?;
    let raised = |read: fn(&ProcessorIndices) -> f64| {
        let index_at = |at: usize| PROCESSORS.get(at).map(|facts| read(&facts.indices));
        let gain = generation_gain(&MEMBERS, &member.family, index_at);
        read(&predecessor.indices) * gain.powf(f64::from(distance))
    };
    let indices = ProcessorIndices {
        games: raised(|indices| indices.games),
        many_threads: raised(|indices| indices.many_threads),
        few_threads: raised(|indices| indices.few_threads),
    };
    Some(ProcessorExtrapolation { model, predecessor, indices })
}
