use domain::{
    budget::{BuildKind, Soundness, UnspentReason, UseKey},
    model::{Category, Picture, ProductId},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{estimates::PerformanceEstimates, request::UseName};
use crate::{
    routes::compatibility::RuleName,
    wire::{category::CategoryName, kwd::Kwd, picture::PictureBody},
};

/// Builds for a sum of money. Every index is estimated from specifications; none is a frame rate.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetBuilds {
    #[schema(example = "KWD")]
    pub currency: &'static str,
    pub budget: Kwd,
    #[serde(rename = "use")]
    #[schema(value_type = UseName)]
    pub use_key: UseKey,
    /// Up to three that differ in kind, the best one first; empty where the budget pays for none.
    pub builds: Vec<BuildOption>,
    /// The cheapest build that is better by a step one notices, where one is found.
    pub next_step: Option<BetterBuild>,
    /// The sum that the best build leaves over, where more money brings nothing.
    pub unspent: Option<UnspentBudget>,
    /// The bounds of `config/budget/uses.toml` that all builds keep, by the stage at which they are relaxed: `full` (all),
    /// `withoutFloors` (memory, storage and the size of the supply), `supplyOnly` or `unbounded`; null without builds.
    #[schema(value_type = Option<String>, example = "full")]
    pub soundness: Option<Soundness>,
    /// The cheapest build, where the budget pays for none.
    pub least: Option<LeastBuild>,
    /// The reason where no build is answered: nothing in stock makes one, whatever the budget, or the search ended early.
    pub no_build: Option<NoBuildReason>,
    /// Every product that the answer names.
    pub products: Vec<BudgetProduct>,
    /// Every retailer that the answer names.
    pub retailers: Vec<BudgetRetailer>,
}

/// The part of a budget that brings nothing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnspentBudget {
    pub amount: Kwd,
    /// `nothingBetter`: no build within the budget is better for the use; `nothingBetterChecked`: none of which every rule
    /// is checked.
    #[schema(value_type = String, example = "nothingBetter")]
    pub reason: UnspentReason,
}

/// A build as an answer to a budget.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuildOption {
    /// `best` for the use, `goodEnough` (nearly as good for the least money), `quiet` or `small`.
    #[schema(value_type = String, example = "best")]
    pub kind: BuildKind,
    #[serde(flatten)]
    pub build: PricedBudgetBuild,
    /// Whether it is proved that no build of its kind is better.
    pub optimal: bool,
    /// By how much a better one could be better, in points of the index, where the search ended early; for `goodEnough` null.
    pub gap: Option<f64>,
    /// The part that most of the money goes to.
    pub largest_share: Option<PartShare>,
    /// For each part at most one that saves money and one that is better, everything else as it is.
    pub swaps: Vec<PartSwap>,
}

/// Parts with the retailers that they are bought from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PricedBudgetBuild {
    pub parts: Vec<BudgetPart>,
    pub deliveries: Vec<BudgetDelivery>,
    pub parts_total: Kwd,
    /// The sum of the fees that are known.
    pub delivery_total: Kwd,
    /// Whether every retailer states its fee.
    pub delivery_known: bool,
    /// The sum that the budget pays: parts with delivery, or parts alone where the request says so.
    pub total: Kwd,
    /// Worth for the use, 0 to 100: the sum of weighted terms of `config/budget/uses.toml`.
    #[schema(example = 61.37)]
    pub index: f64,
    pub estimates: PerformanceEstimates,
    /// Rules that cannot be checked because a fact is not stated; none unless `allowUnknown`.
    pub unchecked: Vec<RuleName>,
}

/// A part of a build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetPart {
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
    #[schema(value_type = CategoryName)]
    pub category: Category,
    pub quantity: u32,
    /// At home already: it costs nothing.
    pub owned: bool,
    /// The slug of the retailer; null for an owned part.
    pub retailer: Option<String>,
    /// Times the quantity.
    pub price: Kwd,
}

/// Parts that one retailer delivers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetDelivery {
    pub retailer: String,
    pub parts_total: Kwd,
    /// 0 is free; null is not known.
    pub fee: Option<Kwd>,
}

/// The part that most of a build's money goes to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartShare {
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
    /// Of the total, rounded down.
    pub percent: i64,
}

/// A part in the place of another.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartSwap {
    #[schema(value_type = uuid::Uuid)]
    pub from: ProductId,
    #[schema(value_type = uuid::Uuid)]
    pub to: ProductId,
    /// Change of the total; below 0 it costs less.
    pub price_change: Kwd,
    /// Change of the index, in its points.
    pub index_change: f64,
}

/// A better build than the budget pays for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BetterBuild {
    /// The sum that it costs beyond the budget.
    pub extra: Kwd,
    #[serde(flatten)]
    pub build: PricedBudgetBuild,
    /// Parts of this build that the best build within the budget does not have.
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub changed: Vec<ProductId>,
}

/// The cheapest build that meets the use and the constraints.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeastBuild {
    /// The sum that the budget lacks.
    pub missing: Kwd,
    #[serde(flatten)]
    pub build: PricedBudgetBuild,
    /// Whether it is proved that no build is cheaper.
    pub optimal: bool,
}

/// The reason why no build or no upgrade is answered: nothing in stock makes one, or the search ended early.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoBuildReason {
    #[schema(example = "No graphics card in stock is good enough for this use.")]
    pub text: String,
    pub text_ar: String,
    /// Whether another try has the same answer while the stock is the same.
    #[serde(skip)]
    pub is_final: bool,
}

/// A product that an answer names.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetProduct {
    #[schema(value_type = uuid::Uuid)]
    pub id: ProductId,
    pub name: String,
    #[schema(value_type = CategoryName)]
    pub category: Category,
    /// Null where no shop shows one that is fit to be seen.
    #[schema(value_type = Option<PictureBody>)]
    pub picture: Option<Picture>,
}

/// A retailer that an answer names.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetRetailer {
    pub slug: String,
    pub name: String,
    pub name_ar: String,
}
