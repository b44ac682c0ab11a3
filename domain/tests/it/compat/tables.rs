use std::collections::BTreeSet;

use domain::compat::tables::{self, Support};

#[test]
fn every_line_of_every_table_parses() {
    for (file, lines, understood) in tables::read_counts() {
        assert_eq!(lines, understood, "{file}");
    }
}

/// Checks columns that no code reads: every row names its source.
#[test]
fn every_line_names_its_source() {
    for (file, text) in [
        ("cpus", include_str!("../../../../config/power/cpus.tsv")),
        ("gpus", include_str!("../../../../config/power/gpus.tsv")),
        ("sockets", include_str!("../../../../config/compat/sockets.tsv")),
        ("generations", include_str!("../../../../config/compat/generations.tsv")),
        ("chipsets", include_str!("../../../../config/compat/chipsets.tsv")),
    ] {
        assert!(text.starts_with('#'), "{file} does not say what it holds");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let source = line.rsplit('\t').next().unwrap_or_default();
            assert!(source.len() > 5 && source.contains(char::is_alphabetic), "{file}: {line}");
        }
    }
}

#[test]
fn chipsets_and_generations_of_a_socket_all_have_a_verdict() {
    let names: BTreeSet<&str> = tables::generations().iter().map(|generation| generation.name).collect();
    assert_eq!(names.len(), tables::generations().len(), "two generations of one name");
    for chipset in tables::chipsets() {
        assert!(tables::socket(chipset.socket).is_some(), "{} has no known socket", chipset.name);
        for generation in tables::generations() {
            let verdict = chipset.support(generation);
            assert!(verdict.is_some(), "{} × {}", chipset.name, generation.name);
            if chipset.socket != generation.socket {
                assert_eq!(verdict, Some(Support::No));
            }
        }
    }
}

#[test]
fn every_processor_has_a_known_socket_and_generation() {
    for line in
        include_str!("../../../../config/power/cpus.tsv").lines().filter(|line| !line.starts_with('#'))
    {
        let model = line.split('\t').next().unwrap_or_default();
        let processor = tables::processor(model).expect(model);
        let generation = tables::generation(processor.generation).expect(model);
        assert_eq!(generation.socket, processor.socket, "{model}");
        assert!(processor.sustained.is_none_or(|watts| watts >= processor.tdp), "{model}");
        assert!(tables::socket(processor.socket).is_some(), "{model}");
    }
}

#[test]
fn names_find_only_their_own_model() {
    for (name, watts) in [
        ("AMD Ryzen 7 7800X3D 4.2 GHz 8-Core Processor", 162),
        ("Intel® Core™ i9-14900K", 253),
        ("Core i9 14900 OEM/Tray", 219),
        ("معالج انتل Core i5-12400F علبة", 117),
        ("AMD Ryzen 5 7600 (not a Core i5 7600)", 88),
        ("Intel Core Ultra 9 285K", 250),
        ("AMD Ryzen 5 1600 AF", 88),
    ] {
        assert_eq!(tables::processor(name).and_then(|found| found.sustained), Some(watts), "{name}");
    }
    for name in ["AMD Ryzen 9 9950X3D2", "Intel Core i5-999", "", "7600", "Core Ultra 7 270K Plus"] {
        assert_eq!(tables::processor(name), None, "{name}");
    }
}

#[test]
fn gpu_chips_differ_by_suffix_and_memory() {
    let watts = |name: &str, memory: Option<i64>| -> Vec<u32> {
        tables::gpu_chip(name, memory).iter().map(|chip| chip.watts).collect()
    };
    assert_eq!(watts("GeForce RTX 4070 Ti SUPER", None), [285]);
    assert_eq!(watts("MSI RTX 5070 Ti Gaming Trio", Some(16)), [300]);
    assert_eq!(watts("GeForce RTX 5070", Some(12)), [250]);
    assert_eq!(watts("GeForce RTX 3050", Some(6)), [70]);
    assert_eq!(watts("GeForce RTX 3050", Some(8)), [130]);
    assert_eq!(watts("GeForce RTX 3080", None), [320, 350]);
    assert_eq!(watts("Radeon RX 7900 XTX", Some(24)), [355]);
    assert_eq!(watts("Voodoo 3", None), Vec::<u32>::new());
}

#[test]
fn table_figures_used_by_verdicts_are_pinned() {
    for (chip, watts, psu) in [
        ("GeForce RTX 5060", 145, 550),
        ("GeForce RTX 5060 Ti", 180, 600),
        ("GeForce RTX 5070", 250, 650),
        ("GeForce RTX 5070 Ti", 300, 750),
        ("GeForce RTX 5080", 360, 850),
        ("GeForce RTX 5090", 575, 1000),
        ("GeForce RTX 4090", 450, 850),
        ("Radeon RX 9070", 220, 650),
        ("Radeon RX 9070 XT", 304, 750),
    ] {
        let found = tables::gpu_chip(chip, None);
        assert_eq!(
            found.first().map(|chip| (chip.watts, chip.suggested_psu)),
            Some((watts, Some(psu))),
            "{chip}"
        );
    }
}
