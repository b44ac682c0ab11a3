use serde::Serialize;

use super::{
    build::{Build, ParsedPart},
    rules,
    verdict::{Check, Code, Outcome},
    watts::{self, Watts},
};
use crate::model::Category;

/// All findings of the rules about a build.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The checks of every rule that applies, errors first, with passes and unknowns.
    pub checks: Vec<Check>,
    /// Whether no check is an error. Unknowns are not errors: show them beside this flag.
    pub compatible: bool,
    /// Whether every required category is filled.
    pub is_complete: bool,
    #[serde(flatten)]
    pub watts: Watts,
}

impl Report {
    /// Returns errors, warnings and notes.
    pub fn issues(&self) -> impl Iterator<Item = &Check> {
        self.checks
            .iter()
            .filter(|check| matches!(check.outcome, Outcome::Error | Outcome::Warning | Outcome::Info))
    }

    /// Returns the checks that lack a fact.
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

/// Returns the code of the error because of which a listing hides a candidate for a build, if there is one.
///
/// In a slot of one, the candidate replaces the product there; in a slot of several, the candidate joins them (pass
/// [`Build::without`] to replace them). Parts still to be chosen hide nothing, and neither do unknown facts.
pub fn hiding_code(build: &Build, candidate: &ParsedPart) -> Option<Code> {
    checks(&build.with(candidate.clone()))
        .into_iter()
        .find(|check| {
            check.outcome == Outcome::Error
                && !check.code.is_about_missing_part()
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
