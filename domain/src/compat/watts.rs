//! The two power figures: the running estimate on the page, and the draw that the supply is compared with.

use serde::Serialize;

use super::{
    build::{Build, ParsedPart},
    facts::{FactKey, Origin, SourcedValue},
};
use crate::model::{Category, ProductId, SpecKey};

/// Draw of board, memory, drives, fans and pump of an ordinary build, in W.
pub(super) const BASE: f64 = 150.0;
/// The factor by which a supply should exceed the draw.
pub(super) const HEADROOM: f64 = 1.2;
/// In the running estimate: watts of memory without a stated voltage, of a hard drive, and of another drive.
const DEFAULT_MEMORY: f64 = 15.0;
const WATTS_PER_VOLT: f64 = 5.0;
const HARD_DRIVE: f64 = 10.0;
const OTHER_DRIVE: f64 = 5.0;
/// The recommended supply: the estimate times this factor, rounded up to a step of 100 W.
const RECOMMENDED_FACTOR: f64 = 1.3;
const RECOMMENDED_STEP: f64 = 100.0;
/// Supplies are sold in steps of 50 W.
const SUPPLY_STEP: f64 = 50.0;

/// Line of the sum.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LineItem {
    /// `None` for the base, and for the draw beyond the base.
    pub part: Option<ProductId>,
    /// The part's category, `BASE`, or `BEYOND_BASE` for small parts that draw more than the base includes.
    pub kind: &'static str,
    pub quantity: u32,
    /// The line's share of the running estimate in W; `None` where it is not known.
    pub estimated: Option<f64>,
    /// The line's share of the required watts; `None` where it is not known. Small parts are included in the base.
    pub required: Option<f64>,
    pub origin: Option<Origin>,
}

/// Both figures with their line items.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Watts {
    /// The running estimate, in W.
    pub estimated_watts: u32,
    /// The draw that the supply is compared with, in W; parts of unknown draw are left out.
    pub required_watts: u32,
    /// Whether the draw of every line is known.
    pub watts_known: bool,
    /// In W; `None` as long as neither processor nor graphics card is chosen.
    pub recommended_psu: Option<u32>,
    pub line_items: Vec<LineItem>,
}

/// The draw that a supply is compared with: the known sum in W, and the parts whose draw is unknown.
pub(super) struct Draw<'b> {
    pub watts: f64,
    pub known: Vec<&'b ParsedPart>,
    pub unknown: Vec<&'b ParsedPart>,
}

/// Computes both figures for a build.
pub(super) fn estimate(build: &Build) -> Watts {
    let mut items = vec![item("BASE", None, Some(BASE))];
    let beyond = beyond_base(build);
    if beyond > 0.0 {
        items.push(item("BEYOND_BASE", None, Some(beyond)));
    }
    items.extend(build.parts().iter().filter_map(line));
    let estimated: f64 = items.iter().filter_map(|item| item.estimated).sum();
    let draw = compute_draw(build);
    let chosen = build.one(Category::Cpu).is_some() || build.one(Category::Gpu).is_some();
    Watts {
        estimated_watts: whole(estimated.round()),
        required_watts: whole(draw.watts.round()),
        watts_known: items.iter().all(|item| item.estimated.is_some() || item.required.is_some()),
        recommended_psu: chosen.then(|| recommended(build, estimated, draw.watts)),
        line_items: items,
    }
}

/// Returns the recommended supply of a build in W; `None` as long as neither processor nor graphics card is chosen.
pub(crate) fn recommend_supply(build: &Build) -> Option<u32> {
    estimate(build).recommended_psu
}

/// Returns the draw of base, processor and graphics card.
pub(super) fn compute_draw(build: &Build) -> Draw<'_> {
    let mut draw = Draw { watts: BASE + beyond_base(build), known: Vec::new(), unknown: Vec::new() };
    for part in [Category::Cpu, Category::Gpu].into_iter().filter_map(|category| build.one(category)) {
        match part.facts.number(FactKey::Watts) {
            Some(watts) => {
                draw.watts += watts;
                draw.known.push(part);
            }
            None => draw.unknown.push(part),
        }
    }
    draw
}

/// Returns the draw of many drives, fans and modules beyond the base, each at the upper end of its kind, in W: 80 W
/// for the board plus all small parts, minus the base; at least 0.
fn beyond_base(build: &Build) -> f64 {
    const BOARD: f64 = 80.0;
    let small = |part: &ParsedPart| small_part_watts(part) * f64::from(part.quantity);
    let sum: f64 = build.parts().iter().map(small).sum();
    (BOARD + sum - BASE).max(0.0)
}

/// Returns the draw of one piece of a part that the base includes, at the upper end of its kind, in W; 0 for other parts.
pub(crate) fn small_part_watts(part: &ParsedPart) -> f64 {
    let number = |key: SpecKey| part.facts.number(key);
    match part.category {
        Category::Ram => 5.0 * number(SpecKey::Modules).unwrap_or(1.0),
        Category::Storage if is_hard_drive(part) => 10.0,
        Category::Storage => 6.0,
        Category::CaseFan => 3.0 * number(SpecKey::FanQuantity).unwrap_or(1.0),
        Category::CpuCooler if part.facts.word(SpecKey::CoolerType) == Some("AIO") => 20.0,
        _ => 0.0,
    }
}

/// Returns the page's formula, but at least the wattage that the graphics chip's manufacturer suggests, and at least
/// enough headroom for the rule that checks the supply.
fn recommended(build: &Build, estimated: f64, required: f64) -> u32 {
    let up = |watts: f64, step: f64| (watts / step).ceil() * step;
    let vendor = build.one(Category::Gpu).and_then(|card| card.facts.number(SpecKey::SuggestedPsu));
    let page = up(estimated * RECOMMENDED_FACTOR, RECOMMENDED_STEP);
    whole(page.max(vendor.unwrap_or(0.0)).max(up(required * HEADROOM, SUPPLY_STEP)))
}

fn line(part: &ParsedPart) -> Option<LineItem> {
    let quantity = f64::from(part.quantity);
    let number = |known: Option<&SourcedValue>| match known?.value {
        super::facts::Value::Number(number) => Some(number),
        _ => None,
    };
    let watts = part.facts.get(FactKey::Watts);
    let (estimated, required, origin) = match part.category {
        Category::Cpu | Category::Gpu => {
            let origin = watts.map(|known| known.origin);
            (part.facts.number(SpecKey::Tdp), number(watts), origin)
        }
        Category::Ram => {
            let each =
                part.facts.number(SpecKey::Voltage).map_or(DEFAULT_MEMORY, |volts| volts * WATTS_PER_VOLT);
            (Some(each * quantity), None, None)
        }
        Category::Storage => {
            let each = if is_hard_drive(part) { HARD_DRIVE } else { OTHER_DRIVE };
            (Some(each * quantity), None, None)
        }
        _ => return None,
    };
    let kind = part.category.as_str();
    Some(LineItem { part: Some(part.id), kind, quantity: part.quantity, estimated, required, origin })
}

fn is_hard_drive(part: &ParsedPart) -> bool {
    let form = |form: &str| form.starts_with("3.5");
    part.facts.word(SpecKey::StorageKind) == Some("HDD")
        || part
            .facts
            .words(SpecKey::StorageFormFactor)
            .is_some_and(|forms| forms.iter().any(|text| form(text)))
}

fn item(kind: &'static str, estimated: Option<f64>, required: Option<f64>) -> LineItem {
    LineItem { part: None, kind, quantity: 1, estimated, required, origin: None }
}

/// Rounded watts are far below `u32::MAX`, because every fact is bounded where it is read.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and facts are bounded"
)]
fn whole(watts: f64) -> u32 {
    watts as u32
}
