use domain::{
    compat::{
        Code,
        Outcome::{Error, Info, Pass, Unknown, Warning},
        check, check_candidate,
    },
    model::Category,
};
use serde_json::{Value, json};

use super::{assert_outcomes, build, checks_of};

/// Returns a build with a supply of this rating. Base 150 W, processor 162 W, card 250 W: 562 W in all, 674.4 W with
/// headroom, and at most 1348.8 W before the supply is oversized.
fn with_supply(watts: i64) -> Value {
    json!({"CPU": {"name": "Ryzen 7 7800X3D"}, "GPU": {"gpuChipset": "GeForce RTX 5070"}, "PSU": {"psuWattage": watts}})
}

#[test]
fn psu_wattage_is_sufficient_short_or_oversized() {
    assert_outcomes(
        "PSU_INSUFFICIENT",
        &[
            (with_supply(561), Some(Error)),
            (with_supply(750), Some(Pass)),
            (
                json!({"CPU": {"name": "Ryzen 7 7800X3D"}, "GPU": {}, "PSU": {"psuWattage": 750}}),
                Some(Unknown),
            ),
            (json!({"CPU": {"name": "Ryzen 7 7800X3D"}, "PSU": {}}), Some(Unknown)),
            // The processor alone exceeds the supply, whatever the card draws.
            (json!({"CPU": {"name": "Core i9-14900K"}, "GPU": {}, "PSU": {"psuWattage": 300}}), Some(Error)),
            (json!({"PSU": {"psuWattage": 100}}), None),
        ],
    );
    assert_outcomes(
        "PSU_LOW_HEADROOM",
        &[(with_supply(562), Some(Warning)), (with_supply(674), Some(Warning)), (with_supply(675), None)],
    );
    assert_outcomes("PSU_OVERSIZED", &[(with_supply(1348), None), (with_supply(1349), Some(Warning))]);
    let unsettled = json!({"CPU": {"name": "Ryzen 5 5600"}, "PSU": {"psuWattage": 850}});
    assert_outcomes("PSU_OVERSIZED", &[(unsettled, None)]);
}

#[test]
fn oversized_supply_is_a_warning_of_the_supply_alone() {
    let build = build(&with_supply(1_600));
    let is_warned = |category: Category| {
        let chosen = build.parts().iter().find(|part| part.category == category).unwrap().clone();
        check_candidate(&build, &chosen, false)
            .is_some_and(|fit| fit.checks.iter().any(|check| check.code == Code::PsuOversized))
    };
    assert!(is_warned(Category::Psu));
    assert!(!is_warned(Category::Gpu) && !is_warned(Category::Cpu));
}

#[test]
fn unknown_fact_of_the_build_is_apart_from_those_of_the_candidate() {
    let of = |case: Value, card: Value| {
        let build = build(&json!({"CASE": case, "GPU": card}));
        let card = build.parts().iter().find(|part| part.category == Category::Gpu).unwrap().clone();
        let fit = check_candidate(&build, &card, false).unwrap();
        let codes = |checks: &[domain::compat::Check]| {
            checks.iter().filter(|check| check.outcome == Unknown).map(|check| check.code).collect::<Vec<_>>()
        };
        (codes(&fit.checks), codes(&fit.unknown_of_build))
    };
    let case = json!({"expansionSlots": 7});
    let (own, of_build) = of(case.clone(), json!({"length": 300, "slotWidth": 2}));
    assert!(own.is_empty() && of_build == [Code::GpuTooLong], "{own:?} {of_build:?}");
    // A candidate whose own fact is missing too says so on its card.
    let (own, of_build) = of(case, json!({"slotWidth": 2}));
    assert!(own == [Code::GpuTooLong] && of_build.is_empty(), "{own:?} {of_build:?}");
}

#[test]
fn manufacturer_psu_recommendation_is_checked() {
    let card = |watts: i64| json!({"GPU": {"gpuChipset": "GeForce RTX 5080"}, "PSU": {"psuWattage": watts}});
    assert_outcomes(
        "PSU_BELOW_GPU_VENDOR",
        &[
            (card(850), Some(Pass)),
            (card(750), Some(Warning)),
            (json!({"GPU": {}, "PSU": {"psuWattage": 750}}), Some(Unknown)),
        ],
    );
}

#[test]
fn power_plugs_are_counted_by_kind() {
    let eights = |asked: i64, have: Value| json!({"GPU": {"pcie8pin": asked}, "PSU": have});
    assert_outcomes(
        "GPU_PCIE_CONNECTORS",
        &[
            (eights(2, json!({"pcie8pin": 2})), Some(Pass)),
            (eights(3, json!({"pcie8pin": 2})), Some(Error)),
            (eights(2, json!({})), Some(Unknown)),
            (json!({"GPU": {"noPowerConnector": true}, "PSU": {"pcie8pin": 0}}), Some(Pass)),
            (json!({"GPU": {}, "PSU": {"pcie8pin": 2}}), Some(Unknown)),
        ],
    );
    let sixteen =
        |have: Value| json!({"GPU": {"gpuChipset": "GeForce RTX 5080", "pcie16pin": 1}, "PSU": have});
    assert_outcomes(
        "GPU_16PIN_CONNECTORS",
        &[
            (sixteen(json!({"pcie16pin": 1})), Some(Pass)),
            (sixteen(json!({"pcie16pin": 0, "pcie8pin": 2})), Some(Error)),
            (sixteen(json!({"pcie16pin": 0})), Some(Unknown)),
            (sixteen(json!({"pcie8pin": 4})), Some(Unknown)),
            (json!({"GPU": {"pcie8pin": 2}, "PSU": {"pcie16pin": 0}}), None),
            (json!({"GPU": {"name": "RTX 5090"}, "PSU": {"pcie16pin": 0, "pcie8pin": 3}}), Some(Error)),
        ],
    );
    assert_outcomes("GPU_16PIN_ADAPTER", &[(sixteen(json!({"pcie16pin": 0, "pcie8pin": 3})), Some(Warning))]);
}

#[test]
fn power_peaks_of_large_cards_are_noted() {
    let with = |chip: &str, psu: Value| json!({"GPU": {"gpuChipset": chip}, "PSU": psu});
    assert_outcomes(
        "GPU_TRANSIENTS",
        &[
            (with("GeForce RTX 4090", json!({"atxVersion": "3.1"})), Some(Pass)),
            (with("GeForce RTX 4090", json!({"atxVersion": "2.4"})), Some(Info)),
            (with("GeForce RTX 4090", json!({})), Some(Info)),
            (with("GeForce RTX 4060", json!({})), None),
        ],
    );
}

#[test]
fn build_needs_a_graphics_output() {
    assert_outcomes(
        "NO_DISPLAY_OUTPUT",
        &[
            (json!({"CPU": {"integratedGraphics": true}}), Some(Pass)),
            (json!({"CPU": {"name": "Core i5-12400F"}}), Some(Error)),
            (json!({"CPU": {}}), Some(Unknown)),
            (json!({"CPU": {"name": "Core i5-12400F"}, "GPU": {}}), None),
        ],
    );
    let on = |outputs: Value| json!({"CPU": {"integratedGraphics": true}, "MOTHERBOARD": {"videoOutputs": outputs}});
    assert_outcomes(
        "BOARD_NO_VIDEO_OUTPUT",
        &[
            (on(json!(["HDMI"])), Some(Pass)),
            (on(json!(["None"])), Some(Error)),
            (json!({"CPU": {"integratedGraphics": true}, "MOTHERBOARD": {}}), Some(Unknown)),
        ],
    );
    let screen = |chip: &str| json!({"GPU": {"gpuChipset": chip}, "MONITOR": {"resolution": "7680x2160", "refreshRate": 240}});
    assert_outcomes(
        "MONITOR_BEYOND_GPU",
        &[
            (screen("GeForce RTX 5080"), Some(Pass)),
            (screen("GeForce RTX 4080"), Some(Warning)),
            (json!({"GPU": {"gpuChipset": "GeForce RTX 5080"}, "MONITOR": {}}), Some(Unknown)),
        ],
    );
}

#[test]
fn missing_required_parts_are_reported() {
    assert_outcomes(
        "MISSING_REQUIRED",
        &[
            (json!({"CPU": {}, "MOTHERBOARD": {}, "RAM": {}, "PSU": {}}), Some(Pass)),
            (json!({"CPU": {}, "MOTHERBOARD": {}, "RAM": {}}), Some(Error)),
            (json!({"CPU": {}, "MOTHERBOARD": {}, "PSU": {}}), Some(Error)),
            (json!({"CPU": {}, "RAM": {}, "PSU": {}}), Some(Error)),
            (json!({"MOTHERBOARD": {}, "RAM": {}, "PSU": {}}), Some(Error)),
            (json!({}), Some(Error)),
        ],
    );
    let missing = |parts: Value| {
        checks_of(&parts, "MISSING_REQUIRED").iter().filter(|check| check.outcome == Error).count()
    };
    assert_eq!(missing(json!({})), 4, "processor, board, memory and supply");
    let with_case = json!({"CPU": {}, "MOTHERBOARD": {}, "RAM": {}, "CASE": {"includedPsuWattage": 300}});
    assert_outcomes("MISSING_REQUIRED", &[(with_case.clone(), Some(Pass))]);
    assert_outcomes("CASE_INCLUDES_PSU", &[(with_case, Some(Info)), (json!({"PSU": {}}), None)]);
}

#[test]
fn missing_part_names_the_parts_that_depend_on_it() {
    // Returns the number of the build's parts that depend on the only missing part.
    let dependents = |parts: Value| {
        let missing: Vec<usize> = checks_of(&parts, "MISSING_REQUIRED")
            .iter()
            .filter(|check| check.outcome == Error)
            .map(|check| check.parts.len())
            .collect();
        assert_eq!(missing.len(), 1, "{parts}");
        missing[0]
    };
    let without_board = json!({"CPU": {}, "GPU": {}, "RAM": {}, "STORAGE": {}, "PSU": {}, "CASE": {}});
    assert_eq!(dependents(without_board), 4, "processor, card, memory and drive need a board");
    assert_eq!(dependents(json!({"MOTHERBOARD": {}, "RAM": {}, "PSU": {}})), 1, "a board needs a processor");
    assert_eq!(dependents(json!({"CPU": {}, "MOTHERBOARD": {}, "PSU": {}})), 1, "a board needs memory");
    let without_supply = json!({"CPU": {}, "GPU": {}, "MOTHERBOARD": {}, "RAM": {}});
    assert_eq!(dependents(without_supply), 2, "card and board need a supply");
}

#[test]
fn both_power_figures_list_their_lines() {
    let whole = json!({
        "CPU": {"name": "Ryzen 7 7800X3D"}, "GPU": {"gpuChipset": "GeForce RTX 5070", "tdp": 250},
        "MOTHERBOARD": {"name": "B650"}, "RAM": {"voltage": 1.4, "modules": 2},
        "STORAGE": [{"storageFormFactor": "M.2-NVMe"}, {"storageFormFactor": "3.5-HDD", "quantity": 2}],
        "PSU": {"psuWattage": 750},
    });
    let report = check(&build(&whole));
    // 120 + 250 + 7 + 5 + 20.
    assert_eq!(report.watts.estimated_watts, 402);
    assert_eq!(report.watts.required_watts, 562);
    assert!(report.watts.watts_known);
    // 402 × 1.3 = 522.6, rounded up to 600; 562 × 1.2 = 674.4, rounded up to 700; the chip's manufacturer
    // suggests 650.
    assert_eq!(report.watts.recommended_psu, Some(700));
    assert!(report.compatible && report.is_complete);
    let kinds: Vec<&str> = report.watts.line_items.iter().map(|item| item.kind).collect();
    assert_eq!(kinds, ["BASE", "CPU", "RAM", "STORAGE", "STORAGE", "GPU"]);
    let required: f64 = report.watts.line_items.iter().filter_map(|item| item.required).sum();
    assert_eq!(required, 562.0);
    let estimated = |parts: Value| check(&build(&parts)).watts.estimated_watts;
    assert_eq!(estimated(json!({"RAM": {}})), 15, "memory without a stated voltage");
    assert_eq!(estimated(json!({"STORAGE": {"storageFormFactor": "2.5-SATA"}})), 5);
    assert_eq!(estimated(json!({"STORAGE": {"storageFormFactor": "3.5-HDD"}})), 10);
}

#[test]
fn many_small_parts_raise_the_required_watts() {
    let drives =
        json!({"CPU": {"name": "Ryzen 5 7600"}, "STORAGE": {"storageFormFactor": "3.5-HDD", "quantity": 20}});
    let report = check(&build(&drives));
    assert_eq!(report.watts.required_watts, 150 + 88 + 130);
    assert_eq!(check(&build(&json!({}))).watts.recommended_psu, None);
}

#[test]
fn recommended_psu_is_at_least_the_required_wattage() {
    for chip in ["GeForce RTX 5090", "GeForce RTX 4060", "Radeon RX 7900 XTX", "Radeon RX 6400"] {
        for cpu in ["Core i9-14900K", "Ryzen 5 5600", "Ryzen 9 9950X"] {
            let mut parts = json!({"CPU": {"name": cpu}, "GPU": {"gpuChipset": chip}});
            let recommended = check(&build(&parts)).watts.recommended_psu.expect("a figure");
            parts["PSU"] = json!({"psuWattage": recommended});
            for code in ["PSU_INSUFFICIENT", "PSU_BELOW_GPU_VENDOR"] {
                assert_outcomes(code, &[(parts.clone(), Some(Pass))]);
            }
            assert_outcomes("PSU_LOW_HEADROOM", &[(parts, None)]);
        }
    }
}
