use crate::{
    compat::Part,
    model::{Category, Fils, RetailerId, ShippingRule, SpecKey, Specs, Stock},
    performance::{
        GraphicsExtrapolation, GraphicsFacts, GraphicsIndices, ProcessorIndices, extrapolate_graphics,
        extrapolate_processor, graphics_facts, processor_facts,
    },
};

/// A retailer as the solver needs it.
#[derive(Debug, Clone, PartialEq)]
pub struct SolverRetailer {
    pub id: RetailerId,
    pub shipping: ShippingRule,
    /// Whether the retailer accepts payment by instalments through Tabby.
    pub tabby: bool,
}

/// One retailer's price for a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartOffer {
    /// Index into the catalogue's retailers.
    pub retailer: usize,
    pub price: Fils,
    pub stock: Stock,
    /// The number that the retailer says is left; `None` where the retailer does not say.
    pub stock_left: Option<u32>,
    pub second_hand: bool,
}

impl PartOffer {
    /// Whether the retailer has at least so many left.
    pub(super) fn has_quantity(&self, quantity: u32) -> bool {
        self.stock_left.is_none_or(|left| left >= quantity)
    }
}

/// The performance of a part in each workload, estimated from specifications: 1,000 is the reference chip. `None` is
/// not known, and counts as 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PartPerformance {
    /// Of a graphics card in games, at each resolution.
    pub games_1080p: Option<u32>,
    pub games_1440p: Option<u32>,
    pub games_4k: Option<u32>,
    /// Of a graphics card in rendering.
    pub rendering: Option<u32>,
    /// Of a processor in games.
    pub games: Option<u32>,
    /// Of a processor in rendering and compiling.
    pub many_threads: Option<u32>,
    /// Of a processor in office work and browsing.
    pub few_threads: Option<u32>,
}

impl PartPerformance {
    /// Returns the indices of [`crate::performance`] for the chip of a part, converted from hundredths to thousandths
    /// of the reference; of a chip that the tables do not know, the extrapolated ones. Empty for other categories and for
    /// chips without a predecessor in the tables.
    pub fn estimate(category: Category, name: &str, specs: &Specs) -> PartPerformance {
        match category {
            Category::Cpu => {
                let known = processor_facts(name).map(|facts| facts.indices);
                let indices = known.or_else(|| Some(extrapolate_processor(name)?.indices));
                indices.as_ref().map(PartPerformance::of_processor).unwrap_or_default()
            }
            Category::Gpu => {
                let known = find_graphics(name, specs).map(|facts| facts.indices);
                let indices = known.or_else(|| Some(extrapolate_card(name, specs)?.indices));
                indices.as_ref().map(PartPerformance::of_graphics).unwrap_or_default()
            }
            _ => PartPerformance::default(),
        }
    }

    /// Returns the index for games: of a graphics card the one at 1440p.
    pub fn gaming(&self) -> Option<u32> {
        self.games.or(self.games_1440p)
    }

    /// Returns the index for rendering, which keeps all cores or shaders busy.
    pub fn full_load(&self) -> Option<u32> {
        self.many_threads.or(self.rendering)
    }

    fn of_processor(indices: &ProcessorIndices) -> PartPerformance {
        PartPerformance {
            games: thousandths(indices.games),
            many_threads: thousandths(indices.many_threads),
            few_threads: thousandths(indices.few_threads),
            ..PartPerformance::default()
        }
    }

    fn of_graphics(indices: &GraphicsIndices) -> PartPerformance {
        PartPerformance {
            games_1080p: thousandths(indices.games_1080p),
            games_1440p: thousandths(indices.games_1440p),
            games_4k: thousandths(indices.games_4k),
            rendering: thousandths(indices.rendering),
            ..PartPerformance::default()
        }
    }
}

/// Returns the facts of the chip of a graphics card: of the chip that is stated, else of the chip in the name.
pub fn find_graphics(name: &str, specs: &Specs) -> Option<&'static GraphicsFacts> {
    let memory = card_memory(specs);
    let stated = specs.text(SpecKey::GpuChipset).and_then(|chip| graphics_facts(chip, memory));
    stated.or_else(|| graphics_facts(name, memory))
}

/// Returns the extrapolated indices of a graphics card whose chip no table knows.
pub fn extrapolate_card(name: &str, specs: &Specs) -> Option<GraphicsExtrapolation> {
    let chip = specs.text(SpecKey::GpuChipset).unwrap_or(name);
    extrapolate_graphics(chip, card_memory(specs))
}

fn card_memory(specs: &Specs) -> Option<u32> {
    specs.integer(SpecKey::GpuVram).and_then(|gigabytes| u32::try_from(gigabytes).ok())
}

/// Converts an index of which the reference has 100 to one of which the reference has 1,000.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and indices are positive"
)]
fn thousandths(index: f64) -> Option<u32> {
    index.is_finite().then(|| (index * 10.0).round() as u32)
}

/// A part as the solver needs it: facts, performance and offers.
#[derive(Debug, Clone, PartialEq)]
pub struct SolverPart {
    pub part: Part,
    pub manufacturer: Option<String>,
    pub performance: PartPerformance,
    pub offers: Vec<PartOffer>,
}
