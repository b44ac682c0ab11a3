use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr};

use super::SpecError;

/// The kind of value that a spec holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecKind {
    /// One text, or a list of texts where a part allows several (a processor's memory types).
    Text,
    /// Always a list of texts.
    List,
    /// Yes or no.
    Flag,
    /// A whole number between the two bounds.
    Integer(i64, i64),
    /// A number between the two bounds.
    Number(i64, i64),
}

/// Declares the closed list of spec keys: variant, wire name, kind. Bounds are limits of plausibility, not of
/// physics: values outside are refused on input, so that a 9,000 mm card never reaches the compatibility rules.
macro_rules! spec_keys {
    ($($variant:ident $name:literal $kind:expr;)*) => {
        /// One typed fact about a product. Lengths are mm, power W, memory GB, memory speed MT/s,
        /// processor clocks GHz, graphics clocks MHz, screens inches, noise dB(A).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[derive(Display, EnumString, IntoStaticStr)]
        #[strum(parse_err_ty = SpecError, parse_err_fn = unknown_key)]
        pub enum SpecKey { $(#[strum(serialize = $name)] $variant,)* }

        impl SpecKey {
            /// Every key.
            pub const ALL: &'static [SpecKey] = &[$(SpecKey::$variant,)*];

            /// Returns the stored and sent name, such as `maxGpuLength`.
            pub fn as_str(self) -> &'static str {
                self.into()
            }

            /// Returns the kind of the spec's value.
            pub fn kind(self) -> SpecKind {
                use SpecKind::{Flag, Integer, List, Number, Text};
                match self { $(SpecKey::$variant => $kind,)* }
            }
        }
    };
}

spec_keys! {
    // Processor
    Socket "socket" Text;
    SocketRevision "socketRevision" Integer(1, 9);
    Cores "cores" Integer(1, 512);
    Threads "threads" Integer(1, 1024);
    PerformanceCores "performanceCores" Integer(0, 256);
    EfficiencyCores "efficiencyCores" Integer(0, 512);
    BaseClock "baseClock" Number(0, 6000);
    BoostClock "boostClock" Number(0, 6000);
    Tdp "tdp" Integer(1, 1500);
    MaxPower "maxPower" Integer(1, 1500);
    Generation "generation" Text;
    Microarchitecture "microarchitecture" Text;
    MaxRamCapacity "maxRamCapacity" Integer(1, 16_384);
    MemoryChannels "memoryChannels" Integer(1, 16);
    IntegratedGraphics "integratedGraphics" Flag;
    IntegratedGraphicsModel "integratedGraphicsModel" Text;
    IncludesCooler "includesCooler" Flag;
    Packaging "packaging" Text;
    L3Cache "l3Cache" Number(0, 2048);
    CpuChipset "cpuChipset" Text;
    // Cooler and fan
    CoolerType "coolerType" Text;
    RadiatorSize "radiatorSize" Integer(40, 600);
    CoolerSockets "coolerSockets" List;
    CoolerHeight "coolerHeight" Number(5, 400);
    CoolerTdp "coolerTdp" Integer(10, 1000);
    MaxRpm "maxRpm" Integer(1, 20_000);
    MaxNoise "maxNoise" Number(0, 120);
    FanSize "fanSize" Number(20, 400);
    FanQuantity "fanQuantity" Integer(0, 20);
    Fanless "fanless" Flag;
    Pwm "pwm" Flag;
    Connector "connector" Text;
    FlowDirection "flowDirection" Text;
    Lighting "lighting" Text;
    MaxAirflow "maxAirflow" Number(0, 1000);
    StaticPressure "staticPressure" Number(0, 100);
    // Graphics card
    GpuChipset "gpuChipset" Text;
    GpuChipsetFull "gpuChipsetFull" Text;
    ChipsetManufacturer "chipsetManufacturer" Text;
    GpuVram "gpuVram" Integer(1, 512);
    MemoryType "memoryType" Text;
    MemoryBus "memoryBus" Integer(16, 16_384);
    Length "length" Number(50, 600);
    SlotWidth "slotWidth" Number(1, 6);
    Interface "interface" Text;
    Cooling "cooling" Text;
    Pcie6pin "pcie6pin" Integer(0, 20);
    Pcie8pin "pcie8pin" Integer(0, 20);
    Pcie16pin "pcie16pin" Integer(0, 8);
    NoPowerConnector "noPowerConnector" Flag;
    SuggestedPsu "suggestedPsu" Integer(100, 3000);
    // Motherboard
    MotherboardChipset "motherboardChipset" Text;
    FormFactor "formFactor" Text;
    MemorySlots "memorySlots" Integer(0, 32);
    M2Slots "m2Slots" Integer(0, 16);
    SataPorts "sataPorts" Integer(0, 32);
    PcieX16Slots "pcieX16Slots" Integer(0, 16);
    Wifi "wifi" Flag;
    WifiStandard "wifiStandard" Text;
    Ethernet "ethernet" Text;
    CpuPower "cpuPower" List;
    BiosFlashback "biosFlashback" Flag;
    BackConnect "backConnect" Flag;
    MaxRamSpeed "maxRamSpeed" Integer(100, 20_000);
    VideoOutputs "videoOutputs" List;
    // Memory
    RamType "ramType" Text;
    RamSpeed "ramSpeed" Integer(100, 20_000);
    RamCapacity "ramCapacity" Integer(1, 4096);
    Modules "modules" Integer(1, 16);
    ModuleCapacity "moduleCapacity" Integer(1, 1024);
    ModuleHeight "moduleHeight" Number(10, 100);
    CasLatency "casLatency" Integer(1, 100);
    Timings "timings" Text;
    Voltage "voltage" Number(0, 5);
    Profiles "profiles" List;
    Rgb "rgb" Flag;
    Ecc "ecc" Flag;
    Registered "registered" Flag;
    // Power supply
    PsuWattage "psuWattage" Integer(50, 4000);
    PsuEfficiency "psuEfficiency" Text;
    PsuModularity "psuModularity" Text;
    PsuLength "psuLength" Number(50, 400);
    Eps8pin "eps8pin" Integer(0, 8);
    SataPower "sataPower" Integer(0, 40);
    AtxVersion "atxVersion" Text;
    // Case
    CaseFormFactor "caseFormFactor" Text;
    CaseSupportedFormFactors "caseSupportedFormFactors" List;
    CasePsuFormFactors "casePsuFormFactors" List;
    MaxGpuLength "maxGpuLength" Number(50, 800);
    MaxCoolerHeight "maxCoolerHeight" Number(10, 400);
    MaxPsuLength "maxPsuLength" Number(50, 600);
    RadiatorSupport "radiatorSupport" List;
    Bays35 "bays35" Integer(0, 40);
    Bays25 "bays25" Integer(0, 40);
    ExpansionSlots "expansionSlots" Integer(0, 20);
    SidePanel "sidePanel" Text;
    Volume "volume" Number(0, 500);
    IncludedPsuWattage "includedPsuWattage" Integer(0, 3000);
    // Storage
    StorageCapacity "storageCapacity" Integer(1, 200_000);
    StorageFormFactor "storageFormFactor" Text;
    StorageKind "type" Text;
    M2Size "m2Size" Text;
    Cache "cache" Integer(0, 100_000);
    ReadSpeed "readSpeed" Integer(1, 100_000);
    WriteSpeed "writeSpeed" Integer(1, 100_000);
    // Monitor
    ScreenSize "screenSize" Number(5, 120);
    Resolution "resolution" Text;
    RefreshRate "refreshRate" Integer(10, 2000);
    PanelType "panelType" Text;
    AspectRatio "aspectRatio" Text;
    AdaptiveSync "adaptiveSync" Text;
    Brightness "brightness" Integer(10, 10_000);
    Connectors "connectors" Text;
    ResponseTime "responseTime" Number(0, 100);
    Hdr "hdr" Text;
    Curved "curved" Flag;
    // Keyboard, mouse, headset
    Layout "layout" Text;
    SwitchType "switchType" Text;
    KeyboardSize "keyboardSize" Text;
    Connection "connection" Text;
    Wireless "wireless" Flag;
    MaxDpi "maxDpi" Integer(100, 100_000);
    Buttons "buttons" Integer(1, 50);
    Sensor "sensor" Text;
    Weight "weight" Integer(1, 20_000);
    DriverSize "driverSize" Integer(5, 200);
    Microphone "microphone" Flag;
    Surround "surround" Flag;
    // Any product
    Color "color" List;
    PartNumber "partNumber" Text;
    ReleaseYear "releaseYear" Integer(1990, 2100);
}

fn unknown_key(text: &str) -> SpecError {
    SpecError::UnknownKey(text.to_owned())
}

impl Serialize for SpecKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for SpecKey {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
