//! Fixed parts of several pieces: what they refuse together is left out before the search.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{
    platforms::PLATFORMS,
    random::{CLASSES, Random, Shape, World, sized_world},
};
use crate::{
    budget::{
        BudgetAnswer, BudgetRequest, BudgetScope, Catalogue, Constraints, FixedPart, Proof, RulePolicy,
        SolveError, Thoroughness, UseKey, answer, answer_best, find_upgrades, fit, settled::key_beside,
    },
    compat::{ParsedPart, holds_several},
    model::{Category, Fils, ProductId, SpecKey},
};

/// Returns a catalogue of the demo's size on three platforms.
fn market() -> World {
    let platforms = PLATFORMS.iter().collect();
    let shape = Shape { max_parts: 0, unknown: 3, odd: 20, retailers: 5, price_step: 100, platforms };
    sized_world(&mut Random(7), &shape, &[60, 150, 120, 150, 130, 80, 70, 80, 40, 20])
}

fn request(budget: i64, keep: Vec<FixedPart>) -> BudgetRequest {
    let policy = RulePolicy { allow_unknown: true, allow_warnings: false };
    let constraints = Constraints { keep, ..Constraints::default() };
    let (scope, use_key) = (BudgetScope::Delivered, UseKey::Gaming1440p);
    BudgetRequest { budget: Fils(budget), scope, use_key, constraints, policy }
}

fn fixed(product_id: ProductId, quantity: u32) -> FixedPart {
    FixedPart { product_id, quantity, owned: false }
}

/// Returns the ids of the drives of a form.
fn drives(world: &World, form: &str) -> Vec<ProductId> {
    let is_wanted = |part: &&crate::budget::SolverPart| {
        part.part.category == Category::Storage
            && part.part.specs.text(SpecKey::StorageFormFactor) == Some(form)
            && part.offers.iter().any(|offer| offer.stock == crate::model::Stock::In)
    };
    world.parts.iter().filter(is_wanted).map(|part| part.part.id).collect()
}

/// Solves, and returns the answer with how often the search asked whether to stop.
fn count_stops(catalogue: &Catalogue, request: &BudgetRequest) -> (Result<BudgetAnswer, SolveError>, u64) {
    let calls = AtomicU64::new(0);
    // A search that finds out build by build what the drives refuse would take minutes.
    let answer = answer(catalogue, request, &|| calls.fetch_add(1, Ordering::Relaxed) >= 20_000);
    (answer, calls.into_inner())
}

#[test]
fn pieces_beyond_every_boards_slots_are_refused_without_a_search() {
    let world = market();
    let catalogue = world.catalogue();
    let drives = drives(&world, "M.2-NVMe");
    // No board of this market has more than three slots.
    let several = drives.iter().take(4).map(|drive| fixed(*drive, 1)).collect();
    for keep in [vec![fixed(drives[0], 4)], vec![fixed(drives[0], 1); 4], several] {
        let mut request = request(1_500_000, keep);
        // A board whose slots are unknown may have more.
        request.policy.allow_unknown = false;
        let (answer, calls) = count_stops(&catalogue, &request);
        let refused =
            matches!(answer, Err(SolveError::NoneFitsAllFixed { category: Category::Motherboard, .. }));
        assert!(refused && calls == 0, "after {calls} calls: {answer:?}");
    }
}

#[test]
fn pieces_that_few_boards_take_are_searched_with_these_boards_alone() {
    let world = market();
    let catalogue = world.catalogue();
    let keep = drives(&world, "M.2-NVMe").into_iter().take(3).map(|drive| fixed(drive, 1)).collect();
    let (answer, calls) = count_stops(&catalogue, &request(1_500_000, keep));
    let Ok(BudgetAnswer::Builds { builds, is_final: true, .. }) = answer else {
        panic!("after {calls} calls: {answer:?}");
    };
    assert_eq!(builds[0].proof, Proof::Optimal);
    assert!(calls < 2_000, "{calls} calls");
}

/// Thirty-two fans draw more than the base includes, so that most supplies are too weak for them.
#[test]
fn watts_of_many_pieces_are_known_to_the_search() {
    let world = market();
    let catalogue = world.catalogue();
    let fan = world.parts.iter().find(|part| part.part.category == Category::CaseFan).unwrap().part.id;
    let owned = FixedPart { product_id: fan, quantity: 32, owned: true };
    let (answer, calls) = count_stops(&catalogue, &request(1_500_000, vec![owned]));
    let Ok(BudgetAnswer::Builds { builds, .. }) = answer else { panic!("{answer:?}") };
    assert_eq!(builds[0].proof, Proof::Optimal, "after {calls} calls");
    assert!(calls < 5_000, "{calls} calls");
}

#[test]
fn pieces_named_one_by_one_are_one_choice() {
    let world = market();
    let catalogue = world.catalogue();
    let drive = drives(&world, "2.5-SATA")[0];
    let ask = |keep| answer(&catalogue, &request(1_500_000, keep), &|| false);
    assert!(ask(vec![fixed(drive, 2)]).is_ok());
    assert_eq!(ask(vec![fixed(drive, 1); 2]), ask(vec![fixed(drive, 2)]));
    let board = world.parts.iter().find(|part| part.part.category == Category::Motherboard).unwrap().part.id;
    let owned = FixedPart { product_id: board, quantity: 1, owned: true };
    assert_eq!(ask(vec![owned; 2]), Err(SolveError::Quantity { product_id: board, quantity: 2 }));
}

#[test]
fn quick_answer_is_the_same_each_time_and_no_better_build_exceeds_its_gap() {
    let catalogue = market().catalogue();
    for budget in [300_000, 500_000, 900_000, 1_500_000] {
        let request = request(budget, Vec::new());
        let ask = |thoroughness| answer_best(&catalogue, &request, thoroughness, &|| false);
        let quick = ask(Thoroughness::Quick);
        assert_eq!(quick, ask(Thoroughness::Quick));
        let (
            Ok(BudgetAnswer::Builds { builds, is_final, .. }),
            Ok(BudgetAnswer::Builds { builds: best, .. }),
        ) = (quick, ask(Thoroughness::Thorough))
        else {
            panic!("{budget} fils pay for a build");
        };
        let (quick, best) = (&builds[0], &best[0]);
        let bound = match quick.proof {
            Proof::BoundedBy(bound) => bound,
            Proof::Optimal | Proof::PointsOptimal => quick.build.utility,
        };
        assert!(is_final && quick.build.utility <= best.build.utility && best.build.utility <= bound);
    }
}

/// Settled parts refuse the same of all parts with an equal key.
#[test]
fn findings_beside_settled_parts_are_those_of_the_parts() {
    let (mut refused, mut compared) = (0, 0);
    for seed in 0..150 {
        let mut random = Random(seed + 8_000);
        let platforms = PLATFORMS.iter().collect();
        let (unknown, odd) = (random.pick(&[0, 5]), random.pick(&[5, 20, 60]));
        let shape = Shape { max_parts: 0, unknown, odd, retailers: 1, price_step: 1, platforms };
        let catalogue = sized_world(&mut random, &shape, &[14; 10]).catalogue();
        let policy = RulePolicy { allow_unknown: random.chance(70), allow_warnings: random.chance(50) };
        let mut settled: Vec<ParsedPart> = Vec::new();
        for category in CLASSES.into_iter().filter(|_| random.chance(40)).collect::<Vec<_>>() {
            let own: Vec<_> = catalogue.list_category(category).map(|(_, part)| &part.parsed).collect();
            let quantity = if holds_several(category) { random.pick(&[1, 2, 4, 12]) } else { 1 };
            settled.push(ParsedPart { quantity, ..own[random.below(own.len())].clone() });
        }
        if fit::find_clash(settled.clone(), policy).is_some() {
            continue;
        }
        let open =
            CLASSES.into_iter().filter(|category| settled.iter().all(|part| part.category != *category));
        for category in open.collect::<Vec<_>>() {
            let mut by_key = std::collections::HashMap::new();
            for (_, part) in catalogue.list_category(category) {
                let parts = settled.iter().chain([&part.parsed]).cloned().collect();
                let fits = fit::find_clash(parts, policy).is_none();
                (compared, refused) = (compared + 1, refused + u32::from(!fits));
                let other = *by_key.entry(key_beside(&settled, part)).or_insert(fits);
                assert_eq!(other, fits, "seed {seed}: {:?} beside {settled:?}", part.parsed);
            }
        }
    }
    println!("{refused} of {compared} refused");
    assert!(refused > 500 && refused < compared - 500);
}

/// Of a PC of which one part is known, that part alone is replaced: the others are asked for, not bought.
#[test]
fn parts_that_were_not_entered_are_unknown_and_never_bought() {
    let world = market();
    let catalogue = world.catalogue();
    let category =
        |id: ProductId| world.parts.iter().find(|part| part.part.id == id).map(|part| part.part.category);
    let cpus = world.parts.iter().filter(|part| part.part.category == Category::Cpu).take(5);
    let mut upgrades = 0;
    for cpu in cpus {
        let owned = FixedPart { product_id: cpu.part.id, quantity: 1, owned: true };
        let request = request(300_000, vec![owned]);
        let answer = find_upgrades(&catalogue, &request, Thoroughness::Thorough, &|| false).unwrap();
        assert_eq!(answer.unknown.len(), 7, "{:?}", answer.unknown);
        assert!(!answer.unknown.contains(&Category::Cpu) && !answer.is_cut_short);
        for upgrade in &answer.upgrades {
            let bought: Vec<_> = upgrade.bought.iter().map(|id| category(*id)).collect();
            assert_eq!(bought, [Some(Category::Cpu)], "{upgrade:?}");
            upgrades += 1;
        }
    }
    assert!(upgrades > 0);
}
