//! The solver compared with plain enumeration over random catalogues.

mod answers;
mod brute;
mod changes;
mod dominance;
mod fees;
mod ladder;
mod large;
mod platforms;
mod points;
mod random;
mod repairs;
mod settled;
mod signatures;
mod soundness;
mod upgrades;

use brute::{BruteForce, EnumeratedBuild};
use random::{Random, request, shape, world};

use super::{BudgetBuild, BudgetTooLow, Proof, SolveError, SolveOutcome, Soundness, solve};

/// The most combinations that plain enumeration tries in one case, small because a debug build checks only some
/// thousand a second.
const MAX_BUILDS: usize = 128;

fn plain(build: &BudgetBuild) -> EnumeratedBuild {
    let ids = build.parts.iter().map(|part| Some(part.product_id)).collect();
    EnumeratedBuild { utility: build.utility, total: build.total.0, ids }
}

fn without_gaps(plain: &EnumeratedBuild) -> EnumeratedBuild {
    EnumeratedBuild { ids: plain.ids.iter().filter(|id| id.is_some()).copied().collect(), ..plain.clone() }
}

/// Compares one random case, and counts the answer: a build, too little money, or none; and the builds of all bounds.
fn compare(seed: u64, counts: &mut [usize; 4]) {
    let mut random = Random(seed);
    let shape = shape(&mut random);
    let world = world(&mut random, &shape, MAX_BUILDS);
    let catalogue = world.catalogue();
    let request = request(&mut random, &world, shape.unknown);
    let answer = solve(&catalogue, &request, &|| false);
    if let Err(
        SolveError::SlotTaken { .. }
        | SolveError::Quantity { .. }
        | SolveError::FixedNotSold { .. }
        | SolveError::FixedAgainstConstraint { .. },
    ) = answer
    {
        counts[2] += 1;
        return;
    }
    let brute = BruteForce::new(&world, &catalogue, &request).run();
    let context = || format!("seed {seed}: {request:?}");
    match answer {
        Ok(SolveOutcome::Best { build, proof, soundness }) => {
            counts[0] += 1;
            counts[3] += usize::from(soundness == Soundness::Full);
            assert_eq!(proof, Proof::Optimal, "{}", context());
            assert_eq!(Some(plain(&build)), brute.best().map(without_gaps), "{}", context());
        }
        Ok(SolveOutcome::BudgetTooLow(BudgetTooLow { cheapest, missing, proof })) => {
            counts[1] += 1;
            assert_eq!(proof, Proof::Optimal, "{}", context());
            assert_eq!(brute.best(), None, "{}", context());
            assert_eq!(Some(plain(&cheapest)), brute.cheapest.as_ref().map(without_gaps), "{}", context());
            assert_eq!(missing.0, cheapest.total.0 - request.budget.0);
        }
        Err(error) => {
            counts[2] += 1;
            assert_eq!(brute.cheapest, None, "{error}: {}", context());
        }
    }
}

/// Compares all cases, and requires enough of each answer that the comparison is meaningful.
fn compare_all(seeds: std::ops::Range<u64>) {
    let cases = usize::try_from(seeds.end - seeds.start).unwrap();
    let mut counts = [0; 4];
    for seed in seeds {
        compare(seed, &mut counts);
    }
    println!("{cases} catalogues: {counts:?} builds, too little money, no build, sound builds");
    assert!(counts[0] > cases / 6 && counts[1] > cases / 25 && counts[3] > cases / 50, "{counts:?}");
}

#[test]
fn solver_agrees_with_plain_enumeration_on_catalogues_1() {
    compare_all(0..1_500);
}

#[test]
fn solver_agrees_with_plain_enumeration_on_catalogues_2() {
    compare_all(1_500..3_000);
}

#[test]
fn solver_agrees_with_plain_enumeration_on_catalogues_3() {
    compare_all(3_000..4_500);
}

#[test]
fn solver_agrees_with_plain_enumeration_on_catalogues_4() {
    compare_all(4_500..6_000);
}
