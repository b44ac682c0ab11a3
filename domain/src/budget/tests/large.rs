//! Catalogues of the size of the demo's and of the reference. To print the times:
//! `cargo test -p domain --lib budget::tests::large -- --nocapture`

use std::time::{Duration, Instant};

use super::{
    platforms::PLATFORMS,
    random::{Random, Shape, sized_world},
};
use crate::{
    budget::{BudgetRequest, Constraints, Proof, RulePolicy, SolveError, SolveOutcome, UseKey, solve},
    model::Fils,
};

const TIME_LIMIT: Duration = Duration::from_secs(2);

#[test]
fn demo_sized_catalogue_is_solved_to_the_optimum() {
    // About as many parts per class as the demo catalogue has.
    let answers = ask_all(&[60, 150, 120, 150, 130, 80, 70, 80, 40, 20], &[250_000, 500_000, 1_500_000]);
    for answer in &answers {
        assert!(answer.is_ok(), "{answer:?}");
        if let Ok(SolveOutcome::Best { proof, .. }) = answer {
            assert_eq!(*proof, Proof::Optimal);
        }
    }
}

#[test]
fn large_catalogue_is_answered_within_the_time_limit() {
    // As many parts per class as the reference catalogue has, 33,303 in all.
    let answers = ask_all(&[1_400, 5_900, 4_400, 11_000, 5_800, 2_600, 1_103, 1_100, 0, 0], &[800_000]);
    assert!(answers.iter().any(|answer| matches!(answer, Ok(SolveOutcome::Best { .. }))));
    assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(SolveError::OutOfTime))), "{answers:?}");
}

/// Under strict rules nearly every choice of one class fits only some of another, and the search must not find that out
/// build by build.
#[test]
fn demo_sized_catalogue_of_missing_facts_is_solved_under_strict_rules() {
    let platforms = PLATFORMS.iter().collect();
    let shape = Shape { max_parts: 0, unknown: 12, odd: 30, retailers: 5, price_step: 100, platforms };
    let world = sized_world(&mut Random(11), &shape, &[60, 150, 120, 150, 130, 80, 70, 80, 40, 20]);
    let catalogue = world.catalogue();
    let mut slowest = Duration::ZERO;
    for use_key in UseKey::ALL {
        for budget in [250_000, 500_000, 1_500_000] {
            for cpu in ["amd", "intel"] {
                let constraints = Constraints {
                    color: Some("white".to_owned()),
                    cpu_manufacturer: Some(cpu.to_owned()),
                    gpu_manufacturer: Some("nvidia".to_owned()),
                    ..Constraints::default()
                };
                let (scope, policy) = (Default::default(), RulePolicy::default());
                let request = BudgetRequest { budget: Fils(budget), scope, use_key, constraints, policy };
                let start = Instant::now();
                let answer = solve(&catalogue, &request, &|| start.elapsed() > TIME_LIMIT);
                slowest = slowest.max(start.elapsed());
                let is_proved = match &answer {
                    Ok(SolveOutcome::Best { proof, .. }) => *proof == Proof::Optimal,
                    Ok(SolveOutcome::BudgetTooLow(low)) => low.proof == Proof::Optimal,
                    Err(error) => *error != SolveError::OutOfTime,
                };
                assert!(is_proved, "{use_key} {budget} {cpu}: {answer:?}");
            }
        }
    }
    println!("slowest strict answer: {slowest:?}");
}

/// Returns the answers for every use at every budget, in fils; prints the time of each.
fn ask_all(sizes: &[usize], budgets: &[i64]) -> Vec<Result<SolveOutcome, SolveError>> {
    let platforms = PLATFORMS.iter().collect();
    let shape = Shape { max_parts: 0, unknown: 3, odd: 20, retailers: 5, price_step: 100, platforms };
    let start = Instant::now();
    let world = sized_world(&mut Random(7), &shape, sizes);
    let made = Instant::now();
    let catalogue = world.catalogue();
    println!("{} parts made in {:?}, read in {:?}", catalogue.len(), made - start, made.elapsed());
    let mut answers = Vec::new();
    for use_key in UseKey::ALL {
        for budget in budgets {
            let policy = RulePolicy { allow_unknown: true, allow_warnings: false };
            let (scope, constraints) = (Default::default(), Constraints::default());
            let request = BudgetRequest { budget: Fils(*budget), scope, use_key, constraints, policy };
            let start = Instant::now();
            answers.push(solve(&catalogue, &request, &|| start.elapsed() > TIME_LIMIT));
            println!("{use_key} {budget}: {:?}", start.elapsed());
        }
    }
    answers
}
