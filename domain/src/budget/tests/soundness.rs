//! Builds read by rules of thumb that a technician would apply, written down here apart from the solver's own bounds.

use super::{
    answers::market,
    brute::BruteForce,
    platforms::PLATFORMS,
    random::{Random, Shape, World, sized_world},
};
use crate::{
    budget::{
        BudgetAnswer, BudgetBuild, BudgetRequest, BudgetScope, Constraints, RulePolicy, SolveOutcome,
        SolverPart, Soundness, Thoroughness, UnspentReason, UseKey, answer, answer_best, solve,
    },
    compat::{Build, BuildEntry, Code, Outcome, Part, check},
    model::{Category, Fils, SpecKey, Stock},
};

/// Parts of each class: enough for many different best builds, few enough for a debug build.
const PARTS: usize = 12;
const BUDGETS: usize = 200;
/// Of the whole price, from `SHARE_FROM` dinars on.
const MAX_SUPPLY_PERCENT: i64 = 20;
const SHARE_FROM: i64 = 300;
const MAX_WATTS_OVER: i64 = 150;

fn request(budget: i64, use_key: UseKey, allow_unknown: bool) -> BudgetRequest {
    let policy = RulePolicy { allow_unknown, allow_warnings: false };
    let (scope, constraints) = (BudgetScope::Delivered, Constraints::default());
    BudgetRequest { budget: Fils(budget), scope, use_key, constraints, policy }
}

/// The least and the most memory and storage of each use, in GB.
fn capacities(use_key: UseKey) -> ([i64; 2], [i64; 2]) {
    match use_key {
        UseKey::Gaming1080p => ([16, 32], [480, 2_048]),
        UseKey::Gaming1440p => ([32, 48], [960, 2_048]),
        UseKey::Gaming4k => ([32, 64], [960, 4_096]),
        UseKey::Rendering => ([32, 128], [960, 4_096]),
        UseKey::Office => ([16, 32], [480, 1_024]),
    }
}

/// A build as a reader sees it.
struct Reader<'w> {
    world: &'w World,
    build: &'w BudgetBuild,
}

impl<'w> Reader<'w> {
    fn part(&self, category: Category) -> Option<(&'w Part, i64)> {
        let part = self.build.parts.iter().find(|part| part.category == category)?;
        let facts = self.world.parts.iter().find(|facts| facts.part.id == part.product_id)?;
        let offers = facts.offers.iter().filter(|offer| offer.stock == Stock::In && !offer.second_hand);
        Some((&facts.part, offers.map(|offer| offer.price.0).min()?))
    }

    fn number(&self, category: Category, key: SpecKey) -> i64 {
        self.part(category).and_then(|(part, _)| part.specs.integer(key)).unwrap_or(0)
    }

    /// Whether a supply is in stock, and efficient enough for its size where the floors apply.
    fn is_offered(part: &SolverPart, soundness: Soundness) -> bool {
        let watts = part.part.specs.integer(SpecKey::PsuWattage).unwrap_or(0);
        let badge = part.part.specs.text(SpecKey::PsuEfficiency).unwrap_or_default();
        let is_efficient = watts < 800 || badge.contains("Gold") || badge.contains("Platinum");
        let mut offers = part.offers.iter();
        (soundness > Soundness::Full || is_efficient)
            && offers.any(|offer| offer.stock == Stock::In && !offer.second_hand)
    }

    /// Reads what every stage but the last keeps: the size of the supply, and no warning of ours.
    fn assert_supply(&self, soundness: Soundness) {
        let entries = self.build.parts.iter().filter_map(|part| {
            let facts = self.world.parts.iter().find(|facts| facts.part.id == part.product_id)?;
            Some(BuildEntry { slot: part.category, part: facts.part.clone(), quantity: 1 })
        });
        let report = check(&Build::new(entries).0);
        let recommended = i64::from(report.watts.recommended_psu.expect("a processor"));
        let watts = self.number(Category::Psu, SpecKey::PsuWattage);
        if watts == 0 {
            assert!(self.number(Category::Case, SpecKey::IncludedPsuWattage) >= recommended);
            return;
        }
        let offered = self.world.parts.iter().filter(|part| Reader::is_offered(part, soundness));
        let sold = offered.filter_map(|part| part.part.specs.integer(SpecKey::PsuWattage));
        let is_next_size = sold.filter(|size| *size >= recommended).all(|size| size >= watts);
        assert!(watts >= recommended, "{watts} of {recommended} W: {:?}", self.build);
        assert!(
            watts <= recommended + MAX_WATTS_OVER || is_next_size,
            "{watts} of {recommended} W: {:?}",
            self.build
        );
        for check in report.checks.iter().filter(|check| check.outcome == Outcome::Warning) {
            assert!(check.code == Code::PsuOversized && is_next_size, "{check:?}");
        }
    }

    fn assert_capacities(&self, use_key: UseKey) {
        let (memory, storage) = capacities(use_key);
        let has = |[from, to]: [i64; 2], gigabytes: i64| (from..=to).contains(&gigabytes);
        assert!(has(memory, self.number(Category::Ram, SpecKey::RamCapacity)), "{:?}", self.build);
        assert!(has(storage, self.number(Category::Storage, SpecKey::StorageCapacity)), "{:?}", self.build);
    }

    /// Reads what only a build of all bounds keeps. The floors are those of the table, less a step of prices.
    fn assert_floors(&self) {
        let (cpu, cpu_price) = self.part(Category::Cpu).expect("a processor");
        let watts = crate::compat::ParsedPart::new(cpu).facts.number(crate::compat::FactKey::Watts);
        let is_hot = watts.is_some_and(|watts| watts >= 140.0);
        let (board, board_price) = self.part(Category::Motherboard).expect("a board");
        assert!(board_price * 100 >= cpu_price * 13, "{board_price} beside {cpu_price}");
        let chipset = board.specs.text(SpecKey::MotherboardChipset).unwrap_or_default();
        assert!(!is_hot || !chipset.starts_with('A') && chipset != "H610", "{chipset}");
        if is_hot {
            let (_, price) = self.part(Category::CpuCooler).expect("a cooler");
            assert!(price * 100 >= cpu_price * 4, "{price} beside {cpu_price}");
        }
        if self.build.total.0 >= SHARE_FROM * 1_000
            && let Some((_, price)) = self.part(Category::Psu)
        {
            assert!(
                price * 100 <= self.build.total.0 * MAX_SUPPLY_PERCENT,
                "{price} of {}",
                self.build.total
            );
        }
    }
}

#[test]
fn builds_of_200_budgets_and_every_use_are_those_of_a_technician() {
    let platforms = PLATFORMS.iter().collect();
    let shape = Shape { max_parts: PARTS, unknown: 0, odd: 12, retailers: 2, price_step: 250, platforms };
    let world = sized_world(&mut Random(18), &shape, &[PARTS; 10]);
    let catalogue = world.catalogue();
    let mut of_stage = [0; 4];
    for use_key in UseKey::ALL {
        for budget in (0..BUDGETS).map(|step| 100_000 + 12_000 * i64::try_from(step).unwrap()) {
            let request = request(budget, use_key, false);
            let Ok(SolveOutcome::Best { build, soundness, .. }) = solve(&catalogue, &request, &|| false)
            else {
                continue;
            };
            let stage = Soundness::ORDER.iter().position(|stage| *stage == soundness).unwrap();
            of_stage[stage] += 1;
            let reader = Reader { world: &world, build: &build };
            if soundness <= Soundness::SupplyOnly {
                reader.assert_supply(soundness);
            }
            if soundness <= Soundness::WithoutFloors {
                reader.assert_capacities(use_key);
            }
            if soundness == Soundness::Full {
                reader.assert_floors();
            }
        }
    }
    println!("builds of each stage: {of_stage:?}");
    assert!(of_stage[0] > 3 * of_stage[1..].iter().sum::<usize>(), "{of_stage:?}");
}

/// A market of small memory has no build of all bounds: the ones that it can keep stay.
#[test]
fn bounds_that_no_build_keeps_are_dropped_in_order() {
    let mut world = market(5);
    let mut stages = Vec::new();
    for gigabytes in [16, 8] {
        for part in world.parts.iter_mut().filter(|part| part.part.category == Category::Ram) {
            part.part.specs.insert_json(SpecKey::RamCapacity, &gigabytes.into()).unwrap();
        }
        let request = request(2_000_000, UseKey::Office, false);
        let Ok(SolveOutcome::Best { build, soundness, .. }) = solve(&world.catalogue(), &request, &|| false)
        else {
            panic!("2,000 dinars pay for a build");
        };
        Reader { world: &world, build: &build }.assert_supply(soundness);
        stages.push(soundness);
    }
    assert_eq!(stages, [Soundness::Full, Soundness::SupplyOnly]);
}

#[test]
fn money_that_brings_nothing_is_left_over_and_said() {
    let catalogue = market(6).catalogue();
    let ask = |budget: i64| match answer(&catalogue, &request(budget, UseKey::Office, false), &|| false) {
        Ok(BudgetAnswer::Builds { builds, unspent, .. }) => (builds[0].build.clone(), unspent),
        other => panic!("{other:?}"),
    };
    let (rich, unspent) = ask(2_000_000);
    let unspent = unspent.expect("most of 2,000 dinars is left");
    assert_eq!(unspent.amount.0, 2_000_000 - rich.total.0);
    assert_eq!(unspent.reason, UnspentReason::NothingBetter);
    let (exact, unspent) = ask(rich.total.0);
    assert_eq!((exact, unspent), (rich, None));
}

/// The best build of which every rule is checked is preferred where it has 95 % of the points, and only there.
#[test]
fn checked_builds_are_preferred_where_they_are_nearly_as_good() {
    let [mut checked, mut unchecked] = [0; 2];
    for seed in 0..60 {
        let mut random = Random(seed + 600);
        let platforms = vec![&PLATFORMS[random.below(3)]];
        let shape = Shape { max_parts: 2, unknown: 4, odd: 6, retailers: 2, price_step: 500, platforms };
        let world = sized_world(&mut random, &shape, &[2, 2, 2, 2, 2, 2, 1, 1, 0, 0]);
        let catalogue = world.catalogue();
        let use_key = random.pick(&UseKey::ALL);
        let [strict, loose] = [false, true].map(|allow_unknown| request(900_000, use_key, allow_unknown));
        let Ok(BudgetAnswer::Builds { builds, soundness, .. }) =
            answer_best(&catalogue, &loose, Thoroughness::Thorough, &|| false)
        else {
            continue;
        };
        let stage = Soundness::ORDER.iter().position(|stage| *stage == soundness).unwrap();
        let [of_checked, of_all] = [&strict, &loose].map(|request| {
            let brute = BruteForce::new(&world, &catalogue, request).run();
            brute.best_by_stage[stage].as_ref().map(|best| best.utility)
        });
        let best = of_all.expect("a build");
        let preferred = of_checked.filter(|own| own * 100 >= best * 95);
        assert_eq!(builds[0].build.utility, preferred.unwrap_or(best), "seed {seed}");
        checked += usize::from(preferred.is_some());
        unchecked += usize::from(preferred.is_none());
    }
    println!("{checked} checked, {unchecked} unchecked");
    assert!(checked > 3 && unchecked > 3, "{checked} checked, {unchecked} unchecked");
}
