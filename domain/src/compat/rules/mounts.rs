//! Parts mounted in the case: cooler height, radiator, and the power supply's form and length.

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

const COOLER_TYPE: FactKey = FactKey::Spec(SpecKey::CoolerType);
const RADIATOR: FactKey = FactKey::Spec(SpecKey::RadiatorSize);
const RADIATORS: FactKey = FactKey::Spec(SpecKey::RadiatorSupport);
const PSU_FORM: FactKey = FactKey::Spec(SpecKey::FormFactor);
const CASE_PSU: FactKey = FactKey::Spec(SpecKey::CasePsuFormFactors);

/// The sizes in mm of radiators with one to four fans of 120 or 140 mm.
const SIZES: [&str; 8] = ["120", "140", "240", "280", "360", "420", "480", "560"];
const PSU_FORMS: [&str; 5] = ["ATX", "SFX", "SFX-L", "TFX", "Flex ATX"];

const PSU_LENGTH: Limit = Limit {
    code: Code::PsuTooLong,
    asks: (Category::Psu, FactKey::Spec(SpecKey::PsuLength)),
    allows: (Category::Case, FactKey::Spec(SpecKey::MaxPsuLength)),
    tolerance: 0.0,
    unit: "mm",
};
const COOLER_HEIGHT: Limit = Limit {
    code: Code::CoolerTooTall,
    asks: (Category::CpuCooler, FactKey::Spec(SpecKey::CoolerHeight)),
    allows: (Category::Case, FactKey::Spec(SpecKey::MaxCoolerHeight)),
    tolerance: 0.0,
    unit: "mm",
};

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    PSU_LENGTH.check(build, checks);
    let Some(case) = build.one(Category::Case) else { return };
    if let Some(cooler) = build.one(Category::CpuCooler) {
        // The height of a water cooler's pump does not matter; the size of its radiator does.
        if cooler.facts.word(COOLER_TYPE) == Some("AIO") {
            checks.push(check_radiator(cooler, case));
        } else {
            COOLER_HEIGHT.check(build, checks);
        }
    }
    if let Some(psu) = build.one(Category::Psu) {
        checks.push(check_psu_form(psu, case));
    }
}

/// Whether a position for a radiator of one size holds one of another size: at least as many fans, each at least as
/// large (120 fits where 140 does).
pub(super) fn holds(place: &str, radiator: &str) -> bool {
    let fans = |text: &str| -> Option<(u32, u32)> {
        let size: u32 = text.parse().ok()?;
        [140, 120].into_iter().find(|fan| size > 0 && size.is_multiple_of(*fan)).map(|fan| (fan, size / fan))
    };
    match (fans(place), fans(radiator)) {
        (Some((place_fan, places)), Some((fan, count))) => places >= count && place_fan >= fan,
        _ => place == radiator,
    }
}

fn is_standard(radiator: &str) -> bool {
    SIZES.contains(&radiator)
}

fn check_radiator(cooler: &Chosen, case: &Chosen) -> Check {
    let (parts, code) = ([cooler, case], Code::RadiatorUnsupported);
    let unknown = || Check::unknown(code, &parts, &[(cooler, RADIATOR), (case, RADIATORS)]);
    let (Some(size), Some(places)) = (cooler.facts.word(RADIATOR), case.facts.words(RADIATORS)) else {
        return unknown();
    };
    let fits = places.iter().any(|place| holds(place, size));
    if !fits && !is_standard(size) {
        return unknown();
    }
    let outcome = if fits { Outcome::Pass } else { Outcome::Error };
    let check = Check::new(code, outcome, &parts).evidence(
        Fact::of(cooler, RADIATOR),
        Fact::of(case, RADIATORS),
        Some("mm"),
    );
    if fits {
        return check;
    }
    check.fix(Fix::of(Category::Case, "spec.radiatorSupport", size)).fix(Fix::of(
        Category::CpuCooler,
        "spec.radiatorSize",
        places.join(","),
    ))
}

/// Returns the supply forms that fit a case with these listed forms: directly (the listed ones, and SFX where SFX-L
/// fits), and with a bracket (the small ones in an ATX opening).
fn psu_forms_for(listed: &[String]) -> (Vec<String>, Vec<&'static str>) {
    let mut direct = listed.to_vec();
    let lists = |form: &str| listed.iter().any(|listed| listed == form);
    if lists("SFX-L") {
        direct.push("SFX".to_owned());
    }
    (direct, if lists("ATX") { vec!["SFX", "SFX-L"] } else { Vec::new() })
}

fn check_psu_form(psu: &Chosen, case: &Chosen) -> Check {
    let (parts, code) = ([psu, case], Code::PsuFormUnsupported);
    let unknown = || Check::unknown(code, &parts, &[(psu, PSU_FORM), (case, CASE_PSU)]);
    let (Some(form), Some(listed)) = (psu.facts.words(PSU_FORM), case.facts.words(CASE_PSU)) else {
        return unknown();
    };
    let (direct, bracket) = psu_forms_for(listed);
    let (code, outcome) = if super::share(form, &direct) {
        (code, Outcome::Pass)
    } else if form.iter().any(|form| bracket.contains(&form.as_str())) {
        (Code::PsuFormNeedsBracket, Outcome::Warning)
    } else if form.iter().any(|form| PSU_FORMS.contains(&form.as_str())) {
        (code, Outcome::Error)
    } else {
        return unknown();
    };
    let check =
        Check::new(code, outcome, &parts).evidence(Fact::of(psu, PSU_FORM), Fact::of(case, CASE_PSU), None);
    if outcome == Outcome::Pass {
        return check;
    }
    check.fix(Fix::of(Category::Psu, "spec.formFactor", listed.join(","))).fix(Fix::of(
        Category::Case,
        "spec.casePsuFormFactors",
        form.join(","),
    ))
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    PSU_LENGTH.exclude(build, category, out);
    exclude_tall(build, category, out);
    let (cooler, case) = (build.one(Category::CpuCooler), build.one(Category::Case));
    let psu = build.one(Category::Psu);
    match (category, cooler, case, psu) {
        (Category::CpuCooler, _, Some(case), _) => exclude_radiators(case, out),
        (Category::Psu, _, Some(case), _) => exclude_supplies(case, out),
        (Category::Case, cooler, _, psu) => exclude_cases(cooler, psu, out),
        _ => {}
    }
}

/// Adds the exclusions of the height rule, without coolers known to be water coolers.
fn exclude_tall(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    let mut found = Vec::new();
    let by_water =
        build.one(Category::CpuCooler).is_some_and(|cooler| cooler.facts.word(COOLER_TYPE) == Some("AIO"));
    match category {
        Category::Case if !by_water => COOLER_HEIGHT.exclude(build, category, &mut found),
        Category::CpuCooler => {
            COOLER_HEIGHT.exclude(build, category, &mut found);
            // The type is either known to be air or not known. Conditions of one exclusion are combined by "and", so
            // this takes two exclusions.
            let unknown: Vec<Exclusion> = found
                .iter()
                .cloned()
                .map(|mut exclusion| {
                    exclusion.conditions.push(Condition::Unknown { key: COOLER_TYPE });
                    exclusion
                })
                .collect();
            for exclusion in &mut found {
                exclusion.conditions.push(Condition::any_of(COOLER_TYPE, ["AIR"]));
            }
            found.extend(unknown);
        }
        _ => {}
    }
    out.extend(found);
}

fn exclude_radiators(case: &Chosen, out: &mut Vec<Exclusion>) {
    let Some(places) = case.facts.words(RADIATORS) else { return };
    let refused = SIZES.into_iter().filter(|size| !places.iter().any(|place| holds(place, size)));
    let conditions = vec![Condition::any_of(RADIATOR, refused), Condition::any_of(COOLER_TYPE, ["AIO"])];
    out.push(Exclusion { code: Code::RadiatorUnsupported, conditions });
}

fn exclude_supplies(case: &Chosen, out: &mut Vec<Exclusion>) {
    let Some(listed) = case.facts.words(CASE_PSU) else { return };
    let (mut fitting, bracket) = psu_forms_for(listed);
    fitting.extend(bracket.into_iter().map(str::to_owned));
    let conditions = vec![Condition::none_of(PSU_FORM, fitting), Condition::any_of(PSU_FORM, PSU_FORMS)];
    out.push(Exclusion { code: Code::PsuFormUnsupported, conditions });
}

fn exclude_cases(cooler: Option<&Chosen>, psu: Option<&Chosen>, out: &mut Vec<Exclusion>) {
    let by_water = cooler.filter(|cooler| cooler.facts.word(COOLER_TYPE) == Some("AIO"));
    if let Some(size) =
        by_water.and_then(|cooler| cooler.facts.word(RADIATOR)).filter(|size| is_standard(size))
    {
        let fitting = SIZES.into_iter().filter(|place| holds(place, size));
        let conditions = vec![Condition::none_of(RADIATORS, fitting)];
        out.push(Exclusion { code: Code::RadiatorUnsupported, conditions });
    }
    let Some(form) = psu.and_then(|psu| psu.facts.words(PSU_FORM)) else { return };
    if !form.iter().any(|form| PSU_FORMS.contains(&form.as_str())) {
        return;
    }
    let mut fitting = form.to_vec();
    if form.iter().any(|form| form == "SFX") {
        fitting.push("SFX-L".to_owned());
    }
    if form.iter().any(|form| form.starts_with("SFX")) {
        fitting.push("ATX".to_owned());
    }
    let conditions = vec![Condition::none_of(CASE_PSU, fitting)];
    out.push(Exclusion { code: Code::PsuFormUnsupported, conditions });
}
