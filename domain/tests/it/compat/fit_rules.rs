use domain::compat::Outcome::{Error, Info, Pass, Unknown, Warning};
use serde_json::json;

use super::{assert_outcomes, checks_of};

#[test]
fn tall_memory_conflicts_with_an_air_cooler() {
    let under = |kind: &str, cooler: f64, module: f64| json!({"CPU_COOLER": {"coolerType": kind, "coolerHeight": cooler}, "RAM": {"moduleHeight": module}});
    assert_outcomes(
        "RAM_HEIGHT_UNDER_COOLER",
        &[
            (under("AIR", 165.0, 31.0), Some(Pass)),
            (under("AIR", 165.0, 57.0), Some(Warning)),
            (under("AIR", 37.0, 44.0), Some(Warning)),
            (under("AIR", 165.0, 42.0), Some(Unknown)),
            (under("AIO", 50.0, 57.0), None),
        ],
    );
}

#[test]
fn drives_have_notes_by_form_factor() {
    let drive = |form: &str| json!({"STORAGE": {"storageFormFactor": form}});
    assert_outcomes("STORAGE_M2_INFO", &[(drive("M.2-NVMe"), Some(Info)), (drive("3.5-HDD"), None)]);
    assert_outcomes("STORAGE_SATA_INFO", &[(drive("2.5-SATA"), Some(Info)), (drive("M.2-SATA"), None)]);
    assert_outcomes("STORAGE_HDD_INFO", &[(drive("3.5-HDD"), Some(Info)), (drive("2.5-SATA"), None)]);
    assert_outcomes("SAS_CONTROLLER_NEEDED", &[(drive("3.5-SAS"), Some(Warning)), (drive("3.5-HDD"), None)]);
}

#[test]
fn drives_are_counted_against_slots_ports_and_bays() {
    let on = |form: &str, quantity: i64| {
        json!({"MOTHERBOARD": {"m2Slots": 2, "sataPorts": 4}, "CASE": {"bays35": 2, "bays25": 1},
               "STORAGE": {"storageFormFactor": form, "quantity": quantity}})
    };
    assert_outcomes(
        "M2_SLOTS_EXCEEDED",
        &[(on("M.2-NVMe", 2), Some(Pass)), (on("M.2-NVMe", 3), Some(Error))],
    );
    assert_outcomes(
        "SATA_PORTS_EXCEEDED",
        &[(on("2.5-SATA", 4), Some(Pass)), (on("3.5-HDD", 5), Some(Error))],
    );
    assert_outcomes(
        "DRIVE_BAYS_EXCEEDED",
        &[
            (on("3.5-HDD", 2), Some(Pass)),
            (on("3.5-HDD", 3), Some(Warning)),
            (on("2.5-SATA", 3), Some(Pass)),
            (on("2.5-SATA", 4), Some(Warning)),
            (on("M.2-NVMe", 2), None),
            (json!({"CASE": {}, "STORAGE": {"storageFormFactor": "3.5-HDD"}}), Some(Unknown)),
        ],
    );
    let unclear = json!({"MOTHERBOARD": {"m2Slots": 2, "sataPorts": 4}, "STORAGE": {}});
    assert_outcomes("M2_SLOTS_EXCEEDED", &[(unclear.clone(), Some(Unknown))]);
    assert_outcomes("SATA_PORTS_EXCEEDED", &[(unclear, Some(Unknown))]);
}

#[test]
fn m2_drive_is_checked_against_its_slot() {
    let stick = |board: &str, cpu: &str, interface: &str| {
        json!({"MOTHERBOARD": {"name": board}, "CPU": {"name": cpu},
               "STORAGE": {"storageFormFactor": "M.2-NVMe", "m2Size": "2280", "interface": interface}})
    };
    assert_outcomes(
        "M2_SLOT_SLOWER",
        &[
            (stick("B550", "Ryzen 5 5600", "M.2 PCIe 4.0 x4"), Some(Pass)),
            (stick("B550", "Ryzen 5 5600G", "M.2 PCIe 4.0 x4"), Some(Info)),
            (stick("B550", "Ryzen 5 5600", "M.2 PCIe 5.0 x4"), Some(Info)),
            (stick("B650", "Ryzen 5 7600", "M.2 PCIe 5.0 x4"), Some(Unknown)),
        ],
    );
    let size = |size: &str, form: &str| json!({"MOTHERBOARD": {}, "STORAGE": {"storageFormFactor": form, "m2Size": size}});
    assert_outcomes(
        "M2_SIZE_OR_KEY",
        &[
            (size("2280", "M.2-NVMe"), Some(Pass)),
            (size("22110", "M.2-NVMe"), Some(Unknown)),
            (size("2280", "M.2-SATA"), Some(Unknown)),
        ],
    );
}

#[test]
fn case_accepts_the_board_sizes_it_lists() {
    let fits = |board: &str, case: &[&str]| json!({"MOTHERBOARD": {"formFactor": board}, "CASE": {"caseSupportedFormFactors": case}});
    assert_outcomes(
        "CASE_BOARD_FORM",
        &[
            (fits("ATX", &["ATX", "Micro ATX"]), Some(Pass)),
            (fits("mATX", &["Micro-ATX"]), Some(Pass)),
            (fits("ATX", &["Micro ATX", "Mini-ITX"]), Some(Error)),
            (fits("E-ATX", &["ATX"]), Some(Error)),
            (fits("SSI CEB", &["ATX"]), Some(Unknown)),
            (json!({"MOTHERBOARD": {"formFactor": "ATX"}, "CASE": {}}), Some(Unknown)),
        ],
    );
    assert_outcomes("CASE_BOARD_FORM_UNLISTED", &[(fits("Mini-ITX", &["ATX"]), Some(Warning))]);
    let back =
        |board: bool, case: serde_json::Value| json!({"MOTHERBOARD": {"backConnect": board}, "CASE": case});
    assert_outcomes(
        "BACK_CONNECT_UNSUPPORTED",
        &[
            (back(true, json!({"backConnect": true})), Some(Pass)),
            (back(true, json!({"backConnect": false})), Some(Error)),
            (back(true, json!({})), Some(Unknown)),
            (back(false, json!({"backConnect": false})), None),
        ],
    );
}

#[test]
fn a_card_fits_in_length_and_width() {
    let card = |length: f64, width: f64| json!({"GPU": {"length": length, "slotWidth": width}, "CASE": {"maxGpuLength": 355, "expansionSlots": 3}});
    assert_outcomes("GPU_TOO_LONG", &[(card(355.0, 2.0), Some(Pass)), (card(357.6, 2.0), Some(Error))]);
    assert_outcomes(
        "GPU_TOO_WIDE",
        &[(card(300.0, 3.0), Some(Pass)), (card(300.0, 3.1), Some(Warning)), (card(300.0, 3.5), Some(Error))],
    );
    let bare = json!({"GPU": {"length": 300}, "CASE": {}});
    assert_outcomes("GPU_TOO_LONG", &[(bare.clone(), Some(Unknown))]);
    assert_outcomes("GPU_TOO_WIDE", &[(bare, Some(Unknown))]);
}

#[test]
fn issue_carries_both_values_the_gap_and_fixes() {
    let long = json!({"GPU": {"length": 357.6}, "CASE": {"maxGpuLength": 355}});
    let found = serde_json::to_value(checks_of(&long, "GPU_TOO_LONG")).expect("json");
    assert_eq!(found[0]["evidence"][0]["asked"]["value"], 357.6);
    assert_eq!(found[0]["evidence"][0]["allowed"]["value"], 355.0);
    assert_eq!(found[0]["evidence"][0]["gap"], 2.6);
    assert_eq!(found[0]["evidence"][0]["unit"], "mm");
    assert_eq!(
        found[0]["fixes"][0],
        json!({"category": "CASE", "filters": [["spec.maxGpuLength.min", "357.6"]]})
    );
    assert_eq!(found[0]["fixes"][1], json!({"category": "GPU", "filters": [["spec.length.max", "355"]]}));
    let bare = json!({"GPU": {"length": 357.6}, "CASE": {}});
    let found = serde_json::to_value(checks_of(&bare, "GPU_TOO_LONG")).expect("json");
    assert_eq!(found[0]["missing"][0]["key"], "maxGpuLength");
}

#[test]
fn front_radiator_reduces_the_card_clearance() {
    let with = |length: i64, places: serde_json::Value| {
        json!({"GPU": {"length": length}, "CPU_COOLER": {"coolerType": "AIO", "radiatorSize": 360},
               "CASE": {"maxGpuLength": 360, "radiatorSupport": places}})
    };
    assert_outcomes(
        "GPU_FRONT_RADIATOR",
        &[
            (with(340, json!(["front 360", "top 280"])), Some(Info)),
            (with(340, json!(["front 360", "top 360"])), Some(Pass)),
            (with(300, json!(["front 360"])), None),
            (
                json!({"GPU": {"length": 340}, "CPU_COOLER": {"radiatorSize": 360}, "CASE": {"maxGpuLength": 360}}),
                Some(Unknown),
            ),
        ],
    );
}

#[test]
fn coolers_fit_by_height_or_by_radiator() {
    let air = |height: i64| json!({"CPU_COOLER": {"coolerType": "AIR", "coolerHeight": height}, "CASE": {"maxCoolerHeight": 160}});
    assert_outcomes(
        "COOLER_TOO_TALL",
        &[
            (air(160), Some(Pass)),
            (air(165), Some(Error)),
            (json!({"CPU_COOLER": {"coolerType": "AIR", "coolerHeight": 165}, "CASE": {}}), Some(Unknown)),
            (
                json!({"CPU_COOLER": {"coolerType": "AIO", "coolerHeight": 165}, "CASE": {"maxCoolerHeight": 160}}),
                None,
            ),
        ],
    );
    let water = |size: i64, places: serde_json::Value| json!({"CPU_COOLER": {"coolerType": "AIO", "radiatorSize": size}, "CASE": {"radiatorSupport": places}});
    assert_outcomes(
        "RADIATOR_UNSUPPORTED",
        &[
            (water(360, json!(["front 360", "top 240"])), Some(Pass)),
            (water(240, json!(["360mm"])), Some(Pass)),
            (water(120, json!(["rear 140"])), Some(Pass)),
            (water(360, json!(["front 280", "top 240"])), Some(Error)),
            (water(280, json!(["front 360"])), Some(Error)),
            (json!({"CPU_COOLER": {"radiatorSize": 360}, "CASE": {}}), Some(Unknown)),
        ],
    );
}

#[test]
fn coolers_fit_the_sockets_they_list() {
    let on = |socket: &str, listed: &[&str]| json!({"CPU": {"socket": socket}, "CPU_COOLER": {"coolerSockets": listed}});
    assert_outcomes(
        "COOLER_SOCKET_UNSUPPORTED",
        &[
            (on("AM5", &["AM4", "AM5"]), Some(Pass)),
            (on("LGA1151", &["LGA115x"]), Some(Pass)),
            (on("AM5", &["LGA1700"]), Some(Error)),
            (json!({"CPU": {"socket": "AM5"}, "CPU_COOLER": {}}), Some(Unknown)),
            (
                json!({"MOTHERBOARD": {"name": "B650"}, "CPU_COOLER": {"coolerSockets": ["LGA1700"]}}),
                Some(Error),
            ),
        ],
    );
    assert_outcomes(
        "COOLER_SOCKET_UNLISTED",
        &[(on("AM5", &["AM4"]), Some(Warning)), (on("LGA1851", &["LGA1700"]), Some(Warning))],
    );
    let rated = |watts: i64| json!({"CPU": {"name": "Core i9-14900K"}, "CPU_COOLER": {"coolerTdp": watts}});
    assert_outcomes(
        "COOLER_UNDERPOWERED",
        &[
            (rated(260), Some(Pass)),
            (rated(220), Some(Warning)),
            (json!({"CPU": {"name": "Core i9-14900K"}, "CPU_COOLER": {}}), Some(Unknown)),
        ],
    );
    assert_outcomes(
        "MISSING_CPU_COOLER",
        &[
            (json!({"CPU": {"name": "Ryzen 5 7600"}}), Some(Info)),
            (json!({"CPU": {"name": "Ryzen 5 7600 Tray"}}), Some(Warning)),
            (json!({"CPU": {"name": "Ryzen 5 7600X"}}), Some(Warning)),
            (json!({"CPU": {"name": "unheard of"}}), Some(Warning)),
            (json!({"CPU": {}, "CPU_COOLER": {}}), None),
        ],
    );
}

#[test]
fn power_supplies_fit_by_form_factor_and_length() {
    let in_case = |form: &str, listed: &[&str]| json!({"PSU": {"formFactor": form}, "CASE": {"casePsuFormFactors": listed}});
    assert_outcomes(
        "PSU_FORM_UNSUPPORTED",
        &[
            (in_case("ATX", &["ATX"]), Some(Pass)),
            (in_case("SFX", &["SFX-L"]), Some(Pass)),
            (in_case("ATX", &["SFX", "SFX-L"]), Some(Error)),
            (in_case("Server", &["ATX"]), Some(Unknown)),
            (json!({"PSU": {"formFactor": "ATX"}, "CASE": {}}), Some(Unknown)),
        ],
    );
    assert_outcomes("PSU_FORM_NEEDS_BRACKET", &[(in_case("SFX", &["ATX"]), Some(Warning))]);
    let long = |length: i64| json!({"PSU": {"psuLength": length}, "CASE": {"maxPsuLength": 160}});
    assert_outcomes(
        "PSU_TOO_LONG",
        &[
            (long(160), Some(Pass)),
            (long(180), Some(Error)),
            (json!({"PSU": {}, "CASE": {"maxPsuLength": 160}}), Some(Unknown)),
        ],
    );
}
