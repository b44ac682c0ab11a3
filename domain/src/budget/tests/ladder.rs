//! Budgets from the least to 2,500 dinars in steps of 10.

use super::{
    brute::BruteForce,
    platforms::PLATFORMS,
    random::{Random, Shape, sized_world},
};
use crate::{
    budget::{
        BudgetRequest, BudgetScope, Constraints, Proof, RulePolicy, SolveOutcome, Soundness, UseKey, solve,
    },
    model::Fils,
};

/// Parts of each class: enough for many different best builds, few enough for a debug build.
const PARTS: usize = 14;

#[test]
fn utility_never_falls_and_every_build_is_valid_over_all_budgets() {
    let platforms = PLATFORMS.iter().collect();
    let shape = Shape { max_parts: PARTS, unknown: 2, odd: 15, retailers: 4, price_step: 250, platforms };
    let world = sized_world(&mut Random(90), &shape, &[PARTS; 10]);
    let catalogue = world.catalogue();
    for use_key in UseKey::ALL {
        let ask = |budget: i64| BudgetRequest {
            budget: Fils(budget),
            scope: BudgetScope::Delivered,
            use_key,
            constraints: Constraints::default(),
            policy: RulePolicy { allow_unknown: false, allow_warnings: false },
        };
        let request = ask(1);
        let Ok(SolveOutcome::BudgetTooLow(low)) = solve(&catalogue, &request, &|| false) else {
            panic!("{use_key}: one fils pays for no build, and some build is in stock");
        };
        let mut before = None;
        let mut reached = (Soundness::Unbounded, 0);
        let mut builds = 0;
        let steps = (low.cheapest.total.0..=2_500_000).step_by(10_000);
        for budget in steps {
            let request = ask(budget);
            let answer = solve(&catalogue, &request, &|| false);
            let Ok(SolveOutcome::Best { build, proof: Proof::Optimal, soundness }) = answer else {
                panic!("{use_key} {budget}: {answer:?}");
            };
            assert!(build.total.0 <= budget, "{use_key} {budget}: {build:?}");
            if before.as_ref() != Some(&build) {
                BruteForce::new(&world, &catalogue, &request).assert_valid(&catalogue, &build);
                builds += 1;
            }
            let (last, least) = reached;
            // More money never buys a less sound build; a sounder one may have fewer points.
            assert!(soundness <= last, "{use_key} {budget}: {soundness:?} after {last:?}");
            assert!(soundness < last || build.utility >= least, "{use_key} {budget}: {build:?}");
            reached = (soundness, build.utility);
            before = Some(build);
        }
        assert!(builds > 3, "{use_key}: {builds} different builds");
    }
}
