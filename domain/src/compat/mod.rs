//! Compatibility of parts: errors, warnings, checks that lack a fact, and the watts that a build draws. Pure: no I/O.
//!
//! [`check`] reports every finding about a [`Build`]. [`hiding_code`] returns whether a listing hides a candidate for
//! a build, by the same rule functions, and [`Filter`] expresses the same in conditions that an index can compile.

mod build;
mod candidate;
mod clash;
mod condition;
mod facts;
mod filter;
mod limit;
mod report;
mod rules;
pub mod tables;
mod verdict;
mod watts;
pub(crate) mod words;

pub use build::{Build, BuildEntry, MAX_PARTS, MAX_QUANTITY, ParsedPart, Part, RefusedPart, holds_several};
pub use candidate::{CandidateFit, check_candidate};
pub use condition::{Condition, Exclusion};
pub use facts::{FactKey, Facts, Origin, SourcedValue, Value};
pub use filter::Filter;
pub use report::{Report, check, hiding_code};
pub use verdict::{Check, Code, Comparison, Fact, Fix, Missing, Outcome};
pub use watts::{LineItem, Watts};
pub(crate) use watts::{recommend_supply, small_part_watts};
