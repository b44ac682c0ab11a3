//! Specifications of graphics chips, and their performance indices.

use std::{collections::HashMap, sync::LazyLock};

use serde::Serialize;

use super::{
    extrapolation::{FamilyMember, find_predecessor, generation_gain},
    names::{NameIndex, names_notebook},
};
use crate::{
    compat::tables::rows,
    model::{
        families::{self, TitleWords},
        keys::fold::Folded,
    },
};

pub(super) const FACTS: &str = include_str!("../../../config/performance/gpus.tsv");
pub(super) const ARCHITECTURES: &str = include_str!("../../../config/performance/graphics_architectures.tsv");

/// The name of the chip whose indices are 100.
pub(super) const REFERENCE: &str = "GeForce RTX 4060";
/// Factor that brings bandwidth in TB/s to the scale of compute.
const BANDWIDTH_SCALE: f64 = 9.57;
/// Sharpness of the change from compute-bound to bandwidth-bound.
const SMOOTHNESS: f64 = 3.0;
/// Share of the work that would be lost with no memory at all.
const MEMORY_LOSS: f64 = 0.409;
const RENDERING_SCALING: f64 = 0.874;

/// Estimated performance of a graphics chip; 100 is the GeForce RTX 4060 in each field.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GraphicsIndices {
    pub games_1080p: f64,
    pub games_1440p: f64,
    pub games_4k: f64,
    pub rendering: f64,
}

/// A resolution at which the performance in games is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    FullHd,
    Qhd,
    Uhd,
}

impl Resolution {
    /// Returns the exponent of the caches' gain: caches help less with larger pictures.
    fn cache_share(self) -> f64 {
        match self {
            Self::FullHd => 1.0,
            Self::Qhd => 0.962,
            Self::Uhd => 0.765,
        }
    }

    /// Returns the exponent by which speed follows work.
    fn scaling(self) -> f64 {
        match self {
            Self::FullHd => 0.858,
            Self::Qhd => 0.837,
            Self::Uhd => 0.833,
        }
    }

    /// Returns the memory in GB beyond which more does not help.
    fn memory_need(self) -> f64 {
        match self {
            Self::FullHd => 6.0,
            Self::Qhd => 7.5,
            Self::Uhd => 10.0,
        }
    }

    /// Returns the share of the speed that remains with so much memory.
    fn memory_share(self, memory_gb: u32) -> f64 {
        1.0 - MEMORY_LOSS * (1.0 - f64::from(memory_gb) / self.memory_need()).max(0.0)
    }
}

/// The terms of a games index, for the page that explains it: the throughput of the shaders and of the memory in one
/// unit (the lesser decides), and the share that remains with too little memory.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GraphicsTerms {
    pub compute: f64,
    pub bandwidth: f64,
    pub memory_share: f64,
}

/// A chip's specifications as its manufacturer states them, and the indices computed from them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GraphicsFacts {
    pub chip: &'static str,
    pub memory_gb: u32,
    pub architecture: &'static str,
    pub shader_units: u32,
    pub boost_clock_mhz: u32,
    /// In GB/s.
    pub memory_bandwidth: u32,
    /// The manufacturer's own generation number; 0 means no ray-tracing units.
    pub ray_tracing_generation: u32,
    pub source: &'static str,
    pub indices: GraphicsIndices,
    #[serde(skip)]
    constants: Architecture,
}

/// Fitted constants of one architecture.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Architecture {
    games_work: f64,
    cache_gain: f64,
    rendering_work: f64,
}

impl GraphicsFacts {
    /// Returns the terms of the games index at a resolution.
    pub fn terms(&self, resolution: Resolution) -> GraphicsTerms {
        GraphicsTerms {
            compute: self.shader_gigahertz() * self.constants.games_work,
            bandwidth: f64::from(self.memory_bandwidth) / 1000.0
                * BANDWIDTH_SCALE
                * self.constants.cache_gain.powf(resolution.cache_share()),
            memory_share: resolution.memory_share(self.memory_gb),
        }
    }

    /// Returns thousands of shader units times GHz.
    fn shader_gigahertz(&self) -> f64 {
        f64::from(self.shader_units) * f64::from(self.boost_clock_mhz) / 1e6
    }

    fn games(&self, resolution: Resolution) -> f64 {
        let terms = self.terms(resolution);
        let work =
            (terms.compute.powf(-SMOOTHNESS) + terms.bandwidth.powf(-SMOOTHNESS)).powf(-1.0 / SMOOTHNESS);
        work.powf(resolution.scaling()) * terms.memory_share
    }

    /// Returns the indices before they are divided by the reference's.
    pub(super) fn raw(&self) -> GraphicsIndices {
        GraphicsIndices {
            games_1080p: self.games(Resolution::FullHd),
            games_1440p: self.games(Resolution::Qhd),
            games_4k: self.games(Resolution::Uhd),
            rendering: self.shader_gigahertz().powf(RENDERING_SCALING) * self.constants.rendering_work,
        }
    }
}

impl GraphicsIndices {
    fn relative_to(self, reference: Self) -> Self {
        Self {
            games_1080p: 100.0 * self.games_1080p / reference.games_1080p,
            games_1440p: 100.0 * self.games_1440p / reference.games_1440p,
            games_4k: 100.0 * self.games_4k / reference.games_4k,
            rendering: 100.0 * self.rendering / reference.rendering,
        }
    }
}

static CHIPS: LazyLock<Vec<GraphicsFacts>> = LazyLock::new(|| {
    let architectures: HashMap<&str, Architecture> =
        rows(ARCHITECTURES).filter_map(|row| read_architecture(&row)).collect();
    let mut chips: Vec<GraphicsFacts> =
        rows(FACTS).filter_map(|row| read_facts(&row, &architectures)).collect();
    // The name index points to a chip's first row, so a chip without a known memory size gets the row with the least
    // memory.
    chips.sort_by_key(|facts| (facts.chip, facts.memory_gb));
    let Some(reference) = chips.iter().find(|facts| facts.chip == REFERENCE).map(GraphicsFacts::raw) else {
        return Vec::new();
    };
    for facts in &mut chips {
        facts.indices = facts.raw().relative_to(reference);
    }
    chips
});

static NAMES: LazyLock<NameIndex> =
    LazyLock::new(|| NameIndex::of_graphics(CHIPS.iter().map(|facts| facts.chip)));

fn read_architecture(row: &[&'static str]) -> Option<(&'static str, Architecture)> {
    let [name, games, cache, rendering, _reason] = row else { return None };
    let constants = Architecture {
        games_work: games.parse().ok()?,
        cache_gain: cache.parse().ok()?,
        rendering_work: rendering.parse().ok()?,
    };
    Some((name, constants))
}

fn read_facts(row: &[&'static str], architectures: &HashMap<&str, Architecture>) -> Option<GraphicsFacts> {
    let [chip, memory, architecture, shaders, clock, bandwidth, rays, source] = row else { return None };
    Some(GraphicsFacts {
        chip,
        memory_gb: memory.parse().ok()?,
        architecture,
        shader_units: shaders.parse().ok()?,
        boost_clock_mhz: clock.parse().ok()?,
        memory_bandwidth: bandwidth.parse().ok()?,
        ray_tracing_generation: rays.parse().ok()?,
        source,
        indices: GraphicsIndices { games_1080p: 0.0, games_1440p: 0.0, games_4k: 0.0, rendering: 0.0 },
        constants: *architectures.get(architecture)?,
    })
}

/// Returns every row of the table, by chip and memory.
#[cfg(test)]
pub(super) fn all() -> &'static [GraphicsFacts] {
    &CHIPS
}

/// Returns the specifications of the chip that `chip` names; `chip` is a product's whole name or the chip's alone.
///
/// A chip that was sold with several memory sizes is taken as the smallest where `memory_gb` is `None`: every card
/// has at least that. A size that the table does not have belongs to an unknown card: `None`.
pub fn graphics_facts(chip: &str, memory_gb: Option<u32>) -> Option<&'static GraphicsFacts> {
    let first = CHIPS.get(NAMES.find(chip)?)?;
    let Some(memory) = memory_gb else { return Some(first) };
    CHIPS.iter().find(|facts| facts.chip == first.chip && facts.memory_gb == memory)
}

/// Returns the estimated performance of the chip that `chip` names; `None` where it is not known. See
/// [`graphics_facts`] for `memory_gb`.
pub fn graphics_index(chip: &str, memory_gb: Option<u32>) -> Option<GraphicsIndices> {
    graphics_facts(chip, memory_gb).map(|facts| facts.indices)
}

/// Indices of a chip that no table knows, extrapolated from its predecessor.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphicsExtrapolation {
    pub chip: String,
    pub predecessor: &'static GraphicsFacts,
    pub indices: GraphicsIndices,
}

/// Places of the chips of the table in their families; `None` for chips outside of the families that continue.
static MEMBERS: LazyLock<Vec<Option<FamilyMember>>> =
    LazyLock::new(|| CHIPS.iter().map(|facts| Some(find_member(facts.chip)?.1)).collect());

/// Returns the first chip that a text names, with its place in its family.
fn find_member(text: &str) -> Option<(String, FamilyMember)> {
    let folded = Folded::new(text);
    let found = families::find_graphics(&TitleWords::split(&folded))?;
    // The numbers of GeForce and Radeon count generations in tens.
    let generation = if found.family == "Arc" { found.generation } else { found.generation / 10 };
    let (family, variant) = (found.family.to_owned(), found.variant.to_owned());
    Some((found.name, FamilyMember { family, generation, tier: found.tier, variant }))
}

/// Returns the extrapolated indices of a chip that `name` names and no table knows; `None` where a table knows it, or
/// where no predecessor is near. See [`super::extrapolation`].
pub fn extrapolate_graphics(name: &str, memory_gb: Option<u32>) -> Option<GraphicsExtrapolation> {
    if names_notebook(name) {
        return None;
    }
    let (chip, member) = find_member(name)?;
    if CHIPS.iter().any(|facts| facts.chip == chip) {
        return None;
    }
    let (position, distance) = find_predecessor(&MEMBERS, &member)?;
    let predecessor = CHIPS.get(position)?;
    let raised = |read: fn(&GraphicsIndices) -> f64| {
        let index_at = |at: usize| CHIPS.get(at).map(|facts| read(&facts.indices));
        let gain = generation_gain(&MEMBERS, &member.family, index_at);
        read(&predecessor.indices) * gain.powf(f64::from(distance))
    };
    let with_memory = |resolution: Resolution| {
        let share =
            |memory_gb| resolution.memory_share(memory_gb) / resolution.memory_share(predecessor.memory_gb);
        memory_gb.map_or(1.0, share)
    };
    let indices = GraphicsIndices {
        games_1080p: raised(|indices| indices.games_1080p) * with_memory(Resolution::FullHd),
        games_1440p: raised(|indices| indices.games_1440p) * with_memory(Resolution::Qhd),
        games_4k: raised(|indices| indices.games_4k) * with_memory(Resolution::Uhd),
        rendering: raised(|indices| indices.rendering),
    };
    Some(GraphicsExtrapolation { chip, predecessor, indices })
}
