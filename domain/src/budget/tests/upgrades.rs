//! Changes of a PC at home, compared with plain enumeration of all single and paired replacements.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{
    answers::market,
    brute::BruteForce,
    random::{Random, World},
};
use crate::{
    budget::{
        BudgetRequest, BudgetScope, Catalogue, Constraints, FixedPart, RulePolicy, SolveError, SolveOutcome,
        Thoroughness, UpgradeKind, UseKey, choice::CLASSES, find_upgrades, solve,
    },
    model::{Category, Fils, ProductId},
};

/// As `least_gain` in the table of uses.
const MIN_GAIN: i64 = 1_500;

fn request(budget: i64, use_key: UseKey, keep: Vec<FixedPart>) -> BudgetRequest {
    let policy = RulePolicy { allow_unknown: true, allow_warnings: true };
    let constraints = Constraints { keep, ..Constraints::default() };
    BudgetRequest { budget: Fils(budget), scope: BudgetScope::Delivered, use_key, constraints, policy }
}

/// Returns a PC: the cheapest build of a market.
fn home(catalogue: &Catalogue, use_key: UseKey) -> Vec<FixedPart> {
    let Ok(SolveOutcome::BudgetTooLow(low)) = solve(catalogue, &request(1, use_key, Vec::new()), &|| false)
    else {
        panic!("one fils pays for no build");
    };
    let own =
        |part: &crate::budget::BuildPart| FixedPart { product_id: part.product_id, quantity: 1, owned: true };
    low.cheapest.parts.iter().map(own).collect()
}

/// Returns the utility and the cost of the best change of at most `changes` classes, by the solver without them.
fn best_change(
    world: &World,
    catalogue: &Catalogue,
    asked: &BudgetRequest,
    changes: usize,
) -> Option<(i64, i64)> {
    let category = |id: ProductId| {
        world.parts.iter().find(|part| part.part.id == id).map(|part| part.part.category).unwrap()
    };
    let mut best = None;
    for (index, first) in CLASSES.iter().enumerate() {
        for second in CLASSES.iter().skip(index) {
            if (changes == 1) != (first == second) {
                continue;
            }
            let mut asked = asked.clone();
            asked.constraints.keep.retain(|part| {
                let own = category(part.product_id);
                own != *first && own != *second
            });
            let found = BruteForce::new(world, catalogue, &asked).run();
            // Upgrades keep all bounds of a sound build.
            let [found, ..] = found.best_by_stage;
            let found = found.map(|plain| (plain.utility, plain.total));
            best = best.max(found.map(|(utility, total)| (utility, -total)));
        }
    }
    best.map(|(utility, total)| (utility, -total))
}

#[test]
fn best_changes_of_one_and_two_parts_agree_with_plain_enumeration() {
    let mut answered = [0; 2];
    for seed in 0..40 {
        let mut random = Random(seed);
        let world = market(seed + 300);
        let catalogue = world.catalogue();
        let use_key = random.pick(&[UseKey::Gaming1080p, UseKey::Gaming1440p]);
        let keep = home(&catalogue, use_key);
        // Plain enumeration fills a class that is empty at home, which is one more change.
        if keep.len() < CLASSES.len() {
            continue;
        }
        let asked = request(random.between(20_000, 250_000), use_key, keep.clone());
        let answer = find_upgrades(&catalogue, &asked, Thoroughness::Thorough, &|| false).expect("an answer");
        assert!(!answer.is_cut_short);
        assert!(answer.upgrades.is_empty() || answer.enough.is_none());
        let single = best_change(&world, &catalogue, &asked, 1)
            .filter(|(utility, _)| *utility >= answer.utility + MIN_GAIN);
        let found = |kind: UpgradeKind| answer.upgrades.iter().find(|upgrade| upgrade.kind == kind);
        let plain =
            |kind: UpgradeKind| found(kind).map(|upgrade| (upgrade.build.utility, upgrade.build.total.0));
        assert_eq!(plain(UpgradeKind::OnePart), single, "seed {seed}");
        answered[0] += usize::from(single.is_some());
        let min_utility = single.map_or(answer.utility, |(utility, _)| utility);
        let pair = best_change(&world, &catalogue, &asked, 2)
            .filter(|(utility, _)| *utility >= min_utility + MIN_GAIN);
        assert_eq!(plain(UpgradeKind::TwoParts), pair, "seed {seed}");
        answered[1] += usize::from(pair.is_some());
        let mut before = answer.utility;
        for upgrade in &answer.upgrades {
            assert!(upgrade.build.utility >= before + MIN_GAIN && upgrade.build.total <= asked.budget);
            before = upgrade.build.utility;
            BruteForce::new(&world, &catalogue, &asked).assert_valid(&catalogue, &upgrade.build);
            let stays = |id: &ProductId| !upgrade.replaced.contains(id);
            let owned = upgrade.build.parts.iter().filter(|part| part.owned).count();
            assert_eq!(keep.iter().filter(|part| stays(&part.product_id)).count(), owned);
            assert_eq!(owned + upgrade.bought.len(), upgrade.build.parts.len());
        }
    }
    println!("one part, two parts: {answered:?}");
    assert!(answered[0] > 5 && answered[1] > 3, "{answered:?}");
}

/// A sum that buys nothing worth it is answered with the lowest one that does.
#[test]
fn lowest_sum_that_buys_a_change_is_told_where_the_budget_buys_none() {
    let mut told = 0;
    for seed in 0..40 {
        let world = market(seed + 300);
        let catalogue = world.catalogue();
        let keep = home(&catalogue, UseKey::Gaming1440p);
        let ask = |budget: i64| {
            let asked = request(budget, UseKey::Gaming1440p, keep.clone());
            find_upgrades(&catalogue, &asked, Thoroughness::Thorough, &|| false).expect("an answer")
        };
        let answer = ask(1);
        assert!(answer.upgrades.is_empty() && !answer.is_cut_short);
        let Some(enough) = answer.enough else { continue };
        let first = ask(enough.0).upgrades.into_iter().next();
        assert!(first.is_some_and(|upgrade| upgrade.build.total <= enough), "seed {seed}");
        let below = ask(enough.0 - 1);
        assert!(below.upgrades.iter().all(|upgrade| upgrade.bought.len() > 1), "seed {seed}: {below:?}");
        told += 1;
    }
    assert!(told > 10, "{told}");
}

/// A stopped search tells no sum, and says that more time may tell one.
#[test]
fn stopped_search_tells_no_lowest_sum() {
    let (mut stopped, mut told) = (0, 0);
    for seed in 0..10 {
        let world = market(seed + 300);
        let catalogue = world.catalogue();
        let asked = request(1, UseKey::Gaming1440p, home(&catalogue, UseKey::Gaming1440p));
        let ask = |limit: usize| {
            let calls = AtomicUsize::new(0);
            let stop = || calls.fetch_add(1, Ordering::Relaxed) >= limit;
            find_upgrades(&catalogue, &asked, Thoroughness::Thorough, &stop).expect("an answer")
        };
        let whole = ask(usize::MAX);
        assert!(whole.is_final, "seed {seed}");
        for limit in (0..40).chain((0..16).map(|power| 40 << power)) {
            let answer = ask(limit);
            assert_eq!(answer.enough, whole.enough.filter(|_| answer.is_final), "seed {seed}, {limit} calls");
            stopped += usize::from(!answer.is_final);
            told += usize::from(answer.enough.is_some());
        }
    }
    assert!(stopped > 0 && told > 0, "{stopped} {told}");
}

/// Several parts of one class at home stay or are replaced together, also where more than two classes change.
#[test]
fn two_drives_at_home_are_replaced_together_with_other_classes() {
    let mut replaced_both = 0;
    for seed in 0..60 {
        let world = market(seed + 300);
        let catalogue = world.catalogue();
        let use_key = UseKey::Gaming1080p;
        let mut keep = home(&catalogue, use_key);
        let drives = world.parts.iter().filter(|part| part.part.category == Category::Storage);
        let spare = drives.map(|part| part.part.id).find(|id| keep.iter().all(|own| own.product_id != *id));
        keep.extend(spare.map(|product_id| FixedPart { product_id, quantity: 1, owned: true }));
        let request = request(250_000, use_key, keep.clone());
        let Ok(answer) = find_upgrades(&catalogue, &request, Thoroughness::Thorough, &|| false) else {
            continue;
        };
        assert!(!answer.is_cut_short);
        let is_drive = |part: &FixedPart| {
            world
                .parts
                .iter()
                .any(|other| other.part.id == part.product_id && other.part.category == Category::Storage)
        };
        for upgrade in answer.upgrades.iter().filter(|upgrade| upgrade.kind == UpgradeKind::More) {
            let drives = keep.iter().filter(|part| is_drive(part));
            let replaced = drives.filter(|part| upgrade.replaced.contains(&part.product_id)).count();
            assert!(replaced == 0 || replaced == 2, "{replaced} of two drives are replaced");
            replaced_both += usize::from(replaced == 2);
        }
    }
    assert!(replaced_both > 0);
}

#[test]
fn parts_at_home_that_no_build_holds_are_refused() {
    let world = market(8);
    let catalogue = world.catalogue();
    let product_id = ProductId::random();
    let keep = vec![FixedPart { product_id, quantity: 1, owned: true }];
    let ask = |keep, budget| {
        find_upgrades(&catalogue, &request(budget, UseKey::Office, keep), Thoroughness::Thorough, &|| false)
    };
    assert_eq!(ask(keep, 1_000), Err(SolveError::UnknownPart { product_id }));
    assert!(matches!(ask(Vec::new(), 0), Err(SolveError::BudgetNotPositive { .. })));
}
