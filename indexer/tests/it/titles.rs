//! Titles that people paste: deals with what stands around the name, offers that name several kinds of parts, names of lists.

use domain::model::{Category, SpecKey};
use indexer::Document;

use crate::test_index::{DocumentBuilder, TestIndex, demo_parts, names, product};

fn supply(name: &str, watts: i64) -> Document {
    product(Category::Psu, "Aurum", name)
        .spec(SpecKey::PsuWattage, watts.into())
        .spec(SpecKey::PsuEfficiency, "80+ Gold".into())
        .spec(SpecKey::Color, serde_json::json!(["Black"]))
}

#[test]
fn words_beside_the_name_of_a_deal_ask_for_nothing() {
    let index = demo_parts();
    let expected = "ASUS TUF Gaming GeForce RTX 4070 12GB OC";
    for text in [
        "Lowest price ever: ASUS TUF Gaming GeForce RTX 4070 12GB OC $233 (was $2339)",
        "[GPU] ASUS TUF Gaming GeForce RTX 4070 12GB OC | €509 with code SAVE39",
        "ASUS TUF Gaming GeForce RTX 4070 12GB OC £447.27 + free delivery",
    ] {
        let response = index.search(text);
        assert_eq!(names(&response).first().map(String::as_str), Some(expected), "{text}");
        assert!(response.understood.iter().all(|part| part.kind.as_str() != "sort"), "{text}");
    }
}

#[test]
fn order_is_asked_for_beside_a_foreign_price_where_no_name_stands_before_it() {
    let response = demo_parts().search("cheapest rtx 4070 under $900");
    assert!(response.understood.iter().any(|part| part.kind.as_str() == "sort"));
}

#[test]
fn title_of_several_kinds_is_of_its_head() {
    let kinds = |name: &str, category| product(category, "Zephyr", name);
    let index = TestIndex::with_products(vec![
        kinds("Zephyr Gale 92mm White LED Fan", Category::CaseFan),
        kinds("Zephyr Gale H41 92mm", Category::CpuCooler),
        kinds("Zephyr Gale Wraith Cooler", Category::CpuCooler),
        kinds("Zephyr Nine 7950 16-Core", Category::Cpu),
    ]);
    for (text, expected) in [
        ("Zephyr Gale H41 LED 92mm White LED Fan CPU Cooler", "Zephyr Gale H41 92mm"),
        ("Zephyr Nine 7950 16-Core Socket Desktop CPU - Cooler Not Included", "Zephyr Nine 7950 16-Core"),
    ] {
        assert_eq!(index.names(text).first().map(String::as_str), Some(expected), "{text}");
    }
}

#[test]
fn name_of_a_list_wins_over_a_more_popular_name_with_identifying_words() {
    let index = TestIndex::with_products(vec![
        supply("Aurum Hybrid 850W Fully Modular 80+ Gold", 850).popular(1.0),
        supply("Aurum Hybrid V2 850W Fully Modular 80+ Gold", 850).popular(90.0),
        supply("Aurum Hybrid 650W Fully Modular 80+ Gold Certified", 650).popular(90.0),
        supply("Aurum Hybrid Black 750W Fully Modular 80+ Gold", 750).popular(1.0),
    ]);
    for (text, expected) in [
        ("Aurum Hybrid 850 W 80+ Gold Certified Fully Modular", "Aurum Hybrid 850W Fully Modular 80+ Gold"),
        (
            "Aurum Hybrid 750 W 80+ Gold Certified Fully Modular",
            "Aurum Hybrid Black 750W Fully Modular 80+ Gold",
        ),
    ] {
        assert_eq!(index.names(text).first().map(String::as_str), Some(expected), "{text}");
    }
}
