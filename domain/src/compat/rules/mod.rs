//! The rules, one file a group. Each group judges a build, and describes the candidates it would call an error.

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

pub(super) use power::supply;

use super::{build::Build, filter::Exclusion, verdict::Check};
use crate::model::Category;

/// Judges every rule that applies to what is chosen.
pub(super) fn judge(build: &Build, checks: &mut Vec<Check>) {
    cpu_board::judge(build, checks);
    memory::judge(build, checks);
    memory_fit::judge(build, checks);
    storage::judge(build, checks);
    case::judge(build, checks);
    mounts::judge(build, checks);
    cooling::judge(build, checks);
    power::judge(build, checks);
    display::judge(build, checks);
    whole_build::judge(build, checks);
}

/// Describes the candidates of a category about which some rule would be an error beside `build`.
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

/// Whether two lists share a word.
fn share(a: &[String], b: &[String]) -> bool {
    a.iter().any(|word| b.contains(word))
}
