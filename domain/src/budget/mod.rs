//! The best build for a sum of money, with a proof. Pure: no I/O.
//!
//! [`solve`] answers a [`BudgetRequest`] (budget, use, constraints) over a [`Catalogue`] of parts with their offers.
//! The answer is the build with the highest utility ([`merit`]) that passes every rule of [`crate::compat`], is in
//! stock, and costs no more than the budget in the cheapest basket of [`crate::basket`]. [`answer()`] adds builds of
//! another kind, the next step and swaps. [`find_upgrades`] answers what of a PC at home to change first.
//!
//! ```text
//! parts, offers -> Catalogue (facts, groups of equal facts, remembered findings of the rules)
//! request       -> Problem   (constraints and kept parts leave choices; dominated ones are left out; kept for the next
//!                            request with another budget)
//!               -> search    (branch and bound) -> Found (report of compatibility, cheapest basket) -> BudgetBuild
//! ```
//!
//! Proofs: the bounds in [`frontier`] and [`fees`], the removed parts in [`dominance`] and [`ease`], the removed pairs in [`fit`],
//! the search as a whole in [`search`]. The tests compare all of it with plain enumeration.
mod answer;
mod catalogue;
mod cheapest;
mod choice;
mod constraints;
mod curve;
mod cutoff;
mod dominance;
mod ease;
mod fees;
mod fit;
mod found;
mod frontier;
mod goal;
mod good_build;
mod listing;
mod merit;
mod node;
mod opening;
mod other_kind;
mod pairs;
mod part;
mod prepared;
mod price;
mod problem;
mod request;
mod search;
mod signature;
mod solve;
#[cfg(test)]
mod tests;
mod upgrade;
mod uses;
mod watched;

pub use answer::{BudgetAnswer, BuildAnswer, BuildKind, CostShare, NextStep, Swap, answer};
pub use catalogue::{Catalogue, CatalogueEntry};
pub use cheapest::solve_cheapest;
pub use curve::{Curve, CurveError};
pub use fit::RulePolicy;
pub use part::{Indices, PartFacts, PartOffer, SolverRetailer, find_graphics};
pub use price::Delivery;
pub use request::{BudgetRequest, BudgetScope, BuildSize, Constraint, Constraints, RequiredPart, SolveError};
pub use search::{Proof, Stop};
pub use solve::{BudgetBuild, BudgetTooLow, BuildPart, SolveOutcome, solve};
pub use upgrade::{Upgrade, UpgradeAnswer, UpgradeKind, find_upgrades};
pub use uses::{
    GraphicsIndex, Measure, Minimum, ProcessorIndex, Quiet, Term, UnknownUse, Use, UseKey, Uses, UsesError,
};
pub use watched::WatchedBudget;
