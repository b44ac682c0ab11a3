//! The filter of compatible listings and the rule engine agree on every product of whole catalogues.

use std::{fs::File, io::Read, path::Path, thread};

use domain::{
    compat::{Build, Filter, ParsedPart, Part, hiding_code, tables},
    model::{Category, ProductFacts, SpecKey},
};
use ingest::import::record;

/// Reads a catalogue like the importer.
fn read(lines: &str) -> Vec<ParsedPart> {
    let read = |line: &str| record::read(line).ok().map(|(facts, _)| parse_part(facts));
    lines.lines().filter_map(read).collect()
}

fn parse_part(facts: ProductFacts) -> ParsedPart {
    ParsedPart::new(&Part { id: facts.id, category: facts.category, name: facts.name, specs: facts.specs })
}

/// Returns a build with one part per slot, and two of memory and storage, chosen by a number; compatible and
/// incompatible builds occur.
fn build(catalogue: &[ParsedPart], number: usize) -> Build {
    let mut build = Build::default();
    for (slot, category) in Category::ALL.iter().enumerate() {
        let of: Vec<&ParsedPart> = catalogue.iter().filter(|part| part.category == *category).collect();
        for turn in 0..2 {
            let place = (number + 1).wrapping_mul(7_919).wrapping_add(slot * 104_729 + turn * 1_299_709);
            // Some slots stay empty.
            if let (Some(part), true) = (of.get(place % of.len().max(1)), !(place / 7).is_multiple_of(5)) {
                build = build.with((*part).clone());
            }
        }
    }
    build
}

/// Compares filter and engine for every product with every build; returns the number of hidden products.
fn compare(catalogue: &[ParsedPart], builds: usize) -> usize {
    let beside = |number: usize| {
        let build = build(catalogue, number);
        let filters: Vec<(Category, Filter)> = Category::ALL
            .iter()
            .map(|category| (*category, Filter::for_category(&build, *category)))
            .collect();
        let judged = catalogue.iter().map(|part| {
            let filter = filters.iter().find(|(category, _)| *category == part.category);
            let filtered = filter.and_then(|(_, filter)| filter.hiding_code(&part.facts));
            let engine = hiding_code(&build, part);
            assert_eq!(
                engine.is_some(),
                filtered.is_some(),
                "{}: engine {engine:?}, filter {filtered:?}",
                part.name
            );
            usize::from(engine.is_some())
        });
        judged.sum::<usize>()
    };
    let half = |first: usize| (first..builds).step_by(2).map(beside).sum::<usize>();
    thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        half(0) + other.join().unwrap()
    })
}

#[test]
fn filter_and_engine_agree_over_the_demo() {
    let mut lines = Vec::new();
    demo::write_reference(&mut lines).unwrap();
    let catalogue = read(&String::from_utf8(lines).unwrap());
    assert!(catalogue.len() > 500, "{} products", catalogue.len());
    assert!(compare(&catalogue, 24) > 1000);
}

/// Models too new for a citable page that states their power. A missing value is not guessed.
const NOT_CITED: [&str; 4] = ["7700X3D", "9950X3D2", "250K", "270K"];

/// The tables of watts contain every desktop processor and graphics chip in a large catalogue. Runs only where that
/// catalogue exists.
#[test]
fn tables_hold_every_desktop_chip_of_a_large_catalogue() {
    let Some(catalogue) = large_catalogue() else { return };
    let desktop_socket = |part: &&ParsedPart| {
        let socket = part.facts.word(SpecKey::Socket).unwrap_or_default();
        ["AM4", "AM5", "LGA1151", "LGA1200", "LGA1700", "LGA1851"].contains(&socket)
    };
    let of_servers = |name: &str| name.contains("Xeon") || name.contains("EPYC");
    let unknown: Vec<&str> = catalogue
        .iter()
        .filter(|part| part.category == Category::Cpu)
        .filter(desktop_socket)
        .map(|part| part.name.as_str())
        .filter(|name| !of_servers(name) && !NOT_CITED.iter().any(|new| name.contains(new)))
        .filter(|name| tables::processor(name).is_none())
        .collect();
    assert_eq!(unknown, [""; 0], "processors");
    let families = ["GeForce GTX 10", "GeForce GTX 16", "GeForce RTX", "Radeon RX", "Arc A", "Arc B"];
    let unknown: Vec<&str> = catalogue
        .iter()
        .filter(|part| part.category == Category::Gpu)
        .filter_map(|part| part.facts.word(SpecKey::GpuChipset))
        .filter(|chip| families.iter().any(|family| chip.starts_with(family)))
        .filter(|chip| tables::gpu_chip(chip, None).is_empty())
        .collect();
    assert_eq!(unknown, [""; 0], "graphics chips");
}

/// Runs only where the large catalogue lies beside the project, or where `TAJMEEA_PARTS` says.
#[test]
fn filter_and_engine_agree_over_a_large_catalogue() {
    let Some(catalogue) = large_catalogue() else { return };
    // The importer refuses 12 of the 33,303 lines: they state no manufacturer, and their names begin with none that
    // the importer knows.
    assert_eq!(catalogue.len(), 33_303 - 12);
    assert!(compare(&catalogue, 24) > 50_000);
}

fn large_catalogue() -> Option<Vec<ParsedPart>> {
    let path =
        std::env::var("TAJMEEA_PARTS").unwrap_or_else(|_| "../../shared/data/parts.jsonl.gz".to_owned());
    if !Path::new(&path).exists() {
        eprintln!("skipped: there is no {path}");
        return None;
    }
    let mut lines = String::new();
    flate2::read::GzDecoder::new(File::open(&path).unwrap()).read_to_string(&mut lines).unwrap();
    Some(read(&lines))
}
