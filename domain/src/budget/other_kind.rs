//! The third build of an answer: the best quiet one, else the best small one.

use std::sync::Arc;

use super::{
    answer::{BuildKind, FurtherSearchResult, ProposedBuild},
    choice::Class,
    found::FoundBuild,
    goal::Goal,
    problem::Problem,
    request::{BudgetRequest, BuildSize, Constraints},
    search::{SearchResult, Stop, search},
};
use crate::model::Category;

/// A kind of build that one more constraint makes.
pub(super) struct OtherKind {
    kind: BuildKind,
    constraints: Constraints,
    /// The categories whose parts the constraint concerns.
    constrained: [Category; 2],
}

impl Problem<'_> {
    /// Returns the kinds that the request itself does not ask for, the more important one first.
    pub(super) fn list_other_kinds(&self) -> Vec<OtherKind> {
        let constraints = &self.request.constraints;
        let quiet = (!constraints.quiet).then(|| OtherKind {
            kind: BuildKind::Quiet,
            constraints: Constraints { quiet: true, ..constraints.clone() },
            constrained: [Category::CpuCooler, Category::Psu],
        });
        let small = constraints.size.is_none().then(|| OtherKind {
            kind: BuildKind::Small,
            constraints: Constraints { size: Some(BuildSize::MicroAtx), ..constraints.clone() },
            constrained: [Category::Motherboard, Category::Case],
        });
        quiet.into_iter().chain(small).collect()
    }

    /// Searches for the first kind whose best build is not the overall best one. Returns the position of the kind and that
    /// build.
    pub(super) fn search_other_kinds(
        &self,
        kinds: &[OtherKind],
        best: &FoundBuild,
        is_best_proved: bool,
        stop: &Stop<'_>,
    ) -> FurtherSearchResult<(usize, ProposedBuild)> {
        let mut is_final = true;
        for (index, kind) in kinds.iter().enumerate() {
            let searched = self.find_kind(kind, best, is_best_proved, stop);
            is_final &= searched.is_final;
            if let Some(found) = searched.found {
                return FurtherSearchResult { found: Some((index, found)), is_final };
            }
        }
        FurtherSearchResult { found: None, is_final }
    }

    /// Returns the build of the first kind. If the answer has that build already, searches the kinds after it.
    pub(super) fn search_kind_not_yet_answered(
        &self,
        first: FurtherSearchResult<(usize, ProposedBuild)>,
        kinds: &[OtherKind],
        builds: &[ProposedBuild],
        best: &FoundBuild,
        is_best_proved: bool,
        stop: &Stop<'_>,
    ) -> FurtherSearchResult<ProposedBuild> {
        let is_new =
            |found: &ProposedBuild| builds.iter().all(|other| other.build.parts != found.build.parts);
        let mut is_final = first.is_final;
        let Some((index, found)) = first.found else { return FurtherSearchResult { found: None, is_final } };
        if is_new(&found) {
            return FurtherSearchResult { found: Some(found), is_final };
        }
        for kind in kinds.iter().skip(index + 1) {
            let searched = self.find_kind(kind, best, is_best_proved, stop);
            is_final &= searched.is_final;
            if let Some(found) = searched.found.filter(is_new) {
                return FurtherSearchResult { found: Some(found), is_final };
            }
        }
        FurtherSearchResult { found: None, is_final }
    }

    /// Returns the best build of a kind; `None` where there is none, or it is the best of all.
    fn find_kind(
        &self,
        kind: &OtherKind,
        best: &FoundBuild,
        is_best_proved: bool,
        stop: &Stop<'_>,
    ) -> FurtherSearchResult<ProposedBuild> {
        let request = BudgetRequest { constraints: kind.constraints.clone(), ..self.request.clone() };
        let Ok(problem) = self.with_constraint(&request, &kind.constrained) else {
            return FurtherSearchResult { found: None, is_final: true };
        };
        if is_best_proved && problem.has_build(self, best) {
            // The best of all builds is of this kind, so none of this kind is better.
            return FurtherSearchResult { found: None, is_final: true };
        }
        let SearchResult { best: found, proof, is_stopped, .. } =
            search(&problem, Goal::BestWithin(request.budget.0), stop);
        let proposed = found.map(|found| problem.propose(kind.kind, &found, proof, stop));
        FurtherSearchResult {
            found: proposed.filter(|proposed| proposed.build.parts != self.to_budget_build(best).parts),
            is_final: !is_stopped,
        }
    }

    /// Whether a build of another problem with the same classes consists of choices of this one.
    fn has_build(&self, other: &Problem<'_>, build: &FoundBuild) -> bool {
        let classes = self.classes().iter().zip(other.classes()).zip(&build.choice_indices);
        let has = |((own, other), index): ((&Arc<Class>, &Arc<Class>), &usize)| {
            let wanted = &other.choices[*index];
            own.choices.iter().any(|own| (own.id, own.quantity) == (wanted.id, wanted.quantity))
        };
        classes.into_iter().all(has)
    }
}
