//! Orders by the price for each unit of a measure, asked for by name and in words.

use domain::model::{Category, Fils, SpecKey};
use indexer::{Document, Filters, SearchRequest, Sort, SuggestRequest, UnderstoodKind, ValueMeasure};

use crate::test_index::{DocumentBuilder, TestIndex, names, product};

fn drive(name: &str, gigabytes: i64, dinars: i64) -> Document {
    product(Category::Storage, "Zarvo", name)
        .spec(SpecKey::StorageCapacity, gigabytes.into())
        .spec(SpecKey::StorageKind, "SSD".into())
        .costs(dinars)
}

fn card(name: &str, dinars: i64) -> Document {
    product(Category::Gpu, "Ombriq", name).costs(dinars)
}

fn processor(name: &str, cores: i64, dinars: i64) -> Document {
    product(Category::Cpu, "", name).spec(SpecKey::Cores, cores.into()).costs(dinars)
}

/// Returns drives, cards, processors, power supplies and a monitor whose order by value differs from that by price.
fn index_with_values() -> TestIndex {
    let mut free = drive("Zarvo Unpriced 8TB", 8000, 1);
    free.price = None;
    free.in_stock = false;
    TestIndex::with_products(vec![
        drive("Zarvo Small 500GB", 500, 20),
        drive("Zarvo Big 4TB", 4000, 100),
        drive("Zarvo Middle 1TB", 1000, 30),
        drive("Zarvo Sold out 8TB", 8000, 10).out_of_stock(),
        free,
        product(Category::Storage, "Zarvo", "Zarvo Unsized")
            .spec(SpecKey::StorageKind, "SSD".into())
            .costs(1)
            .popular(90.0),
        card("Ombriq Storm GeForce RTX 4060 8GB", 100),
        card("Ombriq Storm GeForce RTX 5090 32GB", 900),
        card("Ombriq Storm GeForce GT 1030 2GB", 25),
        card("Ombriq Storm GeForce RTX 9999", 1).popular(99.0),
        processor("AMD Ryzen 7 9800X3D", 8, 140),
        processor("AMD Ryzen 9 9950X", 16, 200),
        processor("AMD Ryzen 5 7600", 6, 100),
        product(Category::Psu, "Zarvo", "Zarvo Power 550W").spec(SpecKey::PsuWattage, 550.into()).costs(22),
        product(Category::Psu, "Zarvo", "Zarvo Power 1000W").spec(SpecKey::PsuWattage, 1000.into()).costs(30),
        product(Category::Monitor, "Zarvo", "Zarvo Panel 27").costs(70),
    ])
}

fn ordered(index: &TestIndex, category: Category, measure: ValueMeasure) -> Vec<String> {
    let filters = Filters { categories: vec![category], ..Filters::default() };
    names(&index.respond(&SearchRequest { filters, sort: Sort::Value(measure), ..SearchRequest::text("") }))
}

#[test]
fn products_are_ordered_by_their_price_for_each_unit() {
    let index = index_with_values();
    let drives = ordered(&index, Category::Storage, ValueMeasure::Capacity);
    assert_eq!(drives[..3], ["Zarvo Big 4TB", "Zarvo Middle 1TB", "Zarvo Small 500GB"]);
    // Without stock, price or capacity a drive has no value: the most popular of these comes first.
    assert_eq!((drives.len(), drives[3].as_str()), (6, "Zarvo Unsized"));
    let supplies = ordered(&index, Category::Psu, ValueMeasure::Watts);
    assert_eq!(supplies, ["Zarvo Power 1000W", "Zarvo Power 550W"]);
    let by_core = ordered(&index, Category::Cpu, ValueMeasure::Cores);
    assert_eq!(by_core, ["AMD Ryzen 9 9950X", "AMD Ryzen 5 7600", "AMD Ryzen 7 9800X3D"]);
}

#[test]
fn chips_are_ordered_by_their_price_for_each_point_of_the_index_and_unknown_ones_come_last() {
    let index = index_with_values();
    let cards = ordered(&index, Category::Gpu, ValueMeasure::Gaming);
    let expected = ["RTX 4060 8GB", "RTX 5090 32GB", "GT 1030 2GB", "RTX 9999"];
    assert_eq!(cards.len(), expected.len());
    for (name, chip) in cards.iter().zip(expected) {
        assert!(name.ends_with(chip), "{name} in place of {chip}");
    }
    let games = ordered(&index, Category::Cpu, ValueMeasure::Gaming);
    let rendering = ordered(&index, Category::Cpu, ValueMeasure::Rendering);
    assert_eq!((games[2].as_str(), rendering[0].as_str()), ("AMD Ryzen 9 9950X", "AMD Ryzen 9 9950X"));
}

#[test]
fn equal_values_are_ordered_by_popularity() {
    let index = TestIndex::with_products(vec![
        drive("Zarvo One 1TB", 1000, 30).popular(1.0),
        drive("Zarvo Two 2TB", 2000, 60).popular(50.0),
        drive("Zarvo Six 3TB", 3000, 90).popular(9.0),
    ]);
    let drives = ordered(&index, Category::Storage, ValueMeasure::Capacity);
    assert_eq!(drives, ["Zarvo Two 2TB", "Zarvo Six 3TB", "Zarvo One 1TB"]);
}

#[test]
fn new_price_changes_the_order_at_once() {
    let (small, large) = (drive("Zarvo One 1TB", 1000, 30), drive("Zarvo Two 2TB", 2000, 50));
    let index = TestIndex::with_products(vec![small.clone(), large]);
    assert_eq!(ordered(&index, Category::Storage, ValueMeasure::Capacity)[0], "Zarvo Two 2TB");
    index.upsert(vec![Document { price: Some(Fils(20_000)), ..small }]);
    assert_eq!(index.engine.stats().patched, 1);
    assert_eq!(ordered(&index, Category::Storage, ValueMeasure::Capacity)[0], "Zarvo One 1TB");
}

#[test]
fn words_ask_for_an_order_by_value_in_both_languages() {
    let index = index_with_values();
    for (text, order, first, total) in [
        ("best value gpu", "value_gaming", "Ombriq Storm GeForce RTX 4060 8GB", 4),
        ("most fps per dinar", "value_gaming", "Ombriq Storm GeForce RTX 4060 8GB", 4),
        ("كرت شاشة أفضل سعر مقابل أداء", "value_gaming", "Ombriq Storm GeForce RTX 4060 8GB", 4),
        ("افضل قيمة معالج", "value_gaming", "AMD Ryzen 7 9800X3D", 3),
        ("best value cpu for rendering", "value_rendering", "AMD Ryzen 9 9950X", 1),
        ("cheapest cpu per core", "value_cores", "AMD Ryzen 9 9950X", 3),
        ("cheapest per tb", "value_capacity", "Zarvo Big 4TB", 6),
        ("ssd price per gb", "value_capacity", "Zarvo Big 4TB", 6),
        ("ارخص سعر لكل تيرا", "value_capacity", "Zarvo Big 4TB", 6),
        ("power supply best value", "value_watts", "Zarvo Power 1000W", 2),
    ] {
        let response = index.search(text);
        let orders: Vec<&str> = response
            .understood
            .iter()
            .filter(|part| part.kind == UnderstoodKind::Sort)
            .map(|part| part.label.as_str())
            .collect();
        assert_eq!(orders, [order], "{text}");
        let found = names(&response);
        assert_eq!(found.first().map(String::as_str), Some(first), "{text}: {found:?}");
        assert_eq!(response.total, total, "{text}: {found:?}");
    }
}

#[test]
fn order_by_value_that_the_user_removed_is_not_applied() {
    let index = index_with_values();
    let part =
        index.search("best value gpu").understood.into_iter().find(|part| part.kind == UnderstoodKind::Sort);
    let literal = vec![part.expect("an order").words];
    let response = index.respond(&SearchRequest { literal, ..SearchRequest::text("best value gpu") });
    assert!(response.understood.iter().all(|part| part.kind != UnderstoodKind::Sort));
}

#[test]
fn best_value_of_a_category_without_a_measure_is_a_use_of_it() {
    let index = index_with_values();
    let response = index.search("best value monitor");
    assert_eq!(names(&response), ["Zarvo Panel 27"]);
    assert!(response.understood.iter().all(|part| part.kind != UnderstoodKind::Sort));
    for text in ["monitor per watt", "best performance per watt"] {
        let understood = index.search(text).understood;
        assert!(understood.iter().all(|part| part.kind != UnderstoodKind::Sort), "{text}: {understood:?}");
    }
}

#[test]
fn best_value_is_suggested_for_categories_with_a_measure() {
    let request = SuggestRequest { text: "best val".to_owned(), limit: 5 };
    let queries = index_with_values().engine.suggest(&request).unwrap().queries;
    let texts: Vec<&str> = queries.iter().map(|query| query.text.as_str()).collect();
    assert!(texts.iter().any(|text| text.starts_with("best value ")), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("monitor")), "{texts:?}");
}

#[test]
fn uses_prefer_chips_by_their_index() {
    let index = index_with_values();
    for (text, first) in [
        ("gpu for 4k", "Ombriq Storm GeForce RTX 5090 32GB"),
        ("graphics card for 1080p", "Ombriq Storm GeForce RTX 4060 8GB"),
        ("best cpu for gaming", "AMD Ryzen 7 9800X3D"),
        ("معالج للالعاب", "AMD Ryzen 7 9800X3D"),
    ] {
        assert_eq!(index.names(text).first().map(String::as_str), Some(first), "{text}");
    }
}
