//! Parts mounted in the case: cooler height, radiator, and the power supply's form and length.

use crate::{
    compat::{
        build::{Build, ParsedPart},
        clash::{Clash, ClashTerm, Excess, FactTest, WordList, WordRelation},
        condition::Exclusion,
        facts::FactKey,
        limit::Limit,
        verdict::{Check, Code, Outcome},
    },
    model::{Category, SpecKey},
};

const COOLER_TYPE: FactKey = FactKey::Spec(SpecKey::CoolerType);
const RADIATOR: FactKey = FactKey::Spec(SpecKey::RadiatorSize);
const RADIATORS: FactKey = FactKey::Spec(SpecKey::RadiatorSupport);
const PSU_FORM: FactKey = FactKey::Spec(SpecKey::FormFactor);
const CASE_PSU: FactKey = FactKey::Spec(SpecKey::CasePsuFormFactors);

/// The sizes in mm of radiators with one to four fans of 120 or 140 mm.
const SIZES: WordList = || &["120", "140", "240", "280", "360", "420", "480", "560"];
const PSU_FORMS: WordList = || &["ATX", "SFX", "SFX-L", "TFX", "Flex ATX"];
const WATER: &[FactTest] = &[FactTest::AnyOf(COOLER_TYPE, || &["AIO"])];
/// The height of a water cooler's pump does not matter; the size of its radiator does.
const NOT_KNOWN_AS_WATER: &[FactTest] =
    &[FactTest::AnyOf(COOLER_TYPE, || &["AIR"]), FactTest::Unknown(COOLER_TYPE)];

const PSU_LENGTH: Limit = Limit {
    code: Code::PsuTooLong,
    asks: (Category::Psu, FactKey::Spec(SpecKey::PsuLength)),
    allows: (Category::Case, FactKey::Spec(SpecKey::MaxPsuLength)),
    excess: Excess::NONE,
    unit: "mm",
    applies_to: &[],
};
const COOLER_HEIGHT: Limit = Limit {
    code: Code::CoolerTooTall,
    asks: (Category::CpuCooler, FactKey::Spec(SpecKey::CoolerHeight)),
    allows: (Category::Case, FactKey::Spec(SpecKey::MaxCoolerHeight)),
    excess: Excess::NONE,
    unit: "mm",
    applies_to: NOT_KNOWN_AS_WATER,
};

static RADIATOR_FITS: WordRelation = WordRelation {
    firsts: SIZES,
    seconds: SIZES,
    holds: |radiator, position| position_fits(position, radiator),
};
static RADIATOR_CLASH: Clash = Clash {
    code: Code::RadiatorUnsupported,
    between: (Category::CpuCooler, Category::Case),
    terms: &[
        ClashTerm::NoneFits { first: RADIATOR, second: RADIATORS, fits: &RADIATOR_FITS },
        ClashTerm::First(&[FactTest::AnyOf(RADIATOR, SIZES)]),
        ClashTerm::First(WATER),
    ],
};

/// SFX supplies fit where SFX-L ones do; both small forms fit an ATX opening with a bracket.
static SUPPLY_FITS: WordRelation = WordRelation {
    firsts: PSU_FORMS,
    seconds: PSU_FORMS,
    holds: |supply, case| fits_directly(supply, case) || fits_with_bracket(supply, case),
};
static SUPPLY_CLASH: Clash = Clash {
    code: Code::PsuFormUnsupported,
    between: (Category::Psu, Category::Case),
    terms: &[
        ClashTerm::NoneFits { first: PSU_FORM, second: CASE_PSU, fits: &SUPPLY_FITS },
        ClashTerm::First(&[FactTest::AnyOf(PSU_FORM, PSU_FORMS)]),
    ],
};

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    PSU_LENGTH.check(build, checks);
    COOLER_HEIGHT.check(build, checks);
    let Some(case) = build.one(Category::Case) else { return };
    let by_water = |cooler: &&ParsedPart| WATER.iter().any(|test| test.holds(&cooler.facts));
    if let Some(cooler) = build.one(Category::CpuCooler).filter(by_water) {
        checks.push(check_radiator(cooler, case));
    }
    if let Some(psu) = build.one(Category::Psu) {
        checks.push(check_psu_form(psu, case));
    }
}

/// Whether a radiator fits a position, which is named by its largest radiator: the position has at least as many fans as
/// the radiator, each at least as large (120 fits where 140 does).
pub(super) fn position_fits(position: &str, radiator: &str) -> bool {
    let fans = |text: &str| -> Option<(u32, u32)> {
        let size: u32 = text.parse().ok()?;
        [140, 120].into_iter().find(|fan| size > 0 && size.is_multiple_of(*fan)).map(|fan| (fan, size / fan))
    };
    match (fans(position), fans(radiator)) {
        (Some((position_size, position_fans)), Some((size, count))) => {
            position_fans >= count && position_size >= size
        }
        _ => position == radiator,
    }
}

fn check_radiator(cooler: &ParsedPart, case: &ParsedPart) -> Check {
    let (parts, code) = ([cooler, case], Code::RadiatorUnsupported);
    let unknown = || Check::unknown(code, &parts, &[(cooler, RADIATOR), (case, RADIATORS)]);
    let (Some(size), Some(positions)) = (cooler.facts.word(RADIATOR), case.facts.words(RADIATORS)) else {
        return unknown();
    };
    let outcome = if RADIATOR_CLASH.holds(&cooler.facts, &case.facts) {
        Outcome::Error
    } else if positions.iter().any(|position| position_fits(position, size)) {
        Outcome::Pass
    } else {
        return unknown();
    };
    let check = Check::new(code, outcome, &parts).compare((cooler, RADIATOR), (case, RADIATORS), Some("mm"));
    let check = check.fix_by(Category::Case, "spec.radiatorSupport", size);
    check.fix_by(Category::CpuCooler, "spec.radiatorSize", positions.join(","))
}

fn fits_directly(supply: &str, case: &str) -> bool {
    supply == case || (supply, case) == ("SFX", "SFX-L")
}

fn fits_with_bracket(supply: &str, case: &str) -> bool {
    matches!((supply, case), ("SFX" | "SFX-L", "ATX"))
}

fn check_psu_form(psu: &ParsedPart, case: &ParsedPart) -> Check {
    let (parts, code) = ([psu, case], Code::PsuFormUnsupported);
    let unknown = || Check::unknown(code, &parts, &[(psu, PSU_FORM), (case, CASE_PSU)]);
    let (Some(form), Some(listed)) = (psu.facts.words(PSU_FORM), case.facts.words(CASE_PSU)) else {
        return unknown();
    };
    let any = |fits: fn(&str, &str) -> bool| form.iter().any(|own| listed.iter().any(|case| fits(own, case)));
    let (code, outcome) = if SUPPLY_CLASH.holds(&psu.facts, &case.facts) {
        (code, Outcome::Error)
    } else if any(fits_directly) {
        (code, Outcome::Pass)
    } else if any(fits_with_bracket) {
        (Code::PsuFormNeedsBracket, Outcome::Warning)
    } else {
        return unknown();
    };
    let check = Check::new(code, outcome, &parts).compare((psu, PSU_FORM), (case, CASE_PSU), None);
    let check = check.fix_by(Category::Psu, "spec.formFactor", listed.join(","));
    check.fix_by(Category::Case, "spec.casePsuFormFactors", form.join(","))
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    PSU_LENGTH.exclude(build, category, out);
    COOLER_HEIGHT.exclude(build, category, out);
    RADIATOR_CLASH.exclude(build, category, out);
    SUPPLY_CLASH.exclude(build, category, out);
}
