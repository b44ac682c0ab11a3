//! A made-up generation that no table lists: chips, series and facets are those of the catalogue.

use domain::model::{Category, SpecKey};
use indexer::{FacetKind, Filters, SearchRequest};

use crate::test_index::{DocumentBuilder, TestIndex, product};

/// Returns an index of the new generation beside today's parts and a drive of 10 TB.
fn index() -> TestIndex {
    let card = |name: &str, chip: &str, dinars: i64| {
        product(Category::Gpu, "MSI", &format!("MSI {name}"))
            .spec(SpecKey::GpuChipset, chip.into())
            .costs(dinars)
    };
    let cpu = |name: &str, series: &str| {
        let model = format!("AMD {name}");
        product(Category::Cpu, "AMD", &model)
            .spec(SpecKey::CpuChipset, name.into())
            .spec(SpecKey::Generation, series.into())
    };
    TestIndex::with_products(vec![
        card("GeForce RTX 6070 Ventus 3X", "GeForce RTX 6070", 240),
        card("GeForce RTX 6070 Gaming Trio", "GeForce RTX 6070", 210),
        card("GeForce RTX 6070 Ti Shadow", "GeForce RTX 6070 Ti", 260),
        card("GeForce RTX 5070 Ventus 2X", "GeForce RTX 5070", 150),
        cpu("Ryzen 5 10600X", "Ryzen 10000"),
        cpu("Ryzen 7 10800X3D", "Ryzen 7 10000"),
        cpu("Ryzen 5 9600X", "Ryzen 9000"),
        product(Category::Storage, "Seagate", "Seagate IronWolf 10TB")
            .spec(SpecKey::StorageCapacity, 10_000.into()),
        product(Category::Storage, "Samsung", "Samsung 9200 Pro 2TB")
            .spec(SpecKey::Interface, "M.2 PCIe 6.0 x4".into()),
        product(Category::Ram, "Corsair", "Corsair Vengeance 32GB DDR6")
            .spec(SpecKey::RamType, "DDR6".into()),
        product(Category::Ram, "Corsair", "Corsair Vengeance 32GB DDR5")
            .spec(SpecKey::RamType, "DDR5".into()),
    ])
}

#[test]
fn facts_of_a_new_generation_are_found() {
    assert_eq!(
        index().names("cheapest rtx 6070"),
        ["MSI GeForce RTX 6070 Gaming Trio", "MSI GeForce RTX 6070 Ventus 3X"]
    );
    assert_eq!(index().names("samsung pcie 6"), ["Samsung 9200 Pro 2TB"]);
    assert_eq!(index().names("ddr6 ram"), ["Corsair Vengeance 32GB DDR6"]);
}

#[test]
fn series_of_new_chips_is_no_size_and_no_price() {
    for (text, expected) in [
        ("ryzen 10000 series", ["AMD Ryzen 5 10600X", "AMD Ryzen 7 10800X3D"].as_slice()),
        ("10000 series ryzen", &["AMD Ryzen 5 10600X", "AMD Ryzen 7 10800X3D"]),
        (
            "rtx 60 series",
            &[
                "MSI GeForce RTX 6070 Gaming Trio",
                "MSI GeForce RTX 6070 Ti Shadow",
                "MSI GeForce RTX 6070 Ventus 3X",
            ],
        ),
    ] {
        let mut names = index().names(text);
        names.sort();
        assert_eq!(names, expected, "{text}");
    }
    // A series that the catalogue lacks is searched by its family.
    let names = index().names("ryzen 12000 series");
    assert!(!names.is_empty() && names.iter().all(|name| name.contains("Ryzen")), "{names:?}");
}

#[test]
fn new_chips_are_values_of_their_facet() {
    let filters = Filters { categories: vec![Category::Gpu], ..Filters::default() };
    let response = index().respond(&SearchRequest { filters, facets: true, ..SearchRequest::text("") });
    let group = response.facets.iter().find(|facet| facet.group == "spec.gpuChipset").expect("a group");
    let FacetKind::Values(values) = &group.kind else { panic!("{group:?}") };
    let named: Vec<&str> = values.iter().map(|value| value.value.as_str()).collect();
    assert_eq!(named, ["GeForce RTX 6070", "GeForce RTX 5070", "GeForce RTX 6070 Ti"]);
}
