use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{fit::RulePolicy, uses::UseKey};
use crate::{
    compat::Check,
    model::{Category, Fils, ProductId},
};

/// The costs that a budget covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BudgetScope {
    /// Parts and their delivery, in the cheapest basket.
    #[default]
    Delivered,
    /// Parts alone.
    PartsOnly,
}

/// A part that must be in the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FixedPart {
    pub product_id: ProductId,
    pub quantity: u32,
    /// The user has the part already: it costs nothing and need not be on sale.
    pub owned: bool,
}

/// The largest size of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BuildSize {
    /// A Mini-ITX board in a case that takes no larger one.
    MiniItx,
    /// At most a Micro ATX board in a case that takes no ATX board.
    MicroAtx,
}

/// Conditions besides use and budget. An empty field sets no condition.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Constraints {
    /// Parts that must be in the build: the fixed parts.
    pub keep: Vec<FixedPart>,
    /// Only these retailers, by their index in the catalogue; empty allows all.
    pub retailers: Vec<usize>,
    /// Only retailers that accept Tabby.
    pub tabby: bool,
    /// The case must state this colour; a cooler or graphics card that states other colours is left out.
    pub color: Option<String>,
    pub size: Option<BuildSize>,
    pub quiet: bool,
    pub wifi: bool,
    /// The processor's manufacturer.
    pub cpu_manufacturer: Option<String>,
    /// The manufacturer of the graphics card's chip.
    pub gpu_manufacturer: Option<String>,
    /// Whether a monitor is part of the build and of its price.
    pub monitor: bool,
    /// At least this much memory and storage, in GB.
    pub min_memory: Option<u32>,
    pub min_storage: Option<u32>,
}

impl Constraints {
    /// Returns the fixed parts with each product once: the quantities of one that is named several times are added up.
    pub(super) fn list_fixed_products(&self) -> Vec<FixedPart> {
        let mut products: Vec<FixedPart> = Vec::with_capacity(self.keep.len());
        for part in &self.keep {
            let same =
                |other: &&mut FixedPart| (other.product_id, other.owned) == (part.product_id, part.owned);
            match products.iter_mut().find(same) {
                Some(same) => same.quantity = same.quantity.saturating_add(part.quantity),
                None => products.push(*part),
            }
        }
        products
    }

    /// Replaces fixed parts whose products were merged into others by these.
    pub fn follow_merges(&mut self, merged_into: &HashMap<ProductId, ProductId>) {
        for part in &mut self.keep {
            part.product_id = merged_into.get(&part.product_id).copied().unwrap_or(part.product_id);
        }
    }
}

/// Request to the solver.
#[derive(Debug, Clone, PartialEq)]
pub struct BudgetRequest {
    pub budget: Fils,
    /// The costs that the budget covers.
    pub scope: BudgetScope,
    pub use_key: UseKey,
    pub constraints: Constraints,
    pub policy: RulePolicy,
}

/// A constraint that excludes a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Constraint {
    Retailers,
    Tabby,
    Color,
    Size,
    Quiet,
    Wifi,
    CpuManufacturer,
    GpuManufacturer,
    MinMemory,
    MinStorage,
    /// Not a constraint of the request but the minimum of the use.
    UseMinimum,
}

/// Why there is no build.
#[derive(Debug, Clone, PartialEq, thiserror::Error, Serialize)]
#[serde(tag = "reason", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SolveError {
    #[error("the budget must be above 0, not {budget}")]
    BudgetNotPositive { budget: Fils },
    #[error("the budget must be at most {max}, not {budget}")]
    BudgetTooLarge { budget: Fils, max: Fils },
    #[error("there is no product {product_id} for a fixed part")]
    UnknownPart { product_id: ProductId },
    #[error("{category} cannot be part of a build")]
    NotForBuilds { product_id: ProductId, category: Category },
    #[error("a build has one {category}: {product_id} is one more")]
    SlotTaken { product_id: ProductId, category: Category },
    #[error("{quantity} of product {product_id} cannot be fixed parts")]
    Quantity { product_id: ProductId, quantity: u32 },
    #[error("the fixed part {product_id} is not in stock at an allowed retailer")]
    FixedNotSold { product_id: ProductId },
    #[error("there is no retailer {retailer}")]
    UnknownRetailer { retailer: usize },
    #[error("the fixed part {product_id} contradicts the constraint {constraint:?}")]
    FixedAgainstConstraint { product_id: ProductId, constraint: Constraint },
    #[error("the fixed parts do not fit each other")]
    FixedClash { check: Box<Check> },
    #[error("no {category} in stock is left after the constraints {constraints:?}")]
    NoneLeft { category: Category, constraints: Vec<Constraint> },
    #[error("no {category} that the constraints {constraints:?} leave fits the fixed part {product_id}")]
    NoneFitsFixed { product_id: ProductId, category: Category, constraints: Vec<Constraint> },
    #[error("no {category} that the constraints {constraints:?} leave fits all fixed parts together")]
    NoneFitsAllFixed { category: Category, constraints: Vec<Constraint> },
    #[error("no build of what is in stock passes every rule")]
    NoBuild,
    #[error("the time ended before a build was found")]
    OutOfTime,
    #[error("no build was found with the effort that one search may take")]
    OutOfEffort,
    #[error("the table of uses cannot be read")]
    Table,
}
