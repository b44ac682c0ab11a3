use super::{
    build::{Build, Chosen, holds_several},
    report::{Report, check},
    verdict::{Check, Evidence, Outcome},
};

/// Outcome of a candidate checked against a build.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateFit {
    /// Checks of the candidate, worst first; never empty. Notes and parts still to be chosen are left out.
    pub checks: Vec<Check>,
    /// The supply that the build needs with the candidate, in W.
    pub recommended_psu: Option<u32>,
}

impl CandidateFit {
    /// The check that decides: the worst one, and where all pass the one that passes most narrowly.
    pub fn decisive_check(&self) -> Option<&Check> {
        let worst = self.checks.first()?;
        if worst.outcome != Outcome::Pass {
            return Some(worst);
        }
        let room = |check: &&Check| check.evidence.iter().filter_map(room).fold(f64::INFINITY, f64::min);
        self.checks.iter().min_by(|a, b| room(a).total_cmp(&room(b)))
    }
}

/// The share of a limit that is left; `None` where the evidence is no measure.
fn room(evidence: &Evidence) -> Option<f64> {
    let super::facts::Value::Number(allowed) = evidence.allowed.value else { return None };
    (allowed > 0.0).then_some(-evidence.gap? / allowed)
}

/// Checks a candidate beside a build by every rule. It stands in the place of what its slot holds, or (`beside`, in slots of
/// several) beside it; a candidate that is in the build already is checked where it is. `None` where no rule compares it with
/// anything.
pub fn check_candidate(build: &Build, candidate: &Chosen, beside: bool) -> Option<CandidateFit> {
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
    // Facts that the candidate itself does not state come before facts that another part does not state.
    checks.sort_by_key(|check| {
        (check.outcome, check.missing.iter().all(|missing| missing.part != candidate.id))
    });
    (!checks.is_empty()).then_some(CandidateFit { checks, recommended_psu: watts.recommended_psu })
}

fn is_about(check: &Check, candidate: &Chosen) -> bool {
    let compares = check.parts.len() > 1 || matches!(check.outcome, Outcome::Error | Outcome::Warning);
    compares
        && check.outcome != Outcome::Info
        && !check.code.speaks_of_absence()
        && check.parts.contains(&candidate.id)
}
