//! Cached results of the compatibility rules over some parts of a build.
//!
//! The rules themselves are in [`crate::compat`] and are only called here. This module answers two questions:
//!
//! 1. **Is a whole build valid?** ([`refuses`]): every finding counts.
//! 2. **Can two or three parts be in one build?** ([`FitCache`]): only definite findings count, which hold whatever
//!    else is chosen. A rule reads the parts it names, so its finding is definite as soon as these are there. Some rules
//!    read one more part once it is chosen: their findings are definite from then on, and [`decided_by`] names that part.
//!    Findings about absent parts are not definite; the search asks for two of them apart, once the absence is chosen
//!    ([`FitCache::has_display_output`], [`has_enough_power`]). So a pair is refused only if every whole build with it
//!    would be refused; the search may leave it out, and the property test checks this against plain enumeration.

use std::{
    fmt::Write,
    hash::{BuildHasher, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
};

use rustc_hash::FxHashMap;

use crate::{
    compat::{Build, Check, Code, FactKey, Outcome, ParsedPart, check},
    model::{Category, SpecKey},
};

/// Facts that no rule reads. Parts that differ only in these facts have the same fact group.
const NOT_READ_BY_RULES: [SpecKey; 4] =
    [SpecKey::Tdp, SpecKey::Voltage, SpecKey::GpuChipset, SpecKey::GpuVram];
/// The most findings that are cached, about 40 bytes each. When the cache is full, it is emptied.
const MAX_FINDINGS: usize = 1_000_000;

/// The findings that a build may have besides passes and notes. Errors are never allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct RulePolicy {
    /// Rules that could not be checked because a fact is missing.
    pub allow_unknown: bool,
    /// Warnings: the build works, but something is limited.
    pub allow_warnings: bool,
}

pub(super) const UNKNOWN: u8 = 1;
const WARNING: u8 = 2;
const ERROR: u8 = 4;

impl RulePolicy {
    /// Whether these findings exclude a build from the answers.
    fn refuses(self, findings: u8) -> bool {
        let allowed =
            if self.allow_unknown { UNKNOWN } else { 0 } | if self.allow_warnings { WARNING } else { 0 };
        findings & !allowed != 0
    }
}

/// Returns the category that must be chosen before a finding is definite. The cooler sits on the processor's socket if
/// that is known, a drive's speed depends on the processor's lanes, and a case's own supply counts only where no
/// other is chosen.
fn decided_by(code: Code) -> Option<Category> {
    match code {
        Code::CoolerSocketUnsupported | Code::CoolerSocketUnlisted | Code::M2SlotSlower => {
            Some(Category::Cpu)
        }
        Code::PsuInsufficient | Code::PsuLowHeadroom | Code::PsuBelowGpuVendor => Some(Category::Psu),
        _ => None,
    }
}

/// Returns the severity of a check, as a bit that [`RulePolicy`] allows or refuses; 0 for a pass.
fn severity(check: &Check) -> u8 {
    match (check.code, check.outcome) {
        // An oversized supply works; `supply` refuses it wherever a smaller one is sold.
        (Code::PsuOversized, _) | (_, Outcome::Pass | Outcome::Info) => 0,
        // A build without a cooler or a display output is never an answer, whatever the policy allows.
        (Code::MissingCpuCooler | Code::NoDisplayOutput, _) | (_, Outcome::Error) => ERROR,
        (_, Outcome::Warning) => WARNING,
        (_, Outcome::Unknown) => UNKNOWN,
    }
}

/// Whether the policy refuses a build because of a check of the whole build.
pub(super) fn refuses(check: &Check, policy: RulePolicy) -> bool {
    policy.refuses(severity(check))
}

/// Whether the supply that comes with the case among these parts is enough for them. Other parts only draw more, so a
/// refusal holds for every build without another supply.
pub(super) fn has_enough_power(parts: impl Iterator<Item = ParsedPart>, policy: RulePolicy) -> bool {
    let about_power = |check: &Check| {
        matches!(check.code, Code::PsuInsufficient | Code::PsuLowHeadroom | Code::PsuBelowGpuVendor)
    };
    let mut checks = check(&Build::from_parsed(parts)).checks.into_iter();
    !checks.any(|check| about_power(&check) && policy.refuses(severity(&check)))
}

/// Returns the severities of all findings about a whole build, for the tests.
#[cfg(test)]
pub(super) fn find_severities(build: &Build) -> u8 {
    check(build).checks.iter().fold(0, |findings, check| findings | severity(check))
}

fn definite_findings(parts: &[&ParsedPart]) -> u8 {
    definite_checks(parts.iter().map(|part| (*part).clone()).collect())
        .iter()
        .fold(0, |findings, check| findings | severity(check))
}

/// Returns the check because of which some parts cannot be in any build together.
pub(super) fn find_clash(parts: Vec<ParsedPart>, policy: RulePolicy) -> Option<Check> {
    definite_checks(parts).into_iter().find(|check| policy.refuses(severity(check)))
}

fn definite_checks(parts: Vec<ParsedPart>) -> Vec<Check> {
    let build = Build::from_parsed(parts);
    let is_definite = |check: &Check| {
        !check.code.is_about_missing_part()
            && decided_by(check.code).is_none_or(|category| build.one(category).is_some())
    };
    let mut checks = check(&build).checks;
    checks.retain(is_definite);
    checks
}

/// A cache of findings about pairs and trios of parts. The key is the signature or the fact group of each part, which
/// stands for the facts that the rules read.
#[derive(Debug, Default)]
pub(super) struct FitCache {
    findings: Mutex<FxHashMap<[u32; 3], u8>>,
    /// The ids of interned texts. The key is two hashes with secret keys, 128 bits together: the texts themselves would
    /// take as much memory as the parts.
    interned: Mutex<FxHashMap<[u64; 2], u32>>,
    hashers: [RandomState; 2],
}

/// The fact group that stands for "no third part".
const NO_FACT_GROUP: u32 = u32::MAX;

/// Returns the fact group that stands for "no part of this category".
fn absent(category: Category) -> u32 {
    let index = Category::ALL.iter().position(|other| *other == category).unwrap_or_default();
    NO_FACT_GROUP - 1 - u32::try_from(index).unwrap_or_default()
}

impl FitCache {
    /// Returns the fact group of a part: an id that parts share if their facts are equal, as far as rules read them.
    pub(super) fn fact_group_of(&self, parsed: &ParsedPart) -> u32 {
        self.intern(&write_facts(parsed))
    }

    /// Returns the id of a text. Equal texts have equal ids, different texts different ones.
    pub(super) fn intern(&self, text: &str) -> u32 {
        let hashes = self.hashers.each_ref().map(|hasher| hasher.hash_one(text));
        let mut interned = self.interned.lock().unwrap_or_else(PoisonError::into_inner);
        let next = u32::try_from(interned.len()).unwrap_or(NO_FACT_GROUP);
        *interned.entry(hashes).or_insert(next)
    }

    /// Whether some parts fit: no definite finding refuses them. `fit_keys` are those of the cache: the signature or the
    /// fact group of each part.
    pub(super) fn parts_fit(&self, policy: RulePolicy, fit_keys: &[u32], parts: &[&ParsedPart]) -> bool {
        let mut key = [NO_FACT_GROUP; 3];
        for (slot, id) in key.iter_mut().zip(fit_keys) {
            *slot = *id;
        }
        key.sort_unstable();
        !policy.refuses(self.lookup_or_insert(key, || definite_findings(parts)))
    }

    fn lookup_or_insert(&self, key: [u32; 3], find: impl FnOnce() -> u8) -> u8 {
        let cached = self.lock().get(&key).copied();
        cached.unwrap_or_else(|| {
            let findings = find();
            let mut cached = self.lock();
            if cached.len() >= MAX_FINDINGS {
                cached.clear();
            }
            cached.insert(key, findings);
            findings
        })
    }

    /// Whether a build may omit a category, as far as this part decides: a processor without a graphics card or a
    /// cooler, a case without a supply.
    pub(super) fn can_omit(&self, category: Category, fact_group: u32, part: &ParsedPart) -> bool {
        let findings = self.lookup_or_insert([fact_group, absent(category), NO_FACT_GROUP], || {
            let checks = check(&Build::from_parsed([part.clone()])).checks;
            let is_allowed = match category {
                Category::Gpu => !has_refusal(&checks, Code::NoDisplayOutput),
                Category::CpuCooler => !has_refusal(&checks, Code::MissingCpuCooler),
                Category::Psu => checks.iter().any(|check| check.code == Code::CaseIncludesPsu),
                _ => true,
            };
            if is_allowed { 0 } else { ERROR }
        });
        findings == 0
    }

    /// Whether a processor and a board have a display output without a graphics card. The finding is definite once
    /// the build has no graphics card.
    pub(super) fn has_display_output(
        &self,
        policy: RulePolicy,
        fact_groups: [u32; 2],
        parts: [&ParsedPart; 2],
    ) -> bool {
        let [cpu, board] = fact_groups;
        let findings = self.lookup_or_insert([cpu.min(board), cpu.max(board), absent(Category::Gpu)], || {
            let checks = check(&Build::from_parsed(parts.map(Clone::clone))).checks;
            let about_display =
                |check: &&Check| matches!(check.code, Code::NoDisplayOutput | Code::BoardNoVideoOutput);
            checks.iter().filter(about_display).fold(0, |findings, check| findings | severity(check))
        });
        !policy.refuses(findings)
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<[u32; 3], u8>> {
        // Findings are written whole; a panic elsewhere leaves none half written.
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write_facts(parsed: &ParsedPart) -> String {
    let mut text = parsed.category.as_str().to_owned();
    let unread = |key: FactKey| NOT_READ_BY_RULES.into_iter().any(|unread| key == FactKey::Spec(unread));
    for (fact, sourced) in parsed.facts.iter().filter(|(fact, _)| !unread(*fact)) {
        // Writing to a text cannot fail.
        let _ = write!(text, "|{}={:?}", fact.as_str(), sourced.value);
    }
    text
}

fn has_refusal(checks: &[Check], code: Code) -> bool {
    checks.iter().any(|check| check.code == code && severity(check) != 0)
}
