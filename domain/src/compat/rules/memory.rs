//! Memory with board and processor: type, slots, total capacity, speed, and mixed kits.

use crate::{
    compat::{
        build::{Build, ParsedPart},
        clash::{Clash, ClashTerm, Excess, WordRelation, share},
        condition::Exclusion,
        facts::FactKey,
        tables,
        verdict::{Check, Code, Fact, Outcome},
    },
    model::{Category, SpecKey},
};

const TYPE: FactKey = FactKey::Spec(SpecKey::RamType);
const SPEED: FactKey = FactKey::Spec(SpecKey::RamSpeed);
const CAPACITY: FactKey = FactKey::Spec(SpecKey::RamCapacity);
const MODULE_CAPACITY: FactKey = FactKey::Spec(SpecKey::ModuleCapacity);
const MODULES: FactKey = FactKey::Spec(SpecKey::Modules);
const SLOTS: FactKey = FactKey::Spec(SpecKey::MemorySlots);
const MAX_CAPACITY: FactKey = FactKey::Spec(SpecKey::MaxRamCapacity);
const BOARD_SPEED: FactKey = FactKey::Spec(SpecKey::MaxRamSpeed);

static TYPE_OF_BOARD: Clash = type_clash(Code::RamTypeIncompatible, Category::Motherboard);
static TYPE_OF_CPU: Clash = type_clash(Code::RamTypeIncompatible, Category::Cpu);
static TYPE_OF_KIT: Clash = type_clash(Code::RamMixingType, Category::Ram);

/// The kit's memory type is none of the other part's types.
const fn type_clash(code: Code, with: Category) -> Clash {
    Clash {
        code,
        between: (Category::Ram, with),
        terms: &[ClashTerm::NoneFits { first: TYPE, second: TYPE, fits: &WordRelation::EQUAL }],
    }
}

/// A sum over kits that a board limits: modules in its slots, or total gigabytes.
struct KitTotal {
    code: Code,
    each: FactKey,
    allows: FactKey,
    /// The least that a kit of unknown figure adds.
    least: f64,
    unit: &'static str,
}

const KIT_TOTALS: [KitTotal; 2] = [
    KitTotal { code: Code::RamSlotsExceeded, each: MODULES, allows: SLOTS, least: 1.0, unit: "modules" },
    KitTotal {
        code: Code::RamCapacityExceeded,
        each: CAPACITY,
        allows: MAX_CAPACITY,
        least: 0.0,
        unit: "GB",
    },
];

impl KitTotal {
    fn total(&self, kits: &[&ParsedPart]) -> f64 {
        let of =
            |kit: &&ParsedPart| kit.facts.number(self.each).unwrap_or(self.least) * f64::from(kit.quantity);
        kits.iter().map(of).sum()
    }

    fn check(&self, board: &ParsedPart, kits: &[&ParsedPart]) -> Check {
        let mut parts = vec![board];
        parts.extend(kits);
        let mut facts: Vec<(&ParsedPart, FactKey)> = kits.iter().map(|kit| (*kit, self.each)).collect();
        facts.push((board, self.allows));
        let total = self.total(kits);
        let complete = kits.iter().all(|kit| kit.facts.get(self.each).is_some());
        let (outcome, allowed) = match board.facts.number(self.allows) {
            Some(allowed) if Excess::NONE.holds(total, allowed) => (Outcome::Error, allowed),
            Some(allowed) if complete => (Outcome::Pass, allowed),
            _ => return Check::unknown(self.code, &parts, &facts),
        };
        let check = Check::new(self.code, outcome, &parts).evidence(
            Some(Fact::computed(self.each.as_str(), total)),
            Fact::of(board, self.allows),
            Some(self.unit),
        );
        let check = check.fix_by(Category::Motherboard, format!("spec.{}.min", self.allows.as_str()), total);
        check.fix_by(Category::Ram, format!("spec.{}.max", self.each.as_str()), allowed)
    }

    fn exclude(&self, build: &Build, category: Category, out: &mut Vec<Exclusion>) {
        let kits: Vec<&ParsedPart> = build.all(Category::Ram).collect();
        let total = self.total(&kits);
        match category {
            Category::Ram => {
                let board = build.one(Category::Motherboard);
                let Some(allowed) = board.and_then(|board| board.facts.number(self.allows)) else { return };
                // If not even the smallest kit fits, kits of unknown size do not either: no condition, so every
                // candidate is hidden.
                let conditions = if Excess::NONE.holds(total + self.least, allowed) {
                    Vec::new()
                } else {
                    vec![Excess::NONE.asking(self.each, allowed - total)]
                };
                out.push(Exclusion { code: self.code, conditions });
            }
            Category::Motherboard if !kits.is_empty() => {
                out.push(Exclusion {
                    code: self.code,
                    conditions: vec![Excess::NONE.allowing(self.allows, total)],
                });
            }
            _ => {}
        }
    }
}

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    let kits: Vec<&ParsedPart> = build.all(Category::Ram).collect();
    if kits.is_empty() {
        return;
    }
    let (board, cpu) = (build.one(Category::Motherboard), build.one(Category::Cpu));
    for kit in &kits {
        let types: Vec<Check> =
            [board, cpu].into_iter().flatten().map(|host| check_type(host, kit)).collect();
        // Memory of the wrong type does not run at all, so its speed is not checked.
        let runs = types.iter().all(|check| check.outcome != Outcome::Error);
        checks.extend(types);
        if runs {
            checks.extend(board.map(|board| check_board_speed(board, kit)));
            checks.extend(cpu.map(|cpu| check_rated_speed(cpu, kit)));
        }
    }
    if let Some(board) = board {
        checks.extend(KIT_TOTALS.iter().map(|total| total.check(board, &kits)));
    }
    check_mixing(&kits, checks);
}

/// Checks the memory type; `host` is the board or the processor.
fn check_type(host: &ParsedPart, kit: &ParsedPart) -> Check {
    let parts = [host, kit];
    let code = Code::RamTypeIncompatible;
    let (Some(takes), Some(is)) = (host.facts.words(TYPE), kit.facts.words(TYPE)) else {
        return Check::unknown(code, &parts, &[(host, TYPE), (kit, TYPE)]);
    };
    let clash = TYPE_OF_BOARD.holds(&kit.facts, &host.facts);
    let outcome = if clash { Outcome::Error } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).compare((kit, TYPE), (host, TYPE), None);
    let check = check.fix_by(Category::Ram, "spec.ramType", takes.join(","));
    check.fix_by(host.category, "spec.ramType", is.join(","))
}

fn check_board_speed(board: &ParsedPart, kit: &ParsedPart) -> Check {
    let (parts, code) = ([board, kit], Code::RamSpeedAboveBoard);
    let (Some(most), Some(speed)) = (board.facts.number(BOARD_SPEED), kit.facts.number(SPEED)) else {
        return Check::unknown(code, &parts, &[(board, BOARD_SPEED), (kit, SPEED)]);
    };
    let outcome = if speed > most { Outcome::Warning } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).compare((kit, SPEED), (board, BOARD_SPEED), Some("MT/s"));
    let check = check.fix_by(Category::Ram, "spec.ramSpeed.max", most);
    check.fix_by(Category::Motherboard, "spec.maxRamSpeed.min", speed)
}

/// Checks the kit's speed against the processor's rating, above which the kit needs its XMP or EXPO profile switched
/// on.
fn check_rated_speed(cpu: &ParsedPart, kit: &ParsedPart) -> Check {
    let (parts, code) = ([cpu, kit], Code::RamSpeedNeedsProfile);
    let generation = cpu.facts.word(FactKey::CpuGeneration).and_then(tables::generation);
    let rated = generation.zip(kit.facts.word(TYPE)).and_then(|(generation, kind)| match kind {
        "DDR4" => generation.ddr4,
        "DDR5" => generation.ddr5,
        _ => None,
    });
    let (Some(rated), Some(speed)) = (rated, kit.facts.number(SPEED)) else {
        return Check::unknown(code, &parts, &[(cpu, FactKey::CpuGeneration), (kit, TYPE), (kit, SPEED)]);
    };
    let outcome = if speed > f64::from(rated) { Outcome::Info } else { Outcome::Pass };
    let rated = Fact::computed("ratedRamSpeed", f64::from(rated));
    Check::new(code, outcome, &parts).evidence(Fact::of(kit, SPEED), Some(rated), Some("MT/s"))
}

/// Checks the kits of a build against each other, pair by pair.
fn check_mixing(kits: &[&ParsedPart], checks: &mut Vec<Check>) {
    for (index, first) in kits.iter().enumerate() {
        for second in kits.iter().skip(index + 1) {
            checks.push(check_pair(Code::RamMixingType, TYPE, Outcome::Error, first, second));
            checks.push(check_pair(Code::RamMixingSpeed, SPEED, Outcome::Warning, first, second));
            checks.push(check_pair(
                Code::RamMixingCapacity,
                MODULE_CAPACITY,
                Outcome::Warning,
                first,
                second,
            ));
        }
    }
}

fn check_pair(code: Code, key: FactKey, worse: Outcome, first: &ParsedPart, second: &ParsedPart) -> Check {
    let parts = [first, second];
    let (Some(a), Some(b)) = (first.facts.get(key), second.facts.get(key)) else {
        return Check::unknown(code, &parts, &[(first, key), (second, key)]);
    };
    let same = match (first.facts.words(key), second.facts.words(key)) {
        (Some(a), Some(b)) => share(a, b),
        _ => a.value == b.value,
    };
    let outcome = if same { Outcome::Pass } else { worse };
    let check = Check::new(code, outcome, &parts).compare((first, key), (second, key), None);
    let stated =
        first.facts.word(key).map(str::to_owned).or_else(|| Some(first.facts.number(key)?.to_string()));
    match stated {
        Some(value) => check.fix_by(Category::Ram, format!("spec.{}", key.as_str()), value),
        None => check,
    }
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    for total in &KIT_TOTALS {
        total.exclude(build, category, out);
    }
    for clash in [&TYPE_OF_BOARD, &TYPE_OF_CPU, &TYPE_OF_KIT] {
        clash.exclude(build, category, out);
    }
}
