use serde::Serialize;

use super::{
    build::{Build, Chosen},
    rules,
    verdict::{Check, Code, Outcome},
    watts::{self, Watts},
};
use crate::model::Category;

/// Everything the rules say about a build.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Every rule that applies, errors first; passes and unknowns too.
    pub checks: Vec<Check>,
    /// No error. Unknowns are no errors: say beside it what could not be checked.
    pub compatible: bool,
    /// Every required category is filled.
    pub is_complete: bool,
    #[serde(flatten)]
    pub watts: Watts,
}

impl Report {
    /// Errors, warnings and notes.
    pub fn issues(&self) -> impl Iterator<Item = &Check> {
        self.checks
            .iter()
            .filter(|check| matches!(check.outcome, Outcome::Error | Outcome::Warning | Outcome::Info))
    }

    /// What could not be checked.
    pub fn unchecked(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| check.outcome == Outcome::Unknown)
    }
}

/// Checks a build by every rule. The order in which parts were chosen makes no difference.
pub fn check(build: &Build) -> Report {
    let checks = checks(build);
    Report {
        compatible: checks.iter().all(|check| check.outcome != Outcome::Error),
        is_complete: Category::ALL
            .iter()
            .filter(|category| category.required())
            .all(|category| build.one(*category).is_some()),
        watts: watts::estimate(build),
        checks,
    }
}

/// The error by which a listing hides a candidate beside a build, if there is one about it.
///
/// A slot of one is checked with the candidate in its place, a slot of several with the candidate beside what is there
/// (pass [`Build::without`] for the former). Parts still to be chosen hide nothing, nor does what is not known.
pub fn hiding_code(build: &Build, candidate: &Chosen) -> Option<Code> {
    checks(&build.with(candidate.clone()))
        .into_iter()
        .find(|check| {
            check.outcome == Outcome::Error
                && !check.code.speaks_of_absence()
                && check.parts.contains(&candidate.id)
        })
        .map(|check| check.code)
}

fn checks(build: &Build) -> Vec<Check> {
    let mut checks = Vec::with_capacity(48);
    rules::check(build, &mut checks);
    checks.sort_by(|a, b| (a.outcome, a.code, &a.parts).cmp(&(b.outcome, b.code, &b.parts)));
    checks
}
