use std::sync::atomic::{AtomicU64, Ordering};

use super::{
    platforms::PLATFORMS,
    random::{CLASSES, Random, Shape, World, sized_world},
};
use crate::{
    budget::{
        BudgetAnswer, BudgetRequest, BudgetScope, BuildKind, BuildSize, Constraint, Constraints, FixedPart,
        Proof, RulePolicy, SolveError, SolveOutcome, Soundness, UseKey, answer, solve,
    },
    compat::{Build, BuildEntry, check},
    model::{Category, Fils, ProductId, SpecKey},
};

/// Returns a catalogue of eight parts per class on two platforms.
pub(super) fn market(seed: u64) -> World {
    let platforms = vec![&PLATFORMS[0], &PLATFORMS[1]];
    let shape = Shape { max_parts: 8, unknown: 0, odd: 10, retailers: 3, price_step: 100, platforms };
    sized_world(&mut Random(seed), &shape, &[8; 10])
}

fn request(budget: i64, use_key: UseKey) -> BudgetRequest {
    let policy = RulePolicy { allow_unknown: true, allow_warnings: true };
    let (scope, constraints) = (BudgetScope::Delivered, Constraints::default());
    BudgetRequest { budget: Fils(budget), scope, use_key, constraints, policy }
}

#[test]
fn utility_never_falls_as_the_budget_rises() {
    for (seed, use_key) in UseKey::ALL.into_iter().enumerate() {
        let market = market(seed as u64 + 40);
        let catalogue = market.catalogue();
        let (mut before, mut last) = (0, Soundness::Unbounded);
        for budget in (100_000..1_200_000).step_by(50_000) {
            let Ok(SolveOutcome::Best { build, proof, soundness }) =
                solve(&catalogue, &request(budget, use_key), &|| false)
            else {
                assert_eq!(before, 0, "{use_key}: {budget} pays for no build, less did");
                continue;
            };
            assert_eq!(proof, Proof::Optimal);
            assert!(soundness <= last && build.total.0 <= budget, "{use_key}: {budget}");
            assert!(soundness < last || build.utility >= before, "{use_key}: {budget}");
            (before, last) = (build.utility, soundness);
        }
        assert!(before > 0, "{use_key}: nothing pays for a build");
    }
}

#[test]
fn impossible_budgets_are_refused() {
    let catalogue = market(1).catalogue();
    for budget in [0, -1, i64::MIN, 1_000_000_000_000, i64::MAX] {
        let answer = solve(&catalogue, &request(budget, UseKey::Office), &|| false);
        assert!(
            matches!(answer, Err(SolveError::BudgetNotPositive { .. } | SolveError::BudgetTooLarge { .. })),
            "{budget}"
        );
    }
}

fn owned_part(product_id: ProductId) -> FixedPart {
    FixedPart { product_id, quantity: 1, owned: true }
}

#[test]
fn contradictions_are_named() {
    let market = market(2);
    let catalogue = market.catalogue();
    let of = |category: Category| market.parts.iter().filter(move |part| part.part.category == category);
    let atx = of(Category::Motherboard)
        .find(|part| part.part.specs.text(SpecKey::FormFactor) == Some("ATX"))
        .map(|part| part.part.id)
        .expect("an ATX board");
    let ask = |constraints: Constraints| {
        let request = BudgetRequest { constraints, ..request(900_000, UseKey::Gaming1080p) };
        solve(&catalogue, &request, &|| false).expect_err("a contradiction")
    };
    let small =
        Constraints { keep: vec![owned_part(atx)], size: Some(BuildSize::MiniItx), ..Constraints::default() };
    assert_eq!(
        ask(small),
        SolveError::FixedAgainstConstraint { product_id: atx, constraint: Constraint::Size }
    );
    let colored = Constraints { color: Some("turquoise".into()), ..Constraints::default() };
    let expected = SolveError::NoneLeft { category: Category::Case, constraints: vec![Constraint::Color] };
    assert_eq!(ask(colored), expected);
    let nobody = ProductId::random();
    let unknown = Constraints { keep: vec![owned_part(nobody)], ..Constraints::default() };
    assert_eq!(ask(unknown), SolveError::UnknownPart { product_id: nobody });
    let boards: Vec<FixedPart> =
        of(Category::Motherboard).take(2).map(|part| owned_part(part.part.id)).collect();
    let twice = Constraints { keep: boards.clone(), ..Constraints::default() };
    let expected =
        SolveError::SlotTaken { product_id: boards[1].product_id, category: Category::Motherboard };
    assert_eq!(ask(twice), expected);
    let nowhere = Constraints { retailers: vec![99], ..Constraints::default() };
    assert_eq!(ask(nowhere), SolveError::UnknownRetailer { retailer: 99 });
}

#[test]
fn stopped_search_states_its_gap_to_the_optimum() {
    let catalogue = market(3).catalogue();
    let request = request(700_000, UseKey::Gaming1440p);
    let Ok(SolveOutcome::Best { build: best, .. }) = solve(&catalogue, &request, &|| false) else {
        panic!("700 dinars pay for a build");
    };
    match solve(&catalogue, &request, &|| true) {
        Ok(SolveOutcome::Best { build, proof: Proof::BoundedBy(bound), .. }) => {
            assert!(build.utility <= best.utility && best.utility <= bound, "{build:?} {bound}");
        }
        Ok(SolveOutcome::Best { build, .. }) => assert_eq!(build.utility, best.utility),
        other => assert_eq!(other, Err(SolveError::OutOfTime)),
    }
}

#[test]
fn answer_that_was_cut_short_is_not_called_proved() {
    let catalogue = market(4).catalogue();
    let request = request(800_000, UseKey::Gaming1080p);
    let answer_after = |max_calls: u64| {
        let calls = AtomicU64::new(0);
        answer(&catalogue, &request, &|| calls.fetch_add(1, Ordering::Relaxed) >= max_calls)
    };
    let complete = answer_after(u64::MAX).expect("800 dinars pay for a build");
    assert!(complete.is_final());
    let (mut proved, mut cut_short) = (0, 0);
    for max_calls in (0..400).step_by(4) {
        match answer_after(max_calls) {
            Ok(answer) if answer.is_final() => {
                proved += 1;
                assert_eq!(answer, complete, "after {max_calls} calls");
            }
            Ok(_) | Err(SolveError::OutOfTime) => cut_short += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(proved > 0 && cut_short > 0, "{proved} proved, {cut_short} cut short");
}

#[test]
fn answers_differ_in_kind_and_swaps_hold() {
    let market = market(4);
    let catalogue = market.catalogue();
    let request = request(800_000, UseKey::Gaming1080p);
    let Ok(BudgetAnswer::Builds { builds, next_step, is_final, .. }) =
        answer(&catalogue, &request, &|| false)
    else {
        panic!("800 dinars pay for a build");
    };
    assert!(is_final);
    assert_eq!(builds[0].kind, BuildKind::Best);
    for (index, other) in builds.iter().enumerate().skip(1) {
        assert!(other.build.utility <= builds[0].build.utility && other.build.total <= request.budget);
        assert!(builds[..index].iter().all(|before| before.build.parts != other.build.parts));
    }
    assert!(next_step.is_none_or(|step| step.extra > Fils::ZERO && !step.changed.is_empty()));
    let best = &builds[0];
    assert!(!best.swaps.is_empty());
    for swap in &best.swaps {
        assert!(swap.price_change < Fils::ZERO || swap.utility_change > 0, "{swap:?}");
        let ids = best.build.parts.iter().map(|part| part.product_id);
        let ids = ids.map(|id| if id == swap.out { swap.into } else { id });
        let entry = |id: ProductId| {
            let part = market.parts.iter().find(|part| part.part.id == id).expect("a part").part.clone();
            BuildEntry { slot: part.category, part, quantity: 1 }
        };
        assert!(check(&Build::new(ids.map(entry)).0).compatible, "{swap:?}");
    }
    assert!(best.build.parts.len() <= CLASSES.len());
}
