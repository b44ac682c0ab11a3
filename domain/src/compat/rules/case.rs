//! The case: the board's form factor, the graphics card's size, and the room that a front radiator leaves.

use std::sync::LazyLock;

use crate::{
    compat::{
        build::{Build, ParsedPart},
        clash::{Clash, ClashTerm, Excess, FactTest, WordRelation, share},
        condition::Exclusion,
        facts::FactKey,
        limit::Limit,
        verdict::{Check, Code, Fact, Outcome},
    },
    model::{Category, SpecKey},
};

const BOARD_FORM: FactKey = FactKey::Spec(SpecKey::FormFactor);
const CASE_FORMS: FactKey = FactKey::Spec(SpecKey::CaseSupportedFormFactors);
const BACK_CONNECT: FactKey = FactKey::Spec(SpecKey::BackConnect);
const LENGTH: FactKey = FactKey::Spec(SpecKey::Length);
const MAX_LENGTH: FactKey = FactKey::Spec(SpecKey::MaxGpuLength);

/// The standard sizes, each with the larger ones whose mounting holes include its own.
const LARGER: [(&str, &[&str]); 6] = [
    ("Thin Mini-ITX", &["Mini-ITX", "Micro ATX", "ATX", "EATX", "XL ATX"]),
    ("Mini-ITX", &["Micro ATX", "ATX", "EATX", "XL ATX"]),
    ("Micro ATX", &["ATX", "EATX", "XL ATX"]),
    ("ATX", &["EATX", "XL ATX"]),
    ("EATX", &[]),
    ("XL ATX", &[]),
];
static STANDARD: LazyLock<Vec<&str>> = LazyLock::new(|| LARGER.iter().map(|(form, _)| *form).collect());
const HAS_STANDARD_SIZE: &[FactTest] = &[FactTest::AnyOf(BOARD_FORM, || &STANDARD)];
const PARTS: (Category, Category) = (Category::Motherboard, Category::Case);

/// A case for a larger standard size has the mounting holes of the board.
static HAS_HOLES: WordRelation = WordRelation {
    firsts: || &STANDARD,
    seconds: || &STANDARD,
    holds: |board, case| LARGER.iter().any(|(form, larger)| *form == board && larger.contains(&case)),
};
static FORM_CLASH: Clash = Clash {
    code: Code::CaseBoardForm,
    between: PARTS,
    terms: &[
        ClashTerm::NoneFits { first: BOARD_FORM, second: CASE_FORMS, fits: &HAS_HOLES },
        ClashTerm::First(HAS_STANDARD_SIZE),
    ],
};
static BACK_CONNECT_CLASH: Clash = Clash {
    code: Code::BackConnectUnsupported,
    between: PARTS,
    terms: &[
        ClashTerm::First(&[FactTest::Flag(BACK_CONNECT, true)]),
        ClashTerm::Second(&[FactTest::Flag(BACK_CONNECT, false)]),
    ],
};
/// Depth in mm of a radiator (27) with fans (25) in front of the card, and a little air.
const FRONT_RADIATOR: f64 = 55.0;
/// A card that is wider than the case's slots by no more than this gets a warning only: manufacturers round a card's
/// width up by as much, and few cases end exactly at their last slot.
const SLOT_TOLERANCE: f64 = 0.25;

const LIMITS: [Limit; 2] = [
    Limit {
        code: Code::GpuTooLong,
        asks: (Category::Gpu, LENGTH),
        allows: (Category::Case, MAX_LENGTH),
        excess: Excess::NONE,
        unit: "mm",
        applies_to: &[],
    },
    Limit {
        code: Code::GpuTooWide,
        asks: (Category::Gpu, FactKey::Spec(SpecKey::SlotWidth)),
        allows: (Category::Case, FactKey::Spec(SpecKey::ExpansionSlots)),
        excess: Excess { tolerance: SLOT_TOLERANCE },
        unit: "slots",
        applies_to: &[],
    },
];

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    let Some(case) = build.one(Category::Case) else { return };
    if let Some(board) = build.one(Category::Motherboard) {
        checks.push(check_board_form(board, case));
        checks.extend(check_back_connect(board, case));
    }
    for limit in &LIMITS {
        limit.check(build, checks);
    }
    if let (Some(card), Some(cooler)) = (build.one(Category::Gpu), build.one(Category::CpuCooler)) {
        checks.extend(check_front_radiator(card, cooler, case));
    }
}

fn check_board_form(board: &ParsedPart, case: &ParsedPart) -> Check {
    let (parts, code) = ([board, case], Code::CaseBoardForm);
    let unknown = || Check::unknown(code, &parts, &[(board, BOARD_FORM), (case, CASE_FORMS)]);
    let (Some(form), Some(takes)) = (board.facts.words(BOARD_FORM), case.facts.words(CASE_FORMS)) else {
        return unknown();
    };
    let (code, outcome) = if FORM_CLASH.holds(&board.facts, &case.facts) {
        (code, Outcome::Error)
    } else if share(form, takes) {
        (code, Outcome::Pass)
    } else if HAS_HOLES.any(form, takes) {
        (Code::CaseBoardFormUnlisted, Outcome::Warning)
    } else {
        return unknown();
    };
    let check = Check::new(code, outcome, &parts).compare((board, BOARD_FORM), (case, CASE_FORMS), None);
    let check = check.fix_by(Category::Case, "spec.caseSupportedFormFactors", form.join(","));
    check.fix_by(Category::Motherboard, "spec.formFactor", takes.join(","))
}

/// Checks that the case has openings behind the connectors of a board with its connectors on the back.
fn check_back_connect(board: &ParsedPart, case: &ParsedPart) -> Option<Check> {
    board.facts.flag(BACK_CONNECT).filter(|behind| *behind)?;
    let (parts, code) = ([board, case], Code::BackConnectUnsupported);
    if case.facts.flag(BACK_CONNECT).is_none() {
        return Some(Check::unknown(code, &parts, &[(case, BACK_CONNECT)]));
    }
    let clash = BACK_CONNECT_CLASH.holds(&board.facts, &case.facts);
    let outcome = if clash { Outcome::Error } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).compare((board, BACK_CONNECT), (case, BACK_CONNECT), None);
    Some(check.fix_by(Category::Case, "spec.backConnect", true))
}

/// Checks the room for a long card when the radiator may have to stand in front of the card, which costs the depth of
/// the radiator.
fn check_front_radiator(card: &ParsedPart, cooler: &ParsedPart, case: &ParsedPart) -> Option<Check> {
    let size = cooler.facts.word(SpecKey::RadiatorSize)?;
    let (length, most) = (card.facts.number(LENGTH)?, case.facts.number(MAX_LENGTH)?);
    let room = most - FRONT_RADIATOR;
    if length <= room || length > most {
        return None;
    }
    let (parts, code) = ([card, cooler, case], Code::GpuFrontRadiator);
    let Some(positions) = case.facts.words(FactKey::RadiatorPlaces) else {
        return Some(Check::unknown(code, &parts, &[(case, FactKey::RadiatorPlaces)]));
    };
    let elsewhere = positions.iter().any(|position| {
        position
            .split_once(' ')
            .is_some_and(|(side, takes)| side != "front" && super::mounts::position_fits(takes, size))
    });
    let outcome = if elsewhere { Outcome::Pass } else { Outcome::Info };
    let left = Fact { part: Some(case.id), ..Fact::computed("maxGpuLength", room) };
    Some(Check::new(code, outcome, &parts).evidence(Fact::of(card, LENGTH), Some(left), Some("mm")))
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    for limit in &LIMITS {
        limit.exclude(build, category, out);
    }
    for clash in [&FORM_CLASH, &BACK_CONNECT_CLASH] {
        clash.exclude(build, category, out);
    }
}
