//! Intent on a small index: the meaning of queries beside the words of names.

use domain::model::{Category, Fils, SpecKey};
use indexer::{Filters, SearchIntent, SearchRequest, UnderstoodKind};
use serde_json::json;

use crate::test_index::{DocumentBuilder, TestIndex, names, product};

/// Returns boards, processors, cards, power supplies and headsets with the facts that rules and uses need.
fn index_with_intents() -> TestIndex {
    use Category::{Cpu, Gpu, Headset, Motherboard, Psu};
    let socket = |name: &str| json!(name);
    TestIndex::with_products(vec![
        product(Motherboard, "MSI", "MSI MAG B650 TOMAHAWK WIFI")
            .spec(SpecKey::Socket, socket("AM5"))
            .spec(SpecKey::MotherboardChipset, json!("AMD B650"))
            .spec(SpecKey::RamType, json!(["DDR5"])),
        product(Motherboard, "MSI", "MSI PRO Z790-A WIFI")
            .spec(SpecKey::Socket, socket("LGA1700"))
            .spec(SpecKey::MotherboardChipset, json!("Intel Z790"))
            .spec(SpecKey::RamType, json!(["DDR5"]))
            .popular(50.0),
        product(Cpu, "AMD", "AMD Ryzen 7 7800X3D").spec(SpecKey::Socket, socket("AM5")).costs(140),
        product(Cpu, "AMD", "AMD Ryzen 7 9800X3D").spec(SpecKey::Socket, socket("AM5")).costs(190),
        product(Cpu, "Intel", "Intel Core i7-14700K").spec(SpecKey::Socket, socket("LGA1700")).popular(90.0),
        product(Gpu, "ZOTAC", "ZOTAC GeForce RTX 5090 SOLID 32GB")
            .spec(SpecKey::GpuChipset, json!("GeForce RTX 5090"))
            .spec(SpecKey::GpuVram, json!(32))
            .costs(900),
        product(Gpu, "PNY", "PNY GeForce RTX 5060 8GB")
            .spec(SpecKey::GpuChipset, json!("GeForce RTX 5060"))
            .spec(SpecKey::GpuVram, json!(8))
            .costs(110)
            .popular(99.0),
        product(Psu, "Corsair", "Corsair CX650").spec(SpecKey::PsuWattage, json!(650)).popular(80.0),
        product(Psu, "Corsair", "Corsair RM1000x").spec(SpecKey::PsuWattage, json!(1000)),
        product(Headset, "HyperX", "HyperX Cloud III").spec(SpecKey::Microphone, json!(true)),
        product(Headset, "JBL", "JBL Quantum Plain").spec(SpecKey::Microphone, json!(false)).popular(60.0),
    ])
}

#[test]
fn part_for_another_part_is_compatible() {
    let index = index_with_intents();
    for (text, expected) in [
        ("motherboard for 7800x3d", vec!["MSI MAG B650 TOMAHAWK WIFI"]),
        ("مذربورد حق 7800x3d", vec!["MSI MAG B650 TOMAHAWK WIFI"]),
        ("which board works with 14700k", vec!["MSI PRO Z790-A WIFI"]),
        ("psu for rtx 5090", vec!["Corsair RM1000x"]),
        ("باور لكرت 5090", vec!["Corsair RM1000x"]),
        ("rtx 5090 psu", vec!["Corsair RM1000x"]),
        ("cpu for z790", vec!["Intel Core i7-14700K"]),
    ] {
        let response = index.search(text);
        assert_eq!(names(&response), expected, "{text}");
        assert!(response.understood.iter().any(|chip| chip.kind == UnderstoodKind::Fit), "{text}");
    }
}

#[test]
fn uses_rank_products_and_exclude_none() {
    let index = index_with_intents();
    for (text, first, total) in [
        ("best gpu for 4k", "ZOTAC GeForce RTX 5090 SOLID 32GB", 2),
        ("headset with mic", "HyperX Cloud III", 2),
        ("ابي سماعة فيها مايك", "HyperX Cloud III", 2),
        ("شنو احسن معالج للالعاب", "AMD Ryzen 7", 3),
    ] {
        let response = index.search(text);
        assert!(names(&response)[0].starts_with(first), "{text}: {:?}", names(&response));
        assert_eq!(response.total, total, "{text}");
    }
}

#[test]
fn sides_of_a_comparison_lead_the_hits() {
    let index = index_with_intents();
    for text in [
        "7800x3d vs 9800x3d",
        "7800x3d او 9800x3d",
        "الفرق بين 7800x3d و9800x3d",
        "compare 7800x3d and 9800x3d",
    ] {
        let response = index.search(text);
        assert_eq!(names(&response), ["AMD Ryzen 7 7800X3D", "AMD Ryzen 7 9800X3D"], "{text}");
        let Some(SearchIntent::Comparison { sides }) = response.intent else { panic!("{text}") };
        assert!(sides.len() == 2 && sides.iter().all(|side| side.product.is_some()), "{text}");
    }
}

#[test]
fn last_price_of_a_comparison_holds_for_both_sides() {
    let index = index_with_intents();
    let total = |text: &str| index.search(text).total;
    assert_eq!(total("7800x3d under 1 kd vs 9800x3d under 900 kd"), 2);
    assert_eq!(total("7800x3d under 900 kd vs 9800x3d under 1 kd"), 0);
}

#[test]
fn whole_computer_query_returns_a_build_intent() {
    let index = index_with_intents();
    for (text, dinars, usage) in [
        ("gaming pc build 300 kd", Some(300), Some("gaming")),
        ("تجميعة ب 500", Some(500), None),
        ("تجميعة قيمنق ٣٥٠ دينار", Some(350), Some("gaming")),
        ("build me a pc", None, None),
    ] {
        let response = index.search(text);
        let Some(SearchIntent::WholePc { budget, uses }) = response.intent else { panic!("{text}") };
        assert_eq!(budget, dinars.map(|dinars| Fils(dinars * 1000)), "{text}");
        assert_eq!(uses.first().map(String::as_str), usage, "{text}");
        assert!(response.hits.is_empty(), "{text}");
    }
}

#[test]
fn price_of_a_whole_pc_limits_no_part_beside_it() {
    let index = index_with_intents();
    let response = index.search("gaming pc rtx 5090 under 850 kd");
    assert!(matches!(response.intent, Some(SearchIntent::WholePc { budget: Some(Fils(850_000)), .. })));
    assert!(names(&response).iter().any(|name| name.contains("RTX 5090")));
    assert!(response.understood.iter().all(|part| part.kind != UnderstoodKind::Price));
}

#[test]
fn unsold_item_is_reported_and_not_corrected() {
    let index = index_with_intents();
    for text in ["thermal paste", "hdmi cable", "كرسي قيمنق", "mouse pad xl", "gaming laptop rtx 4060"]
    {
        let response = index.search(text);
        assert!(matches!(response.intent, Some(SearchIntent::NotCarried { .. })), "{text}");
        assert!(response.hits.is_empty() && response.corrected.is_none(), "{text}");
    }
}

#[test]
fn unsold_item_is_not_reported_where_only_filters_leave_no_product() {
    let index = index_with_intents();
    index.upsert(vec![product(Category::Monitor, "ASUS", "ASUS ProArt USB C Monitor 27").costs(150)]);
    let request = SearchRequest::text("usb c monitor");
    assert_eq!(names(&index.respond(&request)), ["ASUS ProArt USB C Monitor 27"]);
    let filters = Filters { price_max: Some(Fils(5_000)), ..Filters::default() };
    let filtered = index.respond(&SearchRequest { filters, ..request });
    assert!(filtered.intent.is_none() && filtered.total == 0);
    assert!(filtered.facets.iter().any(|facet| facet.group == "price"));
}

#[test]
fn retailer_name_filters_by_retailer() {
    let index = index_with_intents();
    for text in ["dhow digital gpu", "gpu from dhow", "كرت شاشة من dhow digital"] {
        let response = index.search(text);
        assert_eq!(response.total, 2, "{text}");
        assert!(response.understood.iter().any(|chip| chip.kind == UnderstoodKind::Retailer), "{text}");
    }
}

#[test]
fn retailer_named_by_a_word_of_products_needs_more_than_that_word() {
    let index = index_with_intents();
    let board = product(Category::Motherboard, "Gigabyte", "Gigabyte B650M Aorus Dhow Rev 1.2");
    index.upsert(vec![board]);
    let response = index.search("gigabyte b650m aorus dhow rev 1.2");
    assert_eq!(response.total, 1);
    assert!(response.understood.iter().all(|part| part.kind != UnderstoodKind::Retailer));
    for text in ["gpu from dhow", "dhow digital gpu"] {
        let response = index.search(text);
        assert!(response.understood.iter().any(|part| part.kind == UnderstoodKind::Retailer), "{text}");
    }
}
