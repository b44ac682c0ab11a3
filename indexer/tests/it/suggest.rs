//! Suggestions while a user types.

use std::collections::HashMap;

use domain::model::{Category, SpecKey};
use indexer::{Change, Document, Filters, SearchIntent, SearchRequest, SuggestRequest, SuggestResponse};

use crate::test_index::{DocumentBuilder, TestIndex, demo_parts, names, product};

/// Products beside the demo parts, whose names begin like those of other kinds.
const MORE_PARTS: [(Category, &str, &str); 20] = [
    (Category::Gpu, "MSI", "MSI GeForce RTX 5070 12G VENTUS 2X OC"),
    (Category::Gpu, "ASUS", "ASUS PRIME GeForce RTX 5080 16GB"),
    (Category::Gpu, "Gigabyte", "Gigabyte GeForce RTX 5060 Ti EAGLE 8G"),
    (Category::Gpu, "PowerColor", "PowerColor Hellhound Radeon RX 9070 XT 16GB"),
    (Category::Cpu, "AMD", "AMD Ryzen 9 5950X"),
    (Category::Cpu, "AMD", "AMD Ryzen 7 5700X"),
    (Category::Cpu, "Intel", "Intel Core Ultra 7 265K"),
    (Category::Motherboard, "Maxsun", "Maxsun Challenger B650M WIFI"),
    (Category::Motherboard, "ASRock", "ASRock X870E Taichi Lite"),
    (Category::Ram, "Corsair", "Corsair Dominator Titanium 64GB DDR5-6600"),
    (Category::Ram, "TeamGroup", "TeamGroup T-Force Delta RGB 32GB DDR5-6000"),
    (Category::Storage, "Crucial", "Crucial T705 2TB PCIe 5.0 NVMe M.2 SSD"),
    (Category::Storage, "Western Digital", "Western Digital Red Plus 8TB NAS"),
    (Category::Psu, "Seasonic", "Seasonic Focus GX-1000 ATX 3.1"),
    (Category::Case, "Fractal Design", "Fractal Design North Charcoal Black TG"),
    (Category::CpuCooler, "Noctua", "Noctua NH-D15 G2 chromax.black"),
    (Category::Monitor, "Dell", "Dell Alienware AW3423DWF 34 OLED"),
    (Category::Keyboard, "Keychron", "Keychron Q1 Pro Wireless Mechanical Keyboard"),
    (Category::Headset, "SteelSeries", "SteelSeries Arctis Nova 7 Wireless"),
    (Category::Headset, "HyperX", "HyperX Cloud III Wired Gaming Headset"),
];
/// Number of names that are typed letter by letter, and the fewest letters of them.
const TYPED_NAMES: usize = 50;
const MIN_TYPED: usize = 2;

fn suggest(text: &str) -> SuggestResponse {
    suggest_in(&demo_parts(), text)
}

fn suggest_in(index: &TestIndex, text: &str) -> SuggestResponse {
    index.engine.suggest(&SuggestRequest { text: text.into(), limit: 6 }).unwrap()
}

fn with_more_parts() -> TestIndex {
    let index = demo_parts();
    let document = |(category, manufacturer, name): (Category, &str, &str)| -> Document {
        let document = product(category, manufacturer, name);
        match name {
            "AMD Ryzen 9 5950X" => document.spec(SpecKey::Generation, "Ryzen 9 5000".into()),
            "AMD Ryzen 7 5700X" => document.spec(SpecKey::Generation, "Ryzen 7 5000".into()),
            "MSI GeForce RTX 5070 12G VENTUS 2X OC" => {
                document.spec(SpecKey::GpuChipset, "GeForce RTX 5070".into())
            }
            _ => document,
        }
    };
    index.upsert(MORE_PARTS.into_iter().map(document).collect());
    index
}

/// Whether a search for a text finds products with all of its words, or builds.
fn brings_products(index: &TestIndex, text: &str) -> bool {
    let response = index.search(text);
    let is_whole_pc = matches!(response.intent, Some(SearchIntent::WholePc { .. }));
    is_whole_pc || (response.total > 0 && response.dropped.is_empty())
}

fn has_products_of(index: &TestIndex, category: Category) -> bool {
    let filters = Filters { categories: vec![category], ..Filters::default() };
    index.respond(&SearchRequest { filters, ..SearchRequest::text("") }).total > 0
}

/// Returns the categories that are suggested for a text.
fn categories_in(index: &TestIndex, text: &str) -> Vec<Category> {
    suggest_in(index, text).categories.iter().map(|found| found.category).collect()
}

/// Returns the marked parts of a text.
fn marked(text: &str, ranges: &[std::ops::Range<usize>]) -> Vec<String> {
    ranges.iter().map(|range| text.chars().skip(range.start).take(range.len()).collect()).collect()
}

#[test]
fn one_letter_gives_suggestions() {
    for text in ["r", "s", "س", "4"] {
        let response = suggest(text);
        assert!(!response.products.is_empty() || !response.brands.is_empty(), "{text}");
    }
}

#[test]
fn suggested_products_carry_highlights() {
    let response = suggest("ryzen 7 78");
    let product = &response.products[0];
    assert_eq!(product.name, "AMD Ryzen 7 7800X3D");
    assert_eq!(marked(&product.name, &product.highlights), ["Ryzen", "7", "78"]);
    let response = suggest("شاشة ال");
    let product = &response.products[0];
    assert_eq!(marked(product.name_ar.as_deref().unwrap(), &product.highlights_ar)[0], "شاشة");
}

#[test]
fn any_word_may_be_half_typed_and_misspelt() {
    for (text, expected) in [
        ("vengea", "Corsair Vengeance"),
        ("venjeance", "Corsair Vengeance"),
        ("deathad", "Razer"),
        ("4070 t", "ASUS TUF"),
        ("odys", "Samsung Odyssey"),
        ("كورس", "Corsair"),
    ] {
        let response = suggest(text);
        assert!(
            response.products.first().is_some_and(|product| product.name.starts_with(expected)),
            "{text}: {:?}",
            response.products.first()
        );
    }
}

#[test]
fn categories_are_named_in_both_languages() {
    for (text, expected) in [
        ("graph", Category::Gpu),
        ("كرت", Category::Gpu),
        ("معال", Category::Cpu),
        ("monit", Category::Monitor),
        ("ram", Category::Ram),
        ("asus mother", Category::Motherboard),
    ] {
        assert_eq!(suggest(text).categories.first().map(|found| found.category), Some(expected), "{text}");
    }
}

#[test]
fn brands_and_queries_are_completed() {
    assert_eq!(suggest("cors").brands[0].text, "Corsair");
    assert_eq!(suggest("كورسير").brands[0].text, "Corsair");
    assert!(suggest("rtx 40").queries.iter().any(|query| query.text.starts_with("rtx 4070")));
}

#[test]
fn arabic_is_completed_in_its_proper_spelling() {
    for (text, expected) in
        [("كرت", "كرت شاشة"), ("معا", "معالج"), ("شاشة سام", "شاشة سامسونج"), ("باور س", "باور سبلاي")]
    {
        let queries = suggest(text).queries;
        assert_eq!(queries.first().map(|query| query.text.as_str()), Some(expected), "{text}");
    }
}

#[test]
fn arabic_brand_names_complete_from_a_prefix() {
    for (text, expected) in [("سام", "Samsung"), ("انت", "Intel"), ("لوج", "Logitech"), ("كورس", "Corsair")]
    {
        let brands = suggest(text).brands;
        assert!(brands.iter().any(|brand| brand.text == expected), "{text}: {brands:?}");
    }
}

#[test]
fn chips_are_completed_from_their_numbers() {
    for (text, expected) in [
        ("40", "rtx 4070"),
        ("rtx 40", "rtx 4070"),
        ("78", "rx 7800 xt"),
        ("asus graph", "asus graphics card"),
    ] {
        let queries = suggest(text).queries;
        assert_eq!(queries.first().map(|query| query.text.as_str()), Some(expected), "{text}: {queries:?}");
    }
}

#[test]
fn names_are_completed_from_the_beginnings_of_their_words() {
    for (text, expected) in [
        ("كول ما", "كولر ماستر"),
        ("ار تي", "ار تي اكس"),
        ("coo mas", "cooler master"),
        ("grap car", "graphics card"),
    ] {
        let queries = suggest(text).queries;
        assert_eq!(queries.first().map(|query| query.text.as_str()), Some(expected), "{text}: {queries:?}");
    }
}

#[test]
fn sort_phrases_are_completed_in_both_languages() {
    for (text, expected) in
        [("ارخ", ["ارخص", "ارخص كرت شاشة"]), ("cheap", ["cheapest", "cheapest graphics card"])]
    {
        let queries = suggest(text).queries;
        for expected in expected {
            assert!(queries.iter().any(|query| query.text == expected), "{text}: {queries:?}");
        }
    }
}

#[test]
fn later_words_complete_to_names_that_products_share() {
    for (text, expected, others) in [
        ("كرت ا", "كرت اسوس", ["كرت انتل", "كرت ال جي"]),
        ("gpu as", "gpu asus", ["gpu amd", "gpu arctic"]),
        ("monitor l", "monitor lg", ["monitor logitech", "monitor lian li"]),
    ] {
        let queries = suggest(text).queries;
        assert!(queries.iter().any(|query| query.text == expected), "{text}: {queries:?}");
        assert!(queries.iter().all(|query| !others.contains(&query.text.as_str())), "{text}: {queries:?}");
    }
}

#[test]
fn every_suggestion_brings_products() {
    let index = with_more_parts();
    let every = index.respond(&SearchRequest { limit: 100, ..SearchRequest::text("") });
    let names: Vec<String> = names(&every).into_iter().take(TYPED_NAMES).collect();
    assert_eq!(names.len(), TYPED_NAMES);
    let mut brings: HashMap<String, bool> = HashMap::new();
    let mut empty: Vec<String> = Vec::new();
    for name in names {
        let letters: Vec<char> = name.chars().collect();
        for length in MIN_TYPED..=letters.len() {
            let typed: String = letters[..length].iter().collect();
            let response = suggest_in(&index, &typed);
            for suggested in response.queries.iter().chain(&response.brands) {
                let text = &suggested.text;
                if !*brings.entry(text.clone()).or_insert_with(|| brings_products(&index, text)) {
                    empty.push(format!("{typed:?} → {text:?}"));
                }
            }
            for suggested in &response.categories {
                let category = suggested.category;
                let found = brings.entry(format!("category {category}"));
                if !*found.or_insert_with(|| has_products_of(&index, category)) {
                    empty.push(format!("{typed:?} → {category}"));
                }
            }
        }
    }
    assert!(empty.is_empty(), "{}", empty.join("\n"));
}

#[test]
fn category_is_that_of_the_products_of_the_completed_text() {
    let index = with_more_parts();
    let queries = suggest_in(&index, "rtx 50").queries;
    assert!(queries.iter().any(|query| query.text.starts_with("rtx 5070")), "{queries:?}");
    assert!(queries.iter().all(|query| query.text.starts_with("rtx 50")), "{queries:?}");
    for text in ["rtx 50", "rtx 5070", "geforce rtx 50"] {
        assert_eq!(categories_in(&index, text), [Category::Gpu], "{text}");
    }
    // `50` also begins `5000 series ryzen`, and `ال` begins `اللوحة الام`.
    assert_eq!(categories_in(&index, "ryzen 9 59"), [Category::Cpu]);
    assert_eq!(categories_in(&index, "شاشة ال"), [Category::Monitor]);
}

#[test]
fn word_of_another_kind_continues_no_category() {
    let index = with_more_parts();
    let texts = || -> Vec<String> {
        suggest_in(&index, "كرت ش").queries.into_iter().map(|query| query.text).collect()
    };
    assert_eq!(texts().first().map(String::as_str), Some("كرت شاشة"));
    assert!(texts().iter().all(|text| !text.contains("شالنجر")), "{:?}", texts());
    index.upsert(vec![product(Category::Gpu, "ASRock", "ASRock Radeon RX 9060 XT Challenger 16GB")]);
    assert_eq!(texts().first().map(String::as_str), Some("كرت شاشة"));
    assert!(texts().iter().all(|text| brings_products(&index, text)), "{:?}", texts());
}

#[test]
fn names_of_deleted_products_are_not_suggested() {
    let index = demo_parts();
    let zonda = product(Category::Case, "Zondamaker", "Zondamaker Tower 9");
    let id = zonda.id;
    index.upsert(vec![zonda]);
    assert_eq!(suggest_in(&index, "zondamak").brands[0].text, "Zondamaker");
    index.engine.apply(vec![Change::Delete(id)], "2").unwrap();
    let response = suggest_in(&index, "zondamak");
    let mut texts = response.brands.iter().chain(&response.queries);
    assert!(texts.all(|suggested| !suggested.text.to_lowercase().contains("zonda")), "{response:?}");
}

#[test]
fn prices_and_uses_are_completed_to_what_has_products() {
    let index = with_more_parts();
    for text in ["gpu under 400 as", "cheapest gr", "gaming h", "ram for b6", "keyboard not raz"] {
        let queries = suggest_in(&index, text).queries;
        assert!(queries.iter().all(|query| brings_products(&index, &query.text)), "{text}: {queries:?}");
    }
}

#[test]
fn empty_text_gives_no_suggestions() {
    for text in ["", "  ", "***"] {
        assert!(suggest(text).products.is_empty());
    }
}
