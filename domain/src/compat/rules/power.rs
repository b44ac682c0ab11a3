//! The power supply: wattage, plugs, and tolerance of a large card's power peaks.

use crate::{
    compat::{
        build::{Build, ParsedPart},
        clash::{Clash, ClashTerm, Excess, FactTest, units},
        condition::{Condition, Exclusion},
        facts::FactKey,
        limit::Limit,
        verdict::{Check, Code, Fact, Fix, Outcome},
        watts::{self, BASE, Draw, HEADROOM},
    },
    model::{Category, SpecKey},
};

const WATTAGE: FactKey = FactKey::Spec(SpecKey::PsuWattage);
const INCLUDED: FactKey = FactKey::Spec(SpecKey::IncludedPsuWattage);
const SUGGESTED: FactKey = FactKey::Spec(SpecKey::SuggestedPsu);
const PINS16: FactKey = FactKey::Spec(SpecKey::Pcie16pin);
const ATX_VERSION: FactKey = FactKey::Spec(SpecKey::AtxVersion);

/// A supply above this many times the draw costs and wastes more than necessary.
const OVERSIZE: f64 = 2.4;
/// The watts that one 8-pin plug feeds through an adapter.
const WATTS_PER_PLUG: f64 = 150.0;
/// The plugs that an adapter uses where the card's draw is not known.
const USUAL_PLUGS: f64 = 2.0;
/// The draw in W from which a card has peaks that can trip older supplies.
const HIGH_END: f64 = 300.0;

const PLUGS: Limit = Limit {
    code: Code::GpuPcieConnectors,
    asks: (Category::Gpu, FactKey::PciePlugs),
    allows: (Category::Psu, FactKey::PciePlugs),
    excess: Excess::NONE,
    unit: "connectors",
    applies_to: &[],
};

/// A card has more 16-pin connectors than the supply, and the supply has too few 8-pin plugs for the card's adapter.
static PINS16_CLASHES: [Clash; 2] = [
    pins16_clash(&[
        MORE_PINS16,
        ClashTerm::ExceedsPer { first: FactKey::Watts, second: FactKey::PciePlugs, per: WATTS_PER_PLUG },
    ]),
    pins16_clash(&[
        MORE_PINS16,
        ClashTerm::First(&[FactTest::Unknown(FactKey::Watts)]),
        ClashTerm::Second(&[FactTest::Below(FactKey::PciePlugs, USUAL_PLUGS)]),
    ]),
];
const MORE_PINS16: ClashTerm = ClashTerm::Exceeds { first: PINS16, second: PINS16, excess: Excess::NONE };

const fn pins16_clash(terms: &'static [ClashTerm]) -> Clash {
    Clash { code: Code::Gpu16PinConnectors, between: (Category::Gpu, Category::Psu), terms }
}

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    if let Some((psu, key)) = supply(build) {
        checks.extend(check_wattage(build, psu, key));
        if let Some(card) = build.one(Category::Gpu) {
            checks.push(check_recommended_wattage(card, psu, key));
        }
    }
    PLUGS.check(build, checks);
    if let (Some(card), Some(psu)) = (build.one(Category::Gpu), build.one(Category::Psu)) {
        checks.extend(check_pins16(card, psu));
        checks.extend(check_transients(card, psu));
    }
}

/// Returns the chosen supply, else the one included with the case, and the key of its wattage.
pub(in crate::compat) fn supply(build: &Build) -> Option<(&ParsedPart, FactKey)> {
    let with_case = |case: &&ParsedPart| case.facts.number(INCLUDED).is_some_and(|watts| watts > 0.0);
    build
        .one(Category::Psu)
        .map(|psu| (psu, WATTAGE))
        .or_else(|| build.one(Category::Case).filter(with_case).map(|case| (case, INCLUDED)))
}

fn check_wattage(build: &Build, psu: &ParsedPart, key: FactKey) -> Option<Check> {
    let Draw { watts, known, unknown } = watts::compute_draw(build);
    if known.is_empty() && unknown.is_empty() {
        return None;
    }
    let mut parts = vec![psu];
    parts.extend(&known);
    let offered = psu.facts.number(key);
    let outcome = match offered {
        Some(offered) if shortage(key).holds(watts, offered) && !known.is_empty() => {
            (Code::PsuInsufficient, Outcome::Error)
        }
        Some(offered) if unknown.is_empty() => assess_headroom(build, offered, watts),
        _ => {
            let mut facts = vec![(psu, key)];
            facts.extend(unknown.iter().map(|part| (*part, FactKey::Watts)));
            parts.extend(&unknown);
            return Some(Check::unknown(Code::PsuInsufficient, &parts, &facts));
        }
    };
    let (code, outcome) = outcome;
    let factor = match code {
        Code::PsuLowHeadroom => HEADROOM,
        Code::PsuOversized => OVERSIZE,
        _ => 1.0,
    };
    if code == Code::PsuOversized {
        // The supply alone is too large; no part that it feeds is at fault.
        parts.truncate(1);
    }
    let asked = Fact::computed("requiredWatts", (watts * factor).round());
    let check = Check::new(code, outcome, &parts).evidence(Some(asked), Fact::of(psu, key), Some("W"));
    Some(match code {
        Code::PsuOversized => check.fix(Fix {
            category: Category::Psu,
            filters: vec![
                ("spec.psuWattage.min".to_owned(), (watts * HEADROOM).ceil().to_string()),
                ("spec.psuWattage.max".to_owned(), (watts * OVERSIZE).floor().to_string()),
            ],
        }),
        _ => check.fix_by(Category::Psu, "spec.psuWattage.min", (watts * HEADROOM).ceil()),
    })
}

/// Returns the excess of the draw over a supply that is an error. A supply included with a small case is sized for that
/// case, where little draws power besides processor and card. Such a supply may be short by up to the base, and is
/// then only low on headroom.
fn shortage(key: FactKey) -> Excess {
    if key == INCLUDED { Excess { tolerance: BASE } } else { Excess::NONE }
}

/// Returns the finding about a supply that is sufficient: too little headroom, oversized, or neither.
fn assess_headroom(build: &Build, offered: f64, watts: f64) -> (Code, Outcome) {
    // Before the graphics is decided, a supply that seems too large may be right.
    let is_graphics_decided = build.one(Category::Cpu).is_some_and(|cpu| {
        build.one(Category::Gpu).is_some() || cpu.facts.flag(SpecKey::IntegratedGraphics) == Some(true)
    });
    if offered < watts * HEADROOM {
        (Code::PsuLowHeadroom, Outcome::Warning)
    } else if is_graphics_decided && offered > watts * OVERSIZE {
        (Code::PsuOversized, Outcome::Warning)
    } else {
        (Code::PsuInsufficient, Outcome::Pass)
    }
}

fn check_recommended_wattage(card: &ParsedPart, psu: &ParsedPart, key: FactKey) -> Check {
    let (parts, code) = ([card, psu], Code::PsuBelowGpuVendor);
    let (Some(asked), Some(offered)) = (card.facts.number(SUGGESTED), psu.facts.number(key)) else {
        return Check::unknown(code, &parts, &[(card, SUGGESTED), (psu, key)]);
    };
    let outcome = if offered < asked { Outcome::Warning } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).compare((card, SUGGESTED), (psu, key), Some("W"));
    check.fix_by(Category::Psu, "spec.psuWattage.min", asked)
}

/// Checks the 12VHPWR or 12V-2x6 connector: the supply's own plug, else the card's adapter on several 8-pin plugs.
fn check_pins16(card: &ParsedPart, psu: &ParsedPart) -> Option<Check> {
    let asked = card.facts.number(PINS16)?;
    if asked == 0.0 {
        return None;
    }
    let parts = [card, psu];
    let code = Code::Gpu16PinConnectors;
    let facts = [(psu, PINS16), (psu, FactKey::PciePlugs)];
    let Some(own) = psu.facts.number(PINS16) else {
        return Some(Check::unknown(code, &parts, &facts));
    };
    let compared = |code, outcome| {
        Check::new(code, outcome, &parts).compare((card, PINS16), (psu, PINS16), Some("connectors"))
    };
    if own >= asked {
        return Some(compared(code, Outcome::Pass));
    }
    if psu.facts.get(FactKey::PciePlugs).is_none() {
        return Some(Check::unknown(code, &parts, &facts));
    }
    let (code, outcome) = if PINS16_CLASHES.iter().any(|clash| clash.holds(&card.facts, &psu.facts)) {
        (code, Outcome::Error)
    } else {
        (Code::Gpu16PinAdapter, Outcome::Warning)
    };
    let plugs = card.facts.number(FactKey::Watts).map_or(USUAL_PLUGS, |watts| units(watts, WATTS_PER_PLUG));
    let check = compared(code, outcome).evidence(
        Some(Fact::computed("adapterPlugs", plugs)),
        Fact::of(psu, FactKey::PciePlugs),
        Some("connectors"),
    );
    Some(check.fix_by(Category::Psu, "spec.pcie16pin.min", asked))
}

/// Checks for ATX 3, which tolerates peaks of twice the rating; other supplies promise nothing.
fn check_transients(card: &ParsedPart, psu: &ParsedPart) -> Option<Check> {
    card.facts.number(FactKey::Watts).filter(|watts| *watts >= HIGH_END)?;
    let ready = psu.facts.word(ATX_VERSION).is_some_and(|version| version.starts_with('3'));
    let outcome = if ready { Outcome::Pass } else { Outcome::Info };
    let check = Check::new(Code::GpuTransients, outcome, &[card, psu]).compare(
        (card, FactKey::Watts),
        (psu, ATX_VERSION),
        None,
    );
    Some(check.fix_by(Category::Psu, "spec.atxVersion", "3.0,3.1"))
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    PLUGS.exclude(build, category, out);
    exclude_weak(build, category, out);
    for clash in &PINS16_CLASHES {
        clash.exclude(build, category, out);
    }
}

/// Adds supplies under the known draw, and parts that would raise the draw above the supply.
fn exclude_weak(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    let code = Code::PsuInsufficient;
    let draw = watts::compute_draw(build);
    let known = !draw.known.is_empty();
    let conditions = match category {
        Category::Psu if known => vec![shortage(WATTAGE).allowing(WATTAGE, draw.watts)],
        Category::Case if known && build.one(Category::Psu).is_none() => {
            vec![Condition::above(INCLUDED, 0.0), shortage(INCLUDED).allowing(INCLUDED, draw.watts)]
        }
        Category::Cpu | Category::Gpu => {
            let Some((psu, key)) = supply(build) else { return };
            let Some(offered) = psu.facts.number(key) else { return };
            vec![shortage(key).asking(FactKey::Watts, offered - draw.watts)]
        }
        _ => return,
    };
    out.push(Exclusion { code, conditions });
}
