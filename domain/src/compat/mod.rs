//! Which parts fit together, why not, what could not be checked, and how many watts a build draws. Pure: no I/O.
//!
//! [`check`] reports every finding about a [`Build`]. [`hiding_code`] tells whether a listing hides a candidate beside a build,
//! by the same rule functions, and [`Filter`] says the same in conditions an index can compile.

mod build;
mod candidate;
mod facts;
mod filter;
mod limit;
mod report;
mod rules;
pub mod tables;
mod verdict;
mod watts;
pub(crate) mod words;

pub use build::{Build, Chosen, Entry, MAX_PARTS, MAX_QUANTITY, Part, RefusedPart, holds_several};
pub use candidate::{CandidateFit, check_candidate};
pub use facts::{FactKey, Facts, Origin, SourcedValue, Value};
pub use filter::{Condition, Exclusion, Filter};
pub use report::{Report, check, hiding_code};
pub use verdict::{Check, Code, Evidence, Fact, Fix, Missing, Outcome};
pub use watts::{LineItem, Watts};
