use super::goal::Goal;

/// Whether and how far an answer is proved. Less is proved where the search ended early, or where it met a build whose
/// cheapest basket is not proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "proof", content = "bound", rename_all = "camelCase")]
pub enum Proof {
    /// No build is better; after a search without a result, no build is allowed and within the budget.
    Optimal,
    /// No build has more points, but a cheaper one with as many may have been missed.
    PointsOptimal,
    /// No build has more points than this (or, when searching for the cheapest, costs fewer fils).
    BoundedBy(i64),
}

impl Proof {
    /// Returns the proof of a search whose best build has these points. `bound` is the loosest bound of the builds that the
    /// search left out; `None` where none of them may be the answer.
    pub(super) fn of(goal: Goal, points: Option<i64>, bound: Option<i64>) -> Self {
        match (goal, bound) {
            (_, None) => Proof::Optimal,
            (Goal::BestWithin(_), Some(bound)) if points.is_some_and(|points| points >= bound) => {
                Proof::PointsOptimal
            }
            (_, Some(bound)) => Proof::BoundedBy(bound),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_that_were_left_out_weaken_the_proof() {
        let goal = Goal::BestWithin(500_000);
        assert_eq!(Proof::of(goal, Some(70), None), Proof::Optimal);
        assert_eq!(Proof::of(goal, Some(70), Some(70)), Proof::PointsOptimal);
        assert_eq!(Proof::of(goal, Some(70), Some(71)), Proof::BoundedBy(71));
        assert_eq!(Proof::of(goal, None, Some(71)), Proof::BoundedBy(71));
        assert_eq!(
            Proof::of(Goal::CheapestWithAtLeast(70), Some(80), Some(400_000)),
            Proof::BoundedBy(400_000)
        );
    }
}
