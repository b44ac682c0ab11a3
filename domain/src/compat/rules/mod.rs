//! The rules, one file per group. Each group checks a build, and describes the candidates about which it would report
//! an error.

mod case;
mod cooling;
mod cpu_board;
mod display;
mod memory;
mod memory_fit;
mod mounts;
mod power;
mod storage;
mod whole_build;

use super::{build::Build, condition::Exclusion, verdict::Check};
use crate::model::Category;

/// Checks every rule that applies to the chosen parts.
pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    cpu_board::check(build, checks);
    memory::check(build, checks);
    memory_fit::check(build, checks);
    storage::check(build, checks);
    case::check(build, checks);
    mounts::check(build, checks);
    cooling::check(build, checks);
    power::check(build, checks);
    display::check(build, checks);
    whole_build::check(build, checks);
}

/// Describes the candidates of a category about which some rule would report an error in `build`.
pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    cpu_board::exclude(build, category, out);
    memory::exclude(build, category, out);
    memory_fit::exclude(build, category, out);
    storage::exclude(build, category, out);
    case::exclude(build, category, out);
    mounts::exclude(build, category, out);
    cooling::exclude(build, category, out);
    power::exclude(build, category, out);
}
