//! The order of parts by compatibility, checked against the rules: a part that is at least as compatible gets no worse
//! finding in the place of the other part in any build.

use super::{
    platforms::PLATFORMS,
    random::{CLASSES, Random, Shape, sized_world},
};
use crate::{
    budget::{Catalogue, catalogue::CataloguePart, compatibility_order, fit},
    compat::{Build, ParsedPart},
    model::Category,
};

#[test]
fn more_compatible_part_gets_no_worse_finding_in_any_build() {
    let compared = compare_findings(false);
    for (count, category) in compared.iter().zip(CLASSES) {
        assert!(*count > 100 || category == Category::CaseFan, "{category}: {count}");
    }
}

#[test]
fn part_of_unknown_facts_gets_no_error_or_warning_that_another_does_not() {
    let compared = compare_findings(true);
    for (count, category) in compared.iter().zip(CLASSES) {
        assert!(*count > 100 || category == Category::CaseFan, "{category}: {count}");
    }
}

/// Compares the findings about more and less compatible parts in random builds. Returns how many pairs of each class were
/// compared.
fn compare_findings(allow_unknown: bool) -> [usize; CLASSES.len()] {
    let mut compared = [0; CLASSES.len()];
    for seed in 0..120 {
        let mut random = Random(seed);
        let platforms = PLATFORMS.iter().collect();
        let (unknown, odd) = (random.pick(&[0, 5, 20]), random.pick(&[10, 40, 80]));
        let shape = Shape { max_parts: 0, unknown, odd, retailers: 1, price_step: 1, platforms };
        let world = sized_world(&mut random, &shape, &[12; 10]);
        let catalogue = world.catalogue();
        for (index, category) in CLASSES.into_iter().enumerate() {
            let own: Vec<&CataloguePart> = catalogue.list_category(category).map(|(_, part)| part).collect();
            for a in &own {
                let is_comparable =
                    |b: &&&CataloguePart| b.parsed.id != a.parsed.id && is_as_compatible(a, b, allow_unknown);
                for b in own.iter().filter(is_comparable) {
                    for _ in 0..8 {
                        compared[index] += 1;
                        let others = random_parts(&mut random, &catalogue, category);
                        assert_no_worse(a, b, &others, allow_unknown);
                    }
                }
            }
        }
    }
    println!("replacements of each class, unknown facts allowed: {allow_unknown}: {compared:?}");
    compared
}

fn assert_no_worse(a: &CataloguePart, b: &CataloguePart, others: &[ParsedPart], allow_unknown: bool) {
    let with = |part: &CataloguePart| {
        let parts = others.iter().cloned().chain([part.parsed.clone()]);
        fit::find_severities(&Build::from_parsed(parts)) & if allow_unknown { !fit::UNKNOWN } else { u8::MAX }
    };
    assert_eq!(with(a) & !with(b), 0, "{:?} for {:?} in {others:?}", a.parsed, b.parsed);
}

/// Returns one part of every other class, some of those left out that a build may omit.
fn random_parts(random: &mut Random, catalogue: &Catalogue, beside: Category) -> Vec<ParsedPart> {
    let mut parts = Vec::new();
    for category in CLASSES.into_iter().filter(|category| *category != beside) {
        let own: Vec<&CataloguePart> = catalogue.list_category(category).map(|(_, part)| part).collect();
        if !(is_optional(category) && random.chance(30)) {
            parts.push(own[random.below(own.len())].parsed.clone());
        }
    }
    parts
}

fn is_as_compatible(a: &CataloguePart, b: &CataloguePart, allow_unknown: bool) -> bool {
    compatibility_order::is_as_compatible(
        (&a.compatibility, &a.parsed),
        (&b.compatibility, &b.parsed),
        allow_unknown,
    )
}

fn is_optional(category: Category) -> bool {
    matches!(category, Category::Gpu | Category::Psu | Category::CpuCooler | Category::Monitor)
}
