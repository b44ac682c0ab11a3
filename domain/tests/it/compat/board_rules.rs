use domain::compat::Outcome::{Error, Info, Pass, Unknown, Warning};
use serde_json::json;

use super::{assert_outcomes, checks_of};

#[test]
fn sockets_must_be_equal() {
    assert_outcomes(
        "SOCKET_MISMATCH",
        &[
            (json!({"CPU": {"socket": "AM5"}, "MOTHERBOARD": {"socket": "AM5"}}), Some(Pass)),
            (json!({"CPU": {"socket": "am5"}, "MOTHERBOARD": {"socket": "Socket AM5"}}), Some(Pass)),
            (json!({"CPU": {"socket": "AM5"}, "MOTHERBOARD": {"socket": "LGA1700"}}), Some(Error)),
            (json!({"CPU": {}, "MOTHERBOARD": {"socket": "AM5"}}), Some(Unknown)),
            (json!({"CPU": {"socket": "AM5"}, "MOTHERBOARD": {}}), Some(Unknown)),
            (json!({"CPU": {"name": "Ryzen 5 7600"}, "MOTHERBOARD": {"name": "B650M Pro"}}), Some(Pass)),
            (json!({"CPU": {"name": "Intel i5 12400F"}, "MOTHERBOARD": {"name": "B650M Pro"}}), Some(Error)),
            (
                json!({"CPU": {"socket": "LGA1151", "socketRevision": 1}, "MOTHERBOARD": {"name": "Z390"}}),
                Some(Error),
            ),
            (json!({"CPU": {"socket": "LGA1151"}, "MOTHERBOARD": {"name": "Z390"}}), Some(Unknown)),
            (json!({"CPU": {"name": "Core i9-9900K"}, "MOTHERBOARD": {"name": "Z390"}}), Some(Pass)),
            (json!({"CPU": {"socket": "AM3"}, "MOTHERBOARD": {"socket": "AM3+"}}), Some(Pass)),
            (json!({"CPU": {"socket": "LGA2011-3"}, "MOTHERBOARD": {"socket": "2 x LGA2011-3"}}), Some(Pass)),
            (json!({"CPU": {"socket": "AM5"}}), None),
            // Sockets that no table lists.
            (json!({"CPU": {"socket": "AM6"}, "MOTHERBOARD": {"socket": "Socket AM6"}}), Some(Pass)),
            (json!({"CPU": {"socket": "AM6"}, "MOTHERBOARD": {"name": "B950 Pro AM6 DDR6"}}), Some(Pass)),
            (json!({"CPU": {"socket": "AM6"}, "MOTHERBOARD": {"name": "B650M Pro"}}), Some(Error)),
            (
                json!({"CPU": {"name": "Ryzen 5 10600X AM6"}, "MOTHERBOARD": {"name": "B650M Pro"}}),
                Some(Error),
            ),
            (json!({"CPU": {"socket": "AM6"}, "MOTHERBOARD": {"name": "B950 Pro"}}), Some(Unknown)),
        ],
    );
}

#[test]
fn an_inferred_socket_is_marked_as_inferred() {
    let build = json!({"CPU": {"name": "AMD Ryzen 5 5600"}, "MOTHERBOARD": {"name": "MSI PRO B650-P"}});
    let found = checks_of(&build, "SOCKET_MISMATCH");
    let evidence = serde_json::to_value(&found[0].evidence).expect("json");
    assert_eq!(evidence[0]["asked"]["origin"], "model");
    assert_eq!(evidence[0]["allowed"]["origin"], "chipset");
    assert_eq!(evidence[0]["asked"]["value"], json!(["AM4"]));
    let fixes = serde_json::to_value(&found[0].fixes).expect("json");
    assert_eq!(fixes[0], json!({"category": "MOTHERBOARD", "filters": [["spec.socket", "AM4"]]}));
}

#[test]
fn board_supports_processor_directly_after_update_or_never() {
    let pair = |cpu: &str, board: &str| json!({"CPU": {"name": cpu}, "MOTHERBOARD": {"name": board}});
    let never = ["CPU_GENERATION_UNSUPPORTED"];
    for (cpu, board) in [
        ("Core i5-11400", "H410M"),
        ("Core i5-11400", "B460M"),
        ("Ryzen 5 2600", "B550"),
        ("Ryzen 3 3200G", "A520M"),
        ("Ryzen 5 1600", "X570"),
        ("Threadripper 7960X", "WRX90"),
    ] {
        assert_outcomes(never[0], &[(pair(cpu, board), Some(Error))]);
    }
    for (cpu, board) in [
        ("Core i5-11400", "H470"),
        ("Core i5-11400", "Z490"),
        ("Core i5-13400", "B660M"),
        ("Core i7-14700", "Z690"),
        ("Core i7-14700", "B760M"),
        ("Ryzen 5 5600", "B450"),
        ("Ryzen 5 5600", "X470"),
        ("Ryzen 7 9700X", "B650"),
        ("Ryzen 7 9700X", "X670E"),
    ] {
        assert_outcomes("CPU_NEEDS_BIOS_UPDATE", &[(pair(cpu, board), Some(Warning))]);
    }
    for (cpu, board) in [
        ("Core i5-12400", "B660M"),
        ("Core i5-13400", "B760M"),
        ("Ryzen 5 5600", "B550"),
        ("Ryzen 7 9700X", "B850"),
        ("Ryzen 5 7600", "A620M"),
        ("Core Ultra 5 245K", "Z890"),
    ] {
        assert_outcomes(never[0], &[(pair(cpu, board), Some(Pass))]);
    }
    assert_outcomes(
        never[0],
        &[(pair("Ryzen 5 7600", "Some AM5 board"), Some(Unknown)), (pair("x", "B650"), Some(Unknown))],
    );
    assert_outcomes(
        "CPU_NEEDS_BIOS_UPDATE",
        &[(
            json!({"CPU": {"name": "Ryzen 5 5600"}, "MOTHERBOARD": {"name": "B450", "biosFlashback": true}}),
            Some(Info),
        )],
    );
}

#[test]
fn a_boards_power_plugs_are_counted() {
    let with =
        |plugs: &[&str], eps: i64| json!({"MOTHERBOARD": {"cpuPower": plugs}, "PSU": {"eps8pin": eps}});
    assert_outcomes(
        "CPU_POWER_CONNECTORS",
        &[
            (with(&["8-pin"], 1), Some(Pass)),
            (with(&["8-pin", "8 pin"], 1), Some(Warning)),
            (with(&["8-pin", "4-pin"], 1), Some(Warning)),
            (with(&["4-pin"], 1), Some(Pass)),
            (json!({"MOTHERBOARD": {}, "PSU": {"eps8pin": 1}}), Some(Unknown)),
        ],
    );
}

#[test]
fn memory_type_must_match_board_and_processor() {
    let on = |board: &str, kind: &str| json!({"MOTHERBOARD": {"name": board}, "RAM": {"ramType": kind}});
    assert_outcomes(
        "RAM_TYPE_INCOMPATIBLE",
        &[
            (on("B650", "DDR5"), Some(Pass)),
            (on("B650", "DDR4"), Some(Error)),
            (on("B550", "DDR5"), Some(Error)),
            (on("Z890", "DDR4"), Some(Error)),
            // A kind that no table lists differs from the board's, and is unknown where the board states none.
            (on("B650", "DDR6"), Some(Error)),
            (on("B760M DDR4", "DDR6"), Some(Error)),
            (on("B950 AM6", "DDR6"), Some(Unknown)),
            (on("B950 AM6 DDR6", "DDR6"), Some(Pass)),
            (on("B950 AM6 DDR6", "DDR5"), Some(Error)),
            (json!({"CPU": {"socket": "AM6", "ramType": "DDR6"}, "RAM": {"ramType": "DDR5"}}), Some(Error)),
            (on("B760M", "DDR4"), Some(Unknown)),
            (on("B760M DDR4", "DDR5"), Some(Error)),
            (json!({"MOTHERBOARD": {"socket": "AM5"}, "RAM": {"ramType": "DDR4"}}), Some(Error)),
            (json!({"CPU": {"name": "Ryzen 7 7700X"}, "RAM": {"ramType": "DDR4"}}), Some(Error)),
            (json!({"CPU": {"name": "Core i5-12400"}, "RAM": {"ramType": "DDR4"}}), Some(Pass)),
            (json!({"MOTHERBOARD": {"name": "B650"}, "RAM": {}}), Some(Unknown)),
        ],
    );
}

#[test]
fn modules_and_gigabytes_are_summed_over_kits() {
    let kits = |slots: i64, quantity: i64| {
        json!({"MOTHERBOARD": {"memorySlots": slots, "maxRamCapacity": 64},
               "RAM": {"modules": 2, "ramCapacity": 32, "quantity": quantity}})
    };
    assert_outcomes("RAM_SLOTS_EXCEEDED", &[(kits(4, 2), Some(Pass)), (kits(2, 2), Some(Error))]);
    assert_outcomes("RAM_CAPACITY_EXCEEDED", &[(kits(4, 2), Some(Pass)), (kits(4, 3), Some(Error))]);
    assert_outcomes(
        "RAM_SLOTS_EXCEEDED",
        &[
            (json!({"MOTHERBOARD": {}, "RAM": {"modules": 2}}), Some(Unknown)),
            (json!({"MOTHERBOARD": {"memorySlots": 2}, "RAM": {}}), Some(Unknown)),
            // Three kits have at least one module each: too many, whatever they hold.
            (json!({"MOTHERBOARD": {"memorySlots": 2}, "RAM": {"quantity": 3}}), Some(Error)),
        ],
    );
    assert_outcomes(
        "RAM_CAPACITY_EXCEEDED",
        &[(json!({"MOTHERBOARD": {"maxRamCapacity": 64}, "RAM": {}}), Some(Unknown))],
    );
}

#[test]
fn memory_speed_is_checked_against_board_and_processor() {
    let on = |most: i64| json!({"MOTHERBOARD": {"maxRamSpeed": most}, "RAM": {"ramSpeed": 6000}});
    assert_outcomes(
        "RAM_SPEED_ABOVE_BOARD",
        &[
            (on(6400), Some(Pass)),
            (on(5600), Some(Warning)),
            (json!({"MOTHERBOARD": {}, "RAM": {"ramSpeed": 6000}}), Some(Unknown)),
            // Memory of another type does not run at all, so its speed is not checked.
            (
                json!({"MOTHERBOARD": {"ramType": "DDR4", "maxRamSpeed": 5600}, "RAM": {"ramType": "DDR5", "ramSpeed": 6000}}),
                None,
            ),
        ],
    );
    let under =
        |cpu: &str, speed: i64| json!({"CPU": {"name": cpu}, "RAM": {"ramType": "DDR5", "ramSpeed": speed}});
    assert_outcomes(
        "RAM_SPEED_NEEDS_PROFILE",
        &[
            (under("Ryzen 5 7600", 5200), Some(Pass)),
            (under("Ryzen 5 7600", 6000), Some(Info)),
            (under("some processor", 6000), Some(Unknown)),
        ],
    );
}

#[test]
fn different_memory_kits_are_reported() {
    let pair = |a: (&str, i64, i64), b: (&str, i64, i64)| {
        let kit = |(kind, speed, size)| json!({"ramType": kind, "ramSpeed": speed, "moduleCapacity": size});
        json!({"RAM": [kit(a), kit(b)]})
    };
    let same = pair(("DDR5", 6000, 16), ("DDR5", 6000, 16));
    for code in ["RAM_MIXING_TYPE", "RAM_MIXING_SPEED", "RAM_MIXING_CAPACITY"] {
        assert_outcomes(
            code,
            &[
                (same.clone(), Some(Pass)),
                (json!({"RAM": [{}, {}]}), Some(Unknown)),
                (json!({"RAM": {}}), None),
            ],
        );
    }
    assert_outcomes("RAM_MIXING_TYPE", &[(pair(("DDR5", 6000, 16), ("DDR4", 6000, 16)), Some(Error))]);
    assert_outcomes("RAM_MIXING_SPEED", &[(pair(("DDR5", 6000, 16), ("DDR5", 5600, 16)), Some(Warning))]);
    assert_outcomes("RAM_MIXING_CAPACITY", &[(pair(("DDR5", 6000, 16), ("DDR5", 6000, 32)), Some(Warning))]);
}

#[test]
fn registered_ecc_and_sodimm_modules_need_a_matching_board() {
    let on = |board: &str, registered: bool| json!({"MOTHERBOARD": {"name": board}, "RAM": {"registered": registered}});
    assert_outcomes(
        "RAM_BUFFERING_MISMATCH",
        &[
            (on("B650", true), Some(Error)),
            (on("TRX50", true), Some(Pass)),
            (on("TRX50", false), Some(Error)),
            (on("a board", true), Some(Unknown)),
            (json!({"MOTHERBOARD": {"name": "B650"}, "RAM": {}}), None),
            (json!({"MOTHERBOARD": {"name": "B650"}, "RAM": {"name": "DDR5 RDIMM 32GB"}}), Some(Error)),
        ],
    );
    assert_outcomes(
        "RAM_ECC_UNSUPPORTED",
        &[
            (json!({"MOTHERBOARD": {"ecc": true}, "RAM": {"ecc": true}}), Some(Pass)),
            (json!({"MOTHERBOARD": {"ecc": false}, "RAM": {"ecc": true}}), Some(Error)),
            (json!({"MOTHERBOARD": {}, "RAM": {"ecc": true}}), Some(Unknown)),
            (json!({"MOTHERBOARD": {"ecc": false}, "RAM": {}}), None),
        ],
    );
    let form = |board: &str, module: &str| json!({"MOTHERBOARD": {"formFactor": board}, "RAM": {"formFactor": module}});
    assert_outcomes(
        "RAM_FORM_MISMATCH",
        &[
            (form("ATX", "DIMM"), Some(Pass)),
            (form("mATX", "SODIMM"), Some(Error)),
            (form("Mini-ITX", "SO-DIMM"), Some(Unknown)),
            (json!({"MOTHERBOARD": {}, "RAM": {"formFactor": "DIMM"}}), Some(Unknown)),
        ],
    );
}
