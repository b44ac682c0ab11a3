use serde::Serialize;

use super::{
    build::ParsedPart,
    facts::{FactKey, Origin, Value},
};
use crate::model::{Category, ProductId};

/// The outcome of a rule. A missing fact gives `Unknown`: never a pass, never an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Error,
    Warning,
    Info,
    Unknown,
    Pass,
}

/// Declares the codes: variant, name as sent, and kind: `absence` for a finding about a missing part, `clash` for one
/// about two parts that do not fit.
macro_rules! codes {
    ($($variant:ident $name:literal $kind:ident;)*) => {
        /// The code of a rule's finding. Names are stable, because clients and translations use them as keys.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($variant,)* }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// Returns the name as sent, such as `SOCKET_MISMATCH`.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// Whether the finding is about a part still to be chosen, which is no reason to hide a candidate.
            pub fn is_about_missing_part(self) -> bool {
                match self { $(Code::$variant => codes!(@$kind),)* }
            }
        }
    };
    (@clash) => { false };
    (@absence) => { true };
}

codes! {
    SocketMismatch "SOCKET_MISMATCH" clash;
    CpuGenerationUnsupported "CPU_GENERATION_UNSUPPORTED" clash;
    CpuNeedsBiosUpdate "CPU_NEEDS_BIOS_UPDATE" clash;
    CpuPowerConnectors "CPU_POWER_CONNECTORS" clash;
    RamTypeIncompatible "RAM_TYPE_INCOMPATIBLE" clash;
    RamSlotsExceeded "RAM_SLOTS_EXCEEDED" clash;
    RamCapacityExceeded "RAM_CAPACITY_EXCEEDED" clash;
    RamSpeedAboveBoard "RAM_SPEED_ABOVE_BOARD" clash;
    RamSpeedNeedsProfile "RAM_SPEED_NEEDS_PROFILE" clash;
    RamMixingType "RAM_MIXING_TYPE" clash;
    RamMixingSpeed "RAM_MIXING_SPEED" clash;
    RamMixingCapacity "RAM_MIXING_CAPACITY" clash;
    RamBufferingMismatch "RAM_BUFFERING_MISMATCH" clash;
    RamEccUnsupported "RAM_ECC_UNSUPPORTED" clash;
    RamFormMismatch "RAM_FORM_MISMATCH" clash;
    RamHeightUnderCooler "RAM_HEIGHT_UNDER_COOLER" clash;
    StorageM2Info "STORAGE_M2_INFO" clash;
    StorageSataInfo "STORAGE_SATA_INFO" clash;
    StorageHddInfo "STORAGE_HDD_INFO" clash;
    M2SlotsExceeded "M2_SLOTS_EXCEEDED" clash;
    M2SizeOrKey "M2_SIZE_OR_KEY" clash;
    M2SlotSlower "M2_SLOT_SLOWER" clash;
    SataPortsExceeded "SATA_PORTS_EXCEEDED" clash;
    SasControllerNeeded "SAS_CONTROLLER_NEEDED" clash;
    DriveBaysExceeded "DRIVE_BAYS_EXCEEDED" clash;
    CaseBoardForm "CASE_BOARD_FORM" clash;
    CaseBoardFormUnlisted "CASE_BOARD_FORM_UNLISTED" clash;
    BackConnectUnsupported "BACK_CONNECT_UNSUPPORTED" clash;
    GpuTooLong "GPU_TOO_LONG" clash;
    GpuFrontRadiator "GPU_FRONT_RADIATOR" clash;
    GpuTooWide "GPU_TOO_WIDE" clash;
    CoolerTooTall "COOLER_TOO_TALL" clash;
    RadiatorUnsupported "RADIATOR_UNSUPPORTED" clash;
    PsuFormUnsupported "PSU_FORM_UNSUPPORTED" clash;
    PsuFormNeedsBracket "PSU_FORM_NEEDS_BRACKET" clash;
    PsuTooLong "PSU_TOO_LONG" clash;
    CoolerSocketUnsupported "COOLER_SOCKET_UNSUPPORTED" clash;
    CoolerSocketUnlisted "COOLER_SOCKET_UNLISTED" clash;
    CoolerUnderpowered "COOLER_UNDERPOWERED" clash;
    MissingCpuCooler "MISSING_CPU_COOLER" absence;
    PsuInsufficient "PSU_INSUFFICIENT" clash;
    PsuLowHeadroom "PSU_LOW_HEADROOM" clash;
    PsuOversized "PSU_OVERSIZED" clash;
    PsuBelowGpuVendor "PSU_BELOW_GPU_VENDOR" clash;
    GpuPcieConnectors "GPU_PCIE_CONNECTORS" clash;
    Gpu16PinConnectors "GPU_16PIN_CONNECTORS" clash;
    Gpu16PinAdapter "GPU_16PIN_ADAPTER" clash;
    GpuTransients "GPU_TRANSIENTS" clash;
    NoDisplayOutput "NO_DISPLAY_OUTPUT" absence;
    BoardNoVideoOutput "BOARD_NO_VIDEO_OUTPUT" absence;
    MonitorBeyondGpu "MONITOR_BEYOND_GPU" clash;
    MissingRequired "MISSING_REQUIRED" absence;
    CaseIncludesPsu "CASE_INCLUDES_PSU" absence;
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// One side of a comparison: the part, the fact's name and value, and whether the value was stated or inferred.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// `None` where the figure belongs to the whole build, such as the required watts.
    pub part: Option<ProductId>,
    /// The name of a spec or a derived fact.
    pub key: &'static str,
    pub value: Value,
    pub origin: Origin,
}

impl Fact {
    /// Returns a fact of a part, where known.
    pub(super) fn of(part: &ParsedPart, key: impl Into<FactKey>) -> Option<Fact> {
        let key = key.into();
        let known = part.facts.get(key)?;
        Some(Fact {
            part: Some(part.id),
            key: key.as_str(),
            value: known.value.clone(),
            origin: known.origin,
        })
    }

    /// Returns a figure computed over the build.
    pub(super) fn computed(key: &'static str, number: f64) -> Fact {
        Fact { part: None, key, value: Value::Number(number), origin: Origin::Reckoned }
    }
}

/// A comparison: the value that one side requires, the value that the other allows, and the difference (negative:
/// room to spare).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    pub asked: Fact,
    pub allowed: Fact,
    /// `asked` minus `allowed`, in `unit`.
    pub gap: Option<f64>,
    /// mm, W, GB, MT/s, Gb/s, slots, modules, connectors, drives.
    pub unit: Option<&'static str>,
}

/// A listing with parts that would fit: the category, and filters by their wire names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fix {
    pub category: Category,
    pub filters: Vec<(String, String)>,
}

impl Fix {
    pub(super) fn listing(category: Category) -> Fix {
        Fix { category, filters: Vec::new() }
    }

    pub(super) fn of(category: Category, filter: impl Into<String>, value: impl ToString) -> Fix {
        Fix { category, filters: vec![(filter.into(), value.to_string())] }
    }
}

/// An unknown fact that would decide a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Missing {
    pub part: ProductId,
    pub key: FactKey,
}

/// The outcome of one rule for the parts that it compares.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    pub code: Code,
    pub outcome: Outcome,
    pub parts: Vec<ProductId>,
    pub evidence: Vec<Comparison>,
    pub fixes: Vec<Fix>,
    pub missing: Vec<Missing>,
}

impl Check {
    pub(super) fn new(code: Code, outcome: Outcome, parts: &[&ParsedPart]) -> Check {
        let parts = parts.iter().map(|part| part.id).collect();
        Check { code, outcome, parts, evidence: Vec::new(), fixes: Vec::new(), missing: Vec::new() }
    }

    /// Returns an unknown outcome; of the given facts, those that are not known are listed as missing.
    pub(super) fn unknown(code: Code, parts: &[&ParsedPart], missing: &[(&ParsedPart, FactKey)]) -> Check {
        let mut check = Check::new(code, Outcome::Unknown, parts);
        check.missing = missing
            .iter()
            .filter(|(part, key)| part.facts.get(*key).is_none())
            .map(|(part, key)| Missing { part: part.id, key: *key })
            .collect();
        check
    }

    /// Adds a comparison, unless either side is not known.
    pub(super) fn evidence(
        mut self,
        asked: Option<Fact>,
        allowed: Option<Fact>,
        unit: Option<&'static str>,
    ) -> Check {
        if let (Some(asked), Some(allowed)) = (asked, allowed) {
            let gap = match (&asked.value, &allowed.value) {
                (Value::Number(asked), Value::Number(allowed)) => {
                    Some(((asked - allowed) * 1000.0).round() / 1000.0)
                }
                _ => None,
            };
            self.evidence.push(Comparison { asked, allowed, gap, unit });
        }
        self
    }

    /// Adds a comparison of facts of two parts, unless either is not known.
    pub(super) fn compare(
        self,
        asked: (&ParsedPart, impl Into<FactKey>),
        allowed: (&ParsedPart, impl Into<FactKey>),
        unit: Option<&'static str>,
    ) -> Check {
        self.evidence(Fact::of(asked.0, asked.1), Fact::of(allowed.0, allowed.1), unit)
    }

    /// Adds a listing with a filter as a fix.
    pub(super) fn fix_by(self, category: Category, filter: impl Into<String>, value: impl ToString) -> Check {
        self.fix(Fix::of(category, filter, value))
    }

    /// Adds a fix; a passed rule needs none.
    pub(super) fn fix(mut self, fix: Fix) -> Check {
        if self.outcome != Outcome::Pass {
            self.fixes.push(fix);
        }
        self
    }
}
