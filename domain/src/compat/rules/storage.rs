//! Drives: the connector of each, and whether board and case have room for all.

use crate::{
    compat::{
        build::{Build, ParsedPart},
        clash::Excess,
        condition::{Condition, Exclusion},
        facts::FactKey,
        tables,
        verdict::{Check, Code, Fact, Outcome},
    },
    model::{Category, SpecKey},
};

const FORM: FactKey = FactKey::Spec(SpecKey::StorageFormFactor);
const SIZE: FactKey = FactKey::Spec(SpecKey::M2Size);
const CHIPSET: FactKey = FactKey::Spec(SpecKey::MotherboardChipset);
const BAYS35: FactKey = FactKey::Spec(SpecKey::Bays35);
const BAYS25: FactKey = FactKey::Spec(SpecKey::Bays25);

const M2: &[&str] = &["M.2-NVMe", "M.2-SATA"];
const SATA: &[&str] = &["2.5-SATA", "3.5-HDD"];
const SAS: &[&str] = &["2.5-SAS", "3.5-SAS"];
const FORMS_3_5_INCH: &[&str] = &["3.5-HDD", "3.5-SAS"];
const FORMS_2_5_INCH: &[&str] = &["2.5-SATA", "2.5-SAS"];

/// The limit of a board's connectors of one kind, which the drives of some forms share.
struct ConnectorLimit {
    code: Code,
    forms: &'static [&'static str],
    allows: FactKey,
    unit: &'static str,
}

const CONNECTOR_LIMITS: [ConnectorLimit; 2] = [
    ConnectorLimit {
        code: Code::M2SlotsExceeded,
        forms: M2,
        allows: FactKey::Spec(SpecKey::M2Slots),
        unit: "slots",
    },
    ConnectorLimit {
        code: Code::SataPortsExceeded,
        forms: SATA,
        allows: FactKey::Spec(SpecKey::SataPorts),
        unit: "drives",
    },
];

fn has_form(drive: &ParsedPart, forms: &[&str]) -> bool {
    drive.facts.words(FORM).is_some_and(|own| own.iter().any(|form| forms.contains(&form.as_str())))
}

fn drives_of<'b>(build: &'b Build, forms: &[&str]) -> Vec<&'b ParsedPart> {
    build.all(Category::Storage).filter(|drive| has_form(drive, forms)).collect()
}

fn count(drives: &[&ParsedPart]) -> f64 {
    drives.iter().map(|drive| f64::from(drive.quantity)).sum()
}

fn drives_of_unknown_form(build: &Build) -> Vec<&ParsedPart> {
    build.all(Category::Storage).filter(|drive| drive.facts.get(FORM).is_none()).collect()
}

impl ConnectorLimit {
    fn check(&self, board: &ParsedPart, build: &Build) -> Option<Check> {
        let drives = drives_of(build, self.forms);
        let unclear = drives_of_unknown_form(build);
        if drives.is_empty() && unclear.is_empty() {
            return None;
        }
        let mut parts = vec![board];
        parts.extend(&drives);
        let used = count(&drives);
        let outcome = match board.facts.number(self.allows) {
            Some(allowed) if Excess::NONE.holds(used, allowed) => Outcome::Error,
            Some(_) if unclear.is_empty() => Outcome::Pass,
            _ => {
                let mut facts = vec![(board, self.allows)];
                facts.extend(unclear.iter().map(|drive| (*drive, FORM)));
                parts.extend(&unclear);
                return Some(Check::unknown(self.code, &parts, &facts));
            }
        };
        let check = Check::new(self.code, outcome, &parts).evidence(
            Some(Fact::computed("drives", used)),
            Fact::of(board, self.allows),
            Some(self.unit),
        );
        Some(check.fix_by(Category::Motherboard, format!("spec.{}.min", self.allows.as_str()), used))
    }

    fn exclude(&self, build: &Build, category: Category, out: &mut Vec<Exclusion>) {
        let used = count(&drives_of(build, self.forms));
        let condition = match category {
            Category::Storage => {
                let board = build.one(Category::Motherboard);
                let Some(allowed) = board.and_then(|board| board.facts.number(self.allows)) else { return };
                if !Excess::NONE.holds(used + 1.0, allowed) {
                    return;
                }
                Condition::any_of(FORM, self.forms.iter().copied())
            }
            Category::Motherboard => Excess::NONE.allowing(self.allows, used),
            _ => return,
        };
        out.push(Exclusion { code: self.code, conditions: vec![condition] });
    }
}

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    note(build, Code::StorageM2Info, M2, checks);
    note(build, Code::StorageSataInfo, &["2.5-SATA"], checks);
    note(build, Code::StorageHddInfo, &["3.5-HDD"], checks);
    if let Some(board) = build.one(Category::Motherboard) {
        checks.extend(CONNECTOR_LIMITS.iter().filter_map(|limit| limit.check(board, build)));
        for drive in drives_of(build, M2) {
            checks.push(check_m2_fit(board, drive));
            checks.extend(check_m2_speed(board, build.one(Category::Cpu), drive));
        }
    }
    for drive in drives_of(build, SAS) {
        checks.push(Check::new(Code::SasControllerNeeded, Outcome::Warning, &[drive]).fix_by(
            Category::Storage,
            "spec.storageFormFactor",
            SATA.join(","),
        ));
    }
    if let Some(case) = build.one(Category::Case) {
        checks.extend(check_bays(case, build));
    }
}

/// Adds a note on the connector of the drives of some forms, as the source specification has it.
fn note(build: &Build, code: Code, forms: &[&str], checks: &mut Vec<Check>) {
    let drives = drives_of(build, forms);
    if !drives.is_empty() {
        checks.push(Check::new(code, Outcome::Info, &drives));
    }
}

/// Checks an M.2 drive's fit. Every M.2 slot takes the common 2280 NVMe drive. Only some slots take longer drives or
/// SATA drives, and boards do not list which.
fn check_m2_fit(board: &ParsedPart, drive: &ParsedPart) -> Check {
    let parts = [board, drive];
    let size = drive.facts.word(SIZE);
    let common = matches!(size, Some("2280")) && !has_form(drive, &["M.2-SATA"]);
    if common {
        Check::new(Code::M2SizeOrKey, Outcome::Pass, &parts)
    } else {
        Check::unknown(Code::M2SizeOrKey, &parts, &[(drive, SIZE)])
    }
}

/// Checks the slot's speed: a drive in a slower slot works at the slot's speed.
fn check_m2_speed(board: &ParsedPart, cpu: Option<&ParsedPart>, drive: &ParsedPart) -> Option<Check> {
    if has_form(drive, &["M.2-SATA"]) {
        return None;
    }
    let (parts, code) = ([board, drive], Code::M2SlotSlower);
    let chipset = board.facts.word(CHIPSET).and_then(tables::chipset);
    let lanes = cpu.and_then(|cpu| cpu.facts.word(FactKey::CpuGeneration)).and_then(tables::generation);
    let lanes = lanes.map(|generation| generation.pcie);
    let unknown = || {
        let key = FactKey::PcieGeneration;
        Check::unknown(code, &parts, &[(drive, key), (board, CHIPSET)])
    };
    let (Some(drive_speed), Some(best)) =
        (drive.facts.number(FactKey::PcieGeneration), chipset.and_then(|chipset| chipset.m2_best))
    else {
        return Some(unknown());
    };
    let best = f64::from(lanes.map_or(best, |lanes| lanes.min(best)));
    let sure = chipset.and_then(|chipset| chipset.m2_sure).zip(lanes).map(|(sure, lanes)| sure.min(lanes));
    let outcome = if drive_speed > best {
        Outcome::Info
    } else if sure.is_some_and(|sure| drive_speed <= f64::from(sure)) {
        Outcome::Pass
    } else {
        return Some(unknown());
    };
    let best = Fact::computed("bestM2Generation", best);
    let asked = Fact::of(drive, FactKey::PcieGeneration);
    Some(Check::new(code, outcome, &parts).evidence(asked, Some(best), None))
}

/// Checks the drive bays: 3.5-inch drives need 3.5-inch bays; 2.5-inch drives use 2.5-inch bays, and then the
/// remaining 3.5-inch ones.
fn check_bays(case: &ParsedPart, build: &Build) -> Option<Check> {
    let (large, small) = (drives_of(build, FORMS_3_5_INCH), drives_of(build, FORMS_2_5_INCH));
    if large.is_empty() && small.is_empty() {
        return None;
    }
    let mut parts = vec![case];
    parts.extend(large.iter().chain(&small));
    let code = Code::DriveBaysExceeded;
    let (Some(bays35), Some(bays25)) = (case.facts.number(BAYS35), case.facts.number(BAYS25)) else {
        return Some(Check::unknown(code, &parts, &[(case, BAYS35), (case, BAYS25)]));
    };
    let (large, small) = (count(&large), count(&small));
    let (key, asked, allowed) =
        if large > bays35 { (BAYS35, large, bays35) } else { (BAYS25, small, bays25 + bays35 - large) };
    let outcome = if asked > allowed { Outcome::Warning } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).evidence(
        Some(Fact::computed("drives", asked)),
        Some(Fact { part: Some(case.id), ..Fact::computed(key.as_str(), allowed) }),
        Some("drives"),
    );
    Some(check.fix_by(Category::Case, format!("spec.{}.min", key.as_str()), asked))
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    for limit in &CONNECTOR_LIMITS {
        limit.exclude(build, category, out);
    }
}
