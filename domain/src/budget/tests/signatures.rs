//! Findings that are cached by signature, compared with the rules' findings about the parts themselves.

use super::{
    platforms::PLATFORMS,
    random::{CLASSES, Random, Shape, sized_world},
};
use crate::{
    budget::{RulePolicy, catalogue::CataloguePart, fit, rule_pairs::is_compared, signature::TRIOS},
    compat::ParsedPart,
};

#[test]
fn findings_by_signature_are_those_of_the_parts() {
    let mut compared = [0; 2];
    for seed in 0..40 {
        let mut random = Random(seed + 7_000);
        let platforms = PLATFORMS.iter().collect();
        let (unknown, odd) = (random.pick(&[0, 5, 20]), random.pick(&[10, 40, 80]));
        let shape = Shape { max_parts: 0, unknown, odd, retailers: 1, price_step: 1, platforms };
        let catalogue = sized_world(&mut random, &shape, &[14; 10]).catalogue();
        let policy = RulePolicy { allow_unknown: random.chance(30), allow_warnings: random.chance(30) };
        let assert_same = |fit_keys: &[u32], parts: &[&CataloguePart]| {
            let parsed: Vec<&ParsedPart> = parts.iter().map(|part| &part.parsed).collect();
            let direct = fit::find_clash(parsed.iter().map(|part| (*part).clone()).collect(), policy);
            let cached = catalogue.fit_cache.parts_fit(policy, fit_keys, &parsed);
            assert_eq!(cached, direct.is_none(), "seed {seed}: {parsed:?}\n{direct:?}");
        };
        for first in CLASSES {
            for second in CLASSES.into_iter().filter(|second| is_compared(first, *second)) {
                for (_, a) in catalogue.list_category(first) {
                    for (_, b) in catalogue.list_category(second) {
                        compared[0] += 1;
                        assert_same(&[a.signatures.beside(second), b.signatures.beside(first)], &[a, b]);
                    }
                }
            }
        }
        for (index, trio) in TRIOS.iter().enumerate() {
            for _ in 0..300 {
                let parts = trio.map(|category| {
                    let own: Vec<_> = catalogue.list_category(category).map(|(_, part)| part).collect();
                    own[random.below(own.len())]
                });
                compared[1] += 1;
                assert_same(&parts.map(|part| part.signatures.in_trio(index)), &parts);
            }
        }
    }
    println!("pairs, trios: {compared:?}");
}
