//! The case: the board's form factor, the graphics card's size, and the room that a front radiator leaves.

use crate::{
    compat::{
        build::{Build, Chosen},
        facts::FactKey,
        filter::{Condition, Exclusion},
        limit::Limit,
        verdict::{Check, Code, Fact, Fix, Outcome},
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
/// Depth in mm of a radiator (27) with fans (25) in front of the card, and a little air.
const FRONT_RADIATOR: f64 = 55.0;
/// Manufacturers round a card's slots up by as much as this; a case's extra slot is seldom as tight.
const SLOT_TOLERANCE: f64 = 0.25;

const LIMITS: [Limit; 2] = [
    Limit {
        code: Code::GpuTooLong,
        asks: (Category::Gpu, LENGTH),
        allows: (Category::Case, MAX_LENGTH),
        tolerance: 0.0,
        unit: "mm",
    },
    Limit {
        code: Code::GpuTooWide,
        asks: (Category::Gpu, FactKey::Spec(SpecKey::SlotWidth)),
        allows: (Category::Case, FactKey::Spec(SpecKey::ExpansionSlots)),
        tolerance: SLOT_TOLERANCE,
        unit: "slots",
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

/// Returns the standard sizes that have the holes of this board's size; `None` where the size is not a standard one.
fn larger_than(forms: &[String]) -> Option<&'static [&'static str]> {
    LARGER.iter().find(|(form, _)| forms.iter().any(|own| own == form)).map(|(_, larger)| *larger)
}

/// Returns the standard sizes whose boards fit the holes of one of these.
fn smaller_than(forms: &[String]) -> impl Iterator<Item = &'static str> {
    LARGER
        .iter()
        .filter(|(_, larger)| forms.iter().any(|form| larger.contains(&form.as_str())))
        .map(|(form, _)| *form)
}

fn check_board_form(board: &Chosen, case: &Chosen) -> Check {
    let (parts, code) = ([board, case], Code::CaseBoardForm);
    let unknown = || Check::unknown(code, &parts, &[(board, BOARD_FORM), (case, CASE_FORMS)]);
    let (Some(form), Some(takes)) = (board.facts.words(BOARD_FORM), case.facts.words(CASE_FORMS)) else {
        return unknown();
    };
    let (code, outcome) = if super::share(form, takes) {
        (code, Outcome::Pass)
    } else {
        match larger_than(form) {
            None => return unknown(),
            Some(larger) if takes.iter().any(|takes| larger.contains(&takes.as_str())) => {
                (Code::CaseBoardFormUnlisted, Outcome::Warning)
            }
            Some(_) => (code, Outcome::Error),
        }
    };
    let check = Check::new(code, outcome, &parts).evidence(
        Fact::of(board, BOARD_FORM),
        Fact::of(case, CASE_FORMS),
        None,
    );
    if outcome == Outcome::Pass {
        return check;
    }
    check.fix(Fix::of(Category::Case, "spec.caseSupportedFormFactors", form.join(","))).fix(Fix::of(
        Category::Motherboard,
        "spec.formFactor",
        takes.join(","),
    ))
}

/// Checks that the case has openings behind the connectors of a board with its connectors on the back.
fn check_back_connect(board: &Chosen, case: &Chosen) -> Option<Check> {
    board.facts.flag(BACK_CONNECT).filter(|behind| *behind)?;
    let (parts, code) = ([board, case], Code::BackConnectUnsupported);
    let Some(takes) = case.facts.flag(BACK_CONNECT) else {
        return Some(Check::unknown(code, &parts, &[(case, BACK_CONNECT)]));
    };
    let outcome = if takes { Outcome::Pass } else { Outcome::Error };
    let check = Check::new(code, outcome, &parts).evidence(
        Fact::of(board, BACK_CONNECT),
        Fact::of(case, BACK_CONNECT),
        None,
    );
    Some(if takes { check } else { check.fix(Fix::of(Category::Case, "spec.backConnect", true)) })
}

/// Checks the room for a long card when the radiator may have to stand in front of the card, which costs the depth of
/// the radiator.
fn check_front_radiator(card: &Chosen, cooler: &Chosen, case: &Chosen) -> Option<Check> {
    let size = cooler.facts.word(SpecKey::RadiatorSize)?;
    let (length, most) = (card.facts.number(LENGTH)?, case.facts.number(MAX_LENGTH)?);
    let room = most - FRONT_RADIATOR;
    if length <= room || length > most {
        return None;
    }
    let (parts, code) = ([card, cooler, case], Code::GpuFrontRadiator);
    let Some(places) = case.facts.words(FactKey::RadiatorPlaces) else {
        return Some(Check::unknown(code, &parts, &[(case, FactKey::RadiatorPlaces)]));
    };
    let elsewhere = places.iter().any(|place| {
        place.split_once(' ').is_some_and(|(at, takes)| at != "front" && super::mounts::holds(takes, size))
    });
    let outcome = if elsewhere { Outcome::Pass } else { Outcome::Info };
    let left = Fact { part: Some(case.id), ..Fact::computed("maxGpuLength", room) };
    Some(Check::new(code, outcome, &parts).evidence(Fact::of(card, LENGTH), Some(left), Some("mm")))
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    for limit in &LIMITS {
        limit.exclude(build, category, out);
    }
    match category {
        Category::Motherboard => {
            if let Some(case) = build.one(Category::Case) {
                exclude_boards(case, out);
            }
        }
        Category::Case => {
            if let Some(board) = build.one(Category::Motherboard) {
                exclude_cases(board, out);
            }
        }
        _ => {}
    }
}

fn exclude_boards(case: &Chosen, out: &mut Vec<Exclusion>) {
    if let Some(takes) = case.facts.words(CASE_FORMS) {
        let mut fitting = takes.to_vec();
        fitting.extend(smaller_than(takes).map(str::to_owned));
        let conditions = vec![
            Condition::none_of(BOARD_FORM, fitting),
            Condition::any_of(BOARD_FORM, LARGER.iter().map(|(form, _)| *form)),
        ];
        out.push(Exclusion { code: Code::CaseBoardForm, conditions });
    }
    if case.facts.flag(BACK_CONNECT) == Some(false) {
        let conditions = vec![Condition::flag(BACK_CONNECT, true)];
        out.push(Exclusion { code: Code::BackConnectUnsupported, conditions });
    }
}

fn exclude_cases(board: &Chosen, out: &mut Vec<Exclusion>) {
    if let Some(form) = board.facts.words(BOARD_FORM)
        && let Some(larger) = larger_than(form)
    {
        let mut fitting = form.to_vec();
        fitting.extend(larger.iter().map(|form| (*form).to_owned()));
        let conditions = vec![Condition::none_of(CASE_FORMS, fitting)];
        out.push(Exclusion { code: Code::CaseBoardForm, conditions });
    }
    if board.facts.flag(BACK_CONNECT) == Some(true) {
        let conditions = vec![Condition::flag(BACK_CONNECT, false)];
        out.push(Exclusion { code: Code::BackConnectUnsupported, conditions });
    }
}
