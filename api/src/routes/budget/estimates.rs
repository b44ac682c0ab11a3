use domain::{
    budget::{BudgetBuild, Catalogue, CatalogueEntry, UseKey, find_graphics},
    model::Category,
    performance::{Resolution, processor_facts},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Performance estimated from specifications, with the terms of the estimates. Null where the chip is not known.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PerformanceEstimates {
    #[schema(required)]
    pub graphics: Option<GraphicsEstimate>,
    #[schema(required)]
    pub processor: Option<ProcessorEstimate>,
}

/// Estimate for a graphics chip.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GraphicsEstimate {
    #[schema(example = "GeForce RTX 5070")]
    pub chip: &'static str,
    pub memory_gb: u32,
    /// For the use; 100 is the GeForce RTX 4060.
    #[schema(example = 167.2)]
    pub index: f64,
    pub shader_units: u32,
    pub boost_clock_mhz: u32,
    /// In GB/s.
    pub memory_bandwidth: u32,
    /// Throughput by shaders and by memory, in the same unit: the lesser decides. Null for rendering, which counts shaders alone.
    #[schema(required)]
    pub compute: Option<f64>,
    #[schema(required)]
    pub bandwidth: Option<f64>,
    /// Share of the speed that the memory's size leaves, at most 1.
    #[schema(required)]
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
    /// For the use; 100 is the Ryzen 5 7600.
    #[schema(example = 100.0)]
    pub index: f64,
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
    let facts = find_graphics(&graphics_card.parsed.name, graphics_card.specs)?;
    let (index, resolution) = match use_key {
        UseKey::Gaming1080p | UseKey::Office => (facts.indices.games_1080p, Some(Resolution::FullHd)),
        UseKey::Gaming1440p => (facts.indices.games_1440p, Some(Resolution::Qhd)),
        UseKey::Gaming4k => (facts.indices.games_4k, Some(Resolution::Uhd)),
        UseKey::Rendering => (facts.indices.rendering, None),
    };
    let terms = resolution.map(|resolution| facts.terms(resolution));
    Some(GraphicsEstimate {
        chip: facts.chip,
        memory_gb: facts.memory_gb,
        index: rounded(index),
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
    let facts = processor_facts(&processor.parsed.name)?;
    let index = match use_key {
        UseKey::Gaming1080p | UseKey::Gaming1440p | UseKey::Gaming4k => facts.indices.games,
        UseKey::Rendering => facts.indices.many_threads,
        UseKey::Office => facts.indices.few_threads,
    };
    Some(ProcessorEstimate {
        model: facts.model,
        index: rounded(index),
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
