use crate::{
    compat::Part,
    model::{Category, Fils, RetailerId, ShippingRule, SpecKey, Specs, Stock},
    performance::{GraphicsFacts, ProcessorFacts, graphics_facts, processor_facts},
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
    /// of the reference. Empty for other categories and for chips that the tables do not know.
    pub fn estimate(category: Category, name: &str, specs: &Specs) -> PartPerformance {
        match category {
            Category::Cpu => processor_facts(name).map(PartPerformance::of_processor).unwrap_or_default(),
            Category::Gpu => find_graphics(name, specs).map(PartPerformance::of_graphics).unwrap_or_default(),
            _ => PartPerformance::default(),
        }
    }

    fn of_processor(facts: &ProcessorFacts) -> PartPerformance {
        PartPerformance {
            games: thousandths(facts.indices.games),
            many_threads: thousandths(facts.indices.many_threads),
            few_threads: thousandths(facts.indices.few_threads),
            ..PartPerformance::default()
        }
    }

    fn of_graphics(facts: &GraphicsFacts) -> PartPerformance {
        PartPerformance {
            games_1080p: thousandths(facts.indices.games_1080p),
            games_1440p: thousandths(facts.indices.games_1440p),
            games_4k: thousandths(facts.indices.games_4k),
            rendering: thousandths(facts.indices.rendering),
            ..PartPerformance::default()
        }
    }
}

/// Returns the facts of the chip of a graphics card: of the chip that is stated, else of the chip in the name.
pub fn find_graphics(name: &str, specs: &Specs) -> Option<&'static GraphicsFacts> {
    let memory = specs.integer(SpecKey::GpuVram).and_then(|gigabytes| u32::try_from(gigabytes).ok());
    let stated = specs.text(SpecKey::GpuChipset).and_then(|chip| graphics_facts(chip, memory));
    stated.or_else(|| graphics_facts(name, memory))
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
