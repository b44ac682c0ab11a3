use std::collections::BTreeMap;

use domain::{
    compat::{
        Build, BuildEntry, Check, Code, Filter, Outcome, ParsedPart, Part, RefusedPart, check,
        check_candidate, hiding_code,
    },
    model::{Category, ProductId, SpecKey, Specs},
};
use proptest::{prelude::*, sample::select};
use uuid::Uuid;

use super::random_parts::{SLOTS, entries, part};

fn build(entries: &[BuildEntry]) -> Build {
    let (build, refused) = Build::new(entries.iter().cloned());
    assert_eq!(refused, []);
    build
}

/// Returns the worst outcome of every code, by code and parts.
fn outcomes(checks: &[Check]) -> BTreeMap<(Code, Vec<ProductId>), Outcome> {
    checks.iter().map(|check| ((check.code, check.parts.clone()), check.outcome)).collect()
}

fn without(specs: &Specs, gone: SpecKey) -> Specs {
    let mut fewer = Specs::new();
    for (key, value) in specs.iter().filter(|(key, _)| *key != gone) {
        fewer.insert(key, value.clone()).expect("a plausible value");
    }
    fewer
}

/// Returns the codes of a build's errors that name a part.
fn errors_about(build: &Build, id: ProductId) -> Vec<Code> {
    let errors = |check: &Check| check.outcome == Outcome::Error && check.parts.contains(&id);
    check(build).checks.into_iter().filter(errors).map(|check| check.code).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn check_ignores_part_order(entries in entries(), turn in any::<prop::sample::Index>()) {
        let mut turned = entries.clone();
        if !turned.is_empty() {
            let turn = turn.index(turned.len());
            turned.rotate_left(turn);
        }
        turned.reverse();
        prop_assert_eq!(check(&build(&entries)), check(&build(&turned)));
    }

    #[test]
    fn an_added_fact_never_turns_an_error_into_unknown(
        entries in entries(), fact in any::<prop::sample::Index>(),
    ) {
        prop_assume!(entries.iter().any(|entry| !entry.part.specs.is_empty()));
        let known: Vec<(usize, SpecKey)> = entries
            .iter()
            .enumerate()
            .flat_map(|(index, entry)| entry.part.specs.iter().map(move |(key, _)| (index, key)))
            .collect();
        let (index, key) = known[fact.index(known.len())];
        let mut fewer = entries.clone();
        fewer[index].part.specs = without(&entries[index].part.specs, key);
        let before = check(&build(&fewer));
        let after = outcomes(&check(&build(&entries)).checks);
        for check in before.checks.iter().filter(|check| check.outcome == Outcome::Error) {
            for ((code, parts), outcome) in &after {
                if *code == check.code && check.parts.iter().all(|id| parts.contains(id)) {
                    prop_assert_ne!(*outcome, Outcome::Unknown, "{:?} once {} is known", code, key);
                }
            }
        }
    }

    #[test]
    fn removing_a_part_adds_only_its_missing_error(entries in entries(), which in any::<prop::sample::Index>()) {
        prop_assume!(!entries.is_empty());
        let gone = which.index(entries.len());
        let id = entries[gone].part.id;
        let mut fewer = entries.clone();
        fewer.remove(gone);
        let before = check(&build(&entries));
        let known: Vec<Code> = before
            .checks
            .iter()
            .filter(|check| check.outcome == Outcome::Error)
            .map(|check| check.code)
            .collect();
        let after = build(&fewer);
        prop_assert!(errors_about(&after, id).is_empty());
        for check in check(&after).checks.iter().filter(|check| check.outcome == Outcome::Error) {
            // The cooler is checked against the processor's socket; without a processor, against the board's.
            let shifted = check.code == Code::CoolerSocketUnsupported && entries[gone].slot == Category::Cpu;
            // Without a chosen supply, the one included with the case is checked.
            let shifted = shifted || check.code == Code::PsuInsufficient && entries[gone].slot == Category::Psu;
            // A clash of sockets hides a clash of generations, so neither counts as new.
            prop_assert!(
                shifted || check.code.is_about_missing_part() || known.contains(&check.code),
                "{:?} is new", check.code
            );
        }
    }

    #[test]
    fn filter_and_engine_agree(
        entries in entries(),
        candidate in select(SLOTS.to_vec()).prop_flat_map(part),
    ) {
        let build = build(&entries);
        let parsed = ParsedPart::new(&candidate);
        let engine = hiding_code(&build, &parsed);
        let filter = Filter::for_category(&build, candidate.category).hiding_code(&parsed.facts);
        prop_assert_eq!(engine.is_some(), filter.is_some(), "engine {:?}, filter {:?}", engine, filter);
    }

    #[test]
    fn candidate_is_an_error_exactly_where_the_listing_hides_it(
        entries in entries(),
        candidate in select(SLOTS.to_vec()).prop_flat_map(part),
    ) {
        let build = build(&entries);
        let parsed = ParsedPart::new(&candidate);
        let is_chosen = build.parts().iter().any(|part| part.id == parsed.id);
        prop_assume!(!is_chosen);
        let fit = check_candidate(&build, &parsed, true);
        let decisive = fit.as_ref().and_then(|fit| fit.decisive_check());
        let is_error = decisive.is_some_and(|check| check.outcome == Outcome::Error);
        prop_assert_eq!(is_error, hiding_code(&build, &parsed).is_some());
        if let Some(check) = decisive {
            prop_assert!(check.parts.contains(&parsed.id));
        }
    }

    #[test]
    fn every_check_has_sentences_and_names_present_parts(entries in entries()) {
        let build = build(&entries);
        for check in check(&build).checks {
            super::messages::assert_sentence_has_values(&check);
            for id in check.parts.iter().chain(check.missing.iter().map(|missing| &missing.part)) {
                prop_assert!(build.parts().iter().any(|part| part.id == *id));
            }
        }
    }
}

fn part_without_facts(id: u128, category: Category) -> Part {
    Part { id: ProductId(Uuid::from_u128(id)), category, name: String::new(), specs: Specs::new() }
}

#[test]
fn invalid_entries_are_refused_and_the_rest_built() {
    let entry =
        |id, slot, category, quantity| BuildEntry { slot, part: part_without_facts(id, category), quantity };
    let (build, refused) = Build::new([
        entry(1, Category::Cpu, Category::Cpu, 1),
        entry(2, Category::Cpu, Category::Cpu, 1),
        entry(3, Category::Gpu, Category::Ram, 1),
        entry(4, Category::Ram, Category::Ram, 0),
        entry(5, Category::Ram, Category::Ram, 10_000),
        entry(6, Category::Gpu, Category::Gpu, 2),
        entry(7, Category::Ram, Category::Ram, 2),
        entry(7, Category::Ram, Category::Ram, 1),
    ]);
    let kept: Vec<(Category, u32)> =
        build.parts().iter().map(|part| (part.category, part.quantity)).collect();
    assert_eq!(kept, [(Category::Cpu, 1), (Category::Ram, 3)]);
    assert!(matches!(refused[0], RefusedPart::SlotTaken { .. }));
    assert!(matches!(
        refused[1],
        RefusedPart::WrongSlot { slot: Category::Gpu, category: Category::Ram, .. }
    ));
    assert!(matches!(refused[2], RefusedPart::Quantity { quantity: 0, most: 32, .. }));
    assert!(matches!(refused[3], RefusedPart::Quantity { quantity: 10_000, .. }));
    assert!(matches!(refused[4], RefusedPart::Quantity { quantity: 2, most: 1, .. }));
    assert_eq!(refused.len(), 5);
    assert_eq!(
        refused[3].to_string(),
        format!(
            "the RAM slot takes 1 to 32 of product {}, not 10000",
            part_without_facts(5, Category::Ram).id
        )
    );
}

#[test]
fn five_hundred_parts_are_truncated_and_checked() {
    let entries = (0..500).map(|id| BuildEntry {
        slot: Category::Storage,
        part: part_without_facts(id, Category::Storage),
        quantity: 1,
    });
    let (build, refused) = Build::new(entries);
    assert_eq!((build.parts().len(), refused.len()), (64, 436));
    assert!(matches!(refused[0], RefusedPart::TooManyParts { most: 64, .. }));
    assert!(!check(&build).compatible);
}

#[test]
fn implausible_fact_is_ignored_and_the_rest_checked() {
    let stated = serde_json::json!({"length": 9000, "slotWidth": 3, "gpuChipset": "GeForce RTX 5070"});
    let (specs, refused) = Specs::from_json(stated.as_object().unwrap());
    assert_eq!(refused.len(), 1, "{refused:?}");
    let case = serde_json::json!({"maxGpuLength": 355, "expansionSlots": 2});
    let (case, _) = Specs::from_json(case.as_object().unwrap());
    let (build, _) = Build::new([
        BuildEntry {
            slot: Category::Gpu,
            part: Part { specs, ..part_without_facts(1, Category::Gpu) },
            quantity: 1,
        },
        BuildEntry {
            slot: Category::Case,
            part: Part { specs: case, ..part_without_facts(2, Category::Case) },
            quantity: 1,
        },
    ]);
    let checks = check(&build).checks;
    let outcome =
        |code: &str| checks.iter().find(|check| check.code.as_str() == code).map(|check| check.outcome);
    assert_eq!(
        (outcome("GPU_TOO_LONG"), outcome("GPU_TOO_WIDE")),
        (Some(Outcome::Unknown), Some(Outcome::Error))
    );
}
