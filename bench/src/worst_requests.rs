//! Requests for builds that are as hard to answer as somebody can make them who reads the API document.

use domain::{
    budget::{BudgetRequest, BudgetScope, BuildSize, Constraints, FixedPart, RulePolicy, UseKey},
    model::{Category, Fils, ProductId},
};
use serde_json::{Value, json};

use crate::Rng;

/// The most fixed parts that the api takes in a request.
const MAX_FIXED_PARTS: usize = 16;

/// Products that requests name, by category.
#[derive(Debug, Clone, Default)]
pub struct NamedProducts(pub Vec<(Category, Vec<ProductId>)>);

impl NamedProducts {
    /// Returns some of a category, each once.
    fn some(&self, rng: &mut Rng, category: Category, count: usize) -> Vec<ProductId> {
        let of = self.0.iter().find(|(other, _)| *other == category).map(|(_, ids)| ids.as_slice());
        let ids = of.unwrap_or_default();
        let mut chosen = Vec::new();
        for _ in 0..if ids.is_empty() { 0 } else { 4 * count } {
            let id = rng.pick(ids);
            if chosen.len() < count && !chosen.contains(&id) {
                chosen.push(id);
            }
        }
        chosen
    }
}

/// Returns a hard request.
pub fn worst_request(rng: &mut Rng, products: &NamedProducts) -> BudgetRequest {
    let mut constraints = Constraints::default();
    match rng.below(12) {
        // More pieces than most boards have slots.
        0 => constraints.keep = keep(rng, products, Category::Storage, 1, &[3, 4, 5]),
        1 => constraints.keep = keep(rng, products, Category::Storage, 4, &[1]),
        2 => constraints.keep = keep(rng, products, Category::Ram, 1, &[2, 3, 4, 8]),
        3 => constraints.keep = keep(rng, products, Category::Ram, 3, &[1, 2]),
        // Pieces that draw more watts than a build otherwise does.
        4 => constraints.keep = keep(rng, products, Category::Storage, 2, &[8, 16, 32]),
        5 => constraints.keep = keep(rng, products, Category::CaseFan, 3, &[8, 16, 32]),
        // Baskets of many lines.
        6 | 7 => {
            for (category, count) in
                [(Category::CaseFan, 8), (Category::Storage, 3), (Category::Monitor, 4), (Category::Ram, 1)]
            {
                constraints.keep.extend(keep(rng, products, category, count, &[1, 1, 2]));
            }
        }
        // Parts that seldom fit each other.
        8 => {
            let of = [Category::Case, Category::Gpu, Category::CpuCooler, Category::Motherboard];
            for category in of.into_iter().filter(|_| rng.percent(50)).collect::<Vec<_>>() {
                constraints.keep.extend(keep(rng, products, category, 1, &[1]));
            }
        }
        // Lists of parts that nobody else asks for.
        9 => {
            constraints.min_memory = Some(1 + u32::try_from(rng.below(64)).unwrap_or_default());
            constraints.min_storage = Some(1 + u32::try_from(rng.below(2_000)).unwrap_or_default());
        }
        _ => constraints.keep = keep(rng, products, Category::Monitor, 2, &[1, 32]),
    }
    for part in &mut constraints.keep {
        part.owned = rng.percent(40);
    }
    constraints.keep.truncate(MAX_FIXED_PARTS);
    narrow(rng, &mut constraints);
    let scope = if rng.percent(85) { BudgetScope::Delivered } else { BudgetScope::PartsOnly };
    let policy = RulePolicy { allow_unknown: rng.percent(50), allow_warnings: false };
    BudgetRequest { budget: budget(rng), scope, use_key: rng.pick(&UseKey::ALL), constraints, policy }
}

/// Just enough for something, the usual, or all that there is.
fn budget(rng: &mut Rng) -> Fils {
    let fils = match rng.below(4) {
        0 => 100_000 + rng.below(300_000),
        1 => 1_000_000_000 - rng.below(1_000_000),
        _ => 300_000 + rng.below(2_000_000),
    };
    Fils(i64::try_from(fils).unwrap_or_default())
}

/// Adds constraints that leave few parts.
fn narrow(rng: &mut Rng, constraints: &mut Constraints) {
    for _ in 0..rng.below(4) {
        match rng.below(7) {
            0 => constraints.color = Some(rng.pick(&["white", "black", "b", "e"]).to_owned()),
            1 => constraints.size = Some(rng.pick(&[BuildSize::MicroAtx, BuildSize::MiniItx])),
            2 => constraints.quiet = true,
            3 => constraints.wifi = true,
            4 => constraints.cpu_manufacturer = Some(rng.pick(&["amd", "intel"]).to_owned()),
            5 => constraints.gpu_manufacturer = Some(rng.pick(&["amd", "nvidia", "intel"]).to_owned()),
            _ => constraints.monitor = true,
        }
    }
}

fn keep(
    rng: &mut Rng,
    products: &NamedProducts,
    category: Category,
    count: usize,
    quantities: &[u32],
) -> Vec<FixedPart> {
    let ids = products.some(rng, category, count);
    ids.into_iter()
        .map(|product_id| FixedPart { product_id, quantity: rng.pick(quantities), owned: false })
        .collect()
}

/// Returns a request as `POST /api/budget-builds` takes it.
pub fn to_body(request: &BudgetRequest) -> Value {
    let BudgetRequest { budget, scope, use_key, constraints, policy } = request;
    let size = constraints.size.map(|size| match size {
        BuildSize::MiniItx => "mini-itx",
        BuildSize::MicroAtx => "micro-atx",
    });
    json!({
        "budget": budget.0 as f64 / 1_000.0,
        "use": use_key.as_str(),
        "counts": if *scope == BudgetScope::Delivered { "delivered" } else { "parts" },
        "allowUnknown": policy.allow_unknown,
        "wishes": {
            "keep": constraints.keep,
            "color": constraints.color,
            "size": size,
            "quiet": constraints.quiet,
            "wifi": constraints.wifi,
            "cpuManufacturer": constraints.cpu_manufacturer,
            "gpuManufacturer": constraints.gpu_manufacturer,
            "monitor": constraints.monitor,
            "minMemory": constraints.min_memory,
            "minStorage": constraints.min_storage,
        },
    })
}
