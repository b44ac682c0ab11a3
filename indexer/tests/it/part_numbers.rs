//! Part numbers and GTINs, in any way of writing, find their product first.

use std::collections::HashMap;

use domain::model::{Category, ProductId};
use indexer::{Document, Engine, SearchConfig, SearchRequest};

use crate::{
    large_catalogue,
    test_index::{DocumentBuilder, TestIndex, product},
};

/// Minimum share of numbers that find their product first, in each way of writing.
const MIN_FOUND_SHARE: f64 = 0.995;
/// One number in this many is searched for; `TAJMEEA_NUMBER_STEP=1` searches for all of them.
const SAMPLE_STEP: usize = 12;

fn new_test_index() -> TestIndex {
    let mut card = product(Category::Gpu, "MSI", "MSI GeForce RTX 4070 GAMING X").part("912-V513-205");
    card.gtins = vec!["4711377029070".into(), "00824142321560".into()];
    let memory = product(Category::Ram, "Crucial", "Crucial Pro").part("CT2K8G4DFRA32A.8G");
    let cpu = product(Category::Cpu, "AMD", "AMD Ryzen 9 9950X3D").part("100-000000719");
    let jetstream = product(Category::Gpu, "Palit", "Palit JetStream RTX 4080 SUPER").part("RTX4080");
    let others =
        (0..25).map(|number| product(Category::Gpu, "Zotac", &format!("Zotac RTX 4080 Trinity {number}")));
    TestIndex::with_products([card, memory, cpu, jetstream].into_iter().chain(others).collect())
}

#[test]
fn part_numbers_are_found_in_any_notation() {
    let test_index = new_test_index();
    for (text, expected) in [
        ("912-V513-205", "MSI GeForce RTX 4070 GAMING X"),
        ("912 v513 205", "MSI GeForce RTX 4070 GAMING X"),
        ("912v513205", "MSI GeForce RTX 4070 GAMING X"),
        ("4711377029070", "MSI GeForce RTX 4070 GAMING X"),
        ("04711377029070", "MSI GeForce RTX 4070 GAMING X"),
        ("4 711377 029070", "MSI GeForce RTX 4070 GAMING X"),
        ("824142321560", "MSI GeForce RTX 4070 GAMING X"),
        ("٨٢٤١٤٢٣٢١٥٦٠", "MSI GeForce RTX 4070 GAMING X"),
        ("ct2k8g4dfra32a 8g", "Crucial Pro"),
        ("CT2K8G4DFRA32A.8G", "Crucial Pro"),
        ("100-000000719", "AMD Ryzen 9 9950X3D"),
        ("100 000000719", "AMD Ryzen 9 9950X3D"),
    ] {
        let answer = test_index.search(text);
        assert_eq!(test_index.names(text), [expected], "{text}");
        assert!(answer.understood.is_empty() && answer.corrected.is_none(), "{text}");
    }
}

#[test]
fn model_name_finds_models_although_it_is_a_part_number() {
    assert_ne!(new_test_index().names("rtx 4080")[0], "Palit JetStream RTX 4080 SUPER");
    assert_eq!(new_test_index().names("rtx4080")[0], "Palit JetStream RTX 4080 SUPER");
}

#[test]
fn filters_apply_to_part_number_matches() {
    let mut request = SearchRequest::text("912-V513-205");
    request.filters.categories = vec![Category::Cpu];
    assert_eq!(new_test_index().respond(&request).total, 0);
}

/// Skipped, with a message, where the large catalogue does not lie beside the project.
#[test]
fn part_numbers_of_the_large_catalogue_rank_first() {
    let Some(parts) = large_catalogue::read_parts() else { return };
    let step =
        std::env::var("TAJMEEA_NUMBER_STEP").ok().and_then(|step| step.parse().ok()).unwrap_or(SAMPLE_STEP);
    let directory = tempfile::tempdir().unwrap();
    let engine = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap().engine;
    let (numbers, gtins) = (owners(&parts, |part| &part.part_numbers), owners(&parts, |part| &part.gtins));
    let mut rebuild = engine.rebuild().unwrap();
    parts.into_iter().for_each(|part| rebuild.add(part).unwrap());
    rebuild.finish("1").unwrap();
    let dashed = |number: &str, with: &str| number.replace('-', with);
    type Notation<'a> = (&'a str, &'a HashMap<String, Vec<ProductId>>, usize, &'a dyn Fn(&str) -> String);
    let writings: [Notation<'_>; 5] = [
        ("as stated", &numbers, step, &|number| number.to_owned()),
        ("lower case", &numbers, step, &|number| number.to_lowercase()),
        ("spaces", &numbers, step, &|number| dashed(number, " ")),
        ("no dashes", &numbers, step, &|number| dashed(number, "")),
        ("GTINs", &gtins, 1, &|number| number.to_owned()),
    ];
    for (name, owners, step, write) in writings {
        let mut texts: Vec<&String> = owners.keys().collect();
        texts.sort_unstable();
        let asked: Vec<&String> = texts.into_iter().step_by(step).collect();
        let missed_text: Vec<String> = asked
            .iter()
            .map(|text| (write(text), &owners[*text]))
            .filter_map(|(text, owners)| missed_text(&engine, text, owners))
            .collect();
        let found = 1.0 - missed_text.len() as f64 / asked.len() as f64;
        println!(
            "{name:<10} {found:.4} of {}; {:?}",
            asked.len(),
            missed_text.iter().take(20).collect::<Vec<_>>()
        );
        assert!(found >= MIN_FOUND_SHARE, "{name}: {found}");
    }
}

/// Returns the products of each number.
fn owners(parts: &[Document], numbers: fn(&Document) -> &Vec<String>) -> HashMap<String, Vec<ProductId>> {
    let mut owners: HashMap<String, Vec<ProductId>> = HashMap::new();
    for part in parts {
        for number in numbers(part) {
            owners.entry(number.clone()).or_default().push(part.id);
        }
    }
    owners
}

/// Returns the text if the first hit is not one of the products that it names.
fn missed_text(engine: &Engine, text: String, owners: &[ProductId]) -> Option<String> {
    let request = SearchRequest { limit: 1, facets: false, ..SearchRequest::text(text) };
    let answer = engine.search(&request).unwrap();
    (!answer.hits.first().is_some_and(|hit| owners.contains(&hit.id))).then_some(request.text)
}
