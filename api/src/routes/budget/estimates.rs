use domain::{
    budget::{BudgetBuild, Catalogue, CatalogueEntry, UseKey, extrapolate_card, find_graphics},
    model::Category,
    performance::{
        Band, GraphicsBands, GraphicsIndices, ProcessorBands, ProcessorIndices, Resolution,
        extrapolate_processor, processor_facts,
    },
};
use serde::Serialize;
use utoipa::ToSchema;

/// Performance estimated from specifications, with the terms of the estimates. Null where the chip is not known.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PerformanceEstimates {
    pub graphics: Option<GraphicsEstimate>,
    pub processor: Option<ProcessorEstimate>,
}

/// Meaning of an index, in words.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexBand {
    #[schema(example = "1440p: high settings in most games")]
    pub text: &'static str,
    pub text_ar: &'static str,
}

impl IndexBand {
    fn from_band(band: &'static Band) -> Self {
        Self { text: &band.en, text_ar: &band.ar }
    }
}

/// Estimate for a graphics chip.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GraphicsEstimate {
    #[schema(example = "GeForce RTX 5070")]
    pub chip: &'static str,
    /// The card's own chip where no table knows it. Then `chip` is its predecessor, of which the specifications are, and
    /// `index` is extrapolated from the predecessor's.
    pub estimated_for: Option<String>,
    pub memory_gb: u32,
    /// For the use; 100 is the GeForce RTX 4060.
    #[schema(example = 167.2)]
    pub index: f64,
    /// The index in words (`config/performance/bands.toml`).
    pub band: Option<IndexBand>,
    pub shader_units: u32,
    pub boost_clock_mhz: u32,
    /// In GB/s.
    pub memory_bandwidth: u32,
    /// Throughput by shaders and by memory, in the same unit: the lesser decides. Null for rendering, which counts shaders alone.
    pub compute: Option<f64>,
    pub bandwidth: Option<f64>,
    /// Share of the speed that the memory's size leaves, at most 1.
    pub memory_share: Option<f64>,
    /// The page that states the specifications.
    pub source: &'static str,
}

/// Estimate for a processor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessorEstimate {
    #[schema(example = "ryzen 5 7600")]
    pub model: &'static str,
    /// The own model where no table knows it. Then `model` is its predecessor, of which the specifications are, and `index`
    /// is extrapolated from the predecessor's.
    pub estimated_for: Option<String>,
    /// For the use; 100 is the Ryzen 5 7600.
    #[schema(example = 100.0)]
    pub index: f64,
    /// The index in words (`config/performance/bands.toml`).
    pub band: Option<IndexBand>,
    pub performance_cores: u32,
    pub efficiency_cores: u32,
    pub threads: u32,
    pub boost_clock_mhz: u32,
    /// In MB.
    pub l3_cache: f64,
    /// The page that states the specifications.
    pub source: &'static str,
}

/// Estimates for the processor and the graphics card of a build.
pub fn estimate(catalogue: &Catalogue, build: &BudgetBuild, use_key: UseKey) -> PerformanceEstimates {
    let find = |category: Category| {
        let part = build.parts.iter().find(|part| part.category == category)?;
        catalogue.get(part.product_id)
    };
    PerformanceEstimates {
        graphics: find(Category::Gpu).and_then(|graphics_card| graphics_estimate(graphics_card, use_key)),
        processor: find(Category::Cpu).and_then(|processor| processor_estimate(processor, use_key)),
    }
}

fn graphics_estimate(graphics_card: CatalogueEntry<'_>, use_key: UseKey) -> Option<GraphicsEstimate> {
    let (name, specs) = (&graphics_card.parsed.name, graphics_card.specs);
    let (facts, indices, estimated_for) = match find_graphics(name, specs) {
        Some(facts) => (facts, facts.indices, None),
        None => {
            let new = extrapolate_card(name, specs)?;
            (new.predecessor, new.indices, Some(new.chip))
        }
    };
    let GraphicsIndices { games_1080p, games_1440p, games_4k, rendering } = indices;
    let (index, resolution, bands) = match use_key {
        UseKey::Gaming1080p | UseKey::Office => {
            (games_1080p, Some(Resolution::FullHd), GraphicsBands::Games1080p)
        }
        UseKey::Gaming1440p => (games_1440p, Some(Resolution::Qhd), GraphicsBands::Games1440p),
        UseKey::Gaming4k => (games_4k, Some(Resolution::Uhd), GraphicsBands::Games4k),
        UseKey::Rendering => (rendering, None, GraphicsBands::Rendering),
    };
    let terms = resolution.map(|resolution| facts.terms(resolution));
    Some(GraphicsEstimate {
        chip: facts.chip,
        estimated_for,
        memory_gb: facts.memory_gb,
        index: rounded(index),
        band: bands.describe(rounded(index)).map(IndexBand::from_band),
        shader_units: facts.shader_units,
        boost_clock_mhz: facts.boost_clock_mhz,
        memory_bandwidth: facts.memory_bandwidth,
        compute: terms.map(|terms| rounded(terms.compute)),
        bandwidth: terms.map(|terms| rounded(terms.bandwidth)),
        memory_share: terms.map(|terms| (terms.memory_share * 100.0).round() / 100.0),
        source: facts.source,
    })
}

fn processor_estimate(processor: CatalogueEntry<'_>, use_key: UseKey) -> Option<ProcessorEstimate> {
    let name = &processor.parsed.name;
    let (facts, indices, estimated_for) = match processor_facts(name) {
        Some(facts) => (facts, facts.indices, None),
        None => {
            let new = extrapolate_processor(name)?;
            (new.predecessor, new.indices, Some(new.model))
        }
    };
    let ProcessorIndices { games, many_threads, few_threads } = indices;
    let (index, bands) = match use_key {
        UseKey::Gaming1080p | UseKey::Gaming1440p | UseKey::Gaming4k => (games, ProcessorBands::Games),
        UseKey::Rendering => (many_threads, ProcessorBands::ManyThreads),
        UseKey::Office => (few_threads, ProcessorBands::FewThreads),
    };
    Some(ProcessorEstimate {
        model: facts.model,
        estimated_for,
        index: rounded(index),
        band: bands.describe(rounded(index)).map(IndexBand::from_band),
        performance_cores: facts.performance_cores,
        efficiency_cores: facts.efficiency_cores,
        threads: facts.threads,
        boost_clock_mhz: facts.boost_clock_mhz,
        l3_cache: facts.l3_cache,
        source: facts.source,
    })
}

fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
