//! Answers of a catalogue that is asked again and again, while parts and retailers change.

use std::sync::Arc;

use super::random::{Random, request, shape, world};
use crate::{
    budget::{BudgetRequest, Catalogue, solve},
    model::{Fils, ProductId},
};

/// Asks the same catalogue after each of many changes, and compares with a catalogue that was never asked before.
#[test]
fn changed_catalogue_answers_as_a_new_one() {
    let mut answers = 0;
    for seed in 0..150 {
        let mut random = Random(seed);
        let shape = shape(&mut random);
        let mut world = world(&mut random, &shape, 64);
        let mut catalogue = world.catalogue();
        let requests: Vec<_> = (0..3).map(|_| request(&mut random, &world, shape.unknown)).collect();
        for _ in 0..6 {
            for request in &requests {
                // Another budget reads what the one before has left.
                for budget in [request.budget, Fils(request.budget.0 + 20_000)] {
                    let request = BudgetRequest { budget, ..request.clone() };
                    let cached = solve(&catalogue, &request, &|| false);
                    assert_eq!(
                        cached,
                        solve(&world.catalogue(), &request, &|| false),
                        "seed {seed}: {request:?}"
                    );
                    answers += usize::from(cached.is_ok());
                }
            }
            let index = random.below(world.parts.len());
            match random.below(4) {
                0 => {
                    let retailer = random.below(world.retailers.len());
                    world.retailers[retailer].shipping.flat = Some(Fils(random.between(0, 3_000)));
                    catalogue.put_retailer(world.retailers[retailer].clone());
                }
                1 if world.parts.len() > 4 => {
                    catalogue.remove(world.parts.remove(index).part.id);
                }
                _ => {
                    for offer in &mut world.parts[index].offers {
                        offer.price = Fils(random.between(1_000, 60_000));
                    }
                    catalogue.put(world.parts[index].clone());
                }
            }
        }
    }
    assert!(answers > 1_000, "{answers} builds");
}

/// An unchanged part must not cost a copy of the catalogue, which would lack the cache of prepared requests.
#[test]
fn only_a_changed_part_copies_a_shared_catalogue() {
    let mut random = Random(1);
    let shape = shape(&mut random);
    let mut world = world(&mut random, &shape, 64);
    let snapshot = Arc::new(world.catalogue());
    let mut current = Arc::clone(&snapshot);
    let part = &mut world.parts[0];
    assert!(!Catalogue::put_shared(&mut current, part.clone()));
    assert!(Arc::ptr_eq(&current, &snapshot));

    part.offers.clear();
    assert!(Catalogue::put_shared(&mut current, part.clone()));
    assert!(!Arc::ptr_eq(&current, &snapshot));
    assert!(!Catalogue::put_shared(&mut current, part.clone()), "the change is stored");
}

/// Tens of thousands of parts are in memory; facts that many of them have are there once.
#[test]
fn parts_of_equal_facts_share_them() {
    let mut random = Random(2);
    let shape = shape(&mut random);
    let mut world = world(&mut random, &shape, 64);
    let mut twin = world.parts[0].clone();
    let (id, twin_id) = (twin.part.id, ProductId::random());
    twin.part.id = twin_id;
    world.parts.push(twin);
    let catalogue = world.catalogue();
    let facts = |id: ProductId| catalogue.get(id).map(|part| std::ptr::from_ref(part.specs));
    assert_eq!(facts(id), facts(twin_id));
}
