use crate::{
    compat::Part,
    model::{Fils, RetailerId, ShippingRule, Stock},
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
    pub shop: usize,
    pub price: Fils,
    pub stock: Stock,
    pub second_hand: bool,
}

/// Performance estimated from specifications: 1,000 is the reference chip. `None` is not known, and counts as 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Indices {
    /// A card's index in games, at each resolution.
    pub games_1080p: Option<u32>,
    pub games_1440p: Option<u32>,
    pub games_4k: Option<u32>,
    /// A card's index in rendering.
    pub rendering: Option<u32>,
    /// A processor's index in games.
    pub games: Option<u32>,
    /// A processor's index in rendering and compiling.
    pub many_threads: Option<u32>,
    /// A processor's index in office work and browsing.
    pub few_threads: Option<u32>,
}

/// A part with its facts, its performance and its offers.
#[derive(Debug, Clone, PartialEq)]
pub struct PartFacts {
    pub part: Part,
    pub manufacturer: Option<String>,
    pub indices: Indices,
    pub offers: Vec<PartOffer>,
}
