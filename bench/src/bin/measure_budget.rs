//! Measures answers to budgets over real parts with made-up offers: `zcat parts.jsonl.gz | measure_budget [WISHES [PARTS]]`.
//!
//! Reads one part a line, keeps about PARTS of them (all unless given), and gives each four to five offers at ten retailers. Prints
//! how long answers of three builds take, and how many are proved: with unknown facts allowed, and with every rule checked.
//! Then the same of requests that are as hard as somebody can make them, without a limit of time: their effort is limited.

#![allow(clippy::print_stdout, reason = "the figures are its output")]

use std::{
    error::Error,
    io::{self, BufRead},
    time::{Duration, Instant},
};

use bench::{MemoryUse, NamedProducts, Rng, percentiles, worst_request};
use domain::{
    budget::{
        BudgetAnswer, BudgetRequest, BudgetScope, BuildSize, Catalogue, Constraints, PartOffer,
        PartPerformance, Proof, RulePolicy, SolveError, SolverPart, SolverRetailer, Thoroughness, UseKey,
        answer, answer_best,
    },
    compat::Part,
    model::{Category, Fils, ProductId, RetailerId, ShippingRule, Specs, Stock},
};
use serde::Deserialize;

const RETAILERS: usize = 10;
const OFFERS: u64 = 9;
/// As the api limits a search.
const TIME_LIMIT: Duration = Duration::from_secs(1);
/// The times that an answer may take; at least 99 % must be proved.
const MAX_P50: Duration = Duration::from_millis(60);
const MAX_P99: Duration = Duration::from_millis(200);
/// The time that a quick answer to the hardest requests may take.
const MAX_QUICK_P99_MS: f64 = 100.0;

#[derive(Deserialize)]
struct Line {
    id: uuid::Uuid,
    category: String,
    name: String,
    manufacturer: Option<String>,
    #[serde(default)]
    specs: serde_json::Map<String, serde_json::Value>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let wishes: u64 = arguments.next().map_or(Ok(500), |text| text.parse())?;
    let wanted: Option<u64> = arguments.next().map(|text| text.parse()).transpose()?;
    let mut rng = Rng::new(42);
    let mut parts = Vec::new();
    for line in io::stdin().lock().lines() {
        if let Some(part) = read(&line?, &mut rng)? {
            parts.push(part);
        }
    }
    if let Some(wanted) = wanted {
        let all = parts.len() as u64;
        parts.retain(|_| rng.below(all) < wanted);
    }
    let offers: usize = parts.iter().map(|part| part.offers.len()).sum();
    let before = MemoryUse::of_this_process()?.resident;
    let started = Instant::now();
    let catalogue = Catalogue::new((0..RETAILERS).map(retailer).collect(), parts);
    let (after, read_in) = (MemoryUse::of_this_process()?.resident, started.elapsed());
    println!(
        "{} parts with {offers} offers, read in {read_in:.0?}, {} MB more",
        catalogue.len(),
        after.saturating_sub(before)
    );
    for allow_unknown in [true, false] {
        measure(&catalogue, wishes, allow_unknown);
    }
    measure_worst(&catalogue, wishes);
    let after = MemoryUse::of_this_process()?.resident;
    println!("{after} MB resident after all answers ({before} before the catalogue)");
    Ok(())
}

/// Asks for the same random wishes in every run.
fn measure(catalogue: &Catalogue, wishes: u64, allow_unknown: bool) {
    let mut rng = Rng::new(43);
    let (mut times, mut proved, mut refused, mut too_little, mut out_of_time) = (Vec::new(), 0, 0, 0, 0);
    for _ in 0..wishes {
        let request = request(&mut rng, allow_unknown);
        let started = Instant::now();
        let answer = answer(catalogue, &request, &|| started.elapsed() > TIME_LIMIT);
        let is_optimal = match &answer {
            Ok(BudgetAnswer::Builds { builds, .. }) => {
                builds.iter().all(|build| build.proof == Proof::Optimal)
            }
            Ok(BudgetAnswer::BudgetTooLow(low)) => {
                too_little += 1;
                low.proof == Proof::Optimal
            }
            Err(SolveError::OutOfTime) => {
                out_of_time += 1;
                false
            }
            Err(_) => {
                refused += 1;
                true
            }
        };
        let took = started.elapsed();
        if std::env::var_os("VERBOSE").is_some() {
            println!("{took:.1?} {is_optimal} {request:?}");
        }
        times.push(took);
        proved += u64::from(is_optimal);
    }
    times.sort();
    let at = |percent: usize| {
        times.get(times.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default()
    };
    let is_within_limits = at(50) <= MAX_P50 && at(99) <= MAX_P99 && proved * 100 >= wishes * 99;
    println!(
        "{} {wishes} wishes, {}: p50 {:.1?}  p95 {:.1?}  p99 {:.1?}; proved {proved} ({too_little} too little money, {refused} refused, \
         {out_of_time} out of time)",
        if is_within_limits { "ok    " } else { "MISSED" },
        if allow_unknown { "unknown facts allowed" } else { "every rule checked" },
        at(50),
        at(95),
        at(99)
    );
}

/// Asks the hardest requests that we know: thoroughly, and for the best build alone where many others search.
fn measure_worst(catalogue: &Catalogue, wishes: u64) {
    let mut products = NamedProducts::default();
    for category in Category::ALL {
        let is_own =
            |id: &ProductId| catalogue.get(*id).is_some_and(|entry| entry.parsed.category == category);
        let mut ids: Vec<ProductId> = catalogue.ids().filter(is_own).collect();
        ids.sort_unstable();
        products.0.push((category, ids));
    }
    for thoroughness in [Thoroughness::Thorough, Thoroughness::Quick] {
        let (mut rng, mut times, mut proved) = (Rng::new(44), Vec::new(), 0_u64);
        for _ in 0..wishes {
            let request = worst_request(&mut rng, &products);
            let started = Instant::now();
            let answer = match thoroughness {
                Thoroughness::Thorough => answer(catalogue, &request, &|| false),
                Thoroughness::Quick => answer_best(catalogue, &request, thoroughness, &|| false),
            };
            let took = started.elapsed();
            if std::env::var_os("VERBOSE").is_some() {
                let outcome = answer.as_ref().map_or_else(ToString::to_string, |_| "answered".to_owned());
                println!("{took:.1?} {outcome} {request:?}");
            }
            proved += u64::from(match &answer {
                Ok(BudgetAnswer::Builds { builds, .. }) => {
                    builds.iter().all(|build| build.proof == Proof::Optimal)
                }
                Ok(BudgetAnswer::BudgetTooLow(low)) => low.proof == Proof::Optimal,
                Err(error) => *error != SolveError::OutOfEffort,
            });
            times.push(took);
        }
        let slowest = times.iter().max().copied().unwrap_or_default();
        let [p50, p95, p99] = percentiles(&times);
        let is_within_limits = thoroughness == Thoroughness::Thorough || p99 <= MAX_QUICK_P99_MS;
        println!(
            "{} {wishes} worst wishes, {thoroughness:?}: p50 {p50:.1} ms  p95 {p95:.1} ms  p99 {p99:.1} ms  slowest \
             {slowest:.1?}; proved {proved}",
            if is_within_limits { "ok    " } else { "MISSED" },
        );
    }
}

fn read(line: &str, rng: &mut Rng) -> Result<Option<SolverPart>, Box<dyn Error>> {
    let line: Line = serde_json::from_str(line)?;
    let Ok(category) = line.category.parse::<Category>() else { return Ok(None) };
    let (specs, _) = Specs::from_json(&line.specs);
    let performance = PartPerformance::estimate(category, &line.name, &specs);
    let usual = usual_price(category, &performance, rng);
    let offers = 1 + rng.below(OFFERS);
    let offers = (0..offers).map(|_| PartOffer {
        retailer: usize::try_from(rng.below(RETAILERS as u64)).unwrap_or_default(),
        price: Fils(usual * (90 + i64::try_from(rng.below(25)).unwrap_or_default()) / 100 / 100 * 100),
        stock: if rng.below(10) < 8 { Stock::In } else { Stock::Out },
        stock_left: None,
        second_hand: false,
    });
    let part = Part { id: ProductId(line.id), category, name: line.name, specs };
    Ok(Some(SolverPart { part, manufacturer: line.manufacturer, performance, offers: offers.collect() }))
}

/// A price in fils: by the index where there is one, else at random within what such parts cost.
fn usual_price(category: Category, performance: &PartPerformance, rng: &mut Rng) -> i64 {
    let by_index = |index: Option<u32>, least: i64, step: i64| {
        index.map(|index| least + i64::from(index) * step * i64::from(index + 500) / 1_500)
    };
    let known = match category {
        Category::Gpu => by_index(performance.games_1440p, 25_000, 95),
        Category::Cpu => by_index(performance.games, 15_000, 55),
        _ => None,
    };
    let (least, most) = match category {
        Category::Cpu => (20_000, 250_000),
        Category::Gpu => (30_000, 500_000),
        Category::Motherboard => (25_000, 180_000),
        Category::Ram => (12_000, 150_000),
        Category::Storage | Category::Psu | Category::Case => (10_000, 110_000),
        Category::Monitor => (30_000, 300_000),
        _ => (4_000, 70_000),
    };
    let spread = u64::try_from(most - least).unwrap_or_default();
    // The lower of two: cheap parts are the more frequent.
    let random = rng.below(spread).min(rng.below(spread));
    let price = known.unwrap_or(least + i64::try_from(random).unwrap_or_default());
    price * (85 + i64::try_from(rng.below(30)).unwrap_or_default()) / 100
}

fn retailer(index: usize) -> SolverRetailer {
    let fils = |fils: usize| Some(Fils(i64::try_from(fils).unwrap_or_default()));
    SolverRetailer {
        id: RetailerId(uuid::Uuid::from_u128(index as u128 + 1)),
        shipping: ShippingRule {
            flat: fils(1_000 + 250 * (index % 5)),
            free_over: if index.is_multiple_of(3) { None } else { fils(20_000 * (1 + index % 4)) },
        },
        tabby: index.is_multiple_of(2),
    }
}

fn request(rng: &mut Rng, allow_unknown: bool) -> BudgetRequest {
    let mut constraints = Constraints::default();
    for _ in 0..rng.below(3) {
        match rng.below(9) {
            0 => constraints.tabby = true,
            1 => constraints.color = Some("white".to_owned()),
            2 => constraints.size = Some(rng.pick(&[BuildSize::MicroAtx, BuildSize::MiniItx])),
            3 => constraints.quiet = true,
            4 => constraints.wifi = true,
            5 => constraints.cpu_manufacturer = Some(rng.pick(&["amd", "intel"]).to_owned()),
            6 => constraints.gpu_manufacturer = Some(rng.pick(&["amd", "nvidia"]).to_owned()),
            7 => constraints.monitor = true,
            _ => constraints.min_memory = Some(32),
        }
    }
    BudgetRequest {
        budget: Fils(200_000 + 10_000 * i64::try_from(rng.below(231)).unwrap_or_default()),
        scope: BudgetScope::Delivered,
        use_key: rng.pick(&UseKey::ALL),
        constraints,
        policy: RulePolicy { allow_unknown, allow_warnings: false },
    }
}
