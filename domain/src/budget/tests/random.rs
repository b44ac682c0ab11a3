//! Random catalogues and requests, the same for the same seed.

use serde_json::{Value, json};
use uuid::Uuid;

use super::platforms::{PLATFORMS, Platform};
use crate::{
    budget::{
        BudgetRequest, BudgetScope, BuildSize, Catalogue, Constraints, FixedPart, PartOffer, PartPerformance,
        RulePolicy, SolverPart, SolverRetailer, UseKey,
    },
    compat::{Part, holds_several},
    model::{Category, Fils, ProductId, RetailerId, ShippingRule, Specs, Stock},
};

/// SplitMix64: small, and the same everywhere.
pub(super) struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap()
    }

    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.next() % u64::try_from(high - low + 1).unwrap()).unwrap()
    }

    pub(super) fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    /// Returns the first item, or with a probability of `odd` percent any item.
    fn usual<T: Clone>(&mut self, odd: i64, items: &[T]) -> T {
        if self.chance(odd) { self.pick(items) } else { items[0].clone() }
    }

    pub(super) fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

/// The parameters of a random catalogue.
pub(super) struct Shape {
    /// The most parts of each class.
    pub max_parts: usize,
    /// Percent of facts that are left out.
    pub unknown: i64,
    /// Percent of facts that differ from the common value, which fits most parts.
    pub odd: i64,
    pub retailers: usize,
    /// Prices are multiples of this many fils; a large step makes ties.
    pub price_step: i64,
    pub platforms: Vec<&'static Platform>,
}

pub(super) const CLASSES: [Category; 10] = [
    Category::Cpu,
    Category::Gpu,
    Category::Motherboard,
    Category::Ram,
    Category::Storage,
    Category::Psu,
    Category::Case,
    Category::CpuCooler,
    Category::Monitor,
    Category::CaseFan,
];

pub(super) struct World {
    pub retailers: Vec<SolverRetailer>,
    pub parts: Vec<SolverPart>,
}

impl World {
    pub(super) fn catalogue(&self) -> Catalogue {
        Catalogue::new(self.retailers.clone(), self.parts.clone())
    }
}

pub(super) fn shape(random: &mut Random) -> Shape {
    let mut platforms = vec![&PLATFORMS[random.below(3)]];
    if random.chance(25) {
        platforms.push(&PLATFORMS[random.below(3)]);
    }
    Shape {
        max_parts: random.pick(&[1, 2, 2, 3, 3, 4, 8]),
        unknown: random.pick(&[0, 0, 0, 3, 10]),
        odd: random.pick(&[0, 2, 4, 8, 20, 60]),
        retailers: 1 + random.below(4),
        price_step: random.pick(&[1, 500, 5_000]),
        platforms,
    }
}

/// Returns a catalogue whose classes multiply to at most `max_builds`.
pub(super) fn world(random: &mut Random, shape: &Shape, max_builds: usize) -> World {
    let retailers = (0..shape.retailers).map(|_| retailer(random)).collect();
    let mut parts = Vec::new();
    let mut builds = 1;
    for category in CLASSES {
        let room = (max_builds / builds).clamp(1, shape.max_parts);
        let count = 1 + random.below(room).max(random.below(room));
        if !matches!(category, Category::Monitor | Category::CaseFan) {
            builds *= count;
        }
        for _ in 0..count {
            let id = ProductId(Uuid::from_u128(u128::from(random.next())));
            parts.push(part(random, shape, category, id));
        }
    }
    World { retailers, parts }
}

fn retailer(random: &mut Random) -> SolverRetailer {
    let flat = random.pick(&[None, Some(Fils(0)), Some(Fils(1_000)), Some(Fils(2_000)), Some(Fils(5_000))]);
    let free_over = random.pick(&[None, Some(Fils(20_000)), Some(Fils(50_000)), Some(Fils(150_000))]);
    SolverRetailer {
        id: RetailerId::random(),
        shipping: ShippingRule { flat, free_over },
        tabby: random.chance(60),
    }
}

fn part(random: &mut Random, shape: &Shape, category: Category, id: ProductId) -> SolverPart {
    let platform = shape.platforms[random.below(shape.platforms.len())];
    let (name, mut specs, price) = facts(random, category, platform, shape.odd);
    if let Value::Object(specs) = &mut specs {
        specs.retain(|_, value| !value.is_null() && !random.chance(shape.unknown));
    }
    let (specs, refused) = Specs::from_json(specs.as_object().unwrap());
    assert!(refused.is_empty(), "{refused:?}");
    let part = Part { id, category, name: name.to_owned(), specs };
    let mut offers = Vec::new();
    for retailer in 0..shape.retailers {
        if retailer == 0 || random.chance(60) {
            let exact = random.between(price * 8 / 10, price * 12 / 10);
            offers.push(PartOffer {
                retailer: if random.chance(80) { retailer } else { random.below(shape.retailers) },
                price: Fils((exact / shape.price_step).max(1) * shape.price_step),
                stock: if random.chance(92) { Stock::In } else { random.pick(&[Stock::Out, Stock::Unknown]) },
                stock_left: None,
                second_hand: random.chance(4),
            });
        }
    }
    SolverPart { part, manufacturer: None, performance: performance(random, category, price), offers }
}

fn performance(random: &mut Random, category: Category, price: i64) -> PartPerformance {
    let mut index = || {
        let around = u32::try_from(random.between(price * 8 / 1_000, price * 13 / 1_000)).unwrap();
        (!random.chance(3)).then_some(around)
    };
    match category {
        Category::Cpu => {
            let (games, many_threads, few_threads) = (index(), index(), index());
            PartPerformance { games, many_threads, few_threads, ..PartPerformance::default() }
        }
        Category::Gpu => PartPerformance {
            games_1080p: index(),
            games_1440p: index(),
            games_4k: index(),
            rendering: index(),
            ..PartPerformance::default()
        },
        _ => PartPerformance::default(),
    }
}

/// Returns the name, facts and usual price of a part.
fn facts(
    random: &mut Random,
    category: Category,
    platform: &Platform,
    odd: i64,
) -> (&'static str, Value, i64) {
    match category {
        Category::Cpu => (random.pick(platform.processors), json!({}), random.between(60_000, 160_000)),
        Category::Motherboard => ("Board", board(random, platform, odd), random.between(30_000, 80_000)),
        Category::Gpu => card(random, odd),
        Category::Ram => ("Kit", kit(random, platform, odd), random.between(15_000, 60_000)),
        Category::Storage => ("Drive", drive(random, odd), random.between(12_000, 50_000)),
        Category::Psu => ("Supply", supply(random, odd), random.between(15_000, 50_000)),
        Category::Case => ("Case", case(random, odd), random.between(10_000, 40_000)),
        Category::CpuCooler => ("Cooler", cooler(random, odd), random.between(5_000, 40_000)),
        Category::Monitor => (
            "Monitor",
            json!({"resolution": random.pick(&["1920x1080", "2560x1440", "3840x2160"]), "refreshRate": random.pick(&[60, 144, 240])}),
            random.between(30_000, 120_000),
        ),
        _ => ("Fan", json!({"fanQuantity": random.pick(&[1, 3])}), random.between(2_000, 9_000)),
    }
}

fn board(random: &mut Random, platform: &Platform, odd: i64) -> Value {
    json!({
        "motherboardChipset": random.pick(platform.boards),
        "formFactor": random.usual(odd, &["ATX", "Micro ATX", "Mini-ITX"]),
        "ramType": random.pick(platform.memory),
        "memorySlots": random.usual(odd, &[4, 2]),
        "maxRamCapacity": random.usual(odd, &[128, 64, 192]),
        "m2Slots": random.pick(&[1, 2, 3]),
        "sataPorts": random.pick(&[2, 4]),
        "cpuPower": random.pick(&[json!(["8-pin"]), json!(["8-pin", "4-pin"])]),
        "biosFlashback": random.chance(70),
        "maxRamSpeed": random.usual(odd, &[8000, 6000, 3200]),
        "videoOutputs": random.usual(odd, &[json!(["HDMI"]), json!(["none"])]),
        "wifi": random.chance(60),
    })
}

fn card(random: &mut Random, odd: i64) -> (&'static str, Value, i64) {
    let (name, vram, price) = random.pick(&[
        ("GeForce RTX 4060", 8, 100_000),
        ("Radeon RX 7600", 8, 90_000),
        ("GeForce RTX 5070", 12, 210_000),
        ("Radeon RX 9070 XT", 16, 240_000),
        ("GeForce RTX 5070 Ti", 16, 280_000),
    ]);
    let specs = json!({
        "gpuChipset": name,
        "gpuVram": vram,
        "length": random.usual(odd, &[200, 245, 304, 340]),
        "slotWidth": random.pick(&[json!(2), json!(2.5), json!(3)]),
        "pcie8pin": random.pick(&[Value::Null, json!(1), json!(2), json!(3)]),
    });
    (name, specs, price)
}

fn kit(random: &mut Random, platform: &Platform, odd: i64) -> Value {
    let kind = random.pick(platform.memory);
    let modules = random.usual(odd, &[2, 1, 4]);
    json!({
        "ramType": kind,
        "ramSpeed": if kind == "DDR4" { random.pick(&[2666, 3200, 3600]) } else { random.pick(&[5200, 6000, 7200]) },
        "ramCapacity": if random.chance(odd) { 8 } else { random.pick(&[16, 32, 32, 64]) },
        "modules": modules,
        "formFactor": random.usual(odd, &["DIMM", "SO-DIMM"]),
        "moduleHeight": random.usual(odd, &[32, 31, 40, 52]),
        "ecc": random.chance(5),
    })
}

fn drive(random: &mut Random, odd: i64) -> Value {
    let (form, kind) = random.usual(odd, &[("M.2-NVMe", "SSD"), ("2.5-SATA", "SSD"), ("3.5-HDD", "HDD")]);
    json!({
        "storageFormFactor": form,
        "type": kind,
        "storageCapacity": if random.chance(odd) { 250 } else { random.pick(&[500, 1000, 2000]) },
        "interface": if form == "M.2-NVMe" { json!(random.pick(&["PCIe 3.0 x4", "PCIe 4.0 x4", "PCIe 5.0 x4"])) } else { Value::Null },
        "m2Size": if form == "M.2-NVMe" { json!("2280") } else { Value::Null },
    })
}

fn supply(random: &mut Random, odd: i64) -> Value {
    json!({
        "psuWattage": if random.chance(odd) { 450 } else { random.pick(&[550, 650, 750, 850, 1000]) },
        "psuEfficiency": random.pick(&["80+ Bronze", "80+ Gold", "80+ Platinum"]),
        "formFactor": random.usual(odd, &["ATX", "SFX"]),
        "psuLength": random.usual(odd, &[140, 125, 160]),
        "eps8pin": random.usual(odd, &[2, 1]),
        "pcie8pin": random.usual(odd, &[4, 1, 2]),
        "pcie16pin": random.usual(odd, &[1, 0]),
        "atxVersion": random.pick(&["2.4", "3.0", "3.1"]),
    })
}

fn case(random: &mut Random, odd: i64) -> Value {
    json!({
        "caseSupportedFormFactors": random.usual(odd, &[
            json!(["ATX", "Micro ATX", "Mini-ITX"]),
            json!(["ATX", "Micro ATX", "Mini-ITX"]),
            json!(["Micro ATX", "Mini-ITX"]),
            json!(["Mini-ITX"]),
        ]),
        "casePsuFormFactors": random.usual(odd, &[json!(["ATX"]), json!(["ATX"]), json!(["SFX", "SFX-L"])]),
        "maxGpuLength": random.usual(odd, &[400, 230, 330]),
        "maxCoolerHeight": random.usual(odd, &[170, 70, 155]),
        "maxPsuLength": random.usual(odd, &[180, 140]),
        "radiatorSupport": random.pick(&[json!(["front 360"]), json!(["top 240", "rear 120"])]),
        "bays35": random.pick(&[0, 2]),
        "bays25": random.pick(&[1, 2]),
        "expansionSlots": random.usual(odd, &[7, 2]),
        "includedPsuWattage": random.usual(odd, &[Value::Null, Value::Null, json!(450), json!(650)]),
        "color": random.pick(&[json!(["Black"]), json!(["White"])]),
    })
}

fn cooler(random: &mut Random, odd: i64) -> Value {
    let water = random.chance(30);
    json!({
        "coolerType": if water { "AIO" } else { "AIR" },
        "radiatorSize": if water { random.pick(&[json!(240), json!(360)]) } else { Value::Null },
        "coolerHeight": random.pick(&[55, 125, 155, 165]),
        "coolerSockets": random.usual(odd, &[json!(["AM4", "AM5", "LGA1700"]), json!(["AM4", "AM5", "LGA1700"]), json!(["LGA1700"])]),
        "coolerTdp": random.usual(odd, &[250, 95, 180]),
        "maxNoise": random.pick(&[22, 28, 36]),
        "color": random.pick(&[json!(["Black"]), json!(["White"])]),
    })
}

/// Returns a request over a world: a budget around the cost of its builds, and a few constraints.
pub(super) fn request(random: &mut Random, world: &World, unknown: i64) -> BudgetRequest {
    let typical: i64 = CLASSES
        .iter()
        .filter_map(|category| {
            let of = world.parts.iter().filter(|part| part.part.category == *category);
            of.filter_map(|part| part.offers.first()).map(|offer| offer.price.0).min()
        })
        .sum();
    BudgetRequest {
        budget: Fils((typical * random.between(60, 170) / 100).max(1)),
        scope: if random.chance(80) { BudgetScope::Delivered } else { BudgetScope::PartsOnly },
        use_key: random.pick(&UseKey::ALL),
        constraints: constraints(random, world),
        policy: RulePolicy {
            allow_unknown: unknown > 0 || random.chance(60),
            allow_warnings: random.chance(60),
        },
    }
}

fn constraints(random: &mut Random, world: &World) -> Constraints {
    let mut constraints = Constraints::default();
    for _ in 0..random.pick(&[0, 0, 0, 0, 1, 1, 2, 3]) {
        match random.below(12) {
            0..=3 => {
                let part = &world.parts[random.below(world.parts.len())].part;
                let quantity = if holds_several(part.category) { random.pick(&[1, 1, 2, 3, 5]) } else { 1 };
                let fixed = FixedPart { product_id: part.id, quantity, owned: random.chance(50) };
                constraints.keep.push(fixed);
                // The same product, named again.
                constraints.keep.extend(Some(fixed).filter(|_| random.chance(15)));
            }
            4 => constraints.retailers.push(random.below(world.retailers.len())),
            5 => constraints.tabby = true,
            6 => constraints.color = Some(random.pick(&["black", "White"]).to_owned()),
            7 => constraints.size = Some(random.pick(&[BuildSize::MiniItx, BuildSize::MicroAtx])),
            8 => constraints.quiet = true,
            9 => constraints.wifi = true,
            10 => constraints.monitor = true,
            _ => match random.below(4) {
                0 => constraints.cpu_manufacturer = Some("AMD".to_owned()),
                1 => constraints.gpu_manufacturer = Some("nvidia".to_owned()),
                2 => constraints.min_memory = Some(32),
                _ => constraints.min_storage = Some(1_000),
            },
        }
    }
    constraints
}

/// Returns a catalogue with a given number of parts of each class of [`CLASSES`].
pub(super) fn sized_world(random: &mut Random, shape: &Shape, sizes: &[usize]) -> World {
    let retailers = (0..shape.retailers).map(|_| retailer(random)).collect();
    let mut parts = Vec::new();
    for (category, size) in CLASSES.into_iter().zip(sizes) {
        for _ in 0..*size {
            let id = ProductId(Uuid::from_u128(u128::from(random.next())));
            parts.push(part(random, shape, category, id));
        }
    }
    World { retailers, parts }
}
