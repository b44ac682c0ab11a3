use super::{
    build::{Build, ParsedPart, holds_several},
    report::{Report, check},
    verdict::{Check, Comparison, Outcome},
};

/// The outcome of checking a candidate against a build.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateFit {
    /// Checks of the candidate, worst first. Notes, and checks about parts still to be chosen, are left out.
    pub checks: Vec<Check>,
    /// Rules that facts of the build's other parts leave unchecked, whatever the candidate states. The first list or this
    /// one is not empty.
    pub unknown_of_build: Vec<Check>,
    /// The wattage of the supply that the build needs with the candidate, in W.
    pub recommended_psu: Option<u32>,
}

impl CandidateFit {
    /// Returns the decisive check: the worst one, or, where all pass, the one with the least room.
    pub fn decisive_check(&self) -> Option<&Check> {
        let worst = self.checks.first()?;
        if worst.outcome != Outcome::Pass {
            return Some(worst);
        }
        let room = |check: &&Check| check.evidence.iter().filter_map(room).fold(f64::INFINITY, f64::min);
        self.checks.iter().min_by(|a, b| room(a).total_cmp(&room(b)))
    }
}

/// Returns the share of a limit that is left; `None` where the comparison has no numbers.
fn room(comparison: &Comparison) -> Option<f64> {
    let super::facts::Value::Number(allowed) = comparison.allowed.value else { return None };
    (allowed > 0.0).then_some(-comparison.gap? / allowed)
}

/// Checks a candidate against a build by every rule. The candidate replaces the products of its slot, or joins them
/// with `beside` in a slot of several; a candidate that is already in the build is checked as it is. `None` where no
/// rule compares the candidate with anything.
pub fn check_candidate(build: &Build, candidate: &ParsedPart, beside: bool) -> Option<CandidateFit> {
    let is_chosen = build.all(candidate.category).any(|chosen| chosen.id == candidate.id);
    let with_candidate = if is_chosen {
        build.clone()
    } else if beside && holds_several(candidate.category) {
        build.with(candidate.clone())
    } else {
        build.without(candidate.category).with(candidate.clone())
    };
    let Report { checks, watts, .. } = check(&with_candidate);
    let mut checks: Vec<Check> = checks.into_iter().filter(|check| is_about(check, candidate)).collect();
    checks.sort_by_key(|check| check.outcome);
    let is_of_build = |check: &Check| {
        check.outcome == Outcome::Unknown && check.missing.iter().all(|missing| missing.part != candidate.id)
    };
    let (unknown_of_build, checks): (Vec<Check>, Vec<Check>) = checks.into_iter().partition(is_of_build);
    let is_compared = !checks.is_empty() || !unknown_of_build.is_empty();
    is_compared.then_some(CandidateFit { checks, unknown_of_build, recommended_psu: watts.recommended_psu })
}

fn is_about(check: &Check, candidate: &ParsedPart) -> bool {
    let compares = check.parts.len() > 1 || matches!(check.outcome, Outcome::Error | Outcome::Warning);
    compares
        && check.outcome != Outcome::Info
        && !check.code.is_about_missing_part()
        && check.parts.contains(&candidate.id)
}
