//! The best build for a sum of money, with a proof. Pure: no I/O.
//!
//! [`solve`] answers a [`BudgetRequest`] (budget, use, constraints) over a [`Catalogue`] of parts with their offers.
//! The answer is the build with the highest utility ([`utility`]) that no rule of [`crate::compat`] refuses, and that costs
//! no more than the budget in the cheapest basket of [`crate::basket`]. Its parts keep the bounds of a sound build
//! ([`soundness`]), as far as the budget pays for one ([`Soundness`]). A request may allow warnings, and rules that stay
//! unchecked because a fact is unknown ([`RulePolicy`]). Every part is in stock, except fixed parts that the user owns
//! already. [`answer()`] adds builds of another kind, the next better build and swaps. [`find_upgrades`] answers which
//! parts of a PC at home to replace first, and [`find_repairs`] with which swaps the parts of a build fit.
//!
//! ```text
//! parts, offers -> Catalogue (facts, groups of equal facts, cached findings of the rules)
//! request       -> Problem   (the choices that constraints and fixed parts leave, without dominated ones; cached for the
//!                            next request with another budget)
//!               -> search    (branch and bound) -> FoundBuild (with its cheapest basket) -> BudgetBuild
//! ```
//!
//! The proofs are in the modules: of the bounds in [`knapsack_bound`] and [`fees`], of the removed parts in [`dominance`] and
//! [`compatibility_order`], of the removed pairs in [`fit`], of the search as a whole in [`search`]. The tests compare the
//! answers with plain enumeration.
//!
//! No two files of this folder import each other. Two types have their methods in several files: `Problem` (its own,
//! `class_choices`, `settled`, `consistency`, `cpu_gpu_node`, `refined_node`, `price`, `found`, `supply`, `solve`,
//! `answer`, `swaps`, `other_kind`) and `Search` (its own, `descent`, `good_build`, `cutoff`).
mod answer;
mod catalogue;
mod cheapest;
mod choice;
mod class_choices;
mod compatibility_order;
mod consistency;
mod constraints;
mod cpu_gpu_node;
mod cutoff;
mod descent;
mod dominance;
mod effort;
mod fees;
mod fit;
mod found;
mod goal;
mod good_build;
mod knapsack_bound;
mod measure_curve;
mod other_kind;
mod pairs;
mod part;
mod phase;
mod prepared;
mod price;
mod problem;
mod proof;
mod refined_node;
mod repair;
mod request;
mod rule_pairs;
mod search;
mod settled;
mod signature;
mod solve;
mod sound_table;
mod soundness;
mod staged;
mod supply;
mod swaps;
#[cfg(test)]
mod tests;
mod upgrade;
mod uses;
mod utility;
mod watched;

pub use answer::{
    BudgetAnswer, BuildKind, CostShare, NextStep, ProposedBuild, Swap, Thoroughness, Unspent, UnspentReason,
    answer, answer_best,
};
pub use catalogue::{Catalogue, CatalogueEntry};
pub use cheapest::{check_request, solve_cheapest};
pub use fit::RulePolicy;
pub use measure_curve::{MeasureCurve, MeasureCurveError};
pub use part::{PartOffer, PartPerformance, SolverPart, SolverRetailer, extrapolate_card, find_graphics};
pub use price::Delivery;
pub use proof::Proof;
pub use repair::{Repair, RepairAnswer, Replacement, find_repairs, repair_request};
pub use request::{BudgetRequest, BudgetScope, BuildSize, Constraint, Constraints, FixedPart, SolveError};
pub use search::Stop;
pub use solve::{BudgetBuild, BudgetTooLow, BuildPart, SolveOutcome, solve};
pub use sound_table::{SoundTable, Soundness, UseBounds};
pub use upgrade::{Upgrade, UpgradeAnswer, UpgradeKind, find_upgrades};
pub use uses::{
    GraphicsWorkload, Measure, Minimum, ProcessorWorkload, Quiet, Term, UnknownUse, Use, UseKey, Uses,
    UsesError,
};
pub use watched::WatchedBudget;
