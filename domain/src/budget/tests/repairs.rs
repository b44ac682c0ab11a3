//! The fewest swaps after which a build fits, compared with plain enumeration.

use std::collections::BTreeMap;

use super::random::{CLASSES, Random, World, shape, world};
use crate::{
    budget::{
        Catalogue, FixedPart, SolveError, SolverPart, constraints::capacity_gb, find_repairs, repair_request,
    },
    compat::{Build, BuildEntry, Outcome, Part, check, holds_several},
    model::{Category, Fils, ProductId, Stock},
};

/// The most combinations that plain enumeration tries in one case.
const MAX_BUILDS: usize = 128;

fn price(part: &SolverPart, quantity: u32) -> Option<i64> {
    let is_sold = |offer: &&crate::budget::PartOffer| offer.stock == Stock::In && !offer.second_hand;
    let prices = part.offers.iter().filter(is_sold).map(|offer| offer.price.0);
    prices.min().map(|price| price * i64::from(quantity))
}

/// Whether no rule finds an error between parts.
fn fits(parts: &[(&Part, u32)]) -> bool {
    let entries = parts.iter().map(|(part, quantity)| BuildEntry {
        slot: part.category,
        part: (*part).clone(),
        quantity: u64::from(*quantity),
    });
    let checks = check(&Build::new(entries).0).checks;
    !checks.iter().any(|check| check.outcome == Outcome::Error && !check.code.is_about_missing_part())
}

/// Returns the number of swaps and the distance of the nearest build that fits, by trying all combinations.
fn enumerate(world: &World, catalogue: &Catalogue, own: &[(&SolverPart, u32)]) -> Option<(usize, i64)> {
    let capacity = |part: &SolverPart| {
        catalogue.find(part.part.id).map_or(0, |index| capacity_gb(catalogue.part(index)))
    };
    let mut builds = vec![(0, 0, Vec::<(&Part, u32)>::new())];
    for (kept, quantity) in own {
        let others = world.parts.iter().filter(|part| {
            part.part.category == kept.part.category
                && part.part.id != kept.part.id
                && capacity(part) >= capacity(kept)
        });
        let before = price(kept, *quantity).unwrap_or(0);
        let others =
            others.filter_map(|part| Some((1, (price(part, *quantity)? - before).abs(), &part.part)));
        let choices: Vec<(usize, i64, &Part)> = others.chain([(0, 0, &kept.part)]).collect();
        let mut extended = Vec::new();
        for (swaps, distance, parts) in &builds {
            for (more, further, part) in &choices {
                let mut parts = parts.clone();
                parts.push((*part, *quantity));
                extended.push((swaps + more, distance + further, parts));
            }
        }
        builds = extended;
    }
    builds.retain(|(.., parts)| fits(parts));
    builds.iter().map(|(swaps, distance, _)| (*swaps, *distance)).min()
}

/// Returns a random build with a part of every class of a PC.
fn random_build<'w>(random: &mut Random, world: &'w World) -> Vec<(&'w SolverPart, u32)> {
    let classes = CLASSES.iter().take(8);
    let pick = |category: &Category| {
        let own: Vec<&SolverPart> =
            world.parts.iter().filter(|part| part.part.category == *category).collect();
        let quantity = if holds_several(*category) { random.pick(&[1, 1, 2, 4]) } else { 1 };
        (random.pick(&own), quantity)
    };
    classes.map(pick).collect()
}

fn owned(parts: &[(&SolverPart, u32)]) -> Vec<FixedPart> {
    let fixed = |(part, quantity): &(&SolverPart, u32)| FixedPart {
        product_id: part.part.id,
        quantity: *quantity,
        owned: true,
    };
    parts.iter().map(fixed).collect()
}

#[test]
fn fewest_and_nearest_swaps_agree_with_plain_enumeration() {
    // Builds that fit, that one swap, two, or more mend, and that nothing mends.
    let mut counts = [0; 5];
    for seed in 0..500 {
        let mut random = Random(seed + 40_000);
        let world = world(&mut random, &shape(&mut Random(seed)), MAX_BUILDS);
        let catalogue = world.catalogue();
        let own = random_build(&mut random, &world);
        let request = repair_request(owned(&own));
        let answer = find_repairs(&catalogue, &request, &|| false).expect("an answer");
        assert!(!answer.is_cut_short && answer.is_final, "seed {seed}");
        let plain = enumerate(&world, &catalogue, &own);
        let found = answer.repairs.first().map(|repair| (repair.swaps.len(), repair.distance.0));
        assert_eq!(if answer.fits { Some((0, 0)) } else { found }, plain, "seed {seed}: {answer:?}");
        counts[plain.map_or(4, |(swaps, _)| swaps.min(3))] += 1;
        let by_id: BTreeMap<ProductId, &SolverPart> =
            world.parts.iter().map(|part| (part.part.id, part)).collect();
        let mut before = 0;
        for repair in &answer.repairs {
            assert!(repair.swaps.len() >= before, "seed {seed}: {answer:?}");
            before = repair.swaps.len();
            let after = own.iter().map(|(part, quantity)| {
                let swap = repair.swaps.iter().find(|swap| swap.out == part.part.id);
                (swap.map_or(&part.part, |swap| &by_id[&swap.into].part), *quantity)
            });
            assert!(fits(&after.collect::<Vec<_>>()), "seed {seed}: {repair:?}");
            for swap in &repair.swaps {
                assert_eq!(Some(swap.price.0), price(by_id[&swap.into], swap.quantity));
                assert_eq!(swap.price_before.map(|before| before.0), price(by_id[&swap.out], swap.quantity));
            }
        }
    }
    println!("fit, one swap, two, more, none: {counts:?}");
    assert!(counts[0] > 5 && counts[1] > 20 && counts[2] > 3 && counts[4] > 5, "{counts:?}");
}

#[test]
fn parts_of_an_unfinished_build_are_mended_and_no_other_is_bought() {
    let mut mended = 0;
    for seed in 0..200 {
        let mut random = Random(seed + 50_000);
        let world = world(&mut random, &shape(&mut Random(seed)), MAX_BUILDS);
        let catalogue = world.catalogue();
        let own: Vec<_> = random_build(&mut random, &world)
            .into_iter()
            .filter(|(part, _)| {
                matches!(part.part.category, Category::Motherboard | Category::Ram | Category::Case)
            })
            .collect();
        let answer = find_repairs(&catalogue, &repair_request(owned(&own)), &|| false).expect("an answer");
        let found = answer.repairs.first().map(|repair| (repair.swaps.len(), repair.distance.0));
        let plain = enumerate(&world, &catalogue, &own);
        assert_eq!(if answer.fits { Some((0, 0)) } else { found }, plain, "seed {seed}: {answer:?}");
        mended += usize::from(!answer.repairs.is_empty());
    }
    assert!(mended > 5, "{mended}");
}

#[test]
fn search_that_is_stopped_says_so() {
    let mut cut_short = 0;
    for seed in 0..40 {
        let mut random = Random(seed + 60_000);
        let world = world(&mut random, &shape(&mut Random(seed)), MAX_BUILDS);
        let own = random_build(&mut random, &world);
        let answer =
            find_repairs(&world.catalogue(), &repair_request(owned(&own)), &|| true).expect("an answer");
        assert!(answer.fits || answer.is_cut_short && !answer.is_final && answer.repairs.is_empty());
        cut_short += usize::from(answer.is_cut_short);
    }
    assert!(cut_short > 5, "{cut_short}");
}

#[test]
fn parts_that_no_build_holds_are_refused() {
    let world = super::answers::market(9);
    let catalogue = world.catalogue();
    let product_id = ProductId::random();
    let ask = |keep| find_repairs(&catalogue, &repair_request(keep), &|| false);
    let fixed = |product_id| FixedPart { product_id, quantity: 1, owned: true };
    assert_eq!(ask(vec![fixed(product_id)]), Err(SolveError::UnknownPart { product_id }));
    let boards = world.parts.iter().filter(|part| part.part.category == Category::Motherboard);
    let two: Vec<FixedPart> = boards.take(2).map(|part| fixed(part.part.id)).collect();
    assert!(matches!(ask(two), Err(SolveError::SlotTaken { .. })));
    let none = ask(Vec::new()).expect("an answer");
    assert!(none.fits && none.repairs.is_empty());
}

#[test]
fn repairs_come_by_their_swaps_and_then_by_the_distance_of_the_prices() {
    let world = super::answers::market(12);
    let catalogue = world.catalogue();
    let mut compared = 0;
    for seed in 0..60 {
        let mut random = Random(seed);
        let own = random_build(&mut random, &world);
        let answer = find_repairs(&catalogue, &repair_request(owned(&own)), &|| false).expect("an answer");
        let distances: Vec<(usize, Fils)> =
            answer.repairs.iter().map(|repair| (repair.swaps.len(), repair.distance)).collect();
        assert!(distances.is_sorted(), "{distances:?}");
        for repair in &answer.repairs {
            let sum: i64 = repair
                .swaps
                .iter()
                .map(|swap| (swap.price.0 - swap.price_before.map_or(0, |before| before.0)).abs())
                .sum();
            assert_eq!(repair.distance.0, sum);
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}
