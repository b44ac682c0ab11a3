//! Memory modules as hardware: ECC and registered modules, DIMM or SO-DIMM, and their height under the cooler.

use crate::{
    compat::{
        build::{Build, ParsedPart},
        clash::{Clash, ClashTerm, FactTest, WordList},
        condition::Exclusion,
        facts::FactKey,
        tables,
        verdict::{Check, Code, Fact, Outcome},
    },
    model::{Category, SpecKey},
};

const SOCKET: FactKey = FactKey::Spec(SpecKey::Socket);
const ECC: FactKey = FactKey::Spec(SpecKey::Ecc);
const REGISTERED: FactKey = FactKey::Spec(SpecKey::Registered);
const FORM: FactKey = FactKey::Spec(SpecKey::FormFactor);
const HEIGHT: FactKey = FactKey::Spec(SpecKey::ModuleHeight);
const COOLER_HEIGHT: FactKey = FactKey::Spec(SpecKey::CoolerHeight);

/// Boards of these sizes have full-size DIMM slots; smaller boards have either kind.
const DIMM_BOARDS: WordList = || &["ATX", "Micro ATX", "EATX", "XL ATX"];
const LARGE_BOARD: &[FactTest] = &[FactTest::AnyOf(FORM, DIMM_BOARDS)];
const NOTEBOOK_MODULES: &[FactTest] = &[FactTest::AnyOf(FORM, || &["SO-DIMM"])];
const PARTS: (Category, Category) = (Category::Ram, Category::Motherboard);
/// The height in mm up to which a module fits under every cooler: a bare module without a heat spreader is about 31
/// mm high.
const BARE_MODULE: f64 = 33.0;
/// The height in mm above which a module commonly touches the fan of a tower cooler.
const TALL_UNDER_TOWER: f64 = 45.0;
/// The height in mm above which a module commonly touches a cooler that blows downwards.
const TALL_UNDER_FLAT: f64 = 40.0;
/// The height in mm up to which a cooler blows downwards over the memory.
const FLAT_COOLER: f64 = 90.0;

static REGISTERED_CLASH: Clash = Clash {
    code: Code::RamBufferingMismatch,
    between: PARTS,
    terms: &[
        ClashTerm::First(&[FactTest::Flag(REGISTERED, true)]),
        ClashTerm::Second(&[FactTest::AnyOf(SOCKET, tables::sockets_of_udimm)]),
    ],
};
static UNREGISTERED_CLASH: Clash = Clash {
    code: Code::RamBufferingMismatch,
    between: PARTS,
    terms: &[
        ClashTerm::First(&[FactTest::Flag(REGISTERED, false)]),
        ClashTerm::Second(&[FactTest::AnyOf(SOCKET, tables::sockets_of_rdimm)]),
    ],
};
static ECC_CLASH: Clash = Clash {
    code: Code::RamEccUnsupported,
    between: PARTS,
    terms: &[
        ClashTerm::First(&[FactTest::Flag(ECC, true)]),
        ClashTerm::Second(&[FactTest::Flag(ECC, false)]),
    ],
};
static FORM_CLASH: Clash = Clash {
    code: Code::RamFormMismatch,
    between: PARTS,
    terms: &[ClashTerm::First(NOTEBOOK_MODULES), ClashTerm::Second(LARGE_BOARD)],
};

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    let cooler = build.one(Category::CpuCooler);
    for kit in build.all(Category::Ram) {
        if let Some(board) = build.one(Category::Motherboard) {
            checks.extend(check_buffering(board, kit));
            checks.extend(check_ecc(board, kit));
            checks.push(check_form(board, kit));
        }
        if let Some(cooler) = cooler {
            checks.extend(check_height(cooler, kit));
        }
    }
}

/// Checks only modules known to be registered or not: nearly all others are unregistered, and no source says so.
fn check_buffering(board: &ParsedPart, kit: &ParsedPart) -> Option<Check> {
    let registered = kit.facts.flag(REGISTERED)?;
    let (parts, code) = ([board, kit], Code::RamBufferingMismatch);
    let sockets = board.facts.words(SOCKET).unwrap_or_default();
    if !sockets.iter().any(|name| tables::socket(name).is_some()) {
        return Some(Check::unknown(code, &parts, &[(board, SOCKET)]));
    }
    let clash = [&REGISTERED_CLASH, &UNREGISTERED_CLASH]
        .into_iter()
        .any(|clash| clash.holds(&kit.facts, &board.facts));
    let outcome = if clash { Outcome::Error } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).compare((kit, REGISTERED), (board, SOCKET), None);
    Some(check.fix_by(Category::Ram, "spec.registered", !registered))
}

/// Checks only modules known to be ECC.
fn check_ecc(board: &ParsedPart, kit: &ParsedPart) -> Option<Check> {
    kit.facts.flag(ECC).filter(|ecc| *ecc)?;
    let (parts, code) = ([board, kit], Code::RamEccUnsupported);
    if board.facts.flag(ECC).is_none() {
        return Some(Check::unknown(code, &parts, &[(board, ECC)]));
    }
    let clash = ECC_CLASH.holds(&kit.facts, &board.facts);
    let outcome = if clash { Outcome::Error } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).compare((kit, ECC), (board, ECC), None);
    Some(check.fix_by(Category::Ram, "spec.ecc", false).fix_by(Category::Motherboard, "spec.ecc", true))
}

fn check_form(board: &ParsedPart, kit: &ParsedPart) -> Check {
    let (parts, code) = ([board, kit], Code::RamFormMismatch);
    let is_large = LARGE_BOARD.iter().any(|test| test.holds(&board.facts));
    if !is_large || kit.facts.get(FORM).is_none() {
        // No source lists a small board's slots, so the outcome is unknown. Beside a large board only the modules'
        // form can be missing.
        return Check::unknown(code, &parts, &[(board, FORM), (kit, FORM)]);
    }
    let clash = FORM_CLASH.holds(&kit.facts, &board.facts);
    let outcome = if clash { Outcome::Error } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).compare((kit, FORM), (board, FORM), None);
    check.fix_by(Category::Ram, "spec.formFactor", "DIMM")
}

/// Checks the height only under air coolers: a water pump covers the processor alone.
fn check_height(cooler: &ParsedPart, kit: &ParsedPart) -> Option<Check> {
    if cooler.facts.word(SpecKey::CoolerType)? != "AIR" {
        return None;
    }
    let (parts, code) = ([cooler, kit], Code::RamHeightUnderCooler);
    let (Some(cooler_height), Some(height)) = (cooler.facts.number(COOLER_HEIGHT), kit.facts.number(HEIGHT))
    else {
        return Some(Check::unknown(code, &parts, &[(cooler, COOLER_HEIGHT), (kit, HEIGHT)]));
    };
    let tall = if cooler_height <= FLAT_COOLER { TALL_UNDER_FLAT } else { TALL_UNDER_TOWER };
    let outcome = if height > tall {
        Outcome::Warning
    } else if height <= BARE_MODULE {
        Outcome::Pass
    } else {
        // Between bare and tall, the cooler's own clearance decides, which no source lists.
        return Some(Check::unknown(code, &parts, &[]));
    };
    let usual = Fact::computed("usualModuleClearance", tall);
    let check = Check::new(code, outcome, &parts).evidence(Fact::of(kit, HEIGHT), Some(usual), Some("mm"));
    Some(check.fix_by(Category::Ram, "spec.moduleHeight.max", tall))
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    for clash in [&REGISTERED_CLASH, &UNREGISTERED_CLASH, &ECC_CLASH, &FORM_CLASH] {
        clash.exclude(build, category, out);
    }
}
